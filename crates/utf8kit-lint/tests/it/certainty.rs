//! "Very likely" and "certain" are promises: what is in an encoding that is not known is at most possible, what is in two is at
//! most likely, and what only a few bytes tell apart is judged on those bytes.

use encoding_rs::Encoding;
use utf8kit_lint::{Certainty, Fix, Options, Reason, Recognized, Recognizer, Rule, check, recognize};

/// The characters of encodings that have no name here, with the bytes that they begin at.
const STRANGERS: &[(&str, &[(u8, &str)])] = &[
    (
        "ISCII",
        &[
            (0xA1, "ँंःअआइईउऊऋऎएऐऍऒओऔऑकखगघङचछजझञटठडढणतथदधनऩपफबभमयय़रऱलळऴवशषसह"),
            (0xDA, "ािीुूृॆेैॅॊोौॉ़्।"),
        ],
    ),
    ("no one's", &[(0xC0, "яюэьыъщшчцхфутсрпонмлкйизжедгвба")]),
];

const HINDI: &str = "कल शाम हम नदी के किनारे बहुत देर तक चलते रहे और किसी ने ध्यान नहीं दिया कि बारिश शुरू हो गई।\n";
const RUSSIAN: &str = "вчера вечером мы долго шли по берегу реки, и никто не заметил, как начался дождь.\n";
const GEORGIAN: &str = "გუშინ საღამოს დიდხანს მივდიოდით მდინარის პირას და არავის შეუმჩნევია, რომ წვიმა დაიწყო. ხვალ კარგი ამინდი იქნება.\n";
const UKRAINIAN: &str =
    "Учора ввечері ми довго йшли берегом річки, і ніхто не помітив, як почався дощ. Її брат живе у Києві.\n";
const GREEK: &str =
    "Χθες το βράδυ περπατήσαμε πολλή ώρα δίπλα στο ποτάμι και κανείς δεν πρόσεξε ότι άρχισε η βροχή.\n";
const ARABIC: &str = "مشينا مساء أمس طويلا على ضفة النهر ولم يلاحظ أحد أن المطر قد بدأ يهطل.\n";
const HUNGARIAN: &str = "A tegnapi esőben a kisfiú elveszítette az új ernyőjét, de később megtalálta a szőlőhegy alatt. \
                         A jövő héten a nagymamával együtt ismét várjuk az üzenetét, és mindenről írunk.\n";
const ESPERANTO: &str = "Hieraŭ vespere ni longe promenis ĉe la rivero, kaj neniu rimarkis, ke ekpluvis. Ĉu vi ĝojas? La \
                         ĵurnalo diras, ke ankaŭ morgaŭ la vetero ŝanĝiĝos.\n";
const LITHUANIAN: &str =
    "Vakar vakare ilgai ėjome palei upę, ir niekas nepastebėjo, kad pradėjo lyti. Žąsys skrenda į šiaurę.\n";
const KOREAN: &str = "어제 저녁 우리는 오랫동안 강가를 걸었는데 비가 내리기 시작한 것을 아무도 몰랐다.\n";
const GERMAN: &str = "Müller kämmte späte Gäste; größere Höfe lägen über Köln, führte Jürgen aus.\n";

/// Returns `text` in an encoding that has no name here.
fn strange(name: &str, text: &str) -> Vec<u8> {
    let (_, parts) = STRANGERS.iter().find(|(known, _)| *known == name).unwrap();
    let byte = |c: char| match u8::try_from(c) {
        Ok(byte) if c.is_ascii() => byte,
        _ => {
            let place = |&(first, part): &(u8, &str)| Some(first + part.chars().position(|p| p == c)? as u8);
            parts
                .iter()
                .find_map(place)
                .unwrap_or_else(|| panic!("{name}: {c}"))
        }
    };
    text.chars().map(byte).collect()
}

/// Returns `text` in ANSEL, which writes an accent before its letter.
fn ansel(text: &str) -> Vec<u8> {
    let bytes = |c: char| match c {
        'ü' => vec![0xE8, b'u'],
        'ä' => vec![0xE8, b'a'],
        'ö' => vec![0xE8, b'o'],
        'ß' => vec![0xCF],
        c => vec![u8::try_from(c).unwrap()],
    };
    text.chars().flat_map(bytes).collect()
}

fn encoded(name: &str, text: &str) -> Vec<u8> {
    let (bytes, _, has_others) = Encoding::for_label(name.as_bytes()).unwrap().encode(text);
    assert!(!has_others, "{name}: {text}");
    bytes.into_owned()
}

fn recognized(bytes: &[u8]) -> Recognized {
    recognize(bytes, true).expect("is text")
}

#[test]
fn a_text_in_an_unknown_encoding_is_at_most_possible() {
    for (name, text) in [("ISCII", HINDI), ("no one's", RUSSIAN)] {
        for times in [1, 2, 12, 100] {
            let found = recognized(&strange(name, text).repeat(times));
            assert_eq!(
                found.certainty,
                Certainty::Possible,
                "{name}, {times} times: {found:?}"
            );
        }
    }
    let found = recognized(&ansel(GERMAN).repeat(12));
    assert_eq!(found.certainty, Certainty::Possible, "{found:?}");
}

#[test]
fn rare_encodings_are_recognized() {
    for (name, text) in [
        ("Georgian-PS", GEORGIAN),
        ("Georgian-Academy", GEORGIAN),
        ("CP1125", UKRAINIAN),
        ("MacGreek", GREEK),
        ("CP720", ARABIC),
    ] {
        let encoding =
            utf8kit_encodings::Encoding::for_label(name, utf8kit_encodings::Reading::Iconv).unwrap();
        let bytes = encoding.encode(text, utf8kit::Policy::Fail).unwrap();
        for times in [1, 12] {
            let found = recognized(&bytes.repeat(times));
            let decoded =
                utf8kit_encodings::Encoding::for_label(found.encoding, utf8kit_encodings::Reading::Iconv)
                    .unwrap()
                    .decode(&bytes, utf8kit::Policy::Fail);
            assert_eq!(decoded.as_deref(), Ok(text), "{name}: {found:?}");
            assert!(found.certainty >= Certainty::Likely, "{name}: {found:?}");
        }
    }
}

/// `ő` and `ű` have the bytes of `õ` and `û` in windows-1252, which Hungarian does not have.
#[test]
fn hungarian_is_not_written_with_tildes() {
    for times in [1, 2, 12] {
        for name in ["windows-1250", "ISO-8859-2"] {
            let bytes = encoded(name, HUNGARIAN).repeat(times);
            let found = recognized(&bytes);
            // Both have the same bytes for all letters of Hungarian.
            assert_eq!(found.encoding, "windows-1250", "{times}: {found:?}");
            assert!(found.certainty >= Certainty::Likely, "{times}: {found:?}");
        }
    }
}

#[test]
fn letters_decide_between_encodings_that_were_mistaken() {
    for (name, text) in [
        ("ISO-8859-3", ESPERANTO),
        ("EUC-KR", KOREAN),
        ("windows-1257", LITHUANIAN),
    ] {
        for times in [1, 12] {
            let found = recognized(&encoded(name, text).repeat(times));
            assert_eq!(found.encoding, name, "{times}: {found:?}");
            assert!(found.certainty >= Certainty::Likely, "{times}: {found:?}");
        }
    }
    assert!(recognized(&encoded("EUC-KR", KOREAN)).certainty == Certainty::VeryLikely);
}

/// Each of these is right in windows-1252 and in windows-1250, for all that the bytes say.
#[test]
fn few_bytes_are_at_most_likely() {
    for bytes in [
        &b"\xE8 la\n"[..],
        b"caf\xE9\n",
        b"na\xEFve\n",
        b"\xBA\n",
        b"\xF5\n",
    ] {
        let found = recognized(bytes);
        assert!(found.certainty <= Certainty::Likely, "{bytes:x?}: {found:?}");
        assert_ne!(found.encoding, "UTF-8", "{bytes:x?}");
    }
}

#[test]
fn a_fitting_declaration_outranks_the_letters_and_keeps_its_name() {
    let declares = |name: &str, encoding: &str, text: &str| {
        let text = format!("# -*- coding: {name} -*-\n{text}");
        recognized(&encoded(encoding, &text))
    };
    for (name, encoding, text, expected) in [
        ("latin-1", "windows-1252", GERMAN, "ISO-8859-1"),
        ("ISO-8859-1", "windows-1252", GERMAN, "ISO-8859-1"),
        ("iso-8859-9", "windows-1254", GERMAN, "ISO-8859-9"),
        ("cp1252", "windows-1252", GERMAN, "windows-1252"),
        ("ISO-8859-13", "ISO-8859-13", LITHUANIAN, "ISO-8859-13"),
        ("euc-kr", "EUC-KR", KOREAN, "EUC-KR"),
        ("cp850", "windows-1252", "\u{E9}", "IBM850"),
        // It has characters that ISO-8859-1 lacks.
        ("latin-1", "windows-1252", "„Größe“\n", "windows-1252"),
    ] {
        let found = declares(name, encoding, text);
        assert_eq!(
            (found.encoding, found.reason, found.certainty),
            (expected, Reason::Declared, Certainty::VeryLikely),
            "{name}: {found:?}"
        );
    }
    // All letters say that it is a lie.
    let found = declares("latin-1", "windows-1251", &UKRAINIAN.repeat(12));
    assert_eq!(
        (
            found.encoding,
            found.certainty,
            found.second.map(|second| second.encoding),
        ),
        ("windows-1251", Certainty::Likely, Some("ISO-8859-1"))
    );
}

#[test]
fn declarations_of_vim_hunspell_hyphenation_and_desktop_entries_count() {
    for (text, expected) in [
        (
            &b"\" Meniu\nscriptencoding iso-8859-2\nmenu \xAApecial\n"[..],
            "ISO-8859-2",
        ),
        (b"SET ISO8859-13\nTRY \xE0\xE6\xEB\n", "ISO-8859-13"),
        (b"ISO8859-1\n.\xE41\n1b\n", "ISO-8859-1"),
        (
            b"[Desktop Entry]\nEncoding=ISO-8859-15\nName[fr]=\xE9t\xE9\n",
            "ISO-8859-15",
        ),
    ] {
        let found = recognized(text);
        assert_eq!(
            (found.encoding, found.reason),
            (expected, Reason::Declared),
            "{found:?}"
        );
    }
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Returns what is recognized in `bytes`, also in small pieces.
fn recognized_wide(bytes: &[u8]) -> Recognized {
    let found = recognized(bytes);
    for size in [1, 7, 4096, 70_000] {
        let mut recognizer = Recognizer::new();
        for piece in bytes.chunks(size) {
            if recognizer.push(piece).is_break() {
                break;
            }
        }
        assert_eq!(recognizer.finish(), Some(found), "pieces of {size}");
    }
    found
}

#[test]
fn utf_16_with_a_part_in_another_encoding_is_at_most_likely() {
    let lines = |text: &str, count| utf16(&text.repeat(count));
    let german = "Ein Satz mit Umlauten: äöü\r\n";
    let russian = "Вчера вечером мы долго шли, и никто не заметил.\n";
    let chinese = "昨天晚上我们沿着河边走了很久，谁也没有注意到已经开始下雨了。\n";
    let ascii = &b"a line of ASCII that was appended here\n"[..];
    for text in [german, russian, chinese] {
        for count in [20, 500, 3000] {
            let whole = [&b"\xFF\xFE"[..], &lines(text, count)].concat();
            assert_eq!(recognized_wide(&whole).certainty, Certainty::Certain, "{text}");
            // ASCII at the end, and after an even number of bytes.
            for appended in [ascii, &ascii[1..]] {
                let found = recognized_wide(&[&whole[..], appended].concat());
                assert_eq!(
                    (found.encoding, found.certainty, found.other_from),
                    ("UTF-16LE", Certainty::Likely, Some(whole.len() as u64)),
                    "{text}"
                );
            }
            // A carriage return of one byte moves all that follows, after the start that decides.
            if count > 500 {
                let at = 2 + 2 * text.encode_utf16().count() * (count - 20);
                let moved = [&whole[..at], b"\r", &whole[at..]].concat();
                let found = recognized_wide(&moved);
                assert_eq!(
                    (found.encoding, found.certainty),
                    ("UTF-16LE", Certainty::Likely),
                    "{text}"
                );
                // It may have been a few characters before.
                let from = found.other_from.expect("an offset");
                assert!((at as u64..at as u64 + 100).contains(&from), "{text} {at} {from}");
            }
        }
    }
    // Without a signature.
    assert_eq!(
        recognized_wide(&lines(german, 20)).certainty,
        Certainty::VeryLikely
    );
    let found = recognized_wide(&[&lines(german, 20)[..], ascii].concat());
    assert_eq!((found.encoding, found.certainty), ("UTF-16LE", Certainty::Likely));
    // An unpaired surrogate.
    let found = recognized_wide(b"\xFF\xFEa\0\x00\xD8b\0");
    assert_eq!((found.encoding, found.certainty), ("UTF-16LE", Certainty::Likely));
    // Kana, whose bytes are all ASCII, are text.
    let kana = format!(
        "\u{FEFF}{}",
        "ぁあぃいぅうぇえぉおかがきぎくぐけげこご".repeat(10)
    );
    assert_eq!(recognized_wide(&utf16(&kana)).certainty, Certainty::Certain);
}

#[test]
fn the_finding_of_utf_16_says_how_sure_it_is() {
    let text = utf16(&"Ein Satz\n".repeat(9));
    let message = |text: &[u8]| {
        let found = check(text, &Options::default());
        let found = found.into_iter().find(|found| found.rule == Rule::OtherEncoding);
        found.expect("a finding").message
    };
    assert_eq!(
        message(&text),
        "the text is very likely in UTF-16LE, not UTF-8: its zero bytes stand where UTF-16LE has them"
    );
    assert_eq!(
        message(&[&text[..], b"a line in ASCII\n"].concat()),
        "a part of the text is in UTF-16LE: the bytes from offset 0 to 162, which begin with `Ein Satz`; then `a line in ASCII` in \
         UTF-8; `utf8 fix --transcode` converts each part by itself"
    );
}

/// It is not the start of another part, and no repair may lose it.
#[test]
fn a_surrogate_that_is_not_paired_divides_no_text_in_utf_16() {
    let lines = utf16(&"Ein Satz\n".repeat(9));
    for signature in [&b""[..], b"\xFF\xFE"] {
        let text = [signature, &lines, b"\x00\xD8\n\0", &lines].concat();
        let found = check(&text, &Options::default());
        let rules: Vec<Rule> = found.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [Rule::OtherEncoding, Rule::IllFormed]);
        assert!(
            found[0].message.contains("but not all of it: from offset"),
            "{}",
            found[0].message
        );
    }
}

/// Each is what is left of a text in another encoding, or may be.
#[test]
fn ascii_with_signs_of_another_encoding_is_not_certain() {
    for text in ["the ~{VPND", "caf+AOk-\n", "a \x1B$B", "+AFw"] {
        let found = recognized(text.as_bytes());
        assert_eq!(
            (found.encoding, found.certainty),
            ("UTF-8", Certainty::Likely),
            "{text}"
        );
    }
    for text in ["a + b, c++\n", "~/x \x1B[1m{}", "plain"] {
        assert_eq!(
            recognized(text.as_bytes()).certainty,
            Certainty::Certain,
            "{text}"
        );
    }
    // Armenian and Thai in UTF-16 have no zero byte, but a control in every second place.
    for text in [
        &b"\x04\x3F\x04\x40\x04\x38\x04\x32\x04\x35\x04\x42"[..],
        b"\x0E\x01\x0E\x32\x0E\x23",
    ] {
        assert!(recognize(text, true).is_none_or(|found| found.certainty <= Certainty::Likely));
    }
    // Two bytes may be UTF-8 by chance.
    assert_eq!(recognized("é".as_bytes()).certainty, Certainty::VeryLikely);
    assert_eq!(recognized("Größe, Maß".as_bytes()).certainty, Certainty::Certain);
    // `c’è` in macintosh is a lone letter of Armenian.
    let found = recognized(b"pi\xF9 c\xD5\x8F \n"[4..].into());
    assert_eq!((found.encoding, found.certainty), ("UTF-8", Certainty::Likely));
    assert_eq!(
        recognized("the angle α\n".as_bytes()).certainty,
        Certainty::VeryLikely
    );
    assert_eq!(recognized("не\n".as_bytes()).certainty, Certainty::VeryLikely);
}

/// Devanagari has a byte of ASCII in each place: the block is 09, which is a tab, too. Tifinagh and others are alike.
#[test]
fn letters_whose_bytes_are_ascii_are_letters() {
    for text in [
        "ⴰⵣⵓⵍ ⴼⵍⵍⴰⵡⵏ ".repeat(9),
        "ⰀⰁⰂ ⰃⰄⰅ ".repeat(9),
        "ㄅㄆㄇ ㄈㄉㄊ ".repeat(9),
        "a\u{2000}\u{2000}\u{2000}b".into(),
        "नमस्ते दुनिया ".repeat(9),
        "ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ ".repeat(9),
        "നമസ്കാരം ".repeat(9),
    ] {
        let found = recognized_wide(&utf16(&format!("\u{FEFF}{text}")));
        assert_eq!(
            (found.encoding, found.certainty),
            ("UTF-16LE", Certainty::Certain),
            "{text}"
        );
    }
}

/// How many findings wait while the encoding is undecided makes no difference to the decision.
#[test]
fn many_findings_decide_as_few_do() {
    let text: Vec<u8> = (0..9000)
        .flat_map(|i| [b"\xC1\xD2\xCF\xCE"[i % 4], b'1', b'\n'])
        .collect();
    let text = [
        &text[..],
        &encoded(
            "koi8-r",
            &"Вчера вечером мы долго шли по берегу реки.\n".repeat(400),
        ),
    ]
    .concat();
    let find = |options: Options| {
        let found = check(&text, &options)
            .into_iter()
            .find(|found| found.rule == Rule::OtherEncoding);
        found.map(|found| (found.kind, found.fix))
    };
    let options = Options::default();
    assert!(find(options).is_some());
    assert_eq!(find(options), find(options.with_separate_places(true)));
}

/// What declares UTF-8 and has much of it is UTF-8 with errors, although more of its bytes are not.
#[test]
fn declared_utf_8_with_many_errors_is_utf_8() {
    let text = |declaration: &str| {
        let lines = "REP ő ö\n".repeat(100).into_bytes();
        [
            declaration.as_bytes(),
            &b"AF \xE1\xF3\xFA\xE9\xED\xF5\xFB\xF6 1\n".repeat(100)[..],
            &lines,
        ]
        .concat()
    };
    assert_eq!(recognized(&text("SET UTF-8\n")).encoding, "UTF-8");
    assert_ne!(recognized(&text("SET ISO8859-2\n")).encoding, "UTF-8");
    let found = check(&text("SET UTF-8\n"), &Options::default());
    // Each of the other lines is in another encoding by itself.
    assert!(
        found
            .iter()
            .all(|found| matches!(found.fix, Fix::Line { .. } | Fix::OnError { .. }))
    );
}

#[test]
fn images_and_compressed_word_lists_are_binary() {
    use utf8kit_lint::{Detected, detect};
    for bytes in [
        &b"P4\n12 12\n\xFF\xF0\xFF\xF0\xFF\xF0"[..],
        b"P6\n# by hand\n640 480\n255\n\xFF\xD8\xFF",
        b"\x01AIDS\x02S\xCD\x02berdeen\x03raham\x05sen\x05son\x06ar\x02dam\x05s\x03da\x04i",
    ] {
        assert_eq!(detect(bytes, true), Detected::Binary, "{bytes:x?}");
    }
    for bytes in [
        &b"P4 is a bitmap, caf\xE9\n12\n"[..],
        b"P4\n12 12\n",
        b"P6 2021\nn\xFA1\n",
        "P6 20 21 5 \u{C9}t\u{E9}".as_bytes(),
        b"\x1B[1mcaf\xE9\x1B[0m, \x1B[1mth\xE9\x1B[0m",
    ] {
        assert_eq!(detect(bytes, true), Detected::Text, "{bytes:x?}");
    }
}

/// A text without any UTF-8 is no UTF-8 with errors, however few letters it has.
#[test]
fn without_utf_8_there_is_no_utf_8_with_errors() {
    for text in [
        &b"caf\xE9"[..],
        b"\xFE\xFF\xFE",
        b"a\xFFb",
        b"x \xFE y \xFE z \xFE u \xFE v \xFE\n",
        b"\x81 \x8D",
    ] {
        let found = recognized(text);
        assert_ne!(found.encoding, "UTF-8", "{text:x?}: {found:?}");
    }
    // One finding, not one for each byte.
    let rules = |text: &[u8]| {
        check(text, &Options::default())
            .iter()
            .map(|found| found.rule)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        rules(b"x \xFE y \xFE z \xFE u \xFE v \xFE\n"),
        [Rule::OtherEncoding]
    );
    assert_eq!(
        rules(b"x\xA0\ny\xA0\nz\xA0\nx\xA0\ny\xA0\nz\xA0\n"),
        [Rule::OtherEncoding]
    );
    assert_eq!(
        recognized(b"\xC3\xA9 \xC3\xB6 \xC3\xBC \xC3\xA4 \xE9").encoding,
        "UTF-8"
    );
}

/// Chinese, Japanese and Korean have no zero bytes but those of line ends and digits.
#[test]
fn utf_16_without_zero_bytes_is_known_by_its_characters() {
    for (tag, text) in [
        ("zh-Hans", "您可以在此处选择要使用的文件。"),
        ("zh-Hant", "您可以在此處選擇要使用的檔案。"),
        ("ja", "使用するファイルをここで選択できます。"),
        ("ko", "사용할 파일을 여기에서 선택할 수 있습니다."),
    ] {
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (name, bytes) in [("UTF-16LE", little), ("UTF-16BE", big)] {
            for bytes in [&bytes[..8], &bytes, &bytes.repeat(300)] {
                let found = recognized(bytes);
                assert_eq!(found.encoding, name, "{text}: {found:?}");
                // Spaces have zero bytes.
                if bytes.len() > 8 && !text.contains(' ') {
                    assert_eq!(
                        found.language.map(|language| language.tag()),
                        Some(tag),
                        "{found:?}"
                    );
                }
            }
        }
    }
    // The best-known text that was taken for UTF-16.
    assert_eq!(recognized(b"Bush hid the facts").encoding, "UTF-8");
}
