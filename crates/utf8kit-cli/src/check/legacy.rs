//! The rule `other-encoding`: is a file that is not UTF-8 in a legacy encoding as a whole, and in which?
//!
//! A single octet of one kind can be a letter in thirty encodings; a whole text is readable in few, and likely in one.
//! It is a legacy text, and not UTF-8 with some damage, if nearly everything in it that is not ASCII is ill-formed as
//! UTF-8, it has no errors and no controls in the encoding that `chardetng` takes for the likeliest, and what it says in that
//! encoding is mostly letters.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, Encoding};
use std::fmt;

/// Characters that must not be ASCII before anything is said.
const ENOUGH: usize = 4;

/// What a text seems to be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guess {
    pub(crate) encoding: &'static Encoding,
    pub(crate) sure: Sure,
}

/// How sure a guess is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sure {
    /// A few letters: a similar encoding would do.
    Perhaps,
    Probably,
    /// Many characters of several octets each, all of them defined.
    AlmostCertainly,
}

impl fmt::Display for Sure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sure::Perhaps => "perhaps",
            Sure::Probably => "probably",
            Sure::AlmostCertainly => "almost certainly",
        })
    }
}

/// The legacy encoding of the text that `octets` are, or begin: the last character may be cut off.
///
/// `None` if it is UTF-8, with or without damage, or no text, or if there is too little to judge by.
pub(crate) fn guess(octets: &[u8]) -> Option<Guess> {
    let (mut good, mut bad) = (0, 0);
    for chunk in octets.utf8_chunks() {
        good += chunk.valid().bytes().filter(|octet| !octet.is_ascii()).count();
        bad += chunk.invalid().len();
    }
    let is_unusual = |&octet: &u8| octet.is_ascii() && is_control(octet.into());
    if bad < ENOUGH || 2 * bad < good || octets.iter().any(is_unusual) {
        return None;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(octets, false);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    let text = decode(encoding, octets)?;
    let (mut letters, mut latin, mut others) = (0, 0, 0);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        if is_control(c) || c == 'ÿ' {
            return None;
        } else if c.is_alphabetic() {
            letters += 1;
            latin += usize::from(c < '\u{250}');
        } else if !is_punctuation(c) {
            others += 1;
        }
    }
    let enough = if encoding.is_single_byte() {
        ENOUGH
    } else {
        2 * ENOUGH
    };
    if letters < enough || letters < 2 * others || 8 * capitals_inside(&text) > letters {
        return None;
    }
    // A third of what is written in other scripts may look like UTF-8; where it is so much in Latin, it is UTF-8.
    if 2 * latin > letters && bad < 2 * good {
        return None;
    }
    let sure = match letters {
        0..20 => Sure::Perhaps,
        _ if encoding.is_single_byte() => Sure::Probably,
        _ => Sure::AlmostCertainly,
    };
    Some(Guess { encoding, sure })
}

/// How many capitals stand behind a small letter and are, or stand behind, something that is not ASCII: what a text
/// in some other encoding is full of.
fn capitals_inside(text: &str) -> usize {
    let chars = text.chars();
    chars
        .clone()
        .zip(chars.skip(1))
        .filter(|(before, c)| {
            before.is_lowercase() && c.is_uppercase() && !(before.is_ascii() && c.is_ascii())
        })
        .count()
}

/// Marks that are as common as letters.
fn is_punctuation(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{AD}' | '«' | '»' | '·' | '¡' | '¿' | '\u{2013}'..='\u{2026}' | '‹' | '›' | '\u{3001}'..='\u{3011}')
        || (c >= '\u{300}' && !c.is_alphanumeric() && c < '\u{2000}')
}

/// Controls that text does not have.
fn is_control(c: char) -> bool {
    c.is_control()
        && !matches!(
            c,
            '\t' | '\n' | '\x0B' | '\x0C' | '\r' | '\x1A' | '\x1B' | '\u{85}'
        )
}

/// The text, if all of it is defined; the last character may be cut off.
fn decode(encoding: &'static Encoding, octets: &[u8]) -> Option<String> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(octets.len())?);
    match decoder.decode_to_string_without_replacement(octets, &mut text, false) {
        (DecoderResult::InputEmpty, _) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text, and the encodings that it is likely to be found in.
    const TEXTS: &[(&str, &[&str])] = &[
        (
            "Die Straße über den großen Fluß führt zu schönen Gärten. Öffnen Sie die Tür für die Gäste, bitte früh!",
            &["windows-1252"],
        ),
        (
            "L'été dernier, nous avons mangé des crêpes à la crème dans un café près de l'église. Ça coûtait très peu.",
            &["windows-1252"],
        ),
        (
            "El niño pequeño comió una piña mañana por la mañana; ¿qué más querría él? ¡Adiós, corazón!",
            &["windows-1252"],
        ),
        (
            "Zażółć gęślą jaźń. Książka leży na półce, a wieczorem będę ją czytać. Łódź płynie wśród łąk i źródeł.",
            &["windows-1250", "ISO-8859-2"],
        ),
        (
            "Příliš žluťoučký kůň úpěl ďábelské ódy. Děti šly včera večer k řece a viděly tam čápy.",
            &["windows-1250", "ISO-8859-2"],
        ),
        (
            "Вчера вечером мы пошли в театр и смотрели новую пьесу. Она нам очень понравилась, и мы долго говорили о ней.",
            &["windows-1251", "KOI8-R", "IBM866", "ISO-8859-5"],
        ),
        (
            "Учора ввечері ми ходили до театру. Їхня нова вистава була дуже цікавою, і ми довго про неї говорили.",
            &["windows-1251", "KOI8-U"],
        ),
        (
            "Χθες το βράδυ πήγαμε στο θέατρο και είδαμε ένα καινούργιο έργο. Μας άρεσε πολύ και μιλούσαμε ώρες.",
            &["windows-1253", "ISO-8859-7"],
        ),
        (
            "Dün akşam tiyatroya gittik ve yeni bir oyun izledik. Çok beğendik, sonra ışıklı şehirde uzun uzun yürüdük.",
            &["windows-1254"],
        ),
        (
            "אתמול בערב הלכנו לתיאטרון וראינו הצגה חדשה. היא מצאה חן בעינינו מאוד ודיברנו עליה שעות.",
            &["windows-1255"],
        ),
        (
            "ذهبنا مساء أمس إلى المسرح وشاهدنا مسرحية جديدة. لقد أعجبتنا كثيرا وتحدثنا عنها ساعات طويلة.",
            &["windows-1256"],
        ),
        (
            "昨日の夜、私たちは劇場に行って新しい芝居を見ました。とても面白かったので、長い間話し合いました。",
            &["Shift_JIS", "EUC-JP"],
        ),
        (
            "昨天晚上我们去剧院看了一出新戏。我们非常喜欢，后来谈了很久。今天的天气也很好。",
            &["GBK"],
        ),
        (
            "昨天晚上我們去劇院看了一齣新戲。我們非常喜歡，後來談了很久。今天的天氣也很好。",
            &["Big5"],
        ),
        (
            "어제 저녁에 우리는 극장에 가서 새 연극을 보았습니다. 아주 마음에 들어서 오랫동안 이야기했습니다.",
            &["EUC-KR"],
        ),
    ];

    #[test]
    fn names_the_encoding() {
        for &(text, labels) in TEXTS {
            for label in labels {
                let encoding = Encoding::for_label(label.as_bytes()).unwrap();
                let (octets, _, unmappable) = encoding.encode(text);
                assert!(!unmappable, "{label}: {text}");
                let guess = guess(&octets).unwrap_or_else(|| panic!("{label}: {text}"));
                // What the guess reads is what was written; its name may be another.
                assert_eq!(decode(guess.encoding, &octets).as_deref(), Some(text), "{label}");
                let expected = match (
                    text.chars()
                        .filter(|c| c.is_alphabetic() && !c.is_ascii())
                        .count(),
                    encoding.is_single_byte(),
                ) {
                    (0..20, _) => Sure::Perhaps,
                    (_, true) => Sure::Probably,
                    (_, false) => Sure::AlmostCertainly,
                };
                assert_eq!(guess.sure, expected, "{label}");
                // A piece of the file, cut within a character.
                let cut = &octets[..octets.len() - 2];
                assert_eq!(
                    super::guess(cut).map(|guess| guess.encoding),
                    Some(guess.encoding),
                    "{label}"
                );
            }
        }
    }

    #[test]
    fn utf8_is_not_legacy() {
        assert_eq!(guess(b""), None);
        assert_eq!(guess(b"nothing to see"), None);
        for (text, _) in TEXTS {
            let mut octets = text.as_bytes().to_vec();
            assert_eq!(guess(&octets), None, "{text}");
            // Some damage: octets lost, replaced, cut.
            let places: Vec<usize> = (0..octets.len()).filter(|&at| !octets[at].is_ascii()).collect();
            for (i, &at) in places.iter().enumerate().skip(1).step_by(8) {
                octets[at] = if i % 2 == 0 { 0xFF } else { b'?' };
            }
            assert_eq!(guess(&octets), None, "{text}");
        }
    }

    #[test]
    fn says_nothing_without_evidence() {
        // One name, a test of errors, octets of no text.
        for octets in [
            &b"Andr\xE9 wrote this"[..],
            b"\xFF\xFF\xFF\xFF\xFF\xFF",
            b"a\xFFb\xFEc\xFFd\xFFe\xFFf\xFF",
            b"\x80\x80\x80\x80\x80\x80",
            b"\xE9t\xE9 \xE0 \xE9t\xE9\x01",
            b"\xA9 2020 \xA9 2021 \xA9 2022 \xA9 2023 \xE9\xE8\xEA",
            b"\xB7\xBC\xBD\xBE\xD7\xF7\xE9\xE8\xEA\xE0",
        ] {
            assert_eq!(guess(octets), None, "{octets:02X?}");
        }
        // Half of it in each.
        let mut octets = "L'été dernier, près de l'église, ça coûtait très peu."
            .as_bytes()
            .to_vec();
        octets.extend(b"L'\xE9t\xE9 dernier, pr\xE8s de l'\xE9glise, \xE7a co\xFBtait tr\xE8s peu.");
        assert_eq!(guess(&octets), None);
    }
}
