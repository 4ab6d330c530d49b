//! What is known of languages: how likely a letter is after another.

use super::known::{Characters, Letters};
use super::models::{LANGUAGES, LETTERS};
use super::pairs::Pairs;
use crate::order::sort_by_key;
use std::ops::Range;

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
const STRANGE: u8 = 12 * BIT as u8;

/// Where the costs of the letters of bytes are in a model. Memory for [`Model::cost_of`] to use.
pub(super) struct Places {
    rows: [u16; 256],
    classes: [u16; 256],
}

impl Places {
    pub(super) fn new() -> Places {
        Places {
            rows: [0; 256],
            classes: [0; 256],
        }
    }
}

impl Model {
    /// Returns the models, those of a script together.
    pub(super) fn all() -> Vec<Model> {
        let letters: Vec<char> = LETTERS.chars().collect();
        let mut models: Vec<Model> = LANGUAGES
            .iter()
            .map(|known| Model::new(known, &letters))
            .collect();
        sort_by_key(&mut models, |model| model.known.script as i64);
        models
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
        // What is between words costs nothing.
        costs[0] = 0;
        let symbols = known.symbol_costs.iter().map(|cost| cost - ZERO);
        let mut symbols: Vec<_> = known.symbols.chars().zip(symbols).collect();
        sort_by_key(&mut symbols, |&(c, _)| u32::from(c).into());
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
    pub(super) fn cost(&self, before: u16, letter: u16) -> u8 {
        self.costs[self.class(before) * self.classes + self.class(letter)]
    }

    /// Returns what `pairs` of bytes cost that stand for `letters`, or `None` if that is `most` or more.
    pub(super) fn cost_of(
        &self,
        pairs: &Pairs,
        letters: &[u16; 256],
        places: &mut Places,
        most: i32,
    ) -> Option<i32> {
        let Places { rows, classes } = places;
        for &byte in &pairs.seen {
            let class = self.class(letters[usize::from(byte)]);
            classes[usize::from(byte)] = class as u16;
            rows[usize::from(byte)] = (class * self.classes) as u16;
        }
        let mut sum = 0;
        for pairs in pairs.high.chunks(64) {
            for pair in pairs {
                let place = rows[usize::from(pair.before)] + classes[usize::from(pair.byte)];
                sum += i32::from(pair.count) * i32::from(self.costs[usize::from(place)]);
            }
            if sum >= most {
                return None;
            }
        }
        Some(sum)
    }

    #[inline]
    fn class(&self, letter: u16) -> usize {
        usize::from(self.class_of[usize::from(letter)])
    }

    /// Returns `true` if the language has the letter.
    pub(super) fn has(&self, letter: u16) -> bool {
        self.class_of[usize::from(letter)] != FOREIGN
    }

    /// Returns the cost of a character that is no letter, if texts in the language have it.
    fn symbol(&self, c: char) -> Option<u8> {
        let at = self.symbols.binary_search_by_key(&c, |symbol| symbol.0).ok()?;
        Some(self.symbols[at].1)
    }
}

/// What something costs in each language, and nothing in those that are none.
pub(super) type Row = [u8; LANES];

/// So many languages are added up at once, beginning at any.
const LANES_AT_ONCE: usize = 16;
pub(super) const LANES: usize = LANGUAGES.len() + LANES_AT_ONCE;

/// No row has a cost over this.
pub(super) const MOST_COST: usize = (b'~' - ZERO + STRANGE) as usize;

/// As many things can be added up.
pub(super) const MOST_SUMMED: usize = u16::MAX as usize / MOST_COST;

/// Returns what things cost in these languages: rows, and how often each counts, [`MOST_SUMMED`] together at most.
pub(super) fn sums(rows: &[Row], things: &[(u16, u16)], languages: Range<usize>) -> [u16; LANES] {
    let mut sums = [0; LANES];
    for at in languages.step_by(LANES_AT_ONCE) {
        let mut lanes = [0u16; LANES_AT_ONCE];
        for &(row, count) in things {
            let costs = &rows[usize::from(row)][at..at + LANES_AT_ONCE];
            for (sum, &cost) in lanes.iter_mut().zip(costs) {
                *sum += count * u16::from(cost);
            }
        }
        sums[at..at + LANES_AT_ONCE].copy_from_slice(&lanes);
    }
    sums
}

/// The rows of all characters: of the letters of [`LETTERS`], of [`NO_LETTER`] and [`OTHER_LETTER`], of other characters that texts
/// have, and of those that cost the same in each language.
pub(super) struct Rows {
    pub(super) all: Vec<Row>,
    /// The characters that are no letters, in order.
    symbols: Vec<char>,
}

impl Rows {
    pub(super) fn of(models: &[Model]) -> Rows {
        let row = |cost: &dyn Fn(&Model) -> u8| {
            let mut row = [0; LANES];
            for (to, model) in row.iter_mut().zip(models) {
                *to = cost(model);
            }
            row
        };
        let symbols = models.iter().flat_map(|model| &model.symbols);
        let mut symbols: Vec<char> = symbols.map(|symbol| symbol.0).collect();
        sort_by_key(&mut symbols, |&c| u32::from(c).into());
        symbols.dedup();
        let letters = (0..LETTERS_LEN + 2).map(|letter| row(&|model| model.alone[letter]));
        let mut all: Vec<Row> = letters.collect();
        all.extend(symbols.iter().map(|&c| {
            let cost = symbol_cost(c);
            row(&|model| model.symbol(c).unwrap_or(cost).min(cost))
        }));
        all.extend((0..=MOST_BITS).map(|bits| row(&|_| bits * BIT as u8)));
        Rows { all, symbols }
    }

    /// Returns the place of the row of a character that is no letter.
    pub(super) fn symbol(&self, c: char) -> u16 {
        match self.symbols.binary_search(&c) {
            Ok(symbol) => (LETTERS_LEN + 2 + symbol) as u16,
            Err(_) => self.strange_symbol(c),
        }
    }

    /// Returns that of a character that is no letter and that no language has.
    pub(super) fn strange_symbol(&self, c: char) -> u16 {
        self.nothing() + u16::from(symbol_cost(c) / BIT as u8)
    }

    /// Returns that of what costs nothing.
    pub(super) fn nothing(&self) -> u16 {
        (LETTERS_LEN + 2 + self.symbols.len()) as u16
    }
}

/// No character that is no letter costs more bits.
const MOST_BITS: u8 = 26;

/// Returns what a character that is no letter costs in a language that does not have it.
pub(super) fn symbol_cost(c: char) -> u8 {
    let bits = match c {
        ' ' => 3,
        '\n' => 6,
        '.' | ',' => 7,
        '\t' | '\r' | '\'' | '-' | '(' | ')' | ':' | '"' | '/' | '0'..='9' => 9,
        '%' | ';' | '<' | '=' | '>' | '?' | '[' | ']' | '_' => 11,
        '!' | '#' | '$' | '&' | '*' | '+' | '@' => 13,
        '\\' | '^' | '`' | '{' | '|' | '}' | '~' => 15,
        '\0'..='\u{7F}' => 26,
        '\u{A0}' | '«' | '»' | '‘'..='„' | '–' | '—' | '…' => 10,
        '°' | '§' | '©' | '·' | '•' | '£' | '€' | '®' | '№' | '¿' | '¡' | '‹' | '›' | '×' | '±' | '™'
        | '\u{AD}' => 13,
        '\u{2500}'..='\u{25A0}' => 15,
        '\u{80}'..='\u{9F}' => 26,
        '\u{E000}'..='\u{F8FF}' => 24,
        _ => 17,
    };
    bits * BIT as u8
}

impl Characters {
    /// Returns the characters and their costs, in the order of the characters.
    pub(super) fn costs(&self) -> Vec<(char, u8)> {
        let costs = self.costs.iter().map(|cost| cost - ZERO);
        let mut all: Vec<_> = self.characters.chars().zip(costs).collect();
        sort_by_key(&mut all, |&(c, _)| u32::from(c).into());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_each_language() {
        let models = Model::all();
        let rows = Rows::of(&models);
        let things: Vec<(u16, u16)> = (0..14).map(|thing| (thing * 31, thing + 1)).collect();
        for languages in [
            0..LANGUAGES.len(),
            3..4,
            40..60,
            LANGUAGES.len() - 1..LANGUAGES.len(),
        ] {
            let found = sums(&rows.all, &things, languages.clone());
            for language in languages {
                let of_one =
                    |&(row, count): &(u16, u16)| count * u16::from(rows.all[usize::from(row)][language]);
                assert_eq!(
                    found[language],
                    things.iter().map(of_one).sum::<u16>(),
                    "{language}"
                );
            }
        }
    }

    #[test]
    fn as_many_as_are_summed_do_not_overflow() {
        let rows = Rows::of(&Model::all());
        let most = rows.all.iter().flatten().copied().max();
        assert!(most.is_some_and(|most| usize::from(most) <= MOST_COST));
    }

    #[test]
    fn characters_have_rows() {
        let models = Model::all();
        let rows = Rows::of(&models);
        let french = models
            .iter()
            .position(|model| model.known.language.tag() == "fr")
            .unwrap();
        let cost = |row: u16| rows.all[usize::from(row)][french];
        assert!(cost(rows.symbol('«')) < cost(rows.strange_symbol('«')));
        assert_eq!(cost(rows.symbol('\u{2603}')), symbol_cost('\u{2603}'));
        assert_eq!(cost(rows.nothing()), 0);
    }
}
