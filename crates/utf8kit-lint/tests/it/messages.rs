//! The words of findings, the length of attempted sequences, and the clause that each finding names.

use utf8kit_lint::{Bidi, Finding, Options, Rule, RuleSet, check};

fn first(bytes: &[u8]) -> Finding {
    let options = Options::default().with_rules(RuleSet::all().difference(Rule::OtherEncoding.into()));
    check(bytes, &options).remove(0)
}

/// Ill-formed bytes, the length of the first finding in them, and its message.
const ATTEMPTS: &[(&[u8], usize, &str)] = &[
    (b"\xC0\xAF\xAF", 2, "`C0 AF` is an overlong encoding of U+002F"),
    (b"\xC0\x80\xFF", 2, "`C0 80` is an overlong encoding of U+0000"),
    (
        b"\xE0\x80\xAF/",
        3,
        "`E0 80 AF` is an overlong encoding of U+002F",
    ),
    (b"\xE0\x80z", 2, "`E0 80` starts an overlong encoding"),
    (
        b"\xF0\x80\x80\xAF",
        4,
        "`F0 80 80 AF` is an overlong encoding of U+002F",
    ),
    (
        b"\xED\xA1\x8C\xED\xBE\xB4\xED",
        6,
        "`ED A1 8C ED BE B4` is a pair of surrogates, which is U+233B4 in CESU-8",
    ),
    (
        b"\xED\xBE\xB4\xED\xBE\xB4\xFF",
        6,
        "`ED BE B4` is the surrogate U+DFB4, which is not a character; the first of 2 in a row",
    ),
    (
        b"\xED\xA1\x8C\xED\xA1\x8C\xFF",
        6,
        "`ED A1 8C` is the surrogate U+D84C, which is not a character; the first of 2 in a row",
    ),
    (
        b"\xED\xA1\xED\xBE\xB4",
        5,
        "`ED A1` starts a surrogate, which is not a character; the first of 2 in a row",
    ),
    (
        b"\xED\xA0\x80\xED\xB0",
        5,
        "`ED A0 80 ED B0` is a pair of surrogates that is cut off",
    ),
    (
        b"\xF4\x90\x80\x80\x80",
        4,
        "`F4 90 80 80` is 0011 0000, which is over U+10FFFF",
    ),
    (b"\xF5\x80z", 2, "`F5 80` starts a number over U+10FFFF"),
    (
        b"\xF8\x88\x80\x80\x80\x80",
        5,
        "`F8 88 80 80 80` is 0020 0000 in RFC 2279, but UTF-8 has no sequences of 5 bytes",
    ),
    (
        b"\xF8\x80\x80\x80\xAF",
        5,
        "`F8 80 80 80 AF` is an overlong encoding of U+002F, even in RFC 2279, but UTF-8 has no sequences of 5 bytes",
    ),
    (
        b"\xFD\xBF\xBF\xBF\xBF\xBF\xBF",
        6,
        "`FD BF BF BF BF BF` is 7FFF FFFF in RFC 2279, but UTF-8 has no sequences of 6 bytes",
    ),
    (b"\xFF\x80", 1, "`FF` never occurs in UTF-8"),
    (
        b"\x80\x80",
        2,
        "`80` is a continuation byte where a character should start; the first of 2 in a row",
    ),
    (
        b"\xE2\x82z",
        2,
        "`E2 82` starts a sequence of 3 bytes, but `7A` does not continue it",
    ),
    (
        b"\xF0\x9F\x98",
        3,
        "`F0 9F 98` starts a sequence of 4 bytes, but the text ends",
    ),
];

#[test]
fn subparts_of_one_attempt_are_joined() {
    for &(bytes, length, message) in ATTEMPTS {
        let finding = first(bytes);
        assert_eq!(
            (finding.length as usize, &*finding.message),
            (length, message),
            "{bytes:X?}"
        );
    }
}

#[test]
fn every_finding_names_its_clause() {
    let cases: &[(&[u8], &str, &str)] = &[
        (b"\xC0\xAF.\xFF", "overlong", "RFC 3629 section 3"),
        (b"\xED\xA0\x80.\xFF", "surrogate", "RFC 3629 section 3"),
        (b"\xFF", "never-valid", "RFC 3629 section 1"),
        (b"\x80", "unexpected-continuation", "RFC 3629 section 3"),
        (b"caf\xC3\x83\xC2\xA9", "once", "RFC 3629 section 3"),
        (b"\xEF\xBB\xBF#!", "forbidden", "RFC 3629 section 6"),
        (b"\xE2\x80\xAEx", "unpaired", "UTS #55"),
        (b"a\0", "nul", "RFC 5198 section 2"),
        (
            b"a\xEF\xBF\xBD",
            "replacement-char",
            "Unicode Standard section 23.8",
        ),
        (b"a\xEF\xBB\xBFb", "inner-feff", "RFC 3629 section 6"),
        (b"\xEF\xBF\xBF", "noncharacter", "Unicode Standard section 23.7"),
        (b"\x07", "c0", "RFC 5198 section 2"),
        (b"e\xCC\x81", "not-nfc", "UAX #15"),
        (b"\xE3\x90\x80\xEA\xB0\x80", "old-hangul", "RFC 3629 section 5"),
    ];
    for &(bytes, kind, clause) in cases {
        let finding = first(bytes);
        assert_eq!((&*finding.kind, finding.clause), (kind, clause), "{bytes:X?}");
    }
}

#[test]
fn a_joined_signature_is_recognized_by_its_place() {
    let message = |text: &str| {
        let finding = first(text.as_bytes());
        assert_eq!(finding.rule, Rule::InnerFeff);
        assert!(finding.message.contains("U+2060"));
        (finding.kind.into_owned(), finding.message.contains("joined"))
    };
    let expected = |kind: &str| (kind.to_owned(), true);
    assert_eq!(message("one\n\u{FEFF}two\n"), expected("line-start"));
    assert_eq!(message("one\r\n\u{FEFF}two\n"), expected("line-start"));
    assert_eq!(message("\u{FEFF}\u{FEFF}two\n"), expected("repeated"));
    assert_eq!(message("one\u{FEFF}two\n"), expected("inner-feff"));
}

/// The names are those of the Unicode Standard.
#[test]
fn controls_of_direction_have_their_names() {
    for (c, name) in [
        ('\u{202A}', "LEFT-TO-RIGHT EMBEDDING"),
        ('\u{202B}', "RIGHT-TO-LEFT EMBEDDING"),
        ('\u{202D}', "LEFT-TO-RIGHT OVERRIDE"),
        ('\u{202E}', "RIGHT-TO-LEFT OVERRIDE"),
        ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
        ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
        ('\u{2068}', "FIRST STRONG ISOLATE"),
    ] {
        let finding = first(format!("a {c}b\n").as_bytes());
        assert!(finding.message.contains(name), "{}", finding.message);
    }
    let options = Options::default().with_bidi(Bidi::All);
    for (c, name) in [
        ('\u{202C}', "POP DIRECTIONAL FORMATTING"),
        ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
        ('\u{61C}', "ARABIC LETTER MARK"),
        ('\u{200E}', "LEFT-TO-RIGHT MARK"),
        ('\u{200F}', "RIGHT-TO-LEFT MARK"),
    ] {
        let text = format!("a {c}b\n");
        let finding = check(text.as_bytes(), &options).remove(0);
        assert!(finding.message.contains(name), "{}", finding.message);
        assert_eq!(check(text.as_bytes(), &Options::default()).len(), 0);
    }
}

#[test]
fn a_finding_is_one_safe_line() {
    let finding = first(b"one\ntwo \xE9\x1B[2J");
    assert_eq!(
        finding.to_string(),
        "2:5: ill-formed: `E9` starts a sequence of 3 bytes, but `1B` does not continue it"
    );
    assert!(!finding.to_string().contains('\n'));
}
