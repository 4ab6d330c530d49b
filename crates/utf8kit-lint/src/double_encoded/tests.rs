//! Samples that the mistake itself makes from correct sentences, and correct text that resembles them.

mod sentences;

use super::*;
use sentences::SENTENCES;

/// Returns UTF-8 decoded as Latin-1.
fn as_latin_1(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

/// Returns UTF-8 decoded as Windows-1252, with its five undefined bytes as C1 controls.
fn as_windows_1252(text: &str) -> String {
    encoding_rs::WINDOWS_1252
        .decode_without_bom_handling(text.as_bytes())
        .0
        .into_owned()
}

fn repaired(text: &str) -> String {
    let mut repaired = text.to_owned();
    let runs: Vec<Run> = runs_in_text(text.as_bytes()).collect();
    for run in runs.iter().rev().filter(|run| run.is_cut || run.can_be_undone()) {
        repaired.replace_range(run.range.clone(), &run.meant);
    }
    repaired
}

/// Returns `text` with the mistake made in one passage of it.
fn partly(text: &str, passage: &str) -> String {
    let at = passage.as_ptr() as usize - text.as_ptr() as usize;
    format!(
        "{}{}{}",
        &text[..at],
        as_windows_1252(passage),
        &text[at + passage.len()..]
    )
}

/// Returns double-encoded texts made from correct ones: what was done, the result, the correct text.
fn samples(sentences: &[&str]) -> Vec<(&'static str, String, String)> {
    let mut samples = Vec::new();
    for &right in sentences {
        let right = right.to_owned();
        samples.push(("Latin-1", as_latin_1(&right), right.clone()));
        samples.push(("Windows-1252", as_windows_1252(&right), right.clone()));
        samples.push(("twice", as_windows_1252(&as_windows_1252(&right)), right.clone()));
        samples.push(("twice Latin-1", as_latin_1(&as_latin_1(&right)), right.clone()));
        for word in right.split(' ').filter(|word| !word.is_ascii()) {
            samples.push(("a word", partly(&right, word), right.clone()));
        }
    }
    let text = sentences.join("\n");
    for line in text.lines() {
        samples.push(("a line", partly(&text, line), text.clone()));
    }
    samples.push(("all", as_windows_1252(&text), text.clone()));
    samples
}

#[test]
fn the_mistake_is_found_and_undone() {
    let (mut all, mut all_mended) = (0, 0);
    for &(language, sentences) in SENTENCES {
        let samples = samples(sentences);
        let mut count = 0;
        let mut missed = Vec::new();
        for (how, wrong, right) in &samples {
            let runs = runs(wrong, 0, Repairs::default());
            for run in &runs {
                // Nothing is invented, and the mistake can be made again.
                assert!(
                    right.contains(&run.meant),
                    "{language}, {how}: {run:?} in {wrong:?}"
                );
                let windows = (0..run.times).fold(run.meant.clone(), |text, _| as_windows_1252(&text));
                let latin = (0..run.times).fold(run.meant.clone(), |text, _| as_latin_1(&text));
                assert!(
                    [windows, latin].contains(&wrong[run.range.clone()].to_owned()),
                    "{run:?}"
                );
                assert_eq!(
                    run.times,
                    if how.starts_with("twice") { 2 } else { 1 },
                    "{how}: {run:?}"
                );
            }
            if repaired(wrong) == *right {
                count += 1;
            } else {
                missed.push((how, wrong));
            }
        }
        all += samples.len();
        all_mended += count;
        assert!(
            count * 100 >= samples.len() * 90,
            "{language}: {count} of {}: {missed:#?}",
            samples.len()
        );
    }
    assert!(all > 900, "{all}");
    assert!(all_mended * 100 >= all * 97, "{all_mended} of {all}");
}

#[test]
fn correct_sentences_have_no_run() {
    for &(language, sentences) in SENTENCES {
        for text in sentences
            .iter()
            .flat_map(|text| [text.to_string(), text.to_uppercase(), text.to_lowercase()])
        {
            assert_eq!(runs(&text, 0, Repairs::default()), [], "{language}: {text}");
        }
        assert_eq!(
            runs(&sentences.join("\n"), 0, Repairs::default()),
            [],
            "{language}"
        );
    }
}

/// 5 MB of words in any order, in capitals or not, with every mark before and after them that occurs in print.
#[test]
fn correct_words_with_any_punctuation_have_no_run() {
    const BEFORE: &[&str] = &[
        "", "", "", "", "«", "« ", "„", "“", "‘", "‚", "(", "¿", "¡", "—", "»", "›", "”",
    ];
    const BEHIND: &[&str] = &[
        "", "", "", "", ",", ".", "!", "?", "…", "”", "“", "’", "‘", "’s", "»", " »", "»…", "”…", "«", "‹",
        "›", "—", "–", "®", "™", "©", "²", "°", "º", " !", " :", "»—", "…”", "“,", "—…", "†", "•", "·", "%",
        " €", "€",
    ];
    const PIECE: usize = 256 << 10;
    let mut state = 1u32;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    let mut len = 0;
    for &(language, sentences) in SENTENCES {
        let is_letter = |c: char| c.is_alphanumeric();
        let words: Vec<&str> = sentences
            .iter()
            .flat_map(|text| text.split(|c| !is_letter(c)))
            .filter(|word| !word.is_empty())
            .collect();
        let mut text = String::new();
        while text.len() < PIECE {
            let word = words[random(words.len())];
            text.push_str(BEFORE[random(BEFORE.len())]);
            match random(4) {
                0 => text.push_str(&word.to_uppercase()),
                _ => text.push_str(word),
            }
            text.push_str(BEHIND[random(BEHIND.len())]);
            text.push_str(if random(12) == 0 { ".\n" } else { " " });
        }
        len += text.len();
        assert_eq!(runs(&text, 0, Repairs::default()), [], "{language}");
    }
    assert!(len > 5_000_000, "{len}");
}

#[test]
fn odd_but_correct_text_has_no_run() {
    let latin_1: String = ('\u{A0}'..='\u{FF}').collect();
    let spaced: String = ('\u{A0}'..='\u{FF}').flat_map(|c| [c, ' ']).collect();
    let windows: String = (0x80..=0xFFu8)
        .map(|byte| encoding_rs::mem::decode_latin1(&[byte]).into_owned())
        .collect::<String>()
        + &encoding_rs::WINDOWS_1252
            .decode(&(0x80..=0xFF).collect::<Vec<u8>>())
            .0;
    let table: String = ('\u{A0}'..='\u{FF}')
        .map(|c| format!("{:02X}\t{c}\t&#{};\n", u32::from(c), u32::from(c)))
        .collect();
    let texts = [
        &latin_1,
        &spaced,
        &windows,
        &table,
        // Capitals before characters that may follow them.
        "!YO SÉ¡ NO SÉ¿",
        "NÃO, IRMÃ— ISSO NÃO! MANHÃ” E “AMANHÃ”… IRMÃ’S LÃ® MAÇÃ™ ROMÃ° SÃ²",
        "ÎN ROMÂNIA ESTE O STÂNCĂ. „Â” ȘI „Ă” SUNT LITERE; Â, Î ȘI Ș.",
        "TIẾNG VIỆT CÓ CÁC CHỮ Ă, Â, Đ, Ê, Ô, Ơ, Ư. „Â“ «Â» ‘Â’ Â®",
        "GRÖSSE UND MASSE: „Ä“, „Ö“, „Ü“, »Ä«, ›Ö‹, ‚Ü‘. DIE ÄÖÜ…",
        "Der Buchstabe „Ä“ steht vor „B“, das ‚å‘ in „Å“ und «Å».",
        "“Å” is a unit, 5 Å… and 10 Å–12 Å; Å™ is not. È… é vero. É—ou não. Â·Ê·Î",
        // Small letters before closing marks.
        "«está»… «está»—dijo— «mamá»” y «papá»’. ¿«Está»? «Qué»–",
        "« Qualité », « cité »… « été » ; il s’agit de « café ». À « l’été » !",
        "„naivé“… ‚café‘™ “là”… ”så”— è»… ã”… ñ”— é®© à™®",
        // Quoted letters, lists, keyboards, alphabets.
        "Ä,Ö,Ü,ä,ö,ü,ß,€ ÄÖÜäöüß§ áéíóúñÁÉÍÓÚÑ¿¡ éèçàù§£µ çÇ«» [a-zÀ-ÖØ-öø-ÿ] [a-zÄÖÜäöüß]",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ abcdefghijklmnopqrstuvwxyzåäö ÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķ",
        "~A Ã ¨A Ä `A À 'A Á ^A Â | ~AÃ ¨AÄ `AÀ 'AÁ ^AÂ °AÅ",
        // Boxes, mathematics, money, phonetics.
        "├── â\n│   └── ê\n┌─┬─┐ ∀x∈ℝ: ⌈x⌉ = −⌊−x⌋, α ∧ ¬β = ¬(¬α ∨ β) ≤ ≥ ≠ ± × ÷ 3×4 £5 ¥6 ¢7 €8 20 °C ½ ¼ µm",
        "/ˈkæt/ [ɑːtˈɛ] ʻokina Ã̃ é̂ naïveté Ångström’s Øre ÆØÅ ÞÐ Ñandú Çedilla",
        "résumé® café™ 10º 1ª 2² voilà… là–bas déjà—vu Zürich’s señor• ça†",
        // Emoji, ideographs, and marks in other scripts.
        "👩‍👩‍👧‍👦 🇩🇪 ❤️ 1️⃣ «Привет» — „Здравей“ … 「日本」『語』（한국）»“”…",
        // An initial signature, replacement characters, noncharacters.
        "\u{FEFF}text \u{FFFD}\u{FFFD} \u{FDD0}",
    ];
    for text in texts {
        assert_eq!(runs(text, 0, Repairs::default()), [], "{text}");
    }
}

/// One word is misread, and what stands beside it is right.
#[test]
fn a_word_beside_right_letters_is_undone() {
    for (wrong, right) in [
        ("Stra\u{DF}e caf\u{C3}\u{A9} gro\u{DF}", "Straße café groß"),
        (
            "Stra\u{DF}e caf\u{C3}\u{A9} 5 \u{20AC} gro\u{DF}",
            "Straße café 5 € groß",
        ),
    ] {
        assert_eq!(repaired(wrong), right);
    }
}

#[test]
fn examples_have_no_run() {
    for text in [
        "If you see `cafÃ©`, something went wrong.",
        "`Ã©` and `â€™` are what is left of it.",
        "You get Ã© where é was meant.",
        "It says “cafÃ©” instead of “café”.",
        "assert_eq!(mend(\"cafÃ©\"),\n    \"café\");",
        "// Prints: un cafÃ© noir\nprint(text)\n// Prints: un café noir\n",
        "| â€™ | ’ |\n| â€œ | “ |",
        "A quotation mark becomes â€™ or â€œ then; a letter (Ã©), \"Ã±\".",
        "naïve → naÃ¯ve, and also fÃ¼r",
        "Si certains symboles semblent remplacés par « Ã© », «\u{A0}Ã¨\u{A0}» ou «Ã§», le texte est encodé en UTF-8.",
    ] {
        assert_eq!(runs(text, 0, Repairs::default()), [], "{text}");
    }
    // The same words, but not compared.
    for (wrong, right) in [
        ("{\"name\": \"cafÃ©\"}", "{\"name\": \"café\"}"),
        (
            "Un caf\u{C3}©.\nDeux.\nDeux cafés.",
            "Un café.\nDeux.\nDeux cafés.",
        ),
        ("cafÃ©;thÃ©;donâ€™t", "café;thé;don’t"),
    ] {
        assert_eq!(repaired(wrong), right);
    }
}

/// All of the text around them went through the encoding, so most words are not compared with others.
#[cfg(feature = "legacy")]
#[test]
fn examples_in_text_that_was_misread_have_no_run() {
    let sentence = as_windows_1252("Déjà à Noël, l’été où l’on a brûlé ça, dîné et fêté à côté. ");
    let misread = sentence.repeat(40);
    let quoted = format!("{misread}`caf\u{C3}\u{A9}` {misread}");
    // The correct form stands behind 2 KiB all of which was misread.
    let mut compared = misread[..2048 - 60].to_owned();
    compared.truncate(compared.rfind(' ').unwrap());
    let padding = "x".repeat(2048 - " caf\u{C3}\u{A9} ".len() - compared.len());
    compared = format!("{compared}{padding} caf\u{C3}\u{A9} ");
    assert_eq!(compared.len(), 2048);
    compared.push_str("(café) or not");
    compared.push_str(&", and so on".repeat(20));
    for text in [quoted, compared] {
        let at = text.find("caf").unwrap();
        let runs: Vec<Run> = runs_in_text(text.as_bytes()).collect();
        assert!(
            !runs.is_empty() && runs.iter().all(|run| !run.range.contains(&(at + 3))),
            "{runs:?}"
        );
    }
}

#[test]
fn a_run_has_its_range_and_its_meaning() {
    let text = "Un caf\u{C3}© noir, et un \u{C3}©t\u{C3}© chaud.\nNa\u{C3}\u{192}\u{C2}¯ve";
    let run = |passage: &str, meant: &str, times| {
        let start = text.find(passage).unwrap();
        Run {
            range: start..start + passage.len(),
            meant: meant.to_owned(),
            times,
            through: Through::WINDOWS_1252,
            is_cut: false,
            is_restored: false,
            doubt: None,
            encodings: Encodings::ALL,
            readings: Vec::new(),
            evidence: Encodings::ALL,
            units: Vec::new(),
            why: None,
        }
    };
    let without_units = |run| Run {
        units: Vec::new(),
        encodings: Encodings::ALL,
        evidence: Encodings::ALL,
        ..run
    };
    let found: Vec<Run> = runs(text, 0, Repairs::default())
        .into_iter()
        .map(without_units)
        .collect();
    assert_eq!(
        found,
        [
            run("\u{C3}©", "é", 1),
            run("\u{C3}©t\u{C3}©", "été", 1),
            run("\u{C3}\u{192}\u{C2}¯", "ï", 2)
        ]
    );
}

#[test]
fn windows_of_a_text_yield_the_same_runs() {
    // Text further away than `DECIDES` changes nothing.
    let mut text = String::new();
    for i in 0..40 {
        for (_, sentences) in SENTENCES.iter().take(6) {
            let sentence = sentences[i % sentences.len()];
            text.push_str(&if i % 5 == 3 {
                as_windows_1252(sentence)
            } else {
                sentence.to_owned()
            });
            text.push_str(if i % 2 == 0 { " " } else { "\n" });
        }
    }
    let whole = runs(&text, 0, Repairs::default());
    assert!(whole.len() > 40);
    let margin = DECIDES;
    for start in (0..text.len()).step_by(777) {
        let from = utf8::floor_boundary(text.as_bytes(), start.saturating_sub(margin));
        let to = utf8::ceil_boundary(text.as_bytes(), start + 777 + margin);
        let body = start..start + 777;
        let seen: Vec<Run> = runs(&text[from..to], from, Repairs::default())
            .into_iter()
            .map(|run| Run {
                range: run.range.start + from..run.range.end + from,
                ..run
            })
            .filter(|run| body.contains(&run.range.start))
            .collect();
        let expected: Vec<Run> = whole
            .iter()
            .filter(|run| body.contains(&run.range.start))
            .cloned()
            .collect();
        assert_eq!(seen, expected);
    }
}

#[test]
fn long_lines_take_linear_time() {
    // Would not end if a line's length counted twice.
    let sentence = "这本书放在桌子上咖啡已经凉了";
    let wrong = as_windows_1252(sentence);
    let text = format!("{sentence}{wrong}").repeat(20_000);
    assert_eq!(runs(&text, 0, Repairs::default()).len(), 20_000);
    let words = format!("{} ", as_windows_1252("für Häuser à café")).repeat(20_000);
    assert_eq!(repaired(&words), "für Häuser à café ".repeat(20_000));
}

#[test]
fn each_passage_of_bytes_is_judged_by_itself() {
    let bytes = [
        "caf\u{C3}\u{A9} ".as_bytes(),
        b"\xFF",
        "caf\u{C3}\u{A9}".as_bytes(),
    ]
    .concat();
    let found: Vec<_> = runs_in(&bytes, 0, Repairs::default())
        .into_iter()
        .map(|run| (run.range, run.meant))
        .collect();
    assert_eq!(found, [(3..7, "é".to_owned()), (12..16, "é".to_owned())]);
}

/// Sentences, and the encodings that they are found through as a whole.
const THROUGH: &[(&str, &[&str])] = &[
    (
        "Die Häuser größerer Städte, für Gäste gebaut",
        &[
            "windows-1250",
            "windows-1251",
            "windows-1257",
            "macintosh",
            "IBM437",
            "IBM850",
            "KOI8-R",
        ],
    ),
    (
        "une idée de fête, très chère, n’arrive pas",
        &["windows-1250", "macintosh", "IBM437", "KOI8-R"],
    ),
    ("Zażółć gęślą jaźń, a potem wróć", &["windows-1250", "IBM437"]),
    (
        "Příliš žluťoučký kůň úpěl ďábelské ódy",
        &["windows-1250", "IBM437"],
    ),
    (
        "Привет, друзья! Сегодня хорошая погода",
        &["windows-1251", "KOI8-R", "IBM437"],
    ),
    ("Mūsų gražiausia upė, mėlynas žiedas", &["windows-1257"]),
    ("那天，他们说的话很少", &["GBK"]),
    ("こんにちは、せかいのともだち", &["Shift_JIS"]),
];

#[test]
fn text_through_other_encodings_is_found_and_undone() {
    for (right, encodings) in THROUGH {
        for &through in *encodings {
            let wrong = Through::named(through).decode(right);
            assert_eq!(repaired(&wrong), *right, "{through}: {wrong}");
        }
    }
}

#[test]
fn a_passage_that_is_clear_is_not_in_doubt_for_the_next() {
    let (one, next) = (
        "В начале лета мы поехали на дачу, где уже цвели яблони и пахло мокрой травой после дождя. Вечером пили чай на веранде.",
        "Още преди изгрев старецът слезе към реката, защото знаеше, че там водата е най-бистра и рибата идва близо до брега.",
    );
    let wrong = [
        Through::named("IBM855").decode(one),
        Through::named("KOI8-R").decode(next),
    ]
    .join("\n");
    assert_eq!(repaired(&wrong), [one, next].join("\n"));
}

#[test]
fn passages_through_two_encodings_that_share_letters_are_undone() {
    let (one, next) = (
        "Příliš žluťoučký kůň úpěl ďábelské ódy, zatímco děti šly k řece a starší bratři hledali ztracenou loďku, kterou zanesl proud.",
        "Zażółć gęślą jaźń, powiedziała babcia, i wszyscy się śmiali aż do późnej nocy, choć księżyc świecił już słabo nad łąką.",
    );
    let wrong = [
        Through::named("windows-1252").decode(one),
        Through::named("ISO-8859-2").decode(next),
    ]
    .join("\n");
    assert_eq!(repaired(&wrong), [one, next].join("\n"));
}

#[test]
fn a_span_that_goes_on_in_a_strange_cell_is_undone() {
    // Where only its first letter is in the first cell, only the second one has strange steps.
    let wrong = Through::named("windows-1251").decode("Привет");
    for spaces in 240..260 {
        let around = |word: &str| [&" ".repeat(spaces), word, " and more"].concat();
        assert_eq!(repaired(&around(&wrong)), around("Привет"), "{spaces}");
    }
}

#[test]
fn a_letter_is_undone_by_what_is_near_it() {
    let sentence = "Zażółć gęślą jaźń, powiedziała babcia, i wszyscy się śmiali aż do późnej nocy, choć księżyc świecił już słabo.";
    let through = |text: &str| Through::named("ISO-8859-2").decode(text);
    let filler = "and so on, ".repeat(24);
    let wrong = [&through(sentence), "\n", &filler, &through("aż"), "\n"].concat();
    assert_eq!(repaired(&wrong), [sentence, "\n", &filler, "aż\n"].concat());
    // By itself it says too little.
    let alone = [&filler, &through("aż"), "\n"].concat();
    assert_eq!(repaired(&alone), alone);
}

/// The characters of GBK in the order of their bytes are those of Greek and Cyrillic letters, one after the other.
#[test]
fn a_table_of_an_encoding_is_not_undone() {
    let through = |text: &str| Through::named("GBK").decode(text);
    for first in [0x391, 0x3C0, 0x410, 0x440] {
        let letters: String = (first..first + 12).filter_map(char::from_u32).collect();
        let text = format!(
            "[\"{}\",4,\"{}\"]\n",
            through(&letters[..12]),
            through(&letters[12..])
        );
        assert_eq!(runs(&text, 0, Repairs::default()), [], "{text}");
    }
    let right = "Привет, друзья! Сегодня хорошая погода";
    assert_eq!(repaired(&through(right)), right);
}

/// 甜甜甜 is `żżż` in EUC-JP: one coincidence, and not three.
#[test]
fn a_character_that_is_repeated_is_not_undone() {
    for text in [
        "甜甜甜",
        "哦哦哦哦",
        "说：哦哦哦",
        "町町町町",
        "脛脚脛脚脛脚",
        "産産産\n産産産",
        "芒芒芒，芒芒芒",
    ] {
        let lines = format!("{text}\n{}", "call cursor(1, 1)\n".repeat(40));
        assert_eq!(runs(text, 0, Repairs::default()), [], "{text}");
        assert_eq!(runs(&lines, 0, Repairs::default()), [], "{text}");
    }
    // Beside what leaves no doubt, it is.
    let right = "Привет, друзья! Сегодня хорошая погода, ааа";
    let wrong = Through::named("GBK").decode(right);
    assert!(wrong.ends_with("邪邪邪"), "{wrong}");
    assert_eq!(repaired(&wrong), right);
}

/// The flags of a Hunspell dictionary and a ligature in hyphenation patterns are the bytes of letters that no Latin word has.
#[test]
fn a_foreign_letter_in_a_latin_word_is_not_undone() {
    for text in [
        "derivar/REDÀÄ",
        "derretir/XDÀñ",
        "soplar/REDÂÄÅÍñò",
        "tostar/IRDÀÆ",
        "ﬁü2gé\nﬁü2ra\nﬁü2rá",
        "ﬁí2ro",
        "vorto/Aµìø",
        "vorto/LßªáB",
    ] {
        let lines = format!("{text}\n{}", "palabra/RED\n".repeat(40));
        assert_eq!(runs(text, 0, Repairs::default()), [], "{text}");
        assert_eq!(runs(&lines, 0, Repairs::default()), [], "{text}");
    }
    // Punctuation stands between words.
    assert_eq!(repaired("Ningboï¼ŒChina"), "Ningbo，China");
}

/// Returns `text` with each two of its bytes as a code unit of UTF-16.
fn as_utf_16(text: &str, name: &str) -> String {
    let even = match text.len() % 2 {
        0 => text.to_owned(),
        _ => format!("{text}\n"),
    };
    Through::named(name).decode(&even)
}

#[test]
fn text_through_utf_16_is_found_and_undone() {
    let (mut all, mut undone) = (0, 0);
    for &(language, sentences) in SENTENCES {
        for name in ["UTF-16LE", "UTF-16BE"] {
            let right = sentences.join("\n");
            // What would be half of a pair of surrogates is lost.
            let units = right.as_bytes().chunks(2).map(|pair| match name {
                "UTF-16LE" => pair[pair.len() - 1],
                _ => pair[0],
            });
            if units.into_iter().any(|high| matches!(high, 0xD8..=0xDF)) {
                continue;
            }
            let wrong = as_utf_16(&right, name);
            let meant = repaired(&wrong);
            all += 1;
            undone += usize::from(meant.trim_end() == right);
            assert!(
                meant.trim_end() == right || meant == wrong,
                "{language}, {name}: {meant}"
            );
        }
    }
    assert!(all > 20 && undone * 20 >= all * 19, "{undone} of {all}");
}

#[test]
fn fields_that_went_through_utf_16_are_undone_as_a_whole() {
    for (right, name) in [
        ("Bush hid the facts", "UTF-16LE"),
        ("München ist groß", "UTF-16BE"),
        ("Сегодня хорошая погода", "UTF-16LE"),
    ] {
        let field = |text: &str| format!("id;{text};42\n");
        assert_eq!(repaired(&field(&as_utf_16(right, name))), field(right), "{name}");
    }
    // A signature before all of it, and half a character behind it, stay.
    let wrong = format!("\u{FEFF}{}\u{FFFD}", as_utf_16("Bush hid the facts", "UTF-16LE"));
    assert_eq!(repaired(&wrong), "\u{FEFF}Bush hid the facts\u{FFFD}");
}

/// Each of these is two bytes of ASCII, too, or letters of UTF-8.
#[test]
fn ideographs_that_are_bytes_of_text_are_not_undone() {
    let row = |first: u32| (first..first + 16).filter_map(char::from_u32).collect::<String>();
    let chart: String = (0x41..0x7A).map(|high| row(high << 8 | 0x61) + "\n").collect();
    let hangul: String = (0xD0B0..0xD0C0).filter_map(char::from_u32).collect();
    for text in [
        &chart,
        &hangul,
        "慢慧慾懃懇",
        "整数 数据 敏捷 散步 敦煌 数字 教授 敬意",
        "潮湿 潔癖 潜在 潤滑 漫步 漠然 漢字 漸漸",
        "捡起 据说 换取 捷径 掉落 排列 接着 推荐",
        "═══╔═╦═╗╚═╩═╝══════════════",
        "€€€ ‰‰‰ ‹‹‹ ℃℃℃ ⅔⅔⅔ ∠∠∠ ≡≡≡≡≡≡",
    ] {
        assert_eq!(runs(text, 0, Repairs::default()), [], "{text}");
        let likely = Repairs {
            likely: true,
            ..Repairs::default()
        };
        assert_eq!(runs(text, 0, likely), [], "{text}");
    }
}

/// `⪨` is three letters of text in IBM866 that was decoded as windows-1252, and the others are as rare.
#[test]
fn a_sign_that_nobody_writes_is_not_meant() {
    for text in ["âª¨", "\u{A0}âª¨ Ã©", "word âª¨ word", "âŋŋ", "( o¬ô )"] {
        let found = runs(text, 0, Repairs::default());
        let is_rare = |run: &Run| run.meant.contains(['⪨', '\u{2FFF}', '\u{99}']);
        assert!(
            !found.iter().any(|run| run.can_be_undone() && is_rare(run)),
            "{text}"
        );
    }
}

#[test]
fn lost_bytes_make_a_run_that_cannot_be_undone() {
    for (text, cut) in [
        ("he said â€œyesâ€\u{FFFD} and left", "â€\u{FFFD}"),
        ("\u{D0}\u{FFFD}Ð½Ð½Ð°", "\u{D0}\u{FFFD}"),
        ("es ca\u{C3}\u{FFFD} muy", "\u{C3}\u{FFFD}"),
        ("dÃ©jÃ vu", "Ã "),
    ] {
        let found = runs(text, 0, Repairs::default());
        let shown: Vec<&str> = found
            .iter()
            .filter(|run| run.is_cut)
            .map(|run| &text[run.range.clone()])
            .collect();
        assert_eq!(shown, [cut], "{text}");
    }
}

#[test]
fn spaces_after_a_capital_and_punctuation_between_words_are_undone() {
    for (wrong, right) in [
        ("voilÃ  le chat", "voilà le chat"),
        ("wordâ€”word", "word—word"),
        ("c’est-Ã\u{A0}-dire", "c’est-à-dire"),
        ("Ã\u{A0} la mode", "à la mode"),
    ] {
        assert_eq!(repaired(wrong), right);
    }
    for right in ["NÃO, IRMÃ E MANHÃ ", "the letter Ã is used", "À Á Â Ã Ä Å"] {
        assert_eq!(runs(right, 0, Repairs::default()), [], "{right}");
    }
}

#[test]
fn a_part_has_the_units_that_begin_before_its_end() {
    let text = as_windows_1252("é, é");
    let run = runs(&text, 0, Repairs::default()).remove(0);
    assert_eq!((run.range.clone(), run.units.len()), (0..text.len(), 2));
    let second = run.units[1].at;
    for (to, meant, is_all) in [(1, "é", false), (second, "é", false), (second + 1, "é, é", true)] {
        let part = run.part(0, to, false).unwrap();
        assert_eq!((&*part.run.meant, part.is_all), (meant, is_all), "{to}");
    }
    let part = run.part(0, second, true).unwrap();
    assert_eq!((&*part.run.meant, part.run.range), ("é, ", 0..second));
}

#[test]
fn runs_do_not_depend_on_blocks() {
    let long = as_windows_1252("été à Noël, ").repeat(400);
    let twice = as_windows_1252(&as_windows_1252("déjà vu ")).repeat(40);
    let others = "caf\u{2021}, n\u{2039}ve et \u{E9}t\u{E9}\n".repeat(40);
    let text = [
        &long,
        "une phrase sans faute, assez longue pour séparer\n",
        &twice,
        &others,
        &as_windows_1252("«Привет», мир\n").repeat(60),
        &as_windows_1252("Ã demain"),
    ]
    .concat();
    let undone = |runs: &[Run]| {
        let mut undone = text.clone();
        for run in runs.iter().rev().filter(|run| run.can_be_undone()) {
            undone.replace_range(run.range.clone(), &run.meant);
        }
        undone
    };
    let whole = runs_in(text.as_bytes(), 0, Repairs::default());
    let expected = undone(&whole);
    assert!(expected.len() < text.len() - 2000);
    for body_len in [61, 100, 513, 1000, 2048, 4096, text.len()] {
        let runs: Vec<Run> = runs_of_blocks(text.as_bytes(), body_len, Repairs::default()).collect();
        assert!(
            runs.windows(2)
                .all(|pair| pair[0].range.end <= pair[1].range.start)
        );
        assert_eq!(undone(&runs), expected, "{body_len}");
        let long: Vec<_> = whole.iter().filter(|run| run.range.len() > REACH).collect();
        let others = whole.iter().filter(|run| run.range.len() <= REACH);
        assert!(others.clone().count() > 2 && !long.is_empty());
        for run in others {
            assert!(
                runs.iter()
                    .any(|other| (&other.range, &other.meant) == (&run.range, &run.meant)),
                "{run:?}"
            );
        }
    }
}

/// What follows a block decides about the last of what it has.
#[test]
fn a_word_that_a_block_ends_in_is_judged_as_a_whole() {
    let long = as_windows_1252("été à Noël, ").repeat(160);
    let before = format!("{long}no\u{C3}«llll");
    let text = format!("{before}ll\u{C3}ß fin");
    let undone = |body_len| {
        let mut undone = text.clone();
        let runs: Vec<Run> = runs_of_blocks(text.as_bytes(), body_len, Repairs::default()).collect();
        for run in runs.iter().rev().filter(|run| run.can_be_undone()) {
            undone.replace_range(run.range.clone(), &run.meant);
        }
        undone
    };
    let expected = undone(text.len());
    assert!(expected.starts_with("été à Noël, été") && expected.ends_with(&text[before.len() - 9..]));
    assert_eq!(undone(before.len() - MARGIN), expected);
}

#[test]
fn a_signature_before_right_text_is_removed() {
    let right = [
        "id,name\n1,José\n",
        "<?php\n",
        "\"id\"\nПривет, мир\n",
        "标题：无名\n",
        "été",
    ];
    // Those of other encodings stand beside text that is not strange enough to be examined.
    for name in ["windows-1252", "ISO-8859-1", "windows-1251", "macintosh"] {
        let through = Through::named(name);
        let signature = through.decode("\u{FEFF}i");
        for right in right {
            let wrong = format!("{signature}{right}");
            assert_eq!(repaired(&wrong), format!("i{right}"), "{wrong} {name}");
        }
    }
    for right in ["ï»¿ is a signature, as in José", "ï» ¿a José"] {
        assert_eq!(repaired(right), right);
    }
}
