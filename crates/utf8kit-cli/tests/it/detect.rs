//! `utf8 detect` from the outside, and that `convert -f auto` and `fix --transcode` agree with it.

use crate::common::{Place, Ran, native};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use utf8kit_test::{hex, is_thorough};

const FRENCH: &str =
    "Les élèves français étaient à l'école où naît l'été, déjà prêts pour Noël, café crème et gâteau.\n";
const POLISH: &str =
    "Zażółć gęślą jaźń, wszyscy ludzie rodzą się wolni i równi pod względem swej godności i praw.\n";
const RUSSIAN: &str =
    "Москва является столицей Российской Федерации и крупнейшим городом страны по числу жителей.\n";
const GREEK: &str = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.\n";
const JAPANESE: &str = "日本語の文章は漢字と平仮名と片仮名で書かれています。東京は日本の首都です。\n";
const KOREAN: &str = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n";
const CHINESE: &str =
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\n";

/// Texts with the encoding to write them in, and the name that is recognized.
const TEXTS: &[(&str, &str, &str)] = &[
    (FRENCH, "windows-1252", "windows-1252"),
    (POLISH, "windows-1250", "windows-1250"),
    (POLISH, "ISO-8859-2", "ISO-8859-2"),
    (RUSSIAN, "windows-1251", "windows-1251"),
    (RUSSIAN, "KOI8-R", "KOI8-R"),
    (RUSSIAN, "IBM866", "IBM866"),
    (GREEK, "windows-1253", "windows-1253"),
    (JAPANESE, "Shift_JIS", "Shift_JIS"),
    (JAPANESE, "EUC-JP", "EUC-JP"),
    (JAPANESE, "ISO-2022-JP", "ISO-2022-JP"),
    (KOREAN, "UHC", "EUC-KR"),
    (CHINESE, "gb18030", "GBK"),
    (FRENCH, "UTF-16LE", "UTF-16LE"),
    (FRENCH, "UTF-16BE", "UTF-16BE"),
    (FRENCH, "UTF-32LE", "UTF-32LE"),
];

/// Text that is ASCII.
fn ascii(len: usize) -> Vec<u8> {
    b"a plain line of text\n"
        .iter()
        .copied()
        .cycle()
        .take(len)
        .collect()
}

fn encoded(place: &Place, text: &str, encoding: &str) -> Vec<u8> {
    let ran = place.run_with(["convert", "-t", encoding], text.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.out
}

/// The objects of `--format json`, of some paths.
fn objects<S: AsRef<OsStr>>(place: &Place, paths: impl IntoIterator<Item = S>) -> Vec<Value> {
    let mut args = vec!["detect".into(), "--format".into(), "json".into()];
    args.extend(paths.into_iter().map(|path| path.as_ref().to_owned()));
    lines(&place.run(args))
}

fn lines(ran: &Ran) -> Vec<Value> {
    let lines = ran.text().lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect()
}

fn object(place: &Place, bytes: impl AsRef<[u8]>) -> Value {
    place.write("text", bytes);
    objects(place, ["text"]).remove(0)
}

#[test]
fn the_encoding_is_named_also_after_a_megabyte_of_ascii() {
    let place = Place::new();
    for &(text, encoding, name) in TEXTS {
        let bytes = encoded(&place, &text.repeat(20), encoding);
        let found = object(&place, &bytes);
        assert_eq!(found["encoding"], name, "{encoding}: {found}");
        assert!(
            found["certainty"] == "very likely" || found["certainty"] == "likely",
            "{found}"
        );
        let shown = found["line"].as_str().unwrap();
        assert!(
            shown.starts_with(&text[..text.char_indices().nth(20).unwrap().0]),
            "{shown}"
        );
        let is_seven_bit = bytes.is_ascii();
        if encoding.starts_with("UTF") || is_seven_bit {
            continue;
        }
        let late = [ascii(1 << 20), b"\n".to_vec(), bytes].concat();
        let found = object(&place, late);
        assert_eq!(found["encoding"], name, "{encoding}: {found}");
        assert_eq!(found["ill_formed_at"], Value::Null);
    }
}

#[test]
fn utf_8_ascii_binary_and_empty_are_told_apart() {
    let place = Place::new();
    place.write("a", b"plain\n");
    place.write("b", "naïve\n");
    place.write("c", b"");
    place.write("d", b"\x7FELF\x02\x01\0\0\x05");
    place.write("e", b"\xEF\xBB\xBFa\n");
    place.write("f", b"\xEF\xBB\xBFa\xFF\n");
    place.write("g", [&FRENCH.repeat(20_000).into_bytes()[..], b"x\xFF"].concat());
    let ran = place.run(["detect"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let expected = "US-ASCII      a\nUTF-8         b\nempty         c\nbinary        d\n\
        UTF-8         e: by its signature\n\
        UTF-8         f: by its signature, with errors, the first at offset 4\n\
        UTF-8         g: with errors, the first at offset 2280001\n";
    assert_eq!(ran.report(), expected);
    let found = objects(&place, ["c", "d", "e", "g"]);
    let null = Value::Null;
    for (found, is_binary) in [(&found[0], false), (&found[1], true)] {
        assert_eq!(
            (&found["encoding"], &found["certainty"], &found["reason"]),
            (&null, &null, &null)
        );
        assert_eq!(found["binary"], is_binary);
    }
    assert_eq!(
        (&found[2]["signature"], &found[2]["reason"]),
        (&true.into(), &"signature".into())
    );
    assert_eq!(found[3]["ill_formed_at"], 2_280_001);
}

#[test]
fn an_incomplete_character_at_the_end_is_an_error_wherever_it_is_cut() {
    let place = Place::new();
    for len in [
        0,
        (64 << 10) - 2,
        (64 << 10) - 1,
        64 << 10,
        (256 << 10) - 1,
        256 << 10,
    ] {
        let head = [ascii(len), "é".into()].concat();
        assert_eq!(object(&place, &head)["ill_formed_at"], Value::Null, "{len}");
        let cut = [&head[..], b"\xE2\x82"].concat();
        let found = object(&place, cut);
        assert_eq!(
            (&found["encoding"], &found["ill_formed_at"]),
            (&"UTF-8".into(), &(len + 2).into())
        );
    }
}

#[test]
fn the_reason_is_the_signature_the_declaration_or_the_letters() {
    let place = Place::new();
    let polish = encoded(&place, POLISH, "ISO-8859-2");
    let declared = [b"# -*- coding: iso-8859-2 -*-\n", &polish[..]].concat();
    let far = [
        b"# -*- coding: iso-8859-2 -*-\n",
        &ascii(200_000)[..],
        b"\n",
        &polish,
    ]
    .concat();
    for text in [declared, far] {
        let found = object(&place, text);
        assert_eq!(
            (&found["encoding"], &found["reason"]),
            (&"ISO-8859-2".into(), &"declared".into())
        );
    }
    let found = object(&place, polish);
    assert_eq!(found["reason"], "statistics");
    let found = object(&place, encoded(&place, FRENCH, "windows-1252"));
    assert_eq!(found["reason"], "statistics");
    // No other encoding comes near.
    assert_eq!(found["second"], Value::Null);
    let short = "Les élèves français étaient prêts.\n";
    let found = object(&place, encoded(&place, short, "windows-1252"));
    assert!(found["second"].is_string());
    assert!(
        found["bits_behind"].as_u64().is_some_and(|bits| bits > 0),
        "{found:?}"
    );
    let wide = [b"\xFF\xFE", &encoded(&place, POLISH, "UTF-16LE")[..]].concat();
    let found = object(&place, wide);
    assert_eq!(
        (&found["encoding"], &found["reason"]),
        (&"UTF-16LE".into(), &"signature".into())
    );
    let found = object(&place, encoded(&place, POLISH, "UTF-16LE"));
    assert_eq!(
        (&found["reason"], &found["other_from"]),
        (&"zero-bytes".into(), &serde_json::Value::Null)
    );
    let text = encoded(&place, POLISH, "UTF-16LE");
    let found = object(
        &place,
        [&text[..], b"a line of ASCII that was appended\n"].concat(),
    );
    assert_eq!(found["other_from"], text.len());
    let found = object(&place, encoded(&place, JAPANESE, "ISO-2022-JP"));
    assert_eq!(found["reason"], "escapes");
}

#[test]
fn standard_input_is_read() {
    let place = Place::new();
    let bytes = encoded(&place, RUSSIAN, "KOI8-R");
    let ran = place.run_with(["detect", "-"], &bytes);
    assert_eq!(ran.code, Some(0));
    assert!(
        ran.text().starts_with("KOI8-R        <stdin>: "),
        "{}",
        ran.text()
    );
    assert!(ran.text().contains("\n  | Москва является"), "{}", ran.text());
}

#[test]
fn what_cannot_be_read_is_an_error_and_the_rest_goes_on() {
    let place = Place::new();
    place.write("a", b"plain\n");
    let ran = place.run(["detect", "missing", "a"]);
    assert_eq!((ran.code, ran.text()), (Some(2), "US-ASCII      a\n"));
    assert!(ran.err.starts_with("utf8: missing: "), "{}", ran.err);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let secret = place.write("secret", b"x");
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
        if fs::read(&secret).is_ok() {
            utf8kit_test::skip("this user, probably root, can read every file");
            return;
        }
        let ran = place.run(["detect"]);
        assert_eq!((ran.code, ran.text()), (Some(2), "US-ASCII      a\n"));
        assert!(ran.err.contains("secret: "), "{}", ran.err);
    }
}

#[test]
fn the_summary_groups_a_tree() {
    let place = Place::new();
    for name in ["a", "b", "c", "d"] {
        place.write(name, b"plain\n");
    }
    place.write("old/é.txt", encoded(&place, RUSSIAN, "KOI8-R"));
    place.write("old/x.txt", encoded(&place, RUSSIAN, "KOI8-R"));
    place.write("z", b"\xEF\xBB\xBFa\n");
    let ran = place.run(["detect", "--summary"]);
    let expected = native(
        "4  US-ASCII                a, b, c, …\n\
        2  KOI8-R                  old/x.txt, old/é.txt\n\
        1  UTF-8 with a signature  z\n7 files\n",
    );
    assert_eq!((ran.code, ran.text()), (Some(0), &*expected));
    let json = lines(&place.run(["detect", "--summary", "--format", "json"]));
    assert_eq!(json.len(), 1);
    let groups = json[0]["summary"].as_array().unwrap();
    assert_eq!(
        (&groups[1]["encoding"], &groups[1]["files"]),
        (&"KOI8-R".into(), &2.into())
    );
    assert_eq!(groups[1]["paths"][0]["path"], "old/x.txt");
    for jobs in ["1", "2", "8"] {
        assert_eq!(place.run(["detect", "--summary", "-j", jobs]).text(), expected);
    }
    assert_eq!(
        place.run(["detect", "--summary", "--files-from", "-"]).text(),
        "0 files\n"
    );
}

/// Paths and lines of text are printed without the controls that they have.
#[cfg(unix)]
#[test]
fn the_output_has_no_controls_and_names_every_path() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let line = b"\x1B[31mcaf\xE9 \x9B \x07 d\xE9j\xE0 \xEA \xE8 \xF4\n";
    place.write(OsStr::from_bytes(b"esc\x1B[2J\xFF"), line.repeat(30));
    for args in [&["detect"][..], &["detect", "--summary"]] {
        let ran = place.run(args);
        let text = ran.text();
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert!(text.contains("esc\\x1B[2J\\xFF"), "{text}");
    }
    let path_bytes = "65 73 63 1B 5B 32 4A FF";
    assert_eq!(objects(&place, ["."])[0]["path_bytes"], path_bytes);
    let summary = lines(&place.run(["detect", "--summary", "--format", "json"])).remove(0);
    assert_eq!(summary["summary"][0]["paths"][0]["path_bytes"], path_bytes);
}

/// Returns the encoding that `convert -f auto` takes a file for.
fn taken(place: &Place, args: &[&str], input: &[u8]) -> String {
    let ran = place.run_with(["convert", "-f", "auto", "-o", "out"].iter().chain(args), input);
    let (_, after) = ran.err.split_once("taken as ").expect("a sentence");
    after.split([',', ':', '\n']).next().unwrap().to_owned()
}

/// `detect`, `convert -f auto` and `fix --transcode` decide alike.
#[test]
fn all_commands_agree_on_the_encoding() {
    let place = Place::new();
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    for (index, &(text, encoding, _)) in TEXTS.iter().enumerate() {
        let bytes = encoded(&place, &text.repeat(40), encoding);
        if !encoding.starts_with("UTF") {
            // On both sides of the limits of what is examined. Without all combinations, each text has one of them.
            let lens = [7 << 10, 63 << 10, 64 << 10, 300 << 10];
            let lens = match is_thorough() {
                true => &lens[..],
                false => &lens[index % 4..=index % 4],
            };
            for &ascii_len in lens {
                let late = [&ascii(ascii_len)[..], b"\n", &bytes].concat();
                texts.push((format!("{encoding} after {ascii_len}"), late));
                let head = text.repeat(ascii_len / text.len() / 4).into_bytes();
                texts.push((
                    format!("UTF-8 and then {encoding} after {ascii_len}"),
                    [&head[..], &bytes].concat(),
                ));
            }
        }
        texts.push((encoding.to_owned(), bytes));
    }
    let signed = [
        b"\xEF\xBB\xBF",
        &encoded(&place, &FRENCH.repeat(40), "windows-1252")[..],
    ]
    .concat();
    texts.push(("a signature, and windows-1252".to_owned(), signed));
    texts.push((
        "one byte".to_owned(),
        [&ascii(100_000)[..], b"caf\xE9 au lait\n"].concat(),
    ));
    texts.push(("UTF-8".to_owned(), FRENCH.repeat(10).into()));
    texts.push(("ASCII".to_owned(), ascii(100)));
    let path = |folder: &str, index: usize| format!("{folder}/{index}");
    for (index, (_, bytes)) in texts.iter().enumerate() {
        place.write(path("texts", index), bytes);
        place.write(path("fixed", index), bytes);
    }
    let found = objects(&place, (0..texts.len()).map(|index| path("texts", index)));
    assert_eq!(found.len(), texts.len());
    let fixed = place.run(["fix", "--transcode", "--select", "other-encoding", "fixed"]);
    for (index, ((what, bytes), found)) in texts.iter().zip(found).enumerate() {
        let text = path("texts", index);
        let name = found["encoding"].as_str().unwrap();
        let name = match name {
            "US-ASCII" => "UTF-8",
            "EUC-KR" => "UHC",
            name => name,
        };
        assert_eq!(taken(&place, &[&text], b""), name, "{what}: {found}");
        assert_eq!(
            taken(&place, &[], &bytes[..bytes.len().min(64 << 10)]),
            taken_head(&place, bytes),
            "{what}"
        );
        let fixed_text = fs::read(place.path().join(path("fixed", index))).unwrap();
        let is_converted = fixed_text != *bytes;
        let is_certain = found["certainty"] == "very likely" || found["certainty"] == "certain";
        // Of a text in two encodings, lines are converted by themselves.
        if name == "UTF-8" && found["ill_formed_at"].is_number() {
            continue;
        }
        assert_eq!(
            is_converted,
            is_certain && name != "UTF-8",
            "{what}: {found}\n{}{}",
            fixed.text(),
            fixed.err
        );
        if is_converted {
            let converted = place.run(["convert", "-f", name, "--signature", "strip", &text]);
            assert!(fixed_text == converted.out, "{what}: {name}");
        }
    }
}

/// Returns the encoding that `detect` names for the first 64 KiB, as `convert` calls it.
fn taken_head(place: &Place, bytes: &[u8]) -> String {
    let ran = place.run_with(
        ["detect", "--format", "json", "-"],
        &bytes[..bytes.len().min(64 << 10)],
    );
    match lines(&ran)[0]["encoding"].as_str().unwrap() {
        "US-ASCII" => "UTF-8".to_owned(),
        "EUC-KR" => "UHC".to_owned(),
        name => name.to_owned(),
    }
}

/// A file is printed when those before it are, not at the end.
#[cfg(unix)]
#[test]
fn each_file_is_printed_as_it_is_found() {
    use std::io::{BufRead, BufReader};
    let place = Place::new();
    place.write("a", "plain\n");
    let mut child = crate::common::utf8()
        .args(["detect", "a", "-"])
        .current_dir(place.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "US-ASCII      a");
    drop(stdin);
    assert_eq!(lines.next().unwrap().unwrap(), "empty         <stdin>");
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_files_are_in_order_whatever_the_number_of_threads() {
    let place = Place::new();
    for i in 0..300 {
        place.write(format!("{}/{i:03}", i % 7), "x\n".repeat(i * 40 % 5000));
    }
    let expected = place.run(["detect", "-j", "1"]).out;
    for jobs in ["2", "9"] {
        assert!(place.run(["detect", "-j", jobs]).out == expected);
    }
}

#[test]
fn a_configuration_excludes_files() {
    let place = Place::new();
    place.write("utf8kit.toml", "exclude = [\"vendor\"]\n");
    place.write("a", "plain\n");
    place.write("vendor/b", "plain\n");
    let names = |args: &[&str]| -> Vec<String> {
        let ran = place.run(["detect", "--format", "json"].iter().chain(args));
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{args:?}");
        let paths = lines(&ran).into_iter();
        paths
            .map(|line| line["path"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&[]), ["a", "utf8kit.toml"]);
    assert_eq!(names(&["vendor/b"]), ["vendor/b"]);
    assert_eq!(names(&["--no-config"]), ["a", "utf8kit.toml", "vendor/b"]);
    place.write("other.toml", "exclude = [\"*.toml\"]\n");
    assert_eq!(names(&["--config", "other.toml"]), ["a", "vendor/b"]);
    assert!(place.run(["detect", "--summary"]).text().ends_with("\n3 files\n"));
    place.write("vendor/utf8kit.toml", "unknown = 1\nexclude = []\n");
    assert_eq!(names(&["--no-config", "vendor/b"]), ["vendor/b"]);
    let ran = place.run(["detect", "vendor/b"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains(&native("vendor/utf8kit.toml:1:1: ")),
        "{}",
        ran.err
    );
}

/// The members of an archive are named.
#[cfg(unix)]
#[test]
fn compressed_texts_are_decompressed_if_asked() {
    let place = Place::new();
    place.write("t", encoded(&place, &RUSSIAN.repeat(20), "KOI8-R"));
    place.write("u", "plain\n");
    let mut command = std::process::Command::new("tar");
    command.current_dir(place.path()).args(["czf", "a.tgz", "t", "u"]);
    assert!(command.status().unwrap().success());
    assert_eq!(place.run(["detect", "a.tgz"]).text(), "binary        a.tgz\n");
    let ran = place.run(["detect", "-z", "a.tgz", "u"]);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    let text: Vec<_> = ran.text().lines().collect();
    assert!(text[0].starts_with("KOI8-R        a.tgz!/t: "), "{text:?}");
    assert_eq!(text[2..], ["US-ASCII      a.tgz!/u", "US-ASCII      u"]);
}

#[test]
fn odd_inputs_are_named_or_explained() {
    let place = Place::new();
    for (name, bytes, line) in [
        ("six", &b"a\0b\xFFc\n"[..], "binary        six\n"),
        (
            "ab",
            b"a\0b\0",
            "UTF-16LE      ab: very likely, by its zero bytes\n",
        ),
        ("le", b"\xFF\xFE", "UTF-16LE      le: by its signature\n"),
        ("be", b"\xFE\xFF", "UTF-16BE      be: by its signature\n"),
        ("wide", b"\xFF\xFE\0\0", "UTF-32LE      wide: by its signature\n"),
        ("mark", b"\xEF\xBB\xBF", "UTF-8         mark: by its signature\n"),
        ("zero", b"\0", "binary        zero\n"),
        (
            "cut",
            b"\xE9",
            "windows-1252  cut: possible, by its letters, or KOI8-R\n  | é\n",
        ),
        ("line\nend", b"a", "US-ASCII      line\\nend\n"),
    ] {
        if cfg!(windows) && name.contains('\n') {
            continue;
        }
        place.write(name, bytes);
        let ran = place.run(["detect", name]);
        assert_eq!(
            (ran.code, ran.report(), &*ran.err),
            (Some(0), line, ""),
            "{bytes:02X?}"
        );
    }
    let twice = place.run_with(["detect", "-", "-"], b"a");
    assert_eq!(twice.text(), "US-ASCII      <stdin>\nempty         <stdin>\n");
    for (args, message) in [
        (&["-0"][..], "--files-from"),
        (&["--config", "missing.toml"], "missing.toml: "),
        (&["--config", "six", "--no-config"], "cannot be used"),
        (&["-g", "["], "--glob"),
        (&[""], "PATH"),
    ] {
        let ran = place.run(["detect"].iter().chain(args));
        assert_eq!((ran.code, &*ran.out), (Some(2), &b""[..]), "{args:?}");
        assert!(ran.err.contains(message), "{args:?}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_error() {
    let place = Place::new();
    for i in 0..500 {
        place.write(format!("{i:03}"), "x\n");
    }
    let mut command = std::process::Command::new("bash");
    command.current_dir(place.path()).args([
        "-c",
        "\"$0\" detect | head -1; echo ${PIPESTATUS[0]}",
        env!("CARGO_BIN_EXE_utf8"),
    ]);
    let ran = crate::common::finish(command, b"");
    assert_eq!((ran.text(), &*ran.err), ("US-ASCII      000\n0\n", ""));
}

/// Memory does not grow with the file.
#[cfg(target_os = "linux")]
#[test]
fn a_large_file_takes_little_memory() {
    use std::io::{Seek, Write};
    let place = Place::new();
    let mut file = fs::File::create(place.path().join("large")).unwrap();
    file.write_all(&FRENCH.repeat(1000).into_bytes()).unwrap();
    file.set_len(200 << 20).unwrap(); // zeros
    file.seek(std::io::SeekFrom::End(0)).unwrap();
    file.write_all(b"x\xFF").unwrap();
    let mut command = std::process::Command::new("sh");
    command.current_dir(place.path());
    command.args([
        "-c",
        "ulimit -v 150000; exec \"$0\" detect -j 1 large",
        env!("CARGO_BIN_EXE_utf8"),
    ]);
    let ran = crate::common::finish(command, b"");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(
        ran.report(),
        "UTF-8         large: with errors, the first at offset 209715201\n"
    );
}

/// Each command has a man page.
#[test]
fn each_command_has_a_man_page() {
    let place = Place::new();
    let help = place.run(["--help"]);
    let (_, commands) = help.text().split_once("Commands:\n").expect("a list");
    let commands = commands.lines().map_while(|line| line.split_whitespace().next());
    let commands: Vec<_> = commands.collect();
    assert!(commands.contains(&"detect"), "{commands:?}");
    for command in commands.into_iter().filter(|&command| command != "help") {
        let page = place.run(["--generate", &format!("man-{command}")]);
        assert!(
            page.text().contains(&format!(".TH utf8-{command} 1")),
            "{}",
            page.err
        );
    }
}

#[test]
fn a_line_is_cut_only_where_it_is_longer_than_what_is_shown() {
    let place = Place::new();
    let mut texts = Vec::new();
    for before in [0, 1, 30, 60] {
        for after in 0..80 {
            texts.push(format!("{}é{}", "a".repeat(before), "b".repeat(after)));
        }
    }
    let names: Vec<_> = (0..texts.len()).map(|index| index.to_string()).collect();
    for (name, whole) in names.iter().zip(&texts) {
        let latin_1: Vec<u8> = whole.chars().map(|c| c as u8).collect();
        place.write(name, latin_1);
    }
    let objects = objects(&place, &names);
    assert_eq!(objects.len(), texts.len());
    let mut longest = 0;
    for (whole, object) in texts.iter().zip(objects) {
        let Some(shown) = object["line"].as_str() else {
            continue;
        };
        // A letter alone may be another one.
        if object["encoding"] != "windows-1252" {
            continue;
        }
        let inner = shown.trim_matches('…');
        assert!(whole.contains(inner) && inner.contains('é'), "{shown}");
        assert_eq!(shown.starts_with('…'), !whole.starts_with(inner), "{shown}");
        assert_eq!(shown.ends_with('…'), !whole.ends_with(inner), "{shown}");
        longest = longest.max(inner.chars().count());
        // A cut line is as long as any.
        assert!(
            !shown.ends_with('…') || inner.chars().count() == longest,
            "{shown}"
        );
    }
    assert_eq!(longest, 70);
}

/// Annex F: `00 00 FE FF` is the signature of UCS-4 as well as of UTF-32, so a number over U+10FFFF decides.
#[test]
fn a_number_over_unicode_after_the_signature_makes_it_ucs_4() {
    let place = Place::new();
    let big = hex("0000FEFF 00000061 00110000 7FFFFFFF 0000000A");
    let little: Vec<u8> = big
        .chunks(4)
        .flat_map(|unit| unit.iter().rev().copied())
        .collect();
    let late = [hex("0000FEFF"), b"\0\0\0a".repeat(100_000), hex("00110000")].concat();
    for (bytes, name) in [(&big, "UCS-4BE"), (&little, "UCS-4LE"), (&late, "UCS-4BE")] {
        place.write("f", bytes);
        let found = &objects(&place, ["f"])[0];
        assert_eq!(
            (&found["encoding"], &found["certainty"]),
            (&name.into(), &"certain".into())
        );
        let ran = place.run(["convert", "-f", "auto", "-t", "RFC2279", "f"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(
            ran.err
                .contains(&format!("taken as {name}: it starts with the signature")),
            "{}",
            ran.err
        );
        let findings = place.run(["check", "--format", "json", "f"]).findings();
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(
            (&findings[0]["rule"], &findings[0]["kind"]),
            (&"other-encoding".into(), &name.into())
        );
        assert!(
            findings[0]["message"]
                .as_str()
                .unwrap()
                .contains("which UTF-32 and UTF-8 lack")
        );
    }
    place.write("f", &big);
    let ran = place.run(["convert", "-f", "auto", "-t", "RFC2279", "f"]);
    assert_eq!(ran.out, hex("61 F4 90 80 80 FD BF BF BF BF BF 0A"));
    let ran = place.run(["convert", "-f", "auto", "f"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("offset 8: 0011 0000 "), "{}", ran.err);
    let ran = place.run(["inspect", "f"]);
    assert_eq!(ran.code, Some(0));
    assert!(
        ran.text().starts_with("f: 20 bytes of UCS-4BE\n"),
        "{}",
        ran.text()
    );
    assert!(ran.text().contains("7FFF FFFF"), "{}", ran.text());
    // Without a number over U+10FFFF it is UTF-32, and a line of single bytes that was added is none.
    for bytes in [
        hex("0000FEFF 00000061 0010FFFF"),
        [hex("0000FEFF 00000061"), b"end\n".to_vec()].concat(),
    ] {
        place.write("f", bytes);
        assert_eq!(objects(&place, ["f"])[0]["encoding"], "UTF-32BE");
    }
}

#[test]
fn a_text_that_ends_inside_a_character_is_utf_8() {
    let place = Place::new();
    place.write("cut", b"ab\xF0\x9F\x98");
    let ran = place.run(["detect", "cut"]);
    assert_eq!(
        ran.report(),
        "UTF-8         cut: ends inside a character, at offset 2\n"
    );
    let ran = place.run(["convert", "-f", "auto", "cut"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err
            .contains("`F0 9F 98` starts a sequence of 4 bytes, but the text ends"),
        "{}",
        ran.err
    );
    let ran = place.run(["inspect", "cut"]);
    assert!(
        ran.report().starts_with("cut: 5 bytes of UTF-8\n"),
        "{}",
        ran.report()
    );
    place.write("fe", b"\xFE");
    assert_ne!(objects(&place, ["fe"])[0]["encoding"], "UTF-8");
}

/// UTF-7 is used only where it is named, but said where it may be meant.
#[test]
fn ascii_that_may_be_utf_7_is_said() {
    let place = Place::new();
    let text = "caf+AOk- and +AOk-t+AOk-\n";
    place.write("mail", text);
    let ran = place.run(["detect", "mail"]);
    assert_eq!(ran.text(), "US-ASCII      mail: or UTF-7: 3 shifts that decode\n");
    let found = &objects(&place, ["mail"])[0];
    assert_eq!((&found["second"], &found["shifts"]), (&"UTF-7".into(), &3.into()));
    let ran = place.run(["check", "mail"]);
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    let ran = place.run(["convert", "-f", "auto", "mail"]);
    assert_eq!(ran.text(), text);
    assert_eq!(
        ran.err,
        "utf8: mail: taken as UTF-8: it is ASCII, or UTF-7 with 3 shifts: if that is meant, use `-f UTF-7`\n"
    );
    assert_eq!(
        place.run(["convert", "-f", "UTF-7", "mail"]).text(),
        "café and été\n"
    );
    place.run(["fix", "--transcode", "mail"]);
    assert_eq!(fs::read_to_string(place.path().join("mail")).unwrap(), text);
    place.write("one", "A+ImIDkQ.");
    let ran = place.run(["detect", "one"]);
    assert_eq!(ran.text(), "US-ASCII      one: or UTF-7: 1 shift that decodes\n");
}
