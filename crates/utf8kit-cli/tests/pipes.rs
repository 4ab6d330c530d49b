//! What fits the command into pipelines: lists of names, standard input as it comes, counts that agree.

mod common;

use common::{Place, utf8};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

#[cfg(target_os = "linux")]
#[test]
fn names_pass_from_one_run_to_another_whatever_they_are() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let names: [&[u8]; 4] = [b"a b", b"line\nend", b"not \xFF UTF-8", b"-dash"];
    for name in names {
        place.write(OsStr::from_bytes(name), b"\xFF");
    }
    place.write("clean", "");
    let listed = place.run(["check", "-l", "-0", "."]);
    assert_eq!(listed.code, Some(1));
    let mut found: Vec<&[u8]> = listed.out.split_inclusive(|&byte| byte == 0).collect();
    found.sort_unstable();
    let mut expected: Vec<Vec<u8>> = names.iter().map(|name| [b"./", *name, b"\0"].concat()).collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let again = place.run_with(
        ["check", "-0", "--files-from", "-", "--format", "json"],
        &listed.out,
    );
    assert_eq!(again.findings().len(), 4, "{}", again.err);
    // Without -0, a name ends where its line does.
    let listed = place.run(["check", "-l", "a b"]);
    assert_eq!(listed.out, b"a b\n");
}

#[cfg(unix)]
#[test]
fn standard_input_is_reported_as_it_comes() {
    for args in [&["check", "-"][..], &["check", "--format", "json", "-"]] {
        let mut child = utf8()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            for line in stdout.lines() {
                sender.send(line.unwrap()).unwrap();
            }
        });
        // A sequence that is the first of its text, a run of others, and a character that is open to the end of its line.
        let texts: [(&[u8], &str); 3] = [
            (b"one \xC0\xAF\n", "overlong"),
            (b"two\nthree \xFF\xFF\xFF\n", "never"),
            ("four \u{202E}\n".as_bytes(), "202E"),
        ];
        for (text, expected) in texts {
            stdin.write_all(text).unwrap();
            loop {
                let line = lines
                    .recv_timeout(Duration::from_secs(30))
                    .expect("a finding before the end");
                if line.contains(expected) {
                    break;
                }
            }
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(1));
        reader.join().unwrap();
    }
}

/// `count` and `check` agree on the number of ill-formed sequences, which `check` joins to runs.
#[test]
fn count_and_check_agree() {
    let place = Place::new();
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let mut random = |end: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % end as u64) as usize
    };
    let mut names = Vec::new();
    for n in 0..200 {
        let mut text = "Grüße, 日本語 and \u{1F600}!\n".repeat(20).into_bytes();
        for _ in 0..random(30) {
            let at = random(text.len());
            match random(4) {
                0 => text[at] = random(256) as u8,
                1 => text.truncate(at.max(1)),
                2 => drop(text.splice(at..at, *b"\xED\xA1\x8C\xED\xBE\xB4")),
                _ => drop(text.splice(at..at, *b"\xFF\xFF\xC0\xAF")),
            }
        }
        text.retain(|&byte| byte != 0);
        let name = format!("{n:03}");
        place.write(&name, &text);
        names.push(name);
    }
    let counts = place.run(
        ["count", "--json"]
            .into_iter()
            .chain(names.iter().map(String::as_str)),
    );
    let counts = counts
        .text()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let args = [
        "check",
        "--select",
        "ill-formed",
        "--format",
        "json",
        "--max-per-file",
        "0",
    ];
    let checked = place.run(args.into_iter().chain(names.iter().map(String::as_str)));
    let findings = checked.findings();
    let mut compared = 0;
    for count in counts.take(names.len()) {
        let path = count["path"].as_str().unwrap();
        let of_path = findings.iter().filter(|finding| finding["path"] == path);
        let places: u64 = of_path.map(|finding| finding["count"].as_u64().unwrap()).sum();
        assert_eq!(count["ill_formed"].as_u64().unwrap(), places, "{path}");
        compared += places;
    }
    assert!(compared > 1000, "{compared}");
}
