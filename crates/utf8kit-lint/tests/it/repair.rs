//! `repair` changes what it says that it changes, and nothing else.

use utf8kit::Policy;
use utf8kit_lint::{OnIllFormed, Options, Repaired, Rule, RuleSet};

const REPLACE: OnIllFormed<'static> = OnIllFormed::Policy(Policy::Replace('\u{FFFD}'));

/// Returns the repaired text with all findings.
fn repair(
    text: &[u8],
    options: &Options,
    is_binary: Option<bool>,
    on_ill_formed: OnIllFormed<'_>,
) -> Result<Option<Repaired>, &'static str> {
    utf8kit_lint::repair(text, options, is_binary, on_ill_formed, usize::MAX)
}

/// Returns the repaired text and the rules of the findings, or `None` if nothing is repaired.
fn repaired(text: &[u8], on_ill_formed: OnIllFormed<'_>) -> Option<(Vec<u8>, Vec<Rule>)> {
    let options = Options::default().with_rules(RuleSet::all());
    let repaired = repair(text, &options, None, on_ill_formed).unwrap()?;
    let rules = repaired.findings.iter().map(|finding| finding.rule).collect();
    Some((repaired.text, rules))
}

/// The text `漢字 `, with `sequence` after each of `count` of them: no other encoding fits it.
fn with_errors(start: &str, sequence: &[u8], count: usize) -> Vec<u8> {
    let one = ["漢字 ".as_bytes(), sequence].concat();
    [start.as_bytes(), &one.repeat(count)].concat()
}

#[test]
fn the_text_between_repairs_stays() {
    let (text, rules) = repaired(
        "un caf\u{C3}\u{A9}, deux caf\u{C3}\u{A9}s".as_bytes(),
        OnIllFormed::Keep,
    )
    .unwrap();
    assert_eq!(text, "un café, deux cafés".as_bytes());
    assert_eq!(rules, [Rule::DoubleEncoded; 2]);
    assert_eq!(repaired(b"plain", OnIllFormed::Keep), None);
    assert_eq!(repaired("un café".as_bytes(), REPLACE), None);
}

#[test]
fn ill_formed_sequences_are_kept_replaced_or_made_what_they_mean() {
    let text = "漢字 \u{C3}\u{A9}t\u{C3}\u{A9} ".as_bytes();
    let text = [text, b"\xC0\xAF\xED\xA0\x81\xED\xB0\xB7 x"].concat();
    let (kept, rules) = repaired(&text, OnIllFormed::Keep).unwrap();
    assert_eq!(
        kept,
        ["漢字 été ".as_bytes(), b"\xC0\xAF\xED\xA0\x81\xED\xB0\xB7 x"].concat()
    );
    assert_eq!(rules, [Rule::DoubleEncoded]);
    let (meant, rules) = repaired(&text, OnIllFormed::Meant).unwrap();
    assert_eq!(meant, "漢字 été /\u{10437} x".as_bytes());
    assert_eq!(rules.iter().filter(|&&rule| rule == Rule::IllFormed).count(), 2);
    let (replaced, _) = repaired(&text, REPLACE).unwrap();
    assert_eq!(
        replaced,
        format!("漢字 été {} x", "\u{FFFD}".repeat(8)).as_bytes()
    );
}

/// What a repair makes can be repaired again.
#[test]
fn the_repair_is_repaired() {
    let options = Options::default().with_rules(RuleSet::all());
    let text = "cafe\u{CC}\u{81} caf\u{C3}\u{A9}";
    let repaired = repair(text.as_bytes(), &options, None, OnIllFormed::Keep)
        .unwrap()
        .unwrap();
    assert_eq!(repaired.text, "café café".as_bytes());
    assert!(
        repaired
            .findings
            .iter()
            .any(|finding| finding.rule == Rule::NotNfc)
    );
    let again = repair(&repaired.text, &options, None, OnIllFormed::Keep);
    assert_eq!(again, Ok(None));
}

#[test]
fn text_in_another_encoding_is_not_repaired() {
    let text = "Les élèves français étaient à l’école où naît l’été, déjà prêts pour Noël. ".repeat(3);
    let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(&text);
    for on_ill_formed in [OnIllFormed::Keep, OnIllFormed::Meant, REPLACE] {
        assert_eq!(repaired(&bytes, on_ill_formed), None);
    }
}

#[test]
fn a_policy_has_to_replace_every_ill_formed_sequence() {
    let error = repair(
        b"a\xFFb",
        &Options::default(),
        None,
        OnIllFormed::Policy(Policy::Fail),
    );
    assert_eq!(
        error,
        Err("the policy does not replace every ill-formed sequence")
    );
}

/// Text with U+0000 and more than 100 ill-formed sequences is not repaired.
#[test]
fn what_is_probably_binary_is_an_error() {
    for (start, count, is_error) in [("a\0", 100, false), ("a\0", 101, true), ("a", 101, false)] {
        let text = with_errors(start, b"\xF8", count);
        let options = Options::default().with_rules(RuleSet::all());
        let result = repair(&text, &options, Some(false), REPLACE);
        assert_eq!(result.is_err(), is_error, "{start:?} {count}");
        if let Ok(repaired) = result {
            let expected = with_errors(start, "\u{FFFD}".as_bytes(), count);
            assert_eq!(repaired.unwrap().text, expected);
        }
        // Nothing is repaired, so there is no error.
        assert_eq!(repair(&text, &options, Some(false), OnIllFormed::Keep), Ok(None));
    }
    let text = with_errors("a\0 caf\u{C3}\u{A9} ", b"\xF8", 101);
    let result = repair(
        &text,
        &Options::default().with_rules(RuleSet::all()),
        Some(false),
        OnIllFormed::Keep,
    );
    assert!(result.is_err());
}

/// Whether a text is binary follows from its first bytes, unless the caller says so.
#[test]
fn a_binary_file_is_not_repaired() {
    let text = [
        "\x7FELF\x02\0\0\0".as_bytes(),
        &[0; 40],
        "caf\u{C3}\u{A9}\n".as_bytes(),
    ]
    .concat();
    let options = Options::default();
    let result = |is_binary| {
        repair(&text, &options, is_binary, OnIllFormed::Keep)
            .unwrap()
            .is_some()
    };
    assert_eq!([None, Some(true), Some(false)].map(result), [false, false, true]);
    let text = "caf\u{C3}\u{A9}".as_bytes();
    let repaired = repair(text, &options, None, OnIllFormed::Keep).unwrap();
    assert_eq!(repaired.unwrap().text, "café".as_bytes());
}

/// Memory does not grow with the repairs: as many findings are kept as are asked for, and all are counted.
#[test]
fn findings_are_kept_up_to_a_number() {
    let options = Options::default();
    let cases = [
        (
            "caf\u{C3}\u{A9} au lait\n".repeat(50).into_bytes(),
            OnIllFormed::Keep,
            50,
            50,
        ),
        (with_errors("", b"\xC0\xAF", 40), OnIllFormed::Meant, 40, 40),
        (
            [&b"\xC0\xAF".repeat(40)[..], "漢字".as_bytes()].concat(),
            OnIllFormed::Meant,
            40,
            40,
        ),
        (with_errors("", b"\xF8\xF8\xF8", 40), REPLACE, 120, 40),
    ];
    for (text, on_ill_formed, count, runs) in cases {
        let all = repair(&text, &options, Some(false), on_ill_formed)
            .unwrap()
            .unwrap();
        assert_eq!((all.count, all.findings.len()), (count, runs));
        for most in [0, 1, 7, 1000] {
            let some = utf8kit_lint::repair(&text, &options, Some(false), on_ill_formed, most);
            let some = some.unwrap().unwrap();
            assert_eq!((&some.text, some.count), (&all.text, count));
            assert_eq!(some.findings[..], all.findings[..runs.min(most)]);
        }
    }
}
