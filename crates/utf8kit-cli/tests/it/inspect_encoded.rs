//! `inspect` of text and code points in an encoding, and of places past the end.

use crate::common::Place;

#[test]
fn a_code_point_is_shown_in_the_bytes_of_its_encoding() {
    let place = Place::new();
    for (encoding, number, bytes) in [
        ("UTF-8", "U+20AC", "E282AC"),
        ("UTF-8", "U+D800", "EDA080"),
        ("UTF-8", "U+7FFFFFFF", "FDBFBFBFBFBF"),
        ("WTF-8", "U+D800", "EDA080"),
        ("UTF-16BE", "U+1F600", "D83DDE00"),
        ("UCS-4BE", "U+7FFFFFFF", "7FFFFFFF"),
        ("UTF-1", "U+7FFFFFFF", "FDBD2BB940"),
        ("windows-1252", "U+20AC", "80"),
        ("IBM437", "U+E9", "82"),
    ] {
        let ran = place.run([
            "inspect", "--format", "json", "--as", encoding, "--scalar", number,
        ]);
        assert_eq!(ran.err, "");
        let items = ran.text().lines().map(|line| serde_json::from_str(line).unwrap());
        let shown: String = items
            .filter_map(|item: serde_json::Value| Some(item["bytes"].as_str()?.replace(' ', "")))
            .collect();
        assert_eq!(shown, bytes, "{encoding} {number}");
    }
}

#[test]
fn what_an_encoding_lacks_is_an_error() {
    let place = Place::new();
    for (encoding, number) in [
        ("UTF-16BE", "7FFF FFFF"),
        ("UTF-16BE", "U+D800"),
        ("WTF-8", "7FFF FFFF"),
        ("UTF-7", "U+D800"),
        ("UCS-2BE", "U+1F600"),
        ("windows-1252", "U+0436"),
        ("windows-1252", "U+D800"),
        ("IBM437", "U+20AC"),
    ] {
        let ran = place.run(["inspect", "--as", encoding, "--scalar", number]);
        let message = format!("utf8: {number} cannot be represented in {encoding}\n");
        assert_eq!((ran.code, ran.err), (Some(2), message));
    }
    for encoding in ["windows-1252", "IBM437"] {
        let ran = place.run(["inspect", "--as", encoding, "--text", "a\u{436}"]);
        let message = format!("utf8: U+0436 cannot be represented in {encoding}\n");
        assert_eq!((ran.code, ran.err), (Some(2), message));
    }
}

#[test]
fn a_place_past_the_end_is_an_error() {
    let place = Place::new();
    place.write("t", b"ab\ncd\n");
    place.write("u", b"ab\ncd");
    for (at, message) in [
        (
            "t:1:4",
            "t: column 4 is past the end of line 1, which has 2 characters",
        ),
        (
            "t:2:9",
            "t: column 9 is past the end of line 2, which has 2 characters",
        ),
        (
            "u:2:4",
            "u: column 4 is past the end of line 2, which has 2 characters",
        ),
        ("t:9", "t: line 9 is past the end, after 2 lines"),
        ("t:3", "t: line 3 is past the end, after 2 lines"),
    ] {
        let ran = place.run(["inspect", at]);
        assert_eq!(
            (ran.code, ran.err),
            (Some(2), format!("utf8: {message}\n")),
            "{at}"
        );
    }
    for (at, bytes) in [
        ("t:1:3", "1 byte of UTF-8 at offset 2"),
        ("t:2:1", "3 bytes of UTF-8 at offset 3"),
    ] {
        let ran = place.run(["inspect", at]);
        assert!(ran.text().contains(bytes), "{at}: {}", ran.text());
    }
}

#[test]
fn a_place_in_a_long_line_begins_with_a_code_unit() {
    let place = Place::new();
    let line: Vec<u8> = "ab"
        .repeat(100_000)
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    place.write("f", &line);
    for (offset, start) in [
        ("300000", 300_000),
        ("300001", 300_000),
        ("300003", 300_002),
        ("1", 0),
    ] {
        let ran = place.run([
            "inspect", "--as", "UTF-16BE", "--format", "json", "f", "--offset", offset,
        ]);
        let first: serde_json::Value = serde_json::from_str(ran.text().lines().next().unwrap()).unwrap();
        assert_eq!(
            (&first["offset"], &first["length"]),
            (&start.into(), &2.into()),
            "{first}"
        );
    }
    for (column, found) in [
        ("f:1:150000", Some(299_998)),
        ("f:1:200000", Some(399_998)),
        ("f:1:200001", None),
    ] {
        let ran = place.run(["inspect", "--as", "UTF-16BE", "--format", "json", column]);
        match found {
            Some(offset) => {
                let first: serde_json::Value =
                    serde_json::from_str(ran.text().lines().next().unwrap()).unwrap();
                assert_eq!(first["offset"], offset);
            }
            None => {
                let message =
                    "utf8: f: column 200001 is past the end of line 1, which has 200000 characters\n";
                assert_eq!((ran.code, &*ran.err), (Some(2), message));
            }
        }
    }
}

#[test]
fn text_that_was_encoded_twice_too_often_says_how_often() {
    let place = Place::new();
    let again = |text: &str| text.bytes().map(char::from).collect::<String>();
    let mut text = "déjà été".to_owned();
    for times in [
        "once",
        "encoded again.",
        "encoded again, twice.",
        "encoded again, several times.",
    ] {
        let ran = place.run(["inspect", "--text", &text]);
        let shown = ran.text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(shown.contains(times), times != "once", "{shown}");
        assert_eq!(shown.contains("look double-encoded"), times != "once", "{shown}");
        text = again(&text);
    }
}
