//! Recognition, search, normalized comparison.

mod common;

use common::Random;
use utf8kit::utf8;
use utf8kit_family::recognize::recognize;
use utf8kit_family::search::Finder;

/// The chance told is the share of random bytes that pass: measured on runs of 2 to 6 bytes over 7F.
#[test]
fn recognition_tells_the_true_chance() {
    let mut random = Random(6);
    for (len, sample) in [(2, "é"), (3, "€"), (4, "éé"), (5, "é€"), (6, "€€")] {
        let told = recognize(sample.as_bytes()).unwrap().chance();
        let tries = 2_000_000;
        let mut passed = 0;
        for _ in 0..tries {
            let bits = random.next().to_le_bytes();
            let bytes = bits.map(|byte| byte | 0x80);
            passed += u32::from(utf8::is_valid(&bytes[..len]));
        }
        let expected = told * f64::from(tries);
        let deviation = (f64::from(passed) - expected).abs() / expected.sqrt();
        assert!(
            deviation < 4.5,
            "{len} bytes: {passed} passed, {expected} expected"
        );
    }
}

/// It falls with length, and does not run out of digits.
#[test]
fn recognition_is_surer_the_longer_the_text() {
    let mut before = 0.0;
    for len in 1..500 {
        let found = recognize("é".repeat(len).as_bytes()).unwrap();
        assert!(found.log2_chance < before, "{len}");
        assert_eq!(found.sequences, [len, 0, 0]);
        before = found.log2_chance;
    }
    let text = "aé€\u{1F600} ".repeat(1000);
    let found = recognize(text.as_bytes()).unwrap();
    assert_eq!((found.ascii, found.sequences), (2000, [1000; 3]));
    assert!(found.log2_chance < -5000.0 && found.log2_chance.is_finite());
    assert!(recognize(b"ASCII").unwrap().is_ascii());
    // Text of another encoding: Windows-1252, KOI8-R, Shift_JIS.
    for bytes in [
        &b"d\xE9j\xE0 vu"[..],
        b"\xF0\xD2\xC9\xD7\xC5\xD4",
        b"\x82\xB1\x82\xF1",
    ] {
        assert!(recognize(bytes).is_err());
    }
}

/// Search against `str`'s own, on random texts of few characters; and matches inside of characters are none.
#[test]
fn search_is_exact() {
    let mut random = Random(7);
    let mut found = 0;
    for _ in 0..20_000 {
        let mut text = |most: u32| -> String {
            let len = random.below(most);
            (0..len)
                .map(|_| ['a', 'é', '€', '\u{1F600}', '\u{20A6}'][random.below(5) as usize])
                .collect()
        };
        let (text, pattern) = (text(20), text(3));
        let finder = Finder::new(pattern.as_bytes());
        assert_eq!(
            finder.find(text.as_bytes()),
            text.find(&pattern),
            "{text:?} {pattern:?}"
        );
        let ours = finder.matches(text.as_bytes());
        if !pattern.is_empty() {
            assert!(
                ours.eq(text.match_indices(&pattern).map(|(at, _)| at)),
                "{text:?} {pattern:?}"
            );
            found += text.matches(&pattern).count();
        }
    }
    assert!(found > 10_000, "{found}");
    assert_eq!(Finder::new(b"\xAC").find("€".as_bytes()), None);
    assert_eq!(Finder::new(b"\xE2\x82").find("€".as_bytes()), None);
    assert_eq!(
        Finder::new(b"\xAC").find(b"\xE2\x82\xAC\xAC"),
        Some(3),
        "a byte that stands alone"
    );
}

#[cfg(feature = "normalize")]
mod normalized {
    use utf8kit_family::normalize::{Haystack, Sameness, compare, nfc};

    /// 3629-10.3: the two sequences for é are told from equal and from different ones.
    #[test]
    fn equal_only_after_normalization() {
        for (a, b, expected) in [
            ("\u{E9}", "\u{E9}", Sameness::Equal),
            ("\u{E9}", "e\u{301}", Sameness::EqualAfterNormalization),
            ("가", "\u{1100}\u{1161}", Sameness::EqualAfterNormalization),
            (
                "a\u{323}\u{307}",
                "a\u{307}\u{323}",
                Sameness::EqualAfterNormalization,
            ),
            ("\u{212B}", "\u{C5}", Sameness::EqualAfterNormalization),
            ("fi", "\u{FB01}", Sameness::Different),
            ("e", "é", Sameness::Different),
            ("", "", Sameness::Equal),
        ] {
            assert_eq!(compare(a, b), expected, "{a:?} {b:?}");
            assert_eq!(compare(b, a), expected, "{b:?} {a:?}");
            assert_eq!(nfc(a) == nfc(b), expected != Sameness::Different);
        }
    }

    /// Matches are whole characters, told in offsets of the text as it was given.
    #[test]
    fn search_over_all_spellings() {
        let find = |text: &str, pattern: &str| -> Vec<String> {
            Haystack::new(text)
                .matches(pattern)
                .map(|range| text[range].to_owned())
                .collect()
        };
        assert_eq!(
            find("re\u{301}sume\u{301}, résumé", "é"),
            ["e\u{301}", "e\u{301}", "é", "é"]
        );
        assert_eq!(
            find("résumé re\u{301}sume\u{301}", "re\u{301}sumé"),
            ["résumé", "re\u{301}sume\u{301}"]
        );
        assert_eq!(find("ée", "e"), ["e"]);
        assert_eq!(
            find("각 가 \u{1100}\u{1161}\u{11A8} \u{1100}\u{1161}", "가"),
            ["가", "\u{1100}\u{1161}"]
        );
        assert_eq!(find("a\u{307}\u{323}", "a\u{323}\u{307}"), ["a\u{307}\u{323}"]);
        assert_eq!(find("aaa", "aa"), ["aa"]);
        assert!(find("abc", "").is_empty() && find("", "a").is_empty());
    }
}
