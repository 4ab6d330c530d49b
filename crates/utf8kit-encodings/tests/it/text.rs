//! Tests of recognition, search, and comparison under canonical equivalence.

use utf8kit::utf8;
use utf8kit_encodings::recognize::recognize;
use utf8kit_encodings::search::Finder;
use utf8kit_test::{Random, sample};

/// Measured on random runs of 2 to 6 bytes in `0x80..=0xFF`.
#[test]
fn chance_is_the_share_of_random_bytes_that_are_well_formed() {
    let mut random = Random::new(6);
    for (len, text) in [(2, "é"), (3, "€"), (4, "éé"), (5, "é€"), (6, "€€")] {
        let chance = recognize(text.as_bytes()).unwrap().chance();
        let tries = sample(2_000_000) as u32;
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
    let mut random = Random::new(7);
    let mut found = 0;
    for _ in 0..20_000 {
        let mut text = |max: usize| -> String {
            let len = random.below(max);
            (0..len)
                .map(|_| ['a', 'é', '€', '\u{1F600}', '\u{20A6}'][random.below(5)])
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
    use utf8kit_encodings::normalize::{Equivalence, Haystack, compare, nfc};

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

    /// Canonically equivalent texts give the same answers: for every character whose canonical decomposition has more than
    /// one starter, in every way to write it. A part of it is no match.
    #[test]
    fn a_character_of_several_starters_is_one_unit() {
        use unicode_normalization::UnicodeNormalization;
        use unicode_normalization::char::canonical_combining_class;
        let (mut checked, mut syllables) = (0, 0);
        for c in '\0'..=char::MAX {
            let parts: Vec<char> = c.nfd().collect();
            let starters = parts.iter().filter(|&&part| canonical_combining_class(part) == 0);
            if starters.count() < 2 {
                continue;
            }
            match c {
                '가'..='힣' => syllables += 1,
                _ => checked += 1,
            }
            let decomposed: String = parts.iter().collect();
            // With the first parts composed, too.
            let mut written = vec![c.to_string(), decomposed.clone(), decomposed.nfc().collect()];
            for i in 1..parts.len() {
                let (first, rest) = decomposed.split_at(decomposed.char_indices().nth(i).unwrap().0);
                written.push(first.nfc().chain(rest.chars()).collect());
            }
            for written in &written {
                assert_ne!(compare(written, &c.to_string()), Equivalence::Different);
                let text = format!("a{written}b{written}");
                let haystack = Haystack::new(&text);
                for pattern in [&c.to_string(), &decomposed] {
                    let ranges: Vec<_> = haystack.matches(pattern).collect();
                    let len = written.len();
                    assert_eq!(ranges, [1..1 + len, 2 + len..2 + 2 * len], "{c:?} as {written:?}");
                }
                for i in 1..parts.len() {
                    let (first, rest) = decomposed.split_at(decomposed.char_indices().nth(i).unwrap().0);
                    for part in [first, rest] {
                        assert_eq!(
                            haystack.matches(part).count(),
                            0,
                            "{part:?} of {c:?} as {written:?}"
                        );
                        let part: String = part.nfc().collect();
                        assert_eq!(
                            haystack.matches(&part).count(),
                            0,
                            "{part:?} of {c:?} as {written:?}"
                        );
                    }
                }
                assert_eq!(haystack.matches("a").count(), 1);
                assert_eq!(haystack.matches("b").count(), 1, "{c:?}");
            }
        }
        assert!(checked >= 72, "{checked} characters");
        assert_eq!(syllables, 11172);
        // Where the second part composes with nothing, it is a unit of its own, as other vowels are.
        let haystack = Haystack::new("\u{995}\u{9BE}\u{995}\u{9BF}\u{9C7}\u{9BE}");
        assert_eq!(haystack.matches("\u{995}").count(), 2);
        assert_eq!(haystack.matches("\u{9BE}").count(), 1);
        assert_eq!(haystack.matches("\u{9C7}").count(), 0);
    }
}
