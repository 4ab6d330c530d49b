//! `utf8 count` from the outside.

use crate::common::{Place, native};
use serde_json::{Value, json};
use utf8kit_test::Random;

#[test]
fn counts_and_totals() {
    let place = Place::new();
    place.write("a", "Größe\n😀 x\n");
    place.write("b", "no end");
    let ran = place.run(["count", "a", "b"]);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    assert_eq!(
        ran.text(),
        "15  10  11  2  5  a\n \
         6   6   6  0  6  b\n\
         21  16  17  2  6  total\n"
    );
}

#[test]
fn text_is_counted_and_binary_files_are_skipped_whatever_their_size() {
    let place = Place::new();
    let text = "Größe\n".repeat(2000);
    for (name, bytes) in [
        ("text", text.as_bytes()),
        ("binary", &[b"\x7FELF\0\0\0\x01", text.as_bytes()].concat()),
    ] {
        place.write(name, bytes);
    }
    for piece in ["64", "4096", "1000000"] {
        let ran = place.run(["count", "-c", "-j2", "--piece-size", piece, "."]);
        let lines: Vec<&str> = ran.text().lines().map(str::trim_start).collect();
        assert_eq!(lines, ["-  binary (binary)", "16000  text"], "{piece}");
        let named = place.run(["count", "-c", "-j2", "--piece-size", piece, "binary"]);
        assert_eq!(named.text(), "16008  binary (binary)\n", "{piece}");
    }
}

#[test]
fn standard_input_is_counted() {
    let place = Place::new();
    let ran = place.run_with(["count"], "é\n".as_bytes());
    assert_eq!(
        ran.text().split_whitespace().collect::<Vec<_>>(),
        ["3", "2", "2", "1", "1", "<stdin>"]
    );
}

#[test]
fn ill_formed_text_is_counted_as_repaired_and_reported() {
    let place = Place::new();
    place.write("f", b"a\xC0\xAF\xE2\x82\n");
    let ran = place.run(["count", "--json", "f"]);
    assert_eq!(
        ran.err,
        "utf8: f: 2 ill-formed sequences, counted as 3 characters U+FFFD\n"
    );
    let line: Value = serde_json::from_str(ran.text().lines().next().unwrap()).unwrap();
    let expected = json!({
        "path": "f", "bytes": 6, "characters": 5, "utf16_units": 5, "lines": 1, "longest_line": 4, "ill_formed": 2,
        "replaced": 3,
    });
    assert_eq!(line, expected);
}

#[test]
fn ill_formed_sequences_are_those_of_check() {
    let place = Place::new();
    let text = b"\xED\xA1\x8C\xED\xBE\xB4 \xFD\xBF\xBF\xBF\xBF\xBF\x80 \xF4\x90\x80\x80\xE2\x82".repeat(50);
    place.write("f", &text);
    let checked = place.run(["check", "--format", "json", "f"]).findings().len();
    assert_eq!(checked, 250);
    for piece in ["1", "2", "3", "7", "100", "100000"] {
        for path in ["f", "-"] {
            let ran = place.run_with(["count", "--json", "--piece-size", piece, path], &text);
            let line: Value = serde_json::from_str(ran.text().lines().next().unwrap()).unwrap();
            assert_eq!(line["ill_formed"], checked, "{piece}");
        }
    }
}

#[test]
fn a_large_file_adds_up() {
    let place = Place::new();
    let text = ["é😀x\n", &"long ".repeat(5000), "\n"].concat().repeat(40);
    place.write("f", &text);
    let expected = [
        text.len(),
        text.chars().count(),
        text.encode_utf16().count(),
        80,
        25_000,
    ]
    .map(|n| n.to_string());
    for piece in ["1000", "4096", "262144", "10000000"] {
        for jobs in ["1", "4"] {
            let ran = place.run(["count", "--piece-size", piece, "-j", jobs, "f"]);
            let row: Vec<&str> = ran.text().split_whitespace().collect();
            assert_eq!(row[..5], expected, "{piece}");
        }
    }
}

#[test]
fn unreadable_files_are_reported() {
    let place = Place::new();
    place.write("t/a", "x");
    place.write("t/binary", b"\0\0\x01");
    let ran = place.run(["count", "missing", "t"]);
    assert_eq!(
        (ran.code, &*ran.err),
        (Some(2), "utf8: missing: No such file or directory\n")
    );
    assert_eq!(
        ran.text(),
        native("1  1  1  0  1  t/a\n-  -  -  -  -  t/binary (binary)\n")
    );
}

#[test]
fn what_is_not_text_is_named() {
    let place = Place::new();
    let utf_16: Vec<u8> = "some text\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write("t/binary", b"\x7FELF\x02\0\0\0\xFF");
    place.write("t/text", "x\n");
    place.write("t/wide", &utf_16);
    let ran = place.run(["count", "t"]);
    assert_eq!(
        ran.text(),
        native("-  -  -  -  -  t/binary (binary)\n2  2  2  1  1  t/text\n-  -  -  -  -  t/wide (UTF-16LE)\n")
    );
    assert_eq!(
        place.run(["count", "-l", "t/wide"]).text(),
        "1  t/wide (UTF-16LE)\n"
    );
    let ran = place.run(["count", "--json", "t", "t/wide"]);
    let lines: Vec<Value> = ran
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0], json!({ "path": "t/binary", "skipped": "binary" }));
    assert_eq!(lines[1].get("detected"), None);
    assert_eq!(lines[2], json!({ "path": "t/wide", "skipped": "UTF-16LE" }));
    assert_eq!(
        (&lines[3]["detected"], &lines[3]["bytes"]),
        (&json!("UTF-16LE"), &json!(20))
    );
    assert_eq!(lines[4]["total"], true);
}

#[test]
fn columns_can_be_chosen_as_in_wc() {
    let place = Place::new();
    place.write("a", "Größe\n😀 x\n");
    let count = |args: &[&str]| {
        let ran = place.run_with(["count"].iter().chain(args), "é\n".as_bytes());
        assert_eq!(ran.code, Some(0));
        ran.text().to_owned()
    };
    assert_eq!(count(&["-l", "a"]), "2  a\n");
    assert_eq!(count(&["-L", "-c", "-m", "-l", "a"]), "2  10  15  5  a\n");
    assert_eq!(count(&["-m"]), "2\n", "without a name, as for wc");
    assert_eq!(count(&["-c", "-"]), "3  <stdin>\n");
    assert_eq!(count(&["-l", "a", "a"]), "2  a\n2  a\n4  total\n");
}

#[test]
fn a_column_alone_is_what_it_is_with_all_others() {
    let place = Place::new();
    let text = [
        &b"Gr\xC3\xB6\xC3\x9Fe\n\xF0\x9F\x98\x80 x\xFF\xE2\x82\n\nlonger than others"[..],
        b"\n and on",
    ]
    .concat();
    place.write("f", &text);
    for piece in ["1", "7", "1000"] {
        let count = |args: &[&str]| {
            let ran = place.run(["count", "-j2", "--piece-size", piece, "f"].iter().chain(args));
            let numbers = ran
                .text()
                .split_whitespace()
                .map_while(|word| word.parse::<u64>().ok());
            (numbers.collect::<Vec<_>>(), ran.err)
        };
        let (all, err) = count(&[]);
        assert_eq!(all, [45, 39, 40, 4, 18], "{piece}");
        for (option, column) in [("-c", 0), ("-m", 1), ("-l", 3), ("-L", 4)] {
            assert_eq!(
                count(&[option]),
                (vec![all[column]], err.clone()),
                "{option} in pieces of {piece}"
            );
        }
        assert_eq!(count(&["-L", "-c"]).0, [all[0], all[4]]);
    }
}

/// Texts with random damage.
fn damaged() -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(1);
    let clean = "Größe, 漢字 and 😀; naïve text\n".repeat(40).into_bytes();
    let pieces: [&[u8]; 10] = [
        b"\xFF",
        b"\x80",
        b"\xC3",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\xC0\xAF",
        b"\xED\xA0\xBD\xED\xB8\x80",
        b"\xF8\x88\x80\x80\x80",
        b"\xF4\x90\x80\x80",
        b"\0",
    ];
    (0..150).map(move |index| {
        let mut text = clean.clone();
        for _ in 0..random.below(40) + index % 3 {
            let at = random.below(text.len());
            match random.below(4) {
                0 => text[at] = random.next() as u8,
                1 => drop(text.remove(at)),
                2 => text.truncate(at.max(100)),
                _ => drop(text.splice(at..at, random.choose(&pieces).iter().copied())),
            }
        }
        text
    })
}

#[test]
fn count_and_check_agree_on_the_ill_formed_places_of_any_text() {
    let place = Place::new();
    let mut names = Vec::new();
    for (index, text) in damaged().enumerate() {
        names.push(format!("{index:03}"));
        place.write(&names[index], text);
    }
    let mut checked = vec![0; names.len()];
    let flags = [
        "check",
        "--select",
        "ill-formed",
        "--format",
        "json",
        "--max-per-file",
        "0",
    ];
    for finding in place
        .run(flags.into_iter().chain(names.iter().map(String::as_str)))
        .findings()
    {
        let index: usize = finding["path"].as_str().unwrap().parse().unwrap();
        checked[index] += finding["count"].as_u64().unwrap();
    }
    assert!(checked.iter().sum::<u64>() > 1000);
    for flags in [
        &["count", "--json"][..],
        &["count", "--json", "--piece-size", "50"],
    ] {
        let ran = place.run(flags.iter().copied().chain(names.iter().map(String::as_str)));
        let counted: Vec<u64> = ran
            .text()
            .lines()
            .map(|line| {
                serde_json::from_str::<Value>(line).unwrap()["ill_formed"]
                    .as_u64()
                    .unwrap()
            })
            .collect();
        assert_eq!(counted[..names.len()], checked, "{flags:?}");
    }
}
