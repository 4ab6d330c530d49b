//! Reads a piece in an encoding, with what it may have lost.

use super::super::script::is_east_asian_letter;
use super::super::segment::is_mark;
use super::super::through::{Lost, Table, Through};
use super::reference;
use crate::wide::is_unassigned;
use std::ops::Range;
use utf8kit::utf8;
use utf8kit_encodings::detect::Likelihood;
use utf8kit_encodings::order::sort_by_key;

const BIT: i32 = Likelihood::BIT;

/// What a character must be more likely by than each other one to be the only one that fits: 99 of 100.
pub(super) const ONLY: i32 = 7 * BIT;

/// What each kind of loss costs.
const DROPPED: i32 = 4 * BIT;
const SPACE: i32 = BIT;
const SPACE_AT_END: i32 = 6 * BIT;
const BREAK: i32 = 2 * BIT;
const CUT: i32 = 8 * BIT;

/// A space after a character of a script that has none between words.
const UNSPACED: i32 = 8 * BIT;

/// A letter by itself that lost all after its first byte.
const ALONE: i32 = 12 * BIT;

/// A character that did not go through the encoding.
const KEPT: i32 = 2 * BIT;

/// One that did not, beside at least as many that did.
const KEPT_ALONE: i32 = 10 * BIT;
const LEAST_WHOLE: usize = 3;

/// Bytes that a sequence may have lost without a trace, and that one of punctuation may, which begins with 0xE2. More leave too many
/// characters.
const MOST_DROPPED: [u8; 2] = [1, 2];

/// The bytes of a pair of UTF-16 in CESU-8.
const PAIR: usize = 6;

/// The most characters that are tried for a sequence.
const MOST_CANDIDATES: usize = 32;

/// What a sequence may stand for.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) meant: String,
    /// How unlikely the loss is.
    pub(super) cost: i32,
    /// Whether it is what stands there.
    pub(super) is_kept: bool,
}

/// A sequence of bytes of UTF-8, each a character, or lost.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) range: Range<usize>,
    /// At least one.
    pub(super) candidates: Vec<Candidate>,
    pub(super) is_lossy: bool,
    /// Whether it is a pair of UTF-16 in CESU-8.
    pub(super) is_pair: bool,
    /// Whether the text ends in it, perhaps inside a word.
    pub(super) is_cut: bool,
    /// The candidate that is most likely.
    pub(super) chosen: usize,
    /// What the next is less likely by.
    pub(super) margin: i32,
}

impl Place {
    /// Returns `true` if it is most likely what stands there.
    pub(super) fn is_kept(&self) -> bool {
        self.candidates[self.chosen].is_kept
    }

    /// Returns `true` if only one character fits.
    pub(super) fn is_determined(&self) -> bool {
        // Where a word is cut, less of it tells what it was.
        let least = if self.is_cut { ONLY + ONLY / 2 } else { ONLY };
        self.margin >= least
    }

    /// Returns `true` if it lost something.
    pub(super) fn has_loss(&self) -> bool {
        self.is_lossy && !self.is_kept()
    }

    /// Returns what it most likely stands for.
    pub(super) fn meant(&self) -> &str {
        &self.candidates[self.chosen].meant
    }
}

/// A part of a word.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Text(char),
    /// A place, by its number.
    Place(usize),
}

/// Characters up to one that no word has.
pub(super) struct Word {
    pub(super) items: Vec<Item>,
    /// Whether words before it are of the same sentence.
    pub(super) is_inside: bool,
    /// What stands there, without U+FFFD.
    pub(super) shown: String,
}

impl Word {
    /// Returns the numbers of its places.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.items.iter().filter_map(|item| match item {
            Item::Place(place) => Some(*place),
            Item::Text(_) => None,
        })
    }
}

/// The words of a piece in an encoding.
pub(super) struct Parsed {
    pub(super) through: Through,
    /// Whether capitals became small letters.
    pub(super) is_small: bool,
    pub(super) words: Vec<Word>,
    pub(super) places: Vec<Place>,
    /// The number of words that did not go through the encoding.
    pub(super) others: usize,
}

impl Parsed {
    /// Reads a piece. Returns `None` if little of it went through the encoding.
    pub(super) fn new(text: &str, piece: &Range<usize>, through: Through, is_small: bool) -> Option<Parsed> {
        let symbols = symbols(text, piece, through, is_small);
        let reader = Reader {
            lost: Lost::of(through),
            is_small,
            // What is beyond the piece belongs to the next.
            past: symbols.partition_point(|symbol| symbol.range.start < piece.end),
            symbols,
        };
        let (words, mut places, others) = reader.words()?;
        let lossy = places.iter().filter(|place| place.is_lossy).count();
        let whole = places.len() - lossy;
        // All else, and that is much, went through the encoding.
        if others == 0 && whole >= LEAST_WHOLE.max(2 * lossy) {
            for place in &mut places {
                let alone = if place.is_cut { ALONE } else { 0 };
                let kept = place.candidates.iter_mut().filter(|candidate| candidate.is_kept);
                kept.for_each(|candidate| candidate.cost = KEPT_ALONE + alone);
            }
        }
        Some(Parsed {
            through,
            is_small,
            words,
            places,
            others,
        })
    }

    /// Returns the number of sequences that lost something.
    pub(super) fn lossy(&self) -> usize {
        self.places.iter().filter(|place| place.is_lossy).count()
    }

    /// Returns the number of all characters to choose from.
    pub(super) fn choices(&self) -> usize {
        let candidates = self.places.iter().map(|place| place.candidates.len());
        candidates.filter(|&len| len > 1).sum()
    }

    /// Returns the number of sequences that lost so much that they may be many characters.
    pub(super) fn vague(&self) -> usize {
        /// A letter in both cases, twice, and what is kept.
        const FEW: usize = 5;
        let candidates = self.places.iter().map(|place| place.candidates.len());
        candidates.filter(|&len| len > FEW).count()
    }
}

/// A character, or what a reference stands for.
struct Symbol {
    c: char,
    range: Range<usize>,
    /// The bytes that it may be. 0 is none.
    bytes: [u8; 2],
}

impl Symbol {
    fn bytes(&self) -> impl Iterator<Item = u8> {
        self.bytes.into_iter().filter(|&byte| byte != 0)
    }

    /// Returns the bytes of those that continue a sequence.
    fn continuations(&self) -> impl Iterator<Item = u8> {
        self.bytes().filter(|byte| matches!(byte, 0x80..=0xBF))
    }

    fn is_continuation(&self) -> bool {
        self.continuations().next().is_some()
    }

    fn is_reference(&self) -> bool {
        self.range.len() != self.c.len_utf8()
    }
}

/// Returns the characters of a piece, and a few of those behind it.
fn symbols(text: &str, piece: &Range<usize>, through: Through, is_small: bool) -> Vec<Symbol> {
    /// A sequence may reach as far into the next line.
    const BEYOND: usize = 12;
    let end = utf8::floor_boundary(text.as_bytes(), text.len().min(piece.end + BEYOND));
    let of = |c: char| Table::get().bytes(c).of(through).0.unwrap_or(0);
    let mut all = Vec::new();
    let mut at = piece.start;
    while let Some(c) = text[at..end].chars().next() {
        let (c, len) = match c {
            '&' => reference::decode(&text[at..end]).unwrap_or((c, 1)),
            _ => (c, c.len_utf8()),
        };
        let capital = match is_small && !c.is_ascii() {
            true => capital_of(c).map_or(0, of),
            false => 0,
        };
        all.push(Symbol {
            c,
            range: at..at + len,
            bytes: [if c.is_ascii() { 0 } else { of(c) }, capital],
        });
        at += len;
    }
    all
}

/// Returns the capital letter of a small one, if it is one character.
pub(super) fn capital_of(c: char) -> Option<char> {
    // Most of what continues a sequence is no letter.
    if matches!(c, '\u{80}'..='\u{B4}' | '\u{B6}'..='\u{DF}') || is_east_asian_letter(c) {
        return None;
    }
    let mut capital = c.to_uppercase();
    (capital.len() == 1)
        .then(|| capital.next())
        .flatten()
        .filter(|&capital| capital != c)
}

/// Returns the number of bytes that continue a sequence, if the byte begins one of several.
fn continuations_len(lead: u8) -> Option<usize> {
    utf8::sequence_len(lead)?.checked_sub(1).filter(|&more| more > 0)
}

struct Reader {
    symbols: Vec<Symbol>,
    lost: &'static Lost,
    is_small: bool,
    /// The place of the first symbol behind the piece.
    past: usize,
}

/// The bytes of a sequence as far as they are read.
#[derive(Clone, Copy)]
struct Bytes {
    bytes: [u8; 4],
    len: usize,
    /// The place of the first symbol after it.
    past: usize,
    /// What stood inside, and belongs after it.
    tail: &'static str,
    cost: i32,
    dropped: u8,
    is_lossy: bool,
}

impl Bytes {
    fn with(mut self, byte: u8, past: usize) -> Bytes {
        self.bytes[self.len] = byte;
        self.len += 1;
        self.past = past;
        self
    }

    /// Returns these with a byte that something was lost of.
    fn with_lost(self, byte: u8, past: usize, cost: i32) -> Bytes {
        Bytes {
            cost: self.cost + cost,
            is_lossy: true,
            ..self.with(byte, past)
        }
    }

    fn without_trace(self, byte: u8, cost: i32) -> Bytes {
        Bytes {
            dropped: self.dropped + 1,
            ..self.with_lost(byte, self.past, cost)
        }
    }
}

impl Reader {
    fn c(&self, at: usize) -> Option<char> {
        self.symbols.get(at).map(|symbol| symbol.c)
    }

    fn is_continuation(&self, at: usize) -> bool {
        self.symbols.get(at).is_some_and(Symbol::is_continuation)
    }

    /// Returns the words, the places in them, and the number of words that did not go through the encoding. Returns `None` if those are
    /// most of the first words.
    fn words(&self) -> Option<(Vec<Word>, Vec<Place>, usize)> {
        /// As many say little.
        const FEW: usize = 8;
        let mut words = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        let (mut others, mut undone) = (0, 0);
        let mut at = 0;
        // What the line before has begun.
        while at < self.past && self.is_continuation(at) {
            at += 1;
        }
        let mut is_inside = false;
        let mut quotes = Quotes::default();
        while at < self.past {
            let mut word = Word {
                items: Vec::new(),
                is_inside,
                shown: String::new(),
            };
            let mut end = self.word_end(at);
            let is_other = self.is_other(at..end);
            others += usize::from(is_other);
            if others > FEW + undone {
                return None;
            }
            while at < end {
                let symbol = &self.symbols[at];
                let place = if is_other { None } else { self.place(at) };
                let next = match place {
                    Some((mut place, next)) => {
                        quotes.weigh(&mut place);
                        word.items.push(Item::Place(places.len()));
                        places.push(place);
                        next
                    }
                    None => {
                        quotes.add(symbol.c);
                        word.items.push(Item::Text(symbol.c));
                        at + 1
                    }
                };
                let shown = self.symbols[at..next].iter().map(|symbol| symbol.c);
                word.shown.extend(shown.filter(|&c| c != '\u{FFFD}'));
                at = next;
                // What ended the word stood for a byte.
                if at >= end && at < self.past && matches!(word.items.last(), Some(Item::Place(_))) {
                    end = self.word_end(at);
                }
            }
            undone += usize::from(word.places().next().is_some());
            is_inside = match word.shown.trim_end().chars().next_back() {
                Some(last) => !matches!(last, '.' | '!' | '?' | ':' | '-' | '*'),
                None => is_inside,
            };
            words.push(word);
        }
        (undone > 0 && others <= undone).then_some((words, places, others))
    }

    /// Returns the place behind the word that begins at a symbol, with what ends it.
    fn word_end(&self, at: usize) -> usize {
        let ends = |symbol: &Symbol| symbol.c.is_ascii() && !symbol.c.is_ascii_alphanumeric();
        let len = self.symbols[at..self.past].iter().position(ends);
        len.map_or(self.past, |len| at + len + 1)
    }

    /// Returns `true` if some of a word did not go through the encoding.
    fn is_other(&self, word: Range<usize>) -> bool {
        let mut may_follow = 0;
        self.symbols[word].iter().any(|symbol| {
            let more = symbol.bytes().filter_map(continuations_len).max();
            match more {
                Some(more) => may_follow = more,
                None if symbol.c.is_ascii() || symbol.c == '\u{FFFD}' => {}
                None if symbol.is_continuation() && may_follow > 0 => may_follow -= 1,
                None => {
                    may_follow = 0;
                    return !is_mark(symbol.c);
                }
            }
            false
        })
    }

    /// Returns the sequence at a symbol, and the place of the first symbol behind it.
    fn place(&self, at: usize) -> Option<(Place, usize)> {
        let symbol = &self.symbols[at];
        let mut found = Vec::new();
        for lead in symbol.bytes() {
            let begin = Bytes {
                bytes: [lead, 0, 0, 0],
                len: 1,
                past: at + 1,
                tail: "",
                cost: 0,
                dropped: 0,
                is_lossy: self.is_small || symbol.is_reference(),
            };
            if let Some(more) = continuations_len(lead) {
                self.fill(begin, more, &mut found);
            }
        }
        let decoded = found.iter().filter_map(|bytes| {
            let text = std::str::from_utf8(&bytes.bytes[..bytes.len]).ok();
            let whole = text.and_then(|text| text.chars().next()).map(|c| (c, bytes.past));
            // A half of a pair needs the other one.
            let (c, past) = whole.or_else(|| self.pair(bytes))?;
            let is_guess = bytes.cost > 0;
            (!c.is_control() && !is_unassigned(c.into()) && (!is_guess || !is_never(c)))
                .then_some((c, past, bytes))
        });
        let decoded: Vec<(char, usize, &Bytes)> = decoded.collect();
        let past = decoded.iter().map(|(_, past, _)| *past).max()?;
        // What lost nothing is that.
        let is_lossy = decoded.iter().all(|(_, _, bytes)| bytes.is_lossy);
        // A letter by itself, which is a word as well.
        let is_edge = |at: usize| {
            self.c(at)
                .is_none_or(|c| c.is_ascii() && !c.is_ascii_alphanumeric())
        };
        let is_alone = (at == 0 || is_edge(at - 1)) && is_edge(at + 1);
        let candidate = |&(c, end, bytes): &(char, usize, &Bytes)| {
            let skipped = self.symbols[end..past].iter().map(|symbol| symbol.c);
            Candidate {
                meant: [c].into_iter().chain(bytes.tail.chars()).chain(skipped).collect(),
                cost: bytes.cost
                    + if bytes.tail == " " && is_unspaced(c) {
                        UNSPACED
                    } else {
                        0
                    }
                    + if is_alone && end == at + 1 { ALONE } else { 0 },
                is_kept: false,
            }
        };
        let same = decoded.iter().filter(|(_, _, bytes)| bytes.is_lossy == is_lossy);
        let mut candidates: Vec<Candidate> = same.map(candidate).collect();
        if candidates.len() > MOST_CANDIDATES {
            sort_by_key(&mut candidates, |candidate| {
                let mut likelihood = Likelihood::default();
                likelihood.add("", &candidate.meant, None);
                (likelihood.fifths() + candidate.cost).into()
            });
            candidates.truncate(MOST_CANDIDATES);
        }
        if is_lossy {
            candidates.push(Candidate {
                meant: self.symbols[at..past].iter().map(|symbol| symbol.c).collect(),
                cost: KEPT,
                is_kept: true,
            });
        }
        let place = Place {
            range: symbol.range.start..self.symbols[past - 1].range.end,
            candidates,
            is_lossy,
            is_pair: !is_lossy && past == at + PAIR,
            is_cut: is_lossy && matches!(self.c(past), None | Some('\n' | '\r' | '"' | '\t')),
            chosen: 0,
            margin: i32::MAX,
        };
        Some((place, past))
    }

    /// Returns the character whose first half is `bytes`, in CESU-8, and the place of the first symbol behind it.
    fn pair(&self, bytes: &Bytes) -> Option<(char, usize)> {
        let unit = |bytes: [u8; 3]| match bytes {
            [0xED, second @ 0x80..=0xBF, third @ 0x80..=0xBF] => {
                Some(0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F))
            }
            _ => None,
        };
        let [first, second, third, _] = bytes.bytes;
        let high = unit([first, second, third])?;
        let rest = self.symbols.get(bytes.past..bytes.past + 3)?;
        let low = unit([rest[0].bytes[0], rest[1].bytes[0], rest[2].bytes[0]])?;
        let c = char::decode_utf16([high, low]).next()?.ok()?;
        (c > '\u{FFFF}').then_some((c, bytes.past + 3))
    }

    /// Adds the ways to read the continuation of a sequence that lacks `need` bytes.
    fn fill(&self, begun: Bytes, need: usize, found: &mut Vec<Bytes>) {
        if need == 0 {
            found.push(begun);
            return;
        }
        let at = begun.past;
        if let Some(symbol) = self.symbols.get(at) {
            for byte in symbol.continuations() {
                let more = begun.with(byte, at + 1);
                let is_lossy = more.is_lossy || symbol.is_reference();
                self.fill(Bytes { is_lossy, ..more }, need - 1, found);
            }
        }
        if (at..at + need).all(|at| self.is_continuation(at)) {
            return;
        }
        if let Some((after, tail)) = self.after_break(at) {
            for byte in self.symbols[after].continuations() {
                let more = begun.with_lost(byte, after + 1, BREAK);
                self.fill(Bytes { tail, ..more }, need - 1, found);
            }
            return;
        }
        let next = self.c(at);
        // As unlikely as one of so many is.
        let choices = |bytes: &[u8]| BIT * (usize::BITS - bytes.len().leading_zeros()) as i32;
        if matches!(next, Some('\u{FFFD}' | '?')) {
            for &byte in &self.lost.undefined {
                let more = begun.with_lost(byte, at + 1, choices(&self.lost.undefined));
                self.fill(more, need - 1, found);
            }
        }
        if next == Some('\u{FFFD}') {
            return;
        }
        if next == Some(' ')
            && let Some(space) = self.lost.space
        {
            // Where spaces were joined, one stands for both.
            let after = self.c(at + 1);
            let more = begun.with_lost(space, at + 1, SPACE);
            if after.is_none_or(|c| !c.is_ascii_digit()) {
                self.fill(more, need - 1, found);
            }
            if after.is_some_and(char::is_alphanumeric) {
                self.fill(Bytes { tail: " ", ..more }, need - 1, found);
            }
        }
        if begun.dropped == MOST_DROPPED[usize::from(begun.bytes[0] == 0xE2)] {
            return;
        }
        let cost = DROPPED + choices(&self.lost.dropped);
        for &byte in &self.lost.dropped {
            self.fill(begun.without_trace(byte, cost), need - 1, found);
        }
        if matches!(next, None | Some('\n' | '\r' | '"' | '\t')) {
            // A field was cut, or the space at its end removed.
            for byte in (0x80..=0xBF).filter(|byte| !self.lost.dropped.contains(byte)) {
                let is_space = Some(byte) == self.lost.space;
                let cost = if is_space { SPACE_AT_END } else { CUT };
                self.fill(begun.without_trace(byte, cost), need - 1, found);
            }
        }
    }

    /// Returns the place of the first symbol of the next line, if `at` ends a line inside a sequence, and what ends it.
    fn after_break(&self, at: usize) -> Option<(usize, &'static str)> {
        let (after, tail) = match self.c(at)? {
            '\n' => (at + 1, "\n"),
            '\r' if self.c(at + 1) == Some('\n') => (at + 2, "\r\n"),
            _ => return None,
        };
        self.is_continuation(after).then_some((after, tail))
    }
}

/// A quotation mark that closes another than the one that is open.
const UNPAIRED: i32 = 10 * BIT;

/// The quotation mark that is open.
#[derive(Default)]
struct Quotes {
    open: Option<char>,
}

impl Quotes {
    /// Returns the marks that close one that opens.
    fn closing(open: char) -> &'static [char] {
        match open {
            '“' => &['”'],
            '„' => &['“', '”'],
            '‘' => &['’'],
            '‚' => &['‘', '’'],
            '«' => &['»'],
            '‹' => &['›'],
            _ => &[],
        }
    }

    /// Takes the next character.
    fn add(&mut self, c: char) {
        self.open = match self.open {
            Some(open) if Quotes::closing(open).contains(&c) => None,
            _ if Quotes::closing(c).is_empty() => self.open,
            _ => Some(c),
        };
    }

    /// Takes the next place, in which a mark that does not close the one that is open is less likely.
    fn weigh(&mut self, place: &mut Place) {
        let mark = |candidate: &Candidate| {
            let mut chars = candidate.meant.chars();
            chars.next().filter(|c| chars.next().is_none() && is_mark(*c))
        };
        if let [only] = &*place.candidates {
            mark(only).into_iter().for_each(|c| self.add(c));
            return;
        }
        let has_marks = place.candidates.iter().any(|candidate| mark(candidate).is_some());
        let Some(open) = self.open.filter(|_| has_marks) else {
            return;
        };
        let closing = Quotes::closing(open);
        let others = place
            .candidates
            .iter_mut()
            .filter(|candidate| !candidate.is_kept && mark(candidate).is_none_or(|c| !closing.contains(&c)));
        others.for_each(|candidate| candidate.cost += UNPAIRED);
        self.open = None;
    }
}

/// Returns `true` for characters of scripts that have no spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}')
}

/// Returns `true` for characters that are not restored.
fn is_never(c: char) -> bool {
    matches!(c, '\u{2000}'..='\u{2012}' | '\u{2028}'..='\u{202E}' | '\u{205F}'..='\u{206F}' | '\u{E000}'..='\u{F8FF}' | '\u{FFF0}'..='\u{FFFF}' | '\u{F0000}'..)
}
