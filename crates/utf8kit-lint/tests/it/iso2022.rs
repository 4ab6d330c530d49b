//! Text in ISO/IEC 2022: levels that are announced, and blocks of every length.

use std::ops::ControlFlow;
use unicode_normalization::char::is_combining_mark;
use utf8kit_encodings::Encoding;
use utf8kit_encodings::iso2022::Level;
use utf8kit_lint::inspect::Items;
use utf8kit_lint::{EncodingChecker, Finding, Options, Reason, Rule, blocks, recognize};

/// `kind offset length count columns` of what is found in blocks of some bytes.
fn found(text: &[u8], body_len: usize) -> Vec<String> {
    let mut checker = EncodingChecker::new(Encoding::Iso2022, Options::default());
    let mut found = Vec::new();
    let mut emit = |finding: Finding| {
        found.push(format!(
            "{} {} {} {} {}-{}",
            finding.kind, finding.offset, finding.length, finding.count, finding.column, finding.end_column
        ));
        ControlFlow::Continue(())
    };
    for block in blocks(text, body_len) {
        let _ = checker.check(&block, &mut emit);
    }
    let _ = checker.finish(&mut emit);
    found
}

/// The tables of the levels are of the Unicode version of `unicode-normalization`.
#[test]
fn level_1_leaves_out_all_combining_characters() {
    for c in '\0'..=char::MAX {
        let is_jamo =
            matches!(c, '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97F}' | '\u{D7B0}'..='\u{D7FF}');
        assert_eq!(
            Level::One.allows(c.into()),
            !is_combining_mark(c) && !is_jamo,
            "{c:?}"
        );
    }
}

#[test]
fn what_a_level_leaves_out_is_found_in_blocks_of_every_length() {
    let text = [
        "e\u{301}\u{302}\u{93E}\x1B%/Ge\u{301}\u{302} \u{93E}\x1B%/He\u{301}\u{93E}\x1B%/Ie\u{301}\x1B%G\u{301}".as_bytes(),
        b"\x1B%/E\0e\x03\x01\0\x1B\0%\0/\0@\0e\x03\x01\0\x1B\0%\0@a",
    ]
    .concat();
    let text = [b"\x1B%G", &*text].concat();
    let expected = [
        "level-3 16 4 2 6-8",
        "level-2 21 3 1 9-10",
        "level-3 29 2 1 11-12",
        "level-3 64 2 1 19-20",
    ];
    for body_len in 1..=text.len() {
        assert_eq!(found(&text, body_len), expected, "blocks of {body_len} bytes");
    }
}

/// In announced text, malformed sequences are those of Annex R: as long as in it, in blocks of every length.
#[test]
fn malformed_sequences_of_announced_text_are_those_of_annex_r() {
    let text = b"\x80\x1B%Ga\x80\x80\x80b\xFC\x84\x80\x80\x80\x80\xC1\x81\xE2\x82\x1B%@\x80 \x1B$Bab";
    let expected = [
        "undefined 0 1 1 1-2",
        "unexpected-continuation 5 3 1 3-4",
        "overlong 15 2 1 6-7",
        "missing-continuation 17 2 1 7-8",
        "undefined 22 1 1 8-9",
        // A designation, and what is in the set.
        "undefined 24 5 3 10-13",
    ];
    for body_len in 1..=text.len() {
        assert_eq!(found(text, body_len), expected, "blocks of {body_len} bytes");
    }
}

/// NOTE 3 of Annex R leaves U+FFFE and U+FFFF undefined: that is said of announced UTF-8, and of nothing else.
#[test]
fn annex_r_objects_to_what_it_leaves_undefined_in_announced_text() {
    let text = b"\x1B%/E\xFF\xFE\0\x1B\0%\0Ga\xEF\xBF\xBE\xEF\xBF\xBF\x1B%@";
    let mut checker = EncodingChecker::new(
        Encoding::Iso2022,
        Options::default().with_rules(Rule::AnnexR.into()),
    );
    let mut found = Vec::new();
    let mut emit = |finding: Finding| {
        found.push((
            finding.kind.to_string(),
            finding.offset,
            finding.count,
            finding.clause,
        ));
        ControlFlow::Continue(())
    };
    for block in blocks(text, text.len()) {
        let _ = checker.check(&block, &mut emit);
    }
    let _ = checker.finish(&mut emit);
    assert_eq!(found, [("undefined".to_owned(), 13, 2, "ISO/IEC 10646-1 R.4")]);
    let remarked: Vec<u64> = Items::new(text, Encoding::Iso2022)
        .filter(|item| item.remark.is_some())
        .map(|item| item.offset)
        .collect();
    assert_eq!(remarked, [13, 16]);
}

#[test]
fn an_announcement_at_the_beginning_is_recognized() {
    for bytes in [
        &b"\x1B%Gplain"[..],
        b"\x1B%/G\xC3\xA9",
        b"\x1B%/H\xFF",
        b"\x1B%/I",
        b"\x1B%/@\0a\0b\0c",
        b"\x1B%/F\0\0\0a\0\0\0b",
    ] {
        let recognized = recognize(bytes, true).unwrap();
        assert_eq!(
            (recognized.encoding, recognized.reason),
            ("ISO-2022", Reason::Escapes),
            "{bytes:02X?}"
        );
    }
    for bytes in [&b"a\x1B%G"[..], b"\x1B%", b"\x1B%@", b"\x1B[1m"] {
        assert_eq!(recognize(bytes, true).unwrap().encoding, "UTF-8", "{bytes:02X?}");
    }
}
