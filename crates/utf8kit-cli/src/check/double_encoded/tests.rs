//! Samples made by the mistake itself from right sentences, and right text of the kind that resembles it.

use super::*;

/// Right sentences, by language.
const SENTENCES: &[(&str, &[&str])] = &[
    (
        "French",
        &[
            "L’été dernier, nous avons déjeuné près de l’église ; c’était très agréable, même sous la pluie.",
            "« Où êtes-vous allés ? » demanda la mère, inquiète. « À l’école », répondit-elle, gênée.",
            "Le café coûte 2,50 € à Besançon — un prix honnête, paraît-il, pour un goûter de Noël.",
            "Sa sœur a reçu un bœuf en gelée et des œufs brouillés ; ça lui a plu énormément.",
        ],
    ),
    (
        "German",
        &[
            "Die Straße führt über die Brücke zum schönen Münster, das früher größer gewesen sein muß.",
            "„Können Sie mir helfen?“, fragte die Ärztin – und lächelte müde über ihre Übermüdung.",
            "Für 3 € gibt es Brötchen, Käse und süßen Tee; Öl und Äpfel kosten etwas mehr…",
            "Der Bär schläft in der Höhle, während draußen Stürme über die Wälder ziehen.",
        ],
    ),
    (
        "Spanish",
        &[
            "¿Qué quiere usted? —preguntó el señor Núñez—. ¡Mañana será otro día!",
            "El niño comió una piña pequeña en el jardín y después corrió hacia la montaña.",
            "La reunión empezó a las diez; según él, «todo está listo» y costará 20 €.",
            "Mi corazón está en Málaga, aunque viví muchos años más allá del océano.",
        ],
    ),
    (
        "Portuguese",
        &[
            "Não há razão para tanta preocupação: amanhã as crianças já estarão em São Paulo.",
            "A avó pôs a mesa, e o avô trouxe pães, maçãs e um chá de limão — que delícia!",
            "“Você está atrasado”, disse a irmã. Às três horas, a porta já não se abria.",
            "O coração da nação são as suas gerações; ninguém o dirá com mais emoção.",
        ],
    ),
    (
        "Italian",
        &[
            "La città è più bella di così? Perché no: lunedì andrò a vederla, se potrò.",
            "«Dov’è il caffè?» chiese Niccolò. «È già finito», rispose papà con un po’ di pietà.",
            "Il tè costa 3 €, però la qualità è buona — c'è chi lo beve lì ogni martedì.",
        ],
    ),
    (
        "Polish",
        &[
            "Zażółć gęślą jaźń, powiedziała babcia, i wszyscy się śmiali aż do późnej nocy.",
            "„Dzień dobry” – rzekł Łukasz. – „Gdzie są moje książki i zeszyty?”",
            "Żółw idzie ścieżką przez łąkę, ponieważ chce dojść do źródła przed świtem.",
        ],
    ),
    (
        "Czech",
        &[
            "Příliš žluťoučký kůň úpěl ďábelské ódy, zatímco děti šly k řece.",
            "„Kde je můj klíč?“ zeptal se Jiří. Šárka neodpověděla a četla dál…",
            "Český překlad vyšel v březnu; čtenáři ho přijali s nadšením a vděčností.",
        ],
    ),
    (
        "Romanian",
        &[
            "Țara noastră își păstrează obiceiurile și cântecele, iar bătrânii le învață pe de rost.",
            "„Unde ați fost?” întrebă mama, îngrijorată. Apoi zâmbi și așeză masa.",
            "În pădure, lângă pârâu, trăia odată un urs bătrân și înțelept.",
        ],
    ),
    (
        "Turkish",
        &[
            "Dün akşam çok güzel bir oyun gördük; ışıklar sönünce herkes ağladı.",
            "“Nereye gidiyorsunuz?” diye sordu öğretmen. Çocuklar gülüştü ve koştular.",
            "İstanbul’da yağmur yağıyor, şemsiyemi unuttuğum için ıslandım.",
        ],
    ),
    (
        "Vietnamese",
        &[
            "Hôm qua chúng tôi đã đến rạp hát và xem một vở kịch mới rất hay.",
            "“Bạn có khỏe không?” cô ấy hỏi. Anh ấy mỉm cười rồi bước đi trong mưa.",
            "Tiếng Việt có nhiều dấu; người nước ngoài thường thấy rất khó học.",
        ],
    ),
    (
        "Swedish",
        &[
            "Räven hoppade över ån och försvann in i den mörka skogen på andra sidan.",
            "”Går det bra?” frågade läkaren – men ingen svarade, så hon gick därifrån.",
            "Året därpå köpte vi ett hus på Öland för nästan två miljoner kronor.",
        ],
    ),
    (
        "Icelandic",
        &[
            "Það var einu sinni maður sem átti þrjá syni og lítið hús við sjóinn.",
            "„Hvað ætlar þú að gera?“ spurði hún. Hann þagði og horfði út á fjörðinn.",
            "Ísland er eyja í Atlantshafi þar sem jöklar og eldfjöll mætast.",
        ],
    ),
    (
        "Greek",
        &[
            "Χθες το βράδυ πήγαμε στο θέατρο και είδαμε ένα καινούργιο έργο.",
            "«Πού πήγες;» ρώτησε η μητέρα. Εκείνος χαμογέλασε και δεν απάντησε…",
            "Η θάλασσα ήταν ήρεμη – ο ουρανός γαλάζιος και ο ήλιος έκαιγε.",
        ],
    ),
    (
        "Russian",
        &[
            "Вчера вечером мы пошли в театр и смотрели новую пьесу до поздней ночи.",
            "«Куда вы идёте?» — спросила она. Никто не ответил, и дверь закрылась.",
            "Хлеб стоит 50 ₽, а молоко — ещё дороже; так говорят в нашем городе.",
        ],
    ),
    (
        "Ukrainian",
        &[
            "Учора ввечері ми ходили до театру й дивилися нову виставу про кохання.",
            "«Їжак їсть яблуко», – сказала дівчинка. Усі засміялися, і вона теж.",
            "Київ стоїть на Дніпрі; навесні там цвітуть каштани на кожній вулиці.",
        ],
    ),
    (
        "Arabic",
        &[
            "ذهبنا مساء أمس إلى المسرح وشاهدنا مسرحية جديدة أعجبتنا كثيرا.",
            "«إلى أين تذهب؟» سألت الأم، فابتسم الولد ولم يجب بشيء.",
            "الكتاب على الطاولة، والقهوة باردة منذ الصباح.",
        ],
    ),
    (
        "Hebrew",
        &[
            "אתמול בערב הלכנו לתיאטרון וראינו הצגה חדשה שמצאה חן בעינינו.",
            "”לאן אתה הולך?” שאלה האם – והילד חייך ולא ענה לה דבר.",
            "הספר מונח על השולחן, והקפה כבר התקרר מזמן.",
        ],
    ),
    (
        "Hindi",
        &[
            "कल शाम हम लोग नाटक देखने गए और हमें वह बहुत अच्छा लगा।",
            "“आप कहाँ जा रहे हैं?” माँ ने पूछा। लड़का मुस्कुराया और चला गया।",
            "किताब मेज़ पर रखी है और चाय ठंडी हो चुकी है।",
        ],
    ),
    (
        "Chinese",
        &[
            "昨天晚上我们去剧院看了一出新戏，大家都非常喜欢。",
            "“你要去哪里？”母亲问道。孩子笑了笑，没有回答……",
            "这本书放在桌子上，咖啡已经凉了。",
        ],
    ),
    (
        "Japanese",
        &[
            "昨日の夜、私たちは劇場に行って新しい芝居を見ました。",
            "「どこへ行くの？」と母が聞いた。少年は笑って答えなかった。",
            "本は机の上にあり、コーヒーはもう冷めている。",
        ],
    ),
    (
        "Korean",
        &[
            "어제 저녁에 우리는 극장에 가서 새로운 연극을 보았습니다.",
            "“어디로 가십니까?” 어머니가 물었다. 아이는 웃기만 하고 대답하지 않았다.",
            "책은 책상 위에 놓여 있고 커피는 이미 식었습니다.",
        ],
    ),
    (
        "English",
        &[
            "“Don’t,” she said — and didn’t. It wasn’t the kids’ fault… or was it?",
            "• First, pay £5 or €6 – then wait 10° west of the café, 😀 please 🎉!",
            "See 17 U.S.C. § 101 et seq., and § 5, or ask.",
            "The naïve façade of the Brontë museum™ → worth seeing © 2020 by its owners.",
        ],
    ),
];

/// UTF-8 read as Latin-1.
fn as_latin_1(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

/// UTF-8 read as Windows-1252, with the five bytes that it leaves undefined as C1 controls.
fn as_windows_1252(text: &str) -> String {
    encoding_rs::WINDOWS_1252
        .decode_without_bom_handling(text.as_bytes())
        .0
        .into_owned()
}

fn mended(text: &str) -> String {
    let mut mended = text.to_owned();
    for run in runs(text).iter().rev() {
        mended.replace_range(run.range.clone(), &run.meant);
    }
    mended
}

/// `text` with the mistake made in one stretch of it.
fn partly(text: &str, stretch: &str) -> String {
    let at = stretch.as_ptr() as usize - text.as_ptr() as usize;
    format!(
        "{}{}{}",
        &text[..at],
        as_windows_1252(stretch),
        &text[at + stretch.len()..]
    )
}

/// Wrong texts that were made from a right one.
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
fn finds_the_mistake() {
    let (mut all, mut all_mended) = (0, 0);
    for &(language, sentences) in SENTENCES {
        let samples = samples(sentences);
        let mut count = 0;
        let mut missed = Vec::new();
        for (how, wrong, right) in &samples {
            let runs = runs(wrong);
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
            if mended(wrong) == *right {
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
fn leaves_right_sentences_alone() {
    for &(language, sentences) in SENTENCES {
        for text in sentences
            .iter()
            .flat_map(|text| [text.to_string(), text.to_uppercase(), text.to_lowercase()])
        {
            assert_eq!(runs(&text), [], "{language}: {text}");
        }
        assert_eq!(runs(&sentences.join("\n")), [], "{language}");
    }
}

/// Words in any order, in capitals or not, with every mark before and behind them that occurs in print: 5 MB of it.
#[test]
fn leaves_right_words_with_any_punctuation_alone() {
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
        assert_eq!(runs(&text), [], "{language}");
    }
    assert!(len > 5_000_000, "{len}");
}

#[test]
fn leaves_what_looks_odd_alone() {
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
        // Capitals before what may stand behind them.
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
        assert_eq!(runs(text), [], "{text}");
    }
}

#[test]
fn leaves_examples_alone() {
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
    ] {
        assert_eq!(runs(text), [], "{text}");
    }
    // The same words, but nobody compares them.
    for (wrong, right) in [
        ("{\"name\": \"cafÃ©\"}", "{\"name\": \"café\"}"),
        (
            "Un caf\u{C3}©.\nDeux.\nDeux cafés.",
            "Un café.\nDeux.\nDeux cafés.",
        ),
        ("cafÃ©;thÃ©;donâ€™t", "café;thé;don’t"),
    ] {
        assert_eq!(mended(wrong), right);
    }
}

#[test]
fn tells_the_run() {
    let text = "Un caf\u{C3}© noir, et un \u{C3}©t\u{C3}© chaud.\nNa\u{C3}\u{192}\u{C2}¯ve";
    let run = |stretch: &str, meant: &str, times| {
        let start = text.find(stretch).unwrap();
        Run {
            range: start..start + stretch.len(),
            meant: meant.to_owned(),
            times,
        }
    };
    assert_eq!(
        runs(text),
        [
            run("\u{C3}©", "é", 1),
            run("\u{C3}©t\u{C3}©", "été", 1),
            run("\u{C3}\u{192}\u{C2}¯", "ï", 2)
        ]
    );
}

#[test]
fn windows_of_a_text_show_the_same() {
    // What lies further away than `REACH` changes nothing.
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
    let whole = runs(&text);
    assert!(whole.len() > 40);
    let margin = 2 * REACH;
    for start in (0..text.len()).step_by(777) {
        let from = utf8::floor_boundary(text.as_bytes(), start.saturating_sub(margin));
        let to = utf8::ceil_boundary(text.as_bytes(), start + 777 + margin);
        let body = start..start + 777;
        let seen: Vec<Run> = runs(&text[from..to])
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
fn long_lines_take_no_longer() {
    // Would not end if a line's length counted twice.
    let sentence = "这本书放在桌子上咖啡已经凉了";
    let wrong = as_windows_1252(sentence);
    let text = format!("{sentence}{wrong}").repeat(20_000);
    assert_eq!(runs(&text).len(), 20_000);
    let words = format!("{} ", as_windows_1252("für Häuser à café")).repeat(20_000);
    assert_eq!(mended(&words), "für Häuser à café ".repeat(20_000));
}

#[test]
fn each_stretch_of_bytes_is_judged_by_itself() {
    let bytes = [
        "caf\u{C3}\u{A9} ".as_bytes(),
        b"\xFF",
        "caf\u{C3}\u{A9}".as_bytes(),
    ]
    .concat();
    let found: Vec<_> = runs_in(&bytes)
        .into_iter()
        .map(|run| (run.range, run.meant))
        .collect();
    assert_eq!(found, [(3..7, "é".to_owned()), (12..16, "é".to_owned())]);
}
