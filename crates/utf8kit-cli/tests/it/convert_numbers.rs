//! `utf8 convert` between encodings that hold more than text: numbers to `7FFF FFFF`, and unpaired surrogates.

use crate::common::{Place, Ran, without_position};
use utf8kit_test::{Random, hex};
#[cfg(target_os = "linux")]
use utf8kit_test::{is_installed, skip};

fn convert(args: &[&str], input: &[u8]) -> Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

fn converted(from: &str, to: &str, input: &[u8]) -> Vec<u8> {
    let ran = convert(&["-f", from, "-t", to], input);
    assert_eq!(
        (ran.code, &*ran.err),
        (Some(0), ""),
        "{from} to {to}: {input:02X?}"
    );
    ran.out
}

#[test]
fn numbers_pass_between_all_encodings_that_hold_them() {
    let mut numbers: Vec<u32> = Vec::new();
    let mut random = Random::new(1);
    for bits in 0..31 {
        for near in [-1i64, 0, 1] {
            numbers.extend(u32::try_from((1i64 << bits) + near));
        }
        numbers.push(random.below(0x8000_0000) as u32);
    }
    numbers.push(0x7FFF_FFFF);
    // An initial U+FEFF would be a signature; NOTE 3 of Annex R would remark on U+FFFF.
    numbers.retain(|number| !matches!(number, 0xD800..=0xDFFF | 0xFEFF | 0xFFFE | 0xFFFF));
    // Longer than what is converted at once.
    let numbers = numbers.repeat(1200);
    let source: Vec<u8> = numbers.iter().flat_map(|number| number.to_be_bytes()).collect();
    let names = [
        "RFC2279",
        "Annex-R",
        "Annex-R.5",
        "UCS-4",
        "UCS-4BE",
        "UCS-4LE",
        "UTF-1",
    ];
    for from in names {
        let bytes = converted("UCS-4BE", from, &source);
        for to in names {
            let other = converted(from, to, &bytes);
            assert!(converted(to, "UCS-4BE", &other) == source, "{from} to {to}");
        }
    }
}

#[test]
fn ucs_4_ends_at_7fffffff() {
    for (name, input) in [
        ("UCS-4BE", hex("00 00 00 61 80 00 00 00")),
        ("UCS-4LE", hex("61 00 00 00 00 00 00 80")),
    ] {
        for to in ["RFC2279", "UTF-8", "UCS-4"] {
            let ran = convert(&["-f", name, "-t", to], &input);
            assert_eq!(ran.code, Some(1));
            let end = "is a number over 7FFF FFFF (ISO/IEC 10646-1)\n";
            assert!(
                without_position(&ran.err).starts_with("utf8: standard input: offset 4: `"),
                "{}",
                ran.err
            );
            assert!(ran.err.ends_with(end), "{}", ran.err);
        }
    }
}

#[test]
fn what_the_destination_lacks_is_said_of_the_destination() {
    let cases: [(&str, &str, &[u8], &str); 8] = [
        // A signature counts.
        (
            "UCS-4",
            "Annex-R",
            b"\0\0\xFE\xFF\0\0\0a\xFF\xFF\xFF\xFF",
            "offset 8: `FF FF FF FF` is a number over 7FFF FFFF (ISO/IEC 10646-1)",
        ),
        (
            "WTF-8",
            "Annex-R",
            b"\xEF\xBB\xBFa\xED\xA0\x80",
            "offset 4: the surrogate U+D800 cannot be represented in Annex-R",
        ),
        (
            "RFC2279",
            "UTF-8",
            b"a\xFD\xBF\xBF\xBF\xBF\xBF",
            "offset 1: 7FFF FFFF cannot be represented in UTF-8: it is over U+10FFFF, where Unicode ends",
        ),
        (
            "UCS-4",
            "UTF-16",
            b"\0\0\0a\0\x11\0\0",
            "offset 4: 0011 0000 cannot be represented in UTF-16: it is over U+10FFFF, where Unicode ends",
        ),
        (
            "UTF-1",
            "windows-1252",
            b"a\xFD\xBD\x2B\xB9\x40",
            "offset 1: 7FFF FFFF cannot be represented in windows-1252: it is over U+10FFFF, where Unicode ends",
        ),
        (
            "WTF-8",
            "RFC2279",
            b"a\xED\xA0\x80",
            "offset 1: the surrogate U+D800 cannot be represented in RFC2279",
        ),
        (
            "Annex-R",
            "WTF-8",
            b"\xC3\xA9\xF8\x88\x80\x80\x80",
            "offset 2: 0020 0000 cannot be represented in WTF-8: it is over U+10FFFF, where Unicode ends",
        ),
        (
            "Annex-R.5",
            "ISO-8859-1",
            b"\xC1\x81\xE2\x82\xAC",
            "offset 2: U+20AC `€` cannot be represented in ISO-8859-1",
        ),
    ];
    for (from, to, input, message) in cases {
        let ran = convert(&["-f", from, "-t", to], input);
        let message = format!("utf8: standard input: {message}\n");
        assert_eq!(
            (ran.code, without_position(&ran.err)),
            (Some(1), message),
            "{from} to {to}"
        );
    }
    // The options for what cannot be converted apply.
    let input = b"a\xFD\xBF\xBF\xBF\xBF\xBFb";
    for (args, output) in [
        (&["--on-error", "replace"][..], "a\u{FFFD}b".as_bytes()),
        (&["-c"], b"ab"),
        (&["--on-error", "escape"], br"a\xFD\xBF\xBF\xBF\xBF\xBFb"),
    ] {
        let ran = convert(&[&["-f", "RFC2279"], args].concat(), input);
        assert_eq!((ran.code, ran.out), (Some(0), output.to_vec()), "{args:?}");
        let ran = convert(&[&["-f", "RFC2279", "-t", "Annex-R"], args].concat(), input);
        assert_eq!((ran.code, ran.out), (Some(0), input.to_vec()), "{args:?}");
    }
    let ran = convert(
        &["-f", "WTF-8", "-t", "Annex-R", "--on-error", "replace"],
        b"a\xED\xA0\x80b",
    );
    assert_eq!((ran.code, &*ran.out), (Some(0), "a\u{FFFD}b".as_bytes()));
}

#[test]
fn wtf_8_keeps_unpaired_surrogates() {
    let utf16: Vec<u8> = [0x61u16, 0xD800, 0x62, 0xDC00, 0xD83D, 0xDE00, 0xDBFF]
        .iter()
        .flat_map(|unit| unit.to_be_bytes())
        .collect();
    let wtf8 = [b"a\xED\xA0\x80b\xED\xB0\x80", "😀".as_bytes(), b"\xED\xAF\xBF"].concat();
    assert_eq!(converted("UTF-16BE", "WTF-8", &utf16), wtf8);
    assert_eq!(converted("WTF-8", "UTF-16BE", &wtf8), utf16);
    assert_eq!(converted("WTF-8", "WTF-8", &wtf8), wtf8);
    assert_eq!(converted("WTF-8", "UTF-16", b"\xED\xA0\x80"), b"\xFF\xFE\0\xD8");
    // Nothing else accepts them.
    for (from, to, input) in [
        ("UTF-16BE", "UTF-16LE", &utf16),
        ("UTF-16BE", "UTF-8", &utf16),
        ("UTF-16BE", "UCS-4", &utf16),
        ("WTF-8", "UTF-8", &wtf8),
        ("WTF-8", "UCS-4", &wtf8),
        ("UTF-8", "WTF-8", &wtf8),
    ] {
        assert_eq!(
            convert(&["-f", from, "-t", to], input).code,
            Some(1),
            "{from} to {to}"
        );
    }
    // A pair of three bytes each is not WTF-8.
    let ran = convert(&["-f", "WTF-8", "-t", "UTF-16LE"], b"\xED\xA1\x8C\xED\xBE\xB4");
    assert_eq!(ran.code, Some(1));
    let message = "offset 0: `ED A1 8C ED BE B4` is a pair of surrogates: together they are U+233B4, which WTF-8 writes in four bytes";
    assert!(ran.err.contains(message), "{}", ran.err);
}

#[test]
fn ucs_2_undoes_surrogate_pairs_when_it_is_read() {
    assert_eq!(
        converted("UCS-2BE", "UTF-8", b"\xD8\x4C\xDF\xB4"),
        "\u{233B4}".as_bytes()
    );
    assert_eq!(
        converted("UCS-2", "RFC2279", b"\xFF\xFE\x4C\xD8\xB4\xDF"),
        "\u{233B4}".as_bytes()
    );
    let ran = convert(&["-f", "UCS-2BE"], b"\xD8\x4C\0a");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("offset 0: `D8 4C`") && ran.err.contains("UTF-16"),
        "{}",
        ran.err
    );
}

#[test]
fn objections_of_annex_r_are_remarked() {
    let note = "U+FFFE or U+FFFF, which ISO/IEC 10646-1 Annex R leaves undefined (NOTE 3)";
    let read = |args: &[&str], input: &[u8]| {
        let ran = convert(args, input);
        assert_eq!(ran.code, Some(0), "{args:?}");
        ran.err
    };
    for to in ["UTF-8", "UTF-16", "UCS-4", "GB18030"] {
        let twice = b"a\xEF\xBF\xBF\xEF\xBF\xBE";
        assert_eq!(
            read(&["-f", "Annex-R", "-t", to], twice),
            format!("utf8: standard input: read {note}: 2 times\n")
        );
        let err = read(&["-f", "Annex-R.5", "-t", to], b"\xC1\x81");
        assert!(
            err.contains("longer than necessary") && err.contains("once"),
            "{err}"
        );
        assert_eq!(read(&["-f", "Annex-R", "-t", to], b"a"), "");
    }
    assert_eq!(
        read(&["-t", "Annex-R"], "\u{FFFF}".as_bytes()),
        format!("utf8: wrote {note}: once\n")
    );
}

#[test]
fn what_is_recognized_is_remarked_when_it_is_written() {
    let ran = convert(&["-f", "auto", "-t", "Annex-R"], "\u{FFFE}".as_bytes());
    assert_eq!((ran.code, ran.text()), (Some(0), "\u{FFFE}"));
    assert!(
        ran.err.contains("taken as UTF-8") && ran.err.contains("wrote U+FFFE"),
        "{}",
        ran.err
    );
    let russian = "Это обычный русский текст, записанный в старой кодировке.\n".repeat(8);
    let (windows, _, _) = encoding_rs::WINDOWS_1251.encode(&russian);
    let ran = convert(&["-f", "auto", "-t", "Annex-R"], &windows);
    assert_eq!((ran.code, ran.text()), (Some(0), &*russian));
    assert!(ran.err.contains("taken as windows-1251"), "{}", ran.err);
}

/// Replacements longer than what is written at once.
#[test]
fn many_numbers_are_replaced() {
    let count = 100_000;
    for (from, to) in [
        ("Annex-R", "KOI8-R"),
        ("Annex-R", "UTF-8"),
        ("RFC2279", "UTF-8"),
        ("UCS-4", "UTF-8"),
    ] {
        let sequence: &[u8] = match from {
            "UCS-4" => b"\x7F\xFF\xFF\xFF",
            _ => b"\xFD\xBF\xBF\xBF\xBF\xBF",
        };
        let escaped: &[u8] = match (from, to) {
            ("UCS-4", _) => br"\x7F\xFF\xFF\xFF",
            _ => br"\xFD\xBF\xBF\xBF\xBF\xBF",
        };
        // From a pipe, smaller pieces would be read.
        let place = Place::new();
        place.write("input", sequence.repeat(count));
        let ran = place.run(["convert", "-f", from, "-t", to, "--on-error", "escape", "input"]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{from} to {to}");
        assert!(ran.out == escaped.repeat(count), "{from} to {to}");
    }
}

/// glibc's `iconv` calls UCS-4 what RFC 2279 calls so.
#[test]
#[cfg(target_os = "linux")]
fn iconv_agrees_on_ucs_4() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let iconv = |from: &str, to: &str, input: &[u8]| -> Option<Vec<u8>> {
        let mut child = Command::new("iconv")
            .args(["-f", from, "-t", to])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        output.status.success().then_some(output.stdout)
    };
    if !is_installed("iconv") {
        return;
    }
    if iconv("UCS-4", "UCS-4", b"\0\0\0a").is_none() {
        skip("iconv is not that of glibc");
        return;
    }
    let mut random = Random::new(2);
    let mut accepted = 0;
    for case in 0..60 {
        let numbers: Vec<u32> = (0..case % 7)
            .map(|_| {
                let bits = random.below(32);
                (random.next() >> 33) as u32 >> bits
            })
            .filter(|number| !matches!(number, 0xD800..=0xDFFF | 0xFEFF))
            .collect();
        let ucs4: Vec<u8> = numbers.iter().flat_map(|number| number.to_be_bytes()).collect();
        // Between two names of UCS-4 it keeps every number.
        assert_eq!(
            iconv("UCS-4", "UCS-4LE", &ucs4).unwrap(),
            converted("UCS-4", "UCS-4LE", &ucs4)
        );
        if let Some(utf8) = iconv("UCS-4", "UTF-8", &ucs4) {
            accepted += 1;
            assert_eq!(converted("UCS-4", "RFC2279", &ucs4), utf8, "{numbers:X?}");
            assert_eq!(converted("RFC2279", "UCS-4", &utf8), ucs4, "{numbers:X?}");
        }
    }
    assert!(accepted > 5, "iconv accepted only {accepted} texts");
}

/// WTF-8: a concatenation joins the halves of a pair.
#[test]
fn inputs_in_wtf_8_join_the_halves_of_a_pair() {
    let (high, low, pair) = (&b"\xED\xA1\x8C"[..], &b"\xED\xBE\xB4"[..], "\u{233B4}".as_bytes());
    let place = Place::new();
    place.write("high", [b"x", high].concat());
    place.write("low", [low, b"y"].concat());
    place.write("signed", [b"\xEF\xBB\xBF", low, b"\xEF\xBB\xBF", high].concat());
    place.write("empty", b"");
    // Longer than a piece, and without a place to cut it at.
    place.write("long", [&[0xE6, 0xBC, 0xA2].repeat(100_000)[..], high].concat());
    let to = |to: &str, files: &[&str]| {
        let args = [&["convert", "-f", "WTF-8", "-t", to], files].concat();
        let ran = place.run_with(args, &[low, b"z"].concat());
        (ran.code, ran.out, ran.err)
    };
    for files in [&["high", "low"][..], &["high", "empty", "empty", "low"]] {
        assert_eq!(
            to("WTF-8", files),
            (Some(0), [b"x", pair, b"y"].concat(), String::new())
        );
        assert_eq!(
            to("UTF-8", files),
            (Some(0), [b"x", pair, b"y"].concat(), String::new())
        );
        assert_eq!(to("UTF-16BE", files).1, b"\0x\xD8\x4C\xDF\xB4\0y");
    }
    assert_eq!(to("UTF-8", &["high", "-"]).1, [b"x", pair, b"z"].concat());
    // Standard input is read once, however often it is named.
    assert_eq!(to("UTF-8", &["high", "-", "-"]).1, [b"x", pair, b"z"].concat());
    assert_eq!(to("WTF-8", &["-", "-", "low"]).1, [low, b"z", low, b"y"].concat());
    let (code, out, _) = to("WTF-8", &["long", "signed", "low"]);
    let expected = [
        &[0xE6, 0xBC, 0xA2].repeat(100_000)[..],
        pair,
        "\u{FEFF}".as_bytes(),
        pair,
        b"y",
    ]
    .concat();
    assert!(code == Some(0) && out == expected);
    // What is not half of the same pair stays as it is.
    assert_eq!(
        to("WTF-8", &["high", "high", "empty"]).1,
        [b"x", high, b"x", high].concat()
    );
    assert_eq!(to("WTF-8", &["low", "high"]).1, [low, b"yx", high].concat());
    let (code, _, err) = to("UTF-8", &["high", "signed"]);
    assert_eq!(code, Some(1));
    assert!(
        err.contains("signed:1:4: offset 9: the surrogate U+D84C"),
        "{err}"
    );
    let piped = place.run_with(
        ["convert", "-f", "WTF-8", "high", "-"],
        &std::fs::read(place.path().join("signed")).unwrap(),
    );
    assert!(
        piped
            .err
            .contains("standard input:1:4: offset 9: the surrogate U+D84C"),
        "{}",
        piped.err
    );
    let (_, _, err) = to("UTF-8", &["high", "missing", "low"]);
    assert!(err.contains("high:1:2: offset 1: the surrogate U+D84C"), "{err}");
}
