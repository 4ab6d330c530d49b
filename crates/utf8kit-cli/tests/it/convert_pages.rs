//! `utf8 convert` in the single-byte encodings of DOS, of EBCDIC, and of ISO that browsers read otherwise.

use crate::common::{Place, finish};
use std::process::Command;
use utf8kit_test::{is_installed, skip};

const NAMES: [&str; 18] = [
    "IBM437",
    "IBM850",
    "IBM852",
    "IBM855",
    "IBM857",
    "IBM858",
    "IBM860",
    "IBM861",
    "IBM862",
    "IBM863",
    "IBM864",
    "IBM865",
    "IBM037",
    "IBM500",
    "IBM1047",
    "ISO-8859-9",
    "ISO-8859-11",
    "TIS-620",
];

fn convert(args: &[&str], input: &[u8]) -> crate::common::Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

#[test]
fn every_byte_is_read_and_written_as_it_was() {
    let all: Vec<u8> = (0..=0xFF).collect();
    for name in NAMES {
        // Bytes without a character are left out.
        let text = convert(&["-f", name, "-c"], &all);
        assert_eq!((text.code, &*text.err), (Some(0), ""), "{name}");
        let bytes = convert(&["-t", name], &text.out);
        assert_eq!((bytes.code, &*bytes.err), (Some(0), ""), "{name}");
        assert_eq!(bytes.out.len(), text.text().chars().count(), "{name}");
        assert_eq!(convert(&["-f", name], &bytes.out).out, text.out, "{name}");
        // Long enough for several pieces, and ending anywhere.
        let long = [&bytes.out.repeat(3000)[..], &bytes.out[..5]].concat();
        let text = convert(&["-f", name], &long);
        assert!(convert(&["-t", name], &text.out).out == long, "{name}");
    }
}

#[test]
fn names_mean_what_they_say() {
    let cases: [(&str, &[u8], &str); 12] = [
        ("cp437", b"\x80\xE1\xFE", "Çß■"),
        ("437", b"\xD5", "╒"),
        ("CP850", b"\xD5", "ı"),
        ("cp858", b"\xD5", "€"),
        ("cp864", b"%", "٪"),
        ("037", b"\xC8\x85\x93\x93\x96\x5A\x25", "Hello!\n"),
        ("CP500", b"\xC8\x85\x93\x93\x96\x4F\x25", "Hello!\n"),
        ("cp1047", b"\xAD\xBD\x15", "[]\u{85}"),
        ("latin5", b"\x80\xD0\xFE", "\u{80}Ğş"),
        ("windows-1254", b"\x80\xD0\xFE", "€Ğş"),
        ("windows-874", b"\x80\xA1", "€ก"),
        ("ISO8859-11", b"\x80\xA1", "\u{80}ก"),
    ];
    for (name, bytes, text) in cases {
        let ran = convert(&["-f", name], bytes);
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{name}");
        assert_eq!(convert(&["-t", name], text.as_bytes()).out, bytes, "{name}");
    }
    let ran = convert(&["-f", "TIS-620"], b"\xA1\n \x80");
    let message = "utf8: standard input:2:2: offset 3: `80` is invalid in TIS-620\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));
    let aliases: [(&str, &[u8], &str); 4] = [
        ("ujis", b"\xC6\xFC", "日"),
        ("MS-CYRL", b"\xC0", "А"),
        ("L10", b"\xA4", "€"),
        ("mscp949", b"\xB0\xA1", "가"),
    ];
    for (name, bytes, text) in aliases {
        assert_eq!(convert(&["-f", name], bytes).text(), text, "{name}");
    }
}

#[test]
fn every_policy_applies_at_the_right_offset() {
    let bytes = b"a\\\xD5b\xE7";
    let cases = [
        ("replace", "a\\\u{FFFD}b\u{FFFD}"),
        ("drop", "a\\b"),
        ("escape", r"a\\\xD5b\xE7"),
        ("with:<>", r"a\<>b<>"),
        ("as:IBM437", r"a\╒bτ"),
    ];
    for (what, text) in cases {
        let ran = convert(&["-f", "cp857", "--on-error", what], bytes);
        assert_eq!((ran.code, ran.text()), (Some(0), text), "{what}");
    }
    let ran = convert(&["-f", "cp857"], &[&b"\x80".repeat(300_000)[..], bytes].concat());
    let message = "utf8: standard input:1:300003: offset 300002: `D5` is invalid in IBM857\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));

    let text = "ä€b".as_bytes();
    for (what, bytes) in [
        ("replace", &b"\x84?b"[..]),
        ("drop", b"\x84b"),
        ("escape", br"\xE2\x82\xAC"),
        ("unicode", b"\x84\\u{20AC}b"),
        ("xml", b"\x84&#x20AC;b"),
        ("with:EUR", b"\x84EURb"),
    ] {
        let ran = convert(&["-t", "cp437", "--on-error", what], text);
        let expected = match what {
            "escape" => [b"\x84", bytes, b"b"].concat(),
            _ => bytes.to_vec(),
        };
        assert_eq!((ran.code, ran.out), (Some(0), expected), "{what}");
    }
    let ran = convert(&["-t", "cp437"], text);
    let message = "utf8: standard input:1:2: offset 2: U+20AC `€` cannot be represented in IBM437\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));
    let ran = convert(&["-f", "cp858", "-t", "cp437"], b"\x84\n\x84\xD5");
    let message = "utf8: standard input:2:2: offset 3: U+20AC `€` cannot be represented in IBM437\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));
    assert_eq!(
        convert(&["-t", "037", "--on-error", "replace"], "€".as_bytes()).out,
        b"\x6F"
    );
}

#[test]
fn iconv_agrees_on_every_byte() {
    if !is_installed("iconv") {
        return;
    }
    for name in NAMES {
        let all: Vec<u8> = (0..=0xFF).collect();
        let ours = convert(&["-f", name, "-c"], &all).out;
        let mut command = Command::new("iconv");
        command.args(["-c", "-f", name, "-t", "UTF-8"]);
        let theirs = finish(command, &all);
        if theirs.err.contains("not supported") {
            skip(&format!("this iconv has no {name}"));
            continue;
        }
        assert_eq!(ours, theirs.out, "{name}");
    }
}
