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
