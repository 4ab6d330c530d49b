//! `utf8 convert` from and to the encodings around UTF-8, from the outside.

use crate::common::{Place, Ran, finish, without_position};
use std::ffi::OsStr;
use std::process::Command;
use utf8kit::{ConvertErrorKind, Encoding, Policy};
use utf8kit_test::{ENCODED_TEXTS, VECTORS, hex, is_installed, is_thorough, rows};

fn convert(args: &[&str], input: &[u8]) -> Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

/// Bytes in the other order, in units of `len`.
fn swapped(bytes: &[u8], len: usize) -> Vec<u8> {
    bytes
        .chunks(len)
        .flat_map(|unit| unit.iter().rev().copied())
        .collect()
}

fn fails(args: &[&str], input: &[u8], message: &str) {
    let ran = convert(args, input);
    assert_eq!(
        (ran.code, without_position(ran.err.trim_end())),
        (Some(1), format!("utf8: standard input: {message}")),
        "{args:?}"
    );
}

#[test]
fn every_row_of_forms_both_ways() {
    let mut seen = 0;
    for (index, row) in rows(ENCODED_TEXTS).into_iter().enumerate() {
        let column = |name: &str| hex(row[name]);
        let (text, utf16, utf32) = (column("utf8"), column("utf16be"), column("utf32be"));
        let mut cases = vec![
            ("UTF-8", text.clone()),
            ("WTF-8", text.clone()),
            ("RFC2279", text.clone()),
            ("CESU-8", column("cesu8")),
            ("Modified-UTF-8", column("mutf8")),
            ("UTF-7", column("utf7")),
            ("UTF-1", column("utf1")),
            ("UTF-16BE", utf16.clone()),
            ("UTF-16LE", swapped(&utf16, 2)),
            ("UTF-32BE", utf32.clone()),
            ("UTF-32LE", swapped(&utf32, 4)),
            ("UCS-4BE", utf32.clone()),
            ("UCS-4LE", swapped(&utf32, 4)),
        ];
        let beyond = utf32.chunks(4).position(|number| number[1] > 0);
        match beyond {
            None => cases.extend([("UCS-2BE", utf16.clone()), ("UCS-2LE", swapped(&utf16, 2))]),
            Some(_) => {
                let ran = convert(&["-t", "UCS-2BE"], &text);
                assert_eq!(ran.code, Some(1), "{}", row["scalars"]);
                assert!(
                    ran.err.ends_with("cannot be represented in UCS-2BE\n"),
                    "{}",
                    ran.err
                );
            }
        }
        // Without an order in the name, U+FEFF at the beginning is a signature.
        if !utf16.starts_with(b"\xFE\xFF") {
            cases.push(("UCS-4", utf32.clone()));
            if beyond.is_none() {
                cases.push(("UCS-2", utf16.clone()));
            }
        }
        for (case, (name, bytes)) in cases.into_iter().enumerate() {
            // Without all combinations, each row in a third of the encodings, each encoding with a third of the rows.
            if !is_thorough() && (index + case) % 3 != 0 {
                continue;
            }
            let there = convert(&["-t", name], &text);
            assert_eq!((there.code, &*there.err), (Some(0), ""), "to {name}: {row:?}");
            assert_eq!(there.out, bytes, "to {name}: {row:?}");
            let back = convert(&["-f", name], &bytes);
            assert_eq!((back.code, &*back.err), (Some(0), ""), "from {name}: {row:?}");
            assert_eq!(back.out, text, "from {name}: {row:?}");
            seen += 1;
        }
    }
    assert!(seen > if is_thorough() { 150 } else { 50 }, "{seen}");
}

#[test]
fn ill_formed_rows_are_reported_with_their_offset() {
    let dialects = [
        ("CESU-8", "cesu8", Encoding::Cesu8),
        ("Modified-UTF-8", "mutf8", Encoding::ModifiedUtf8),
        ("RFC2279", "rfc2279", Encoding::Rfc2279),
        ("WTF-8", "wtf8", Encoding::Wtf8),
    ];
    for (number, (name, column, dialect)) in dialects.into_iter().enumerate() {
        let mut seen = 0;
        let place = Place::new();
        let mut paths = Vec::new();
        for (index, row) in rows(VECTORS).iter().filter(|row| row[column] == "!").enumerate() {
            paths.push(place.write(index.to_string(), [b"ab".to_vec(), hex(row["bytes"])].concat()));
            seen += 1;
            // Without all of them, each dialect reports a quarter of the rows.
            if !is_thorough() && (index + number) % 4 != 0 {
                continue;
            }
            let bytes = [b"ab".to_vec(), hex(row["bytes"])].concat();
            let error = utf8kit::convert(&bytes, dialect, Encoding::Utf8, Policy::Fail, &mut Vec::new())
                .expect_err(row["id"]);
            let offset = error.read();
            let ran = convert(&["-f", name], &bytes);
            assert_eq!(ran.code, Some(1), "{name} {}", row["id"]);
            // What is legal in the source is not blamed.
            let is_blamed = matches!(error.kind(), ConvertErrorKind::IllFormed(_));
            assert_eq!(
                !ran.err.contains("cannot be represented in UTF-8"),
                is_blamed,
                "{name} {}",
                row["id"]
            );
            let start = match is_blamed {
                true => format!("utf8: standard input: offset {offset}: `{:02X}", bytes[offset]),
                false => format!("utf8: standard input: offset {offset}: "),
            };
            assert!(
                without_position(&ran.err).starts_with(&start),
                "{name} {}: {}",
                row["id"],
                ran.err
            );
        }
        let args = ["convert", "-c", "-f", name].map(OsStr::new);
        let dropped = place.run(args.into_iter().chain(paths.iter().map(|path| path.as_os_str())));
        assert_eq!((dropped.code, &*dropped.err), (Some(0), ""), "{name}");
        assert!(seen > 20, "{name}: {seen}");
    }
    // Numbers that are no characters: nothing in UTF-8 stands for them.
    fails(
        &["-f", "WTF-8"],
        b"a\xED\xA0\x80",
        "offset 1: the surrogate U+D800 cannot be represented in UTF-8",
    );
    fails(
        &["-f", "RFC2279"],
        &hex("61 F4 90 80 80"),
        "offset 1: 0011 0000 cannot be represented in UTF-8: it is over U+10FFFF, where Unicode ends",
    );
}

#[test]
fn ill_formed_input_of_other_encodings_is_reported_or_replaced() {
    let cases: [(&str, &[u8], u32, &str); 7] = [
        ("UTF-7", b"ab\xE9c", 2, "ab\u{FFFD}c"),
        ("UTF-7", b"ab+!c", 2, "ab\u{FFFD}!c"),
        ("UTF-1", b"ab\xFEc", 2, "ab\u{FFFD}c"),
        ("UCS-2", b"\xFF\xFEa\0\0\xD8b\0", 4, "a\u{FFFD}b"),
        ("UCS-2LE", b"a\0b", 2, "a\u{FFFD}"),
        ("UCS-4BE", b"\0\0\0a\0\0\xD8\0\0\0\0b", 4, "a\u{FFFD}b"),
        ("UCS-4", b"\0\0\0a\x7F\xFF\xFF\xFF\0\0\0b", 4, "a\u{FFFD}b"),
    ];
    for (name, bytes, offset, mended) in cases {
        let ran = convert(&["-f", name], bytes);
        assert_eq!(ran.code, Some(1), "{name}");
        let start = format!("utf8: standard input: offset {offset}: ");
        assert!(
            without_position(&ran.err).starts_with(&start),
            "{name}: {}",
            ran.err
        );
        let ran = convert(&["-f", name, "--on-error", "replace"], bytes);
        assert_eq!((ran.code, ran.text()), (Some(0), mended), "{name}");
        let ran = convert(&["-f", name, "-c"], bytes);
        assert_eq!(ran.text(), mended.replace('\u{FFFD}', ""), "{name}");
    }
    assert_eq!(
        convert(&["-f", "UTF-7", "--on-error", "escape"], b"ab\xE9c").out,
        br"ab\xE9c"
    );
}

#[test]
fn what_ucs_2_lacks_is_reported_or_replaced() {
    let text = "aé\u{10000}b".as_bytes();
    for (name, shown) in [("UCS-2", "ISO-10646-UCS-2"), ("ucs-2le", "UCS-2LE")] {
        let message = format!("offset 3: U+10000 `\u{10000}` cannot be represented in {shown}");
        fails(&["-t", name], text, &message);
    }
    let with = |args: &[&str]| {
        let ran = convert(&[&["-t", "UCS-2LE"], args].concat(), text);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{args:?}");
        convert(&["-f", "UCS-2LE"], &ran.out).text().to_owned()
    };
    assert_eq!(with(&["-c"]), "aéb");
    assert_eq!(with(&["--on-error", "replace"]), "aé\u{FFFD}b");
    assert_eq!(with(&["--on-error", "escape"]), r"aé\xF0\x90\x80\x80b");
}

/// In whatever encoding the input is, the offset is one of its bytes, with a signature and the shifts of UTF-7 counted.
#[test]
fn offsets_are_of_the_input() {
    let cases: [(&str, &[u8], u32); 10] = [
        ("CESU-8", b"\xED\xA1\x8C\xED\xBE\xB4", 0),
        ("Modified-UTF-8", b"a\xC0\x80\xC4\x80", 3),
        ("UTF-1", b"a\xA0\xA0\xA1\x21", 3),
        ("UCS-2", b"\xFE\xFF\0a\x20\xAC", 4),
        ("UCS-2", b"\0a\x20\xAC", 2),
        ("UCS-4", b"\xFF\xFE\0\0a\0\0\0\0\x01\0\0", 8),
        ("UTF-7", b"+IKw-", 1),
        ("UTF-7", b"+AGE-+AOk-b+-+IKw-", 14),
        ("UTF-7", b"+AOkA6SCs-", 7),
        ("UTF-7", b"+AGE +IKw", 6),
    ];
    for (name, bytes, offset) in cases {
        let ran = convert(&["-f", name, "-t", "ISO-8859-1"], bytes);
        assert_eq!(ran.code, Some(1), "{name}");
        let start = format!("utf8: standard input: offset {offset}: U+");
        assert!(
            without_position(&ran.err).starts_with(&start),
            "{name}, wanted {offset}: {}",
            ran.err
        );
    }
}

#[test]
fn a_signature_is_obeyed_where_the_name_has_no_order() {
    for (name, bytes, text) in [
        ("UCS-2", &b"\xFE\xFF\0a"[..], "a"),
        ("UCS-2", b"\xFF\xFEa\0", "a"),
        ("UCS-2LE", b"\xFF\xFEa\0", "\u{FEFF}a"),
        ("UCS-4", b"\0\0\xFE\xFF\0\0\0a", "a"),
        ("UCS-4", b"\xFF\xFE\0\0a\0\0\0", "a"),
        ("UCS-4BE", b"\0\0\xFE\xFF\0\0\0a", "\u{FEFF}a"),
        ("UCS-2", b"", ""),
        ("UCS-4", b"\xFF\xFE\0\0", ""),
    ] {
        let ran = convert(&["-f", name], bytes);
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{name}");
    }
}

#[test]
fn the_label_of_unicode_1_1_can_only_be_read() {
    // U+3400 was HANGUL SYLLABLE GA, which is U+AC00 today.
    let ran = convert(&["-f", "unicode-1-1-utf-8"], "a\u{3400}".as_bytes());
    assert_eq!((ran.code, ran.text(), &*ran.err), (Some(0), "a\u{AC00}", ""));
    let place = Place::new();
    let ran = place.run_with(["convert", "-t", "UNICODE-1-1-UTF-8", "-o", "out"], b"a");
    assert_eq!((ran.code, ran.text()), (Some(2), ""));
    assert!(
        ran.err.contains("`UNICODE-1-1-UTF-8` can only be read"),
        "{}",
        ran.err
    );
    assert_eq!(place.names(), [""; 0]);
    // The label is RFC 2279's, whose UTF-8 has sequences of six bytes.
    let six = convert(
        &["-f", "UNICODE-1-1-UTF-8", "-t", "UCS-4BE"],
        &hex("FD BF BF BF BF BF"),
    );
    assert_eq!((six.code, six.out), (Some(0), hex("7F FF FF FF")));
    // The way back has a name of its own, which the message names.
    let name = "UNICODE-1-1-UTF-8-OLD-HANGUL";
    assert!(ran.err.contains(name), "{}", ran.err);
    let back = convert(&["-t", name], "a\u{AC00}".as_bytes());
    assert_eq!((back.code, back.text()), (Some(0), "a\u{3400}"));
    // Not every syllable of today was there.
    let lacking = ('\u{AC00}'..='\u{D7A3}').find(|&c| utf8kit_encodings::hangul::to_unicode_1_1(c).is_none());
    let lacking = lacking.unwrap();
    let ran = convert(&["-t", name], format!("a{lacking}").as_bytes());
    assert_eq!(ran.code, Some(1));
    let start = format!("utf8: standard input: offset 1: U+{:04X}", u32::from(lacking));
    assert!(without_position(&ran.err).starts_with(&start), "{}", ran.err);
}

#[test]
fn utf8mb3_writes_no_four_bytes() {
    let text = "€ \u{1F600}".as_bytes();
    fails(
        &["-t", "utf8mb3"],
        text,
        "offset 4: U+1F600 `\u{1F600}` cannot be represented in utf8mb3",
    );
    let ran = convert(&["-t", "utf8mb3", "--on-error", "replace"], text);
    assert_eq!((ran.code, ran.text()), (Some(0), "€ \u{FFFD}"));
    let ran = convert(&["-f", "utf8mb3"], text);
    assert_eq!((ran.code, &ran.out[..]), (Some(0), text));
}

#[test]
fn a_registered_subset_of_unicode_is_refused_with_the_reason() {
    for name in ["ISO-10646-UCS-Basic", "csUnicodeJapanese", "iso-unicode-ibm-1261"] {
        for flag in ["-f", "-t"] {
            let ran = convert(&[flag, name], b"a");
            assert_eq!(ran.code, Some(2));
            let expected = format!(
                "utf8: `{name}` is the name of a subset of the characters of `ISO-10646-UCS-2`, which reads it\n"
            );
            assert_eq!(ran.err, expected);
        }
    }
}

#[test]
fn a_label_of_unicode_1_1_that_does_not_agree_is_remarked() {
    for (input, remark) in [
        (
            "no Hangul",
            "it has no Hangul, so that the label UNICODE-1-1-UTF-8 is needless",
        ),
        (
            "\u{AC00}",
            "its Hangul is at the code points of today: the label UNICODE-1-1-UTF-8 is wrong",
        ),
        (
            "\u{3400} \u{AC00}",
            "1 characters are at the code points of Hangul in Unicode 1.1, and 1 at those of today: no label is right for \
             both",
        ),
    ] {
        let ran = convert(&["-f", "UNICODE-1-1-UTF-8"], input.as_bytes());
        assert_eq!(ran.code, Some(0));
        assert_eq!(
            ran.err,
            format!("utf8: standard input: {remark} (RFC 2279 section 5)\n")
        );
    }
}

#[test]
fn iso_2022_is_read_with_its_announcements() {
    let announced = b"a\x1B%/I\xC3\xA9\x1B%@b\x1B%G\xE2\x82\xAC";
    let ran = convert(&["-f", "ISO-2022"], announced);
    assert_eq!((ran.code, ran.text(), &*ran.err), (Some(0), "aéb€", ""));
    // What is not announced is not UTF-8.
    let ran = convert(&["-f", "ISO-2022"], b"ab\xC3\xA9");
    assert_eq!(ran.code, Some(1));
    assert!(
        without_position(&ran.err).starts_with("utf8: standard input: offset 2: `C3`"),
        "{}",
        ran.err
    );
    let long = [b"x".repeat(200_000), announced.to_vec()].concat();
    assert_eq!(
        convert(&["-f", "ISO-2022"], &long).out.len(),
        200_000 + "aéb€".len()
    );
}

/// Texts longer than what is read at once, cut at every place that a pattern of some length has.
#[test]
fn long_texts_may_be_divided_anywhere() {
    let names = [
        "UTF-7",
        "UTF-1",
        "CESU-8",
        "Modified-UTF-8",
        "WTF-8",
        "RFC2279",
        "UCS-4",
        "UCS-4LE",
    ];
    let mixed = "x+ é\u{0}€漢字, 😀~\n".repeat(14_000);
    let place = Place::new();
    place.write("text", &mixed);
    for name in names {
        let there = place.run(["convert", "-t", name, "-o", "there", "text"]);
        assert_eq!((there.code, &*there.err), (Some(0), ""), "{name}");
        let len = place.path().join("there").metadata().unwrap().len();
        assert!(len > 2 * (128 << 10), "{name}: {len}");
        let back = place.run(["convert", "-f", name, "there"]);
        assert_eq!((back.code, &*back.err), (Some(0), ""), "{name}");
        assert!(back.text() == mixed, "{name}");
    }
    // One run of Base64, and an error behind the first piece of it.
    let run = "漢字😀".repeat(40_000);
    let mut bytes = convert(&["-t", "UTF-7"], run.as_bytes()).out;
    assert_eq!(
        bytes.iter().filter(|&&byte| byte == b'+').count(),
        count_plus(&run)
    );
    assert!(convert(&["-f", "UTF-7"], &bytes).text() == run);
    let end = bytes.len();
    bytes.extend_from_slice(b"\xFF");
    fails(
        &["-f", "UTF-7"],
        &bytes,
        &format!(
            "offset {end}: `FF`: expected a byte below 0x80; every other character is written in a run of Base64 (RFC 2152)"
        ),
    );
}

/// How often `+` stands in the one run of UTF-7 that a text without ASCII is: before it, and in its Base64.
fn count_plus(text: &str) -> usize {
    let bits: Vec<u8> = text
        .encode_utf16()
        .flat_map(|unit| (0..16).rev().map(move |bit| (unit >> bit & 1) as u8))
        .collect();
    let sextets = bits
        .chunks(6)
        .map(|six| (0..6).fold(0, |number, i| number << 1 | six.get(i).unwrap_or(&0)));
    1 + sextets.filter(|&number| number == 62).count()
}

#[test]
fn the_list_has_every_name() {
    let list = convert(&["-l"], b"");
    for name in [
        "CESU-8",
        "Modified-UTF-8",
        "WTF-8",
        "RFC2279",
        "UTF-7",
        "UTF-1",
        "UCS-2",
        "UCS-2LE",
        "UCS-2BE",
        "UCS-4",
        "UCS-4LE",
        "UCS-4BE",
        "UNICODE-1-1-UTF-8",
        "'ISO 10646 part-1 utf-8'",
        "UTF-16",
        "ISO-8859-1",
        "Shift_JIS",
    ] {
        let listed = list.text().lines().any(|line| {
            format!(" {line} ")
                .to_ascii_lowercase()
                .contains(&format!(" {name} ").to_ascii_lowercase())
        });
        assert!(listed, "{name}");
        let name = name.trim_matches('\'');
        assert_eq!(convert(&["-f", name], b"").code, Some(0), "{name}");
    }
}

#[test]
fn iconv_agrees() {
    if !is_installed("iconv") {
        return;
    }
    let iconv = |from: &str, to: &str, bytes: &[u8]| {
        let mut command = Command::new("iconv");
        command.args(["-f", from, "-t", to]);
        let ran = finish(command, bytes);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "iconv -f {from} -t {to}");
        ran.out
    };
    let text = "Hi Mom -☺-! 1 + 1, né à Ω: 漢字 \u{FFFD}, ~ und \\\r\n".repeat(500);
    let text = text.as_bytes();
    for name in ["UTF-7", "UCS-2LE", "UCS-4BE"] {
        let ours = convert(&["-t", name], text).out;
        let theirs = iconv("UTF-8", name, text);
        if name != "UTF-7" {
            assert!(ours == theirs, "{name}"); // in UTF-7 there are several ways to write it
        }
        assert!(iconv(name, "UTF-8", &ours) == text, "iconv reads ours: {name}");
        assert!(
            convert(&["-f", name], &theirs).out == text,
            "we read iconv's: {name}"
        );
    }
    let beyond = "😀 \u{233B4}".as_bytes();
    for name in ["UTF-7", "UCS-4BE"] {
        assert_eq!(iconv(name, "UTF-8", &convert(&["-t", name], beyond).out), beyond);
        assert_eq!(convert(&["-f", name], &iconv("UTF-8", name, beyond)).out, beyond);
    }
}
