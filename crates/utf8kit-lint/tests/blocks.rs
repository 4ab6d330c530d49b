//! Findings do not depend on how a text is divided, nor on which blocks without anything to examine are left out.

use std::cell::Cell;
use std::ops::ControlFlow;
use utf8kit_lint::{
    Bidi, BlockChecker, Finding, Options, Rule, RuleSet, SignatureRule, Source, blocks, check,
};

/// Text that every rule finds something in, with ill-formed sequences of each kind.
fn texts() -> Vec<Vec<u8>> {
    let trouble = b"\xC3\xA9\n\xC0\xAFa\xED\xA1\x8C\xED\xBE\xB4\xE2\x82\xAC\n\xF8\x88\x80\x80\x80\x80\x80\
        \xF0\x9F\x98\x80\xE2\x82\n\x80\x80\x80\x80\x80\xF4\x90\x80\x80 e\xCC\x81 \xEF\xBF\xBD\xEF\xBB\xBF\0\x07\n\
        \xE2\x80\xAEx\n\xE2\x81\xA6y\xE2\x81\xA9 caf\xC3\x83\xC2\xA9 \xEF\xBF\xBF\xC3";
    let legacy: &[u8] =
        b"\xC0 l'\xE9t\xE9, l'\xE9l\xE8ve est f\xEAt\xE9 : \xE7a pla\xEEt, d\xE9j\xE0 pr\xEAts\n";
    vec![
        trouble.to_vec(),
        [b"\xEF\xBB\xBFplain\n", &trouble[..], b"\nplain\n", trouble].concat(),
        legacy.repeat(6),
        b"\xFF\xFEa\0b\0".to_vec(),
        b"".to_vec(),
    ]
}

/// Returns the findings, and the number of blocks left out.
fn check_in_blocks(text: &[u8], options: &Options, body_len: usize) -> (Vec<Finding>, usize) {
    let (mut findings, mut skipped) = (Vec::new(), 0);
    let mut emit = |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    };
    let mut checker = BlockChecker::with_source(*options, text);
    for (index, block) in blocks(text, body_len).enumerate() {
        if !block.may_have_findings(options) && checker.can_skip((index * body_len) as u64) {
            skipped += 1;
            continue;
        }
        let Ok(flow) = checker.check(&block, &mut emit);
        if flow.is_break() {
            break;
        }
    }
    let _ = checker.finish(&mut emit);
    (findings, skipped)
}

#[test]
fn findings_do_not_depend_on_the_blocks() {
    let mut skipped = 0;
    for options in [
        Options::default().with_rules(RuleSet::all()),
        Options::default()
            .with_bidi(Bidi::All)
            .with_signature(SignatureRule::Forbidden),
        Options::default().with_rules(Rule::BidiControl.into()),
    ] {
        for text in texts() {
            let whole = check(&text, &options);
            for body_len in 1..70 {
                let (found, left_out) = check_in_blocks(&text, &options, body_len);
                assert_eq!(found, whole, "blocks of {body_len}");
                skipped += left_out;
            }
        }
    }
    assert!(skipped > 1000, "{skipped}");
}

#[test]
fn a_legacy_encoding_is_the_only_finding_of_its_text() {
    let findings = check(&texts()[2], &Options::default());
    assert_eq!(findings.len(), 1);
    assert_eq!(
        (findings[0].rule, &*findings[0].kind),
        (Rule::OtherEncoding, "windows-1252")
    );
}

/// A text whose second reading fails.
struct Unreadable<'a>(&'a Cell<u32>);

impl Source for Unreadable<'_> {
    type Error = &'static str;

    fn read_at(&self, _: u64, _: &mut [u8]) -> Result<usize, &'static str> {
        self.0.set(self.0.get() + 1);
        Err("unreadable")
    }
}

#[test]
fn the_source_is_read_only_for_findings() {
    let text = [&b"clean\n".repeat(1000)[..], b"\xFF\n"].concat();
    let reads = Cell::new(0);
    let mut checker = BlockChecker::with_source(Options::default(), Unreadable(&reads));
    let mut emit = |_| ControlFlow::Continue(());
    let blocks: Vec<_> = blocks(&text, 2000).collect();
    let (last, clean) = blocks.split_last().unwrap();
    for block in clean {
        assert_eq!(checker.check(block, &mut emit), Ok(ControlFlow::Continue(())));
    }
    assert_eq!(reads.get(), 0);
    assert_eq!(checker.check(last, &mut emit), Err("unreadable"));
    assert_eq!(reads.get(), 1);
}
