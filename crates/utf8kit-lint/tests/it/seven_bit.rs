//! Encodings of seven bits are recognized if their text is long enough and has the characters that people write.

use utf8kit_lint::{Reason, recognize};

/// Returns the name of the encoding that `text` is recognized to be in.
fn name(text: impl AsRef<[u8]>) -> &'static str {
    recognize(text.as_ref(), true).unwrap().encoding
}

/// Returns a run of UTF-7, with its `+` and `-`.
fn run(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: String = text.encode_utf16().map(|unit| format!("{unit:016b}")).collect();
    let digits = bits.as_bytes().chunks(6).map(|bits| {
        let number = bits
            .iter()
            .fold(0, |number, bit| number * 2 + usize::from(bit - b'0'));
        char::from(DIGITS[number << (6 - bits.len())])
    });
    format!("+{}-", digits.collect::<String>())
}

/// Returns runs of UTF-7 between words.
fn runs(texts: &[&str]) -> String {
    let runs: Vec<_> = texts.iter().map(|text| run(text)).collect();
    format!("1 +- 1: {} end\n", runs.join(" and "))
}

#[test]
fn utf_7_is_recognized_by_three_runs_of_letters() {
    assert_eq!(name("caf+AOk- na+AO8-f fl+APs-te +- 1\n"), "UTF-7");
    assert_eq!(name(runs(&["é", "ï", "û"])), "UTF-7");
    assert_eq!(name(runs(&["é", "ï"])), "UTF-8");
    // Characters of ASCII may be in a run, but not alone.
    assert_eq!(name(runs(&["aé b", "ï", "û"])), "UTF-7");
    assert_eq!(name(runs(&["é", "ï", "û", "ab"])), "UTF-8");
    // A run may end without `-`.
    assert_eq!(name("+AOk +AO8 +APs, x\n"), "UTF-7");
    let recognized = recognize(runs(&["é", "ï", "û"]).as_bytes(), true).unwrap();
    assert_eq!((recognized.reason, recognized.is_ascii), (Reason::Escapes, true));
}

#[test]
fn utf_7_is_recognized_by_twelve_other_characters() {
    assert_eq!(name(runs(&["中国人民", "日本国民", "大韓民国"])), "UTF-7");
    assert_eq!(name(runs(&["中国人民", "日本国民", "大韓民"])), "UTF-8");
    assert_eq!(name(runs(&["中国人民日本国民", "大韓民国"])), "UTF-8");
    // Letters count too.
    assert_eq!(name(runs(&["é中国人民", "é日本国民", "é大"])), "UTF-7");
    assert_eq!(name(runs(&["é中国人民", "é日本国民", "大"])), "UTF-8");
}

/// The first and the last character of each range, and the ones beside them that are in none.
#[test]
fn utf_7_has_characters_that_people_write() {
    let named = |c: char| name(runs(&[&*c.to_string().repeat(4); 3]));
    for c in "\u{A0}\u{BF}À\u{52F}\u{5D0}\u{6FF}\u{E01}\u{E5B}\u{2010}\u{203A}€\u{3000}\u{30FF}\u{4E00}\u{9FFF}\u{AC00}\u{D7A3}\u{FF01}\u{FF9F}".chars() {
        assert_eq!(named(c), "UTF-7", "{c:?}");
    }
    for c in "\u{9F}\u{530}\u{5CF}\u{700}\u{E00}\u{E5C}\u{200F}\u{203B}\u{20AB}\u{20AD}\u{2FFF}\u{3100}\u{4DFF}\u{A000}\u{ABFF}\u{D7A4}\u{FF00}\u{FFA0}😀".chars() {
        assert_eq!(named(c), "UTF-8", "{c:?}");
    }
}

#[test]
fn a_run_of_utf_7_is_well_formed_and_has_an_end() {
    let start = runs(&["é", "ï", "û"]);
    for (end, expected) in [
        ("+AOk-", "UTF-7"),
        ("+AOl-", "UTF-8"),    // bits that are not zero
        ("+AOkA-", "UTF-8"),   // a digit too many
        ("+A-", "UTF-8"),      // no character
        ("+2D3-", "UTF-8"),    // a high surrogate alone
        ("+2D3eAA-", "UTF-7"), // a pair, of a letter that is in no range
        ("a + b", "UTF-8"),
        ("+AOkA", "UTF-7"), // the end of the text may cut a run
    ] {
        let text = format!("{start}{end}");
        let expected = if end.starts_with("+2D3e") {
            "UTF-8"
        } else {
            expected
        };
        assert_eq!(name(&text), expected, "{end}");
    }
}

#[test]
fn hz_is_recognized_by_four_characters() {
    for (text, expected) in [
        ("HZ ~{VPND~} and ~{VPND~}\n", "HZ-GB-2312"),
        ("HZ ~{VPNDVPND~} end\n", "HZ-GB-2312"),
        ("HZ ~{VPNDVP~} end\n", "UTF-8"),
        // `~~` is `~`, and `~` before a line end continues the line.
        ("a ~~ b ~\n~{VPNDVPND~}\n", "HZ-GB-2312"),
        ("a ~x b ~{VPNDVPND~}\n", "UTF-8"),
        // A run may end with the line or the text.
        ("~{VPNDVPND\n and more\n", "HZ-GB-2312"),
        ("~{VPNDVPND", "HZ-GB-2312"),
        ("~{VPNDVPNDV", "HZ-GB-2312"),
        ("~{VPNDVPND~}~", "HZ-GB-2312"),
        ("~{VPNDVPND V~}\n", "UTF-8"),
    ] {
        assert_eq!(name(text), expected, "{text:?}");
    }
}

#[test]
fn iso_2022_kr_is_recognized_by_its_designation_and_shifts() {
    let text = b"\x1B$)C\x0EGQ1[>n\x0F and \x0EGQ1[\nplain\n";
    assert_eq!(name(text), "ISO-2022-KR");
    assert_eq!(name(b"\x1B$)C and no shift\n"), "UTF-8");
    assert_eq!(name(b"\x1B$)X\x0EGQ1[>n\x0F\n"), "UTF-8");
    // The line end ends the shift, so what follows is ASCII.
    assert_eq!(name(b"\x1B$)C\x0EGQ1[\nodd\n"), "ISO-2022-KR");
}

/// Of runs of letters, few are in small letters alone.
#[test]
fn words_after_plus_are_no_utf_7() {
    let names = ["query+extracts", "query+contents", "a+abacates", "b+babacaca"];
    let text = names.map(|name| format!("\"api-{name}-text\": 1,\n")).concat();
    assert_eq!(name(text.repeat(9)), "UTF-8");
}
