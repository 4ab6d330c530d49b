//! What people have: text of one encoding read as another, emoji, and Burmese for the font Zawgyi.

use crate::common::Place;
use utf8kit_test::hex;

/// Returns what `fix` with these flags makes of a file.
fn fixed(flags: &[&str], bytes: &[u8]) -> String {
    let place = Place::new();
    place.write("f", bytes);
    let ran = place.run([&["fix"], flags, &["f"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.text());
    String::from_utf8(std::fs::read(place.path().join("f")).unwrap()).unwrap()
}

#[test]
fn legacy_text_read_as_legacy_is_repaired() {
    let place = Place::new();
    // `München;Zürich` in windows-1252, read as windows-1251. The first letter is a Cyrillic one.
    let bytes = hex("D0 9C D1 8C 6E 63 68 65 6E 3B 5A D1 8C 72 69 63 68 0A");
    place.write("f", &bytes);
    assert_eq!(place.run(["check", "f"]).code, Some(0), "off by default");
    let ran = place.run(["check", "--select", "misread", "f"]);
    assert_eq!(ran.code, Some(1));
    let message =
        "misread: this is very likely `München;Zürich`: windows-1252 that was decoded as windows-1251";
    assert!(ran.text().contains(message), "{}", ran.text());
    assert_eq!(fixed(&["--select", "misread"], &bytes), "München;Zürich\n");
}

#[test]
fn an_emoji_is_repaired_by_itself() {
    // Through windows-1251.
    let bytes = hex("4E 65 77 73 20 D1 80 D1 9F D0 8B E2 80 B0 20 4A 6F 69 6E 0A");
    assert_eq!(fixed(&[], &bytes), "News \u{1F389} Join\n");
    // Through windows-1252.
    assert_eq!(
        fixed(&[], "News \u{F0}\u{178}\u{17D}\u{2030} Join\n".as_bytes()),
        "News \u{1F389} Join\n"
    );
}

#[test]
fn zawgyi_is_told_with_a_sample() {
    let place = Place::new();
    let bytes = hex("E1 80 80 E1 80 AF E1 80 94 E1 80 B9 E1 80 91 E1 80 AF E1 80 90 E1 80 B9 0A");
    place.write("f", &bytes);
    assert_eq!(place.run(["check", "f"]).code, Some(0), "off by default");
    let ran = place.run(["check", "--select", "zawgyi", "f"]);
    assert_eq!(ran.code, Some(1));
    let unicode = "\u{1000}\u{102F}\u{1014}\u{103A}\u{1011}\u{102F}\u{1010}\u{103A}";
    let message = format!("in the encoding of the font Zawgyi; in Unicode it is `{unicode}`");
    assert!(ran.text().contains(&message), "{}", ran.text());
}

/// Capitals became small letters, or bytes were dropped: that is told, and stays.
#[test]
fn what_is_lost_stays() {
    for (bytes, found) in [
        ("67 C3 A3 C2 BC 6E 0A C3 A3 C2 A7 6F 63 75 6B 0A", 2),
        ("C3 A5 C2 B1 C3 A6 C2 B1 C3 A7 C2 B8 C2 A3 0A", 2),
    ] {
        let place = Place::new();
        place.write("f", hex(bytes));
        let findings = place.run(["check", "--format", "json", "f"]).findings();
        assert_eq!(findings.len(), found, "{bytes}");
        assert_eq!(findings[0]["kind"], "cut", "{bytes}");
        place.run(["fix", "f"]);
        assert_eq!(std::fs::read(place.path().join("f")).unwrap(), hex(bytes));
    }
}

/// What an encoding was once misnamed for.
#[test]
fn detection_names_what_people_have() {
    for (encoding, bytes) in [
        (
            "Georgian-PS",
            "C2 C0 CC C0 D2 DF CD C1 C0 20 C4 D3 20 C0 D2 C9 D3 0A",
        ),
        (
            "IBM1125",
            "8F E0 A0 A9 E1 2D AB A8 E1 E2 20 AF F7 A4 AF E0 A8 F5 AC E1 E2 A2 A0 20 A3 AE E2 AE A2 A8 A9 0A",
        ),
        (
            "IBM037",
            "E3 C8 C5 40 C3 E4 E2 E3 D6 D4 C5 D9 40 D9 C5 C3 D6 D9 C4 25",
        ),
        (
            "ARMSCII-8",
            "B4 B3 F1 BB F5 20 D3 BB BD A3 20 EA B3 20 CD F1 B3 B7 F1 C7 0A",
        ),
    ] {
        let place = Place::new();
        place.write("f", hex(bytes).repeat(12));
        let ran = place.run(["detect", "f"]);
        assert!(ran.text().starts_with(encoding), "{}", ran.text());
    }
    for (encoding, bytes) in [
        ("IBM857", &b"\x9Eirketin \x81r\x81nleri i\x87in fiyat listesi haz\x8Drland\x8D. Sipari\x9F \x87ar\x9Famba g\x81n\x81.\n"[..]),
        ("IBM775", b"\xBDmon\xD3s kainora\xD5tis paruo\xD5tas. U\xD8sakymas bus pristatytas\n"),
        ("Kamenicky", b"podniku je p\xA9ipraven, objedn\xA0vka bude doru\x87ena ve \x87tvrtek\n"),
        ("VISCII", b"T\xF4i kh\xF4ng bi\xAAt ti\xAAng Vi\xAEt. H\xF4m nay tr\xB6i\n"),
    ] {
        let place = Place::new();
        place.write("f", bytes);
        let ran = place.run(["detect", "f"]);
        assert!(ran.text().starts_with(encoding), "{}", ran.text());
    }
}
