//! How likely a text is in some language.

use super::east_asian;
use super::letters::{Script, fold};
use super::model::{BIT, NO_LETTER, OTHER_LETTER, symbol_cost};
use super::models::{CHARACTERS, LANGUAGES, LETTERS};
use super::rank::{self, ASCII_SHARE};
use std::sync::OnceLock;

/// The languages with letters, and then those with characters for words or syllables.
const COUNT: usize = LANGUAGES.len() + CHARACTERS.len();

/// The script of Chinese, Japanese and Korean, after those of [`Script`].
const EAST_ASIAN: usize = Script::COUNT;

/// A script in a text that has others.
const GUEST: i32 = 12 * BIT;

/// A capital letter after a small one in a word.
const CAPITAL_INSIDE: i32 = 8 * BIT;

/// A sign between letters, and a small letter after two capitals.
const SIGN_INSIDE: i32 = 8 * BIT;

/// Letters of two scripts in a word.
const MIXED: i32 = 10 * BIT;

/// A letter that no language has.
const NO_LANGUAGE: i32 = 12 * BIT;

/// A letter of a script without a model, after one of the same and after none.
const UNKNOWN: i32 = 8 * BIT;
const UNKNOWN_FIRST: i32 = 16 * BIT;

/// A character of Chinese, Japanese or Korean that is not among the frequent ones costs as much, and more here.
const RARE: i32 = 18 * BIT;
const RARER: i32 = 4 * BIT;

/// A character that is not assigned, for private use, or no character.
const NEVER: i32 = 50 * BIT;

/// How likely a text is, in the language in which it is most likely; letters of each script count in a language of their own.
///
/// The text is added character by character, each with the one before it. Characters that are added to two of these in the same
/// way make no difference between them, so that what is common may be left out.
///
/// ```
/// use utf8kit_encodings::detect::Likelihood;
///
/// let likelihood = |text: &str| {
///     let mut likelihood = Likelihood::default();
///     likelihood.add("", text, None);
///     likelihood.fifths()
/// };
/// assert!(likelihood("déjà vu") + 20 * Likelihood::BIT < likelihood("d\u{C3}\u{A9}j\u{C3}\u{A0} vu"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Likelihood {
    /// What the letters cost in each language of their script.
    costs: [i32; COUNT],
    /// What costs the same in all.
    fixed: i32,
    /// The scripts of the letters.
    scripts: u16,
}

impl Default for Likelihood {
    fn default() -> Likelihood {
        Likelihood {
            costs: [0; COUNT],
            fixed: 0,
            scripts: 0,
        }
    }
}

/// What a character is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Letter {
        letter: u16,
        is_upper: bool,
        script: Script,
    },
    EastAsian,
    /// A letter of a script without a model.
    Other,
    Symbol,
}

/// The languages of a script.
struct Group {
    first: usize,
    past: usize,
    /// The number of the script's letters, with [`NO_LETTER`] and [`OTHER_LETTER`].
    letters: usize,
    /// What each letter costs after each, in each of the languages.
    costs: Vec<u8>,
}

impl Group {
    /// Returns the languages of a script, the first of which is that at `first`, and numbers its letters.
    fn new(script_of: Script, first: usize, letters: &[char], places: &mut [u8]) -> Group {
        let models = rank::models();
        let len = models[first..]
            .iter()
            .take_while(|model| model.known.script == script_of)
            .count();
        let mut own = vec![NO_LETTER, OTHER_LETTER];
        for (letter, _) in letters
            .iter()
            .enumerate()
            .filter(|(_, c)| Script::of(**c) == script_of)
        {
            places[letter] = own.len() as u8;
            own.push(letter as u16);
        }
        let mut costs = Vec::with_capacity(own.len() * own.len() * len);
        for &before in &own {
            for &letter in &own {
                costs.extend(
                    models[first..first + len]
                        .iter()
                        .map(|model| model.cost(before, letter)),
                );
            }
        }
        Group {
            first,
            past: first + len,
            letters: own.len(),
            costs,
        }
    }
}

struct Tables {
    letters: Vec<char>,
    /// The number of each letter in its script.
    places: Vec<u8>,
    /// By script.
    groups: Vec<Group>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        const SCRIPTS: [Script; Script::COUNT] = [
            Script::Latin,
            Script::Greek,
            Script::Cyrillic,
            Script::Armenian,
            Script::Hebrew,
            Script::Arabic,
            Script::Thai,
            Script::Lao,
            Script::Georgian,
        ];
        let letters: Vec<char> = LETTERS.chars().collect();
        let mut places = vec![0; letters.len() + 2];
        places[usize::from(OTHER_LETTER)] = 1;
        let mut groups: Vec<Group> = Vec::new();
        let mut first = 0;
        for script in SCRIPTS {
            groups.push(Group::new(script, first, &letters, &mut places));
            first = groups[script as usize].past;
        }
        groups.push(Group {
            first,
            past: COUNT,
            letters: 0,
            costs: Vec::new(),
        });
        Tables {
            letters,
            places,
            groups,
        }
    })
}

fn kind(c: char, tables: &Tables) -> Kind {
    if c.is_ascii() {
        return match c.is_ascii_alphabetic() {
            true => Kind::Letter {
                letter: u16::from(c.to_ascii_lowercase() as u8 - b'a'),
                is_upper: c.is_ascii_uppercase(),
                script: Script::Latin,
            },
            false => Kind::Symbol,
        };
    }
    if matches!(c, 'ª' | 'º') {
        return Kind::Symbol;
    }
    let small = fold(c);
    if let Ok(letter) = tables.letters.binary_search(&small) {
        return Kind::Letter {
            letter: letter as u16,
            is_upper: c.is_uppercase(),
            script: Script::of(small),
        };
    }
    match c {
        '\u{3000}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{FF00}'..='\u{FFEF}' => Kind::EastAsian,
        '\u{700}'..='\u{74F}'
        | '\u{780}'..='\u{DFF}'
        | '\u{F00}'..='\u{109F}'
        | '\u{1200}'..='\u{137F}'
        | '\u{1780}'..='\u{17FF}' => Kind::Other,
        '\u{F900}'..='\u{FAFF}' | '\u{10000}'.. => Kind::Symbol,
        _ if c.is_alphabetic() => match Script::of(small) {
            Script::Latin if !matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}') => Kind::Symbol,
            script => Kind::Letter {
                letter: OTHER_LETTER,
                is_upper: c.is_uppercase(),
                script,
            },
        },
        _ => Kind::Symbol,
    }
}

/// Returns what it costs that no word has such a letter or sign inside.
fn inside(before: Kind, this: Kind, c: char, after: Kind) -> i32 {
    match (before, this, after) {
        (Kind::Letter { .. }, Kind::Symbol, Kind::Letter { .. }) if !c.is_ascii() && !is_mark(c) => {
            SIGN_INSIDE
        }
        (
            Kind::Letter { is_upper: true, .. },
            Kind::Letter { is_upper: true, .. },
            Kind::Letter { is_upper: false, .. },
        ) => SIGN_INSIDE,
        _ => 0,
    }
}

/// Returns `true` for marks that end or join words.
fn is_mark(c: char) -> bool {
    matches!(c, '”' | '’' | '“' | '‘' | '»' | '«' | '…' | '–' | '—' | '\u{A0}')
}

/// Adds what a letter costs after another, by their numbers in their script.
#[inline]
fn add(sums: &mut [i32; COUNT], group: &Group, [before, letter]: [u8; 2]) {
    let len = group.past - group.first;
    let row = (usize::from(before) * group.letters + usize::from(letter)) * len;
    let costs = &group.costs[row..row + len];
    for (sum, &cost) in sums[group.first..group.past].iter_mut().zip(costs) {
        *sum += i32::from(cost);
    }
}

impl Likelihood {
    /// A bit, which is a factor of two.
    pub const BIT: i32 = BIT;

    /// Adds the characters of `text`, between the end of `before` and `after`, and what `after` costs after it.
    pub fn add(&mut self, before: &str, text: &str, after: Option<char>) {
        let tables = tables();
        let mut rest = before.chars();
        let last_char = rest.next_back();
        let mut last = last_char.map_or(Kind::Symbol, |c| kind(c, tables));
        let mut last_char = last_char.unwrap_or(' ');
        let mut before_last = rest.next_back().map_or(Kind::Symbol, |c| kind(c, tables));
        for c in text.chars() {
            let this = kind(c, tables);
            self.step(last, last_char, this, c, tables);
            self.fixed += inside(before_last, last, last_char, this);
            (before_last, last, last_char) = (last, this, c);
        }
        let after = after.unwrap_or(' ');
        if after.is_ascii() && !last_char.is_ascii() {
            let this = kind(after, tables);
            self.step(last, last_char, this, after, tables);
            self.fixed += inside(before_last, last, last_char, this);
        }
    }

    /// Adds ASCII text, which says something of the language.
    pub fn add_ascii(&mut self, text: &str) {
        let tables = tables();
        let group = &tables.groups[Script::Latin as usize];
        let mut last = NO_LETTER;
        let mut sums = [0; COUNT];
        for byte in text.bytes().chain([b' ']) {
            let this = match byte | 0x20 {
                small @ b'a'..=b'z' => u16::from(small - b'a'),
                _ => NO_LETTER,
            };
            if (last, this) != (NO_LETTER, NO_LETTER) {
                add(
                    &mut sums,
                    group,
                    [last, this].map(|letter| tables.places[usize::from(letter)]),
                );
            }
            last = this;
        }
        for (cost, sum) in self.costs.iter_mut().zip(sums) {
            *cost += sum * ASCII_SHARE.0 / ASCII_SHARE.1;
        }
    }

    /// Adds all that `other` has.
    pub fn add_all(&mut self, other: &Likelihood) {
        for (cost, more) in self.costs.iter_mut().zip(&other.costs) {
            *cost += more;
        }
        self.fixed += other.fixed;
        self.scripts |= other.scripts;
    }

    fn step(&mut self, last: Kind, last_char: char, this: Kind, c: char, tables: &Tables) {
        let before = |of: Script| match last {
            Kind::Letter { letter, script, .. } if script == of => letter,
            _ => NO_LETTER,
        };
        match this {
            Kind::Letter {
                letter,
                is_upper,
                script,
            } => {
                self.letter(before(script), letter, script, tables);
                self.scripts |= 1 << script as u16;
                self.fixed += if letter == OTHER_LETTER { NO_LANGUAGE } else { 0 };
                match last {
                    Kind::Letter {
                        script: other,
                        is_upper: was_upper,
                        ..
                    } => {
                        self.fixed += if is_upper && !was_upper { CAPITAL_INSIDE } else { 0 };
                        self.fixed += if other != script { MIXED } else { 0 };
                    }
                    Kind::EastAsian | Kind::Other => self.fixed += MIXED,
                    Kind::Symbol => {}
                }
            }
            Kind::EastAsian => {
                let group = &tables.groups[EAST_ASIAN];
                let costs = east_asian::costs(c);
                for (cost, more) in self.costs[group.first..group.past].iter_mut().zip(costs) {
                    *cost += if more >= RARE { more + RARER } else { more };
                }
                self.scripts |= 1 << EAST_ASIAN;
                if matches!(last, Kind::Letter { .. } | Kind::Other) {
                    self.fixed += MIXED;
                }
            }
            Kind::Other => {
                let follows = last == Kind::Other && last_char as u32 >> 7 == c as u32 >> 7;
                self.fixed += if follows { UNKNOWN } else { UNKNOWN_FIRST };
                if !follows && last != Kind::Symbol {
                    self.fixed += MIXED;
                }
            }
            Kind::Symbol => {
                if let Kind::Letter { letter, script, .. } = last {
                    self.letter(letter, NO_LETTER, script, tables);
                }
                if !c.is_ascii() {
                    self.fixed += match c {
                        '\u{250}'..='\u{2AF}' => 30 * BIT,
                        // Vietnamese has these apart from its vowels.
                        '\u{300}' | '\u{301}' | '\u{303}' | '\u{309}' | '\u{323}'
                            if "aeiouyAEIOUYâăêôơưÂĂÊÔƠƯ".contains(last_char) =>
                        {
                            8 * BIT
                        }
                        '\u{300}'..='\u{36F}'
                        | '\u{E000}'..='\u{F8FF}'
                        | '\u{F0000}'..
                        | '\u{FFFD}'..='\u{FFFF}' => NEVER,
                        _ if is_mark(c) && (matches!(last, Kind::Letter { .. }) || is_mark(last_char)) => {
                            6 * BIT
                        }
                        '™' | '®' | '©' | '²' | '°' | 'º' | 'ª' if matches!(last, Kind::Letter { .. }) => {
                            11 * BIT
                        }
                        '\u{1F300}'..='\u{1FAFF}' => 14 * BIT,
                        '\u{A640}'..='\u{ABFF}' | '\u{1100}'..='\u{1DFF}' | '\u{10000}'.. => 24 * BIT,
                        '\u{2B0}'..='\u{2FF}' => 24 * BIT,
                        '\u{2768}'..='\u{2FFF}' => 26 * BIT,
                        _ => symbol_cost(c).into(),
                    };
                }
            }
        }
    }

    fn letter(&mut self, before: u16, letter: u16, script: Script, tables: &Tables) {
        let group = &tables.groups[script as usize];
        add(
            &mut self.costs,
            group,
            [before, letter].map(|letter| tables.places[usize::from(letter)]),
        );
    }

    /// Returns how unlikely the text is, in fifths of a [bit](Self::BIT).
    pub fn fifths(&self) -> i32 {
        let tables = tables();
        let mut sum = self.fixed;
        for (script, group) in tables.groups.iter().enumerate() {
            let costs = &self.costs[group.first..group.past];
            sum += costs.iter().copied().min().unwrap_or(0);
            if self.scripts & 1 << script != 0 {
                sum += GUEST;
            }
        }
        sum
    }
}

const _: () = assert!(EAST_ASIAN < u16::BITS as usize);

/// Returns the characters that are frequent in Chinese, Japanese or Korean. Some come more than once.
pub fn frequent_characters() -> impl Iterator<Item = char> {
    CHARACTERS.iter().flat_map(|known| known.characters.chars())
}
