//! Checks the rules: a text in pieces and in blocks of any length has the findings of the whole; a repair of well-formed text is
//! well-formed, needs no repair, and is the same in pieces.

use std::ops::ControlFlow;
use utf8kit::utf8;
use utf8kit_lint::{
    BlockChecker, Checker, Finding, OnIllFormed, Options, Repairer, RuleSet, blocks, check, repair,
};

pub(crate) fn run(input: (u8, u8, &[u8])) {
    let (selector, place, bytes) = input;
    // Each of its texts is checked some twenty times, which takes long where it is enough to recognize a language.
    let most = if place.is_multiple_of(8) { 500 } else { 100 };
    let bytes = &bytes[..bytes.len().min(most)];
    let rules = if selector & 1 == 0 {
        RuleSet::all()
    } else {
        RuleSet::default()
    };
    let options = Options::default().with_rules(rules);
    let options = options
        .with_likely(selector & 2 != 0)
        .with_restore(selector & 4 != 0);
    let len = 1 + usize::from(place);
    // Text that went through an encoding is what most rules are for.
    let misread: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    for text in [bytes, misread.as_bytes()] {
        check_pieces(text, options, len);
        check_repair(text, options, len);
    }
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

    // A checker of pieces makes blocks of them that are longer than these texts.
    let mut findings: Vec<Finding> = Vec::new();
    let mut emit = |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    };
    let mut checker = BlockChecker::new(options);
    // Each block is examined with all of the text around it.
    let len = len.max(text.len() / 8);
    for block in blocks(text, len) {
        let Ok(flow) = checker.check(&block, &mut emit);
        if flow.is_break() {
            break;
        }
    }
    let _ = checker.finish(&mut emit);
    assert_eq!(findings, whole, "in blocks of {len}");
}

/// Returns what [`repair`] returns, in pieces.
fn repair_pieces(text: &[u8], options: Options, len: usize) -> Option<Vec<u8>> {
    let mut repairer = Repairer::new(&options, Some(false), OnIllFormed::Keep, 0);
    let mut repaired: Option<Vec<u8>> = None;
    loop {
        let old = repaired.as_deref().unwrap_or(text);
        if !repairer.begin(old, true) {
            return repaired;
        }
        let _ = old.chunks(len).try_for_each(|piece| repairer.check(piece));
        if !repairer.end().ok()? {
            return repaired;
        }
        let mut new = Vec::new();
        for piece in old.chunks(len) {
            repairer.rewrite(piece, &mut new).ok()?;
        }
        repairer.end_rewrite(&mut new).ok()?;
        repaired = Some(new);
    }
}

fn check_repair(text: &[u8], options: Options, len: usize) {
    let result = repair(text, &options, Some(false), OnIllFormed::Keep, 0);
    if let Ok(whole) = &result {
        let whole = whole.as_ref().map(|repaired| &*repaired.text);
        assert_eq!(
            repair_pieces(text, options, len).as_deref(),
            whole,
            "in pieces of {len}"
        );
    }
    let Ok(Some(repaired)) = result else {
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
