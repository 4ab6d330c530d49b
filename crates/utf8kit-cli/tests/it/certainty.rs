//! What cannot be told is left as it is: `fix --transcode` acts only on what is very likely.

use crate::common::Place;
use std::fs;

const GERMAN: &str = "Ein Satz mit Umlauten: äöü, schöne Grüße\n";

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Requires that `detect` prints a line about the file, and that `fix --transcode` leaves it.
fn is_left(place: &Place, name: &str, bytes: &[u8], line: &str) {
    place.write(name, bytes);
    let detected = place.run(["detect", name]);
    assert!(detected.text().starts_with(line), "{}", detected.text());
    let fixed = place.run(["fix", "--transcode", name]);
    assert_eq!(fixed.code, Some(1), "{}{}", fixed.text(), fixed.err);
    assert_eq!(fs::read(place.path().join(name)).unwrap(), bytes, "{name}");
}

#[test]
fn the_parts_of_utf_16_with_a_line_of_ascii_are_converted() {
    let place = Place::new();
    let line = "a line of ASCII was appended\n";
    for count in [20, 3000] {
        let german = GERMAN.repeat(count);
        for signature in ["", "\u{FEFF}"] {
            let wide = utf16(&format!("{signature}{german}"));
            place.write("a", [&wide[..], line.as_bytes()].concat());
            let detected = place.run(["detect", "a"]);
            let to = format!(", to offset {}\n", wide.len());
            assert!(detected.text().contains(&to), "{}", detected.text());
            let fixed = place.run(["fix", "--transcode", "a"]);
            assert_eq!(fixed.code, Some(0), "{}{}", fixed.text(), fixed.err);
            let new = fs::read_to_string(place.path().join("a")).unwrap();
            assert!(new == format!("{german}{line}"), "{count}");
        }
    }
    // A carriage return of one byte.
    let (before, after) = (GERMAN.repeat(2000), GERMAN.repeat(1000));
    let text = [&utf16(&format!("\u{FEFF}{before}"))[..], b"\r", &utf16(&after)].concat();
    place.write("a", text);
    assert_eq!(place.run(["fix", "--transcode", "a"]).code, Some(0));
    let new = fs::read_to_string(place.path().join("a")).unwrap();
    assert!(new == format!("{before}\r{after}"));
}

/// Hindi in ISCII, which is not known here.
#[test]
fn a_text_in_an_unknown_encoding_is_left() {
    let place = Place::new();
    // कल शाम हम नदी के किनारे बहुत देर तक चलते रहे और किसी ने ध्यान नहीं दिया कि बारिश शुरू हो गई।
    let text =
        b"\xB3\xD1 \xD5\xDA\xCC \xD8\xCC \xC6\xC4\xDC \xB3\xE1 \xB3\xDB\xC6\xDA\xCF\xE1 \xCA\xD8\xDD\xC2 \
        \xC4\xE1\xCF \xC2\xB3 \xB8\xD1\xC2\xE1 \xCF\xD8\xE1 \xB1\xCF \xB3\xDB\xD7\xDC \xC6\xE1 \
        \xC5\xE8\xCD\xDA\xC6 \xC6\xD8\xDC\xA2 \xC4\xDB\xCD\xDA \xB3\xDB \xCA\xDA\xCF\xDB\xD5 \
        \xD5\xDD\xCF\xDE \xD8\xE5 \xB5\xA7\xEA\n";
    for count in [1, 12, 100] {
        let text = text.repeat(count);
        is_left(&place, "u", &text, "");
        assert!(
            place
                .run(["detect", "u"])
                .text()
                .contains(": possible, by its letters")
        );
    }
}

/// `ő` has the byte of `õ` in windows-1252.
#[test]
fn hungarian_keeps_its_letters() {
    let place = Place::new();
    let text =
        "A tegnapi esőben a kisfiú elveszítette az új ernyőjét, de később megtalálta. A jövő héten írunk.\n"
            .repeat(20);
    let (bytes, _, _) = encoding_rs::WINDOWS_1250.encode(&text);
    place.write("h", &bytes);
    let ran = place.run(["detect", "h"]);
    assert!(ran.text().starts_with("windows-1250  h: "), "{}", ran.text());
    let _ = place.run(["fix", "--transcode", "h"]);
    let fixed = fs::read(place.path().join("h")).unwrap();
    assert!(fixed == *bytes || fixed == text.as_bytes());
}

#[test]
fn random_bytes_are_binary_with_one_finding_at_most() {
    let place = Place::new();
    let mut state = 1u32;
    let bytes = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    place.write(
        "noise",
        bytes.filter(|&byte| byte != 0).take(30_000).collect::<Vec<_>>(),
    );
    place.write(
        "doc.pdf",
        b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n1 0 obj\n\x8A\x9F\xF1stream\n".repeat(500),
    );
    let ran = place.run(["detect"]);
    assert_eq!(ran.text(), "binary        doc.pdf\nbinary        noise\n");
    let ran = place.run(["check", "."]);
    assert_eq!(ran.text(), "No findings in 0 files, 2 binary files skipped\n");
    let ran = place.run(["check", "noise"]);
    assert!(
        ran.text().starts_with(
            "noise:1:1: nul: the file is binary, not text: its first 8 KiB have bytes over 0x7F and more controls than any text"
        ),
        "{}",
        ran.text()
    );
    assert!(ran.text().contains("\n1 finding in 1 file"), "{}", ran.text());
}

#[test]
fn a_declared_encoding_is_reported_under_its_name() {
    let place = Place::new();
    for (bytes, line) in [
        (
            &b"# coding: latin-1\nx = 'Gr\xF6\xDFe'\n"[..],
            "ISO-8859-1    f: very likely, by its declaration",
        ),
        (
            b"SET ISO8859-13\nTRY \xE0\xE6\xEB\n",
            "ISO-8859-13   f: very likely, by its declaration",
        ),
        (
            b"scriptencoding latin1\nmenu \xC4ndern\n",
            "ISO-8859-1    f: very likely, by its declaration",
        ),
        (
            b"ISO8859-2\n.\xB11\n1b\n",
            "ISO-8859-2    f: very likely, by its declaration",
        ),
    ] {
        place.write("f", bytes);
        let ran = place.run(["detect", "f"]);
        assert!(ran.text().starts_with(line), "{}", ran.text());
    }
}

/// Without one sequence of UTF-8, a text is not UTF-8 with errors, and its encoding is one finding.
#[test]
fn text_without_utf_8_is_not_called_so() {
    let place = Place::new();
    place.write("f", b"x \xFE y \xFE z \xFE\nu \xFE v \xFE w \xFE\n");
    let ran = place.run(["check", "f"]);
    assert!(
        ran.text()
            .contains("f:1:3: other-encoding: the text is possibly in "),
        "{}",
        ran.text()
    );
    assert!(ran.text().contains("1 finding in 1 file"), "{}", ran.text());
    assert!(!place.run(["detect", "f"]).text().contains("UTF-8"));
}
