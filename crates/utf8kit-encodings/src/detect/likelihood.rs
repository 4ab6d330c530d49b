//! How likely a text is in some language.

use super::east_asian;
use super::letters::{Script, fold};
use super::model::{BIT, Model, NO_LETTER, OTHER_LETTER, symbol_cost};
use super::models::{CHARACTERS, LANGUAGES, LETTERS};
use super::rank::{self, ASCII_SHARE};
use std::sync::OnceLock;

/// The languages with letters, and then those with characters for words or syllables.
const COUNT: usize = LANGUAGES.len() + CHARACTERS.len();

/// The script of Chinese, Japanese and Korean, after those of [`Script`].
const EAST_ASIAN: usize = Script::COUNT;
const SCRIPTS: usize = EAST_ASIAN + 1;

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
    /// The number of letters in each script.
    letters: [i32; SCRIPTS],
}

impl Default for Likelihood {
    fn default() -> Likelihood {
        Likelihood {
            costs: [0; COUNT],
            fixed: 0,
            letters: [0; SCRIPTS],
        }
    }
}

/// What a character is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Kind {
    Small,
    Capital,
    EastAsian,
    /// A letter of a script without a model.
    Other,
    /// What is no letter, in ASCII.
    Ascii,
    /// A mark that ends or joins words.
    Mark,
    /// What else is no letter.
    Sign,
}

/// What is known of a character.
#[derive(Clone, Copy, Debug)]
struct Character {
    kind: Kind,
    /// The script of a letter.
    script: u8,
    /// The number of a letter in its script, or [`NONE`].
    place: u8,
    /// What it costs in all languages, wherever it stands.
    cost: u8,
}

/// The numbers of [`NO_LETTER`] and [`OTHER_LETTER`] in each script.
const NONE: u8 = 0;
const OTHER: u8 = 1;

impl Character {
    const ASCII: Character = Character::of(Kind::Ascii, 0);

    const fn of(kind: Kind, cost: i32) -> Character {
        Character {
            kind,
            script: 0,
            place: NONE,
            cost: cost as u8,
        }
    }

    fn letter(script: Script, place: u8, is_capital: bool) -> Character {
        Character {
            kind: if is_capital { Kind::Capital } else { Kind::Small },
            script: script as u8,
            place,
            cost: if place == OTHER { NO_LANGUAGE as u8 } else { 0 },
        }
    }

    #[inline]
    fn is_letter(self) -> bool {
        matches!(self.kind, Kind::Small | Kind::Capital)
    }

    #[inline]
    fn is_symbol(self) -> bool {
        matches!(self.kind, Kind::Ascii | Kind::Mark | Kind::Sign)
    }

    /// Returns its number among the letters of a script, as one that another follows.
    #[inline]
    fn place_in(self, script: u8) -> u8 {
        if self.is_letter() && self.script == script {
            self.place
        } else {
            NONE
        }
    }
}

/// The languages of a script.
struct Group {
    first: usize,
    past: usize,
    /// The number of the script's letters, with [`NONE`] and [`OTHER`].
    letters: usize,
    /// By letter and the letter before it: the row of the pair in `costs`, or 0 if no language has both letters.
    rows: Vec<u16>,
    /// What each pair costs in each of the languages.
    costs: Vec<u8>,
    /// What each letter costs after one that the languages do not have.
    first_costs: Vec<u8>,
    /// What one that the languages do not have costs after each letter, and how much more than after another such.
    last_costs: Vec<u8>,
}

impl Group {
    /// Returns the languages of a script, the first of which is that at `first`. `own` are its letters, by their numbers.
    fn new(script: Script, first: usize, own: &[u16]) -> Group {
        let rest = &rank::models()[first..];
        let len = rest.iter().take_while(|model| model.known.script == script);
        let models = &rest[..len.count()];
        debug_assert!(models.len() <= u64::BITS as usize);
        let row = |cost: &dyn Fn(&Model) -> u8| models.iter().map(cost).collect::<Vec<u8>>();
        let other = |model: &Model| model.cost(OTHER_LETTER, OTHER_LETTER);
        let mut group = Group {
            first,
            past: first + models.len(),
            letters: own.len(),
            rows: vec![0; own.len() * own.len()],
            costs: vec![0; models.len()],
            first_costs: own
                .iter()
                .flat_map(|&letter| row(&|model| model.cost(OTHER_LETTER, letter)))
                .collect(),
            last_costs: own
                .iter()
                .flat_map(|&letter| row(&|model| model.cost(letter, OTHER_LETTER).wrapping_sub(other(model))))
                .collect(),
        };
        // The languages that have each letter, as bits.
        let languages = |&letter: &u16| {
            let all = models.iter().enumerate();
            all.fold(0_u64, |all, (at, model)| all | u64::from(model.has(letter)) << at)
        };
        let languages: Vec<u64> = own.iter().map(languages).collect();
        for before in 0..own.len() {
            for letter in 0..own.len() {
                if languages[before] & languages[letter] != 0 {
                    group.rows[before * own.len() + letter] = (group.costs.len() / models.len()) as u16;
                    let costs = models.iter().map(|model| model.cost(own[before], own[letter]));
                    group.costs.extend(costs);
                }
            }
        }
        group
    }

    /// Adds what a letter costs after another, by their numbers in the script.
    #[inline]
    fn add(&self, sums: &mut [i32; COUNT], before: u8, letter: u8) {
        let len = self.past - self.first;
        let [before, letter] = [before, letter].map(usize::from);
        let sums = &mut sums[self.first..self.past];
        match usize::from(self.rows[before * self.letters + letter]) {
            0 => {
                let last = &self.last_costs[before * len..][..len];
                let first = &self.first_costs[letter * len..][..len];
                for ((sum, &last), &first) in sums.iter_mut().zip(last).zip(first) {
                    *sum += i32::from(last.wrapping_add(first));
                }
            }
            row => add(sums, &self.costs[row * len..][..len]),
        }
    }
}

/// Adds costs to sums, many at once.
#[inline]
fn add(sums: &mut [i32], costs: &[u8]) {
    let (sums, last_sums) = sums.as_chunks_mut::<16>();
    let (costs, last_costs) = costs.as_chunks::<16>();
    for (sums, costs) in sums.iter_mut().zip(costs) {
        for (sum, &cost) in sums.iter_mut().zip(costs) {
            *sum += i32::from(cost);
        }
    }
    for (sum, &cost) in last_sums.iter_mut().zip(last_costs) {
        *sum += i32::from(cost);
    }
}

/// The characters in [`Tables::characters`]: letters with a model, and the signs that encodings have.
const COMMON: usize = 0x2600;

struct Tables {
    /// What is known of the first [`COMMON`] characters.
    characters: Vec<Character>,
    /// By script.
    groups: Vec<Group>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        const ALL: [Script; Script::COUNT] = [
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
        // The letters of each script, by their numbers.
        let mut own = ALL.map(|_| vec![NO_LETTER, OTHER_LETTER]);
        let mut places: Vec<(char, u8)> = Vec::new();
        for (letter, c) in LETTERS.chars().enumerate() {
            let own = &mut own[Script::of(c) as usize];
            places.push((c, own.len() as u8));
            own.push(letter as u16);
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut first = 0;
        for (script, own) in ALL.into_iter().zip(&own) {
            groups.push(Group::new(script, first, own));
            first = groups[script as usize].past;
        }
        groups.push(Group {
            first,
            past: COUNT,
            letters: 0,
            rows: Vec::new(),
            costs: Vec::new(),
            first_costs: Vec::new(),
            last_costs: Vec::new(),
        });
        let characters = ('\0'..).take(COMMON);
        Tables {
            characters: characters.map(|c| known(c, &places)).collect(),
            groups,
        }
    })
}

impl Tables {
    #[inline]
    fn character(&self, c: char) -> Character {
        match self.characters.get(c as usize) {
            Some(character) => *character,
            None => known(c, &[]),
        }
    }
}

/// Returns what is known of a character. `places` are the numbers of the letters in their scripts, of which none is beyond the
/// [`COMMON`] characters.
fn known(c: char, places: &[(char, u8)]) -> Character {
    if c.is_ascii() && !c.is_ascii_alphabetic() {
        return Character::ASCII;
    }
    match c {
        '\u{3000}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{FF00}'..='\u{FFEF}' => return Character::of(Kind::EastAsian, 0),
        '\u{F900}'..='\u{FAFF}' | '\u{10000}'.. | 'ª' | 'º' => return sign(c),
        _ => {}
    }
    let small = fold(c);
    if let Ok(at) = places.binary_search_by_key(&small, |place| place.0) {
        return Character::letter(Script::of(small), places[at].1, c.is_uppercase());
    }
    match c {
        '\u{700}'..='\u{74F}'
        | '\u{780}'..='\u{DFF}'
        | '\u{F00}'..='\u{109F}'
        | '\u{1200}'..='\u{137F}'
        | '\u{1780}'..='\u{17FF}' => Character::of(Kind::Other, 0),
        _ if c.is_alphabetic() => match Script::of(small) {
            Script::Latin if !matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}') => sign(c),
            script => Character::letter(script, OTHER, c.is_uppercase()),
        },
        _ => sign(c),
    }
}

/// Returns what is known of a character that is no letter, and not in ASCII.
fn sign(c: char) -> Character {
    if matches!(c, '”' | '’' | '“' | '‘' | '»' | '«' | '…' | '–' | '—' | '\u{A0}') {
        return Character::of(Kind::Mark, symbol_cost(c).into());
    }
    let cost = match c {
        '\u{250}'..='\u{2AF}' => 30 * BIT,
        '\u{300}'..='\u{36F}' | '\u{E000}'..='\u{F8FF}' | '\u{F0000}'.. | '\u{FFFD}'..='\u{FFFF}' => NEVER,
        '\u{1F300}'..='\u{1FAFF}' => 14 * BIT,
        '\u{A640}'..='\u{ABFF}' | '\u{1100}'..='\u{1DFF}' | '\u{10000}'.. => 24 * BIT,
        '\u{2B0}'..='\u{2FF}' => 24 * BIT,
        '\u{2768}'..='\u{2FFF}' => 26 * BIT,
        _ => symbol_cost(c).into(),
    };
    Character::of(Kind::Sign, cost)
}

/// Returns what a symbol costs after a character.
#[inline]
fn cost_after(last: Character, last_char: char, this: Character, c: char) -> i32 {
    match this.kind {
        Kind::Mark if last.is_letter() || last.kind == Kind::Mark => 6 * BIT,
        Kind::Sign if (c as u32) < 0x324 || c == '™' => match c {
            // Vietnamese has these apart from its vowels.
            '\u{300}' | '\u{301}' | '\u{303}' | '\u{309}' | '\u{323}'
                if "aeiouyAEIOUYâăêôơưÂĂÊÔƠƯ".contains(last_char) =>
            {
                8 * BIT
            }
            '™' | '®' | '©' | '²' | '°' | 'º' | 'ª' if last.is_letter() => 11 * BIT,
            _ => this.cost.into(),
        },
        _ => this.cost.into(),
    }
}

/// Returns what it costs that no word has such a letter or sign inside.
#[inline]
fn inside(before: Character, this: Character, after: Character) -> i32 {
    let is_sign_inside = before.is_letter() && this.kind == Kind::Sign && after.is_letter();
    let are_capitals =
        before.kind == Kind::Capital && this.kind == Kind::Capital && after.kind == Kind::Small;
    if is_sign_inside || are_capitals {
        SIGN_INSIDE
    } else {
        0
    }
}

/// Returns what a character of Chinese, Japanese or Korean costs, from what it costs where an encoding is recognized.
#[inline]
fn dearer(cost: i32) -> i32 {
    if cost >= RARE { cost + RARER } else { cost }
}

impl Likelihood {
    /// A bit, which is a factor of two.
    pub const BIT: i32 = BIT;

    /// Adds the characters of `text`, between the end of `before` and `after`, and what `after` costs after it.
    pub fn add(&mut self, before: &str, text: &str, after: Option<char>) {
        self.add_characters(before, text.chars(), after);
    }

    /// Adds characters, between the end of `before` and `after`, and what `after` costs after them.
    pub fn add_characters(
        &mut self,
        before: &str,
        text: impl IntoIterator<Item = char>,
        after: Option<char>,
    ) {
        let tables = tables();
        let mut rest = before.chars();
        let last_char = rest.next_back();
        let mut last = last_char.map_or(Character::ASCII, |c| tables.character(c));
        let mut last_char = last_char.unwrap_or(' ');
        let mut before_last = rest.next_back().map_or(Character::ASCII, |c| tables.character(c));
        for c in text {
            let this = tables.character(c);
            self.step(last, last_char, this, c, tables);
            self.fixed += inside(before_last, last, this);
            (before_last, last, last_char) = (last, this, c);
        }
        let after = after.unwrap_or(' ');
        if after.is_ascii() && !last_char.is_ascii() {
            let this = tables.character(after);
            self.step(last, last_char, this, after, tables);
            self.fixed += inside(before_last, last, this);
        }
    }

    /// Adds ASCII text, which says something of the language.
    pub fn add_ascii(&mut self, text: &str) {
        let tables = tables();
        let group = &tables.groups[Script::Latin as usize];
        let mut last = NONE;
        let mut sums = [0; COUNT];
        for byte in text.bytes().chain([b' ']) {
            let this = match byte.is_ascii() {
                true => tables.characters[usize::from(byte)].place,
                false => NONE,
            };
            if (last, this) != (NONE, NONE) {
                group.add(&mut sums, last, this);
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
        for (letters, more) in self.letters.iter_mut().zip(&other.letters) {
            *letters += more;
        }
        self.fixed += other.fixed;
    }

    /// Adds what `other` has in place of `one`, which was added before.
    pub fn replace(&mut self, one: &Likelihood, other: &Likelihood) {
        for ((cost, less), more) in self.costs.iter_mut().zip(&one.costs).zip(&other.costs) {
            *cost += more - less;
        }
        for ((letters, less), more) in self.letters.iter_mut().zip(&one.letters).zip(&other.letters) {
            *letters += more - less;
        }
        self.fixed += other.fixed - one.fixed;
    }

    /// Returns how much more likely a text is at most, in [fifths](Self::fifths), if it has `other` in place of `c`.
    ///
    /// It is exact for characters of Chinese, Japanese and Korean, and of scripts without a model. Letters of other scripts depend on
    /// those beside them, and for them it is the most that there can be.
    ///
    /// ```
    /// use utf8kit_encodings::detect::Likelihood;
    ///
    /// assert_eq!(Likelihood::most_gain('的', '癌'), 0);
    /// assert!(Likelihood::most_gain('癌', '的') > 0);
    /// assert_eq!(Likelihood::most_gain('क', 'ख'), 0);
    /// ```
    pub fn most_gain(c: char, other: char) -> i32 {
        let tables = tables();
        let [one, new] = [c, other].map(|c| tables.character(c));
        match (one.kind, new.kind) {
            (Kind::Other, Kind::Other) if c as u32 >> 7 == other as u32 >> 7 => 0,
            (Kind::EastAsian, Kind::EastAsian) => {
                let pairs = east_asian::costs(c).zip(east_asian::costs(other));
                let gains = pairs.map(|(cost, new)| dearer(cost) - dearer(new));
                gains.max().unwrap_or(0).max(0)
            }
            _ => i32::MAX / 1024,
        }
    }

    #[inline]
    fn step(&mut self, last: Character, last_char: char, this: Character, c: char, tables: &Tables) {
        match this.kind {
            Kind::Small | Kind::Capital => {
                let group = &tables.groups[usize::from(this.script)];
                group.add(&mut self.costs, last.place_in(this.script), this.place);
                self.letters[usize::from(this.script)] += 1;
                self.fixed += i32::from(this.cost);
                self.fixed += match last.kind {
                    Kind::Small | Kind::Capital => {
                        let is_inside = this.kind == Kind::Capital && last.kind == Kind::Small;
                        let is_mixed = last.script != this.script;
                        i32::from(is_inside) * CAPITAL_INSIDE + i32::from(is_mixed) * MIXED
                    }
                    Kind::EastAsian | Kind::Other => MIXED,
                    _ => 0,
                };
            }
            Kind::EastAsian => {
                let group = &tables.groups[EAST_ASIAN];
                let costs = east_asian::costs(c);
                for (cost, more) in self.costs[group.first..group.past].iter_mut().zip(costs) {
                    *cost += dearer(more);
                }
                self.letters[EAST_ASIAN] += 1;
                if last.is_letter() || last.kind == Kind::Other {
                    self.fixed += MIXED;
                }
            }
            Kind::Other => {
                let follows = last.kind == Kind::Other && last_char as u32 >> 7 == c as u32 >> 7;
                self.fixed += if follows { UNKNOWN } else { UNKNOWN_FIRST };
                if !follows && !last.is_symbol() {
                    self.fixed += MIXED;
                }
            }
            Kind::Ascii | Kind::Mark | Kind::Sign => {
                if last.is_letter() {
                    let group = &tables.groups[usize::from(last.script)];
                    group.add(&mut self.costs, last.place, NONE);
                }
                self.fixed += cost_after(last, last_char, this, c);
            }
        }
    }

    /// Returns how unlikely the text is, in fifths of a [bit](Self::BIT).
    pub fn fifths(&self) -> i32 {
        let tables = tables();
        let mut sum = self.fixed;
        for (group, &letters) in tables.groups.iter().zip(&self.letters) {
            let costs = &self.costs[group.first..group.past];
            sum += costs.iter().copied().min().unwrap_or(0);
            sum += if letters > 0 { GUEST } else { 0 };
        }
        sum
    }
}

/// Returns the characters that are frequent in Chinese, Japanese or Korean. Some come more than once.
pub fn frequent_characters() -> impl Iterator<Item = char> {
    CHARACTERS.iter().flat_map(|known| known.characters.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of letters that no language has both of have no row. They cost the same.
    #[test]
    fn pairs_of_letters_cost_what_the_models_say() {
        let letters: Vec<char> = LETTERS.chars().collect();
        let places: Vec<u8> = letters.iter().map(|&c| tables().character(c).place).collect();
        let mut without_row = 0;
        for (number, group) in tables().groups[..EAST_ASIAN].iter().enumerate() {
            let own = (0..letters.len()).filter(|&letter| Script::of(letters[letter]) as usize == number);
            // `º` has a place in the models, and is no letter here.
            let own: Vec<usize> = own.filter(|&letter| places[letter] > OTHER).collect();
            for &before in &own {
                for &letter in &own {
                    let mut sums = [0; COUNT];
                    group.add(&mut sums, places[before], places[letter]);
                    let models = &rank::models()[group.first..group.past];
                    let costs = models
                        .iter()
                        .map(|model| i32::from(model.cost(before as u16, letter as u16)));
                    assert!(sums[group.first..group.past].iter().copied().eq(costs));
                    let row = usize::from(places[before]) * group.letters + usize::from(places[letter]);
                    without_row += usize::from(group.rows[row] == 0);
                }
            }
        }
        assert!(without_row > 10_000, "{without_row}");
    }

    #[test]
    fn a_part_can_be_replaced() {
        let of = |text: &str| {
            let mut likelihood = Likelihood::default();
            likelihood.add("", text, None);
            likelihood
        };
        let mut both = of("Привет ");
        both.add_all(&of("Ãƒâ€° "));
        both.replace(&of("Ãƒâ€° "), &of("É 的 "));
        let mut right = of("Привет ");
        right.add_all(&of("É 的 "));
        assert_eq!(both, right);
        assert_eq!(both.fifths(), right.fifths());
    }
}
