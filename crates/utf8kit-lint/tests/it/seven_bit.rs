//! Encodings of seven bits are recognized if their text is long enough and has the characters that people write.

use utf8kit_lint::recognize;

/// Returns the name of the encoding that `text` is recognized to be in.
fn name(text: impl AsRef<[u8]>) -> &'static str {
    recognize(text.as_ref(), true).unwrap().encoding
}

/// Returns `UTF-7` if it comes second in a text, which is ASCII, and `UTF-8` otherwise.
fn or(text: impl AsRef<[u8]>) -> &'static str {
    let recognized = recognize(text.as_ref(), true).unwrap();
    assert_eq!((recognized.encoding, recognized.is_ascii), ("UTF-8", true));
    assert_eq!(recognized.second.is_some(), recognized.shifts > 0);
    recognized.second.map_or("UTF-8", |second| second.encoding)
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

/// No text is taken for UTF-7: it is ASCII, and the number of shifts that decode is said.
#[test]
fn text_of_ascii_may_be_utf_7() {
    for (text, shifts) in [
        // The examples of RFC 2152.
        ("A+ImIDkQ.", 1),
        ("Hi Mom -+Jjo--!", 1),
        ("+ZeVnLIqe-", 1),
        ("Item 3 is +AKM-1.", 1),
        ("caf+AOk- na+AO8-f fl+APs-te +- 1\n", 3),
        // A run may end without `-`.
        ("+AOk +AO8 +APs, x\n", 3),
        ("+2D3eAA- is an emoji", 1),
    ] {
        let recognized = recognize(text.as_bytes(), true).unwrap();
        assert_eq!(recognized.shifts, shifts, "{text}");
        assert_eq!(or(text), "UTF-7", "{text}");
    }
    assert_eq!(or(runs(&["é", "ï", "û"])), "UTF-7");
    // Characters of ASCII may be in a run, but not alone.
    assert_eq!(or(runs(&["aé b", "ï", "û"])), "UTF-7");
    assert_eq!(or(runs(&["é", "ï", "û", "ab"])), "UTF-8");
}

/// One or two ideographs may be a word that happens to decode.
#[test]
fn ideographs_of_utf_7_are_several() {
    assert_eq!(or(runs(&["中国人民", "日本国民", "大韓民国"])), "UTF-7");
    assert_eq!(or(runs(&["中国人民日本国民", "大韓民国"])), "UTF-7");
    assert_eq!(or(runs(&["中"])), "UTF-8");
    assert_eq!(or(runs(&["中国", "日本"])), "UTF-8");
    assert_eq!(or(runs(&["한"])), "UTF-8");
    assert_eq!(or(runs(&["대한민국"])), "UTF-7");
}

/// The first and the last character of each range, and the ones beside them that are in none.
#[test]
fn utf_7_has_characters_that_people_write() {
    let named = |c: char| or(runs(&[&*c.to_string().repeat(4); 3]));
    for c in "\u{A0}\u{BF}À\u{52F}\u{5D0}\u{6FF}\u{E01}\u{E5B}\u{2010}\u{203A}€\u{2190}\u{22FF}\u{2600}\u{26FF}\u{3000}\u{30FF}\u{4E00}\u{9FFF}\u{AC00}\u{D7A3}\u{FF01}\u{FF9F}😀".chars() {
        assert_eq!(named(c), "UTF-7", "{c:?}");
    }
    for c in "\u{9F}\u{530}\u{5CF}\u{700}\u{E00}\u{E5C}\u{200F}\u{203B}\u{20AB}\u{20AD}\u{218F}\u{2300}\u{2700}\u{2FFF}\u{3100}\u{4DFF}\u{A000}\u{ABFF}\u{D7A4}\u{FF00}\u{FFA0}\u{10000}".chars() {
        assert_eq!(named(c), "UTF-8", "{c:?}");
    }
}

#[test]
fn a_run_of_utf_7_is_well_formed_and_has_an_end() {
    let start = runs(&["é", "ï", "û"]);
    for (end, expected) in [
        ("+AOk-", "UTF-7"),
        ("+AOl-", "UTF-8"),  // bits that are not zero
        ("+AOkA-", "UTF-8"), // a digit too many
        ("+A-", "UTF-8"),    // no character
        ("+2D3-", "UTF-8"),  // a high surrogate alone
        ("a + b", "UTF-8"),
        ("+AOk=", "UTF-8"), // padding of Base64
        ("+AOkA", "UTF-7"), // the end of the text may cut a run
    ] {
        assert_eq!(or(format!("{start}{end}")), expected, "{end}");
    }
}

/// Ordinary texts with `+` are ASCII and nothing else.
#[test]
fn ordinary_text_with_plus_is_no_utf_7() {
    for text in [
        "x = a+ab-c;\n",
        "int n = i+ABC-1; p += len+1;\n",
        "for (auto it = v.begin()+Foo-1; it != end; ++it) total = total+Min-it->Sum;\n",
        "https://example.org/search?q=hello+world+again&x=a+Bcd-e\n",
        "https://example.org/?phone=+120-555-0100\n",
        "user+tag@example.com, user+Tag@example.com\n",
        "Call +49-30-1234567 or +1-800-555-0100.\n",
        "Press Ctrl+Alt-F1, Ctrl+Esc-x or Shift+Tab.\n",
        "version 1.2.3+build-7, 2.0.0+20130313144700\n",
        "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ+AOkq3Vdp2mT+yK/8rZr0=\n-----END CERTIFICATE-----\n",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB+AMI/XQpK7q6x1fJ7Hn5zv2uE+c9l user@host\n",
        "Subject: =?UTF-8?B?R3LDvMOfZSAr+w==?=\nFrom: a+b@example.org\n",
        "+++ b/src/lib.rs\n@@ -1,2 +1,3 @@\n+use std::io;\n",
        "Authorization: Basic dXNlcjpwYXNz+AA=\n",
        "C++ and A+ and a+b=c\n",
    ] {
        assert_eq!(or(text), "UTF-8", "{text}");
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
    assert_eq!(or(text.repeat(9)), "UTF-8");
}
