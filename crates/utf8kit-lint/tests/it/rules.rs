//! Each rule does what it says of itself.

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
