//! `utf8 count` from the outside.

mod common;

use common::Place;
use serde_json::{Value, json};

#[test]
fn counts_and_totals() {
    let place = Place::new();
    place.write("a", "Größe\n😀 x\n");
    place.write("b", "no end");
    let ran = place.run(["count", "a", "b"]);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    assert_eq!(
        ran.text(),
        "bytes  characters  utf-16  lines  longest\n   \
         15          10      11      2        5  a\n    \
         6           6       6      0        6  b\n   \
         21          16      17      2        6  total\n"
    );
}

#[test]
fn standard_input_is_counted() {
    let place = Place::new();
    let ran = place.run_with(["count"], "é\n".as_bytes());
    assert_eq!(
        ran.text()
            .lines()
            .nth(1)
            .unwrap()
            .split_whitespace()
            .collect::<Vec<_>>(),
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
            let row: Vec<&str> = ran.text().lines().nth(1).unwrap().split_whitespace().collect();
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
    assert_eq!(ran.text().lines().count(), 2, "{}", ran.text());
}
