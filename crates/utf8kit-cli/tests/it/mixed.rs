//! Files that are in several encodings, and the command that goes on.

#[cfg(unix)]
use crate::common::run_in_shell;
use crate::common::{Place, Ran, quoted};
use std::fs;

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn utf16_be(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

fn in_encoding(label: &str, text: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    encoding.encode(text).0.into_owned()
}

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

const GERMAN: &str = "INFO der Schlüssel für die Größe fehlt, bitte prüfen Sie das Menü\n";
const RUSSIAN: &str = "ERROR не удалось открыть файл настроек пользователя\n";
const GREEK: &str = "WARN το αρχείο δεν βρέθηκε στον κατάλογο του χρήστη\n";
const JAPANESE: &str = "設定ファイルを開くことができませんでした\n";

/// Files that are in several encodings, with the text that they become.
fn mixed() -> Vec<(&'static str, Vec<u8>, String)> {
    let wide = utf16("\u{FEFF}eins\r\nzwei ö\r\n");
    let log = |other: &[u8]| joined(&[GERMAN.as_bytes(), other, GERMAN.as_bytes()]);
    let between = |text: &str| format!("{GERMAN}{text}{GERMAN}");
    let names = [
        "Krätz",
        "Müller",
        "Schröder",
        "Weiß",
        "Jäger",
        "Böhm",
        "Köhler",
        "Lübeck",
        "Größe",
        "Fuß",
    ];
    let row = |n: usize| format!("INSERT INTO p VALUES ({n}, '{}');\n", names[n % 10]);
    let dump: Vec<u8> = (0..60)
        .flat_map(|n| match n % 3 {
            0 => in_encoding("windows-1252", &row(n)),
            _ => row(n).into_bytes(),
        })
        .collect();
    let lf_is_crlf = |bytes: Vec<u8>| -> Vec<u8> {
        let with_cr = |byte| match byte {
            b'\n' => vec![b'\r', b'\n'],
            byte => vec![byte],
        };
        bytes.into_iter().flat_map(with_cr).collect()
    };
    let without_cr =
        |bytes: Vec<u8>| -> Vec<u8> { bytes.into_iter().filter(|&byte| byte != b'\r').collect() };
    vec![
        (
            "UTF-16 and a line by `>>`",
            joined(&[&wide, b"drei\n"]),
            "eins\r\nzwei ö\r\ndrei\n".into(),
        ),
        (
            "UTF-16 without a signature, and a line without an end",
            joined(&[&utf16("eins\nzwei\n"), b"drei vier"]),
            "eins\nzwei\ndrei vier".into(),
        ),
        (
            "UTF-8, and UTF-16 by PowerShell",
            joined(&["grün\n".as_bytes(), &wide]),
            "grün\neins\r\nzwei ö\r\n".into(),
        ),
        (
            "UTF-8, UTF-16 in Russian, UTF-8",
            joined(&[b"a\n", &utf16(&RUSSIAN.repeat(2)), "größer\n".as_bytes()]),
            format!("a\n{}größer\n", RUSSIAN.repeat(2)),
        ),
        (
            "UTF-16BE and ASCII",
            joined(&[&utf16_be("\u{FEFF}eins\nzwei\n"), b"[done]\n"]),
            "eins\nzwei\n[done]\n".into(),
        ),
        (
            "UTF-16 with a CR of one byte in each line",
            lf_is_crlf(utf16("\u{FEFF}eins\nzwei ö\ndrei\n")),
            "eins\r\nzwei ö\r\ndrei\r\n".into(),
        ),
        (
            "UTF-16 with line ends that lost a byte",
            without_cr(utf16("\u{FEFF}eins\r\nzwei ö\r\ndrei\r\n")),
            "eins\r\nzwei ö\r\ndrei\r\n".into(),
        ),
        (
            "UTF-16BE with a byte of LF alone",
            joined(&[
                &utf16_be("\u{FEFF}eins zwei"),
                b"\n",
                &utf16_be("drei vier fünf"),
                b"\n",
            ]),
            "eins zwei\ndrei vier fünf\n".into(),
        ),
        (
            "git diff --text of UTF-16",
            b"--- a/L\n+++ b/L\n@@ -1,2 +1,2 @@\n \xFF\xFEo\0n\0e\0\r\0\n-\0t\0w\0o\0\r\0\n+\0t\0w\0\xFC\0\r\0\n".to_vec(),
            "--- a/L\n+++ b/L\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+twü\r\n".into(),
        ),
        ("rows of Latin-1", dump, (0..60).map(row).collect()),
        (
            "a log of three encodings",
            log(&joined(&[
                &in_encoding("koi8-r", RUSSIAN),
                GERMAN.as_bytes(),
                &in_encoding("iso-8859-7", GREEK),
            ]))
            .repeat(3),
            between(&format!("{RUSSIAN}{GERMAN}{GREEK}")).repeat(3),
        ),
        (
            "a line of EUC-JP",
            log(&in_encoding("euc-jp", JAPANESE)),
            between(JAPANESE),
        ),
    ]
}

#[test]
fn each_part_is_named_and_converted_by_itself() {
    let place = Place::new();
    for (what, old, new) in mixed() {
        place.write("f", &old);
        let checked = place.run(["check", "f"]);
        assert_eq!(checked.code, Some(1), "{what}");
        assert!(
            checked.text().contains(": other-encoding: "),
            "{what}: {}",
            checked.text()
        );
        assert!(
            checked.text().ends_with("\nutf8 fix --transcode f\n"),
            "{what}: {}",
            checked.text()
        );
        // What the text is does not depend on how it is read.
        let piped = place.run_with(["check", "--piece-size", "4096", "-"], &old);
        let kinds = |ran: &Ran| ran.text().matches(": other-encoding: ").count();
        assert_eq!(kinds(&piped), kinds(&checked), "{what}: {}", piped.text());
        let fixed = place.run(["fix", "--transcode", "f"]);
        assert_eq!(fixed.code, Some(0), "{what}: {}{}", fixed.text(), fixed.err);
        assert!(fixed.text().contains(", from "), "{what}: {}", fixed.text());
        assert_eq!(fs::read_to_string(place.path().join("f")).unwrap(), new, "{what}");
        let piped = place.run_with(["fix", "--transcode", "-"], &old);
        assert!(piped.out == new.as_bytes(), "{what}");
        assert_eq!(place.run(["check", "f"]).code, Some(0), "{what}");
    }
}

/// What looks like a file in several encodings, and is in one.
#[test]
fn files_in_one_encoding_have_no_parts() {
    let place = Place::new();
    let chinese = "我们的文件在这里，请打开看一看。\n";
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("UTF-16", utf16(&format!("\u{FEFF}{GERMAN}{RUSSIAN}"))),
        (
            "UTF-16 in Chinese and English",
            utf16(&format!("\u{FEFF}{chinese}the end of it\n")),
        ),
        ("UTF-16BE without a signature", utf16_be(&GREEK.repeat(3))),
        (
            "UTF-16 of ideographs whose bytes are letters",
            utf16("\u{FEFF}\u{6E65}\u{6573} 敏捷\n"),
        ),
        ("KOI8-R", in_encoding("koi8-r", &RUSSIAN.repeat(9))),
        (
            "GBK, of which some words look like UTF-8",
            in_encoding("gbk", &"北京\n中国的历史文化\n".repeat(30)),
        ),
        ("EUC-KR", in_encoding("euc-kr", &"한국어 문장입니다\n".repeat(20))),
        ("Shift_JIS", in_encoding("shift_jis", &JAPANESE.repeat(9))),
    ];
    for (what, bytes) in files {
        place.write("f", &bytes);
        let findings = place.run(["check", "--format", "json", "f"]).findings();
        let [finding] = &findings[..] else {
            panic!("{what}: {findings:?}")
        };
        let message = finding["message"].as_str().unwrap();
        assert!(message.starts_with("the text is "), "{what}: {message}");
    }
    // A byte of something else, and zero bytes, are no parts.
    for (what, bytes) in [
        ("a list of names that end with U+0000", &b"one\0two\0three\0"[..]),
        ("U+0000 in TSV", b"1\tAnna\0\n2\tBert\0\n"),
        ("a byte", "größer caf\u{E9} und mehr Wörter hier\n".as_bytes()),
        ("an error in UTF-8", b"Gr\xC3\xB6\xC3\xC3\x9Fe und mehr\n"),
    ] {
        place.write("f.tsv", bytes);
        let ran = place.run(["check", "f.tsv"]);
        assert!(!ran.text().contains("other-encoding"), "{what}: {}", ran.text());
    }
}

/// Returns what `fix --transcode --likely` makes of a file.
fn transcoded(bytes: &[u8]) -> Vec<u8> {
    let place = Place::new();
    place.write("f", bytes);
    place.run(["fix", "--no-config", "--transcode", "--likely", "f"]);
    fs::read(place.path().join("f")).unwrap()
}

/// In windows-1252, the Hungarian line reads like words, with `õ` and `û`.
#[test]
fn a_line_that_is_very_likely_in_another_encoding_than_those_before_is_in_that() {
    let german = "Der Schlüssel für die Größe fehlt, bitte prüfen Sie das Menü und wählen Sie später größere Flächen für die nächste Prüfung\n";
    let hungarian = "Az őrült nő megőrzi a gyűrűt, és őrizi a tűz fényét a völgyben, ahol a hűvös erdő mögött nyíló rétről a felhők és az eső közeledtét nézik\n";
    let [wrong_german, wrong_hungarian] = [
        in_encoding("windows-1252", german),
        in_encoding("windows-1250", hungarian),
    ];
    let mixed = joined(&[german.as_bytes(), &wrong_german, &wrong_german, &wrong_hungarian]);
    let text = format!("{german}{german}{german}{hungarian}");
    assert_eq!(
        String::from_utf8(transcoded(&mixed.repeat(4))).unwrap(),
        text.repeat(4)
    );
}

/// Words of three letters are in an encoding because the others are, but not one that has no sense in it.
#[test]
fn other_lines_do_not_decide_for_one_that_their_encoding_makes_no_sense_of() {
    let words = "имя дом лес нет она вот год мир сад кот дым лук мяч нос рот сын час шар ель мел пар дуб лев зал ток вес бег сор тур цех чин";
    let mut mixed = Vec::new();
    let mut text = String::new();
    for word in words.split(' ') {
        mixed.extend(joined(&[
            "größer\n".as_bytes(),
            &in_encoding("windows-1251", word),
            b"\n",
        ]));
        text += &format!("größer\n{word}\n");
    }
    let greeting = in_encoding("windows-1252", "Grüße aus Köln\n");
    mixed.extend_from_slice(&greeting);
    let repaired = transcoded(&mixed);
    assert!(repaired.starts_with("größer\nимя\n".as_bytes()));
    assert!(
        repaired.ends_with(&greeting),
        "{}",
        String::from_utf8_lossy(&repaired)
    );
}

/// No text has controls of C1: what looks like a line of ISO-8859-5 with one is left.
#[test]
fn a_line_with_controls_is_in_no_other_encoding() {
    let line = in_encoding("iso-8859-5", "не удалось открыть файл настроек\n");
    let with_control = joined(&[&line[..10], b"\x96 ", &line[10..]]);
    let mixed = joined(&[GERMAN.as_bytes(), &line.repeat(6), &with_control]);
    let repaired = transcoded(&mixed);
    assert!(repaired.starts_with(format!("{GERMAN}не удалось").as_bytes()));
    assert!(
        repaired.ends_with(&with_control),
        "{}",
        String::from_utf8_lossy(&repaired)
    );
}

/// Three lines that are likely in an encoding are no accident, but errors in lines of UTF-8 do not count.
#[test]
fn lines_of_utf_8_with_an_error_are_in_no_other_encoding() {
    let french = in_encoding("windows-1252", "L'élève a été déconnecté à l'école\n");
    let error = "größer geht es für schöne Bäume ";
    let error = joined(&[error.as_bytes(), b"\xFF", " nicht über Flüsse\n".as_bytes()]);
    let mixed = joined(&[GERMAN.as_bytes(), &french, &error.repeat(3)]);
    assert_eq!(transcoded(&mixed), mixed);
    let repaired = transcoded(&joined(&[&mixed, &french, &french]));
    assert!(repaired.ends_with("L'élève a été déconnecté à l'école\n".as_bytes()));
}

/// Takes the last line of a report.
fn next(ran: &Ran) -> String {
    ran.text().lines().last().unwrap_or_default().to_owned()
}

#[test]
#[cfg(unix)] // the words are quoted for its shells
fn the_printed_commands_repair_a_file_until_it_is_clean() {
    let files: Vec<(&str, Vec<u8>, &str)> = vec![
        // A byte of windows-1252 in UTF-8 rows.
        (
            "rows.sql",
            b"(1,'Kr\xE4tz'),(2,'Stra\xC3\x9Fe')\n".to_vec(),
            "fix --on-error=as:windows-1252 rows.sql",
        ),
        // CESU-8 beside UTF-8.
        (
            "emoji",
            b"\xED\xA0\xBD\xED\xB9\x88 \xF0\x9F\x99\x88\n".to_vec(),
            "fix --on-error=meant emoji",
        ),
        // Overlong.
        (
            "it's",
            b"x\xC0\xAFy\n".to_vec(),
            r"fix --on-error=meant 'it'\''s'",
        ),
        (
            "f.properties",
            b"a=d\xE4r m\xE5let \xE4r att k\xF6ra\n".to_vec(),
            "fix --on-error=as:windows-1252 f.properties",
        ),
        ("a b.tsv", b"1\tAnna\0\n".to_vec(), "fix --select=nul 'a b.tsv'"),
        ("f.toml", b"\xFF\xFEa\0\n\0".to_vec(), "fix --transcode f.toml"),
        ("log", b"\xFF\xFEh\0i\0\n\0second".to_vec(), "fix --transcode log"),
        ("-x", "caf\u{C3}\u{A9}\n".into(), "fix ./-x"),
        ("pip.json", b"\xEF\xBB\xBF{}\n".to_vec(), "fix pip.json"),
        (
            "cut",
            b"Gr\xC3\xB6\xC3\xC3\x9Fe: \xF8\n".to_vec(),
            "fix --on-error=escape cut",
        ),
        (
            "a\nb\u{202E}",
            b"x\xC0\xAFy\n".to_vec(),
            r"fix --on-error=meant $'a\x0Ab\xE2\x80\xAE'",
        ),
        (
            "both",
            "Un caf\u{C3}\u{A9} cr\u{C3}\u{A8}me\0\n".into(),
            "fix --select=default,nul both",
        ),
        // Likely.
        (
            "fr.txt",
            in_encoding("windows-1252", &"L'élève a été déconnecté à l'école\n".repeat(9)),
            "fix --transcode --from=windows-1252 fr.txt",
        ),
    ];
    for (name, bytes, command) in files {
        let place = Place::new();
        place.write(name, bytes);
        let argument = if name.starts_with('-') {
            format!("./{name}")
        } else {
            name.to_owned()
        };
        let mut ran = place.run(["check", &argument]);
        assert_eq!(next(&ran), format!("utf8 {command}"), "{name:?}: {}", ran.text());
        if command.contains("--from") {
            let line = ran.text().lines().rev().nth(1).unwrap();
            assert_eq!(line, "windows-1252 is not very likely: read the text above first");
        }
        let mut runs = 0;
        while next(&ran).starts_with("utf8 ") {
            runs += 1;
            assert!(runs < 4, "{name:?}: {}", ran.text());
            let command = next(&ran);
            ran = run_in_shell(&place, &command);
            assert_eq!(ran.err, "", "{command}");
        }
        let checked = place.run(["check", &argument]);
        assert_eq!(checked.code, Some(0), "{name:?}: {}", checked.text());
    }
}

/// Files that look like those, and are right: nothing goes on.
#[test]
#[cfg(unix)] // one of the names has a line end
fn a_right_file_has_no_next_command() {
    let files: &[(&str, &str)] = &[
        ("rows.sql", "(1,'Krätz'),(2,'Straße')\n"),
        ("emoji", "\u{1F648} \u{1F648}\n"),
        ("it's", "x/y\n"),
        ("f.properties", "a=d\\u00e4r målet är att köra\n"),
        ("a b.tsv", "1\tAnna\\0\n2\t\\N\n"),
        ("f.toml", "a = \"\\u00e4\" # ä\n"),
        ("log", "hi\nsecond"),
        ("-x", "café, São Paulo, À LA CARTE\n"),
        ("pip.json", "{\"a\": \"\\ufeff\"}\n"),
        ("cut", "Größe: ø \\xF8\n"),
        ("a\nb", "x\\xC0\\xAFy\n"),
        ("both", "Un café crème\n"),
        ("fr.txt", "L'élève a été déconnecté à l'école\n"),
    ];
    for (name, text) in files {
        let place = Place::new();
        place.write(name, text);
        let name = format!("./{name}");
        let ran = place.run(["check", "--no-config", &name]);
        assert_eq!(ran.text(), "No findings in 1 file\n", "{name:?}");
        let ran = place.run(["fix", "--no-config", "--transcode", &name]);
        assert_eq!(ran.text(), "No findings in 1 file\n", "{name:?}");
        let ran = place.run(["detect", "--no-config", &name]);
        assert!(!ran.text().contains("utf8 "), "{name:?}: {}", ran.text());
        assert_eq!(fs::read_to_string(place.path().join(&name)).unwrap(), *text);
    }
}

#[test]
fn lines_that_are_only_likely_in_an_encoding_stay_unless_that_is_wanted() {
    let french = "L'élève a été déconnecté à l'école\n";
    let lines = joined(&[GERMAN.as_bytes(), &in_encoding("windows-1252", french)]).repeat(4);
    let place = Place::new();
    place.write("f", &lines);
    let ran = place.run(["fix", "--transcode", "f"]);
    assert_eq!(ran.code, Some(1), "{}", ran.text());
    assert_eq!(fs::read(place.path().join("f")).unwrap(), lines);
    assert!(
        ran.text().ends_with(
            "The encoding of some lines is only likely: read the text above first\nutf8 fix --transcode --likely f\n"
        ),
        "{}",
        ran.text()
    );
    assert_eq!(place.run(["fix", "--transcode", "--likely", "f"]).code, Some(0));
    let text = fs::read_to_string(place.path().join("f")).unwrap();
    assert_eq!(text, format!("{GERMAN}{french}").repeat(4));
}

/// Many files are named by the path of the run, and the flags of the run stay.
#[test]
fn a_command_for_many_files_names_the_directory() {
    let place = Place::new();
    for n in 0..5 {
        place.write(format!("sub dir/{n}.txt"), b"\xFF\xFEa\0\n\0");
    }
    let ran = place.run(["check", "--no-config", "--glob", "*.txt", "sub dir"]);
    assert_eq!(
        next(&ran),
        quoted("utf8 fix --transcode --no-config --glob='*.txt' 'sub dir'")
    );
    let ran = place.run(["detect", "sub dir"]);
    assert_eq!(next(&ran), quoted("utf8 fix --transcode 'sub dir'"));
    let ran = place.run(["fix", "--transcode", "--check", "sub dir"]);
    assert_eq!(next(&ran), quoted("utf8 fix --transcode 'sub dir'"));
    assert_eq!(place.run(["fix", "--transcode", "sub dir"]).code, Some(0));
    assert_eq!(next(&place.run(["check", "."])), "No findings in 5 files");
}

/// The line that `detect` shows of UTF-16 begins with a code unit.
#[test]
fn detect_shows_text_of_utf_16_without_a_signature() {
    let place = Place::new();
    place.write("f", b"a\0\n\0\xD6\0\n\0");
    let ran = place.run(["detect", "f"]);
    let expected = "UTF-16LE      f: very likely, by its zero bytes\n  | Ö\nutf8 fix --transcode f\n";
    assert_eq!(ran.text(), expected);
    // What is found is what git shows of UTF-16.
    place.write("f", b"--- a/L\n+++ b/L\n-\0a\0b\0\n\0");
    let ran = place.run(["detect", "f"]);
    let expected = "UTF-8         f: with parts in UTF-16, the first at offset 16\nutf8 fix --transcode f\n";
    assert_eq!(ran.text(), expected);
}
