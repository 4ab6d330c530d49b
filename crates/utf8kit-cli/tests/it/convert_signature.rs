//! Signatures in `utf8 convert`.

use crate::common::{Place, Ran, document};
use utf8kit_test::is_thorough;

fn convert(args: &[&str], input: &[u8]) -> Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

#[track_caller]
fn check(args: &[&str], input: &[u8], output: &[u8]) {
    let ran = convert(args, input);
    assert_eq!(
        (ran.code, &*ran.err, &*ran.out),
        (Some(0), "", output),
        "{args:?}"
    );
}

/// Encodings, and `U+FEFF`, `é` in them.
const SIGNED: [(&str, &[u8], &[u8]); 17] = [
    ("UTF-8", b"\xEF\xBB\xBF", b"\xC3\xA9"),
    ("UTF-8-SIG", b"\xEF\xBB\xBF", b"\xC3\xA9"),
    ("UTF-16", b"\xFF\xFE", b"\xE9\0"),
    ("UTF-16LE", b"\xFF\xFE", b"\xE9\0"),
    ("UTF-16BE", b"\xFE\xFF", b"\0\xE9"),
    ("UTF-32", b"\xFF\xFE\0\0", b"\xE9\0\0\0"),
    ("UTF-32LE", b"\xFF\xFE\0\0", b"\xE9\0\0\0"),
    ("UTF-32BE", b"\0\0\xFE\xFF", b"\0\0\0\xE9"),
    ("UCS-2", b"\xFE\xFF", b"\0\xE9"),
    ("UCS-2LE", b"\xFF\xFE", b"\xE9\0"),
    ("UCS-2BE", b"\xFE\xFF", b"\0\xE9"),
    ("UCS-4", b"\0\0\xFE\xFF", b"\0\0\0\xE9"),
    ("UCS-4LE", b"\xFF\xFE\0\0", b"\xE9\0\0\0"),
    ("UCS-4BE", b"\0\0\xFE\xFF", b"\0\0\0\xE9"),
    ("UTF-1", b"\xF7\x64\x4C", b"\xA0\xE9"),
    ("CESU-8", b"\xEF\xBB\xBF", b"\xC3\xA9"),
    ("RFC2279", b"\xEF\xBB\xBF", b"\xC3\xA9"),
];

#[test]
fn the_option_keeps_strips_or_adds_in_every_encoding() {
    for (i, (from, from_signature, from_text)) in SIGNED.into_iter().enumerate() {
        let signed = [from_signature, from_text].concat();
        for (j, (to, to_signature, to_text)) in SIGNED.into_iter().enumerate() {
            // Without all pairs, each encoding with itself and with one or two others.
            if !is_thorough() && i != j && (i + j) % 10 != 0 {
                continue;
            }
            let with = [to_signature, to_text].concat();
            check(&["-f", from, "-t", to, "--signature", "keep"], &signed, &with);
            check(&["-f", from, "-t", to, "--signature", "strip"], &signed, to_text);
            check(&["-f", from, "-t", to, "--signature", "add"], &signed, &with);
            // Without a byte order, these begin with it or are big-endian.
            if !matches!(from, "UTF-16" | "UTF-32") {
                check(&["-f", from, "-t", to, "--signature", "keep"], from_text, to_text);
                check(
                    &["-f", from, "-t", to, "--signature", "strip"],
                    from_text,
                    to_text,
                );
                check(&["-f", from, "-t", to, "--signature", "add"], from_text, &with);
            }
        }
    }
}

#[test]
fn without_the_option_the_definitions_decide() {
    let (plain, signed) = ("é".as_bytes(), "\u{FEFF}é".as_bytes());
    for (to, signature, text) in SIGNED {
        let with = [signature, text].concat();
        let adds = matches!(to, "UTF-8-SIG" | "UTF-16" | "UTF-32");
        // Never two signatures.
        check(&["-t", to], signed, &with);
        check(&["-t", to], plain, if adds { &with } else { text });
        // Here the signature only gives the byte order, or the encoding.
        for from in ["UTF-16", "UCS-2", "UTF-8-SIG"] {
            let input: &[u8] = if from == "UTF-8-SIG" {
                signed
            } else {
                b"\xFE\xFF\0\xE9"
            };
            check(&["-f", from, "-t", to], input, if adds { &with } else { text });
        }
    }
}

#[test]
fn an_encoding_without_signature_loses_it() {
    for mode in [&[][..], &["--signature", "keep"], &["--signature", "strip"]] {
        for (to, text) in [
            ("ISO-8859-1", &b"\xE9"[..]),
            ("windows-1252", b"\xE9"),
            ("KOI8-R", b"a"),
        ] {
            let input = if to == "KOI8-R" { "\u{FEFF}a" } else { "\u{FEFF}é" };
            let ran = convert(&[&["-t", to], mode].concat(), input.as_bytes());
            assert_eq!((ran.code, &ran.out[..]), (Some(0), text));
            // What was asked for and cannot be is said.
            let warning = match mode.contains(&"keep") {
                true => format!(
                    "utf8: standard input: --signature keep: the signature is left out, because `{to}` has none\n"
                ),
                false => String::new(),
            };
            assert_eq!(ran.err, warning);
            let plain = &input["\u{FEFF}".len()..];
            check(&[&["-t", to], mode].concat(), plain.as_bytes(), text);
        }
    }
    // Only at the start.
    assert_eq!(
        convert(&["-t", "ISO-8859-1"], "a\u{FEFF}".as_bytes()).code,
        Some(1)
    );
    let ran = convert(&["-t", "ISO-8859-1", "--signature", "add"], b"a");
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.err, "utf8: --signature add: `ISO-8859-1` has no signature\n");
    // The name of a mailbox has none either.
    let ran = convert(&["-t", "UTF-7-IMAP"], "\u{FEFF}a".as_bytes());
    assert_eq!((ran.code, &ran.out[..]), (Some(0), &b"a"[..]));
    let ran = convert(&["-t", "UTF-7-IMAP", "--signature", "add"], b"a");
    assert_eq!(ran.code, Some(2));
    // A text of nothing but a signature, and no text at all.
    check(&["-t", "UTF-16BE"], "\u{FEFF}".as_bytes(), b"\xFE\xFF");
    check(&["-t", "UTF-16"], "\u{FEFF}".as_bytes(), b"\xFF\xFE");
    check(&["-t", "UTF-16"], b"", b"");
    check(&["-t", "UTF-16", "--signature", "add"], b"", b"\xFF\xFE");
    check(
        &["-f", "UCS-4", "-t", "RFC2279", "--signature", "add"],
        b"",
        b"\xEF\xBB\xBF",
    );
}

#[test]
fn joined_files_have_no_signature_in_the_middle() {
    let place = Place::new();
    place.write("signed", "\u{FEFF}a");
    place.write("other", "\u{FEFF}b\u{FEFF}");
    place.write("plain", "c");
    place.write("empty", "");
    let joined = |args: &[&str]| {
        let ran = place.run(["convert"].iter().chain(args));
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{args:?}");
        ran.out
    };
    assert_eq!(
        joined(&["signed", "other", "plain"]),
        "\u{FEFF}ab\u{FEFF}c".as_bytes()
    );
    assert_eq!(joined(&["plain", "signed"]), b"ca");
    assert_eq!(
        joined(&["empty", "signed", "other"]),
        "\u{FEFF}ab\u{FEFF}".as_bytes()
    );
    assert_eq!(joined(&["-t", "UTF-16", "signed", "signed"]), b"\xFF\xFEa\0a\0");
    assert_eq!(joined(&["--signature", "keep", "plain", "signed"]), b"ca");
    assert_eq!(
        joined(&["--signature", "add", "plain", "signed"]),
        "\u{FEFF}ca".as_bytes()
    );
    // Numbers too, each file in its own byte order.
    place.write("big", b"\0\0\xFE\xFF\x7F\xFF\xFF\xFF");
    place.write("little", b"\xFF\xFE\0\0\xFF\xFF\xFF\x7F");
    assert_eq!(
        joined(&["-f", "UCS-4", "-t", "UCS-4BE", "big", "little"]),
        b"\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF"
    );
    assert_eq!(
        joined(&["-f", "UCS-4BE", "-t", "UCS-4", "big", "big"]),
        b"\0\0\xFE\xFF\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF"
    );
}

/// Where the name gives the byte order, U+FEFF at the start is text by RFC 2781, in each file. It stays or goes as the first one
/// does. Elsewhere it is a signature, and only the first can be kept.
#[test]
fn the_signature_of_each_file_is_treated_as_that_of_the_first() {
    let place = Place::new();
    let utf16 = "\u{FEFF}a\u{FEFF}b".encode_utf16();
    let little: Vec<u8> = utf16.clone().flat_map(u16::to_le_bytes).collect();
    place.write("le", &little);
    place.write("be", utf16.flat_map(u16::to_be_bytes).collect::<Vec<u8>>());
    let utf32 = "\u{FEFF}a\u{FEFF}b".chars().map(u32::from);
    place.write(
        "le32",
        utf32.clone().flat_map(u32::to_le_bytes).collect::<Vec<u8>>(),
    );
    place.write("be32", utf32.flat_map(u32::to_be_bytes).collect::<Vec<u8>>());
    place.write("utf8", "\u{FEFF}a\u{FEFF}b");
    place.write("none", "a\u{FEFF}b");
    let (signed, plain) = ("\u{FEFF}a\u{FEFF}b", "a\u{FEFF}b");
    let joined = |args: &str, expected: [&str; 2]| {
        let ran = place.run(["convert"].into_iter().chain(args.split(' ')));
        assert_eq!((ran.code, ran.text()), (Some(0), &*expected.concat()), "{args}");
    };
    for (from, file) in [
        ("UTF-16LE", "le"),
        ("UTF-16BE", "be"),
        ("UTF-32LE", "le32"),
        ("UTF-32BE", "be32"),
    ] {
        joined(&format!("-f {from} {file} {file}"), [signed, signed]);
        joined(
            &format!("-f {from} --signature strip {file} {file}"),
            [plain, plain],
        );
        joined(
            &format!("-f {from} --signature keep {file} {file}"),
            [signed, plain],
        );
        joined(
            &format!("-f {from} --signature add {file} {file}"),
            [signed, plain],
        );
        // The output has a signature of its own.
        joined(&format!("-f {from} -t UTF-8-SIG {file} {file}"), [signed, plain]);
    }
    // Here it gives the byte order or marks the encoding.
    for (from, file) in [
        ("UTF-16", "le"),
        ("UTF-16", "be"),
        ("UTF-32", "le32"),
        ("UTF-32", "be32"),
        ("UTF-8-SIG", "utf8"),
    ] {
        joined(&format!("-f {from} {file} {file}"), [plain, plain]);
    }
    joined("utf8 utf8", [signed, plain]);
    joined("none utf8", [plain, plain]);
    joined("-f auto utf8 le", [signed, plain]);
    // A text is not changed on the way to its own encoding.
    let ran = place.run("convert -f UTF-16LE -t UTF-16LE le le".split(' '));
    assert_eq!((ran.code, ran.out), (Some(0), little.repeat(2)));
    // One that cannot have it.
    place.write("plain16", b"\xFF\xFEa\0");
    let ran = place.run("convert -f UTF-16LE -t latin1 plain16 plain16".split(' '));
    assert_eq!((ran.code, ran.text()), (Some(0), "aa"));
}

/// What is not UTF-8, and for which no encoding is named: what it probably is, and what to type.
#[test]
fn an_input_that_is_not_utf8_says_what_to_type() {
    let russian = "Это обычный русский текст, записанный в старой кодировке.\n".repeat(8);
    let (koi8, _, _) = encoding_rs::KOI8_R.encode(&russian);
    let place = Place::new();
    place.write("russian", [b"\n", &*koi8].concat());
    let message =
        "2:1: offset 1: `FC` is not UTF-8; the input is very likely KOI8-R: use `-f auto`, or `-f KOI8-R`\n";
    let ran = place.run(["convert", "russian"]);
    assert_eq!(
        (ran.code, &*ran.err),
        (Some(1), &*format!("utf8: russian:{message}"))
    );
    // What it says to type, works.
    for from in ["auto", "KOI8-R"] {
        let ran = place.run(["convert", "-f", from, "russian"]);
        assert_eq!((ran.code, ran.text()), (Some(0), &*format!("\n{russian}")));
    }
    // A pipe too, and behind more than is kept of it.
    let long = [&b"word\n".repeat(100_000)[..], &koi8].concat();
    for (input, offset) in [(&*koi8, 0), (&long, 500_000)] {
        let ran = place.run_with(["convert"], input);
        assert_eq!(ran.code, Some(1));
        let end = format!(
            "offset {offset}: `FC` is not UTF-8; the input is very likely KOI8-R: use `-f auto`, or `-f KOI8-R`\n"
        );
        assert!(ran.err.ends_with(&end), "{}", ran.err);
        place.write("again", input);
        let ran = place.run(["convert", "again"]);
        assert!(ran.err.ends_with(&end), "{}", ran.err);
    }
    let says = |input: &[u8], expected: &str| {
        place.write("input", input);
        for ran in [
            place.run(["convert", "input"]),
            place.run_with(["convert"], input),
        ] {
            assert_eq!(ran.code, Some(1));
            let (_, message) = ran.err.split_once(": offset ").expect("an offset");
            assert_eq!(message, format!("{expected}\n"));
        }
    };
    says(
        b"\xFF\xFEa\0b\0",
        "0: `FF` is not UTF-8; the input is UTF-16LE, by its signature: use `-f auto`, or `-f UTF-16`",
    );
    says(
        "# -*- coding: latin-1 -*-\ns = 'caf\u{E9}'\n"
            .chars()
            .map(|c| c as u8)
            .collect::<Vec<u8>>()
            .as_slice(),
        "34: `E9` is not UTF-8; the input is ISO-8859-1, as it declares: use `-f auto`, or `-f ISO-8859-1`",
    );
    // UTF-8 with an error says what the error is.
    says(
        "déjà vu, naïve, café \u{E9}"
            .as_bytes()
            .strip_suffix(b"\xA9")
            .unwrap(),
        "25: `C3` starts a sequence of 2 bytes, but the text ends (RFC 3629 section 3)",
    );
    // Nothing to go by.
    says(
        b"\0\x01\xFC",
        "2: `FC` is not UTF-8, and the encoding is not recognized: if you know it, name it with `-f`",
    );
    // Whoever names UTF-8 is told what is ill-formed.
    let ran = place.run(["convert", "-f", "UTF-8", "russian"]);
    assert!(ran.err.contains("offset 1: `FC"), "{}", ran.err);
    assert!(!ran.err.contains("-f auto"), "{}", ran.err);
}

#[test]
fn auto_says_what_it_took() {
    let russian = "Это обычный русский текст, записанный в старой кодировке.\n".repeat(8);
    let (koi8, _, _) = encoding_rs::KOI8_R.encode(&russian);
    let utf16 = |bytes: fn(u16) -> [u8; 2]| russian.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let cases: [(Vec<u8>, &str, &str); 7] = [
        (b"plain".to_vec(), "plain", "taken as UTF-8"),
        (
            "\u{FEFF}signed".into(),
            "\u{FEFF}signed",
            "taken as UTF-8: it starts with the signature `EF BB BF`",
        ),
        (
            [b"\xFF\xFE".to_vec(), utf16(u16::to_le_bytes)].concat(),
            &russian,
            "taken as UTF-16LE: it starts with the signature `FF FE`",
        ),
        (
            [b"\xFE\xFF".to_vec(), utf16(u16::to_be_bytes)].concat(),
            &russian,
            "taken as UTF-16BE: it starts with the signature `FE FF`",
        ),
        (
            utf16(u16::to_le_bytes),
            &russian,
            "taken as UTF-16LE: its zero bytes stand where UTF-16LE has them",
        ),
        (
            koi8.to_vec(),
            &russian,
            "taken as KOI8-R, which is very likely: it is not UTF-8",
        ),
        (Vec::new(), "", "taken as UTF-8"),
    ];
    for (input, text, sentence) in cases {
        let ran = convert(&["-f", "auto"], &input);
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{sentence}");
        assert_eq!(ran.err, format!("utf8: standard input: {sentence}\n"));
    }
    // Each file is recognized by itself.
    let place = Place::new();
    place.write("a", b"\xFF\xFEa\0");
    place.write("b", "\u{FEFF}é");
    let ran = place.run(["convert", "-f", "AUTO", "a", "b"]);
    assert_eq!((ran.code, ran.text()), (Some(0), "aé"));
    assert!(ran.err.contains("utf8: a: taken as UTF-16LE") && ran.err.contains("utf8: b: taken as UTF-8"));
}

/// RFC 3629 section 6: after the first character, U+FEFF is text.
#[test]
fn no_verb_changes_an_inner_feff_unasked() {
    let text = "one\n\u{FEFF}two\u{FEFF}\u{FEFF}three\n";
    let place = Place::new();
    let read = |name: &str| std::fs::read(place.path().join(name)).unwrap();
    for signed in ["", "\u{FEFF}"] {
        let whole = format!("{signed}{text}");
        place.write("f.txt", &whole);
        let ran = place.run(["check", "f.txt"]);
        assert_eq!(ran.code, Some(0), "notes do not fail a check");
        assert_eq!(ran.text().matches(": inner-feff: ").count(), 3, "{}", ran.text());
        for args in [
            &["fix"][..],
            &["fix", "--on-error", "replace"],
            &["fix", "--transcode"],
            &["fix", "--signature", "ignore"],
        ] {
            let ran = place.run(args.iter().chain(&["f.txt"]));
            assert_eq!(ran.code, Some(0), "{args:?}");
            assert_eq!(read("f.txt"), whole.as_bytes(), "{args:?}");
        }
        // A part that is repaired changes nothing around it.
        place.write("g.txt", [whole.as_bytes(), b"\xFF\n"].concat());
        place.run(["fix", "--on-error", "drop", "g.txt"]);
        assert_eq!(read("g.txt"), format!("{whole}\n").as_bytes());
        for to in [
            "UTF-8", "UTF-16LE", "UTF-32BE", "UCS-4", "UTF-7", "UTF-1", "CESU-8", "gb18030", "RFC2279",
        ] {
            for mode in [&[][..], &["--signature", "keep"], &["--signature", "strip"]] {
                let there = place.run(["convert", "-t", to, "f.txt"].iter().chain(mode));
                assert_eq!(there.code, Some(0), "{}", there.err);
                place.write("there", &there.out);
                let back = place.run(["convert", "-f", to, "--signature", "strip", "there"]);
                assert_eq!(back.text(), text, "{to} {mode:?}");
            }
        }
        let count = place.run(["count", "-m", "f.txt"]);
        let characters = whole.chars().count().to_string();
        assert!(count.text().contains(&characters), "{}", count.text());
        let inspected = place.run(["inspect", "--json", "f.txt"]);
        let shown = inspected.text().matches("\"code_point\":\"U+FEFF\"").count();
        assert_eq!(shown, whole.matches('\u{FEFF}').count());
    }
    // A text in UTF-16 that is converted loses its signature only.
    let wide: Vec<u8> = format!("\u{FEFF}{text}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    place.write("h.txt", wide);
    place.run(["fix", "--transcode", "h.txt"]);
    assert_eq!(read("h.txt"), text.as_bytes());
}

/// The guide has the kinds of file that `check` knows, and no others.
#[test]
fn the_guide_has_the_kinds_of_file_that_forbid_a_signature() {
    let (_, guide) = document("docs/signature.md");
    let ran = Place::new().run(["config", "."]);
    let known = ran
        .text()
        .lines()
        .find_map(|line| line.strip_prefix("# Always forbidden: "));
    let known: Vec<String> = serde_json::from_str(known.expect("a list")).unwrap();
    let forbidden = guide.lines().filter(|line| line.contains("| forbidden |"));
    let named: Vec<&str> = forbidden
        .filter_map(|row| row.split(" | ").nth(1)?.strip_prefix('`')?.strip_suffix('`'))
        .collect();
    for glob in &known {
        assert!(named.contains(&glob.as_str()), "{glob}");
    }
    assert_eq!(named.len(), known.len(), "{named:?}");
}
