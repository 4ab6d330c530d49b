//! The other files of a directory decide about a file that leaves a doubt, in `detect`, `check` and `fix`: the same for any number of
//! threads, any order and any choice of files, and without a wait for the others.

use crate::common::{Place, Ran, native};
use serde_json::Value;
use std::collections::BTreeMap;

const RUSSIAN: &str =
    "Москва является столицей Российской Федерации и крупнейшим городом страны по числу жителей.\n";

fn encoded(place: &Place, text: &str, encoding: &str) -> Vec<u8> {
    let ran = place.run_with(["convert", "-t", encoding], text.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.out
}

/// Returns a place with files in windows-1251, before and after two that leave a doubt: one that is likely in it, and one that is
/// not.
fn place(files: usize) -> Place {
    let place = Place::new();
    let text = encoded(&place, RUSSIAN, "windows-1251");
    for i in 0..files {
        place.write(
            format!("tree/{}{i}.txt", if i % 2 == 0 { 'a' } else { 'z' }),
            &text,
        );
    }
    place.write("tree/likely.txt", encoded(&place, "Привет\n", "windows-1251"));
    place.write("tree/short.txt", b"\xF0\xE8\xF1.\n");
    place
}

/// Returns what is said of each file, without the order.
fn found(ran: &Ran) -> BTreeMap<String, Value> {
    let objects = ran
        .text()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let by_path =
        objects.filter_map(|object| Some((object["path"].as_str()?.replace('\\', "/"), object.clone())));
    by_path.collect()
}

#[test]
fn a_file_in_doubt_is_in_the_encoding_of_the_others() {
    let place = place(20);
    let ran = place.run(["detect", "tree/short.txt"]);
    let line = ran.text().lines().next().unwrap_or_default();
    assert!(
        line.starts_with("windows-1251  tree/short.txt: likely, as 20 files beside it ("),
        "{line}"
    );
    let ran = place.run(["check", "tree/short.txt"]);
    assert!(
        ran.text()
            .starts_with("tree/short.txt:1:1: other-encoding: the text is likely in windows-1251, as are 20 files beside it, not UTF-8"),
        "{}",
        ran.text()
    );
    let json = found(&place.run(["detect", "--format", "json", "tree"]));
    let short = &json["tree/short.txt"];
    assert_eq!(
        (&short["reason"], &short["neighbors"]),
        (&"neighbors".into(), &20.into())
    );
    let other = &json["tree/a0.txt"];
    assert_eq!(
        (&other["reason"], &other["neighbors"]),
        (&"statistics".into(), &0.into())
    );
    // Alone, it is Hebrew.
    place.write("alone/short.txt", b"\xF0\xE8\xF1.\n");
    assert!(place.run(["detect", "alone"]).text().starts_with("windows-1255"));
    // Standard input is beside no file, whatever its name.
    let ran = place.run_with(
        ["detect", "--stdin-filename", "tree/short.txt", "-"],
        b"\xF0\xE8\xF1.\n",
    );
    assert!(ran.text().starts_with("windows-1255"), "{}", ran.text());
    let ran = place.run_with(
        ["check", "--stdin-filename", "tree/short.txt", "-"],
        b"\xF0\xE8\xF1.\n",
    );
    assert!(ran.text().contains("ill-formed"), "{}", ran.text());
}

#[test]
fn threads_order_and_choice_make_no_difference() {
    let place = place(20);
    let names: Vec<_> = found(&place.run(["detect", "--format", "json", "tree"]))
        .into_keys()
        .collect();
    for verb in ["detect", "check"] {
        let run = |args: &[&str]| found(&place.run([&[verb, "--format", "json"], args].concat()));
        let whole = run(&["-j1", "tree"]);
        assert!(whole["tree/short.txt"].to_string().contains("windows-1251"));
        for _ in 0..8 {
            assert_eq!(run(&["-j8", "tree"]), whole);
        }
        let reversed: Vec<_> = names.iter().rev().map(String::as_str).collect();
        assert_eq!(run(&reversed), whole);
        for name in &names {
            assert_eq!(run(&[name.as_str()])[name], whole[name]);
        }
    }
}

/// The others are converted at the same time, in any order.
#[test]
fn fix_knows_what_the_others_were_in() {
    for jobs in ["-j1", "-j8"] {
        for order in [&["tree"][..], &["tree/a0.txt", "tree/z1.txt", "tree"]] {
            let place = place(20);
            let ran = place.run([&["fix", "--transcode", jobs], order].concat());
            let read = |name: &str| std::fs::read(place.path().join("tree").join(name)).unwrap();
            assert_eq!(read("a0.txt"), RUSSIAN.as_bytes());
            assert_eq!(read("likely.txt"), "Привет\n".as_bytes(), "{}", ran.text());
            // Its letters say nothing: it is reported.
            assert_eq!(read("short.txt"), b"\xF0\xE8\xF1.\n");
            assert_eq!(ran.code, Some(1));
            assert!(
                ran.text().contains("(very likely, as 20 files beside it"),
                "{}",
                ran.text()
            );
            assert!(
                ran.text().contains(&native(
                    "tree/short.txt:1:1: other-encoding: the text is likely in windows-1251, as are 20 files"
                )),
                "{}",
                ran.text()
            );
        }
    }
}

/// The result for a file does not wait for a file that comes later: here, for one that nobody writes yet.
#[cfg(unix)]
#[test]
fn nothing_waits_for_the_others() {
    use crate::common::utf8;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let place = place(5);
    let fifo = place.path().join("tree/fifo");
    let made = Command::new("mkfifo").arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut child = utf8()
        .args(["detect", "-j1", "tree/short.txt", "tree/fifo"])
        .current_dir(place.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    out.read_line(&mut line).expect("a line");
    assert!(line.starts_with("windows-1251  tree/short.txt"), "{line}");
    std::fs::write(&fifo, b"end").expect("the command reads it");
    assert!(child.wait().expect("it ends").success());
}
