//! What stands side by side is one finding, however a text is divided.

use crate::blocks::check_in_blocks;
use std::ops::ControlFlow;
use utf8kit_lint::{Finding, Fix, Options, Rule, RuleSet, blocks, check};
use utf8kit_test::{assert_linear, is_thorough};

#[test]
fn a_run_is_one_finding_in_any_blocks() {
    let text = [
        &b"a\0\0\0"[..],
        &b"\0".repeat(200),
        b"b \xFF\xFF\xFF\xC0\xAF\xC0\x80\xE2\x82\xE2\x82 after\n\x80\x80\x80\x80\n\xFE\n\xFE\0",
    ]
    .concat();
    let options = Options::default();
    let whole = check(&text, &options);
    let brief: Vec<_> = whole
        .iter()
        .map(|finding| (&*finding.kind, finding.offset, finding.length, finding.count))
        .collect();
    assert_eq!(
        brief,
        [
            ("nul", 1, 203, 203),
            ("never-valid", 206, 3, 3),
            ("overlong", 209, 4, 2),
            ("missing-continuation", 213, 4, 2),
            ("unexpected-continuation", 224, 4, 4),
            ("never-valid", 229, 1, 1),
            ("never-valid", 231, 1, 1),
            ("nul", 232, 1, 1),
        ]
    );
    assert_eq!(
        whole[0].message,
        "U+0000 in text: `utf8 fix --select nul` removes it; the first of 203 in a row"
    );
    assert_eq!((whole[0].column, whole[0].end_column), (2, 205));
    assert_eq!(whole[0].bytes, [0; 64]);
    assert!(whole[0].context.after.starts_with(b"b \xFF"));
    assert_eq!(whole[3].context.after, b" after");
    assert!(whole[3].context.to_line_end);
    for body_len in 1..80 {
        assert_eq!(
            check_in_blocks(&text, &options, body_len).0,
            whole,
            "blocks of {body_len}"
        );
    }
    // Runs of several rules at the same places, one of them interrupted by another rule's, are bounded.
    let options = options.with_rules(RuleSet::all());
    let text = b"\0\x01".repeat(10_000);
    let whole = check(&text, &options);
    for body_len in [100, 1000, 5000] {
        assert_eq!(check_in_blocks(&text, &options, body_len).0, whole);
    }
}

/// Returns UTF-8 decoded as Windows-1252.
fn misread(text: &str) -> String {
    encoding_rs::WINDOWS_1252
        .decode_without_bom_handling(text.as_bytes())
        .0
        .into_owned()
}

/// Returns the text with the repairs of the findings.
fn repaired(text: &[u8], findings: &[Finding]) -> String {
    let (mut repaired, mut at) = (Vec::new(), 0);
    for finding in findings {
        if let Fix::Replace(meant) = &finding.fix {
            repaired.extend_from_slice(&text[at..finding.offset as usize]);
            repaired.extend_from_slice(meant.as_bytes());
            at = (finding.offset + finding.length) as usize;
        }
    }
    repaired.extend_from_slice(&text[at..]);
    String::from_utf8(repaired).unwrap()
}

#[test]
fn a_double_encoded_run_is_one_finding_in_any_blocks() {
    let (french, chinese) = (
        "L’été, un café noir, déjà ".repeat(80),
        "这本书放在桌子上".repeat(60),
    );
    let (russian, cyrillic) = ("Привет, друзья! ".repeat(80), "привет".repeat(99));
    let through_1251 = encoding_rs::WINDOWS_1251
        .decode_without_bom_handling(russian.as_bytes())
        .0
        .into_owned();
    let cut = "Ð½Ð½Ð°\u{D0}\u{FFFD}Ð½ ".repeat(300);
    let options = Options::default().with_rules(RuleSet::all());
    for (index, (wrong, right)) in [
        (misread(&french), &french),
        (misread(&chinese), &chinese),
        (misread(&russian), &russian),
        (misread(&misread(&french)), &french),
        (misread(&misread(&chinese)), &chinese),
        (misread(&misread(&cyrillic)), &cyrillic),
        (through_1251, &russian),
        (cut.clone(), &cut),
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("one\n{wrong}\nthe end\n");
        assert!(wrong.len() > 2500, "{}", wrong.len());
        let whole = check(text.as_bytes(), &options);
        let doubles = |findings: &[Finding]| -> Vec<Finding> {
            let is_double = |finding: &&Finding| finding.rule == Rule::DoubleEncoded;
            findings.iter().filter(is_double).cloned().collect()
        };
        let found = doubles(&whole);
        assert_eq!(
            repaired(text.as_bytes(), &found),
            format!("one\n{right}\nthe end\n")
        );
        // Blocks of two bytes take as long as all others together.
        for (turn, body_len) in [50, 99, 700, 1001, 3000, 2].into_iter().enumerate() {
            let is_tried = if body_len == 2 {
                index == 0
            } else {
                turn % 3 == index % 3
            };
            if !is_tried && !is_thorough() {
                continue;
            }
            let in_blocks = check_in_blocks(text.as_bytes(), &options, body_len).0;
            assert_eq!(doubles(&in_blocks), found, "blocks of {body_len}: {right:.9}");
            assert_eq!(in_blocks, whole, "blocks of {body_len}: {right:.9}");
        }
    }
}

#[test]
fn a_double_encoded_run_that_is_too_long_is_several_findings_in_any_blocks() {
    let options = Options::default();
    let text = format!("a\n{} z\n", "cafÃ©".repeat(100_000));
    let whole = check(text.as_bytes(), &options);
    let brief: Vec<_> = whole
        .iter()
        .map(|finding| (finding.offset, finding.length))
        .collect();
    // Each but the last has the sequences that begin in 256 KiB.
    assert_eq!(brief, [(5, 262_147), (262_155, 262_147), (524_305, 175_697)]);
    assert_eq!(
        repaired(text.as_bytes(), &whole),
        format!("a\n{} z\n", "café".repeat(100_000))
    );
    for body_len in [7777, 262_144 - 1500, text.len()] {
        assert_eq!(
            check_in_blocks(text.as_bytes(), &options, body_len).0,
            whole,
            "blocks of {body_len}"
        );
    }
}

#[test]
fn a_run_is_one_finding_in_other_encodings_too() {
    let utf_16: Vec<u8> = "ab\0\0\0c\nd\0"
        .encode_utf16()
        .chain([0xD800, 0xD800, 0x0A])
        .flat_map(u16::to_le_bytes)
        .collect();
    let encoding = "UTF-16LE".parse().unwrap();
    let mut expected: Option<Vec<Finding>> = None;
    for body_len in (1..30).chain([1000]).rev() {
        let mut checker = utf8kit_lint::EncodingChecker::new(encoding, Options::default());
        let mut findings = Vec::new();
        let mut emit = |finding| {
            findings.push(finding);
            ControlFlow::Continue(())
        };
        for block in blocks(&utf_16, body_len) {
            let _ = checker.check(&block, &mut emit);
        }
        let _ = checker.finish(&mut emit);
        let brief: Vec<_> = findings
            .iter()
            .map(|finding| (finding.rule, finding.offset, finding.length, finding.count))
            .collect();
        let expected_brief = [
            (Rule::Nul, 4, 6, 3),
            (Rule::Nul, 16, 2, 1),
            (Rule::IllFormed, 18, 4, 2),
        ];
        assert_eq!(brief, expected_brief, "blocks of {body_len}");
        assert_eq!(findings[0].context.after, b"c");
        assert_eq!(*expected.get_or_insert_with(|| findings.clone()), findings);
    }
}

/// In blocks of the usual length. A search to the end of the text at each error would take time in proportion to the square of
/// its length.
#[test]
fn text_with_nothing_but_errors_is_checked_in_time() {
    for name in ["UTF-7", "CESU-8", "ISO-2022"] {
        let encoding = name.parse().unwrap();
        assert_linear(1 << 13, |len| {
            let text = vec![0xFF; len];
            let mut checker = utf8kit_lint::EncodingChecker::new(encoding, Options::default());
            let mut count = 0;
            let mut emit = |finding: Finding| {
                count += finding.count;
                ControlFlow::Continue(())
            };
            for block in blocks(&text, utf8kit_lint::BODY_LEN) {
                let _ = checker.check(&block, &mut emit);
            }
            let _ = checker.finish(&mut emit);
            assert_eq!(count, len as u64, "{name}");
        });
    }
}

/// R.7: a run of surplus continuation bytes is one malformed sequence, in however many blocks it is read.
#[test]
fn a_run_of_surplus_continuation_bytes_is_one_place_of_its_length() {
    let text = [b"ab\n".as_slice(), &[0x80; 500], b"c\x80\x80", &[0x80; 30]].concat();
    for body_len in (1..40).chain([100, 503, 1000]) {
        let encoding = "Annex-R".parse().unwrap();
        let mut checker = utf8kit_lint::EncodingChecker::new(encoding, Options::default());
        let mut found = Vec::new();
        let mut emit = |finding: Finding| {
            found.push((finding.offset, finding.length, finding.count, finding.bytes.len()));
            ControlFlow::Continue(())
        };
        for block in blocks(&text, body_len) {
            let _ = checker.check(&block, &mut emit);
        }
        let _ = checker.finish(&mut emit);
        assert_eq!(
            found,
            [(3, 500, 1, 64), (504, 32, 1, 32)],
            "blocks of {body_len} bytes"
        );
    }
}
