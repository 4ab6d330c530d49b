//! The pairs of encodings that texts go through by mistake.

use super::words::{Word, is_east_asian};
use crate::double_encoded::{EastAsian, Table, Through};
use std::sync::OnceLock;
use utf8kit::Policy;
use utf8kit_encodings::Encoding;
use utf8kit_encodings::detect::Likelihood;

/// An encoding that a text was decoded in, and the one that it was in.
pub(super) struct Pair {
    pub(super) read_as: Through,
    pub(super) was: Through,
    /// How many bits it costs: how rare the mistake is.
    pub(super) bits: i32,
    encoder: Encoder,
    decoder: Decoder,
}

/// How the characters of the encoding that a text was decoded in become bytes again.
enum Encoder {
    Single(Through),
    EastAsian(&'static EastAsian),
}

/// What the bytes are in the encoding that the text was in.
enum Decoder {
    /// The characters of the bytes from 0x80 on.
    Single(Vec<char>),
    EastAsian(Encoding),
}

/// The encodings that texts are decoded in by mistake, and those that they are in then, each with its bits.
///
/// None is read as Big5: its tables have different characters for the same bytes, so that a word would become another.
const ALL: &[(&str, &[(&str, i32)])] = &[
    (
        "windows-1252",
        &[
            ("windows-1251", 0),
            ("windows-1250", 1),
            ("ISO-8859-2", 1),
            ("windows-1253", 1),
            ("ISO-8859-7", 2),
            ("windows-1254", 2),
            ("windows-1255", 1),
            ("windows-1256", 1),
            ("windows-1257", 2),
            ("windows-874", 2),
            ("ISO-8859-5", 4),
            ("ISO-8859-6", 4),
            ("KOI8-R", 1),
            ("KOI8-U", 3),
            ("IBM437", 2),
            ("IBM850", 1),
            ("IBM852", 2),
            ("IBM866", 2),
            ("CP737", 4),
            ("IBM862", 4),
            ("IBM857", 4),
            ("CP775", 5),
            ("macintosh", 1),
            ("x-mac-cyrillic", 4),
            ("GBK", 1),
            ("Shift_JIS", 1),
            ("Big5", 2),
            ("EUC-KR", 2),
            ("EUC-JP", 3),
        ],
    ),
    // Bytes that have no character in it are controls.
    ("ISO-8859-1", &[("windows-1252", 0)]),
    (
        "windows-1251",
        &[
            ("windows-1252", 0),
            ("windows-1250", 2),
            ("windows-1253", 3),
            ("windows-1254", 2),
            ("windows-1257", 3),
            ("KOI8-R", 0),
            ("KOI8-U", 2),
            ("IBM866", 0),
            ("CP1125", 4),
            ("ISO-8859-5", 2),
            ("x-mac-cyrillic", 3),
            ("macintosh", 4),
            ("IBM850", 4),
            ("GBK", 3),
            ("Shift_JIS", 3),
            ("Big5", 4),
            ("EUC-KR", 4),
            ("EUC-JP", 4),
        ],
    ),
    (
        "KOI8-R",
        &[
            ("windows-1251", 0),
            ("IBM866", 1),
            ("ISO-8859-5", 3),
            ("windows-1252", 3),
        ],
    ),
    (
        "IBM866",
        &[
            ("windows-1251", 0),
            ("KOI8-R", 1),
            ("windows-1252", 3),
            ("ISO-8859-5", 3),
        ],
    ),
    (
        "ISO-8859-5",
        &[("windows-1251", 1), ("KOI8-R", 2), ("windows-1252", 4)],
    ),
    ("x-mac-cyrillic", &[("windows-1251", 2), ("KOI8-R", 4)]),
    (
        "windows-1250",
        &[
            ("windows-1252", 1),
            ("windows-1251", 1),
            ("ISO-8859-2", 2),
            ("IBM852", 2),
            ("MAC-CENTRALEUROPE", 4),
            ("windows-1254", 4),
            ("IBM850", 4),
        ],
    ),
    (
        "ISO-8859-2",
        &[("windows-1252", 2), ("windows-1250", 1), ("windows-1251", 3)],
    ),
    ("windows-1253", &[("windows-1252", 2), ("windows-1251", 3)]),
    ("ISO-8859-7", &[("windows-1252", 4), ("windows-1253", 2)]),
    (
        "windows-1254",
        &[("windows-1252", 4), ("windows-1251", 2), ("IBM857", 3)],
    ),
    ("windows-1255", &[("windows-1252", 3)]),
    ("windows-1256", &[("windows-1252", 3), ("windows-1251", 4)]),
    ("windows-1257", &[("windows-1252", 3), ("windows-1251", 4)]),
    ("windows-874", &[("windows-1252", 3)]),
    (
        "macintosh",
        &[
            ("windows-1252", 1),
            ("IBM437", 3),
            ("IBM850", 3),
            ("windows-1251", 3),
            ("x-mac-cyrillic", 3),
            ("MAC-CENTRALEUROPE", 3),
            ("windows-1250", 4),
            ("Shift_JIS", 2),
            ("GBK", 3),
            ("EUC-KR", 4),
            ("Big5", 4),
            ("EUC-JP", 4),
        ],
    ),
    (
        "IBM437",
        &[
            ("windows-1252", 1),
            ("macintosh", 4),
            ("windows-1250", 3),
            ("windows-1251", 3),
            ("IBM852", 3),
            ("IBM866", 2),
            ("IBM862", 3),
            ("CP737", 3),
            ("CP775", 4),
            ("IBM857", 4),
            ("Shift_JIS", 1),
            ("GBK", 1),
            ("EUC-KR", 2),
            ("Big5", 3),
            ("EUC-JP", 4),
        ],
    ),
    (
        "IBM850",
        &[
            ("windows-1252", 1),
            ("windows-1250", 3),
            ("windows-1251", 3),
            ("IBM852", 3),
            ("IBM866", 2),
            ("IBM857", 3),
            ("macintosh", 4),
            ("Shift_JIS", 2),
            ("GBK", 2),
            ("EUC-KR", 3),
            ("Big5", 4),
            ("EUC-JP", 4),
        ],
    ),
    (
        "IBM852",
        &[("windows-1250", 1), ("windows-1252", 3), ("ISO-8859-2", 3)],
    ),
    (
        "GBK",
        &[
            ("windows-1252", 1),
            ("windows-1251", 2),
            ("Shift_JIS", 1),
            ("Big5", 1),
            ("EUC-KR", 1),
            ("EUC-JP", 3),
            ("KOI8-R", 3),
            ("windows-1250", 3),
        ],
    ),
    (
        "Shift_JIS",
        &[
            ("windows-1252", 1),
            ("GBK", 1),
            ("EUC-JP", 1),
            ("Big5", 2),
            ("EUC-KR", 2),
            ("windows-1251", 3),
        ],
    ),
    (
        "EUC-KR",
        &[
            ("windows-1252", 2),
            ("GBK", 1),
            ("Shift_JIS", 2),
            ("Big5", 4),
            ("EUC-JP", 4),
        ],
    ),
    ("EUC-JP", &[("Shift_JIS", 2), ("windows-1252", 4)]),
];

/// A word without the mistake.
pub(super) struct Undone {
    pub(super) text: String,
    pub(super) likelihood: Likelihood,
    /// How unlikely it is, in fifths of a bit.
    cost: i32,
}

/// What a word must be more likely by if a letter is taken for one that looks the same.
const ALIKE: i32 = 12 * Likelihood::BIT;

/// What a word by itself may be less likely by: its script may be that of the words around.
const LEAST: i32 = -12 * Likelihood::BIT;

impl Pair {
    /// Returns all of them.
    pub(super) fn all() -> &'static [Pair] {
        static ALL_OF_THEM: OnceLock<Vec<Pair>> = OnceLock::new();
        ALL_OF_THEM.get_or_init(|| {
            let pair = |read_as, was, bits| {
                let [read_as, was] = [Through::of_name(read_as)?, Through::of_name(was)?];
                let encoder = match EastAsian::of(read_as) {
                    Some(east_asian) => Encoder::EastAsian(east_asian),
                    None => Encoder::Single(read_as),
                };
                let decoder = match was.characters() {
                    Some(characters) => Decoder::Single(characters),
                    None => Decoder::EastAsian(EastAsian::of(was)?.encoding),
                };
                Some(Pair {
                    read_as,
                    was,
                    bits,
                    encoder,
                    decoder,
                })
            };
            let of = |&(read_as, all): &(&'static str, &'static [(&'static str, i32)])| {
                all.iter()
                    .filter_map(move |&(was, bits)| pair(read_as, was, bits))
            };
            ALL.iter().flat_map(of).collect()
        })
    }

    /// Returns the bytes that a word was decoded from, if it can have been.
    fn bytes(&self, word: &str) -> Option<Vec<u8>> {
        // Signs alone are those of other texts, too.
        if matches!(self.encoder, Encoder::EastAsian(_)) && !word.contains(is_letter_of_east_asia) {
            return None;
        }
        let mut bytes = Vec::with_capacity(word.len());
        for c in word.chars() {
            match &self.encoder {
                _ if c.is_ascii() => bytes.push(c as u8),
                Encoder::Single(read_as) => bytes.push(byte(*read_as, c)?),
                Encoder::EastAsian(read_as) => bytes.extend_from_slice(read_as.bytes(c)?),
            }
        }
        Some(bytes)
    }

    /// Returns what bytes are in the encoding that the text was in.
    fn decode(&self, bytes: &[u8]) -> Option<String> {
        match &self.decoder {
            Decoder::Single(characters) => {
                let character = |&byte: &u8| match byte {
                    0..0x80 => Some(char::from(byte)),
                    _ => Some(characters[usize::from(byte) - 0x80]).filter(|c| !c.is_control()),
                };
                bytes.iter().map(character).collect()
            }
            Decoder::EastAsian(encoding) => encoding.decode(bytes, Policy::Fail).ok(),
        }
    }

    /// Returns a word without the mistake, if it is another then that may be right.
    pub(super) fn undo(&self, word: &Word<'_>) -> Option<Undone> {
        // Where a long word is divided, a character of two bytes may be.
        let is_of_two_bytes = matches!(self.decoder, Decoder::EastAsian(_));
        if word.may_be_double_encoded || (word.is_part && is_of_two_bytes) {
            return None;
        }
        let text = self.decode(&self.bytes(word.text)?)?;
        if text == word.text {
            return None;
        }
        let mut undone = Undone::new(text);
        // A keyboard, or a person, wrote some letters as others that look the same.
        if !is_of_two_bytes && word.text.contains(|c| look_alike(c).is_some()) {
            let meant = |c: char| self.decode(&self.bytes(c.encode_utf8(&mut [0; 4]))?);
            let alike = |c| look_alike(c).map(String::from).or_else(|| meant(c));
            let other = Undone::new(word.text.chars().map(alike).collect::<Option<_>>()?);
            if other.cost + ALIKE < undone.cost && !other.text.is_ascii() {
                undone = other;
            }
        }
        (word.cost - undone.cost > LEAST).then_some(undone)
    }
}

/// Returns `true` for letters of East Asia, also those of half width.
fn is_letter_of_east_asia(c: char) -> bool {
    is_east_asian(c) || matches!(c, '\u{FF66}'..='\u{FF9F}')
}

/// Returns the byte of a character in an encoding, if there is one. Windows-1252 has controls where it has no characters.
fn byte(read_as: Through, c: char) -> Option<u8> {
    let bytes = Table::get().bytes(c);
    let byte = bytes.of(read_as).0;
    let control = || bytes.of(Through::LATIN_1).0;
    byte.or_else(|| control().filter(|_| read_as == Through::WINDOWS_1252))
}

impl Undone {
    /// Returns `true` if it is more likely than the word that it was, by as much.
    pub(super) fn is_better(&self, word: &Word<'_>, by: i32) -> bool {
        self.cost + by < word.cost
    }

    /// Returns `true` if it is a word that correct text may have in place of `word`, so that it says something of the encodings.
    pub(super) fn says_something(&self, word: &Word<'_>) -> bool {
        may_be_word(word.text, &self.text)
    }

    fn new(text: String) -> Undone {
        let mut likelihood = Likelihood::default();
        likelihood.add("", &text, None);
        Undone {
            cost: likelihood.fifths(),
            text,
            likelihood,
        }
    }
}

/// Returns the letter of ASCII that a Cyrillic letter looks like.
fn look_alike(c: char) -> Option<char> {
    Some(match c {
        'А' => 'A',
        'В' => 'B',
        'Е' => 'E',
        'К' => 'K',
        'М' => 'M',
        'Н' => 'H',
        'О' => 'O',
        'Р' => 'P',
        'С' => 'C',
        'Т' => 'T',
        'Х' => 'X',
        'а' => 'a',
        'е' => 'e',
        'о' => 'o',
        'р' => 'p',
        'с' => 'c',
        'у' => 'y',
        'х' => 'x',
        _ => return None,
    })
}

/// Returns `true` if `meant` may be a word that became `shown`.
///
/// It has no fewer letters, no sign between them, and no letters of two scripts side by side. One that was misread is beside another
/// letter: tests and tables have letters by themselves. It has no character three times, and is no short line of a frame. A word of East
/// Asia has two different characters.
fn may_be_word(shown: &str, meant: &str) -> bool {
    if meant.contains(is_east_asian) {
        let mut letters = meant.chars().filter(|&c| is_east_asian(c));
        let first = letters.next();
        return letters.any(|c| Some(c) != first) && !is_table(shown);
    }
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    letters(meant) >= letters(shown) && !is_frame(shown) && is_word(meant)
}

fn is_frame(shown: &str) -> bool {
    let foreign = || shown.chars().filter(|c| !c.is_ascii());
    foreign().count() < 4 && foreign().all(|c| matches!(c, '\u{2500}'..='\u{259F}'))
}

/// Returns `true` for most characters one after the other, as a table of an encoding has them.
fn is_table(shown: &str) -> bool {
    let all = shown.chars().filter(|c| !c.is_ascii());
    let next = all.clone().zip(all.clone().skip(1));
    let follow = next.filter(|&(c, next)| c as u32 + 1 == next as u32).count();
    follow * 2 >= all.count()
}

fn is_word(meant: &str) -> bool {
    let is_latin = |c: char| c < '\u{370}' || ('\u{1E00}'..='\u{1EFF}').contains(&c);
    let may_be_inside =
        |c: char| c.is_ascii() || c.is_alphanumeric() || matches!(c, '’' | '‘' | '·' | '\u{AD}');
    let mut is_beside = false;
    let mut before = ['\0'; 2];
    for c in meant.chars() {
        let [first, last] = before;
        if last.is_alphabetic() && c.is_alphabetic() {
            // Not in `\n` and `%s`.
            let is_escape = last.is_ascii() && matches!(first, '\\' | '%');
            if is_latin(last) != is_latin(c) && !is_escape {
                return false;
            }
            is_beside |= !last.is_ascii() || !c.is_ascii();
        }
        if first.is_alphabetic() && c.is_alphabetic() && !may_be_inside(last) {
            return false;
        }
        if !c.is_ascii() && before == [c; 2] {
            return false;
        }
        before = [last, c];
    }
    is_beside || meant.chars().all(|c| c.is_ascii() || !c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_known() {
        let count: usize = ALL.iter().map(|(_, all)| all.len()).sum();
        assert_eq!(Pair::all().len(), count);
    }
}
