//! The encoding of a text is told by its letters and by what is beside them.

use utf8kit::{Endian, Policy};
use utf8kit_encodings::detect::{Candidate, Certainty, candidates, utf16};
use utf8kit_encodings::{Encoding, Reading};

fn encoding(name: &str) -> Encoding {
    Encoding::for_label(name, Reading::Iconv).unwrap_or_else(|| panic!("{name} is no encoding"))
}

/// Returns a text in an encoding, which has all its characters.
fn written(name: &str, text: &str) -> Vec<u8> {
    encoding(name)
        .encode(text, Policy::Fail)
        .unwrap_or_else(|error| panic!("{name}: {text}: {error}"))
}

/// Returns what the text, written in the encoding, is taken for.
fn first(name: &str, text: &str) -> Candidate {
    *candidates(&written(name, text))
        .first()
        .unwrap_or_else(|| panic!("{name}: {text}"))
}

/// The text, written in the encoding, is recognized: what is found has the same characters for its bytes.
fn assert_told(name: &str, text: &str) {
    let bytes = written(name, text);
    let found = candidates(&bytes);
    let decoded = found[0]
        .encoding
        .decode(&bytes, Policy::Replace('\u{FFFD}'))
        .unwrap();
    assert_eq!(decoded, text, "{name}: {found:?}");
}

const RUSSIAN: &str =
    "Вечером дождь перестал, и мы вышли во двор. Соседка уже поливала цветы, хотя земля была совсем мокрая.";
const UKRAINIAN: &str = "Увечері дощ ущух, і ми вийшли надвір. Сусідка вже поливала квіти, хоча земля була зовсім мокра від зливи.";
const GREEK: &str =
    "Το βράδυ σταμάτησε η βροχή και βγήκαμε στην αυλή. Η γειτόνισσα πότιζε κιόλας τα λουλούδια της.";
const HUNGARIAN: &str = "Estére elállt az eső, és kimentünk az udvarra. A szomszédasszony már öntözte a virágokat, pedig vizes volt a föld. Őszre szőlőt szűrünk.";
const VIETNAMESE: &str =
    "Buổi tối trời tạnh mưa và chúng tôi ra sân chơi. Bà hàng xóm đã tưới hoa rồi, dù đất vẫn còn ướt.";
const FRENCH: &str = "Le soir, la pluie a cessé et nous sommes allés dans la cour où la voisine arrosait déjà ses fleurs près du château.";

#[test]
fn languages_are_told_with_their_encodings() {
    let cases = [
        ("windows-1251", "ru", RUSSIAN),
        ("KOI8-R", "ru", RUSSIAN),
        ("IBM866", "ru", RUSSIAN),
        ("x-mac-cyrillic", "ru", RUSSIAN),
        ("KOI8-U", "uk", UKRAINIAN),
        ("windows-1253", "el", GREEK),
        ("IBM737", "el", GREEK),
        ("x-mac-greek", "el", GREEK),
        ("windows-1250", "hu", HUNGARIAN),
        ("IBM852", "hu", HUNGARIAN),
        ("CWI", "hu", HUNGARIAN),
        ("VISCII", "vi", VIETNAMESE),
        ("windows-1252", "fr", FRENCH),
        ("IBM850", "fr", FRENCH),
        ("macintosh", "fr", FRENCH),
        ("IBM037", "fr", FRENCH),
        (
            "GBK",
            "zh-Hans",
            "晚上雨停了，我们去了院子里。邻居已经在浇花，虽然地还是湿的。",
        ),
        (
            "Big5",
            "zh-Hant",
            "晚上雨停了，我們去了院子裡。鄰居已經在澆花，雖然地還是濕的。",
        ),
        (
            "Shift_JIS",
            "ja",
            "夕方に雨が止んだので、庭に出ました。隣の人はもう花に水をやっていました。",
        ),
        (
            "EUC-JP",
            "ja",
            "夕方に雨が止んだので、庭に出ました。隣の人はもう花に水をやっていました。",
        ),
        (
            "EUC-KR",
            "ko",
            "저녁에 비가 그쳐서 우리는 마당으로 나갔습니다. 이웃은 벌써 꽃에 물을 주고 있었습니다.",
        ),
        (
            "JOHAB",
            "ko",
            "저녁에 비가 그쳐서 우리는 마당으로 나갔습니다. 이웃은 벌써 꽃에 물을 주고 있었습니다.",
        ),
    ];
    for (name, tag, text) in cases {
        let found = first(name, text);
        assert_eq!(
            (found.encoding, found.language.tag()),
            (encoding(name), tag),
            "{found:?}"
        );
        assert!(found.certainty >= Certainty::Likely, "{name}: {found:?}");
    }
}

/// windows-1258 has the tones of Vietnamese after their letters.
#[test]
fn tones_apart_are_vietnamese() {
    let text = "Buô\u{309}i tô\u{301}i trơ\u{300}i ta\u{323}nh mưa va\u{300} chu\u{301}ng tôi ra sân chơi, du\u{300} đâ\u{301}t vâ\u{303}n co\u{300}n ươ\u{301}t.";
    let found = first("windows-1258", text);
    assert_eq!(
        (found.encoding.name(), found.language.tag()),
        ("windows-1258", "vi")
    );
    assert!(found.certainty >= Certainty::Likely);
}

/// Before they had letters of their own, Persian and Urdu were written with those of Arabic.
#[test]
fn persian_is_told_in_arabic_letters() {
    let found = first(
        "windows-1256",
        "شب باران بند آمد و ما به حياط رفتيم. همسايه گل‌ها را آب مي‌داد، هر چند زمين خيس بود.",
    );
    assert_eq!(
        (found.encoding.name(), found.language.tag()),
        ("windows-1256", "fa")
    );
    let found = first("ISIRI-3342", "بیایید، یکی یکی میوه‌های شیرین را بچینیم");
    assert_eq!(
        (found.language.tag(), found.certainty),
        ("fa", Certainty::VeryLikely)
    );
}

/// Romanian had a cedilla before it had a comma.
#[test]
fn romanian_is_told_with_commas() {
    let found = first(
        "ISO-8859-16",
        "Seara ploaia s-a oprit și am ieșit în curte. Vecina uda deja florile, deși pământul era ud. „Poți să vii”",
    );
    assert_eq!(
        (found.encoding.name(), found.language.tag()),
        ("ISO-8859-16", "ro")
    );
}

/// German letters have the same bytes in many encodings.
#[test]
fn the_most_usual_of_the_same_is_told() {
    for name in ["ISO-8859-1", "ISO-8859-15", "windows-1250", "windows-1254"] {
        assert_eq!(
            first(name, "Die Mäuse dürfen größere Käfige öffnen.")
                .encoding
                .name(),
            "windows-1252"
        );
    }
}

#[test]
fn a_quotation_mark_is_not_inside_a_word() {
    assert_told("macintosh", "Alle reële getallen staan in de tabel.");
    assert_told("IBM850", "Le préfet");
}

#[test]
fn an_opening_mark_is_not_after_a_word() {
    assert_told("IBM850", "Il caffé di sempre");
    assert_told("IBM437", "Han drikker te på en bæ og å");
}

/// The models know nothing of what is between words: a dash between spaces is no letter.
#[test]
fn a_symbol_between_spaces_is_none_of_the_letters() {
    assert_told(
        "windows-1252",
        "Cada «%s» no ficheiro «%s» é un «%s» de «%s», e o «%s» é «%s».",
    );
    assert_told("windows-1251", "Файл «%s» и «%s», «%s», «%s».");
}

/// Pages of EBCDIC have brackets in different places.
#[test]
fn brackets_come_in_pairs() {
    let text =
        "usage : outil [option] [fichier] pour créer une archive [défaut] où déjà une autre est placée";
    for name in ["IBM037", "IBM500", "IBM1047"] {
        assert_told(name, text);
    }
    assert_told("IBM037", "Ende! Ende! größer!");
}

/// The only bracket of a text counts wherever it is.
#[test]
fn a_rare_byte_counts_late_in_a_text() {
    let text = format!("{} [voir aussi]", [FRENCH; 12].join(" "));
    assert_told("IBM1047", &text);
    assert_told("IBM037", &text);
}

#[test]
fn a_few_words_of_ebcdic_are_told() {
    assert_told("IBM273", "Größere Dateien löschen");
    assert_told("IBM037", "Répertoire protégé");
}

#[test]
fn an_address_is_not_ebcdic() {
    assert_told("windows-1252", "andré@exemple.fr");
    assert_told("windows-1252", "Müller@Büro.de,Götz@Büro.de");
    assert_told("windows-1252", "MÜLLER@BÜRO.DE");
}

/// Arabic of the Macintosh has a space of its own, from right to left.
#[test]
fn arabic_of_the_macintosh_is_told_by_its_spaces() {
    let arabic = "توقف المطر مساء وخرجنا إلى الفناء وكانت الجارة تسقي الزهور";
    let bytes = written("ISO-8859-6", arabic);
    assert_eq!(candidates(&bytes)[0].encoding.name(), "ISO-8859-6");
    let bytes: Vec<u8> = bytes
        .iter()
        .map(|&byte| if byte == b' ' { 0xA0 } else { byte })
        .collect();
    assert_eq!(candidates(&bytes)[0].encoding.name(), "x-mac-arabic");
}

/// Those are no spaces from right to left.
#[test]
fn no_break_spaces_of_french_are_not_arabic() {
    assert_told(
        "windows-1252",
        "Attention\u{A0}: quoi\u{A0}? non\u{A0}! oui\u{A0}; si\u{A0}: voir la page\u{A0}: 12\u{A0}% et 13\u{A0}%",
    );
}

/// Case tells KOI8-R from windows-1251, whose letters have the bytes of the other case.
#[test]
fn words_begin_with_capital_letters() {
    for name in ["KOI8-R", "windows-1251"] {
        assert_told(name, "Пётр Иванов");
        assert_told(name, "Нижний Новгород");
    }
    assert_told("macintosh", "Het comité");
}

/// ISO-8859-7 is Greek and windows-1257 is Baltic, though what they make of these can be read in French and Danish.
#[test]
fn an_encoding_is_for_its_languages() {
    assert_told("IBM850", "las órdenes de");
    assert_told("macintosh", "gør det lettere at");
}

/// In windows-1255 it is a Hebrew letter in a word of English.
#[test]
fn a_word_is_of_one_script() {
    let text = "The waiter brought a second café and the bill without a word, and then he went back into the kitchen.";
    let found = first("windows-1252", text);
    assert_eq!(
        (found.encoding.name(), found.language.tag()),
        ("windows-1252", "en")
    );
}

/// A text that reads like none in its language may be in an encoding that is not known.
#[test]
fn what_reads_like_no_language_is_possible_at_most() {
    let scrambled: String = RUSSIAN
        .chars()
        .rev()
        .map(|c| {
            if c == 'о' {
                'щ'
            } else if c == 'е' {
                'ъ'
            } else {
                c
            }
        })
        .collect();
    assert_eq!(first("windows-1251", RUSSIAN).certainty, Certainty::VeryLikely);
    assert_eq!(first("windows-1251", &scrambled).certainty, Certainty::Possible);
}

/// One letter many times decides no more than once.
#[test]
fn few_different_letters_are_not_very_likely() {
    let found = first("windows-1251", "да да да да да да да да да да да");
    assert!(found.certainty < Certainty::VeryLikely, "{found:?}");
    let found = first("windows-1252", &"né ".repeat(60));
    assert!(found.certainty < Certainty::VeryLikely, "{found:?}");
}

/// Nor are a few letters, or a text of which a tenth is in no text in the language.
#[test]
fn a_word_or_strange_characters_are_not_very_likely() {
    assert_eq!(first("Shift_JIS", "ありがとう").certainty, Certainty::Likely);
    let text = "晚上雨停了我们去了院子里邻居已经在浇花";
    assert_eq!(first("GBK", text).certainty, Certainty::VeryLikely);
    assert_eq!(first("GBK", &format!("{text}╬╬")).certainty, Certainty::Likely);
}

/// The table of an encoding that is not known may have another character there.
#[test]
fn a_symbol_that_no_text_has_is_a_doubt() {
    let text = [RUSSIAN; 3].join(" ");
    assert_eq!(first("x-mac-cyrillic", &text).certainty, Certainty::VeryLikely);
    assert_eq!(
        first("x-mac-cyrillic", &format!("{text} ≈")).certainty,
        Certainty::Likely
    );
}

#[test]
fn a_close_rival_is_a_doubt() {
    assert_eq!(first("windows-1252", "Straße").certainty, Certainty::Possible);
    assert_eq!(first("KOI8-R", "Пётр Иванов").certainty, Certainty::Likely);
}

#[test]
fn what_is_far_behind_is_no_candidate() {
    let chinese = "晚上雨停了，我们去了院子里。邻居已经在浇花，虽然地还是湿的。";
    for bytes in [
        written("windows-1253", &GREEK.repeat(4)),
        written("GBK", chinese),
        written("GBK", &chinese.repeat(40)),
        written("EUC-KR", &"이웃은 벌써 꽃에 물을 주고 있었습니다. ".repeat(8)),
    ] {
        let found = candidates(&bytes);
        assert!(found.iter().all(|found| found.behind < 64), "{found:?}");
        assert!(found.len() < 4, "{found:?}");
    }
    let found = candidates(&written("windows-1252", "né"));
    assert!(found.len() > 4, "{found:?}");
    assert!(found.is_sorted_by_key(|found| found.behind), "{found:?}");
    assert!(
        found[1..]
            .iter()
            .all(|found| found.certainty == Certainty::Possible),
        "{found:?}"
    );
}

/// The end of what is looked at may be inside a character.
#[test]
fn a_character_may_be_cut() {
    let bytes = written(
        "GBK",
        "晚上雨停了，我们去了院子里。邻居已经在浇花，虽然地还是湿的",
    );
    assert_eq!(candidates(&bytes[..bytes.len() - 1])[0].encoding.name(), "GBK");
}

/// Rare characters cost much, but the other encodings are asked of as many bytes.
#[test]
fn rare_characters_are_told_in_a_long_text() {
    let text: String = ('\u{5500}'..'\u{5900}').collect();
    let found = first("GBK", &text);
    assert_eq!(
        (found.encoding.name(), found.certainty),
        ("GBK", Certainty::Possible)
    );
}

/// A letter that stands alone costs little by itself in languages of other scripts, but not after the letters of ASCII.
#[test]
fn few_accents_of_a_long_text_are_enough() {
    let text = "A chuva já não caía ao fim da tarde e as crianças foram brincar para o quintal, onde a avó regava as flores até à noite. ";
    for name in ["windows-1252", "IBM850", "macintosh"] {
        for len in [4, 20, 60] {
            assert_told(name, &text.repeat(len));
        }
    }
}

/// What is well-formed in an encoding of two bytes is not in it for that.
#[test]
fn pairs_of_letters_are_no_characters() {
    assert_told("windows-1251", "ЖУРНАЛ РАБОТ НА УЧАСТКЕ ВЕДЁТСЯ ЕЖЕДНЕВНО");
    assert_told("KOI8-R", "вода льётся мимо");
    assert_told("windows-1253", "ΕΛΛΗΝΙΚΑ ΓΡΑΜΜΑΤΑ");
    assert_told("windows-1255", "בוקר טוב לכולם");
}

/// The characters of a long text count as those of a short one do, and a few rare bytes after the first.
#[test]
fn a_long_text_of_letters_is_told() {
    for (name, text) in [
        ("windows-1251", RUSSIAN),
        ("KOI8-U", UKRAINIAN),
        ("IBM737", GREEK),
        ("VISCII", VIETNAMESE),
        ("windows-1250", HUNGARIAN),
    ] {
        for len in [8, 100] {
            let text = [text; 100][..len].join(" ");
            assert_told(name, &text);
            assert!(first(name, &text).certainty >= Certainty::Likely, "{name}");
        }
    }
}

/// Letters of ASCII seldom touch characters of Chinese.
#[test]
fn letters_beside_characters_are_none() {
    assert_told("IBM500", "liste [a] [b] [c] [é]");
}

/// The end of a text is no character if it is only the beginning of one.
#[test]
fn a_part_of_a_character_shows_nothing() {
    let text = "When the rain had stopped we went into the yard, where the neighbour was watering her flowers. Touché";
    assert_told("windows-1252", text);
    assert_told("windows-1252", &format!("{text}!"));
    assert_told("windows-1252", "élève né!");
}

/// Rare characters are in the encodings that have more.
#[test]
fn larger_encodings_are_told_by_their_characters() {
    assert_eq!(
        first("gb18030", "邻居已经在浇花，虽然地还是湿的𠀀，我们去了院子里")
            .encoding
            .name(),
        "gb18030"
    );
    assert_eq!(
        first("UHC", "이웃은 벌써 꽃에 물을 주고 있었습니다. 똠방각하")
            .encoding
            .name(),
        "UHC"
    );
}

#[test]
fn utf16_of_east_asian_text_is_told() {
    let units = |text: &str, to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    };
    let text = "夕方に雨が止んだので、庭に出ました。";
    for (endian, to_bytes) in [
        (Endian::Little, u16::to_le_bytes as fn(u16) -> [u8; 2]),
        (Endian::Big, u16::to_be_bytes),
    ] {
        let (found, language) = utf16(&units(text, to_bytes)).unwrap();
        assert_eq!((found, language.tag()), (endian, "ja"));
        // Three characters may look like text by chance.
        assert_eq!(utf16(&units("の人は", to_bytes)), None);
        assert!(utf16(&units("の人はに", to_bytes)).is_some());
    }
    assert_eq!(utf16(&written("windows-1251", RUSSIAN)), None);
    assert_eq!(utf16(&written("GBK", "晚上雨停了，我们去了院子里。")), None);
}

/// Letters that are rare in the language, as often as in no article, are no others.
#[test]
fn words_with_many_accents_are_told() {
    let words = "Größe Straße schön Käse Übung Öl für müßig Äpfel weiß ";
    for times in [1, 8, 10, 20, 60] {
        let found = first("windows-1252", &words.repeat(times));
        assert_eq!(found.encoding, encoding("windows-1252"), "{times}");
    }
}
