//! Judges how well a text of single bytes fits the languages that are written in an encoding.
//!
//! Each encoding turns the bytes over 0x7F into letters. A text in the right encoding has letters of one language, about as
//! often as that language has them. Read in a wrong one, it has letters that no language combines. So each pair of an
//! encoding and a language has a cost: the sum of the negative logarithms of the probabilities of all letters in the words
//! that have bytes over 0x7F. Words without are the same in all encodings, and may be in another language.
//!
//! The encodings compete, also those that are never proposed: what they explain better is in none of the others.

use super::languages::{LANGUAGES, Language};
use super::letters::{is_combining, is_mark};
use crate::encoding::Legacy;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Costs are multiples of this, in natural units of information.
pub(super) const UNIT: f64 = 1.0 / 16.0;

/// The cost of a space or another character of ASCII that is no letter.
const SPACE: u8 = 32;
/// The cost of a mark, where marks stand, and of a shape of an Arabic letter.
const MARK: u8 = 64;
/// The cost of a letter that a language lacks, of those that its neighbours have.
const COMMON: u8 = 144;
/// The cost of any other letter that a language lacks, but has the script of, and of a sign.
const RARE: u8 = 184;
/// The cost of a letter of another script.
const FOREIGN: u8 = 224;
/// The cost of what text does not have.
const ODD: u8 = 255;
/// The cost of a capital after a small letter, and of a mark between two letters.
const MISPLACED: u64 = 80;
/// The cost of a capital that is a word.
const ALONE: u64 = 48;

/// The costs of a character in each language.
type Row = [u8; LANGUAGES.len()];

static ROWS: LazyLock<HashMap<char, Row>> = LazyLock::new(|| {
    let mut rows: HashMap<char, Row> = HashMap::new();
    for language in LANGUAGES {
        for c in language.letters.chars() {
            rows.entry(c).or_insert_with(|| foreign(c));
        }
    }
    for (at, language) in LANGUAGES.iter().enumerate() {
        for (c, &cost) in language.letters.chars().zip(language.costs) {
            if let Some(row) = rows.get_mut(&c) {
                row[at] = cost;
            }
        }
    }
    rows
});

impl Language {
    /// Returns `true` if the language is written in Latin letters.
    fn is_latin(&self) -> bool {
        self.letters.starts_with(|c: char| c.is_ascii())
    }
}

/// Returns the costs of a letter in the languages that lack it.
fn foreign(c: char) -> Row {
    let is_latin = matches!(u32::from(c), 0..=0x24F | 0x1E00..=0x1EFF | 0x300..=0x36F);
    let is_arabic_shape = matches!(u32::from(c), 0xFB50..=0xFDFF | 0xFE70..=0xFEFC);
    let mut row = [FOREIGN; LANGUAGES.len()];
    for (cost, language) in row.iter_mut().zip(LANGUAGES) {
        if is_arabic_shape && language.name == "ar" {
            *cost = MARK;
        } else if c.is_ascii() || is_latin == language.is_latin() {
            *cost = if super::letters::COMMON.contains(c) {
                COMMON
            } else {
                RARE
            };
        }
    }
    row
}

/// Returns the costs of a character that is not ASCII. `c` is a small letter or none.
fn row(c: char) -> Row {
    if let Some(row) = ROWS.get(&c) {
        return *row;
    }
    if c.is_ascii() {
        [SPACE; LANGUAGES.len()]
    } else if matches!(u32::from(c), 0x80..=0x9F | 0xE000..=0xF8FF | 0xFFFD) {
        [ODD; LANGUAGES.len()]
    } else if is_mark(c) {
        [MARK; LANGUAGES.len()]
    } else if c.is_alphabetic() || is_combining(c) {
        foreign(c)
    } else {
        [RARE; LANGUAGES.len()]
    }
}

fn small(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// The bytes of the words that have bytes over 0x7F.
pub(super) struct Words {
    /// How often each byte occurs.
    counts: [u32; 256],
    /// How often a byte follows another one in a word.
    pairs: Vec<(u8, u8, u32)>,
    /// How often a byte over 0x7F stands between two others of a word.
    inside: [u32; 256],
    /// How often a byte over 0x7F is a word.
    alone: [u32; 256],
}

impl Words {
    pub(super) fn of(bytes: &[u8]) -> Words {
        let is_part = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
        let mut counts = [0; 256];
        let (mut inside, mut alone) = ([0; 256], [0; 256]);
        let mut pairs = vec![0u32; 1 << 16];
        for word in bytes.split(|byte| !is_part(byte)).filter(|word| !word.is_ascii()) {
            for &byte in word {
                counts[usize::from(byte)] += 1;
            }
            if let &[byte] = word {
                alone[usize::from(byte)] += 1;
            }
            for pair in word.windows(2) {
                pairs[usize::from(pair[0]) << 8 | usize::from(pair[1])] += 1;
            }
            for between in word.windows(3).map(|three| three[1]) {
                inside[usize::from(between)] += 1;
            }
        }
        let pairs = pairs.iter().enumerate().filter(|&(_, &count)| count > 0);
        let pairs = pairs
            .map(|(pair, &count)| ((pair >> 8) as u8, pair as u8, count))
            .collect();
        Words {
            counts,
            pairs,
            inside,
            alone,
        }
    }

    /// Returns the characters of the bytes that occur, in `encoding`, or `None` if one has none.
    fn characters(&self, encoding: Legacy) -> Option<[char; 256]> {
        let mut characters: [char; 256] = std::array::from_fn(|byte| char::from(byte as u8));
        let bytes: Vec<u8> = (0x80..=0xFF)
            .filter(|&byte| self.counts[usize::from(byte)] > 0)
            .collect();
        let (text, is_whole) = encoding.decode(&bytes);
        if !is_whole {
            return None;
        }
        for (&byte, c) in bytes.iter().zip(text.chars()) {
            characters[usize::from(byte)] = c;
        }
        Some(characters)
    }

    /// Returns how well the words fit `encoding`, or `None` if they are not well-formed there.
    pub(super) fn fit(&self, encoding: Legacy) -> Option<Fit> {
        let characters = self.characters(encoding)?;
        let mut costs = [0u64; LANGUAGES.len()];
        for (&c, &count) in characters.iter().zip(&self.counts) {
            if count > 0 {
                for (sum, cost) in costs.iter_mut().zip(row(small(c))) {
                    *sum += u64::from(cost) * u64::from(count);
                }
            }
        }
        let (language, cost) = costs.into_iter().enumerate().min_by_key(|&(_, cost)| cost)?;
        Some(Fit {
            encoding,
            characters,
            language: &LANGUAGES[language],
            cost: cost + self.misplaced(&characters),
        })
    }

    /// Returns the costs of places where no text has such a character.
    fn misplaced(&self, characters: &[char; 256]) -> u64 {
        let (mut misplaced, mut alone) = (0, 0);
        for &(first, second, count) in &self.pairs {
            let (first, second) = (characters[usize::from(first)], characters[usize::from(second)]);
            misplaced += u64::from(count) * u64::from(first.is_lowercase() && second.is_uppercase());
        }
        for (&c, &count) in characters.iter().zip(&self.inside) {
            let is_strange = is_mark(c) && !matches!(c, '’' | '·' | '\u{AD}');
            misplaced += u64::from(count) * u64::from(is_strange);
        }
        for (&c, &count) in characters.iter().zip(&self.alone) {
            alone += u64::from(count) * u64::from(c.is_uppercase());
        }
        misplaced * MISPLACED + alone * ALONE
    }

    /// Returns what the letters of `fit` say about it alone.
    pub(super) fn quality(&self, fit: &Fit) -> Quality {
        let mut own = HashMap::new();
        let (mut expected, mut all) = (0.0, 0.0);
        for (c, &cost) in fit.language.letters.chars().zip(fit.language.costs) {
            own.insert(c, cost);
            if !c.is_ascii() {
                let share = (-f64::from(cost) * UNIT).exp();
                expected += share * f64::from(cost);
                all += share;
            }
        }
        let expected = if all > 0.0 { expected / all } else { 0.0 };
        let mut quality = Quality::default();
        let mut cost = 0.0;
        for byte in 0x80..=0xFF {
            let (c, count) = (fit.characters[byte], self.counts[byte]);
            if count == 0 {
                continue;
            }
            let c = small(c);
            quality.distinct += 1;
            if let Some(&own) = own.get(&c) {
                quality.letters += count;
                cost += f64::from(own) * f64::from(count);
            } else if is_mark(c) {
                quality.marks += count;
            } else {
                quality.letters += count;
                quality.strange += count;
                cost += f64::from(row(c)[0].max(RARE)) * f64::from(count);
            }
        }
        if quality.letters > 0 {
            quality.excess = (cost / f64::from(quality.letters) - expected) * UNIT;
        }
        quality
    }

    /// Returns `true` if the text has the same characters in both encodings.
    pub(super) fn is_same(&self, a: &Fit, b: &Fit) -> bool {
        (0x80..=0xFF).all(|byte| self.counts[byte] == 0 || a.characters[byte] == b.characters[byte])
    }
}

/// How well a text fits an encoding.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) encoding: Legacy,
    characters: [char; 256],
    pub(super) language: &'static Language,
    pub(super) cost: u64,
}

/// What the letters over U+007F of a text in one encoding say about it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quality {
    pub(super) letters: u32,
    pub(super) marks: u32,
    /// The letters that the language lacks, and the signs.
    pub(super) strange: u32,
    /// The number of different bytes.
    pub(super) distinct: u32,
    /// What a letter costs more than those of the language do in the mean.
    pub(super) excess: f64,
}
