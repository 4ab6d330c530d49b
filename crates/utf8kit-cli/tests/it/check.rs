//! `utf8 check` from the outside: what it finds, where it says that it is, how it ends.

#[cfg(unix)]
use crate::common::finish;
use crate::common::{Place, native, utf8};
#[cfg(unix)]
use std::ffi::OsStr;
#[cfg(unix)]
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;
use utf8kit_test::hex;
#[cfg(unix)]
use utf8kit_test::is_installed;

/// `rule line:column offset length bytes` of each finding.
fn places(place: &Place, args: &[&str]) -> Vec<String> {
    let args = ["check", "--format", "json"].iter().chain(args);
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
    place.run(args).findings().iter().map(brief).collect()
}

#[test]
fn a_clean_tree_is_clean() {
    let place = Place::new();
    place.write("a.txt", "Größe €\n");
    place.write("b/c.txt", "日本語");
    let ran = place.run(["check"]);
    assert_eq!(
        (ran.code, ran.text(), &*ran.err),
        (Some(0), "No findings in 2 files\n", "")
    );
}

#[test]
fn every_finding_has_its_place() {
    let place = Place::new();
    place.write("good.txt", "fine\n");
    place.write("sub/bad.txt", b"one\ntw\xC3\xA9 \xC0\xAF x\n\xFF");
    place.write("z.txt", b"\xE2\x82");
    let ran = place.run(["check", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    let findings = ran.findings();
    assert_eq!(findings.len(), 3);
    let first = &findings[0];
    assert_eq!(first["path"], "sub/bad.txt");
    assert_eq!(first["rule"], "ill-formed");
    assert_eq!(first["kind"], "overlong");
    assert_eq!((&first["line"], &first["column"]), (&2.into(), &5.into()));
    assert_eq!((&first["offset"], &first["length"]), (&9.into(), &2.into()));
    assert_eq!(first["bytes"], "C0 AF");
    assert_eq!(first["fixable"], false);
    assert_eq!(first["clause"], "RFC 3629 section 3");
    assert!(first["message"].as_str().unwrap().contains("overlong"));
    assert_eq!(findings[1]["kind"], "never-valid");
    assert_eq!(
        (&findings[2]["path"], &findings[2]["kind"]),
        (&"z.txt".into(), &"unexpected-end".into())
    );

    let human = place.run(["check"]);
    assert_eq!(human.code, Some(1));
    assert!(human.text().starts_with(&native(
        "sub/bad.txt:2:5: ill-formed: `C0 AF` is an overlong encoding of U+002F (offset 9)\n\
        \x20 | twé \\xC0\\xAF x\n\
        \x20 |     ^^^^^^^^\n"
    )));
    assert!(human.report().ends_with(
        "3 findings in 2 of 3 files; `utf8 fix --on-error=escape` repairs 2, `utf8 fix --on-error=meant` 1\n"
    ));
}

#[test]
fn an_attempted_sequence_is_one_finding() {
    let cases = [
        ("C0 80", "overlong 1:1 0 2 C0 80"),
        ("E0 80 AF", "overlong 1:1 0 3 E0 80 AF"),
        ("F0 80 80 AF", "overlong 1:1 0 4 F0 80 80 AF"),
        ("ED A1 8C ED BE B4", "surrogate 1:1 0 6 ED A1 8C ED BE B4"),
        ("ED A0 80", "surrogate 1:1 0 3 ED A0 80"),
        ("ED A0 80 ED B0", "surrogate 1:1 0 5 ED A0 80 ED B0"),
        ("F4 90 80 80", "too-large 1:1 0 4 F4 90 80 80"),
        ("F8 88 80 80 80", "never-valid 1:1 0 5 F8 88 80 80 80"),
        ("FC 84 80 80 80 80", "never-valid 1:1 0 6 FC 84 80 80 80 80"),
        ("E2 82", "unexpected-end 1:1 0 2 E2 82"),
        ("E2 82 41", "missing-continuation 1:1 0 2 E2 82"),
    ];
    for (bytes, expected) in cases {
        let place = Place::new();
        place.write("f", hex(bytes));
        assert_eq!(places(&place, &["f"]), [expected], "{bytes}");
    }
}

#[test]
fn a_message_shows_the_whole_attempt_and_its_number() {
    let cases = [
        (
            "ED A0 80 FF",
            "`ED A0 80` is the surrogate U+D800, which is not a character",
        ),
        (
            "FD BF BF BF BF BF FF",
            "`FD BF BF BF BF BF` is 7FFF FFFF in RFC 2279, but UTF-8 has no sequences of 6 bytes",
        ),
        (
            "F8 80 80 80 AF FF",
            "`F8 80 80 80 AF` is an overlong encoding of U+002F, even in RFC 2279, but UTF-8 has no sequences of 5 bytes",
        ),
        (
            "ED A0 80 ED B0",
            "`ED A0 80 ED B0` is a pair of surrogates that is cut off",
        ),
        (
            "F4 90 80 80",
            "`F4 90 80 80` is 0011 0000, which is over U+10FFFF",
        ),
    ];
    for (bytes, message) in cases {
        let place = Place::new();
        place.write("f", hex(bytes));
        let ran = place.run(["check", "f"]);
        let found = ran.text().lines().next().unwrap();
        assert!(
            found.starts_with(&format!("f:1:1: ill-formed: {message}")),
            "{found}"
        );
    }
}

#[test]
fn columns_count_maximal_subparts() {
    let place = Place::new();
    // Two characters, an overlong of three subparts, a character, and the next finding.
    place.write("f", hex("C3 A9 61 E0 80 AF 62 FF 0A FE"));
    assert_eq!(
        places(&place, &["f"]),
        [
            "overlong 1:3 3 3 E0 80 AF",
            "never-valid 1:7 7 1 FF",
            "never-valid 2:1 9 1 FE"
        ]
    );
}

#[test]
fn findings_do_not_depend_on_where_blocks_end() {
    let trouble = hex(
        "C3 A9 0A C0 AF 61 ED A1 8C ED BE B4 E2 82 AC 0A F8 88 80 80 80 80 80 F0 9F 98 80 E2 82 0A \
        80 80 80 80 80 F4 90 80 80 C3 A9 0A EF BF BD FC 84 80 80 80 80 80 C3",
    );
    let place = Place::new();
    let texts: Vec<_> = (0..9)
        .map(|filler| ["é".repeat(filler).as_bytes(), &trouble, b"\nxyz\n", &trouble].concat())
        .collect();
    for (filler, text) in texts.iter().enumerate() {
        place.write(format!("{filler}"), text);
    }
    let whole: Vec<_> = (0..9)
        .map(|filler| places(&place, &[&filler.to_string()]))
        .collect();
    for whole in &whole {
        assert_eq!(whole.len(), 20, "{whole:#?}");
    }
    for piece in 1..40 {
        let piece = piece.to_string();
        assert_eq!(
            places(&place, &["--piece-size", &piece]),
            whole.concat(),
            "piece {piece}"
        );
    }
    for (text, whole) in texts.iter().zip(&whole) {
        for piece in ["1", "2", "3", "5", "7", "16", "61"] {
            let ran = place.run_with(["check", "--format", "json", "--piece-size", piece, "-"], text);
            assert_eq!(ran.findings().len(), whole.len());
            for (finding, whole) in ran.findings().iter().zip(whole) {
                assert!(whole.contains(&format!(
                    " {}:{} {} ",
                    finding["line"], finding["column"], finding["offset"]
                )));
            }
        }
    }
}

#[test]
fn threads_do_not_change_the_output() {
    let place = Place::new();
    for i in 0..200 {
        place.write(
            format!("d{}/f{i:03}", i % 7),
            [b"ab\n\xFF".as_slice(), &vec![b'x'; i * 50], b"\xC0"].concat(),
        );
    }
    let one = place.run(["check", "-j", "1"]);
    assert_eq!(one.code, Some(1));
    for jobs in ["2", "3", "8"] {
        assert_eq!(place.run(["check", "-j", jobs]).text(), one.text());
    }
    // Large files are cut among threads too.
    let pieces = place.run(["check", "-j", "4", "--piece-size", "64"]);
    assert_eq!(pieces.text(), one.text());
}

#[test]
#[cfg(unix)]
fn unreadable_files_are_reported_and_the_others_checked() {
    let place = Place::new();
    place.write("bad", b"\xFF");
    let ran = place.run(["check", "missing", "bad"]);
    assert_eq!(ran.code, Some(2), "what failed weighs more than findings");
    assert_eq!(ran.err, "utf8: missing: No such file or directory\n");
    assert!(ran.text().contains("bad:1:1: ill-formed"));
    assert!(ran.report().ends_with(
        "1 finding in 1 file, 1 that could not be read; `utf8 fix --on-error=escape` repairs 1\n"
    ));
    let dangling = place.path().join("dangling");
    std::os::unix::fs::symlink("nowhere", dangling).unwrap();
    assert_eq!(place.run(["check", "dangling"]).code, Some(2));
    assert_eq!(
        place.run(["check"]).code,
        Some(1),
        "links in a tree are not followed"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_failed_read_is_reported() {
    let place = Place::new();
    place.write("ok", "fine");
    let ran = place.run(["check", "/proc/self/mem", "ok"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("utf8: /proc/self/mem: "), "{}", ran.err);
    assert!(ran.text().contains("in 1 file"));
}

#[test]
fn small_and_odd_files() {
    let place = Place::new();
    place.write("empty", "");
    place.write("one", "a");
    place.write("no-newline", "a\nb");
    assert_eq!(place.run(["check"]).code, Some(0));
    place.write("one-bad", b"\x80");
    assert_eq!(
        places(&place, &["one-bad"]),
        ["unexpected-continuation 1:1 0 1 80"]
    );
    assert_eq!(place.run_with(["check", "-"], b"").code, Some(0));
}

#[test]
fn binary_files_are_skipped_unless_named() {
    let place = Place::new();
    place.write("t/binary", b"\x7FELF\0\xFF\xFE\xFD");
    let ran = place.run(["check", "t"]);
    assert_eq!(
        (ran.code, ran.text()),
        (Some(0), "No findings in 0 files, 1 binary file skipped\n")
    );
    let named = place.run(["check", "--format", "json", "t/binary"]);
    assert_eq!(named.code, Some(1));
    assert!(
        named
            .findings()
            .iter()
            .all(|finding| finding["kind"] == "binary" && finding["offset"] == 4)
    );
}

#[test]
fn utf_16_and_utf_32_are_recognized() {
    let place = Place::new();
    let text = "Some text,\r\nwith €\n";
    place.write(
        "le",
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
    );
    place.write(
        "be-signed",
        ("\u{FEFF}".to_owned() + text)
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect::<Vec<_>>(),
    );
    place.write(
        "wide",
        text.chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect::<Vec<_>>(),
    );
    let findings = place.run(["check", "--format", "json"]).findings();
    let told: Vec<_> = findings
        .iter()
        .map(|f| (f["path"].as_str().unwrap(), f["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("be-signed", "UTF-16BE"),
            ("le", "UTF-16LE"),
            ("wide", "UTF-32LE")
        ]
    );
    assert!(findings.iter().all(|finding| finding["rule"] == "other-encoding"));
}

#[test]
fn signatures_are_judged_by_the_kind_of_file() {
    let place = Place::new();
    let signed = |text: &str| format!("\u{FEFF}{text}");
    place.write("a.json", signed("{}"));
    place.write("b.txt", signed("fine"));
    place.write(".editorconfig", signed("root = true"));
    place.write("c.har", signed("{}"));
    place.write("d.jsonld", signed("{}"));
    place.write("e.topojson", signed("{}"));
    place.write("f.geojson", signed("{}"));
    place.write("run", signed("#!/bin/sh\n"));
    place.write("joined.txt", signed("one\n") + &signed("two\n"));
    let findings = place.run(["check", "--format", "json"]).findings();
    let told: Vec<_> = findings
        .iter()
        .map(|f| (f["path"].as_str().unwrap(), f["rule"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("a.json", "signature"),
            ("c.har", "signature"),
            ("d.jsonld", "signature"),
            ("e.topojson", "signature"),
            ("f.geojson", "signature"),
            ("joined.txt", "inner-feff"),
            ("run", "signature")
        ]
    );
    let joined = findings[5]["message"].as_str().unwrap();
    assert!(joined.contains("a file that was joined") && joined.contains("U+2060"));
    assert_eq!(
        (&findings[5]["line"], &findings[5]["column"]),
        (&2.into(), &1.into())
    );
    assert_eq!(
        (&findings[0]["bytes"], &findings[0]["fixable"]),
        (&"EF BB BF".into(), &true.into())
    );
    assert_eq!(
        place.run(["check", "--ignore", "signature,inner-feff"]).code,
        Some(0)
    );
}

#[test]
#[cfg(unix)]
fn odd_names_are_escaped() {
    let place = Place::new();
    place.write(OsStr::from_bytes(b"line\nbreak\x1B[31m\xFF"), b"\xFF");
    let human = place.run(["check"]);
    assert!(
        human
            .text()
            .starts_with("line\\nbreak\\x1B[31m\\xFF:1:1: ill-formed"),
        "{}",
        human.text()
    );
    let json = place.run(["check", "--format", "json"]);
    let finding = &json.findings()[0];
    assert_eq!(finding["path"], "line\nbreak\u{1b}[31m\u{FFFD}");
    assert_eq!(
        finding["path_bytes"],
        "6C 69 6E 65 0A 62 72 65 61 6B 1B 5B 33 31 6D FF"
    );
    let list = place.run(["check", "-l"]);
    assert_eq!(list.out, b"line\nbreak\x1B[31m\xFF\n", "as it is, for programs");
    let missing = place.run([OsStr::new("check"), OsStr::from_bytes(b"no\xFE\x1B\n")]);
    assert_eq!(missing.err, "utf8: no\\xFE\\x1B\\n: No such file or directory\n");
}

#[test]
fn bytes_of_a_file_never_reach_the_terminal() {
    let place = Place::new();
    let text = "a\u{1b}[2J\u{7}\u{9b}31m\r\u{202e}b\tc".as_bytes();
    place.write("f", [text, b"\xFF", text].concat());
    for args in [
        &["check"][..],
        &["check", "--color", "always"],
        &["check", "--format", "json"],
    ] {
        let ran = place.run(args);
        let shown = ran
            .text()
            .replace("\u{1b}[0m", "")
            .replace("\u{1b}[1m", "")
            .replace("\u{1b}[2m", "");
        let shown = shown.replace("\u{1b}[31m", "");
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
        assert!(!shown.contains('\u{202e}'));
    }
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let place = Place::new();
    place.write(
        "f",
        ["é".repeat(4000).as_bytes(), b"\xFF", "ü".repeat(4000).as_bytes()].concat(),
    );
    let ran = place.run(["check"]);
    let lines: Vec<_> = ran.text().lines().collect();
    assert!(lines[0].starts_with("f:1:4001: ill-formed: `FF`"));
    assert!(lines[1].starts_with("  | …é") && lines[1].ends_with("ü…") && lines[1].contains("é\\xFFü"));
    assert!(lines[1].chars().count() <= 100);
    let mark = lines[2].chars().position(|c| c == '^').unwrap();
    assert_eq!(lines[1].chars().nth(mark), Some('\\'));
}

#[test]
fn hidden_files_are_checked_except_git_s_own() {
    let place = Place::new();
    place.write(".git/objects/x", b"\xFF");
    place.write(".gitignore", "ignored.txt\n");
    place.write("ignored.txt", b"\xFF");
    place.write(".github/f.txt", b"\xFF");
    place.write("a.txt", b"\xFF");
    let list = |args: &[&str]| {
        let ran = place.run(["check", "-l"].iter().chain(args));
        ran.text().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(list(&[]), [native(".github/f.txt"), "a.txt".to_owned()]);
    assert_eq!(list(&["--hidden", "no"]), ["a.txt"]);
    assert_eq!(list(&["--hidden=no", "--no-ignore"]), ["a.txt", "ignored.txt"]);
    assert_eq!(list(&["-g", "!a.*"]), [native(".github/f.txt")]);
    assert_eq!(
        list(&["ignored.txt"]),
        ["ignored.txt"],
        "what is named is checked"
    );
}

#[test]
fn paths_come_from_a_list_too() {
    let place = Place::new();
    place.write("a b", b"\xFF");
    // A name of Windows has no line end.
    let odd = if cfg!(windows) { "c d" } else { "c\nd" };
    place.write(odd, b"\xFF");
    place.write("list", "a b\r\n\n");
    let ran = place.run(["check", "-l", "--files-from", "list"]);
    assert_eq!((ran.code, ran.text()), (Some(1), "a b\n"));
    let list = format!("{odd}\0a b\0");
    let ran = place.run_with(["check", "-l", "-0", "--files-from", "-"], list.as_bytes());
    assert_eq!((ran.code, ran.text()), (Some(1), &*list));
    assert_eq!(place.run(["check", "--files-from", "missing"]).code, Some(2));
    let directory = place.run(["check", "--files-from", "."]);
    assert_eq!(
        (directory.code, &*directory.err),
        (Some(2), "utf8: .: Is a directory\n")
    );
}

#[test]
fn standard_input_has_a_name() {
    let place = Place::new();
    let ran = place.run_with(["check", "-"], b"\xFF");
    assert!(ran.text().starts_with("<stdin>:1:1: "));
    let ran = place.run_with(
        ["check", "--stdin-filename", "a.json", "-"],
        "\u{FEFF}{}".as_bytes(),
    );
    assert!(ran.text().starts_with("a.json:1:1: signature"));
}

#[test]
fn contradictory_flags_are_refused() {
    let place = Place::new();
    let cases: [(&[&str], &str); 8] = [
        (&["-q", "-l"], "cannot be used with"),
        (&["-l", "--format", "json"], "cannot be used with"),
        (&["-0"], "--files-from"),
        (
            &["--select", "nul", "--ignore", "nul"],
            "both selected and ignored",
        ),
        (&["--select", "ill-fromed"], "did you mean `ill-formed`"),
        (&["--hidden", "perhaps"], "yes or no"),
        (&["--stdin-filename", "x", "."], "is for the path `-`"),
        (&["-j", "0"], "0"),
    ];
    for (args, said) in cases {
        let ran = place.run(["check"].iter().chain(args));
        assert_eq!((ran.code, ran.text()), (Some(2), ""), "{args:?}");
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
    }
}

#[test]
fn quiet_prints_nothing() {
    let place = Place::new();
    place.write("f", b"\xFF");
    let ran = place.run(["check", "-q"]);
    assert_eq!((ran.code, ran.text(), &*ran.err), (Some(1), "", ""));
}

#[test]
fn at_most_so_many_are_shown_and_all_counted() {
    let place = Place::new();
    place.write("f", b"\xC0\x80\n".repeat(10_000));
    let ran = place.run(["check", "--max", "3"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(
        ran.text()
            .lines()
            .filter(|line| line.contains(": ill-formed: "))
            .count(),
        3
    );
    assert!(
        ran.report()
            .ends_with("10000 findings in 1 file; `utf8 fix --on-error=escape` repairs 10000\n")
    );
    assert_eq!(
        place
            .run(["check", "--format", "json", "--max-per-file", "0"])
            .findings()[9_999]["line"],
        10_000
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let place = Place::new();
    place.write("f", b"\xFF");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = utf8();
    command
        .args(["check", "f"])
        .current_dir(place.path())
        .stdout(full)
        .stderr(Stdio::piped());
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"utf8: standard output: No space left on device\n");
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let place = Place::new();
    place.write("f", b"\xFF\n".repeat(100_000));
    let mut command = utf8();
    command
        .args(["check", "f"])
        .current_dir(place.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(1), &b""[..])
    );
}

#[test]
#[cfg(unix)]
fn a_pipe_is_read_when_named() {
    let place = Place::new();
    if !is_installed("mkfifo") {
        return;
    }
    let made = std::process::Command::new("mkfifo")
        .arg(place.path().join("pipe"))
        .status();
    assert!(made.expect("the command starts").success());
    assert_eq!(
        place.run(["check"]).text(),
        "No findings in 0 files\n",
        "not opened: it would wait for ever"
    );
    let pipe = place.path().join("pipe");
    let writer = std::thread::spawn(move || std::fs::write(pipe, b"ab\xFF").unwrap());
    let mut command = utf8();
    command.args(["check", "pipe"]).current_dir(place.path());
    let ran = finish(command, b"");
    writer.join().unwrap();
    assert!(ran.text().starts_with("pipe:1:3: ill-formed"));
}
