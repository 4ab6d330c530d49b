//! `utf8 check --as ENCODING` from the outside, and what `check` says of text in a dialect of UTF-8.

use crate::common::Place;
use utf8kit_test::{hex, is_thorough};

/// `kind line:column offset length bytes` of what `check` finds in `bytes` as text in `encoding`.
fn found(encoding: &str, select: &str, bytes: &[u8]) -> Vec<String> {
    let place = Place::new();
    place.write("f", bytes);
    let brief = |finding: &serde_json::Value| {
        let field = |name: &str| finding[name].to_string().replace('"', "");
        format!(
            "{} {}:{} {} {} {}",
            field("kind"),
            field("line"),
            field("column"),
            field("offset"),
            field("length"),
            field("bytes")
        )
    };
    let args = ["check", "--format", "json", "--as", encoding, "--select", select];
    let whole: Vec<_> = place.run(args).findings().iter().map(brief).collect();
    for (index, piece) in ["1", "2", "3", "7", "64"].into_iter().enumerate() {
        // Without all combinations, standard input is read in half of the sizes, and the file in the others.
        if is_thorough() || index % 2 == 0 {
            let ran = place.run(args.iter().chain(&["--piece-size", piece]));
            let found: Vec<_> = ran.findings().iter().map(brief).collect();
            assert_eq!(found, whole, "{encoding} in pieces of {piece}");
        }
        if is_thorough() || index % 2 == 1 {
            let ran = place.run_with(args.iter().chain(&["--piece-size", piece, "-"]), bytes);
            let found: Vec<_> = ran.findings().iter().map(brief).collect();
            assert_eq!(found, whole, "{encoding} in pieces of {piece}");
        }
    }
    whole
}

const NONE: [&str; 0] = [];

#[test]
fn a_finding_has_the_bytes_of_its_character_alone() {
    let cases: [(&str, &[u8], &[&str]); 7] = [
        // The end of a run decides about the character before it: its last bits are not zero.
        (
            "UTF-7",
            b"+AAB-",
            &["nul 1:1 1 2 41 41", "missing-continuation 1:2 3 1 42"],
        ),
        (
            "UTF-7",
            b"+AAA-+AAA-",
            &["nul 1:1 1 3 41 41 41", "nul 1:2 6 3 41 41 41"],
        ),
        (
            "UTF-7",
            b"+AAA\xFF",
            &["nul 1:1 1 3 41 41 41", "never-valid 1:2 4 1 FF"],
        ),
        (
            "ISO-2022",
            b"a\x1B%G\xEF\xBB\xBF\x1B%@b",
            &["inner-feff 1:2 4 3 EF BB BF"],
        ),
        ("ISO-2022", b"\x1B%G\xC0\x80!", &["overlong 1:1 3 2 C0 80"]),
        (
            "UTF-32BE",
            b"\0\0\0\0\0\0\xD8\0",
            &["nul 1:1 0 4 00 00 00 00", "surrogate 1:2 4 4 00 00 D8 00"],
        ),
        // The continuation bytes are one malformed sequence.
        (
            "Annex-R",
            b"a\x80\x80\x80\xEF\xBB\xBF",
            &[
                "unexpected-continuation 1:2 1 3 80 80 80",
                "inner-feff 1:3 4 3 EF BB BF",
            ],
        ),
    ];
    for (encoding, bytes, expected) in cases {
        assert_eq!(found(encoding, "default", bytes), expected, "{encoding}");
    }
}

#[test]
fn text_with_nothing_but_errors_is_checked() {
    let place = Place::new();
    place.write("f", vec![0xFF; 1 << 17]);
    for encoding in ["UTF-7", "CESU-8", "ISO-2022"] {
        let ran = place.run(["check", "--as", encoding, "--quiet"]);
        assert_eq!(ran.code, Some(1), "{encoding}");
    }
}

#[test]
fn each_encoding_has_its_own_rules() {
    let cases = [
        ("CESU-8", "61 ED A1 8C ED BE B4", None),
        (
            "CESU-8",
            "61 F0 A3 8E B4",
            Some("never-valid 1:2 1 4 F0 A3 8E B4"),
        ),
        ("CESU-8", "0A ED A1 8C 61", Some("surrogate 2:1 1 3 ED A1 8C")),
        ("Modified-UTF-8", "C0 80", None),
        ("CESU-8", "C0 80", Some("overlong 1:1 0 2 C0 80")),
        ("RFC2279", "FD BF BF BF BF BF F8 88 80 80 80", None),
        ("RFC2279", "61 FE", Some("never-valid 1:2 1 1 FE")),
        (
            "RFC2279",
            "61 F8 80 80 80 AF",
            Some("overlong 1:2 1 5 F8 80 80 80 AF"),
        ),
        ("WTF-8", "ED A0 80 61", None),
        (
            "WTF-8",
            "61 ED A1 8C ED BE B4",
            Some("surrogate 1:2 1 6 ED A1 8C ED BE B4"),
        ),
        ("UTF-16LE", "61 00 0A 00 3D D8 00 DE", None),
        (
            "UTF-16LE",
            "61 00 0A 00 3D D8 61 00",
            Some("surrogate 2:1 4 2 3D D8"),
        ),
        ("UTF-16BE", "00 61 D8", Some("unexpected-end 1:2 2 1 D8")),
        ("UTF-16", "FF FE 0A 00 00 DC", Some("surrogate 2:1 4 2 00 DC")),
        (
            "UTF-32BE",
            "00 00 00 0A 00 11 00 00",
            Some("too-large 2:1 4 4 00 11 00 00"),
        ),
        ("UCS-4BE", "7F FF FF FF 00 00 00 0A", None),
        (
            "UCS-4BE",
            "00 00 00 0A 80 00 00 00",
            Some("too-large 2:1 4 4 80 00 00 00"),
        ),
        ("UTF-8-SIG", "EF BB BF 61 FF", Some("never-valid 1:2 4 1 FF")),
        ("US-ASCII", "61 C3", Some("undefined 1:2 1 1 C3")),
        ("UTF-8", "61 ED A1 8C", Some("surrogate 1:2 1 3 ED A1 8C")),
    ];
    for (encoding, bytes, expected) in cases {
        let found = found(encoding, "ill-formed", &hex(bytes));
        assert_eq!(
            found,
            expected.into_iter().collect::<Vec<_>>(),
            "{encoding} {bytes}"
        );
    }
}

#[test]
fn characters_are_found_in_any_encoding() {
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let text = "é\n\u{7} \u{FFFE}\n\u{FEFF}\u{202E}x\n";
    assert_eq!(
        found("UTF-16LE", "default,control,noncharacter", &utf_16(text)),
        [
            "c0 2:1 4 2 07 00",
            "noncharacter 2:3 8 2 FE FF",
            "line-start 3:1 12 2 FF FE",
            "unpaired 3:2 14 2 2E 20"
        ]
    );
    assert_eq!(found("UTF-16LE", "default", &utf_16("\u{2067}x\u{2069}\n")), NONE);
    assert_eq!(found("CESU-8", "inner-feff", "\u{FEFF}a".as_bytes()), NONE);
    assert_eq!(found("UTF-7", "nul", b"a+AAA-b"), ["nul 1:2 2 3 41 41 41"]);
    let many = "Größe 漢字 😀\n".repeat(2000) + "\0";
    let bytes = utf_16(&many);
    let offset = bytes.len() - 2;
    assert_eq!(
        found("UTF-16LE", "nul", &bytes),
        [format!("nul 2001:1 {offset} 2 00 00")]
    );
}

#[test]
fn the_label_unicode_1_1_utf_8_is_judged() {
    let found = |text: &str| found("UNICODE-1-1-UTF-8", "default", text.as_bytes());
    assert_eq!(found("\u{3400} a\n\u{3401}"), NONE);
    assert_eq!(found("\u{3400}\n\u{AC00}"), ["mixed 2:1 4 3 EA B0 80"]);
    assert_eq!(found("a\u{AC00}\u{AC01}"), ["wrong-label 1:2 1 3 EA B0 80"]);
    assert_eq!(found("hello\n"), ["needless-label 1:1 0 0 "]);
}

#[test]
fn the_label_unicode_1_1_utf_8_has_sequences_of_six_bytes() {
    let found = |text: &str| found("UNICODE-1-1-UTF-8", "ill-formed", &hex(text));
    assert_eq!(found("FC 84 90 80 80 80 FD BF BF BF BF BF"), NONE);
    assert_eq!(found("61 F8 87 BF BF BF"), ["overlong 1:2 1 5 F8 87 BF BF BF"]);
}

/// NOTE 3 of R.4, and what R.5 maps although R.4 never makes it.
#[test]
fn annex_r_objects_to_what_it_reads_for_information() {
    let found = |encoding, text| found(encoding, "annex-r", &hex(text));
    assert_eq!(
        found("Annex-R", "EF BF BE 61 EF BF BF EF BF BE 62"),
        [
            "undefined 1:1 0 3 EF BF BE",
            "undefined 1:3 4 6 EF BF BF EF BF BE"
        ]
    );
    assert_eq!(
        found("Annex-R.5", "61 C1 81 0A E0 80 80 EF BF BF F0 8F BF BF"),
        [
            "overlong 1:2 1 2 C1 81",
            "overlong 2:1 4 3 E0 80 80",
            "undefined 2:2 7 3 EF BF BF",
            "overlong 2:3 10 4 F0 8F BF BF"
        ]
    );
    for encoding in ["RFC2279", "UTF-8", "UTF-16BE"] {
        assert_eq!(found(encoding, "EF BF BF 20"), NONE, "{encoding}");
    }
    let place = Place::new();
    place.write("f", hex("EF BF BE C1 81"));
    let ran = place.run(["check", "--as", "Annex-R.5", "f"]);
    assert_eq!(ran.code, Some(0));
    for line in [
        "f:1:1: annex-r: U+FFFE is a position without a character, whose mapping is undefined (NOTE 3) (note, offset 0)\n",
        "f:1:2: annex-r: `C1 81` is U+0041 in a longer sequence than necessary: the shortest is `41` (note, offset 3)\n",
    ] {
        assert!(ran.text().contains(line), "{}", ran.text());
    }
    let clauses: Vec<_> = (place
        .run(["check", "--as", "Annex-R.5", "--format", "json", "f"])
        .findings())
    .iter()
    .map(|finding| finding["clause"].as_str().unwrap().to_owned())
    .collect();
    assert_eq!(clauses, ["ISO/IEC 10646-1 R.4", "ISO/IEC 10646-1 R.5"]);
}

#[test]
fn numbers_over_unicode_are_outside_the_repertoires() {
    assert_eq!(
        found(
            "RFC2279",
            "unicode-scalars,ill-formed",
            &hex("61 FD BF BF BF BF BF")
        ),
        ["unicode-scalars 1:2 1 6 FD BF BF BF BF BF"]
    );
    assert_eq!(
        found("WTF-8", "unicode-scalars", &hex("61 ED A0 80 62")),
        ["unicode-scalars 1:2 1 3 ED A0 80"]
    );
    let place = Place::new();
    place.write("f", hex("61 FD BF BF BF BF BF"));
    let ran = place.run(["check", "--as", "RFC2279", "--select", "unicode-scalars", "f"]);
    assert!(
        ran.text()
            .starts_with("f:1:2: unicode-scalars: 7FFF FFFF is not a Unicode scalar value"),
        "{}",
        ran.text()
    );
}

#[test]
fn the_line_of_a_finding_is_decoded() {
    let place = Place::new();
    let text: Vec<u8> = "one\nGrö\u{202E}ße\nthree"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    place.write("f", text);
    let ran = place.run(["check", "--as", "UTF-16BE", "f"]);
    assert_eq!(
        ran.report(),
        "f:2:4: bidi-control: U+202E RIGHT-TO-LEFT OVERRIDE is not closed in its line and reorders the text after it \
         (offset 14)\n  | Grö\\u{202E}ße\n  |    ^^^^^^^^\n1 finding in 1 file; `utf8 fix` repairs none\n"
    );
}

#[test]
fn a_tree_of_utf_16_is_checked_and_binary_files_are_skipped_in_other_encodings() {
    let place = Place::new();
    place.write("t/a", b"a\0\n\0");
    let ran = place.run(["check", "--as", "UTF-16LE", "t"]);
    assert_eq!((ran.code, ran.text()), (Some(0), "No findings in 1 file\n"));
    place.write("t/b", b"\x7FELF\0\xFF\xFE\xFD");
    let ran = place.run([
        "check",
        "--as",
        "CESU-8",
        "--ignore",
        "other-encoding",
        "t/b",
        "t",
    ]);
    assert_eq!(ran.code, Some(1));
    place.write("binary/b", b"\x7FELF\0\xFF\xFE\xFD");
    for encoding in ["CESU-8", "latin1"] {
        let ran = place.run(["check", "--as", encoding, "binary"]);
        let skipped = "No findings in 0 files, 1 binary file skipped\n";
        assert_eq!((ran.code, ran.text()), (Some(0), skipped), "{encoding}");
    }
}

#[test]
fn the_name_is_that_of_an_encoding_of_unicode() {
    let place = Place::new();
    for (name, said) in [("CESU-9", "did you mean"), ("windows-1252", "Unicode text")] {
        let ran = place.run(["check", "--as", name, "."]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""));
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn text_in_a_dialect_is_recognized_as_a_whole() {
    let place = Place::new();
    let pair = hex("ED A1 8C ED BE B4");
    let clean = "clean text\n".repeat(300);
    let message = |args: &[&str], bytes: &[u8]| {
        // By its name, the file is text although it has U+0000.
        place.write("f.txt", bytes);
        let name = if args[0] == "-" {
            &["--stdin-filename", "f.txt"][..]
        } else {
            &[]
        };
        let args = ["check", "--format", "json"].iter().chain(name).chain(args);
        let ran = place.run_with(args, bytes);
        let findings = ran.findings();
        let first = findings.iter().find(|finding| finding["rule"] == "ill-formed");
        first.unwrap()["message"].as_str().unwrap().to_owned()
    };
    let cases: [(&[&[u8]], Option<&str>); 7] = [
        (
            &[clean.as_bytes(), &pair, clean.as_bytes()],
            Some("CESU-8 and in Modified UTF-8: check it with `--as CESU-8`"),
        ),
        (
            &[b"\0", clean.as_bytes(), &pair],
            Some("CESU-8: check it with `--as CESU-8`"),
        ),
        (
            &[&pair, clean.as_bytes(), b"\xC0\x80"],
            Some("Modified UTF-8: check it with `--as Modified-UTF-8`"),
        ),
        (
            &[clean.as_bytes(), b"\xFC\x84\x80\x80\x80\x80", clean.as_bytes()],
            Some("RFC 2279 UTF-8: check it with `--as RFC2279`"),
        ),
        (
            &[b"\xED\xA0\x80", clean.as_bytes()],
            Some("WTF-8: check it with `--as WTF-8`"),
        ),
        (&["😀".as_bytes(), clean.as_bytes(), &pair], None),
        (&[clean.as_bytes(), &pair, clean.as_bytes(), b"\xFF"], None),
    ];
    for (parts, expected) in cases {
        let bytes = parts.concat();
        for args in [
            &["f.txt"][..],
            &["-"],
            &["f.txt", "--piece-size", "50"],
            &["-", "--piece-size", "50"],
        ] {
            let message = message(args, &bytes);
            match expected {
                Some(expected) => {
                    // What a pipe had before is not read again.
                    let is_cut = args == ["-", "--piece-size", "50"] && !bytes.starts_with(&pair);
                    let expected = match is_cut && expected.contains("CESU-8") {
                        true => "; the text from here on is well-formed in CESU-8".to_owned(),
                        false => format!("; the whole text is well-formed in {expected}"),
                    };
                    assert!(message.contains(&expected), "{message}");
                }
                None => assert!(!message.contains("the whole text is well-formed in"), "{message}"),
            }
        }
        if let Some((_, label)) = expected.and_then(|expected| expected.split_once("--as ")) {
            let ran = place.run([
                "check",
                "--ignore",
                "nul",
                "--as",
                label.trim_end_matches('`'),
                "f.txt",
            ]);
            assert_eq!(ran.code, Some(0), "{}", ran.text());
        }
    }
}

/// The `-` that ends a run is not a part of the character before it.
#[test]
fn a_finding_in_utf_7_has_the_digits_of_its_character() {
    let place = Place::new();
    place.write("f", "x +IC4-y\nz +IC4AYQ-\nz +IC4 b\n");
    let ran = place.run(["check", "--no-config", "--as", "UTF-7", "--format", "json", "f"]);
    let found: Vec<_> = ran
        .findings()
        .iter()
        .map(|finding| {
            (
                finding["offset"].as_u64(),
                finding["bytes"].as_str().map(str::to_owned),
            )
        })
        .collect();
    assert_eq!(
        found,
        [3, 12, 23].map(|offset| (Some(offset), Some("49 43 34".to_owned())))
    );
}
