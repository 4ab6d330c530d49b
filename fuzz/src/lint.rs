//! Checks the rules: a text in pieces has the findings of the whole; a repair of well-formed text is well-formed, and needs no repair.

use std::ops::ControlFlow;
use utf8kit::utf8;
use utf8kit_lint::{Checker, Finding, OnIllFormed, Options, RuleSet, check, repair};

pub(crate) fn run(input: (u8, u8, &[u8])) {
    let (selector, place, bytes) = input;
    let rules = if selector & 1 == 0 {
        RuleSet::all()
    } else {
        RuleSet::default()
    };
    let options = Options::default().with_rules(rules);
    let options = options
        .with_likely(selector & 2 != 0)
        .with_restore(selector & 4 != 0);
    check_pieces(bytes, options, 1 + usize::from(place));
    check_repair(bytes, options);
    // Text that went through an encoding is what most rules are for.
    let misread: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    check_pieces(misread.as_bytes(), options, 1 + usize::from(place));
    check_repair(misread.as_bytes(), options);
}

fn check_pieces(text: &[u8], options: Options, len: usize) {
    let whole = check(text, &options);
    let mut findings: Vec<Finding> = Vec::new();
    let mut emit = |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    };
    let mut checker = Checker::new(options);
    let _ = text
        .chunks(len)
        .try_for_each(|piece| checker.push(piece, &mut emit));
    let _ = checker.finish(&mut emit);
    assert_eq!(findings, whole, "in pieces of {len}");
}

fn check_repair(text: &[u8], options: Options) {
    let Ok(Some(repaired)) = repair(text, &options, Some(false), OnIllFormed::Keep, 0) else {
        return;
    };
    if utf8::is_valid(text) {
        assert!(utf8::is_valid(&repaired.text), "{:02X?}", repaired.text);
    }
    let again = repair(&repaired.text, &options, Some(false), OnIllFormed::Keep, 0);
    assert!(
        !matches!(again, Ok(Some(_))),
        "{:?}",
        String::from_utf8_lossy(&repaired.text)
    );
}
