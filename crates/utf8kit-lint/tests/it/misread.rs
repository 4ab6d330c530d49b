//! Text of a legacy encoding that was decoded as another is found by the models of languages, and right text is not.

use utf8kit_encodings::{Encoding, Reading};
use utf8kit_lint::{Finding, Options, Rule, RuleSet, blocks, check};

fn options() -> Options {
    Options::default().with_rules(Rule::Misread.into())
}

/// Returns the text as it is when it was in `was` and is decoded in `read_as`.
fn misread(text: &str, was: &str, read_as: &str) -> String {
    let [was, read_as] = [was, read_as].map(|name| Encoding::for_label(name, Reading::Iconv).unwrap());
    let bytes = was.encode(text, utf8kit::Policy::Fail).unwrap();
    read_as.decode(&bytes, utf8kit::Policy::Fail).unwrap()
}

fn repaired(text: &str, findings: &[Finding]) -> String {
    let mut repaired = String::new();
    let mut at = 0;
    for finding in findings {
        if let utf8kit_lint::Fix::Replace(meant) = &finding.fix {
            repaired += &text[at..finding.offset as usize];
            repaired += meant;
            at = (finding.offset + finding.length) as usize;
        }
    }
    repaired + &text[at..]
}

#[test]
fn what_was_decoded_in_another_encoding_is_undone() {
    for (was, read_as, text) in [
        ("windows-1251", "windows-1252", "Лучшие цены на билеты"),
        ("windows-1252", "windows-1251", "München;Zürich;Köln"),
        ("KOI8-R", "windows-1251", "Привет, как дела?"),
        ("windows-1251", "KOI8-R", "Привет, как дела?"),
        ("IBM866", "windows-1251", "Каталог товаров на складе"),
        (
            "IBM437",
            "windows-1252",
            "Die Straße führt über die schöne alte Brücke",
        ),
        (
            "macintosh",
            "windows-1252",
            "Où êtes-vous allés l’été dernier, près de la forêt",
        ),
        (
            "windows-1252",
            "macintosh",
            "Die Straße führt über die schöne alte Brücke",
        ),
        (
            "windows-1252",
            "IBM850",
            "El niño pequeño soñaba con montañas y ríos",
        ),
        (
            "ISO-8859-2",
            "ISO-8859-1",
            "Zażółć gęślą jaźń, źródło leży w łące",
        ),
        ("windows-1253", "windows-1252", "Καλημέρα σας, τι κάνετε;"),
        ("windows-1255", "windows-1252", "שלום לכולם, מה שלומכם היום"),
        ("windows-1256", "windows-1252", "السلام عليكم ورحمة الله"),
    ] {
        let wrong = misread(text, was, read_as);
        let found = check(wrong.as_bytes(), &options());
        assert_eq!(repaired(&wrong, &found), text, "{was} as {read_as}: {wrong}");
        assert!(check(text.as_bytes(), &options()).is_empty(), "{text}");
    }
}

/// Texts that look like it.
#[test]
fn correct_text_stays() {
    for text in [
        "à é è ù â ê î ô û ë ï ü ÿ ç",
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞß",
        "┌──┬──┐ │ a│ b│ └──┴──┘",
        "├── src\n│   └── main.rs\n",
        "░░░░░░░░░░ ████████",
        "Straße, naïve café, São Paulo, Århus, Łódź, Ðorđe",
        "x² + y³ ≤ 10 µm ± 3 °C, ¼ ½ ¾",
        "SSL-соединение с URL-адресом `файл.txt`, 5 МБ",
        "pagina´s en commando´s",
        "let ß = 'é'; // ö",
        "Athenæum, Ångström, Tromsø, Ñuñoa",
        "Ελληνικά και English, العربية, עברית",
        "ˈfəʊnɪks | ʃɒp",
    ] {
        let found = check(text.as_bytes(), &options());
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

/// Text of East Asia has characters of two bytes, of which each became a character, or two a character of another encoding.
#[test]
fn text_of_east_asia_is_undone() {
    for (was, read_as, text) in [
        ("GBK", "ISO-8859-1", "请输入用户名和密码"),
        ("GBK", "windows-1251", "请重新输入用户名和密码"),
        ("GBK", "IBM437", "新建文本文档.txt"),
        ("Shift_JIS", "ISO-8859-1", "ファイルを開くことができません"),
        ("Shift_JIS", "macintosh", "新しいフォルダーの名前"),
        ("Shift_JIS", "IBM437", "新しいテキスト ドキュメント.txt"),
        ("Big5", "ISO-8859-1", "請輸入使用者名稱和密碼"),
        ("EUC-KR", "windows-1252", "이 페이지는 더 이상 사용할 수 없습니다"),
        ("EUC-JP", "ISO-8859-1", "このページは日本語で書かれています"),
        ("Shift_JIS", "GBK", "こんにちは、世界"),
        ("EUC-KR", "GBK", "안녕하세요 여러분, 반갑습니다"),
        ("GBK", "Shift_JIS", "关于我们的公司"),
        ("GBK", "Shift_JIS", "联系我们"),
        ("windows-1252", "GBK", "Die Brüder Müller aus München"),
    ] {
        let wrong = misread(text, was, read_as);
        let found = check(wrong.as_bytes(), &options());
        assert_eq!(repaired(&wrong, &found), text, "{was} as {read_as}: {wrong}");
        assert!(check(text.as_bytes(), &options()).is_empty(), "{text}");
    }
}

/// Texts that look like it: rare characters, names, and letters one after the other.
#[test]
fn correct_text_of_east_asia_stays() {
    for text in [
        "龘靐齉爩 是很少见的字",
        "饕餮、魑魅魍魉、耄耋",
        "畠山さんと髙橋さん、﨑山さん",
        "ｶﾀｶﾅ と カタカナ",
        "똠방각하, 뷁, 쀍",
        "한국어 문장과 漢字가 섞인 글입니다",
        "鑫淼焱垚有限公司",
        "東京都渋谷区, 臺北市中正區, 北京市",
        "“你好”，他说……《红楼梦》",
        "À É Ö ÄÖÜäöüß ÇÈÊËÌÍÎÏ ÐÑ ÞÝþý",
        "ÅÄÖ åäö ÆØÅ æøå",
        "§§ 1 ±± 2 ¿¿Qué?? ¡¡No!! «« »»",
        "HH:MM[:ss[.µµµµµµ]], (ÅÅÅÅ-MM-DD), HH:MM:ss.µµµµµµ",
        "Device‐ und Inode‐Nummer, Ende‐der‐Datei, Speicher‐Adresse",
    ] {
        let found = check(text.as_bytes(), &options());
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

/// A long word is examined in parts, whose ends may be inside of a character: nothing is undone by half.
#[test]
fn a_paragraph_without_a_space_is_undone_as_a_whole_or_not_at_all() {
    let sentence = "请输入您的用户名和密码，然后点击登录按钮。";
    for (count, is_undone) in [(4, true), (40, false)] {
        let text = sentence.repeat(count);
        let wrong = misread(&text, "GBK", "ISO-8859-1");
        let repaired = repaired(&wrong, &check(wrong.as_bytes(), &options()));
        assert_eq!(repaired, if is_undone { text } else { wrong }, "{count}");
    }
}

/// A character of Latin-1 that is a control is the one of Windows-1252.
#[test]
fn controls_are_the_characters_of_windows_1252() {
    let wrong = misread("He said “no” and didn’t – ever", "windows-1252", "ISO-8859-1");
    let found = check(wrong.as_bytes(), &options());
    assert_eq!(repaired(&wrong, &found), "He said “no” and didn’t – ever");
}

/// Where the encodings before and after are known, a word that is the same in both, or right, stays.
#[test]
fn right_words_beside_it_stay() {
    let wrong = format!(
        "{}: Лучшие цены на билеты",
        misread("Лучшие цены на билеты", "windows-1251", "windows-1252")
    );
    let found = check(wrong.as_bytes(), &options());
    assert_eq!(
        repaired(&wrong, &found),
        "Лучшие цены на билеты: Лучшие цены на билеты"
    );
}

/// In ISO-8859-2, B6 is `ś`, and in windows-1250 it is the sign that stands there.
#[test]
fn what_two_encodings_explain_is_left() {
    let wrong = misread("słońce świeci", "ISO-8859-2", "windows-1252");
    let found = check(wrong.as_bytes(), &options().with_likely(true));
    let [finding] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(finding.kind, "uncertain");
    assert_eq!(finding.fix, utf8kit_lint::Fix::None);
    for meant in [
        "`słońce świeci` if it was in ISO-8859-2",
        "`słońce ¶wieci` if it was in windows-1250",
    ] {
        assert!(finding.message.contains(meant), "{}", finding.message);
    }
}

/// A word that is likely by itself is none among right words of a language that has its letters.
#[test]
fn right_words_around_speak_against_it() {
    for (word, text) in [
        (
            "GieЯen",
            "Город GieЯen находится в земле Гессен, недалеко от города Марбург",
        ),
        ("t\u{EC}ší", "perché più città così t\u{EC}ší già virtù"),
        (
            "s\u{B3}o\u{F1}ce",
            "für schöne große Bäume über Flüsse s\u{B3}o\u{F1}ce müssen wählen",
        ),
    ] {
        let kinds = |text: &str| -> Vec<_> {
            let found = check(text.as_bytes(), &options());
            found.iter().map(|finding| finding.kind.to_string()).collect()
        };
        assert_eq!(kinds(word), ["likely"], "{word}");
        assert_eq!(kinds(text), [] as [&str; 0], "{text}");
    }
}

/// What is only likely is reported, and repaired on request.
#[test]
fn what_is_likely_is_repaired_on_request() {
    // One letter is not enough.
    let wrong = misread("Gießen", "windows-1252", "windows-1251");
    let fixes = |options| -> Vec<_> {
        let found = check(wrong.as_bytes(), &options);
        found
            .iter()
            .map(|finding| (finding.kind.to_string(), finding.fix.is_safe()))
            .collect()
    };
    assert_eq!(fixes(options()), [("likely".to_owned(), false)]);
    assert_eq!(fixes(options().with_likely(true)), [("likely".to_owned(), true)]);
}

/// Letters of IBM866 look like bytes of UTF-8 that were decoded as Windows-1252. They are not taken for that.
#[test]
fn it_is_not_taken_for_double_encoded() {
    let text = "основные приложения для разработки";
    let wrong = misread(text, "IBM866", "windows-1252");
    let both = RuleSet::from(Rule::DoubleEncoded).with(Rule::Misread);
    assert!(wrong.contains("âª¨"));
    assert_eq!(check("âª¨".as_bytes(), &Options::default()), []);
    let found = check(wrong.as_bytes(), &Options::default().with_rules(both));
    assert_eq!(repaired(&wrong, &found), text);
}

/// UTF-8 that was decoded as windows-1252.
const DOUBLE_ENCODED: &str = "\u{D0}\u{178}\u{D1}\u{20AC}\u{D0}\u{B8}\u{D0}\u{B2}\u{D0}\u{B5}\u{D1}\u{201A}\u{D1}\u{81}\u{D1}\u{201A}\u{D0}\u{B2}\u{D0}\u{B8}\u{D0}\u{B5}";

/// Where more than half of a line is double-encoded, that is undone first.
#[test]
fn double_encoded_text_between_misread_words_is_undone_first() {
    let [first, rest] =
        ["Лучшие", "цены на билеты"].map(|text| misread(text, "windows-1251", "windows-1252"));
    let text = format!("{first} {DOUBLE_ENCODED} {rest}");
    let options = options().with_rules(RuleSet::from(Rule::DoubleEncoded).with(Rule::Misread));
    let repaired_once = repaired(&text, &check(text.as_bytes(), &options));
    assert_eq!(repaired_once, format!("{first} Приветствие {rest}"));
    let found = check(repaired_once.as_bytes(), &options);
    assert_eq!(
        repaired(&repaired_once, &found),
        "Лучшие Приветствие цены на билеты"
    );
}

/// Double-encoded words beside it, which no pair of encodings explains, are no reason to look no further.
#[test]
fn misread_text_beside_double_encoded_text_is_found() {
    let wrong = misread("Лучшие цены на билеты", "windows-1251", "windows-1252");
    let text = format!("{DOUBLE_ENCODED} {DOUBLE_ENCODED}{DOUBLE_ENCODED}\n{wrong}");
    assert_eq!(
        repaired(&text, &check(text.as_bytes(), &options())),
        text.replace(&wrong, "Лучшие цены на билеты")
    );
}

#[test]
fn double_encoded_text_is_not_misread() {
    let found = check(
        "РџСЂРёРІРµС‚, РєР°Рє РґРµР»Р°? CafÃ© Ã  la crÃ¨me".as_bytes(),
        &options(),
    );
    assert_eq!(found, []);
}

#[test]
fn findings_do_not_depend_on_the_blocks() {
    let wrong = misread(
        &"Лучшие цены на билеты, и не только.\n".repeat(9),
        "windows-1251",
        "windows-1252",
    );
    let right = "Das ist schön; это тоже правильно.\n".repeat(30);
    let text = [wrong.as_str(), &right, &"x".repeat(300), &wrong, &right, &wrong].concat();
    let whole = check(text.as_bytes(), &options());
    assert!(whole.len() > 20);
    for body_len in [300, 1000] {
        let mut checker = utf8kit_lint::BlockChecker::new(options());
        let mut found = Vec::new();
        let mut emit = |finding| {
            found.push(finding);
            std::ops::ControlFlow::Continue(())
        };
        for block in blocks(text.as_bytes(), body_len) {
            let _ = checker.check(&block, &mut emit);
        }
        let _ = checker.finish(&mut emit);
        assert_eq!(found, whole, "{body_len}");
    }
}

/// Letters that say which bytes became them, and nothing of the text.
#[test]
fn what_is_lost_is_told() {
    let found = check("a 锟斤拷锟斤拷 b 烫烫烫烫".as_bytes(), &options());
    let places: Vec<_> = found
        .iter()
        .map(|finding| (&*finding.kind, finding.offset, finding.length))
        .collect();
    assert_eq!(places, [("lost", 2, 18), ("lost", 23, 9)]);
    assert!(found.iter().all(|finding| finding.fix == utf8kit_lint::Fix::None));
    assert_eq!(check("烫手的山芋，公斤".as_bytes(), &options()), []);
}

/// The words were in one encoding, whatever looks the same in another script.
#[test]
fn a_letter_that_looks_the_same_is_taken_for_it() {
    let wrong = "\u{41C}\u{44C}nchen;Z\u{44C}rich";
    assert_eq!(
        repaired(wrong, &check(wrong.as_bytes(), &options())),
        "München;Zürich"
    );
}
