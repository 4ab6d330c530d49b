//! Text that was encoded twice is found by one character of it, whatever encoding it went through.

use utf8kit_lint::{OnIllFormed, Options, RuleSet, repair};

fn repaired(text: &str) -> Option<String> {
    let options = Options::default().with_rules(RuleSet::all());
    let repaired = repair(text.as_bytes(), &options, Some(false), OnIllFormed::Keep).unwrap()?;
    Some(String::from_utf8(repaired.text).unwrap())
}

#[test]
fn one_character_is_repaired_in_every_encoding() {
    for (name, found, meant) in [
        ("windows-1252", "cafÃ©", "café"),
        ("windows-1250", "cafĂ©s", "cafés"),
        ("windows-1250", "hzĂ©s", "hzés"),
        ("windows-1250", "anĹ™e", "anře"),
        ("windows-1250", "anĹ›a", "anśa"),
        ("windows-1257", "cafĆ©s", "cafés"),
        ("windows-1251", "cafГ©s", "cafés"),
        ("KOI8-R", "cafц╘s", "cafés"),
        ("macintosh", "caf√©s", "cafés"),
        ("IBM437", "caf├⌐s", "cafés"),
        ("IBM850", "caf├®s", "cafés"),
        ("IBM437", "donΓÇÖt", "don’t"),
        ("macintosh", "don‚Äôt", "don’t"),
        ("windows-1251", "donвЂ™t", "don’t"),
        ("windows-1251", "РїСЂРёРІРµС‚", "привет"),
        ("KOI8-R", "п©я─п╦п╡п╣я┌", "привет"),
        ("IBM437", "╨┐╤Ç╨╕╨▓╨╡╤é", "привет"),
    ] {
        assert_eq!(repaired(found).as_deref(), Some(meant), "{name} {found}");
        assert_eq!(repaired(meant), None);
    }
}

/// Four characters are enough in the encodings of two bytes.
#[test]
fn text_of_east_asia_is_repaired() {
    for (encoding, text) in [
        (encoding_rs::GBK, "你好，世界，"),
        (encoding_rs::SHIFT_JIS, "こんにちは"),
    ] {
        let (misread, _, _) = encoding.decode(text.as_bytes());
        assert_eq!(repaired(&format!("a {misread} b")), Some(format!("a {text} b")));
    }
}

/// The same letters, where correct text has them.
#[test]
fn correct_text_stays() {
    for text in [
        "an Ăn, Ĺ and Ć",
        "AĂ©s",
        "5Ă©s",
        "Г© ц╘ √© ├⌐",
        "a√b",
        "x = √2",
        "a ├── b",
        "мир, Г и ц",
        "вЂ",
        "Рим и Сочи",
        "锛 銆 縺",
        "Γ and Γ©",
        "caf‚e",
        "{Ă©s",
    ] {
        assert_eq!(repaired(text), None);
    }
}
