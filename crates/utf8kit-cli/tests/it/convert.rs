//! `utf8 convert` from the outside.

#[cfg(unix)]
use crate::common::finish;
use crate::common::{Place, utf8, without_position};
use std::io::{Seek, SeekFrom};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;
use utf8kit_test::hex;

const TEXT: &str = "Ein Satz: naïve, Ω, €, 漢字, \u{FEFF}, 😀\r\nund noch einer";

fn convert(args: &[&str], input: &[u8]) -> crate::common::Ran {
    Place::new().run_with(["convert"].iter().chain(args), input)
}

#[test]
fn unicode_s_forms_both_ways() {
    let units = || TEXT.encode_utf16();
    let numbers = || TEXT.chars().map(u32::from);
    let cases: [(&str, Vec<u8>); 6] = [
        ("UTF-16LE", units().flat_map(u16::to_le_bytes).collect()),
        ("UTF-16BE", units().flat_map(u16::to_be_bytes).collect()),
        (
            "UTF-16",
            [b"\xFF\xFE".to_vec(), units().flat_map(u16::to_le_bytes).collect()].concat(),
        ),
        ("UTF-32LE", numbers().flat_map(u32::to_le_bytes).collect()),
        ("UTF-32BE", numbers().flat_map(u32::to_be_bytes).collect()),
        (
            "UTF-32",
            [
                b"\xFF\xFE\0\0".to_vec(),
                numbers().flat_map(u32::to_le_bytes).collect(),
            ]
            .concat(),
        ),
    ];
    for (name, bytes) in cases {
        let there = convert(&["-f", "UTF-8", "-t", name], TEXT.as_bytes());
        assert_eq!((there.code, &*there.err), (Some(0), ""), "{name}");
        assert_eq!(there.out, bytes, "{name}");
        let back = convert(&["-f", name, "-t", "UTF-8"], &bytes);
        assert_eq!((back.code, back.text()), (Some(0), TEXT), "{name}");
    }
}

#[test]
fn utf_16_obeys_a_signature_and_is_big_endian_without() {
    assert_eq!(convert(&["-f", "UTF-16"], b"\xFE\xFF\0A").text(), "A");
    assert_eq!(convert(&["-f", "UTF-16"], b"\xFF\xFEA\0").text(), "A");
    assert_eq!(convert(&["-f", "UTF-16"], b"\0A").text(), "A");
    assert_eq!(
        convert(&["-f", "UTF-16"], b"\xFE\xFF\xFE\xFF").text(),
        "\u{FEFF}",
        "one signature only"
    );
    assert_eq!(
        convert(&["-f", "UTF-16LE"], b"\xFF\xFEA\0").text(),
        "\u{FEFF}A",
        "here it is text"
    );
    assert_eq!(convert(&["-f", "UTF-32"], b"\0\0\xFE\xFF\0\0\0A").text(), "A");
    assert_eq!(convert(&["-f", "UTF-32"], b"\xFF\xFE\0\0A\0\0\0").text(), "A");
    assert_eq!(convert(&["-f", "UTF-32"], b"\0\0\0A").text(), "A");
    assert_eq!(convert(&["-f", "UTF-16"], b"").out, b"");
}

/// What Python's codecs make of the texts.
#[test]
fn legacy_encodings_both_ways() {
    let cases = [
        (
            "windows-1252",
            "Größe “naïve” – 5 €, façade™",
            "47 72 F6 DF 65 20 93 6E 61 EF 76 65 94 20 96 20 35 20 80 2C 20 66 61 E7 61 64 65 99",
        ),
        (
            "Shift_JIS",
            "日本語のテキスト、カタカナとﾊﾝｶｸ。",
            "93 FA 96 7B 8C EA 82 CC 83 65 83 4C 83 58 83 67 81 41 83 4A 83 5E 83 4A 83 69 82 C6 CA DD B6 B8 81 42",
        ),
        (
            "GB18030",
            "中文文本，㐀𠀀 和 é€",
            "D6 D0 CE C4 CE C4 B1 BE A3 AC 81 39 EE 39 95 32 82 36 20 BA CD 20 A8 A6 A2 E3",
        ),
        (
            "EUC-KR",
            "한국어 텍스트, 漢字 가나다",
            "C7 D1 B1 B9 BE EE 20 C5 D8 BD BA C6 AE 2C 20 F9 D3 ED AE 20 B0 A1 B3 AA B4 D9",
        ),
        (
            "EUC-JP",
            "日本語のテキスト",
            "C6 FC CB DC B8 EC A4 CE A5 C6 A5 AD A5 B9 A5 C8",
        ),
        ("Big5", "繁體中文字", "C1 63 C5 E9 A4 A4 A4 E5 A6 72"),
        (
            "KOI8-R",
            "Русский текст",
            "F2 D5 D3 D3 CB C9 CA 20 D4 C5 CB D3 D4",
        ),
        (
            "ISO-2022-JP",
            "abc 日本語 def",
            "61 62 63 20 1B 24 42 46 7C 4B 5C 38 6C 1B 28 42 20 64 65 66",
        ),
        (
            "ISO-8859-1",
            "Größe\u{85}\u{99} ÿ",
            "47 72 F6 DF 65 C2 85 C2 99 20 FF",
        ),
    ];
    for (name, text, bytes) in cases {
        let bytes = match name {
            "ISO-8859-1" => text.chars().map(|c| c as u8).collect(), // Latin-1 is Latin-1
            _ => hex(bytes),
        };
        // Long enough to be cut by every buffer.
        let (text, bytes) = (
            text.repeat(9000),
            if name == "ISO-2022-JP" {
                bytes
            } else {
                bytes.repeat(9000)
            },
        );
        if name == "ISO-2022-JP" {
            let short = "abc 日本語 def";
            assert_eq!(convert(&["-f", name], &bytes).text(), short);
            assert_eq!(convert(&["-t", name], short.as_bytes()).out, bytes);
            continue;
        }
        let back = convert(&["-f", name], &bytes);
        assert_eq!((back.code, &*back.err), (Some(0), ""), "{name}");
        assert!(back.text() == text, "{name}");
        let there = convert(&["-t", name], text.as_bytes());
        assert_eq!((there.code, &*there.err), (Some(0), ""), "{name}");
        assert!(there.out == bytes, "{name}");
    }
}

#[test]
fn ill_formed_input_is_reported_with_its_offset() {
    let cases: [(&str, &[u8], &str); 9] = [
        (
            "UTF-8",
            b"ab\xC3\xA9\xC0\xAF",
            "offset 4: `C0 AF` is an overlong encoding of U+002F (RFC 3629 section 3)",
        ),
        (
            "UTF-8",
            b"ab\xE2\x82",
            "offset 2: `E2 82` starts a sequence of 3 bytes, but the text ends (RFC 3629 section 3)",
        ),
        (
            "UTF-8",
            b"ab\xED\xA0\x80",
            "offset 2: `ED A0 80` is the surrogate U+D800, which is not a character (RFC 3629 section 3)",
        ),
        (
            "UTF-8",
            b"\xED\xA0\x80\xED\xB0",
            "offset 0: `ED A0 80 ED B0` is a pair of surrogates that is cut off (RFC 3629 section 3)",
        ),
        (
            "UTF-8",
            b"\xFD\xBF\xBF\xBF\xBF\xBF",
            "offset 0: `FD BF BF BF BF BF` is 7FFF FFFF in RFC 2279, but UTF-8 has no sequences of 6 bytes (RFC 3629 \
             section 1)",
        ),
        (
            "Annex-R",
            b"a\xED\xA0\x80",
            "offset 1: `ED A0 80` stands for no character in Annex R UTF-8 (ISO/IEC 10646-1 R.4)",
        ),
        (
            "UTF-16",
            b"\xFF\xFEA\0\0\xD8A\0",
            "offset 4: `00 D8` is an unpaired surrogate (RFC 2781 section 2.2)",
        ),
        (
            "UTF-16LE",
            b"A\0B",
            "offset 2: `42` starts a sequence, but the text ends before it is complete (RFC 2781 section 2.2)",
        ),
        (
            "ASCII",
            b"ab\x80",
            "offset 2: `80` stands for no character in ASCII (RFC 20)",
        ),
    ];
    for (name, bytes, message) in cases {
        let ran = convert(&["-f", name, "-t", "UTF-8"], bytes);
        let message = format!("utf8: standard input: {message}\n");
        assert_eq!(
            (ran.code, without_position(&ran.err)),
            (Some(1), message),
            "{name}"
        );
    }
    let ran = convert(&["-f", "Shift_JIS", "-t", "UTF-8"], b"ab \x83\x65\xFFz");
    let message = "utf8: standard input:1:5: offset 5: `FF` stands for no character in Shift_JIS\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), message));
}

/// A message does not depend on where the input is cut.
#[test]
fn an_ill_formed_sequence_is_shown_whole_at_every_offset() {
    let place = Place::new();
    for len in (131_060..131_080).chain([0, 1, 4095, 4096]) {
        for (sequence, message) in [
            (&b"\xED\xA0\x80"[..], "`ED A0 80` is the surrogate U+D800"),
            (
                b"\xFD\xBF\xBF\xBF\xBF\xBF",
                "`FD BF BF BF BF BF` is 7FFF FFFF in RFC 2279",
            ),
            (
                b"\xED\xA1\x8C\xED\xBE\xB4",
                "`ED A1 8C ED BE B4` is a pair of surrogates",
            ),
        ] {
            place.write("input", [&b"a".repeat(len), sequence, b"b"].concat());
            for to in ["UTF-16", "RFC2279", "Annex-R"] {
                let ran = place.run(["convert", "-t", to, "input"]);
                let start = format!("utf8: input:1:{}: offset {len}: {message}", len + 1);
                assert!(ran.err.starts_with(&start), "{to}, {len}: {}", ran.err);
            }
        }
    }
}

#[test]
fn what_is_not_representable_is_told_with_its_offset() {
    let cases: [(&str, &str, &[u8], &str); 5] = [
        (
            "UTF-8",
            "ISO-8859-1",
            "né €".as_bytes(),
            "offset 4: U+20AC `€` cannot be represented in ISO-8859-1",
        ),
        (
            "UTF-8",
            "ASCII",
            "né".as_bytes(),
            "offset 1: U+00E9 `é` cannot be represented in US-ASCII",
        ),
        (
            "UTF-8",
            "windows-1252",
            "ab ¢ Ω".as_bytes(),
            "offset 6: U+03A9 `Ω` cannot be represented in windows-1252",
        ),
        (
            "UTF-16",
            "ASCII",
            b"\xFE\xFF\0a\0\xE9",
            "offset 4: U+00E9 `é` cannot be represented in US-ASCII",
        ),
        (
            "Shift_JIS",
            "ISO-8859-1",
            b"a\x20\x83\x65",
            "offset 2: U+30C6 `テ` cannot be represented in ISO-8859-1",
        ),
    ];
    for (from, to, bytes, message) in cases {
        let ran = convert(&["-f", from, "-t", to], bytes);
        assert_eq!(
            (ran.code, without_position(ran.err.trim_end())),
            (Some(1), format!("utf8: standard input: {message}"))
        );
    }
}

#[test]
fn errors_have_a_line_and_a_column_of_the_decoded_text() {
    let lines = "naïve\r\n漢字 😀\n\n".repeat(30_000); // several pieces
    let utf16: Vec<u8> = lines.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let one_line = "é".repeat(300_000);
    let signature = "\u{FEFF}é";
    let lone = b"\0\xD8";
    let cases: [(&str, &str, Vec<u8>, &str); 11] = [
        ("UTF-8", "UTF-16", b"\xFF".to_vec(), "1:1: offset 0: `FF`"),
        (
            "UTF-8",
            "UTF-16",
            [lines.as_bytes(), "a é\u{FEFF}".as_bytes(), b"\xFF"].concat(),
            "90001:5: ",
        ),
        (
            "UTF-8",
            "UTF-8",
            [one_line.as_bytes(), b"\xFF"].concat(),
            "1:300001: offset 600000: `FF`",
        ),
        ("UTF-8", "ASCII", "ab\ncd\né".into(), "3:1: offset 6: U+00E9"),
        (
            "UTF-8",
            "latin1",
            [lines.replace(['漢', '字', '😀'], "é"), "aé€".into()]
                .concat()
                .into(),
            "90001:3: ",
        ),
        (
            "UTF-16LE",
            "UTF-8",
            [&utf16[..], b"a\0", lone, b"b\0"].concat(),
            "90001:2: offset 840002: `00 D8`",
        ),
        (
            "UTF-8",
            "windows-1252",
            [signature, "\nΩ"].concat().into(),
            "2:1: offset 6: U+03A9",
        ),
        (
            "UTF-16",
            "ASCII",
            b"\xFF\xFEa\0\n\0\xE9\0".to_vec(),
            "2:1: offset 6: U+00E9",
        ),
        (
            "Shift_JIS",
            "UTF-8",
            b"\x83\x65\n\x83\x65\x83\x65 \xFF".to_vec(),
            "2:4: offset 8: `FF`",
        ),
        (
            "RFC2279",
            "UCS-4",
            b"a\n\xC3\xA9\xFF".to_vec(),
            "2:2: offset 4: `FF`",
        ),
        (
            "RFC2279",
            "UTF-8",
            b"a\n\xFD\xBF\xBF\xBF\xBF\xBF".to_vec(),
            "2:1: offset 2: 7FFF FFFF",
        ),
    ];
    for (from, to, bytes, start) in cases {
        let ran = convert(&["-f", from, "-t", to], &bytes);
        let start = format!("utf8: standard input:{start}");
        assert!(ran.err.starts_with(&start), "{from} to {to}: {}", ran.err);
        assert_eq!(ran.code, Some(1), "{from} to {to}");
        // A file is read again to find the position, from where it was when the command started.
        let place = Place::new();
        let path = place.write("in", [b"not\nread\n", &bytes[..]].concat());
        let mut file = std::fs::File::open(path).unwrap();
        file.seek(SeekFrom::Start(9)).unwrap();
        let mut command = utf8();
        command.args(["convert", "-f", from, "-t", to]).stdin(file);
        let output = command.output().unwrap();
        assert_eq!(output.stderr, ran.err.as_bytes(), "{from} to {to}");
        place.write("in", &bytes);
        let named = place.run(["convert", "-f", from, "-t", to, "in"]);
        assert_eq!(
            named.err,
            ran.err.replace("standard input", "in"),
            "{from} to {to}"
        );
    }
}

#[test]
fn on_error_replaces_drops_escapes_or_decodes() {
    let bad = b"a\\\xE2\x82b\xFF";
    let cases: [(&[&str], &[u8]); 6] = [
        (&["--on-error", "replace"], "a\\\u{FFFD}b\u{FFFD}".as_bytes()),
        (&["--on-error", "drop"], b"a\\b"),
        (&["-c"], b"a\\b"),
        (&["--on-error", "escape"], br"a\\\xE2\x82b\xFF"),
        (&["--on-error", "as:windows-1252"], "a\\â‚bÿ".as_bytes()),
        (&["--on-error", "as:ISO-8859-1"], "a\\â\u{82}bÿ".as_bytes()),
    ];
    for (args, expected) in cases {
        let ran = convert(args, bad);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{args:?}");
        assert_eq!(ran.out, expected, "{args:?}");
    }
    let lacking = "1 € 😀";
    for to in ["ASCII", "windows-1251"] {
        let euro: &[u8] = if to == "ASCII" { b"?" } else { b"\x88" };
        let ran = convert(&["-t", to, "--on-error", "replace"], lacking.as_bytes());
        assert_eq!(ran.out, [b"1 ", euro, b" ?"].concat());
    }
    assert_eq!(convert(&["-t", "ASCII", "-c"], lacking.as_bytes()).out, b"1  ");
    for to in ["ASCII", "IBM866", "ISO-2022-JP"] {
        let ran = convert(&["-t", to, "--on-error", "escape"], "x😀".as_bytes());
        assert_eq!(ran.out, br"x\xF0\x9F\x98\x80", "{to}: never &#NNNN;");
    }
    for to in ["ASCII", "IBM866", "ISO-2022-JP"] {
        let cases = [
            ("unicode", r"x\u{1F600}y"),
            ("xml", "x&#x1F600;y"),
            ("with:[?]", "x[?]y"),
            ("with:", "xy"),
        ];
        for (what, expected) in cases {
            let ran = convert(&["-t", to, "--on-error", what], "x😀y".as_bytes());
            assert_eq!((ran.code, ran.text()), (Some(0), expected), "{to} {what}");
        }
    }
    for from in ["UTF-8", "EUC-JP"] {
        let with = |what| convert(&["-f", from, "--on-error", what], b"a\\\xFFb");
        assert_eq!(with("unicode").text(), r"a\\\xFFb");
        assert_eq!(with("with:<€>").text(), "a\\<€>b");
        assert_eq!(with("xml").code, Some(1));
    }
    let ran = convert(
        &["-f", "RFC2279", "--on-error", "with:?"],
        b"\xFD\xBF\xBF\xBF\xBF\xBF!",
    );
    assert_eq!(ran.text(), "?!");
    let ran = convert(&["-t", "IBM866", "--on-error", "with:é"], b"");
    let message = "utf8: --on-error with:é: this text cannot be represented in IBM866\n";
    assert_eq!((ran.code, &*ran.err), (Some(2), message));
    let legacy = convert(&["-f", "EUC-JP", "--on-error", "escape"], b"a\\\xFFb\xC6");
    assert_eq!(legacy.out, br"a\\\xFFb\xC6");
}

#[test]
fn several_files_and_standard_input_are_joined() {
    let place = Place::new();
    place.write("a", "ä");
    place.write("b", "ö");
    let ran = place.run_with(["convert", "-t", "UTF-16", "a", "-", "b"], "ü".as_bytes());
    assert_eq!(ran.out, b"\xFF\xFE\xE4\0\xFC\0\xF6\0");
}

#[test]
fn unreadable_files_are_reported() {
    let place = Place::new();
    place.write("a", "ä");
    place.write("d/x", "");
    let ran = place.run(["convert", "-t", "latin1", "missing", "d", "a"]);
    assert_eq!((ran.code, ran.out), (Some(2), b"\xE4".to_vec()));
    assert_eq!(
        ran.err,
        "utf8: missing: No such file or directory\nutf8: d: Is a directory\n"
    );
    let ran = place.run(["convert", "-o", "new", "missing", "a"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        place.names(),
        ["a", "d"],
        "half of what was asked for is not written"
    );
}

#[test]
#[cfg(unix)]
fn a_file_appears_whole_or_not_at_all() {
    let place = Place::new();
    let old = place.write("out", "old");
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o640)).unwrap();
    place.write("bad", [&b"x".repeat(1 << 20)[..], b"\xFF"].concat());
    let ran = place.run(["convert", "-t", "UTF-16LE", "-o", "out", "bad"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("utf8: bad:1:1048577: offset 1048576: `FF`"));
    assert_eq!(std::fs::read(&old).unwrap(), b"old");
    assert_eq!(place.names(), ["bad", "out"]);

    // It may be what is read.
    place.write("text", "aé");
    assert_eq!(
        place.run(["convert", "-t", "latin1", "-o", "text", "text"]).code,
        Some(0)
    );
    assert_eq!(std::fs::read(place.path().join("text")).unwrap(), b"a\xE9");

    std::os::unix::fs::symlink("out", place.path().join("link")).unwrap();
    assert_eq!(place.run_with(["convert", "-o", "link"], b"new").code, Some(0));
    assert_eq!(std::fs::read(&old).unwrap(), b"new");
    assert_eq!(old.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert!(place.path().join("link").is_symlink());
    assert_eq!(place.names(), ["bad", "link", "out", "text"]);
}

/// Where a file may hold 4 KiB (8 blocks of 512 bytes), writing fails as on a full disk.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_file() {
    let place = Place::new();
    place.write("in", "x".repeat(100_000));
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            "ulimit -f 8; trap '' XFSZ; exec \"$0\" convert -t UTF-16LE -o out in",
        ])
        .arg(env!("CARGO_BIN_EXE_utf8"))
        .current_dir(place.path());
    let ran = finish(command, b"");
    assert_eq!((ran.code, &*ran.err), (Some(2), "utf8: out: File too large\n"));
    assert_eq!(place.names(), ["in"]);
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_written_directly() {
    let place = Place::new();
    let ran = place.run_with(["convert", "-t", "latin1", "-o", "/dev/full"], "é".as_bytes());
    assert_eq!(
        (ran.code, &*ran.err),
        (Some(2), "utf8: /dev/full: No space left on device\n")
    );
    let ran = place.run_with(["convert", "-t", "latin1", "-o", "/dev/stdout"], "é".as_bytes());
    assert_eq!((ran.code, &ran.out[..]), (Some(0), &b"\xE9"[..]));
    assert_eq!(
        place.run_with(["convert", "-o", "."], b"x").err,
        "utf8: .: is a directory\n"
    );
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let place = Place::new();
    place.write("f", "x".repeat(1 << 20));
    let mut command = utf8();
    command
        .args(["convert", "f"])
        .current_dir(place.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[test]
fn names_are_helped_with() {
    let cases: [(&[&str], &str); 8] = [
        (&["-f", "UTF-61"], "did you mean `UTF-16`?"),
        (&["-t", "windows-1262"], "did you mean `windows-1252`?"),
        (&["-t", "klingon"], "`utf8 convert -l` lists them"),
        (&["-t", "ASCII//TRANSLIT"], "--on-error replace"),
        (&["-t", "ASCII//IGNORE"], "`-c`"),
        (&["-c", "--on-error", "replace"], "cannot be used with"),
        (&["--on-error", "as:UTF-16"], "not a single-byte encoding"),
        (&["-l", "x"], "cannot be used with"),
    ];
    for (args, said) in cases {
        let ran = convert(args, b"");
        assert_eq!((ran.code, ran.text()), (Some(2), ""), "{args:?}");
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
    }
    assert_eq!(
        convert(&["-f", "text/plain; charset=ISO-8859-1"], b"\xE9").text(),
        "é"
    );
    let list = convert(&["-l"], b"");
    assert!(
        list.text()
            .lines()
            .any(|line| line == "UTF-16LE csUTF16LE utf16le")
    );
    for line in list.text().lines() {
        let name = line.split(' ').next().unwrap();
        let written = match name {
            "UNICODE-1-1-UTF-8" => Some(2),
            _ => Some(0),
        };
        assert_eq!(convert(&["-f", name], b"").code, Some(0), "{name}");
        assert_eq!(convert(&["-t", name], b"").code, written, "{name}");
    }
}

/// Every character of the encodings of East Asia that is read is written so that it is read again.
#[test]
fn what_is_read_can_be_written() {
    let place = Place::new();
    for name in ["EUC-JP", "Big5", "Shift_JIS", "EUC-KR", "gb18030", "GBK"] {
        let mut bytes = Vec::new();
        for lead in 0x81..=0xFEu8 {
            for trail in 0x40..=0xFEu8 {
                bytes.extend_from_slice(&[lead, trail, b'\n']);
                if name == "EUC-JP" {
                    bytes.extend_from_slice(&[0x8F, lead, trail, b'\n']);
                }
            }
        }
        place.write("in", &bytes);
        // Lines of well-formed sequences alone.
        let text = place.run(["convert", "-f", name, "--on-error", "replace", "in"]);
        let lines: Vec<&str> = text
            .text()
            .lines()
            .filter(|line| !line.contains('\u{FFFD}'))
            .collect();
        assert!(lines.len() > 7000, "{name}: {}", lines.len());
        let text = lines.join("\n");
        for joined in [&text, &lines.concat()] {
            place.write("text", joined);
            let written = place.run(["convert", "-t", name, "text"]);
            assert_eq!((written.code, &*written.err), (Some(0), ""), "{name}");
            place.write("written", &written.out);
            assert!(
                place.run(["convert", "-f", name, "written"]).text() == joined,
                "{name}"
            );
        }
    }
}

#[test]
fn characters_that_only_reading_knows_are_written() {
    let cases: [(&str, &str, &[u8]); 8] = [
        ("EUC-JP", "a丂日", b"a\x8F\xB0\xA1\xC6\xFC"),
        ("Shift_JIS", "\u{E000}\u{E757}x", b"\xF0\x40\xF9\xFCx"),
        ("Big5", "䏰", b"\x87\x40"),
        (
            "Big5-HKSCS",
            "Ê\u{304}Ê\u{30C}ê\u{304}ê\u{30C}",
            b"\x88\x62\x88\x64\x88\xA3\x88\xA5",
        ),
        ("Big5", "ÊaÊÊ", b"\x88\x66a\x88\x66\x88\x66"),
        ("Big5", "ê", b"\x88\xA7"),
        ("gb18030", "\u{1E3F}", b"\xA8\xBC"),
        ("gb18030", "\u{FE10}", b"\xA6\xD9"),
    ];
    for (name, text, bytes) in cases {
        let ran = convert(&["-t", name], text.as_bytes());
        assert_eq!(
            (ran.code, &*ran.err, &ran.out[..]),
            (Some(0), "", bytes),
            "{name} {text}"
        );
        assert_eq!(convert(&["-f", name], bytes).text(), text, "{name}");
    }
    // The two characters of one sequence in two files.
    let place = Place::new();
    place.write("a", "Ê");
    place.write("b", "\u{304}");
    assert_eq!(place.run(["convert", "-t", "Big5", "a", "b"]).out, b"\x88\x62");
    assert_eq!(place.run(["convert", "-t", "Big5", "b"]).code, Some(1));
    // What would be read as another character is not written.
    for (name, text, offset) in [("gb18030", "é\u{E78D}", 2), ("ISO-2022-JP", "日ｱ", 3)] {
        let ran = convert(&["-t", name], text.as_bytes());
        let start = format!("utf8: standard input:1:2: offset {offset}: U+");
        assert!(ran.err.starts_with(&start), "{name}: {}", ran.err);
        let ran = convert(
            &["-t", name, "--on-error", "with:?"],
            format!("{text}!{text}").as_bytes(),
        );
        assert!(ran.out.ends_with(b"?") && ran.out.contains(&b'!'), "{name}");
        assert_eq!(
            convert(&["-f", name], &ran.out).text().matches('?').count(),
            2,
            "{name}"
        );
    }
}

#[test]
fn escapes_are_undone() {
    let cases: [(&str, &[u8]); 12] = [
        (r"a\\b", br"a\b"),
        (r#""caf\303\251.txt""#, r#""café.txt""#.as_bytes()),
        (r"\303\xA9\377\101\000", b"\xC3\xA9\xFFA\0"),
        (r#"\"\a\b\t\n\v\f\r"#, b"\"\x07\x08\t\n\x0B\x0C\r"),
        (r"\\303\\n", br"\303\n"),
        (r"\xE2\x82b\xFF", b"\xE2\x82b\xFF"),
        (r"\xC3\xA9\u{e9}\u{1F600}", "éé😀".as_bytes()),
        (r"\\x41 \\u{41}", br"\x41 \u{41}"),
        (r"\xF0\x9F\x98\x80\xFF\xFE\xFF", b"\xF0\x9F\x98\x80\xFF\xFE\xFF"),
        (r"\x41\x42é", "ABé".as_bytes()),
        (r"\xC3\\", b"\xC3\\"),
        ("", b""),
    ];
    for (text, bytes) in cases {
        let ran = convert(&["--unescape"], text.as_bytes());
        assert_eq!(
            (ran.code, &*ran.err, &ran.out[..]),
            (Some(0), "", bytes),
            "{text}"
        );
    }
    // The way there and back, cut at every place by a piece.
    let ill_formed = b"\\a\xE2\x82\xAC\xE2\x82 \xFF\xF0\x9F\x98\x80\xF0\x9F\\\\xFF".repeat(1000);
    for ahead in 0..40 {
        let bytes = [&b"y".repeat((128 << 10) - 500 + ahead)[..], &ill_formed].concat();
        for what in ["escape", "unicode"] {
            let escaped = convert(&["--on-error", what], &bytes);
            assert!(
                convert(&["--unescape"], &escaped.out).out == bytes,
                "{ahead} {what}"
            );
        }
    }
    for what in ["escape", "unicode"] {
        let text = "Größe €, 😀 \\ Ω";
        let escaped = convert(&["-t", "ASCII", "--on-error", what], text.as_bytes());
        assert!(escaped.out.is_ascii());
        assert_eq!(
            convert(&["-f", "ASCII", "--unescape"], &escaped.out).text(),
            text,
            "{what}"
        );
        let utf16 = convert(&["-f", "ASCII", "-t", "UTF-16LE", "--unescape"], &escaped.out).out;
        assert_eq!(convert(&["-f", "UTF-16LE"], &utf16).text(), text, "{what}");
    }
    for (text, place) in [
        ("a\n\\q", "2:1: offset 2: `\\`"),
        (r"ab\x4", "1:3: offset 2: "),
        (r"\u{D800}", "1:1: offset 0: "),
        (r"\u{1234567}", "1:1: "),
        (r"\u{}", "1:1: "),
        (r"\x+1", "1:1: "),
        (r"\400", "1:1: "),
        (r"a\30", "1:2: offset 1: "),
        (r"\308", "1:1: "),
    ] {
        let directory = Place::new();
        directory.write("in", text);
        let ran = directory.run(["convert", "--unescape", "in"]);
        assert!(
            ran.err.starts_with(&format!("utf8: in:{place}")),
            "{text}: {}",
            ran.err
        );
        assert_eq!(ran.code, Some(1), "{text}");
    }
    for name in ["UTF-7", "UTF-16LE", "UTF-32BE", "UCS-2LE", "UCS-4"] {
        let ran = convert(&["-t", name, "--unescape"], br"\xFF");
        let start = "utf8: standard input:1:1: offset 0: the byte `FF` cannot be written in ";
        assert!(ran.err.starts_with(start), "{name}: {}", ran.err);
        assert_eq!(ran.code, Some(1), "{name}");
    }
    assert_eq!(
        convert(&["-t", "Shift_JIS", "--unescape"], r"\xFF日\xFD".as_bytes()).out,
        b"\xFF\x93\xFA\xFD"
    );
    assert_eq!(
        convert(&["--unescape", "--on-error", "escape"], b"").code,
        Some(2)
    );
}
