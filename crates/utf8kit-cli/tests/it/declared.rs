//! What files declare their encoding to be: obeyed, doubted, contradicted, unknown, and rewritten with a conversion.

use crate::common::{Place, Ran};
use std::fs;
use utf8kit::Policy;
use utf8kit_encodings::Encoding;

const GERMAN: &str = "Grüße aus Köln, schöne Äpfel und übrige Straßen.\n";
const RUSSIAN: &str = "Привет, как дела сегодня вечером, ждём на чай и пироги.\n";

fn encoded(name: &str, text: &str) -> Vec<u8> {
    let encoding: Encoding = name.parse().unwrap();
    encoding.encode(text, Policy::Fail).unwrap()
}

/// Returns what `check` says of a file that is alone in its directory.
fn checked(name: &str, bytes: &[u8]) -> Ran {
    let place = Place::new();
    place.write(name, bytes);
    place.run(["check", name])
}

fn is_clean(name: &str, bytes: &[u8]) {
    let ran = checked(name, bytes);
    assert_eq!(ran.code, Some(0), "{name}: {}", ran.text());
}

/// Requires that `fix --transcode` makes `after` of a file, that nothing is found in it then, and that nothing more is changed.
fn becomes(name: &str, before: &[u8], after: &str) {
    let place = Place::new();
    place.write(name, before);
    let read = || String::from_utf8(fs::read(place.path().join(name)).unwrap()).unwrap();
    let ran = place.run(["fix", "--transcode", name]);
    assert_eq!(ran.code, Some(0), "{name}: {}{}", ran.text(), ran.err);
    assert_eq!(read(), after, "{name}");
    let ran = place.run(["check", name]);
    assert_eq!(ran.code, Some(0), "{name}: {}", ran.text());
    place.run(["fix", "--transcode", name]);
    assert_eq!(read(), after, "{name}");
}

#[test]
fn a_conversion_changes_every_kind_of_declaration() {
    let cases = [
        (
            "a.ged",
            "GEDCOM-ANSEL",
            "0 HEAD\n1 SOUR X\n1 CHAR ANSEL\n0 @I1@ INDI\n1 NAME Rene\u{301} /Lefe\u{300}vre/\n",
            "1 CHAR ANSEL",
            "1 CHAR UTF-8",
        ),
        (
            "b.ged",
            "windows-1252",
            "0 HEAD\r\n1 CHAR ANSI\r\n1 NAME Jürgen /Sørensen/\r\n",
            "CHAR ANSI",
            "CHAR UTF-8",
        ),
        (
            "c.css",
            "ISO-8859-1",
            "@charset \"ISO-8859-1\";\n/* Grüße, schöne Äpfel */\n",
            "ISO-8859-1",
            "UTF-8",
        ),
        (
            "d.po",
            "windows-1251",
            "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CP1251\\n\"\n\nmsgid \"a\"\nmsgstr \"Привет, как дела сегодня\"\n",
            "CP1251",
            "UTF-8",
        ),
        (
            "e.tex",
            "x-mac-ce",
            "% !TeX encoding = Mac Central European Roman\nCeník podniku je připraven. Objednávka ve čtvrtek\n",
            "Mac Central European Roman",
            "UTF-8",
        ),
        (
            "e.el",
            "ISO-8859-1",
            ";; -*- coding: latin-1-dos -*-\r\n;; Grüße, schöne Äpfel\r\n",
            "coding: latin-1-dos",
            "coding: utf-8-dos",
        ),
        (
            "f.aff",
            "ISO-8859-2",
            "SET ISO8859-2\nTRY ąęśćżźół\n",
            "ISO8859-2",
            "UTF-8",
        ),
        (
            "g.eml",
            "KOI8-R",
            "Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; charset=\"koi8-r\"\nContent-Transfer-Encoding: 8bit\n\nПривет, как дела сегодня вечером\n",
            "koi8-r",
            "utf-8",
        ),
        (
            "h.html",
            "windows-1251",
            "<meta charset=\"windows-1251\"><p>Привет, как дела сегодня вечером\n",
            "windows-1251",
            "utf-8",
        ),
        (
            "i.xml",
            "ISO-8859-1",
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>für</a>\n",
            "ISO-8859-1",
            "UTF-8",
        ),
        (
            "j.eml",
            "ISO-2022-JP",
            "Subject: x\nContent-Type: text/plain; charset=ISO-2022-JP\n\n日本語のメールです\n",
            "ISO-2022-JP",
            "utf-8",
        ),
        (
            "k.py",
            "EUC-JP",
            "# -*- coding: euc-jp -*-\n# 日本語の注釈です。\n",
            "euc-jp",
            "utf-8",
        ),
        (
            "l.html",
            "windows-1251",
            "<!DOCTYPE html><meta charset=nosuch-1><p>Привет, как дела сегодня вечером, ждём на чай и пироги\n",
            "nosuch-1",
            "utf-8",
        ),
    ];
    for (name, encoding, text, old, new) in cases {
        becomes(name, &encoded(encoding, text), &text.replacen(old, new, 1));
    }
}

#[test]
fn what_is_declared_is_obeyed_doubted_or_refuted() {
    let ged = |name: &str, text: &str, encoding: &str| {
        encoded(encoding, &format!("0 HEAD\n1 CHAR {name}\n1 NOTE {text}\n"))
    };
    let german = "Grüße aus Köln, schöne Äpfel und übrige Straßen";
    let polish = "Wałęsa i Żółć, źdźbło w świetle gwiazd, mąż i żona śpią już";
    let russian = "Привет, как дела сегодня вечером, ждём на чай и пироги";
    for (bytes, expected) in [
        (
            ged("ANSEL", german, "GEDCOM-ANSEL"),
            "GEDCOM-ANSEL, as it declares",
        ),
        (
            ged("ANSI", german, "windows-1252"),
            "the text is in windows-1252, as it declares",
        ),
        (
            ged("ANSI", polish, "windows-1250"),
            "the text is in windows-1250, as it declares",
        ),
        (
            ged("ANSI", russian, "windows-1251"),
            "the text is in windows-1251, as it declares",
        ),
        (
            ged("IBMPC", german, "IBM437"),
            "the text is in IBM437, as it declares",
        ),
        (
            ged("ANSEL", russian, "windows-1251"),
            "declares `ANSEL`, but is very likely in windows-1251",
        ),
        (ged("ANSEL", german, "UTF-8"), "declares `ANSEL`, but is UTF-8"),
        (
            ged("UNICODE", german, "UTF-8"),
            "declares `UNICODE`, but is ASCII or UTF-8",
        ),
        (ged("ASCII", german, "UTF-8"), "declares `ASCII`, but is UTF-8"),
        (
            ged("UTF-8", russian, "windows-1251"),
            "declares `UTF-8`, but is very likely in windows-1251",
        ),
    ] {
        let ran = checked("a.ged", &bytes);
        assert!(ran.text().contains(expected), "{expected}: {}", ran.text());
    }
    let text = format!("# -*- coding: windows-1251 -*-\n# {}", RUSSIAN.repeat(4));
    let ran = checked("a.py", &encoded("KOI8-R", &text));
    let expected = "a.py:1:15: wrong-declaration: the text declares `windows-1251`, but is likely in KOI8-R";
    assert!(ran.text().starts_with(expected), "{}", ran.text());
    // Few accents read like those of another language.
    let text = "\" Menu\nscriptencoding iso-8859-1\nmenu Sì, più, città\n".repeat(6);
    let ran = checked("a.vim", &encoded("ISO-8859-1", &text));
    assert!(!ran.text().contains("wrong-declaration"), "{}", ran.text());
    assert!(
        ran.text().contains("ISO-8859-1, as it declares"),
        "{}",
        ran.text()
    );
}

/// Few letters do not suffice to choose a code page of Windows.
#[test]
fn the_code_page_of_an_unknown_windows_is_converted_only_if_letters_show_it() {
    let place = Place::new();
    place.write("a.ged", b"0 HEAD\n1 CHAR ANSI\n1 NAME Wa\xB3\xEAsa\n");
    let ran = place.run(["fix", "--transcode", "a.ged"]);
    assert_eq!(ran.code, Some(1), "{}", ran.text());
    assert!(ran.text().contains("--from="), "{}", ran.text());
}

const DIRECTORY: &str = "245001900000\u{1E}00\u{1F}a";

fn marc(coding: char, text: &str, encoding: &str) -> Vec<u8> {
    encoded(
        encoding,
        &format!("00100nam {coding}2200049 i 4500{DIRECTORY}{text}\u{1E}\u{1D}"),
    )
}

#[test]
fn records_of_libraries_are_in_what_their_leader_says() {
    is_clean("a.mrc", &marc('a', "Universität", "UTF-8"));
    is_clean("a.mrc", &marc(' ', "University", "UTF-8"));
    let ran = checked("a.mrc", &marc(' ', "Universität", "UTF-8"));
    let expected =
        "a.mrc:1:10: wrong-declaration: the text declares MARC-8 (a blank in the leader), but is UTF-8";
    assert!(ran.text().starts_with(expected), "{}", ran.text());
    let in_marc_8 = marc('a', "Universität Münster", "MARC-8");
    let ran = checked("a.mrc", &in_marc_8);
    let expected = "a.mrc:1:10: wrong-declaration: the text declares UTF-8 (`a` in the leader), but is very likely in MARC-8";
    assert!(ran.text().starts_with(expected), "{}", ran.text());
    let ran = checked("a.mrc", &marc(' ', "Universität Münster", "MARC-8"));
    assert!(ran.text().contains("in MARC-8, as it declares"), "{}", ran.text());
    // Each record has a leader.
    let both = [
        marc(' ', "University", "UTF-8"),
        marc('a', "Universität", "UTF-8"),
    ]
    .concat();
    is_clean("a.mrc", &both);
    // Nothing else begins so.
    is_clean("a.txt", "00100nam  2200049 i 4500 Universität\n".as_bytes());
}

/// A record counts its bytes: the numbers are those of the converted record.
#[test]
fn records_of_libraries_are_converted_with_their_numbers() {
    let place = Place::new();
    let record = |coding| marc(coding, "Universität Münster", "MARC-8");
    assert_eq!(record(' ').len(), 64);
    let in_utf8 =
        "00066nam a2200037 i 4500245002800000\u{1E}00\u{1F}aUniversita\u{308}t Mu\u{308}nster\u{1E}\u{1D}";
    assert_eq!(in_utf8.len(), 66);
    let ascii = marc(' ', "Title", "UTF-8");
    // Between them, some programs write line ends.
    place.write(
        "a.mrc",
        [&record(' ')[..], b"\r\n", &ascii, &record(' '), b"\n"].concat(),
    );
    let ran = place.run(["fix", "--transcode", "a.mrc"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.text(), ran.err);
    let text = fs::read(place.path().join("a.mrc")).unwrap();
    let expected = [in_utf8.as_bytes(), b"\r\n", &ascii, in_utf8.as_bytes(), b"\n"].concat();
    assert_eq!(String::from_utf8(text), String::from_utf8(expected));
    // A record without a directory leaves the file.
    let damaged: Vec<u8> = record(' ').into_iter().filter(|&byte| byte != 0x1E).collect();
    let damaged = [record(' '), damaged].concat();
    place.write("a.mrc", &damaged);
    let ran = place.run(["fix", "--transcode", "a.mrc"]);
    assert_eq!(ran.code, Some(2), "{}{}", ran.text(), ran.err);
    assert!(
        ran.err.contains("the record (MARC 21) at offset 64"),
        "{}",
        ran.err
    );
    assert_eq!(fs::read(place.path().join("a.mrc")).unwrap(), damaged);
}

/// What is UTF-8 already only lacks the right name. It is written on request, in each place.
#[test]
fn a_wrong_declaration_over_utf_8_is_corrected_on_request() {
    let marc_8 = [
        marc(' ', "Universität", "UTF-8"),
        marc('a', "Straße", "UTF-8"),
        marc(' ', "Größe", "UTF-8"),
    ]
    .concat();
    let of_utf8 = [
        marc('a', "Universität", "UTF-8"),
        marc('a', "Straße", "UTF-8"),
        marc('a', "Größe", "UTF-8"),
    ]
    .concat();
    for (name, before, after) in [
        (
            "a.xml",
            "<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>Größe</a>\n".as_bytes().to_vec(),
            "<?xml version='1.0' encoding='UTF-8'?>\n<a>Größe</a>\n".as_bytes().to_vec(),
        ),
        (
            "a.html",
            "<html><meta charset=latin1><meta http-equiv=Content-Type content=\"text/html; charset=KOI8-R\">Größe\n"
                .into(),
            "<html><meta charset=utf-8><meta http-equiv=Content-Type content=\"text/html; charset=UTF-8\">Größe\n"
                .into(),
        ),
        (
            "a.py",
            "# -*- coding: latin-1 -*-\nname = 'Größe'\n".into(),
            "# -*- coding: utf-8 -*-\nname = 'Größe'\n".into(),
        ),
        (
            "a.tex",
            "\\usepackage[latin1]{inputenc}\nGröße\n".into(),
            "\\usepackage[utf8]{inputenc}\nGröße\n".into(),
        ),
        ("a.ged", "0 HEAD\n1 CHAR ANSEL\n1 NAME Größe\n".into(), "0 HEAD\n1 CHAR UTF-8\n1 NAME Größe\n".into()),
        ("a.mrc", marc_8, of_utf8),
    ] {
        let place = Place::new();
        place.write(name, &before);
        let read = || String::from_utf8(fs::read(place.path().join(name)).unwrap()).unwrap();
        assert_eq!(place.run(["fix", name]).code, Some(1), "{name}");
        assert_eq!(read().as_bytes(), before, "{name}");
        let ran = place.run(["check", name]);
        let command = format!("utf8 fix --select=wrong-declaration {name}\n");
        assert!(ran.text().ends_with(&command), "{name}: {}", ran.text());
        let ran = place.run(["fix", "--select=wrong-declaration", name]);
        assert_eq!(ran.code, Some(0), "{name}: {}{}", ran.text(), ran.err);
        assert_eq!(read().as_bytes(), after, "{name}");
        is_clean(name, &after);
    }
    // A text in another encoding keeps its name: that is not the mistake.
    let place = Place::new();
    let russian = encoded("windows-1251", &RUSSIAN.repeat(4));
    let text = [
        b"<?xml version='1.0' encoding='UTF-8'?>\n<a>",
        &russian[..],
        b"</a>\n",
    ]
    .concat();
    place.write("a.xml", &text);
    place.run(["fix", "--select=wrong-declaration,other-encoding", "a.xml"]);
    assert_eq!(fs::read(place.path().join("a.xml")).unwrap(), text);
}

/// A message of three parts: in ISO-8859-1, in UTF-8, and in windows-1251.
fn of_three() -> (Vec<u8>, String) {
    let header =
        "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b=1\"\n\n";
    let part = |name: &str| format!("--b=1\nContent-Type: text/plain; charset={name}\n\n");
    let end = "--b=1--\n";
    let before = [
        header.as_bytes().to_vec(),
        part("iso-8859-1").into_bytes(),
        encoded("ISO-8859-1", GERMAN),
        part("utf-8").into_bytes(),
        GERMAN.as_bytes().to_vec(),
        part("windows-1251").into_bytes(),
        encoded("windows-1251", RUSSIAN),
        end.as_bytes().to_vec(),
    ]
    .concat();
    let utf8 = part("utf-8");
    let after = format!("{header}{utf8}{GERMAN}{utf8}{GERMAN}{utf8}{RUSSIAN}{end}");
    (before, after)
}

#[test]
fn each_part_of_mail_is_converted_from_what_it_declares() {
    let (before, after) = of_three();
    becomes("a.eml", &before, &after);
    // A series of messages, of which one has a subject as it came.
    let with = |name: &str, subject: &str, text: &str, encoding: &str| {
        let header = format!("From a@example.org Thu Nov 26 12:00:00 2026\nSubject: {subject}\n");
        encoded(
            encoding,
            &format!("{header}Content-Type: text/plain; charset={name}\n\n{text}\n"),
        )
    };
    let before = [
        with("latin1", "Jürgen", GERMAN, "ISO-8859-1"),
        with("koi8-r", "x", RUSSIAN, "KOI8-R"),
    ]
    .concat();
    let after = [
        with("utf-8", "Jürgen", GERMAN, "UTF-8"),
        with("utf-8", "x", RUSSIAN, "UTF-8"),
    ]
    .concat();
    becomes("a.mbox", &before, str::from_utf8(&after).unwrap());
    // HTTP says how long the body is, and so does HTML what it is in.
    let body = |name: &str| format!("<html><meta charset={name}><p>{GERMAN}");
    let response = |name: &str, len: usize| {
        format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={name}\r\nContent-Length: {len}\r\n\r\n{}",
            body(name)
        )
    };
    let len = encoded("ISO-8859-1", &body("iso-8859-1")).len();
    let before = encoded("ISO-8859-1", &response("iso-8859-1", len));
    becomes("a.http", &before, &response("utf-8", body("utf-8").len()));
}

#[test]
fn a_part_of_mail_that_nobody_can_read_leaves_the_file() {
    let (mut bytes, _) = of_three();
    bytes.extend_from_slice(b"--b=1\n");
    let undeclared = b"--b=1\n\n\xE9 \xF8 \x81\n--b=1--\n";
    let end = bytes.windows(7).position(|part| part == b"--b=1--").unwrap();
    bytes.truncate(end);
    bytes.extend_from_slice(undeclared);
    let place = Place::new();
    place.write("a.eml", &bytes);
    let ran = place.run(["fix", "--transcode", "a.eml"]);
    assert_ne!(ran.code, Some(0), "{}{}", ran.text(), ran.err);
    assert_eq!(fs::read(place.path().join("a.eml")).unwrap(), bytes);
}

#[test]
fn a_part_of_mail_that_is_utf_8_is_told_at_its_own_header() {
    let text = format!(
        "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=us-ascii\n\nplain\n\
         --b\nContent-Type: text/plain; charset=iso-8859-1\n\n{GERMAN}--b\nContent-Type: text/plain; charset=koi8-r\n\n{RUSSIAN}--b--\n"
    );
    let ran = checked("a.eml", text.as_bytes());
    let lines: Vec<_> = ran
        .text()
        .lines()
        .filter(|line| line.contains(": wrong-declaration: "))
        .collect();
    assert_eq!(lines.len(), 2, "{}", ran.text());
    assert!(
        lines[0].starts_with("a.eml:9:35: wrong-declaration: the text declares `iso-8859-1`, but is UTF-8"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with("a.eml:13:35: wrong-declaration: the text declares `koi8-r`, but is UTF-8"),
        "{}",
        lines[1]
    );
}

#[test]
fn unknown_names_are_told_with_the_nearest() {
    let po = "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CHARSET\\n\"\n";
    for (name, text, place, expected) in [
        (
            "a.html",
            "<meta charset=\"ISO-88509-1\">Über\n",
            "1:16",
            "`ISO-88509-1`; the nearest name is `ISO-8859-1`",
        ),
        (
            "a.xml",
            "<?xml version='1.0' encoding='windows-1262'?><a/>\n",
            "1:31",
            "`windows-1262`; the nearest name is `windows-1252`",
        ),
        (
            "a.xml",
            "<?xml version='1.0' encoding='klingon'?><a/>\n",
            "1:31",
            "no known encoding is called `klingon`",
        ),
        (
            "a.py",
            "# -*- coding: uft-8 -*-\n",
            "1:15",
            "`uft-8`; the nearest name is `UTF-8`",
        ),
        (
            "a.xml",
            "<?xml version='1.0' encoding='utf8'?><a>é</a>\n",
            "1:31",
            "`utf8` is not the registered name: write `UTF-8`",
        ),
        ("a.css", "@charset \"utf_88\";\n", "1:11", "`utf_88`"),
        (
            "a.ged",
            "0 HEAD\n1 CHAR ANSELL\n",
            "2:8",
            "`ANSELL`; the nearest name is `ANSEL`",
        ),
        (
            "a.eml",
            "Subject: x\nContent-Type: text/plain; charset=uft-8\n\nx\n",
            "2:35",
            "`uft-8`; the nearest name is `UTF-8`",
        ),
        (
            "a.po",
            po,
            "3:36",
            "`CHARSET` stands for the name of the encoding",
        ),
    ] {
        let ran = checked(name, text.as_bytes());
        let start = format!("{name}:{place}: wrong-declaration: ");
        assert!(
            ran.text().starts_with(&start) && ran.text().contains(expected),
            "{expected}: {}",
            ran.text()
        );
    }
}

#[test]
fn what_looks_like_a_declaration_and_is_right_is_silent() {
    let template = "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CHARSET\\n\"\n";
    for (name, text) in [
        // Prose, and what quotes a declaration.
        (
            "a.txt",
            "Content-Type: text/plain; charset=iso-8859-1 says that. Grüße\n",
        ),
        (
            "b.txt",
            "Content-Type: text/plain; charset=iso-8859-1\n\nis the header. Grüße\n",
        ),
        (
            "c.eml",
            "Subject: x\nContent-Type: text/plain; charset=utf-8\n\nYou wrote:\nContent-Type: text/plain; charset=latin1\n\nGrüße\n",
        ),
        (
            "d.md",
            "# Page\n\n```html\n<html><meta charset=\"ISO-88509-1\">\n```\nGrüße\n",
        ),
        (
            "e.rs",
            "const XML: &str = \"<?xml version='1.0' encoding='latin1'?>\"; // Grüße\n",
        ),
        ("f.pot", template),
        (
            "g.po",
            "msgid \"\"\nmsgstr \"\"\n\"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n\"\n\"Content-Type: text/plain; charset=CHARSET\\n\"\n",
        ),
        ("h.txt", "1 CHAR ANSI is a line of GEDCOM. Grüße\n"),
        ("i.txt", "0 HEADLINES\n1 CHAR ANSEL\nGrüße\n"),
        ("j.css", "/* @charset \"latin1\"; */ a { content: 'Grüße' }\n"),
        ("k.xml", "<?xml version='1.0' encoding='utf8'?><a>ASCII</a>\n"),
        ("l.html", "<meta charset=\"{{ charset }}\"><p>Grüße\n"),
        ("m.html", "<meta charset=\"utf-<?= $bits ?>\"><p>Grüße\n"),
        ("n.py", "# coding: see the standards, version 1.0\nx = 'Grüße'\n"),
        (
            "o.yml",
            "name: x\nfrom: y\nContent-Type: text/plain; charset=latin1\nGrüße: 1\n",
        ),
        (
            "p.eml",
            "Subject: x\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe\n",
        ),
        ("q.properties", "greeting = Grüße\n"),
        // A name with another number can be one that only the program there knows.
        ("q.txt", "# vim: set fileencoding=iso-8859-99 :\nGrüße\n"),
        ("q.vim", "\" vim: set fileencoding=utf-9 :\nGrüße\n"),
        ("r.py", "# -*- coding: utf-8-emacs -*-\n"),
        ("s.xml", "<?xml version='1.0' encoding='x-private'?><a/>\n"),
    ] {
        is_clean(name, text.as_bytes());
    }
}

/// `pip` fails on a signature. Programs of Windows write one in their own `.ini` files.
#[test]
fn a_signature_is_wrong_in_files_that_python_reads() {
    let text = b"\xEF\xBB\xBF[global]\n";
    for name in ["pip.ini", "pip.conf", ".pypirc", "setup.cfg"] {
        let ran = checked(name, text);
        assert!(ran.text().contains(": signature: "), "{name}: {}", ran.text());
    }
    is_clean("desktop.ini", text);
}

/// The euro of ISO-8859-15, before or after an amount.
#[test]
fn a_sign_of_a_currency_beside_an_amount_is_a_euro() {
    for text in [
        &b"<?xml version=\"1.0\"?>\n<a>BEDRAG \xA4 0,10</a>\n"[..],
        b"caf\xC3\xA9: 3,50 \xA4 the cup\n",
    ] {
        let ran = checked("a.xml", text);
        let expected = "in ISO-8859-15 it is `€`: `utf8 fix --on-error as:ISO-8859-15` writes that";
        assert!(ran.text().contains(expected), "{}", ran.text());
    }
    let ran = checked("a.txt", b"na\xC3\xAFve \xA4 sign\n");
    assert!(!ran.text().contains("ISO-8859-15"), "{}", ran.text());
}

/// Accents before their letters.
#[test]
fn text_of_teletext_is_recognized_by_its_marks() {
    let place = Place::new();
    place.write("f", b"na g\xC2ory, pi\xCEeknie, P\xCFr\xC2i\xCFsera\n");
    let ran = place.run(["detect", "f"]);
    assert!(
        ran.text().starts_with("ISO_6937      f: likely"),
        "{}",
        ran.text()
    );
    assert!(
        ran.text().contains("na góry, pięknie, Přířsera") || ran.text().contains("na góry"),
        "{}",
        ran.text()
    );
}
