//! Each rule does what it says of itself.

use std::ops::RangeInclusive;
use std::path::Path;
use utf8kit_lint::{
    Allows, Escapes, Finding, Name, NameEncoding, Options, Rule, RuleSet, Syntax, check, check_names,
};

#[test]
fn rules_find_what_their_examples_say() {
    for &rule in Rule::ALL {
        let options = Options::default().with_rules(rule.into());
        for example in rule.examples() {
            let syntax = example.file.and_then(|name| Syntax::of_file(name, example.text));
            let escapes = Escapes::of_file(example.file.unwrap_or_default(), example.text);
            let findings = match rule {
                Rule::Names => found_in_name(example.text),
                Rule::UnusedAllow => Allows::of(example.text).unused(RuleSet::all()),
                _ => check(example.text, &options.with_syntax(syntax).with_escapes(escapes)),
            };
            let shown = String::from_utf8_lossy(example.text);
            assert!(findings.iter().all(|finding| finding.rule == rule), "{rule}");
            let first = findings.first().map(|finding| &*finding.kind);
            assert_eq!(first, example.kind, "{rule}: {shown:?}");
        }
        assert!(!rule.examples().is_empty(), "{rule}");
    }
}

fn found_in_name(bytes: &[u8]) -> Vec<Finding> {
    let name = Name {
        bytes,
        directory: 0,
        encoding: NameEncoding::Unspecified,
    };
    let found = check_names(&[name], None, &Options::default());
    found.into_iter().map(|(_, finding)| finding).collect()
}

/// The ranges of code points that a rule reports between letters, as the standards list them. Rules for source are checked on Rust, from U+0080 on: ASCII can begin a string or a comment.
const REPORTED: [(Rule, &[RangeInclusive<u32>]); 11] = [
    // RFC 5198 section 2: no controls but tab, LF and CR.
    (
        Rule::Control,
        &[0..=8, 0xB..=0xC, 0xE..=0x1F, 0x7F..=0x7F, 0x80..=0x9F],
    ),
    (Rule::Nul, &[0..=0]),
    // Unicode Standard section 23.7, without those of planes, which are added below.
    (Rule::Noncharacter, &[0xFDD0..=0xFDEF]),
    (Rule::ReplacementChar, &[0xFFFD..=0xFFFD]),
    (Rule::InnerFeff, &[0xFEFF..=0xFEFF]),
    // Unicode Standard section 23.9.
    (Rule::TagCharacter, &[0xE_0000..=0xE_007F]),
    // UAX #9: what opens an embedding, an override or an isolate.
    (
        Rule::BidiControl,
        &[0x202A..=0x202B, 0x202D..=0x202E, 0x2066..=0x2068],
    ),
    // XML 1.0, production 2.
    (
        Rule::XmlCharacters,
        &[0..=8, 0xB..=0xC, 0xE..=0x1F, 0xFFFE..=0xFFFF],
    ),
    // RFC 9839 section 4.3: the controls, and the noncharacters, as above.
    (
        Rule::UnicodeAssignables,
        &[0..=8, 0xB..=0xC, 0xE..=0x1F, 0x7F..=0x9F, 0xFDD0..=0xFDEF],
    ),
    // The general category Zs, without U+0020.
    (
        Rule::SpaceInCode,
        &[
            0xA0..=0xA0,
            0x1680..=0x1680,
            0x2000..=0x200A,
            0x202F..=0x202F,
            0x205F..=0x205F,
            0x3000..=0x3000,
        ],
    ),
    // Unicode Standard section 23.5.
    (
        Rule::PrivateUseInCode,
        &[0xE000..=0xF8FF, 0xF_0000..=0xF_FFFD, 0x10_0000..=0x10_FFFD],
    ),
];

/// The code points are in one text of many blocks, so that blocks cut some of them.
#[test]
fn rules_report_the_code_points_that_their_standards_list_and_no_others() {
    for (rule, ranges) in REPORTED {
        let is_of_source = matches!(rule, Rule::SpaceInCode | Rule::PrivateUseInCode);
        let has_planes = matches!(rule, Rule::Noncharacter | Rule::UnicodeAssignables);
        let is_reported = |number: u32| {
            ranges.iter().any(|range| range.contains(&number)) || has_planes && number & 0xFFFE == 0xFFFE
        };
        let (mut text, mut expected) = (String::new(), Vec::new());
        let first = if is_of_source { '\u{80}' } else { '\0' };
        for c in first..=char::MAX {
            text.push_str("a ");
            if is_reported(c.into()) {
                expected.push((text.len() as u64, u64::from(u32::from(c))));
            }
            text.push(c);
            text.push_str(" b\n");
        }
        let options = Options::default().with_rules(rule.into());
        let syntax = is_of_source.then(|| Syntax::of_file("a.rs", b"")).flatten();
        let findings = check(text.as_bytes(), &options.with_syntax(syntax));
        let places: Vec<u64> = findings.iter().map(|finding| finding.offset).collect();
        let differing = expected
            .iter()
            .map(|&(at, _)| at)
            .zip(&places)
            .position(|(at, &found)| at != found);
        assert_eq!(
            differing.map(|i| expected[i]),
            None,
            "{rule}: {:?}",
            differing.map(|i| places[i])
        );
        assert_eq!(places.len(), expected.len(), "{rule}");
    }
}

/// With `UTF8_UPDATE_SCREENS=1` the test writes the document anew.
#[test]
fn the_document_is_what_the_rules_say() {
    let mut document = "\
# Rules of `utf8 check` and `utf8 fix`

`--select` and `--ignore` choose rules, and the keys `select` and `ignore` of `utf8kit.toml` do: see
[configuration.md](configuration.md). [fix.md](fix.md) says what is repaired. Each file in `crates/utf8kit-lint/src/rules` is a rule,
and this document is made from them. `utf8 explain RULE` prints its section.

| rule | by default | finds |
| --- | --- | --- |
"
    .to_owned();
    for rule in Rule::ALL {
        let is_on = if rule.is_default() { "on" } else { "off" };
        document += &format!("| [{rule}](#{rule}) | {is_on} | {} |\n", rule.description());
    }
    for rule in Rule::ALL {
        document += &format!("\n{}", rule.explanation());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    if std::env::var_os("UTF8_UPDATE_SCREENS").is_some() {
        std::fs::write(path, document).expect("the document can be written");
        return;
    }
    let written = std::fs::read_to_string(path).expect("the document can be read");
    let differing = written
        .lines()
        .zip(document.lines())
        .find(|(old, new)| old != new);
    assert_eq!(
        differing, None,
        "run this test with UTF8_UPDATE_SCREENS=1 and look at the difference"
    );
    assert_eq!(written.len(), document.len());
}
