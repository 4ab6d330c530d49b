//! The encoding of texts in many languages and encodings is recognized, and UTF-8 is never taken for anything else.

use encoding_rs::Encoding;
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use utf8kit_encodings::iso2022;
use utf8kit_lint::{
    BlockChecker, Certainty, Fix, Options, RECOGNIZE_LEN, Recognizer, Rule, blocks, check, recognize,
};
use utf8kit_test::Random;

/// Returns `true` if `bytes` mean the same in both encodings, as far as `encoding_rs` decodes both.
fn is_same(bytes: &[u8], expected: &str, found: &str) -> bool {
    let decoded = |name: &str| {
        let encoding = Encoding::for_label_no_replacement(name.as_bytes())?;
        Some(encoding.decode(bytes).0.into_owned())
    };
    expected.eq_ignore_ascii_case(found)
        || decoded(expected).is_some_and(|text| decoded(found).is_some_and(|other| text == other))
}

/// Returns the encoding that a folder is named after: `iso-8859-2-polish` after ISO-8859-2.
fn expected(folder: &str) -> String {
    let folder = match folder {
        "MacCyrillic" => return "x-mac-cyrillic".to_owned(),
        "CP949" | "Johab" => "EUC-KR",
        "CP932" => "Shift_JIS",
        "MacRoman" => "macintosh",
        "ascii" | "utf-8-sig" => "UTF-8",
        folder => folder,
    };
    let is_language = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
    match folder.rsplit_once('-') {
        Some((encoding, language)) if language.len() > 3 && is_language(&language) => encoding.to_owned(),
        _ => folder.to_owned(),
    }
}

/// Texts in languages, with the encodings that they were written in.
const TEXTS: &[(&str, &str)] = &[
    (
        "windows-1252",
        "Hier soir, l'élève a mangé à la crèche : il était très fatigué, où est-il allé après ? Ça va, bientôt il fêtera Noël.",
    ),
    (
        "windows-1252",
        "Il était une fois un garçon qui a dû aller à l'école ; elle a été fermée à midi, à côté de la forêt.",
    ),
    (
        "windows-1252",
        "Perché la città è così bella? Più tardi verrà l'estate, e già si sente che il caffè è pronto. Non c'è, però, libertà.",
    ),
    (
        "windows-1252",
        "Er sagte: »Können wir über die Brücke gehen?« Die Straße war schön, und die Bäume blühten früh. »Natürlich!«",
    ),
    (
        "windows-1252",
        "Der “große” Bär aß süße Äpfel – über Nacht wären sie verdorben. Die Tür öffnete sich für fünf Gäste.",
    ),
    (
        "windows-1252",
        "Mañana el niño irá al jardín con su señora; ¿dónde está el corazón? También comió un plátano en la estación.",
    ),
    (
        "windows-1252",
        "Amanhã não haverá pão; a lição é fácil, mas o coração não está em São João. Três maçãs são demais.",
    ),
    (
        "windows-1252",
        "Flickan gick över bron på våren och såg två små fåglar. Där åt hon en smörgås med gröna ärtor.",
    ),
    (
        "windows-1252",
        "Dagen før påske gik børnene på gåtur ved søen, hvor de så små ænder. Mændene spiste rødgrød med fløde.",
    ),
    (
        "windows-1252",
        "Tänään sää on hyvä, ja järven jää sulaa pikkuhiljaa. Äiti keittää hyvää teetä, ja pöydällä on jäätelöä.",
    ),
    (
        "macintosh",
        "Hier soir, l'élève a mangé à la crèche : il était très fatigué, où est-il allé après ? Ça va, bientôt il fêtera Noël.",
    ),
    (
        "IBM850",
        "Hier soir, l'élève a mangé à la crèche : il était très fatigué, où est-il allé après ? Ça va, bientôt il fêtera Noël.",
    ),
    (
        "IBM852",
        "Wczoraj pięć żółtych łódek płynęło wśród gęstej mgły, a źrebię stało przy ścianie. Będę później, może jeszcze dziś.",
    ),
    (
        "windows-1250",
        "Wczoraj pięć żółtych łódek płynęło wśród gęstej mgły, a źrebię stało przy ścianie. Będę później, może jeszcze dziś.",
    ),
    (
        "ISO-8859-2",
        "Wczoraj pięć żółtych łódek płynęło wśród gęstej mgły, a źrebię stało przy ścianie. Będę później, może jeszcze dziś.",
    ),
    (
        "windows-1250",
        "Včera večer přišel náš soused a přinesl čerstvé houby. Řekl, že příští týden bude ještě větší zima. Šťastnou cestu!",
    ),
    (
        "ISO-8859-2",
        "Včera večer přišel náš soused a přinesl čerstvé houby. Řekl, že příští týden bude ještě větší zima. Šťastnou cestu!",
    ),
    (
        "windows-1250",
        "A tegnapi esőben a kisfiú elveszítette az új ernyőjét, de később megtalálta a szőlőhegy alatt, a tűzhely mögött. Űrhajós lesz belőle.",
    ),
    (
        "ISO-8859-2",
        "A tegnapi esőben a kisfiú elveszítette az új ernyőjét, de később megtalálta a szőlőhegy alatt, a tűzhely mögött.",
    ),
    (
        "windows-1251",
        "Вчера вечером мы долго шли по берегу реки, и никто не заметил, как начался дождь. Завтра будет ясно.",
    ),
    (
        "KOI8-R",
        "Вчера вечером мы долго шли по берегу реки, и никто не заметил, как начался дождь. Завтра будет ясно.",
    ),
    (
        "IBM866",
        "Вчера вечером мы долго шли по берегу реки, и никто не заметил, как начался дождь. Завтра будет ясно.",
    ),
    (
        "IBM855",
        "Вчера вечером мы долго шли по берегу реки, и никто не заметил, как начался дождь. Завтра будет ясно.",
    ),
    (
        "ISO-8859-5",
        "Вчера вечером мы долго шли по берегу реки, и никто не заметил, как начался дождь. Завтра будет ясно.",
    ),
    (
        "x-mac-cyrillic",
        "Вчера вечером мы долго шли по берегу реки, и никто не заметил, как начался дождь. Завтра будет ясно.",
    ),
    (
        "windows-1251",
        "ВЧЕРА ВЕЧЕРОМ МЫ ДОЛГО ШЛИ ПО БЕРЕГУ РЕКИ, И НИКТО НЕ ЗАМЕТИЛ, КАК НАЧАЛСЯ ДОЖДЬ.",
    ),
    (
        "KOI8-R",
        "ВЧЕРА ВЕЧЕРОМ МЫ ДОЛГО ШЛИ ПО БЕРЕГУ РЕКИ, И НИКТО НЕ ЗАМЕТИЛ, КАК НАЧАЛСЯ ДОЖДЬ.",
    ),
    (
        "KOI8-U",
        "Учора ввечері ми довго йшли берегом річки, і ніхто не помітив, як почався дощ. Її брат живе у Києві.",
    ),
    (
        "windows-1251",
        "Учора ввечері ми довго йшли берегом річки, і ніхто не помітив, як почався дощ. Її брат живе у Києві.",
    ),
    (
        "windows-1251",
        "Вчера вечерта вървяхме дълго по брега на реката и никой не забеляза, че е започнал дъжд. Къщата е голяма.",
    ),
    (
        "ISO-8859-5",
        "Вчера вечерта вървяхме дълго по брега на реката и никой не забеляза, че е започнал дъжд. Къщата е голяма.",
    ),
    (
        "windows-1251",
        "Јуче смо дуго шетали поред реке и нико није приметио да је почела киша. Сутра ће бити љепше, а ђаци иду у школу.",
    ),
    (
        "windows-1253",
        "Χθες το βράδυ περπατήσαμε πολλή ώρα δίπλα στο ποτάμι και κανείς δεν πρόσεξε ότι άρχισε η βροχή. Άνοιξη έρχεται.",
    ),
    (
        "ISO-8859-7",
        "Χθες το βράδυ περπατήσαμε πολλή ώρα δίπλα στο ποτάμι και κανείς δεν πρόσεξε ότι άρχισε η βροχή.",
    ),
    (
        "windows-1254",
        "Dün akşam ırmağın kıyısında uzun süre yürüdük ve kimse yağmurun başladığını görmedi. Şimdi çay içiyoruz, güneş doğuyor.",
    ),
    (
        "windows-1255",
        "אתמול בערב הלכנו זמן רב לאורך הנהר ואיש לא שם לב שהתחיל לרדת גשם. מחר יהיה יום יפה.",
    ),
    (
        "windows-1256",
        "مشينا مساء أمس طويلا على ضفة النهر ولم يلاحظ أحد أن المطر قد بدأ. غدا سيكون الجو جميلا في المدينة.",
    ),
    (
        "ISO-8859-6",
        "مشينا مساء أمس طويلا على ضفة النهر ولم يلاحظ أحد أن المطر قد بدأ. غدا سيكون الجو جميلا في المدينة.",
    ),
    (
        "windows-1257",
        "Vakar vakare ilgai ėjome palei upę, ir niekas nepastebėjo, kad pradėjo lyti. Rytoj bus gražus oras, žąsys skrenda į šiaurę.",
    ),
    (
        "windows-874",
        "เมื่อวานตอนเย็นเราเดินเลียบแม่น้ำเป็นเวลานาน และไม่มีใครสังเกตว่าฝนเริ่มตกแล้ว",
    ),
    (
        "Shift_JIS",
        "昨日の夕方、私たちは長い間川のそばを歩いたが、雨が降り始めたことに誰も気づかなかった。",
    ),
    (
        "EUC-JP",
        "昨日の夕方、私たちは長い間川のそばを歩いたが、雨が降り始めたことに誰も気づかなかった。",
    ),
    ("EUC-JP", "テストのエンコーディングをもういちどテストしています。"),
    (
        "ISO-2022-JP",
        "昨日の夕方、私たちは長い間川のそばを歩いたが、雨が降り始めたことに誰も気づかなかった。",
    ),
    (
        "EUC-KR",
        "어제 저녁 우리는 오랫동안 강가를 걸었는데 비가 내리기 시작한 것을 아무도 몰랐다.",
    ),
    (
        "GBK",
        "昨天晚上我们沿着河边走了很久，谁也没有注意到已经开始下雨了。明天天气会很好。",
    ),
    (
        "Big5",
        "昨天晚上我們沿著河邊走了很久，誰也沒有注意到已經開始下雨了。明天天氣會很好。",
    ),
    ("HZ-GB-2312", "The text ~{1>?M9;~} and ~{VPND~} in HZ."),
    ("ISO-2022-KR", "\u{1B}$)Ctext \u{E}>H3gGO<<?d\u{F} and more"),
];

/// The characters of the code pages that `encoding_rs` lacks, for those that the texts have.
const PAGES: &[(&str, &[(u8, &str)])] = &[
    ("IBM850", &[(0x80, "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûù")]),
    (
        "IBM852",
        &[
            (0xA4, "Ąą"),
            (0xA9, "ę"),
            (0xAB, "ź"),
            (0x86, "ć"),
            (0x88, "ł"),
            (0xE4, "ń"),
            (0xA2, "ó"),
            (0x98, "ś"),
            (0xBE, "ż"),
        ],
    ),
    (
        "IBM855",
        &[
            (0x9C, "юЮъЪаАбБцЦдДеЕфФгГ"),
            (0xB5, "хХиИ"),
            (0xBD, "йЙ"),
            (0xC6, "кК"),
            (0xD0, "лЛмМнНоОп"),
            (0xDD, "Пя"),
            (0xE0, "ЯрРсСтТуУжЖвВьЬ"),
            (0xF1, "ыЫзЗшШэЭщЩчЧ"),
        ],
    ),
];

fn encoded(encoding: &str, text: &str) -> Vec<u8> {
    if let Some((_, parts)) = PAGES.iter().find(|(name, _)| *name == encoding) {
        let byte = |c: char| {
            let parts = parts.iter().filter(|_| !c.is_ascii());
            let mut places =
                parts.filter_map(|(first, part)| Some(first + part.chars().position(|p| p == c)? as u8));
            places.next().unwrap_or_else(|| u8::try_from(c).unwrap())
        };
        return text.chars().map(byte).collect();
    }
    match Encoding::for_label_no_replacement(encoding.as_bytes()) {
        Some(encoding) => {
            let (bytes, _, has_others) = encoding.encode(text);
            assert!(!has_others, "{text}");
            bytes.into_owned()
        }
        None => text.as_bytes().to_vec(),
    }
}

#[test]
fn the_encoding_of_a_sentence_is_recognized() {
    let mut wrong = Vec::new();
    for (encoding, text) in TEXTS {
        for text in [(*text).to_owned(), format!("A line.\n{text}\n").repeat(5)] {
            if encoding.starts_with("ISO-2022-KR") && text.len() > 100 {
                continue;
            }
            let bytes = encoded(encoding, &text);
            let recognized = recognize(&bytes, true);
            let found = recognized.map_or("binary", |recognized| recognized.encoding);
            if !is_same(&bytes, encoding, found) {
                let shown: String = text.chars().take(30).collect();
                wrong.push(format!("{encoding}: {recognized:?} {shown}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        2 * TEXTS.len(),
        wrong.join("\n")
    );
}

/// Valid UTF-8, also where it is cut, is UTF-8.
#[test]
fn utf_8_is_never_taken_for_anything_else() {
    for (encoding, text) in TEXTS {
        if text.is_ascii() {
            continue;
        }
        for len in 0..=text.len() {
            let recognized = recognize(&text.as_bytes()[..len], false).unwrap();
            assert_eq!(recognized.encoding, "UTF-8", "{encoding}: {text}");
        }
    }
}

/// The same of any characters that text has, beside whatever an encoding is declared by, in pieces, and cut where nothing is known
/// of the rest.
#[test]
fn any_valid_utf_8_is_utf_8() {
    const DECLARATIONS: [&str; 6] = [
        "",
        "<?xml version='1.0' encoding='windows-1251'?>\n",
        "# -*- coding: latin-1 -*-\n",
        "+AOk- ~{VPND~} \u{1B}$B",
        "\u{1B}%G",
        "Content-Type: text/plain; charset=Shift_JIS\n",
    ];
    let mut random = Random::new(1);
    for _ in 0..4000 {
        let characters = match random.below(3) {
            0 => random.text(200, 4),
            1 => random.runs(300),
            // One character, several times: `\u{3400}` in many encodings is letters.
            _ => random.text(2, 3).repeat(1 + random.below(40)),
        };
        let text: String = characters.chars().filter(|c| !c.is_control()).collect();
        let text = format!("{}{text}", random.choose(&DECLARATIONS));
        if text.is_ascii() {
            continue;
        }
        let found = recognize(text.as_bytes(), true).unwrap_or_else(|| panic!("binary: {text:?}"));
        let expected = match iso2022::announced(text.as_bytes()) {
            Some(_) => "ISO-2022", // of which UTF-8 is a part
            None => "UTF-8",
        };
        assert_eq!(
            (found.encoding, found.ill_formed_at),
            (expected, None),
            "{text:?}"
        );
        let mut recognizer = Recognizer::new();
        for piece in text.as_bytes().chunks(1 + random.below(50)) {
            let _ = recognizer.push(piece);
        }
        assert_eq!(recognizer.finish(), Some(found), "{text:?}");
        let cut = &text.as_bytes()[..text.len() - random.below(4).min(text.len())];
        let found = recognize(cut, false).unwrap_or_else(|| panic!("binary: {text:?}"));
        assert_eq!(
            (found.encoding, found.ill_formed_at),
            (expected, None),
            "{text:?}"
        );
    }
}

/// Returns `true` if `bytes` have a sequence of UTF-8 or of one of its relatives: a lead and all continuation bytes that it asks for.
fn has_sequence(bytes: &[u8]) -> bool {
    (0..bytes.len()).any(|at| {
        let more = match bytes[at] {
            0xC0..=0xDF => 1,
            0xE0..=0xEF => 2,
            0xF0..=0xF7 => 3,
            0xF8..=0xFB => 4,
            0xFC..=0xFD => 5,
            _ => return false,
        };
        let rest = bytes[at + 1..].iter();
        rest.take_while(|byte| matches!(byte, 0x80..=0xBF)).count() >= more
    })
}

/// Letters of any legacy encoding, also few, are never UTF-8 with errors if there is not one sequence of UTF-8.
#[test]
fn no_text_without_a_sequence_of_utf_8_is_utf_8_with_errors() {
    let mut random = Random::new(2);
    let mut count = 0;
    while count < 4000 {
        let high = [0x80, 0xA0, 0xC0, 0xE0][random.below(4)];
        let mut text: Vec<u8> = (0..1 + random.below(60))
            .map(|_| match random.below(3) {
                0 => random.choose(b"abc xyz, 12\n"),
                _ => (high + random.below(0x100 - high)) as u8,
            })
            .collect();
        text.push(b'.');
        if text.is_ascii() || has_sequence(&text) {
            continue;
        }
        count += 1;
        if let Some(found) = recognize(&text, true) {
            assert_ne!(found.encoding, "UTF-8", "{text:X?}: {found:?}");
        }
    }
}

/// What follows a part in another encoding decides, too, within some kilobytes.
#[test]
fn a_part_in_another_encoding_before_utf_8_is_ill_formed_utf_8() {
    let russian = "Съешь ещё этих мягких французских булок, да выпей чаю.\n";
    let chinese = "晚上雨停了，我们去了院子里。邻居已经在浇花，虽然地还是湿的。\n";
    for (text, peer) in [
        (russian, encoding_rs::WINDOWS_1251),
        (russian, encoding_rs::KOI8_R),
        (chinese, encoding_rs::GBK),
    ] {
        let legacy = peer.encode(text).0;
        for len in [600, 1000, 2000, 3000] {
            let part = legacy.repeat(len / legacy.len());
            let mixed = [&part[..], text.repeat(200).as_bytes()].concat();
            let found = recognize(&mixed, true).unwrap();
            assert_eq!(found.encoding, "UTF-8", "{} bytes of {}", part.len(), peer.name());
            let found = recognize(&part.repeat(6), true).unwrap();
            assert_ne!(found.encoding, "UTF-8", "{} bytes of {}", part.len(), peer.name());
        }
    }
}

/// One byte says nothing about the encoding of what comes long after it.
#[test]
fn an_error_long_before_utf_8_is_ill_formed_utf_8() {
    let ascii = "abcdef\n".repeat(1500);
    for text in ["Größe\n", "Die Häuser größerer Städte, für Gäste gebaut\n"] {
        let bytes = [&b"caf\xE9\n"[..], ascii.as_bytes(), text.as_bytes()].concat();
        let found = recognize(&bytes, true).unwrap();
        assert_eq!(
            (found.encoding, found.ill_formed_at),
            ("UTF-8", Some(3)),
            "{text}"
        );
    }
}

/// Text that begins with enough UTF-8 is UTF-8 with errors, whatever follows, also where `check` reads it in blocks.
#[test]
fn another_encoding_after_utf_8_is_ill_formed_utf_8() {
    let sentence = "Les élèves français étaient à l’école où naît l’été, déjà prêts pour Noël.\n";
    let (legacy, _, _) = encoding_rs::WINDOWS_1252.encode(sentence);
    let legacy = legacy.repeat(1000);
    for (head, is_utf_8) in [
        (String::new(), false),
        ("é\n".into(), false),
        ("plain text\n".repeat(1000), false),
        (sentence.repeat(3), true),
        (sentence.repeat(3) + &"plain text\n".repeat(1000), true),
        (sentence.repeat(3000), true),
        ("\u{FEFF}".into(), true),
    ] {
        let text = [head.as_bytes(), &legacy].concat();
        let recognized = recognize(&text, true).unwrap();
        assert_eq!(recognized.encoding == "UTF-8", is_utf_8, "{} bytes", head.len());
        let mut recognizer = Recognizer::new();
        for piece in text.chunks(1000) {
            if recognizer.push(piece).is_break() {
                break;
            }
        }
        assert_eq!(recognizer.finish(), Some(recognized));
        for body_len in [1500, 4096, 70_000, text.len()] {
            let mut with_source = BlockChecker::with_source(Options::default(), &text[..]);
            let mut without = BlockChecker::new(Options::default());
            let (mut ours, mut others) = (Vec::new(), Vec::new());
            for block in blocks(&text, body_len) {
                let Ok(_) = with_source.check(&block, &mut |finding| {
                    ours.push((finding.rule, matches!(finding.fix, Fix::Transcode { .. })));
                    ControlFlow::Continue(())
                });
                let Ok(_) = without.check(&block, &mut |finding| {
                    others.push((finding.rule, matches!(finding.fix, Fix::Transcode { .. })));
                    ControlFlow::Continue(())
                });
            }
            let _ = with_source.finish(&mut |finding| {
                ours.push((finding.rule, matches!(finding.fix, Fix::Transcode { .. })));
                ControlFlow::Continue(())
            });
            let _ = without.finish(&mut |finding| {
                others.push((finding.rule, matches!(finding.fix, Fix::Transcode { .. })));
                ControlFlow::Continue(())
            });
            assert_eq!(ours, others);
            assert_eq!(
                !ours.contains(&(Rule::OtherEncoding, true)),
                is_utf_8,
                "{body_len}"
            );
        }
    }
}

/// The end of what is examined cuts a character, which is no error.
#[test]
fn a_long_text_with_nul_is_no_binary_file() {
    for before in ["", " "] {
        let text = format!("{before}a\0b {}", "é".repeat(RECOGNIZE_LEN));
        let recognized = recognize(text.as_bytes(), true).unwrap();
        assert_eq!((recognized.encoding, recognized.ill_formed_at), ("UTF-8", None));
    }
    let recognized = |whole| recognize(b"a\0b \xC3", whole).map(|it| it.encoding);
    assert_eq!((recognized(false), recognized(true)), (Some("UTF-8"), None));
}

/// Random text of the characters that encodings and declarations are recognized by, also cut, neither panics nor depends on blocks.
#[test]
fn hostile_text_is_survived() {
    const PARTS: [&[u8]; 24] = [
        b"\x1B$B",
        b"\x1B(B",
        b"\x1B$)C",
        b"\x0E",
        b"\x0F",
        b"~{",
        b"~}",
        b"~",
        b"+",
        b"-",
        b"AOk",
        b"VPND",
        b"\n",
        b"\0",
        b"\xFF\xFE",
        b"\xE9",
        b"\xC3\xA9",
        b"\xD8",
        b"<?xml encoding='",
        b"latin1",
        b"'?>",
        b"# coding: utf-16\n",
        b" vim: fenc=",
        b"msgid \"\"\n\"Content-Type: text/plain; charset=",
    ];
    let mut random = Random::new(7);
    for _ in 0..3000 {
        let text: Vec<u8> = (0..random.below(30))
            .flat_map(|_| random.choose(&PARTS))
            .copied()
            .collect();
        for len in [text.len(), random.below(text.len() + 1)] {
            let text = &text[..len];
            let recognized = recognize(text, true);
            let mut recognizer = Recognizer::new();
            for piece in text.chunks(1 + random.below(40)) {
                let _ = recognizer.push(piece);
            }
            assert_eq!(recognizer.finish(), recognized, "{text:x?}");
            if std::str::from_utf8(text).is_ok_and(|text| !text.is_ascii() && !text.contains('\0')) {
                assert_eq!(
                    recognized.map(|recognized| recognized.encoding),
                    Some("UTF-8"),
                    "{text:x?}"
                );
            }
            let whole = check(text, &Options::default());
            let mut found = Vec::new();
            let mut checker = BlockChecker::with_source(Options::default(), text);
            for block in blocks(text, 1 + random.below(40)) {
                let Ok(flow) = checker.check(&block, &mut |finding| {
                    found.push(finding);
                    ControlFlow::Continue(())
                });
                if flow.is_break() {
                    break;
                }
            }
            let _ = checker.finish(&mut |finding| {
                found.push(finding);
                ControlFlow::Continue(())
            });
            assert_eq!(found, whole, "{text:x?}");
        }
    }
}

/// Prints what the files in a folder are recognized as. The folder has one folder for each encoding, named after it.
#[test]
#[ignore = "reads the folder that UTF8KIT_TEXTS names"]
fn print_the_confusion_matrix() {
    let folder = std::env::var_os("UTF8KIT_TEXTS").expect("UTF8KIT_TEXTS names a folder of texts");
    let mut rows: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for entry in fs::read_dir(Path::new(&folder)).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for file in fs::read_dir(&path).unwrap() {
            let file = file.unwrap().path();
            let bytes = fs::read(&file).unwrap();
            let recognized = recognize(&bytes, true);
            let found = recognized.map_or("binary", |recognized| recognized.encoding);
            let expected = expected(&name);
            let is_wide = |name: &str| expected.eq_ignore_ascii_case(name) && found.starts_with(&expected);
            let is_right = is_same(&bytes, &expected, found) || is_wide("UTF-16") || is_wide("UTF-32");
            let found = match is_right {
                true => "right".to_owned(),
                false => found.to_owned(),
            };
            if !is_right {
                wrong.push(format!("{}: {recognized:?}", file.display()));
            }
            *rows.entry(name.clone()).or_default().entry(found).or_default() += 1;
        }
    }
    let (mut right, mut all) = (0, 0);
    for (name, found) in &rows {
        let count: usize = found.values().sum();
        let correct = found.get("right").copied().unwrap_or(0);
        (right, all) = (right + correct, all + count);
        let others: Vec<_> = found
            .iter()
            .filter(|(found, _)| *found != "right")
            .map(|(found, count)| format!("{found} {count}"))
            .collect();
        println!("{name:28} {correct:3} of {count:3}  {}", others.join(", "));
    }
    for line in wrong {
        println!("{line}");
    }
    println!("{right} of {all}");
}

/// The start of a character at the end of a text that is UTF-8 before it, or has two of its bytes, is no letter of another
/// encoding.
#[test]
fn a_text_that_is_cut_in_a_character_is_utf_8() {
    for (bytes, at) in [
        (&b"ab\xF0\x9F\x98"[..], 2),
        (b"ab\xF0\x9F", 2),
        (b"\xE2\x82", 0),
        ("Größe, S\u{E9}".as_bytes().split_last().unwrap().1, 10),
    ] {
        let found = recognize(bytes, true).unwrap();
        assert_eq!(
            (found.encoding, found.ends_early, found.ill_formed_at),
            ("UTF-8", true, Some(at)),
            "{bytes:X?}"
        );
        assert_eq!(found.certainty, Certainty::VeryLikely);
        // What is cut by the sample is not cut by the text.
        assert!(!recognize(bytes, false).unwrap().ends_early);
    }
    for (bytes, name) in [
        (&b"caf\xE9"[..], "windows-1252"),
        (b"\xFE", "windows-1252"),
        (b"# -*- coding: cp1252 -*-\n\xE2\x82", "windows-1252"),
    ] {
        let found = recognize(bytes, true).unwrap();
        assert!(!found.ends_early);
        assert_ne!(found.encoding, "UTF-8", "{bytes:X?} is {name}");
    }
    // An error that is not at the end is none of a cut.
    assert!(!recognize(b"\xC3\xA9 \xFF \xC3", true).unwrap().ends_early);
}
