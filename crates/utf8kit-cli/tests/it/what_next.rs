//! Every finding says what to do next, and nothing is repaired that was right.

use crate::common::Place;

/// U+FEFF inside a text is text (RFC 3629 section 6).
#[test]
fn u_feff_inside_a_text_stays_unless_an_option_says_otherwise() {
    let text = "\u{FEFF}a\u{FEFF}b\n\u{FEFF}c\u{FEFF}\u{FEFF}d\n";
    let place = Place::new();
    place.write("a.txt", text);
    let read = || std::fs::read_to_string(place.path().join("a.txt")).unwrap();

    let ran = place.run(["check", "."]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    let first = "a.txt:1:2: inner-feff: U+FEFF inside the text, where it is a character: if it is the signature of a file that \
        was joined here, `utf8 fix --inner-feff remove` removes it; if it joins words, `--inner-feff word-joiner` writes U+2060";
    assert!(ran.text().contains(first), "{}", ran.text());
    assert!(
        ran.report().ends_with("No findings, 4 notes in 1 file\n"),
        "{}",
        ran.text()
    );
    assert_eq!(place.run(["check", "-q", "."]).code, Some(0));
    assert_eq!(place.run(["check", "-l", "."]).text(), "");

    let ran = place.run(["fix", "."]);
    assert_eq!((ran.code, read().as_str()), (Some(0), text));
    let ran = place.run(["fix", "--inner-feff", "word-joiner", "."]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    assert_eq!(read(), "\u{FEFF}a\u{2060}b\n\u{2060}c\u{2060}\u{2060}d\n");
    place.write("a.txt", text);
    let ran = place.run(["fix", "--inner-feff=remove", "."]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    assert_eq!(read(), "\u{FEFF}ab\ncd\n");
}

/// A note does not hide what fails a run.
#[test]
fn a_note_before_a_finding_does_not_end_a_quiet_run() {
    let place = Place::new();
    place.write("a.txt", "a\u{FEFF}b\u{202E}\n");
    assert_eq!(place.run(["check", "-q", "."]).code, Some(1));
    assert_eq!(place.run(["check", "-l", "."]).text(), "a.txt\n");
    let ran = place.run(["check", "."]);
    assert!(
        ran.report()
            .ends_with("1 finding and 1 note in 1 file; `utf8 fix` repairs none\n"),
        "{}",
        ran.text()
    );
}

#[test]
fn a_stray_byte_says_what_it_is_and_how_to_repair_it_without_a_loss() {
    let place = Place::new();
    place.write("a.txt", b"na\xC3\xAFve caf\xE9\n");
    place.write(
        "b.txt",
        "при \u{43C}"
            .as_bytes()
            .iter()
            .copied()
            .chain(*b"\xE5\xF0\n")
            .collect::<Vec<u8>>(),
    );
    let ran = place.run(["check", "."]);
    assert!(
        ran.text().contains(
            "; in windows-1252 it is `é`: `utf8 fix --on-error as:windows-1252` writes that (offset"
        ),
        "{}",
        ran.text()
    );
    assert!(
        ran.text().contains("; in windows-1251 it is `е`"),
        "{}",
        ran.text()
    );
    assert!(!ran.text().contains("--on-error=replace"), "{}", ran.text());
    assert!(
        ran.report().ends_with(
            "2 findings in 2 files; `utf8 fix --on-error=as:windows-1251` repairs 1, `utf8 fix --on-error=as:windows-1252` 1\n"
        ),
        "{}",
        ran.text()
    );
    let ran = place.run(["fix", "--on-error", "as:windows-1252", "a.txt"]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    assert_eq!(
        std::fs::read_to_string(place.path().join("a.txt")).unwrap(),
        "naïve café\n"
    );
}

#[test]
fn a_report_ends_with_what_fix_repairs_with_which_flags_and_what_it_does_not() {
    let place = Place::new();
    place.write("a.txt", "caf\u{C3}\u{A9} \u{202E}x\n");
    place.write("b.txt", b"\xEF\xBB\xBFx\xC0\xAFy z\xE2\x82 \n");
    let ran = place.run(["check", "."]);
    let last = "4 findings in 2 files; `utf8 fix` repairs 1, `utf8 fix --on-error=escape` 1, `utf8 fix --on-error=meant` 1, and 1 \
        not at all\n";
    assert!(ran.report().ends_with(last), "{}", ran.text());
}

#[test]
fn a_dry_run_says_what_would_remain_and_returns_1() {
    let place = Place::new();
    place.write("a.txt", b"x\xC0\xAFy\n");
    for flag in ["--diff", "--check"] {
        let ran = place.run(["fix", flag, "."]);
        let expected = "Nothing to fix in 1 file; 1 finding remains; `utf8 fix --on-error=meant` repairs 1\n";
        assert_eq!((ran.report(), ran.code), (expected, Some(1)), "{flag}");
    }
    place.write("b.txt", "caf\u{C3}\u{A9}\n");
    let ran = place.run(["fix", "--check", "."]);
    let expected =
        "Would fix 1 place in 1 of 2 files; 1 finding remains; `utf8 fix --on-error=meant` repairs 1\n";
    assert!(ran.report().ends_with(expected), "{}", ran.text());
    assert_eq!(ran.code, Some(1));
    place.write("a.txt", "well\n");
    place.write("b.txt", "well\n");
    let ran = place.run(["fix", "--check", "."]);
    assert_eq!((ran.text(), ran.code), ("Nothing to fix in 2 files\n", Some(0)));
}

/// A file that declares its encoding is read by what it declares: a conversion changes both, or its readers fail.
#[test]
fn a_conversion_changes_the_declaration_too() {
    let e = b"\xE9";
    let with = |text: &str| {
        text.as_bytes()
            .iter()
            .flat_map(|&b| if b == b'@' { e.to_vec() } else { vec![b] })
            .collect::<Vec<_>>()
    };
    let cases = [
        (
            "a.py",
            "# -*- coding: latin-1 -*-\nname = 'Ren@'\n",
            "# -*- coding: utf-8 -*-\nname = 'René'\n",
        ),
        (
            "b.py",
            "#!/usr/bin/python\n# vim: set fileencoding=iso-8859-1 :\nx = '@t@'\n",
            "#!/usr/bin/python\n# vim: set fileencoding=utf-8 :\nx = 'été'\n",
        ),
        (
            "c.el",
            ";; -*- coding: latin-1-unix -*-\n(\"Ren@\")\n",
            ";; -*- coding: utf-8-unix -*-\n(\"René\")\n",
        ),
        (
            "d.xml",
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>@t@</a>\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>été</a>\n",
        ),
        (
            "e.html",
            "<!DOCTYPE html><meta charset=windows-1252>\n<p>@t@\n",
            "<!DOCTYPE html><meta charset=utf-8>\n<p>été\n",
        ),
        (
            "f.po",
            "# Andr@\nmsgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n\nmsgid \"summer\"\nmsgstr \"@t@\"\n",
            "# André\nmsgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"summer\"\nmsgstr \"été\"\n",
        ),
        (
            "g.tex",
            "% A thesis\n\\documentclass{book}\n\\usepackage[latin1]{inputenc}\n@t@\n",
            "% A thesis\n\\documentclass{book}\n\\usepackage[utf8]{inputenc}\nété\n",
        ),
    ];
    let place = Place::new();
    for (name, old, _) in &cases {
        place.write(name, with(old));
    }
    // Who reads the difference must know what the text was taken for. `patch` passes over the line.
    let ran = place.run(["fix", "--transcode", "--diff", "a.py"]);
    let first = "a.py: from ISO-8859-1 (very likely)\n--- a.py\n+++ a.py\n";
    assert!(ran.text().starts_with(first), "{}", ran.text());
    let ran = place.run(["fix", "--transcode", "."]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.text(), ran.err);
    for (name, _, new) in &cases {
        assert_eq!(
            &std::fs::read_to_string(place.path().join(name)).unwrap(),
            new,
            "{name}"
        );
        assert!(
            ran.text().contains(&format!(
                "{name}: fixed 2 places: 1 other-encoding, 1 wrong-declaration, from "
            )),
            "{}",
            ran.text()
        );
    }
}

/// UTF-16 has its declaration in UTF-16.
#[test]
fn a_conversion_of_utf_16_changes_the_declaration_too() {
    let place = Place::new();
    let xml = "\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>\n<a>é</a>\n";
    place.write(
        "a.xml",
        xml.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
    );
    let ran = place.run(["fix", "--transcode", "."]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.text(), ran.err);
    let new = std::fs::read_to_string(place.path().join("a.xml")).unwrap();
    assert_eq!(new, "<?xml version='1.0' encoding='UTF-8'?>\n<a>é</a>\n");
}

#[test]
fn a_wrong_declaration_is_reported_where_it_stands() {
    let place = Place::new();
    place.write("a.py", "# comment\n# -*- coding: latin-1 -*-\n\nname = 'René'\n");
    let ran = place.run(["check", "."]);
    let expected = "a.py:2:15: wrong-declaration: the text declares `latin-1`, but is UTF-8";
    assert!(ran.text().contains(expected), "{}", ran.text());
    assert!(
        ran.text()
            .contains("| # -*- coding: latin-1 -*-\n  |               ^^^^^^^\n"),
        "{}",
        ran.text()
    );
}

#[test]
fn what_is_packed_is_not_called_repairable() {
    let place = Place::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, "caf\u{C3}\u{A9}\n".as_bytes()).unwrap();
    place.write("a.txt.gz", packed.finish().unwrap());
    let ran = place.run(["check", "-z", "."]);
    assert!(
        ran.report()
            .ends_with("1 finding in 1 file; `utf8 fix` repairs none\n"),
        "{}",
        ran.text()
    );
}

#[test]
fn an_excerpt_shows_what_cannot_be_seen_and_cuts_no_character() {
    let place = Place::new();
    place.write("a.txt", "a\u{A0}b\u{AD}c\u{200B}d \u{202E}\n");
    let ran = place.run(["check", "."]);
    assert!(
        ran.text().contains(r"| a\u{A0}b\u{AD}c\u{200B}d \u{202E}"),
        "{}",
        ran.text()
    );
    // A long line of characters of three bytes, in whose middle an excerpt ends at any of their bytes.
    for before in 0..3 {
        place.write(
            "a.txt",
            format!(
                "{}{}\u{202E}{}\n",
                "x".repeat(before),
                "語".repeat(600),
                "語".repeat(600)
            ),
        );
        let ran = place.run(["check", "--format", "json", "."]);
        assert_eq!(ran.code, Some(1));
        let ran = place.run(["check", "."]);
        assert!(!ran.text().contains(r"\x"), "{}", ran.text());
    }
}

#[test]
fn a_report_names_what_other_rules_find_in_the_same_files() {
    let place = Place::new();
    place.write("a.txt", "caf\u{C3}\u{A9} zero\u{200B}width p\u{430}ypal\n");
    place.write("clean.txt", "zero\u{200B}width\n");
    let ran = place.run(["check"]);
    let end = "1 finding in 1 of 2 files; `utf8 fix` repairs 1\nOther rules (--select) in files with findings: invisible 1, confusable 1\n";
    assert!(ran.report().ends_with(end), "{}", ran.text());
    // Whoever has chosen knows.
    let ran = place.run(["check", "--select", "default"]);
    assert!(ran.report().ends_with("repairs 1\n"), "{}", ran.text());
}

/// Of a run in UTF-16, the first character is shown.
#[test]
fn an_excerpt_of_a_run_in_another_encoding_shows_its_first_character() {
    let place = Place::new();
    let text: Vec<u8> = "ab\0\0\0x\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write("a.txt", text);
    let ran = place.run(["check", "--as", "UTF-16LE", "a.txt"]);
    assert!(
        ran.text().contains("\n  | ab\\x00…x\n  |   ^^^^^\n"),
        "{}",
        ran.text()
    );
}
