//! `utf8 fix`.

use crate::common::{Place, Ran};
use serde_json::{Value, json};
use std::fs;
use utf8kit_test::Random;

/// `café` twice encoded, in a text that is otherwise well-formed.
const DOUBLE: &str = "Un caf\u{C3}\u{A9} cr\u{C3}\u{A8}me\r\nfin";
const UNDONE: &str = "Un café crème\r\nfin";

fn ran(ran: &Ran, code: i32, out: &str) {
    assert_eq!((ran.code, ran.report()), (Some(code), out), "{}", ran.err);
}

#[test]
fn what_loses_nothing_is_repaired_and_what_remains_is_reported() {
    let place = Place::new();
    let double = place.write("a.txt", DOUBLE);
    let signed = place.write("b.json", "\u{FEFF}{}\n");
    let joined = place.write("c.txt", "one\n\u{FEFF}two a\u{FEFF}b\n");
    let broken = place.write("d.txt", b"\xC0\xAF caf\xC3\x83\xC2\xA9 \xFF");
    let clean = place.write("e.txt", "clean: Ã and \u{FEFF}");
    fs::write(&clean, "clean: é\n").unwrap();
    let before = fs::metadata(&clean).unwrap().modified().unwrap();
    let fixed = place.run(["fix", "."]);
    let expected = "\
a.txt: fixed 1 place: 1 double-encoded
b.json: fixed 1 place: 1 signature
c.txt:2:1: inner-feff: U+FEFF at the start of a line: if it is the signature of a file that was joined to the text before it, \
`utf8 fix --inner-feff remove` removes it; if it joins words, `--inner-feff word-joiner` writes U+2060 (note, offset 4)
  | \\u{FEFF}two a\\u{FEFF}b
  | ^^^^^^^^
c.txt:2:7: inner-feff: U+FEFF inside the text, where it is a character: if it is the signature of a file that was joined here, \
`utf8 fix --inner-feff remove` removes it; if it joins words, `--inner-feff word-joiner` writes U+2060 (note, offset 12)
  | \\u{FEFF}two a\\u{FEFF}b
  |              ^^^^^^^^
d.txt: fixed 1 place: 1 double-encoded
d.txt:1:1: ill-formed: `C0 AF` is an overlong encoding of U+002F (offset 0)
  | \\xC0\\xAF café \\xFF
  | ^^^^^^^^
d.txt:1:9: ill-formed: `FF` never occurs in UTF-8 (offset 9)
  | \\xC0\\xAF café \\xFF
  |               ^^^^
Fixed 3 places in 3 files; 2 findings and 2 notes in 2 of 5 files; `utf8 fix --on-error=escape` repairs 1, \
`utf8 fix --on-error=meant` 1
";
    ran(&fixed, 1, expected);
    assert_eq!(fs::read_to_string(double).unwrap(), UNDONE);
    assert_eq!(fs::read(signed).unwrap(), b"{}\n");
    assert_eq!(
        fs::read_to_string(joined).unwrap(),
        "one\n\u{FEFF}two a\u{FEFF}b\n"
    );
    assert_eq!(
        fs::read(&broken).unwrap(),
        "\0\0 café \0"
            .as_bytes()
            .iter()
            .scan(0, |n, &byte| {
                *n += 1;
                Some(match *n {
                    1 => 0xC0,
                    2 => 0xAF,
                    10 => 0xFF,
                    _ => byte,
                })
            })
            .collect::<Vec<u8>>()
    );
    assert_eq!(fs::metadata(&clean).unwrap().modified().unwrap(), before);
    assert_eq!(place.names().len(), 5);
    // A second run changes nothing.
    let again = place.run(["fix", "."]);
    assert_eq!(again.code, Some(1));
    assert!(
        again
            .text()
            .contains("\n2 findings and 2 notes in 2 of 5 files; "),
        "{}",
        again.text()
    );
    assert!(!again.text().contains("fixed"));
}

#[test]
fn a_run_without_changes_says_what_it_would_do() {
    let place = Place::new();
    let double = place.write("a.txt", DOUBLE);
    place.write("b.txt", "\u{FFFD} and \u{0}\n");
    let diff = place.run(["fix", "--diff"]);
    let expected = "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-Un caf\u{C3}\u{A9} cr\u{C3}\u{A8}me\\r\n+Un café crème\\r\n fin\n\\ No newline at end \
                    of file\nWould fix 1 place in 1 of 2 files; 1 finding remains; `utf8 fix --select=nul` repairs 1\n";
    ran(&diff, 1, expected);
    ran(
        &place.run(["fix", "--check"]),
        1,
        "a.txt: would fix 1 place: 1 double-encoded\nWould fix 1 place in 1 of 2 files; 1 finding remains; `utf8 fix --select=nul` repairs 1\n",
    );
    assert_eq!(fs::read_to_string(&double).unwrap(), DOUBLE);
    assert_eq!(place.run(["fix", "."]).code, Some(1)); // U+0000 remains
    let nothing = "Nothing to fix in 2 files; 1 finding remains; `utf8 fix --select=nul` repairs 1\n";
    ran(&place.run(["fix", "--check"]), 1, nothing);
    ran(&place.run(["fix", "--diff"]), 1, nothing);
    assert_eq!(place.run(["fix", "--diff", "--check"]).code, Some(2));
}

#[test]
fn ill_formed_text_is_repaired_by_a_policy() {
    let text = b"\xC0\xAF \xED\xA1\x8C\xED\xBE\xB4 \xED\xA0\x80 \xE9t\xE9\n";
    let cases: [(&str, i32, &[u8]); 6] = [
        ("meant", 1, b"/ \xF0\xA3\x8E\xB4 \xED\xA0\x80 \xE9t\xE9\n"),
        ("drop", 0, b"   t\n"),
        ("escape", 0, br"\xC0\xAF \xED\xA1\x8C\xED\xBE\xB4 \xED\xA0\x80 \xE9t\xE9
"),
        ("replace", 0, "\u{FFFD}\u{FFFD} \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} \u{FFFD}\u{FFFD}\u{FFFD} \u{FFFD}t\u{FFFD}\n".as_bytes()),
        ("with:?", 0, b"?? ?????? ??? ?t?\n"),
        // What was a pair in CESU-8 is double-encoded then.
        ("as:windows-1252", 0, "À¯ 𣎴 í\u{A0}€ été\n".as_bytes()),
    ];
    for (policy, code, expected) in cases {
        let place = Place::new();
        let path = place.write("a.txt", text);
        let fixed = place.run(["fix", "--on-error", policy, "."]);
        assert_eq!(fixed.code, Some(code), "{policy}: {}{}", fixed.text(), fixed.err);
        assert_eq!(fs::read(path).unwrap(), expected, "{policy}");
    }
    let place = Place::new();
    let path = place.write("a.txt", b"\xFF");
    assert_eq!(place.run(["fix", "--on-error", "fail"]).code, Some(2));
    // What is not selected is not repaired.
    assert_eq!(
        place
            .run(["fix", "--on-error", "drop", "--ignore", "ill-formed", "."])
            .code,
        Some(0)
    );
    assert_eq!(fs::read(path).unwrap(), b"\xFF");
}

#[test]
fn a_file_in_another_encoding_is_converted_as_a_whole_or_not_at_all() {
    let french = "Les élèves français étaient à l’école où naît l’été, déjà prêts pour Noël.\n".repeat(30);
    let latin: Vec<u8> = french
        .chars()
        .map(|c| match c {
            '’' => 0x92,
            c => c as u8,
        })
        .collect();
    let wide: Vec<u8> = "\u{FEFF}Grüße\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let place = Place::new();
    let (one, two) = (place.write("l.txt", &latin), place.write("w.txt", &wide));
    let utf8 = place.write("u.txt", &french);
    for args in [&["fix", "."][..], &["fix", "--on-error", "replace", "."]] {
        let kept = place.run(args);
        assert_eq!(kept.code, Some(1), "{}", kept.text());
        assert_eq!(
            (fs::read(&one).unwrap(), fs::read(&two).unwrap()),
            (latin.clone(), wide.clone())
        );
    }
    let fixed = place.run(["fix", "--transcode", "."]);
    ran(
        &fixed,
        0,
        "l.txt: fixed 1 place: 1 other-encoding, from windows-1252 (very likely)\n\
         w.txt: fixed 1 place: 1 other-encoding, from UTF-16LE (certain)\n\
         Fixed 2 places in 2 files; No findings in 3 files\n",
    );
    assert_eq!(fs::read_to_string(one).unwrap(), french);
    assert_eq!(fs::read_to_string(two).unwrap(), "Grüße\n");
    assert_eq!(fs::read_to_string(utf8).unwrap(), french);
    // The user knows better, also of a text too short to recognize.
    let short = place.write("s.txt", b"\xC1\xE5\xEB\xFB\xE9");
    assert_eq!(
        place
            .run(["fix", "--transcode", "-f", "windows-1251", "s.txt", "u.txt"])
            .code,
        Some(0)
    );
    assert_eq!(fs::read_to_string(short).unwrap(), "Белый");
    assert_eq!(
        place.run(["fix", "-f", "windows-1251"]).code,
        Some(2),
        "-f without --transcode"
    );
    // What cannot be converted is left as it is.
    let bad = place.write("bad.txt", b"abc \x81");
    let failed = place.run(["fix", "--transcode", "-f", "Shift_JIS", "bad.txt"]);
    assert_eq!(failed.code, Some(2));
    assert!(
        failed
            .err
            .contains("bad.txt: cannot be converted from Shift_JIS: offset 4: "),
        "{}",
        failed.err
    );
    assert_eq!(fs::read(bad).unwrap(), b"abc \x81");
}

#[test]
fn a_repair_can_need_another_one() {
    let place = Place::new();
    // `é` in two characters, encoded twice.
    let path = place.write(
        "a.txt",
        "caf\u{65}\u{CC}\u{81} et d\u{C3}\u{A9}j\u{C3}\u{A0}\u{FEFF}e\u{301}",
    );
    assert_eq!(
        place.run(["fix", "--select", "default,not-nfc", "."]).code,
        Some(0)
    );
    let text = fs::read_to_string(path).unwrap();
    assert!(!text.contains('\u{301}') && text.contains("déj"), "{text}");
    assert_eq!(place.run(["check", "--select", "default,not-nfc"]).code, Some(0));
}

#[test]
fn standard_input_is_repaired_to_standard_output() {
    let place = Place::new();
    let fixed = place.run_with(["fix", "-"], format!("{DOUBLE}\u{0}").as_bytes());
    ran(&fixed, 1, &format!("{UNDONE}\u{0}"));
    assert!(
        fixed.err.contains("<stdin>: fixed 1 place: 1 double-encoded"),
        "{}",
        fixed.err
    );
    assert!(fixed.err.contains("nul: U+0000 in text"), "{}", fixed.err);
    ran(&place.run_with(["fix", "-"], b"clean"), 0, "clean");
    ran(&place.run_with(["fix", "-"], b""), 0, "");
    place.write("a", "");
    assert_eq!(place.run_with(["fix", "-", "a"], b"").code, Some(2));
    let diff = place.run_with(["fix", "--diff", "-"], DOUBLE.as_bytes());
    assert!(diff.text().contains("+Un café"), "{}", diff.text());
}

#[test]
fn findings_say_what_repairs_them() {
    let place = Place::new();
    place.write("a.txt", b"d\xC3\x83\xC2\xA9j\xC3\x83\xC2\xA0 \xC0\xAF \xFF \0");
    let checked = place.run(["check", "--format", "json"]);
    let findings = checked.findings();
    let fix_of = |finding: &Value| json!([finding["fixable"], finding["fix_flags"], finding["replacement"]]);
    let all: Vec<_> = findings.iter().map(fix_of).collect();
    assert_eq!(
        all,
        [
            json!([true, null, "éjà"]),
            json!([false, "--on-error=meant", "/"]),
            json!([false, "--on-error=escape", null]),
            json!([false, "--select=nul", null]),
        ]
    );
    let sarif = place.run(["check", "--format", "sarif"]);
    let sarif: Value = serde_json::from_str(sarif.text()).unwrap();
    let fixes: Vec<_> = sarif["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| &result["fixes"])
        .collect();
    let replaced = &fixes[0][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replaced["insertedContent"]["text"], "éjà");
    assert_eq!(
        (
            &replaced["deletedRegion"]["byteOffset"],
            &replaced["deletedRegion"]["byteLength"]
        ),
        (&json!(1), &json!(9))
    );
    assert_eq!(fixes[1][0]["description"]["text"], "utf8 fix --on-error=meant");
    assert_eq!(fixes[3], &json!([]));
    assert!(place.run(["check"]).text().contains("; `utf8 fix` repairs 1, `"));
    let fixed = place.run(["fix", "--format", "json", "."]);
    let mut lines = fixed
        .text()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert_eq!(
        lines.next().unwrap(),
        json!({ "path": "a.txt", "fixed": { "double-encoded": 1 } })
    );
    assert_eq!(
        lines.next_back().unwrap()["summary"]["fixed"],
        json!({ "files": 1, "places": 1 })
    );
}

#[test]
fn large_files_are_repaired_in_pieces() {
    let place = Place::new();
    let mut text = String::new();
    for n in 0..60_000 {
        text.push_str(&format!("{n} is a line of text, like all others\n"));
        if n % 7_000 == 3 {
            text.push_str("caf\u{C3}\u{A9}\n");
        }
    }
    let path = place.write("a.txt", &text);
    for piece in ["512", "65536", "1000000"] {
        fs::write(&path, &text).unwrap();
        assert_eq!(
            place.run(["fix", "--piece-size", piece, "."]).code,
            Some(0),
            "{piece}"
        );
        assert!(
            fs::read_to_string(&path).unwrap() == text.replace("\u{C3}\u{A9}", "é"),
            "{piece}"
        );
    }
}

#[test]
fn a_double_encoded_run_longer_than_blocks_is_repaired_at_once() {
    // Gaps of 3 bytes belong to the run. One line of 1.4 MB; one of Cyrillic without gaps, encoded twice too often.
    let once = "caf\u{C3}\u{A9}".repeat(200_000);
    let twice: String = (0..2).fold("привет".repeat(10_000), |text, _| {
        encoding_rs::WINDOWS_1252
            .decode_without_bom_handling(text.as_bytes())
            .0
            .into_owned()
    });
    for (wrong, right) in [(once, "café".repeat(200_000)), (twice, "привет".repeat(10_000))] {
        let place = Place::new();
        let path = place.write("a.txt", format!("{wrong}\n"));
        let checked = place.run(["check", "--format", "json"]).findings();
        assert!(checked.iter().all(|finding| finding["rule"] == "double-encoded"));
        let count = checked.len();
        let fixed = place.run(["fix", "."]);
        let expected = format!("a.txt: fixed {count} places: {count} double-encoded");
        assert_eq!(fixed.text().lines().next().unwrap(), expected);
        assert!(fs::read_to_string(&path).unwrap() == format!("{right}\n"));
        ran(&place.run(["fix", "."]), 0, "No findings in 1 file\n");
    }
}

#[test]
fn text_that_was_right_is_never_changed() {
    let words = [
        "Größe",
        "naïve",
        "façade",
        "Привет",
        "日本語",
        "한국어",
        "“quoted”",
        "—",
        "d’été",
        "x\u{2060}y",
        "\u{1F600}",
        "plain",
        "Ä",
        "ÄÖ©",
        "50 €",
        "Ã",
    ];
    let mut random = Random::new(1);
    let place = Place::new();
    let mut originals = Vec::new();
    for n in 0..300 {
        let mut text = String::new();
        for _ in 0..40 {
            text.push_str(words[random.below(words.len())]);
            text.push_str([" ", "\n", ", ", "\r\n"][random.below(4)]);
        }
        // In a text with misread words, `Ã ` at the very end is `à` whose no-break space became a space.
        text.push_str("end\n");
        // A third as it is, a third with misread words, a third with ill-formed bytes.
        let mut damaged = text.clone().into_bytes();
        if n % 3 == 1 {
            damaged = text
                .replace("façade", "fa\u{C3}\u{A7}ade")
                .replace("d’été", "d\u{E2}\u{20AC}\u{2122}\u{C3}\u{A9}t\u{C3}\u{A9}")
                .into_bytes();
        } else if n % 3 == 2 {
            for _ in 0..5 {
                let at = random.below(damaged.len());
                let byte = random.choose(&[0xFF, 0xC3, 0x80, 0xE9]);
                // In place of another continuation byte, it could be U+0080 after `Ö`, which is a double-encoded character.
                if byte != 0x80 || text.as_bytes()[at] & 0xC0 != 0x80 {
                    damaged[at] = byte;
                }
            }
        }
        originals.push((place.write(format!("{n}.txt"), &damaged), text, damaged));
    }
    let fixed = place.run(["fix", "."]);
    assert_eq!(fixed.code, Some(1), "{}", fixed.err);
    let (mut undone, mut stayed) = (0, 0);
    for (n, (path, text, damaged)) in originals.iter().enumerate() {
        let now = fs::read(path).unwrap();
        if n % 3 == 2 {
            assert_eq!(&now, damaged, "{n}");
            continue;
        }
        let damaged = str::from_utf8(damaged).unwrap().lines();
        for ((line, right), damaged) in str::from_utf8(&now)
            .unwrap()
            .lines()
            .zip(text.lines())
            .zip(damaged)
        {
            // What perhaps lost something stays: `Ã` at the end of a line before a dash is a broken `×`, perhaps.
            assert!(line == right || line == damaged, "{n}: {line}");
            undone += usize::from(line == right);
            stayed += usize::from(line != right);
        }
    }
    assert!(stayed * 50 < undone, "{stayed} of {undone}");
    let after: Vec<_> = originals
        .iter()
        .map(|(path, ..)| fs::read(path).unwrap())
        .collect();
    assert!(!place.run(["fix", "."]).text().contains("fixed"));
    assert_eq!(
        after,
        originals
            .iter()
            .map(|(path, ..)| fs::read(path).unwrap())
            .collect::<Vec<_>>()
    );
}

#[test]
fn numbers_that_utf8_does_not_have_are_not_converted() {
    let place = Place::new();
    for (encoding, text, message) in [
        ("WTF-8", &b"abc \xED\xA0\x80"[..], "offset 4: U+D800 is not"),
        (
            "RFC2279",
            b"abc \xF9\x81\x82\x83\x84",
            "offset 4: 0104 20C4 is not",
        ),
    ] {
        let path = place.write("a.txt", text);
        let failed = place.run(["fix", "--transcode", "-f", encoding, "."]);
        assert_eq!(failed.code, Some(2), "{encoding}");
        assert!(failed.err.contains(message), "{}", failed.err);
        assert_eq!(fs::read(path).unwrap(), text, "{encoding}");
    }
}

#[test]
fn a_file_is_not_converted_from_an_encoding_that_it_is_not_in() {
    let place = Place::new();
    let french = "Les élèves français étaient à l’école.\n";
    let mostly = [french.as_bytes(), b"stray \xE9\n", french.as_bytes()].concat();
    let wide: Vec<u8> = french.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (mostly_utf8, utf16) = (place.write("m.txt", &mostly), place.write("w.txt", &wide));
    let fixed = place.run(["fix", "--transcode", "-f", "windows-1252", "."]);
    assert_eq!(fixed.code, Some(2), "{}", fixed.text());
    assert!(
        fixed
            .err
            .contains("w.txt: it is in UTF-16LE, not in windows-1252"),
        "{}",
        fixed.err
    );
    assert!(fixed.text().contains("m.txt:2:7: ill-formed"), "{}", fixed.text());
    assert_eq!(fs::read(&mostly_utf8).unwrap(), mostly);
    assert_eq!(fs::read(utf16).unwrap(), wide);
    // A policy repairs what is ill-formed alone.
    let policy = "--on-error=as:windows-1252";
    let fixed = place.run(["fix", "--transcode", "-f", "windows-1252", policy, "m.txt"]);
    assert_eq!(fixed.code, Some(0), "{}", fixed.text());
    assert_eq!(
        fs::read_to_string(mostly_utf8).unwrap(),
        format!("{french}stray é\n{french}")
    );
}

#[test]
fn a_text_in_a_relative_of_utf8_is_converted_however_much_of_it_is_utf8() {
    let place = Place::new();
    let path = place.write("a.txt", b"\xC3\xA9t\xC3\xA9, \xC3\xA0 \xED\xA1\x8C\xED\xBE\xB4");
    let fixed = place.run(["fix", "--transcode", "-f", "CESU-8", "."]);
    assert_eq!(fixed.code, Some(0), "{}{}", fixed.text(), fixed.err);
    assert_eq!(fs::read_to_string(path).unwrap(), "été, à \u{233B4}");
}

#[test]
fn no_repair_writes_a_zero_byte() {
    let place = Place::new();
    let path = place.write("a.txt", b"a \xC0\x80 b \xC0\xAF");
    let fixed = place.run(["fix", "--on-error", "meant", "."]);
    assert_eq!(fixed.code, Some(1), "{}", fixed.err);
    assert!(
        fixed.text().contains("`C0 80` is an overlong encoding of U+0000"),
        "{}",
        fixed.text()
    );
    assert_eq!(fs::read(path).unwrap(), b"a \xC0\x80 b /");
    let found = place.run(["check", "--format", "json"]).findings();
    assert_eq!(found[0]["fix_flags"], "--on-error=escape");
}

#[test]
fn backups_in_directories_stay_as_they_are() {
    let place = Place::new();
    let names = [
        "a.txt",
        "a.txt.orig",
        "a.txt.old",
        "alone.orig",
        "dir.orig/b.txt",
        ".orig",
    ];
    let paths = names.map(|name| place.write(name, DOUBLE));
    fs::create_dir(place.path().join("dir")).unwrap();
    let repaired = || {
        let is_new = |path: &std::path::PathBuf| fs::read_to_string(path).unwrap() == UNDONE;
        let new = paths.iter().zip(names).filter(|(path, _)| is_new(path));
        new.map(|(_, name)| name).collect::<Vec<_>>()
    };
    assert_eq!(place.run(["fix", "--check"]).code, Some(1));
    assert_eq!(place.run(["fix", "--backup=.old", "."]).code, Some(2));
    // The name of the backup is taken.
    assert_eq!(repaired(), ["alone.orig", "dir.orig/b.txt", ".orig"]);
    assert_eq!(place.run(["fix", "."]).code, Some(0));
    assert_eq!(
        repaired(),
        ["a.txt", "a.txt.old", "alone.orig", "dir.orig/b.txt", ".orig"]
    );
    // A path that is given is repaired.
    assert_eq!(place.run(["fix", "a.txt.orig"]).code, Some(0));
    assert_eq!(repaired(), names);
    for suffix in ["--backup=", "--backup=/x"] {
        let refused = place.run(["fix", suffix, "."]);
        assert_eq!(refused.code, Some(2));
        assert!(
            refused.err.contains("--backup: expected a suffix"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn an_archive_after_a_script_is_not_repaired() {
    let place = Place::new();
    let mut text = "echo installing\n".repeat(1000).into_bytes();
    text.extend((0..10_000_u32).flat_map(|n| [0xFF, n as u8]));
    text.extend(DOUBLE.as_bytes());
    let path = place.write("install.run", &text);
    for args in [&["fix", "."][..], &["fix", "--on-error", "replace", "."]] {
        let refused = place.run(args);
        assert_eq!(refused.code, Some(2), "{}", refused.text());
        assert!(
            refused.err.contains("install.run: it has U+0000"),
            "{}",
            refused.err
        );
        assert_eq!(fs::read(&path).unwrap(), text);
    }
}

#[test]
fn a_dry_run_lists_files_and_counts_no_finding_as_gone() {
    let place = Place::new();
    place.write("a.txt", DOUBLE);
    place.write("b.txt", "clean\n");
    ran(&place.run(["fix", "--check", "-l"]), 1, "a.txt\n");
    assert_eq!(place.run(["check", "--write-baseline", "base"]).code, Some(0));
    let dry = place.run(["fix", "--check", "--baseline", "base", "a.txt"]);
    assert!(!dry.text().contains("gone"), "{}", dry.text());
    for args in [&["--format", "json"][..], &["-l"], &["--statistics"]] {
        let refused = place.run([&["fix", "--diff"], args].concat());
        assert_eq!(refused.code, Some(2), "{args:?}");
        assert!(refused.err.contains("use --check"), "{}", refused.err);
    }
}

#[cfg(unix)]
mod unix;

/// UTF-8 is not among its relatives, from which a file with errors is not converted.
#[test]
fn what_is_ill_formed_in_declared_utf8_is_replaced_as_asked() {
    let place = Place::new();
    place.write("a", b"caf\xC3\xA9 na\xC3\xAFve \xC3\xBC \xFF end\n");
    let args = [
        "fix",
        "--transcode",
        "--stdout",
        "--no-config",
        "-f",
        "UTF-8",
        "a",
    ];
    assert_eq!(place.run(args).code, Some(1));
    let replaced = place.run([&args[..], &["--on-error", "replace"]].concat());
    ran(&replaced, 0, "café naïve ü \u{FFFD} end\n");
}

#[test]
fn characters_that_show_nothing_are_removed_on_request() {
    let place = Place::new();
    place.write("a.txt", "pass\u{200B}word, 👩\u{200D}🚀 stays\n".as_bytes());
    place.run(["fix", "a.txt"]);
    let checked = place.run(["check", "--select", "invisible", "a.txt"]);
    assert!(
        checked.text().ends_with("utf8 fix --select=invisible a.txt\n"),
        "{}",
        checked.text()
    );
    assert_eq!(place.run(["fix", "--select=invisible", "a.txt"]).code, Some(0));
    let fixed = fs::read_to_string(place.path().join("a.txt")).unwrap();
    assert_eq!(fixed, "password, 👩\u{200D}🚀 stays\n");
}
