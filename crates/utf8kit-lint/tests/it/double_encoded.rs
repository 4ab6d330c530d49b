//! Text that was encoded twice is found by one character of it, whatever encoding it went through.

use utf8kit_lint::{Finding, Fix, OnIllFormed, Options, Rule, RuleSet, check, repair};

fn repaired(text: &str) -> Option<String> {
    let options = Options::default().with_rules(RuleSet::all());
    let repaired = repair(text.as_bytes(), &options, Some(false), OnIllFormed::Keep, 0).unwrap()?;
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
    ] {
        assert_eq!(repaired(text), None);
    }
}

/// Sentences of Central Europe, whose letters windows-1250 and ISO-8859-2 have at different places.
const CENTRAL_EUROPE: &[(&str, &[&str])] = &[
    (
        "Czech",
        &[
            "kůň žlutý stál u vody a žízeň měl větší než hlad",
            "Šťastné děti běžely přes ďolíčky, ačkoli pršelo",
            "Žába řekla ještě něco o létě, říčce a šípku",
        ],
    ),
    (
        "Polish",
        &[
            "zażółć gęślą jaźń, a źrebię niech śpi",
            "Świeży śnieg leży na łąkach, więc dzieci się cieszą",
            "Żaden mąż nie przyszedł, choć późno już było",
        ],
    ),
    (
        "Hungarian",
        &[
            "Őrült időben sütött a nap, és fűszeres étel főtt",
            "a hűvös erdőből jövő szél jólesett az ősz öregúrnak",
        ],
    ),
    (
        "Slovak",
        &[
            "Ľudia veľmi ťažko chápu, prečo sa tŕň láme",
            "žltý kôň s ďateľom šiel cez mŕtve pole ľanu",
        ],
    ),
    (
        "Romanian",
        &[
            "vedere înceţoşată şi o ţară în care pâinea se împarte",
            "Șase pescari țineau o plasă grea, căci râul crescuse",
        ],
    ),
    (
        "Croatian",
        &[
            "čovjek šeće kroz žuto lišće, a đak uči još",
            "Žena će doći kući s vrećom šljiva i čaja",
        ],
    ),
];

/// Returns UTF-8 that was decoded as `encoding`, in parts for each character.
fn misread(text: &str, encoding: &'static encoding_rs::Encoding) -> Vec<(char, String)> {
    text.chars()
        .map(|c| {
            let bytes = c.to_string().into_bytes();
            (c, encoding.decode_without_bom_handling(&bytes).0.into_owned())
        })
        .collect()
}

/// Returns `true` if `repaired` has, for each character, that character or what was made of it: never a third.
fn is_right_or_unchanged(parts: &[(char, String)], repaired: &str) -> bool {
    let mut ends = vec![0];
    for (c, wrong) in parts {
        let mut next = Vec::new();
        for end in ends {
            let rest = &repaired[end..];
            for form in [c.to_string(), wrong.clone()] {
                if rest.starts_with(&form) && !next.contains(&(end + form.len())) {
                    next.push(end + form.len());
                }
            }
        }
        ends = next;
    }
    ends.contains(&repaired.len())
}

/// Each word, each two words in either order, each sentence and all of a language, misread in one way.
#[test]
fn no_repair_yields_other_letters_than_the_original() {
    let (mut cases, mut whole) = (0, 0);
    for &(language, sentences) in CENTRAL_EUROPE {
        let words: Vec<&str> = sentences.iter().flat_map(|text| text.split(' ')).collect();
        let mut texts: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        for one in &words {
            texts.extend(words.iter().map(|other| format!("{one} {other}")));
        }
        texts.extend(sentences.iter().map(|text| (*text).to_owned()));
        texts.push(sentences.join("\n"));
        for encoding in [encoding_rs::WINDOWS_1250, encoding_rs::ISO_8859_2] {
            for text in &texts {
                for form in [text.clone(), text.to_uppercase()] {
                    let parts = misread(&form, encoding);
                    let wrong: String = parts.iter().map(|(_, wrong)| &**wrong).collect();
                    let repaired = repaired(&wrong).unwrap_or_else(|| wrong.clone());
                    assert!(
                        is_right_or_unchanged(&parts, &repaired),
                        "{language}, {}: `{form}`, misread as `{wrong}`, becomes `{repaired}`",
                        encoding.name()
                    );
                    cases += 1;
                    whole += usize::from(repaired == form);
                }
            }
        }
    }
    assert!(cases > 8_000, "{cases}");
    // Most texts of one or two words have nothing that decides.
    println!("{whole} of {cases}");
}

#[test]
fn all_places_of_a_text_decide_which_encoding_it_went_through() {
    let misread = |text: &str, encoding: &'static encoding_rs::Encoding| {
        encoding
            .decode_without_bom_handling(text.as_bytes())
            .0
            .into_owned()
    };
    for encoding in [encoding_rs::WINDOWS_1250, encoding_rs::ISO_8859_2] {
        // `ř` has a byte that only one of the two has as the character that stands here. 30 KB lie between them.
        let text = format!("ten důvod je dražší\n{}to moře\n", "and so on\n".repeat(3000));
        let wrong = misread(&text, encoding);
        assert_eq!(repaired(&wrong).as_deref(), Some(&*text), "{}", encoding.name());
        // After it, too.
        let text = format!("to moře\n{}ten důvod je dražší\n", "and so on\n".repeat(3000));
        let wrong = misread(&text, encoding);
        assert_eq!(repaired(&wrong).as_deref(), Some(&*text), "{}", encoding.name());
    }
    // Nothing decides.
    assert_eq!(repaired("draĹźe"), None);
    // Two parts, which were misread in two ways.
    let both = format!(
        "{}\ndraĹźe\n{}\n",
        misread("to moře", encoding_rs::WINDOWS_1250),
        misread("to moře", encoding_rs::ISO_8859_2)
    );
    assert_eq!(repaired(&both).as_deref(), Some("to moře\ndraĹźe\nto moře\n"));
}

fn findings(text: &str) -> Vec<Finding> {
    check(text.as_bytes(), &Options::default().with_rules(RuleSet::all()))
        .into_iter()
        .filter(|finding| finding.rule == Rule::DoubleEncoded)
        .collect()
}

#[test]
fn what_is_uncertain_is_reported_with_the_reason_and_without_a_repair() {
    for (text, place, reason) in [
        (
            "draĹźe",
            "Ĺź",
            "`ş` if it was decoded as windows-1250 and `ż` if it was decoded as ISO-8859-2",
        ),
        ("Officiâš´le", "âš´", "`⚴` if it was decoded as windows-1252"),
        ("Ã€hnlich", "Ã€", "`ä` if it was decoded as ISO-8859-15"),
        ("reactor Ã¢â‚¬â€ auto", "Ã¢â‚¬", "what would remain looks misread"),
        ("noÃ«lÃß", "Ã«", "what would remain looks misread"),
        // A capital after a small letter.
        ("bÃŠÃ¶t", "ÃŠÃ¶", "`æö` if it was decoded as ISO-8859-15"),
    ] {
        let findings = findings(text);
        let first = findings.first().unwrap_or_else(|| panic!("no finding: {text}"));
        assert_eq!(String::from_utf8_lossy(&first.bytes), place, "{text}");
        assert_eq!((&*first.kind, &first.fix), ("uncertain", &Fix::None), "{text}");
        assert!(first.message.contains("is uncertain"), "{}", first.message);
        assert!(first.message.contains(reason), "{}", first.message);
        assert!(
            first.message.contains("so `utf8 fix` leaves it"),
            "{}",
            first.message
        );
        assert!(
            findings.iter().all(|finding| !finding.fix.is_safe()),
            "{findings:#?}"
        );
        assert_eq!(repaired(text), None, "{text}");
    }
    // The same letters, where nothing speaks against them.
    for (text, right) in [
        ("RUF MICH ZURÃœCK", "RUF MICH ZURÜCK"),
        ("Ã€ la fÃªte", "À la fête"),
        ("Ã€rea mÃ¨trica", "Àrea mètrica"),
        ("20Â°C", "20°C"),
        ("aâ†’b", "a→b"),
        ("groÃŸe StraÃŸe", "große Straße"),
        ("Ä¯ miÅ¡kÄ…", "į mišką"),
        ("daÄŸ", "dağ"),
        ("kÃ¶ÅŸe", "köşe"),
        // Through windows-1257, which alone makes a word of it.
        ("aÄ¨iÅ«", "ačiū"),
        // Through ISO-8859-15.
        ("fÃ€hrt, Ã€hnlich", "fährt, ähnlich"),
    ] {
        assert_eq!(repaired(text).as_deref(), Some(right));
    }
}

/// One letter of another script, alone, is rather a mark of windows-1252 that was read as Latin-1.
#[test]
fn a_letter_of_another_script_does_not_stand_alone() {
    for text in [
        "ÄÖ\u{80}",
        "20 Ö\u{80}",
        "Caf\u{E9} ÄÖ\u{80} d\u{E9}j\u{E0}",
        "ÄÖ\u{80} fÃ¼r",
        "CAFÉ\u{94}",
        "NESTLÉ\u{99}",
        "“Ö\u{93} Ö\u{94}",
    ] {
        let repaired = repaired(text).unwrap_or_else(|| text.to_owned());
        assert_eq!(repaired.replace("für", "fÃ¼r"), text);
    }
    assert_eq!(
        repaired("Ð¿Ñ€Ð¸Ð²ÐµÑ‚, Ñ\u{8F} Ð¸ Ñ‚Ñ‹").as_deref(),
        Some("привет, я и ты")
    );
}

#[test]
fn a_space_at_the_end_is_kept() {
    for (text, right) in [
        ("dÃ©jÃ  vu, voilÃ  le travail", "déjà vu, voilà le travail"),
        ("dÃ©jÃ , voilÃ .", "déjà, voilà."),
        // The space may be one that stood there. A line is undone as a whole, or not at all.
        ("câ€™est dÃ©jÃ ", "câ€™est dÃ©jÃ "),
        ("câ€™est dÃ©jÃ \nici", "câ€™est dÃ©jÃ \nici"),
        ("câ€™est dÃ©jÃ \r\nici", "câ€™est dÃ©jÃ \r\nici"),
        ("câ€™est dÃ©jÃ !", "câ€™est dÃ©jÃ !"),
        ("Ã ", "Ã "),
    ] {
        assert_eq!(repaired(text).as_deref().unwrap_or(text), right);
    }
}

#[test]
fn a_misread_signature_is_removed() {
    for (text, right) in [
        ("one\nï»¿two", "one\ntwo"),
        ("ï»¿one", "one"),
        ("oneï»¿two", "onetwo"),
        ("Ã¯Â»Â¿cafÃƒÂ©", "café"),
        ("ï»¿Ã©tÃ©", "été"),
    ] {
        assert_eq!(repaired(text).as_deref(), Some(right), "{text}");
    }
    let findings = findings("one ï»¿two");
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].fix, Fix::Replace(String::new()));
    assert!(
        findings[0].message.contains("is probably U+FEFF"),
        "{}",
        findings[0].message
    );
}
