//! Tests of recognition, search, and comparison under canonical equivalence.

mod common;

use common::Random;
use utf8kit::utf8;
use utf8kit_family::recognize::recognize;
use utf8kit_family::search::Finder;

/// Measured on random runs of 2 to 6 bytes in `0x80..=0xFF`.
#[test]
fn chance_is_the_share_of_random_bytes_that_are_well_formed() {
    let mut random = Random(6);
    for (len, sample) in [(2, "é"), (3, "€"), (4, "éé"), (5, "é€"), (6, "€€")] {
        let chance = recognize(sample.as_bytes()).unwrap().chance();
        let tries = 2_000_000;
        let mut well_formed = 0;
        for _ in 0..tries {
            let bits = random.next().to_le_bytes();
            let bytes = bits.map(|byte| byte | 0x80);
            well_formed += u32::from(utf8::is_valid(&bytes[..len]));
        }
        let expected = chance * f64::from(tries);
        let deviation = (f64::from(well_formed) - expected).abs() / expected.sqrt();
        assert!(
            deviation < 4.5,
            "{len} bytes: {well_formed} are well-formed, {expected} were expected"
        );
    }
}

/// The longer the text, the smaller is the chance. Its logarithm stays finite.
#[test]
fn chance_falls_with_length() {
    let mut previous = 0.0;
    for len in 1..500 {
        let found = recognize("é".repeat(len).as_bytes()).unwrap();
        assert!(found.log2_chance < previous, "{len} characters");
        assert_eq!(found.sequences, [len, 0, 0]);
        previous = found.log2_chance;
    }
    let text = "aé€\u{1F600} ".repeat(1000);
    let found = recognize(text.as_bytes()).unwrap();
    assert_eq!((found.ascii, found.sequences), (2000, [1000; 3]));
    assert!(found.log2_chance < -5000.0 && found.log2_chance.is_finite());
    assert!(recognize(b"ASCII").unwrap().is_ascii());
    // Text in Windows-1252, KOI8-R and Shift_JIS.
    for bytes in [
        &b"d\xE9j\xE0 vu"[..],
        b"\xF0\xD2\xC9\xD7\xC5\xD4",
        b"\x82\xB1\x82\xF1",
    ] {
        assert!(recognize(bytes).is_err());
    }
}

/// Search agrees with that of `str` on random texts of few different characters, and does not match inside a
/// character.
#[test]
fn search_matches_whole_characters_only() {
    let mut random = Random(7);
    let mut found = 0;
    for _ in 0..20_000 {
        let mut text = |max: u32| -> String {
            let len = random.below(max);
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
    assert!(found > 10_000, "only {found} matches: the texts test too little");
    assert_eq!(Finder::new(b"\xAC").find("€".as_bytes()), None);
    assert_eq!(Finder::new(b"\xE2\x82").find("€".as_bytes()), None);
    assert_eq!(
        Finder::new(b"\xAC").find(b"\xE2\x82\xAC\xAC"),
        Some(3),
        "a stray byte of the text is a match"
    );
}

#[cfg(feature = "normalize")]
mod normalized {
    use utf8kit_family::normalize::{Equivalence, Haystack, compare, nfc};

    /// RFC 3629 section 10: `é` as one character and as two is equivalent, and not identical.
    #[test]
    fn compare_finds_canonical_equivalence() {
        for (a, b, expected) in [
            ("\u{E9}", "\u{E9}", Equivalence::Identical),
            ("\u{E9}", "e\u{301}", Equivalence::Canonical),
            ("가", "\u{1100}\u{1161}", Equivalence::Canonical),
            ("a\u{323}\u{307}", "a\u{307}\u{323}", Equivalence::Canonical),
            ("\u{212B}", "\u{C5}", Equivalence::Canonical),
            ("fi", "\u{FB01}", Equivalence::Different),
            ("e", "é", Equivalence::Different),
            ("", "", Equivalence::Identical),
        ] {
            assert_eq!(compare(a, b), expected, "{a:?} {b:?}");
            assert_eq!(compare(b, a), expected, "{b:?} {a:?}");
            assert_eq!(nfc(a) == nfc(b), expected != Equivalence::Different);
        }
    }

    /// Matches are whole characters. Their ranges are those of the text as it was given.
    #[test]
    fn search_finds_canonically_equivalent_text() {
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
