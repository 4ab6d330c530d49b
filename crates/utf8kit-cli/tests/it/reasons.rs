//! What an encoding was recognized by, as `detect` and `convert -f auto` say it.

use crate::common::Place;

#[test]
fn each_reason_has_its_words() {
    let place = Place::new();
    let cases: [(&[u8], &str, &str, &str); 6] = [
        (
            b"\xFF\xFE\0\0a\0\0\0",
            "UTF-32LE",
            "by its signature",
            "taken as UTF-32LE: it starts with the signature `FF FE 00 00`",
        ),
        (
            b"\0\0\xFE\xFF\0\0\0a",
            "UTF-32BE",
            "by its signature",
            "taken as UTF-32BE: it starts with the signature `00 00 FE FF`",
        ),
        (
            b"\xFE\xFF\0a",
            "UTF-16BE",
            "by its signature",
            "taken as UTF-16BE: it starts with the signature `FE FF`",
        ),
        (
            b"a\0b\0c\0d\0e\0f\0 \0g\0",
            "UTF-16LE",
            "very likely, by its zero bytes",
            "taken as UTF-16LE: its zero bytes stand where UTF-16LE has them",
        ),
        (
            b"\x1b$B$3$s$K$A$O\x1b(B hello\n",
            "ISO-2022-JP",
            "very likely, by its escape sequences",
            "taken as ISO-2022-JP, which is very likely: it has its escape sequences",
        ),
        (
            b"<?xml version=\"1.0\" encoding=\"koi8-r\"?>\xC1\xC2 \xC1\n",
            "KOI8-R",
            "very likely, by its declaration",
            "taken as KOI8-R: it declares that, and is not UTF-8",
        ),
    ];
    for (bytes, encoding, reason, message) in cases {
        place.write("a.txt", bytes);
        let ran = place.run(["detect", "a.txt"]);
        let first = ran.text().lines().next().unwrap();
        let (name, rest) = first.split_once(' ').unwrap();
        let words = rest.trim_start().strip_prefix("a.txt: ").unwrap();
        assert_eq!(name, encoding, "{first}");
        assert!(words.starts_with(reason), "{first}");

        let ran = place.run(["convert", "-f", "auto", "a.txt"]);
        assert_eq!(
            (ran.code, &*ran.err),
            (Some(0), &*format!("utf8: a.txt: {message}\n"))
        );
        assert!(!ran.text().contains('\u{FEFF}'), "the signature is removed");
    }
}

#[test]
fn utf_8_with_errors_is_a_group_of_its_own() {
    let place = Place::new();
    place.write(
        "a",
        [
            "漢字 ".repeat(20).as_bytes(),
            b"\xFF",
            "漢字 ".repeat(20).as_bytes(),
        ]
        .concat(),
    );
    place.write("b", "漢字");
    let ran = place.run(["detect", "--summary"]);
    let expected = "1  UTF-8              b\n1  UTF-8 with errors  a\n2 files\n";
    assert_eq!((ran.code, ran.text()), (Some(0), expected));
}

/// `fix --transcode` needs the encoding from the user where it is not very likely.
#[test]
fn an_encoding_that_is_only_possible_is_not_fixed() {
    let place = Place::new();
    let text = b"plain text, caf\xE9 au lait\n";
    let path = place.write("f", text);
    place.run(["fix", "--transcode", "f"]);
    assert_eq!(std::fs::read(&path).unwrap(), text);
    place.run(["fix", "--transcode", "--from", "windows-1252", "f"]);
    assert_eq!(
        std::fs::read(&path).unwrap(),
        "plain text, café au lait\n".as_bytes()
    );
}
