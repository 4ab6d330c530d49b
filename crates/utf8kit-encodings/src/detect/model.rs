//! What is known of languages: how likely a letter is after another.

use super::language::Language;
use super::models::{LANGUAGES, LETTERS};

/// Costs are in fifths of a bit: what is as likely as one in 2^n costs 5 n.
pub(super) const BIT: i32 = 5;

/// The first of the characters by which the models write costs.
const ZERO: u8 = b'#';

/// What is before and after a word.
const BOUNDARY: u8 = 0;

/// A letter that the language does not have.
const FOREIGN: u8 = 1;

/// The number of classes before those of the language's letters.
const OTHERS: usize = 2;

/// The script of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Thai,
    Lao,
    Georgian,
}

impl Script {
    pub(super) const COUNT: usize = Script::Georgian as usize + 1;
}

/// What is known of a language with letters.
pub(super) struct Letters {
    pub(super) language: Language,
    pub(super) script: Script,
    /// Its letters, the most frequent first. Their classes follow [`FOREIGN`].
    pub(super) letters: &'static str,
    /// The cost of each class after each, a row for each class before; and a row for each class by itself.
    pub(super) costs: &'static [u8],
    /// Other characters beyond ASCII that its texts have.
    pub(super) symbols: &'static str,
    pub(super) symbol_costs: &'static [u8],
    /// What a letter beyond ASCII, or a letter after one, costs in the mean.
    pub(super) mean: u8,
}

/// What is known of a language with characters for words or syllables.
pub(super) struct Characters {
    pub(super) language: Language,
    /// The most frequent ones, the most frequent first.
    pub(super) characters: &'static str,
    pub(super) costs: &'static [u8],
}

/// A model that is ready for use.
pub(super) struct Model {
    pub(super) known: &'static Letters,
    classes: usize,
    /// The class of each letter of [`LETTERS`], and of [`NO_LETTER`] and [`OTHER_LETTER`].
    class_of: Vec<u8>,
    /// The cost of each class after each, with what it costs to be strange.
    costs: Vec<u8>,
    /// The cost of each letter by itself, likewise.
    alone: Vec<u8>,
    /// The other characters and their costs, in the order of the characters.
    symbols: Vec<(char, u8)>,
}

/// The number of letters.
const LETTERS_LEN: usize = {
    let bytes = LETTERS.as_bytes();
    let (mut at, mut len) = (0, 0);
    while at < bytes.len() {
        len += (bytes[at] & 0xC0 != 0x80) as usize;
        at += 1;
    }
    len
};

/// In place of a letter: none, and one that no language has.
pub(super) const NO_LETTER: u16 = LETTERS_LEN as u16;
pub(super) const OTHER_LETTER: u16 = NO_LETTER + 1;

/// What a letter that the language does not have costs beside what it costs as one.
const STRANGE: u8 = 8 * BIT as u8;

impl Model {
    pub(super) fn all() -> Vec<Model> {
        let letters: Vec<char> = LETTERS.chars().collect();
        LANGUAGES
            .iter()
            .map(|known| Model::new(known, &letters))
            .collect()
    }

    fn new(known: &'static Letters, letters: &[char]) -> Model {
        let mut class_of = vec![FOREIGN; letters.len()];
        for (class, letter) in known.letters.chars().enumerate() {
            if let Ok(letter) = letters.binary_search(&letter) {
                class_of[letter] = (class + OTHERS) as u8;
            }
        }
        class_of.extend([BOUNDARY, FOREIGN]);
        let classes = known.letters.chars().count() + OTHERS;
        let strange = |class: usize| if class == usize::from(FOREIGN) { STRANGE } else { 0 };
        let costs = known.costs.iter().enumerate();
        let mut costs: Vec<u8> = costs
            .map(|(at, cost)| cost - ZERO + strange(at % classes))
            .collect();
        let by_class = costs.split_off(classes * classes);
        let symbols = known.symbol_costs.iter().map(|cost| cost - ZERO);
        let mut symbols: Vec<_> = known.symbols.chars().zip(symbols).collect();
        symbols.sort_unstable();
        Model {
            known,
            classes,
            alone: class_of
                .iter()
                .map(|&class| by_class[usize::from(class)])
                .collect(),
            class_of,
            costs,
            symbols,
        }
    }

    /// Returns the cost of a letter of [`LETTERS`] after another.
    #[inline]
    pub(super) fn cost(&self, before: u16, letter: u16) -> i32 {
        let class = |letter: u16| usize::from(self.class_of[usize::from(letter)]);
        i32::from(self.costs[class(before) * self.classes + class(letter)])
    }

    /// Returns `true` if the language has the letter.
    #[inline]
    pub(super) fn has(&self, letter: u16) -> bool {
        self.class_of[usize::from(letter)] != FOREIGN
    }

    /// Returns the cost of a letter by itself.
    #[inline]
    pub(super) fn cost_alone(&self, letter: u16) -> i32 {
        i32::from(self.alone[usize::from(letter)])
    }

    /// Returns the cost of a character that is no letter, if texts in the language have it.
    pub(super) fn symbol(&self, c: char) -> Option<i32> {
        let at = self.symbols.binary_search_by_key(&c, |symbol| symbol.0).ok()?;
        Some(i32::from(self.symbols[at].1))
    }
}

impl Characters {
    /// Returns the characters and their costs, in the order of the characters.
    pub(super) fn costs(&self) -> Vec<(char, u8)> {
        let costs = self.costs.iter().map(|cost| cost - ZERO);
        let mut all: Vec<_> = self.characters.chars().zip(costs).collect();
        all.sort_unstable();
        all
    }
}
