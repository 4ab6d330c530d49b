//! `utf8 convert` of texts with an error in every second character.

use crate::common::{Place, Ran};

fn convert(args: &[&str], input: &[u8]) -> Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

/// More errors than are written together.
const MANY: usize = 20_000;

/// Encodings of each kind, and bytes that are ill-formed in them.
const ILL_FORMED: [(&str, &[u8]); 9] = [
    ("windows-1253", b"\xD2"),
    ("Shift_JIS", b"\xFF"),
    ("EUC-JP", b"\xA4"),
    ("ISO-2022-JP", b"\xE9"),
    ("cp857", b"\xD5"),
    ("GB2312", b"\x81"),
    ("BIG5-HKSCS", b"\x87\xFE"),
    ("HZ", b"\xE9"),
    ("EUC-TW", b"\x8E\xA2\xA1"),
];

#[test]
fn many_ill_formed_sequences_become_what_one_becomes() {
    for (name, bytes) in ILL_FORMED {
        // What follows does not complete it.
        let one = [bytes, b"\\."].concat();
        for what in ["replace", "drop", "escape", "with:<é>", "as:KOI8-R"] {
            let args = ["-f", name, "--on-error", what];
            let expected = convert(&args, &one);
            assert_eq!((expected.code, &*expected.err), (Some(0), ""), "{args:?}");
            let ran = convert(&args, &one.repeat(MANY));
            assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{args:?}");
            assert!(ran.text() == expected.text().repeat(MANY), "{args:?}");
        }
    }
}

#[test]
fn many_characters_that_are_lacking_become_what_one_becomes() {
    let names = [
        "windows-1252",
        "Shift_JIS",
        "EUC-JP",
        "Big5",
        "ISO-2022-JP",
        "ISO-8859-15",
        "cp437",
        "037",
        "GB2312",
        "BIG5-HKSCS",
        "EUC-TW",
        "ISO-8859-1",
        "US-ASCII",
    ];
    for name in names {
        for lacking in ["ሴ", "\u{10FFFF}"] {
            let one = format!("a{lacking}");
            for what in ["replace", "drop", "escape", "unicode", "xml", "with:<>"] {
                let args = ["-t", name, "--on-error", what];
                let expected = convert(&args, one.as_bytes());
                assert_eq!((expected.code, &*expected.err), (Some(0), ""), "{args:?}");
                let ran = convert(&args, one.repeat(MANY).as_bytes());
                assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{args:?}");
                assert!(ran.out == expected.out.repeat(MANY), "{args:?}");
            }
        }
    }
}

/// A character that the output lacks, behind many ill-formed sequences that are replaced.
#[test]
fn offsets_are_right_behind_many_errors() {
    let cases: [(&str, &[u8], &[u8]); 5] = [
        ("windows-1253", b"\xD2", b"\xE1"),
        ("EUC-JP", b"\xFF", b"\xA4\xA2"),
        ("IBM857", b"\xD5", b"\xA7"),
        ("GB2312", b"\x81", b"\xD6\xD0"),
        ("BIG5-HKSCS", b"\xFF", b"\xA4\xA4"),
    ];
    for (from, invalid, lacking) in cases {
        for count in [0, 1, MANY] {
            let before = [b"ab", invalid, b"\\.\n"].concat().repeat(count);
            let input = [&before[..], b"x", lacking, b"y"].concat();
            let args = ["-f", from, "-t", "ISO-8859-1", "--on-error", "as:ISO-8859-1"];
            let ran = convert(&args, &input);
            let offset = before.len() + 1;
            let place = format!("standard input:{}:2: offset {offset}: U+", count + 1);
            assert!(ran.err.contains(&place), "{from}: {}", ran.err);
            assert_eq!(ran.code, Some(1));
        }
        // What an ill-formed byte is read as can be lacking, too.
        let input = [b"x\n", invalid, b"y"].concat();
        let ran = convert(&["-f", from, "-t", "ASCII", "--on-error", "as:KOI8-R"], &input);
        assert!(ran.err.contains("2:1: offset 2: U+"), "{from}: {}", ran.err);
        // An ill-formed sequence behind text, where none is replaced.
        let input = [b"ab\n", invalid, b"\n", invalid].concat();
        let ran = convert(&["-f", from], &input);
        let message = format!(
            "2:1: offset 3: `{:02X}` stands for no character in {from}\n",
            invalid[0]
        );
        assert_eq!(ran.err, format!("utf8: standard input:{message}"));
        assert_eq!(ran.text(), "ab\n");
    }
}

/// Memory does not depend on the number of errors.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_errors() {
    use std::process::Command;
    /// Text and tables take half of it. A few bytes for each error would be more.
    const MOST: u64 = 14 << 20;
    const ERRORS: usize = 1_000_000;
    let place = Place::new();
    place.write("utf8", b"a\xFF".repeat(ERRORS));
    place.write("greek", b"a\xD2".repeat(ERRORS));
    place.write("page", b"a\xD5".repeat(ERRORS));
    place.write("set", b"a\x81".repeat(ERRORS));
    place.write("lacking", "aሴ".repeat(ERRORS));
    let runs = [
        "utf8",
        "-f windows-1253 greek",
        "-f cp857 page",
        "-f GB2312 set",
        "-t windows-1252 lacking",
        "-t ISO-8859-1 lacking",
        "-t cp437 lacking",
        "-t EUC-JP lacking",
        "-t GB2312 lacking",
    ];
    for args in runs {
        for what in ["with:TEXT", "replace", "escape"] {
            let mut command = Command::new("sh");
            // The limit is for the data of the process.
            let script = format!(
                "ulimit -d {}; exec timeout 100 \"$0\" convert --on-error {what} {args} > out",
                MOST >> 10
            );
            command
                .args(["-c", &script])
                .arg(env!("CARGO_BIN_EXE_utf8"))
                .current_dir(place.path());
            let ran = crate::common::finish(command, b"");
            assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{what} {args}");
            if what == "with:TEXT" {
                let out = std::fs::read(place.path().join("out")).unwrap();
                assert!(out == b"aTEXT".repeat(ERRORS), "{args}");
            }
        }
    }
}
