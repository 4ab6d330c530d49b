//! `utf8 inspect` from the outside: places, encodings, formats, hostile input.

use crate::common::{Place, Ran};
use serde_json::Value;
use utf8kit_test::{Random, hex, is_thorough};

fn inspect(args: &[&str]) -> Ran {
    let args = std::iter::once("inspect").chain(args.iter().copied());
    Place::new().run(args)
}

/// The objects of the format `json`: the items, and the summary.
fn json(ran: &Ran) -> (Vec<Value>, Value) {
    let lines = ran.text().lines();
    let mut lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let last = lines.pop().expect("a summary");
    (lines, last["summary"].clone())
}

/// Whether a terminal shows the text without being driven by it.
fn is_safe(text: &str) -> bool {
    let is_bidi =
        |c| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    !text.chars().any(|c| {
        (c.is_control() && c != '\n') || is_bidi(c) || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}')
    })
}

#[test]
fn a_character_has_all_its_forms() {
    for args in [["--text", "€"], ["--hex", "E2 82 AC"], ["--scalar", "U+20AC"]] {
        let ran = inspect(&args);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        for part in [
            "U+20AC",
            "EURO SIGN",
            "1110 0010 10 000010 10 101100",
            "0x20AC",
            "Currency Symbols",
            "Sc, currency symbol",
            "Unicode 2.1",
            "000020AC",
            "+IKw-",
            r"\u{20AC}",
            r"\u20ac",
            "&#x20AC;",
            "%E2%82%AC",
        ] {
            assert!(ran.text().contains(part), "{part}\n{}", ran.text());
        }
    }
}

#[test]
fn each_kind_of_error_is_explained() {
    let cases = [
        (
            "80",
            "unexpected-continuation",
            "RFC 3629 section 3",
            "no dialect",
        ),
        (
            "C0 AF",
            "overlong",
            "RFC 3629 section 3",
            "Annex R UTF-8 by R.5 (as U+002F)",
        ),
        (
            "C0 80",
            "overlong",
            "RFC 3629 section 3",
            "Modified UTF-8 (as U+0000)",
        ),
        ("ED A0 80", "surrogate", "RFC 3629 section 3", "WTF-8 (as U+D800)"),
        (
            "ED A1 8C ED BE B4",
            "surrogate",
            "RFC 3629 section 3",
            "CESU-8, Modified UTF-8 (as U+233B4)",
        ),
        ("F4 90 80 80", "too-large", "RFC 3629 section 3", "RFC 2279 UTF-8"),
        (
            "FD BF BF BF BF BF",
            "never-valid",
            "RFC 3629 section 1",
            "RFC 2279 UTF-8",
        ),
        ("FF", "never-valid", "RFC 3629 section 1", "no dialect"),
        ("E9 20", "missing-continuation", "RFC 3629 section 3", "`é`"),
        ("E2 82", "unexpected-end", "RFC 3629 section 3", "no dialect"),
    ];
    for (bytes, kind, clause, relative) in cases {
        let ran = inspect(&["--hex", bytes]);
        assert_eq!(ran.code, Some(1), "{bytes}");
        for part in [kind, clause, relative] {
            assert!(ran.text().contains(part), "{bytes}: {part}\n{}", ran.text());
        }
    }
}

#[test]
fn a_place_of_check_can_be_pasted() {
    let place = Place::new();
    place.write("a.txt", b"one\ntw\xC3\xB6 \xED\xA0\x80\xC0\xAF x\nthree");
    let findings = place.run(["check", "--format", "json"]).findings();
    assert_eq!(findings.len(), 2);
    for finding in findings {
        let name = format!("a.txt:{}:{}:", finding["line"], finding["column"]);
        let (items, _) = json(&place.run(["inspect", "--format", "json", &name]));
        assert_eq!(items[0]["offset"], finding["offset"]);
        assert_eq!(items[0]["bytes"], finding["bytes"]);
        assert_eq!(items[0]["problem"]["kind"], finding["kind"]);
        assert_eq!(items[0]["problem"]["message"], finding["message"]);
        assert_eq!(items[0]["problem"]["clause"], finding["clause"]);
        // Up to the end of the line.
        assert_eq!(items.last().unwrap()["bytes"], "0A");
    }
    for (args, offset) in [
        (&["a.txt:2"][..], 4),
        (&["a.txt", "--line", "2"], 4),
        (&["a.txt", "--line", "2:4"], 8),
        (&["a.txt", "--line", "3:5"], 21),
        // The middle of a character.
        (&["a.txt", "--offset", "7"], 6),
    ] {
        let ran = place.run(["inspect", "--format", "json"].iter().chain(args));
        assert_eq!(json(&ran).1["offset"], offset, "{args:?}");
        let mut args = args.to_vec();
        if !args[0].contains(':') {
            args[0] = "-";
            let bytes = std::fs::read(place.path().join("a.txt")).unwrap();
            let piped = place.run_with(["inspect", "--format", "json"].iter().chain(&args), &bytes);
            assert_eq!(json(&piped).1["offset"], offset, "{args:?}");
        }
    }
}

#[test]
#[cfg(unix)] // no file of Windows has such a name
fn a_file_whose_name_has_colons_comes_first() {
    let place = Place::new();
    place.write("log:1:2", "colons");
    place.write("log", "plain");
    let (items, _) = json(&place.run(["inspect", "--format", "json", "log:1:2"]));
    assert_eq!(items[0]["bytes"], "63");
    let (items, _) = json(&place.run(["inspect", "--format", "json", "log:1:3"]));
    assert_eq!(items[0]["bytes"], "61");
    let (items, _) = json(&place.run(["inspect", "--format", "json", "log:1:2:1:3"]));
    assert_eq!(items[0]["bytes"], "6C");
}

#[test]
fn mistakes_are_explained() {
    let place = Place::new();
    place.write("f", "one\ntwo\n");
    place.write("empty", "");
    for (args, message) in [
        (
            &["f", "--offset", "100"][..],
            "offset 100 is past the end: there are 8 bytes",
        ),
        (&["f", "--offset", "8"], "past the end"),
        (&["f", "--offset", "18446744073709551615"], "past the end"),
        (&["f", "--line", "9"], "line 9 is past the end, after 2 lines"),
        (&["f", "--line", "3"], "after 2 lines"),
        (
            &["f:2:9"],
            "column 9 is past the end of line 2, which has 3 characters",
        ),
        (&["f", "--line", "0"], "--line"),
        (&["f", "--line", "1:x"], "--line"),
        (&["f:1:1", "--offset", "1"], "--offset"),
        (
            &["f:1:0"],
            "`1:0` is not a place in f: lines and columns are numbers from 1 on",
        ),
        (&["f:0"], "`0` is not a place in f"),
        (&["f:99999999999999999999"], "is not a place in f"),
        (&["f", "--offset", "-1"], "a number of bytes from 0 on"),
        (&["f", "--offset", "99999999999999999999"], "a number of bytes"),
        (&["f", "--length", "x"], "a number of bytes"),
        (&["--hex", "ZZ"], "`Z` in `ZZ`"),
        (&["--scalar", "U+20AC U+41"], "--text"),
        (&["--scalar", ""], "--scalar"),
        (&["--text", "a", "--line", "2"], "line 2 is past the end"),
        (&["--text", "a", "--offset", "1"], "there is 1 byte"),
        (&["missing:1:1"], "missing: "),
        (&["--hex", "E2 8"], "odd number of digits"),
        (&["--hex", "E2 8G"], "`G`"),
        (&["--scalar", "U+80000000"], "--scalar"),
        (&["--scalar", "\u{1B}[2J"], r"\x1B"),
        (
            &["--text", "é", "--as", "US-ASCII"],
            "U+00E9 cannot be represented",
        ),
        (&["--text", "a", "--as", "klingon"], "klingon"),
        (&["--text", "a", "--hex", "41"], "cannot be used"),
        (&["missing"], "missing: "),
        (&["."], "directory"),
        (&["empty", "--offset", "1"], "there are 0 bytes"),
    ] {
        let ran = place.run(["inspect"].iter().chain(args));
        assert_eq!((ran.code, &*ran.out), (Some(2), &b""[..]), "{args:?}");
        assert!(ran.err.contains(message), "{args:?}: {}", ran.err);
        assert!(is_safe(&ran.err));
    }
    for args in [&["empty"][..], &["--text", ""], &["--hex", ""], &["-"]] {
        let ran = place.run(["inspect"].iter().chain(args));
        assert_eq!((ran.code, ran.text()), (Some(0), "No bytes\n"), "{args:?}");
    }
}

#[test]
fn more_is_said_to_follow() {
    let place = Place::new();
    place.write("f", "é".repeat(100));
    let ran = place.run(["inspect", "f"]);
    assert!(
        ran.text().ends_with("More follows: --offset 64\n"),
        "{}",
        ran.text()
    );
    let (items, summary) = json(&place.run(["inspect", "--format", "json", "f", "--length", "999999999999"]));
    assert_eq!((items.len(), &summary["more"]), (100, &Value::Bool(false)));
    // A character is never cut.
    let (items, summary) = json(&place.run(["inspect", "--format", "json", "f", "--length", "3"]));
    assert_eq!((items.len(), &summary["length"]), (2, &4.into()));
}

#[test]
fn utf_16_is_recognized_and_lines_are_found() {
    let place = Place::new();
    let utf16: Vec<u8> = "\u{FEFF}one\nt\u{A0A}😀o\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    place.write("f", &utf16);
    for args in [
        &["f:2:3"][..],
        &["f", "--line", "2:3", "--as", "UTF-16"],
        &["f", "--offset", "15"],
    ] {
        let (items, summary) = json(&place.run(["inspect", "--format", "json"].iter().chain(args)));
        assert_eq!(summary["encoding"], "UTF-16LE", "{args:?}");
        assert_eq!(items[0]["characters"][0]["code_point"], "U+1F600", "{args:?}");
        assert_eq!(items[0]["bits"][1]["prefix"], "110110");
    }
}

#[test]
fn legacy_encodings_show_the_bytes_of_each_character() {
    let (items, _) = json(&inspect(&[
        "--format",
        "json",
        "--as",
        "Shift_JIS",
        "--text",
        "日a",
    ]));
    assert_eq!(
        (&items[0]["bytes"], &items[0]["characters"][0]["code_point"]),
        (&"93 FA".into(), &"U+65E5".into())
    );
    let (items, _) = json(&inspect(&["--format", "json", "--as", "CP437", "--hex", "81 41"]));
    assert_eq!(items[0]["characters"][0]["character"], "ü");
    let ran = inspect(&["--format", "json", "--as", "Shift_JIS", "--hex", "93 FF 41"]);
    assert_eq!(ran.code, Some(1));
    let (items, summary) = json(&ran);
    assert_eq!(
        (&items[0]["kind"], &summary["ill_formed"]),
        (&"ill-formed".into(), &1.into())
    );
}

#[test]
fn double_encoding_is_undone() {
    let place = Place::new();
    place.write("f", "un caf\u{C3}\u{A9} noir\n");
    let ran = place.run(["inspect", "f"]);
    assert!(
        ran.text().contains("look double-encoded") && ran.text().contains("`é`"),
        "{}",
        ran.text()
    );
    // What stands before the place decides, too.
    let ran = place.run(["inspect", "f:1:7"]);
    assert!(ran.text().contains("look double-encoded"), "{}", ran.text());
    let (lines, _) = json(&place.run(["inspect", "f", "--format", "json"]));
    let run = &lines.last().unwrap()["double_encoded"];
    assert_eq!(
        (&run["offset"], &run["length"], &run["meant"]),
        (&6.into(), &4.into(), &"é".into())
    );
    let ran = place.run(["inspect", "f", "--length", "3"]);
    assert!(!ran.text().contains("double-encoded"));
}

#[test]
fn nothing_drives_the_terminal() {
    let hostile =
        "\u{1B}[2J\u{202E}\u{2066}\u{200F}\u{85}\u{9B}\u{FEFF}\u{2028}\0\r\u{7F}\u{E0001}\u{AD}\u{FFFF}";
    for format in ["human", "json"] {
        let ran = inspect(&["--format", format, "--hex", &utf8_hex(hostile)]);
        assert!(is_safe(ran.text()), "{format}");
    }
    // Each in a block of its own.
    for c in hostile.chars() {
        let ran = inspect(&["--hex", &utf8_hex(&c.to_string())]);
        assert!(is_safe(ran.text()), "{c:?}");
    }
    let colored = inspect(&["--color", "always", "--text", "é"]);
    // The bits that mark a lead, a continuation, and those of the number are told apart.
    let bits = "\u{1B}[33m110\u{1B}[0m \u{1B}[1m\u{1B}[32m00011\u{1B}[0m \u{1B}[36m10\u{1B}[0m \u{1B}[1m\u{1B}[32m101001\u{1B}[0m";
    assert!(colored.text().contains(bits), "{}", colored.text());
    // A byte that no sequence has consists of marks alone, without a blank after them.
    let never = inspect(&["--color", "always", "--hex", "FF"]);
    assert!(
        never.text().contains("\u{1B}[31m11111111\u{1B}[0m"),
        "{:?}",
        never.text()
    );
    let plain = inspect(&["--color", "never", "--text", "é"]);
    assert!(!plain.text().contains('\u{1B}'));
}

fn utf8_hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02X}")).collect()
}

#[test]
fn random_bytes_are_shown_in_every_encoding() {
    let place = Place::new();
    let mut random = Random::new(1);
    let bytes: Vec<u8> = (0..600).map(|_| random.next() as u8).collect();
    place.write("f", &bytes);
    for (index, name) in encodings().iter().enumerate() {
        let places = [
            &["f", "--length", "500"][..],
            &["f:2:3"],
            &["f", "--offset", "333"],
        ];
        let places = match index {
            _ if is_thorough() => &places[..],
            _ if index % 3 == 0 => &places[index / 3 % 3..][..1],
            _ => &[],
        };
        for &args in places {
            let ran = place.run(["inspect", "--as", name].iter().chain(args));
            // There may be no second line, or it may be short.
            let is_no_place = args == ["f:2:3"] && ran.code == Some(2) && ran.err.contains("past the end");
            assert!(
                is_no_place || (ran.code < Some(2) && ran.err.is_empty()),
                "{name}: {}",
                ran.err
            );
            assert!(is_safe(ran.text()), "{name}");
        }
        let (items, summary) = json(&place.run([
            "inspect", "--as", name, "--format", "json", "f", "--length", "600",
        ]));
        let all: String = items
            .iter()
            .filter_map(|item| item["bytes"].as_str())
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(hex(&all), bytes, "{name}");
        assert_eq!(summary["length"], 600);
    }
}

/// The main names of the encodings that `convert` knows.
fn encodings() -> Vec<String> {
    let ran = Place::new().run(["convert", "-l"]);
    let names = ran.text().lines().map(|line| match line.strip_prefix('\'') {
        Some(quoted) => quoted.split('\'').next().unwrap(),
        None => line.split(' ').next().unwrap(),
    });
    names.map(str::to_owned).collect()
}

/// The characters of items, one after the other.
fn text_of(items: &[Value]) -> String {
    let characters = items
        .iter()
        .filter_map(|item| item["characters"].as_array())
        .flatten();
    characters
        .filter_map(|character| character["character"].as_str())
        .collect()
}

#[test]
fn every_encoding_that_convert_knows_shows_the_characters_that_convert_writes() {
    const SAMPLE: &str = "A0~\\ é€Ωжשع ñ가각힣ㄱ₩中国語日本ｱ台灣囧Ê\u{304}ﺂ\u{E31}ก☺😀━½\n";
    let place = Place::new();
    for (index, name) in encodings().iter().enumerate() {
        let written = place.run_with(["convert", "-t", name, "-c"], SAMPLE.as_bytes());
        let bytes = match written.code {
            Some(0) => written.out.clone(),
            // What can only be read is UTF-8 in some way.
            _ => SAMPLE.as_bytes().to_vec(),
        };
        assert!(bytes.len() > 4, "{name}");
        place.write("f", &bytes);
        let text = place.run(["convert", "-f", name, "--signature", "strip", "f"]);
        assert_eq!(text.code, Some(0), "{name}: {}", text.err);
        let ran = place.run([
            "inspect", "--as", name, "--format", "json", "f", "--length", "1000",
        ]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{name}");
        let (items, summary) = json(&ran);
        assert_eq!(
            text_of(&items).trim_start_matches('\u{FEFF}'),
            text.text(),
            "{name}"
        );
        assert_eq!(summary["ill_formed"], 0);
        if is_thorough() || index % 2 == 0 {
            assert_eq!(place.run(["inspect", "--as", name, "f"]).code, Some(0), "{name}");
        }
        let is_tried = is_thorough() || index % 2 == 1;
        if is_tried && written.code == Some(0) && !bytes.starts_with(b"\xFE\xFF") {
            let ran = place.run(["inspect", "--as", name, "--format", "json", "--text", text.text()]);
            let (items, _) = json(&ran);
            let shown: Vec<_> = items.iter().filter_map(|item| item["bytes"].as_str()).collect();
            let shown = hex(&shown.join(" "));
            let written = place.run_with(["convert", "-t", name], &text.out).out;
            // Without the signature that an encoding has in files.
            assert!(!shown.is_empty() && written.ends_with(&shown), "{name}");
        }
    }
}

#[test]
fn what_a_set_lacks_is_reported_as_convert_reports_it() {
    let place = Place::new();
    for (name, bytes, ill_formed) in [
        ("GB2312", "B0A1 FF A1FF", "FF"),
        ("GBK", "B0A1 81", "81"),
        ("EUC-KR", "B0A1 A1FF", "A1 FF"),
        ("UHC", "B0A1 FF", "FF"),
        ("JOHAB", "8861 FFFE", "FF"),
        ("BIG5-HKSCS", "A440 80", "80"),
        ("EUC-TW", "A4A1 8EA3A1A1", "8E A3 A1 A1"),
        ("HZ-GB-2312", "7E7B 3021 2F7F", "2F"),
    ] {
        let (items, _) = json(&inspect(&["--as", name, "--format", "json", "--hex", bytes]));
        let problem = items.iter().find(|item| item["problem"].is_object()).unwrap();
        assert_eq!(problem["bytes"], ill_formed, "{name}");
        let message = problem["problem"]["message"].as_str().unwrap();
        assert!(
            message.starts_with(&format!("`{ill_formed}` sta")),
            "{name}: {message}"
        );
        let converted = place.run_with(["convert", "-f", name], &hex(bytes));
        assert!(converted.err.contains(message), "{name}: {}", converted.err);
    }
}

#[test]
fn numbers_and_bytes_are_read_as_people_write_them() {
    let place = Place::new();
    place.write("f", "0123456789abcdef€");
    for (args, bytes) in [
        (&["f", "--offset", "0x10"][..], "E2 82 AC"),
        (&["f", "--offset", "17"], "E2 82 AC"),
        (&["f:1:17"], "E2 82 AC"),
        (&["--scalar", "€"], "E2 82 AC"),
        (&["--hex", "%E2%82%AC"], "E2 82 AC"),
        (&["--hex", "E2:82:AC"], "E2 82 AC"),
        (&["--hex", r"\xE2\x82\xAC"], "E2 82 AC"),
        (&["--scalar", "D800"], "ED A0 80"),
    ] {
        let ran = place.run(["inspect", "--format", "json"].iter().chain(args));
        assert_eq!(json(&ran).0[0]["bytes"], bytes, "{args:?}");
    }
}

/// The system makes such a file when it is read, and says that its size is 0.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_a_size_is_read() {
    let place = Place::new();
    let ran = place.run(["inspect", "/proc/self/status", "--length", "4"]);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    let ran = place.run(["inspect", "/proc/self/status", "--offset", "1000000"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("past the end") && !ran.err.contains("are 0 bytes"),
        "{}",
        ran.err
    );
}

#[cfg(unix)]
#[test]
fn pipes_are_read_and_may_be_left() {
    let place = Place::new();
    place.write("f", "€".repeat(100_000));
    for (command, expected) in [
        (
            "mkfifo p && (cat f > p &) && \"$0\" inspect p --line 1:50000 | head -1",
            "p: ",
        ),
        (
            "\"$0\" inspect f --length 300000 | head -1; echo ${PIPESTATUS[0]}",
            "f: ",
        ),
    ] {
        let mut shell = std::process::Command::new("bash");
        shell.current_dir(place.path());
        shell.args(["-c", command, env!("CARGO_BIN_EXE_utf8")]);
        let ran = crate::common::finish(shell, b"");
        assert!(ran.text().starts_with(expected), "{command}: {}", ran.text());
        assert!(!ran.text().contains("\n2"), "{}", ran.text());
        assert_eq!(ran.err, "");
    }
}

/// What a byte is follows from the start of its line.
#[test]
fn a_place_in_a_line_is_read_in_the_state_of_the_encoding() {
    let place = Place::new();
    for (name, text, offset) in [
        ("HZ-GB-2312", "一\nab中国\n", 14),
        ("ISO-2022-JP", "一\nab日本\n", 17),
        ("UTF-7", "一\nab日本\n", 12),
        ("Shift_JIS", "一\nab日本\n", 8),
        ("GBK", "一\nab中国\n", 8),
        ("EUC-TW", "一\nab中國\n", 8),
        ("CESU-8", "一\nab😀𝒳\n", 15),
        ("UTF-16LE", "一\nab😀𝒳\n", 15),
        ("UTF-32BE", "一\nab日本\n", 23),
    ] {
        let bytes = place.run_with(["convert", "-t", name], text.as_bytes()).out;
        place.write("f", &bytes);
        let line: String = text.lines().nth(1).unwrap().to_owned() + "\n";
        for (column, _) in line.chars().enumerate() {
            let at = format!("f:2:{}", column + 1);
            let (items, _) = json(&place.run(["inspect", "--as", name, "--format", "json", &at]));
            let rest: String = line.chars().skip(column).collect();
            assert_eq!(text_of(&items), rest, "{name} {at}");
        }
        let at = offset.to_string();
        let (items, summary) =
            json(&place.run(["inspect", "--as", name, "--format", "json", "f", "--offset", &at]));
        assert!(summary["offset"].as_u64().unwrap() < offset, "{name}: {summary}");
        let last = line.chars().nth(3).unwrap();
        assert_eq!(text_of(&items), format!("{last}\n"), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn the_end_of_a_large_file_is_shown_at_once() {
    use std::io::{Seek, SeekFrom, Write};
    let place = Place::new();
    let path = place.write("big", "");
    let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    // Reading it from its start takes minutes of processor time, of which the command has ten seconds.
    const LEN: u64 = 1 << 40;
    file.set_len(LEN).unwrap();
    file.seek(SeekFrom::Start(LEN - 3)).unwrap();
    file.write_all("€".as_bytes()).unwrap();
    let offset = (LEN - 3).to_string();
    let mut command = std::process::Command::new("sh");
    command.current_dir(place.path()).args([
        "-c",
        "ulimit -t 10; exec \"$0\" inspect --format json big --offset \"$1\"",
        env!("CARGO_BIN_EXE_utf8"),
        &offset,
    ]);
    let ran = crate::common::finish(command, b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let (items, summary) = json(&ran);
    assert_eq!(items[0]["bytes"], "E2 82 AC");
    assert_eq!(summary["more"], false);
}

#[test]
fn annex_r_objects_to_what_it_reads() {
    let ran = inspect(&["--hex", "EF BF BE C1 81 61 62", "--as", "Annex-R.5"]);
    assert_eq!(ran.code, Some(0));
    for part in [
        "U+FFFE       <noncharacter-FFFE>, undefined\n",
        "U+0041    A   LATIN CAPITAL LETTER A, overlong\n",
        "Offset 0: U+FFFE is a position without a character, whose mapping is undefined\n(NOTE 3) (ISO/IEC 10646-1 R.4)\n",
        "Offset 3: `C1 81` is U+0041 in a longer sequence than necessary: the shortest is\n`41` (ISO/IEC 10646-1 R.5)\n",
    ] {
        assert!(ran.text().contains(part), "{part}\n{}", ran.text());
    }
    let (items, _) = json(&inspect(&["--json", "--hex", "EF BF BF 61", "--as", "Annex-R"]));
    assert_eq!(
        (&items[0]["remark"]["kind"], &items[0]["remark"]["clause"]),
        (&"undefined".into(), &"ISO/IEC 10646-1 R.4".into())
    );
    assert_eq!(items[1].get("remark"), None);
    let ran = inspect(&["--hex", "EF BF BF", "--as", "UTF-8"]);
    assert!(!ran.text().contains("undefined"), "{}", ran.text());
}

/// Numbers over U+10FFFF have the form of R.3 everywhere.
#[test]
fn numbers_over_unicode_have_one_form() {
    for args in [
        &["--hex", "FD BF BF BF BF BF", "--as", "RFC2279"][..],
        &["--hex", "FD BF BF BF BF BF 61 62 63", "--as", "RFC2279"],
        &["--hex", "FD BF BF BF BF BF"],
    ] {
        let shown = inspect(args);
        let text = shown.text();
        assert!(text.contains("7FFF FFFF"), "{text}");
        for other in ["0x7FFF", "u{7FFF", "7FFFFFFF"] {
            assert!(!text.contains(other), "{text}");
        }
    }
}

#[test]
fn every_line_fits_into_80_columns() {
    for args in [
        &["--scalar", "7FFF FFFF"][..],
        &["--scalar", "1F468"],
        &["--scalar", "FBF9"],
        &["--hex", "ED A1 8C ED BE B4"],
        &["--text", "ARABIC ﯹ ﷺ: \u{1F468}\u{200D}\u{1F469} \u{FBF9}"],
        &["--hex", "8080808080808080", "--as", "Annex-R"],
        &["--hex", "8080808080808080"],
    ] {
        let ran = inspect(args);
        assert!(!ran.text().contains("7FFF\n"), "a number is not divided");
        for line in ran.text().lines() {
            let wide = line.chars().filter(|&c| c >= '\u{1F000}').count();
            assert!(line.chars().count() + wide <= 80, "{line}");
        }
    }
}

/// What a person types in place of a file, if there is none of that name.
#[test]
fn characters_code_points_and_escapes_are_shown_where_no_file_is_called_so() {
    for typed in [
        "€",
        "U+20AC",
        r"\xe2\x82\xac",
        r"\u20ac",
        "E2 82 AC",
        "&#x20AC;",
        "%E2%82%AC",
    ] {
        let ran = inspect(&[typed]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{typed}");
        assert_eq!(ran.text(), inspect(&["--text", "€"]).text(), "{typed}");
    }
    assert_eq!(inspect(&["é"]).text(), inspect(&["--text", "é"]).text());
    assert_eq!(
        inspect(&["U+0065 U+0301"]).text(),
        inspect(&["--text", "e\u{301}"]).text()
    );
    // An ill-formed sequence is one here too.
    assert_eq!(inspect(&[r"\xED\xA0\x80"]).code, Some(1));
    let encoded = inspect(&["--as", "UTF-16BE", "U+20AC"]);
    assert!(encoded.text().contains("  20        AC\n"), "{}", encoded.text());
    // A word can be a name with a slip, so it is said.
    let ran = inspect(&["naïve"]);
    assert_eq!(ran.text(), inspect(&["--text", "naïve"]).text());
    assert_eq!(
        (ran.code, &*ran.err),
        (Some(0), "utf8: no file is called `naïve`: it is shown as text\n")
    );
}

#[test]
fn a_file_comes_first_and_a_name_of_one_is_not_text() {
    let place = Place::new();
    for name in ["é", "U+20AC", "E2 82 AC"] {
        place.write(name, "file");
        let ran = place.run(["inspect", name]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        assert!(
            ran.text().starts_with(&format!("{name}: 4 bytes of UTF-8\n")),
            "{}",
            ran.text()
        );
    }
    for name in ["README", "é.txt", "é/è", "a.txt", "20AC", "x", "é:3"] {
        let ran = inspect(&[name]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""), "{name}");
        let file = name.trim_end_matches(":3");
        assert!(
            ran.err.starts_with(&format!("utf8: {file}: "))
                && ran.err.ends_with("; to show text, use --text\n"),
            "{}",
            ran.err
        );
    }
    // What one cannot read is no text.
    let ran = place.run(["inspect", "."]);
    assert!(
        ran.err.contains("directory") && !ran.err.contains("--text"),
        "{}",
        ran.err
    );
}
