//! The pairs of encodings that texts go through by mistake.

use super::words::Word;
use crate::double_encoded::{Table, Through};
use std::sync::OnceLock;
use utf8kit_encodings::detect::Likelihood;

/// An encoding that a text was decoded in, and the one that it was in.
pub(super) struct Pair {
    pub(super) read_as: Through,
    pub(super) was: Through,
    /// How many bits it costs: how rare the mistake is.
    pub(super) bits: i32,
    /// The characters of the bytes from 0x80 on in the encoding that the text was in.
    characters: Vec<char>,
}

/// The encodings that texts are decoded in by mistake, and those that they are in then, each with its bits.
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
        ],
    ),
    (
        "IBM852",
        &[("windows-1250", 1), ("windows-1252", 3), ("ISO-8859-2", 3)],
    ),
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
                let was = Through::of_name(was)?;
                Some(Pair {
                    read_as: Through::of_name(read_as)?,
                    was,
                    bits,
                    characters: was.characters()?,
                })
            };
            let of = |&(read_as, all): &(&'static str, &'static [(&'static str, i32)])| {
                all.iter()
                    .filter_map(move |&(was, bits)| pair(read_as, was, bits))
            };
            ALL.iter().flat_map(of).collect()
        })
    }

    /// Returns what a character of the encoding that the text was decoded in is in the one that it was in.
    fn character(&self, c: char) -> Option<char> {
        if c.is_ascii() {
            return Some(c);
        }
        let bytes = Table::get().bytes(c);
        let mut byte = bytes.of(self.read_as).0;
        if byte.is_none() && self.read_as == Through::WINDOWS_1252 {
            byte = bytes.of(Through::LATIN_1).0;
        }
        let meant = self.characters[usize::from(byte?) - 0x80];
        (!meant.is_control()).then_some(meant)
    }

    /// Returns a word without the mistake, if it is another then that may be right.
    pub(super) fn undo(&self, word: &Word<'_>) -> Option<Undone> {
        if word.may_be_double_encoded {
            return None;
        }
        let meant = |c| self.character(c);
        let text: String = word.text.chars().map(meant).collect::<Option<_>>()?;
        if text == word.text {
            return None;
        }
        let mut undone = Undone::new(text);
        // A keyboard, or a person, wrote some letters as others that look the same.
        if word.text.contains(|c| look_alike(c).is_some()) {
            let alike = |c| look_alike(c).or_else(|| meant(c));
            let other = Undone::new(word.text.chars().map(alike).collect::<Option<_>>()?);
            if other.cost + ALIKE < undone.cost && !other.text.is_ascii() {
                undone = other;
            }
        }
        (word.cost - undone.cost > LEAST).then_some(undone)
    }
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
/// letter: tests and tables have letters by themselves. It has no character three times, and is no short line of a frame.
fn may_be_word(shown: &str, meant: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    letters(meant) >= letters(shown) && !is_frame(shown) && is_word(meant)
}

fn is_frame(shown: &str) -> bool {
    let foreign = || shown.chars().filter(|c| !c.is_ascii());
    foreign().count() < 4 && foreign().all(|c| matches!(c, '\u{2500}'..='\u{259F}'))
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
    fn all_names_are_single_byte_encodings() {
        let count: usize = ALL.iter().map(|(_, all)| all.len()).sum();
        assert_eq!(Pair::all().len(), count);
    }
}
