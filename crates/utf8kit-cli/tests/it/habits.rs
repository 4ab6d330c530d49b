//! What people type who know other programs.

use crate::common::{Place, finish, utf8};

fn place() -> Place {
    let place = Place::new();
    place.write("a.txt", b"caf\xE9\n");
    place.write("b.txt", "caf\u{C3}\u{A9}\n");
    place
}

#[test]
fn a_file_without_a_command_names_the_commands() {
    let ran = place().run(["a.txt"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err,
        "utf8: `a.txt` is a file, and no command is named: `utf8 check a.txt` finds what is wrong in it, `utf8 detect a.txt` names \
         its encoding, `utf8 inspect a.txt` shows its bytes\n"
    );
}

#[test]
fn the_flags_of_iconv_convert() {
    for args in [
        &["-f", "latin1", "-t", "utf8", "a.txt"][..],
        &["--from=latin1", "a.txt"],
        &["-flatin1", "a.txt"],
        &["iconv", "-f", "1252", "a.txt"],
    ] {
        let ran = place().run(args);
        assert_eq!(
            (ran.text(), ran.code),
            ("café\n", Some(0)),
            "{args:?}: {}",
            ran.err
        );
    }
}

#[test]
fn encodings_in_the_place_of_files_name_the_flags() {
    let ran = place().run(["convert", "latin1", "utf8", "a.txt"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.err,
        "utf8: `latin1` and `utf8` are encodings, and no files: use `utf8 convert -f latin1 -t utf8 a.txt`\n"
    );
    let ran = place().run(["latin1..utf8", "a.txt"]);
    assert_eq!(
        ran.err,
        "utf8: `latin1..utf8` is how `recode` names a conversion: use `utf8 convert -f latin1 -t utf8 FILE`\n"
    );
}

#[test]
fn names_of_encodings_that_are_not_ones_say_which_are() {
    let ran = place().run(["convert", "-f", "ansi", "a.txt"]);
    assert_eq!(ran.code, Some(2));
    let expected = "`ansi` is the encoding of a Windows system: `windows-1252` in Western Europe";
    assert!(ran.err.contains(expected), "{}", ran.err);
    let ran = place().run_with(["convert", "-t", "utf8bom"], b"a");
    assert_eq!((&*ran.out, ran.code), (&b"\xEF\xBB\xBFa"[..], Some(0)));
}

#[test]
fn verbs_of_other_programs_are_understood() {
    let place = place();
    for (args, code, out) in [
        (&["validate", "a.txt"][..], 1, "a.txt:1:4: "),
        (&["check", "-r", "--json", "a.txt"], 1, "{\"path\":\"a.txt\""),
        (
            &["check", "--exclude", "a.txt", "--exclude", "b.txt", "."],
            0,
            "No findings in 0 files",
        ),
        (&["repair", "--dry-run", "b.txt"], 1, "--- b.txt"),
        (&["fix", "-n", "b.txt"], 1, "--- b.txt"),
        (&["fix", "--stdout", "b.txt"], 0, "café\n"),
        (&["file", "-bi", "b.txt"], 0, "UTF-8\n"),
        (&["uchardet", "--json", "b.txt"], 0, "{"),
        (&["show", "b.txt"], 0, ""),
        (&["show", "--json", "b.txt"], 0, "{"),
        (&["wc", "-l", "b.txt"], 0, ""),
    ] {
        let ran = place.run(args);
        assert_eq!(ran.code, Some(code), "{args:?}: {}{}", ran.text(), ran.err);
        assert!(ran.text().starts_with(out), "{args:?}: {}", ran.text());
        assert_eq!(
            std::fs::read_to_string(place.path().join("b.txt")).unwrap(),
            "caf\u{C3}\u{A9}\n",
            "{args:?}"
        );
    }
    let ran = place.run(["check", "--fix", "b.txt"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`utf8 fix` repairs files"), "{}", ran.err);
    let ran = place.run(["fix", "-i", "b.txt"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(
        std::fs::read_to_string(place.path().join("b.txt")).unwrap(),
        "café\n"
    );
}

#[test]
fn a_file_that_two_paths_lead_to_is_reported_once() {
    let place = place();
    place.write("bin", b"a\0b\xFF\n");
    for args in [
        &["check", ".", "a.txt"][..],
        &["check", "a.txt", "."],
        &["check", "a.txt", "a.txt", "b.txt"],
    ] {
        let ran = place.run(args);
        assert_eq!(
            ran.text().matches("a.txt:1:4: ").count(),
            1,
            "{args:?}: {}",
            ran.text()
        );
        assert_eq!(
            ran.text().matches("b.txt:1:4: ").count(),
            1,
            "{args:?}: {}",
            ran.text()
        );
    }
    // A binary file that is named is checked.
    let ran = place.run(["check", ".", "bin"]);
    assert!(ran.text().contains("bin:1:2: nul"), "{}", ran.text());
}

#[test]
fn all_rules_show_one_place_once() {
    let place = Place::new();
    place.write("a.txt", "a\u{0}b\u{FFFE}c\u{1}\n");
    let ran = place.run(["check", "--select", "all", "a.txt"]);
    for column in [2, 4, 6] {
        assert_eq!(
            ran.text().matches(&format!("a.txt:1:{column}: ")).count(),
            1,
            "{}",
            ran.text()
        );
    }
    // Who names two rules gets both.
    let ran = place.run(["check", "--select", "nul,xml-characters", "a.txt"]);
    assert_eq!(ran.text().matches("a.txt:1:2: ").count(), 2, "{}", ran.text());
}

#[test]
fn force_color_colors() {
    let place = place();
    let run = |name: &str, value: &str| {
        let mut command = utf8();
        command
            .args(["check", "a.txt"])
            .env(name, value)
            .current_dir(place.path());
        finish(command, b"").text().contains('\x1B')
    };
    assert!(run("FORCE_COLOR", "1"));
    assert!(!run("FORCE_COLOR", "0"));
    assert!(!run("FORCE_COLOR", ""));
}

#[test]
fn every_signature_can_be_listed_and_stripped() {
    let place = Place::new();
    place.write("a.txt", "\u{FEFF}one\n");
    place.write("b.txt", "two\n");
    assert_eq!(place.run(["check", "."]).code, Some(0));
    assert_eq!(
        place.run(["check", "-l", "--signature", "forbid", "."]).text(),
        "a.txt\n"
    );
    let ran = place.run(["fix", "--bom", "strip", "."]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    assert_eq!(std::fs::read(place.path().join("a.txt")).unwrap(), b"one\n");
    let ran = place.run(["fix", "--signature", "require", "."]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    assert_eq!(
        std::fs::read(place.path().join("b.txt")).unwrap(),
        b"\xEF\xBB\xBFtwo\n"
    );
}

/// The declaration of a text in UTF-16 is reported at the same place as its encoding.
#[test]
fn default_rules_are_all_reported_at_one_place() {
    let place = Place::new();
    let xml = "\u{FEFF}<?xml version='1.0' encoding='iso-8859-1'?>\n<a/>\n";
    let bytes: Vec<u8> = xml.encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write("a.xml", bytes);
    let ran = place.run(["check", "a.xml"]);
    for rule in ["other-encoding", "wrong-declaration"] {
        assert!(
            ran.text().contains(&format!("a.xml:1:1: {rule}: ")),
            "{}",
            ran.text()
        );
    }
}
