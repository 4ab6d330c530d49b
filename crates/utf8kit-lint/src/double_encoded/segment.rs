//! Finds text that went through any encoding, and what it is then.
//!
//! Each span of characters that are not ASCII is divided into segments at fixed places of the text, every [`CELL`] bytes, so
//! that they do not depend on the block. A segment has a *meaning* for each encoding in which all of its characters are bytes
//! of well-formed UTF-8. Correct text seldom has one.

use super::run::Unit;
use super::script::{Script, is_alphanumeric, script};
use super::through::{Bytes, EastAsian, Encodings, Table, Through};
use super::{two_bytes, utf16};
use std::ops::Range;
use utf8kit::utf8;
use utf8kit_encodings::detect::Likelihood;

/// Bytes of the text whose segments decide together with those of the cells beside it.
pub(super) const CELL: usize = 256;

/// Longer spans are divided.
pub(super) const LONG: usize = 128;

/// The mistake is seldom made more often.
pub(super) const MOST_TIMES: u8 = 5;

/// Bytes of a span beside a segment that may belong to its sequences: those of [`BESIDE`] letters.
const REACH: usize = 4 * BESIDE;

/// Characters, each with the bytes of the text that it is made from.
type Characters = Vec<(char, Range<usize>)>;

/// What a segment is, if it went through one of some encodings.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    pub(super) encodings: Encodings,
    /// Its bytes in the text.
    pub(super) range: Range<usize>,
    characters: Characters,
    /// The number of times that the mistake was made.
    pub(super) times: u8,
    /// How likely it is, and how unlikely in fifths of a bit.
    pub(super) likelihood: Box<Likelihood>,
    /// What the models do not know of it, in the same unit.
    pub(super) signs: i32,
    cost: i32,
    /// The encodings in which it is most likely, and worth undoing.
    pub(super) chosen: Encodings,
}

impl Meaning {
    fn new(encodings: Encodings, characters: Characters, times: u8) -> Meaning {
        let range = match characters.as_slice() {
            [first, .., last] => first.1.start..last.1.end,
            [only] => only.1.clone(),
            [] => 0..0,
        };
        Meaning {
            encodings,
            range,
            characters,
            times,
            likelihood: Box::default(),
            signs: 0,
            cost: 0,
            chosen: Encodings::NONE,
        }
    }

    /// Returns what is meant.
    pub(super) fn meant(&self) -> String {
        let mut meant = String::with_capacity(self.characters.iter().map(|(c, _)| c.len_utf8()).sum());
        meant.extend(self.characters.iter().map(|(c, _)| c));
        meant
    }

    /// Returns the parts that can be undone by themselves.
    pub(super) fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::with_capacity(self.characters.len());
        for (c, of) in &self.characters {
            match units.last_mut() {
                // What is of no bytes belongs to the unit before it.
                Some(last) if of.is_empty() => last.meant_len += c.len_utf8() as u32,
                _ => Unit::push(&mut units, of.len(), c.len_utf8()),
            }
        }
        units
    }

    /// Returns `true` for one or two characters that somebody may quote. Nobody writes four letters that happen to be an emoji.
    fn is_sign(&self) -> bool {
        let is_emoji = |(c, _): &(char, _)| matches!(c, '\u{1F300}'..='\u{1FAFF}');
        self.characters.len() <= 2 && !self.characters.iter().any(is_emoji)
    }

    /// Returns `true` for what nobody wrote: controls, a sign that is hardly ever used by itself, and characters in the order of their
    /// numbers, which are those of a table of the encoding.
    fn is_never_meant(&self) -> bool {
        let is_space = |c: char| matches!(c, '\t' | '\n' | '\r');
        // Signs of mathematics, and of how ideographs are made up.
        let is_rare = |(c, _): &(char, _)| {
            matches!(
                c,
                '\u{2980}'..='\u{29FF}' | '\u{2A7F}'..='\u{2AFF}' | '\u{2FE0}'..='\u{2FFF}'
            )
        };
        is_in_order(self.characters.iter().map(|(c, _)| *c))
            || self
                .characters
                .iter()
                .any(|&(c, _)| c.is_control() && !is_space(c))
            || self.characters.len() == 1 && self.characters.iter().all(is_rare)
    }

    /// Returns `true` for one or two characters that are not written in a Latin word, directly beside one: `REDˀ`, `2ޟ`. What is strange in
    /// that word, such as the flags of a dictionary, is no evidence for them.
    fn is_foreign(&self, beside: [Option<char>; 2]) -> bool {
        const GREEK: Script = Script::Other(0x370); // units, and names of quantities
        let has = |is: fn(&char) -> bool| beside.iter().flatten().any(is);
        let (is_beside_letter, is_beside_word) =
            (has(char::is_ascii_alphabetic), has(char::is_ascii_alphanumeric));
        self.characters.len() <= 2
            && self.characters.iter().any(|(c, _)| match script(*c) {
                Some(Script::EastAsian) => is_beside_letter && c.is_alphabetic(),
                None => is_beside_word,
                Some(Script::Other(_)) => script(*c) != Some(GREEK) && is_beside_word,
                _ => is_beside_word && matches!(c, '\u{2B0}'..='\u{2B8}' | '\u{2BD}'..='\u{2DD}'),
            })
    }

    /// Removes what begins outside a range of the text. Returns `false` if nothing is left.
    fn keep(&mut self, place: &Range<usize>) -> bool {
        let mut is_kept = false;
        self.characters.retain(|(_, of)| {
            // What is of no bytes comes from what the character before it comes from.
            is_kept = if of.is_empty() {
                is_kept
            } else {
                place.contains(&of.start)
            };
            is_kept
        });
        if let [first, ..] = self.characters.as_slice() {
            let last = &self.characters[self.characters.len() - 1];
            self.range = first.1.start..last.1.end;
        }
        !self.characters.is_empty()
    }
}

/// A span of characters that are not ASCII, or a part of one, that has meanings.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// The number of its cell.
    pub(super) cell: usize,
    /// Its bytes in the text.
    pub(super) range: Range<usize>,
    /// How likely that is which stands there, and how unlikely in fifths of a bit.
    pub(super) shown: Likelihood,
    shown_cost: i32,
    /// Empty if it is no double-encoded text.
    pub(super) meanings: Vec<Meaning>,
    /// Whether it stands by itself, as a sign that is quoted does, and is one or two characters in each of its
    /// meanings.
    pub(super) is_alone: bool,
}

const BIT: i32 = Likelihood::BIT;

/// What the repair of one segment may be less likely by, where the encoding is known.
const WORTH: i32 = -4 * BIT;

/// What text must be more likely by if the mistake was made once more.
const AGAIN: i32 = 6 * BIT;

impl Segment {
    /// Returns how much more likely a meaning is than what stands there.
    pub(super) fn gain(&self, meaning: usize) -> i32 {
        self.shown_cost - self.meanings[meaning].cost
    }

    /// Returns its meaning in an encoding, if it is worth undoing.
    pub(super) fn choice(&self, through: Through) -> Option<usize> {
        let is_chosen = |meaning: &Meaning| meaning.chosen.contains(through);
        self.meanings.iter().position(is_chosen)
    }

    /// Returns `true` if it is worth undoing in an encoding.
    pub(super) fn has_choice(&self) -> bool {
        self.meanings.iter().any(|meaning| !meaning.chosen.is_empty())
    }

    /// Returns the meaning in an encoding if the mistake was made `times` times, if that is about as likely as `meaning`.
    pub(super) fn as_often(&self, meaning: usize, through: Through, times: u8) -> usize {
        let most = self.meanings[meaning].cost + AGAIN;
        let is_so =
            |other: &Meaning| other.times == times && other.encodings.contains(through) && other.cost <= most;
        self.meanings.iter().position(is_so).unwrap_or(meaning)
    }

    fn choose(&mut self) {
        let mut rest = Encodings::ALL;
        loop {
            let all = self.meanings.iter().enumerate();
            let left = all.filter(|(_, meaning)| !meaning.encodings.and(rest).is_empty());
            let best = left.min_by_key(|(_, meaning)| meaning.cost + i32::from(meaning.times) * AGAIN);
            let Some((at, meaning)) = best else {
                break;
            };
            let own = meaning.encodings.and(rest);
            rest = rest.minus(own);
            if self.gain(at) > WORTH {
                self.meanings[at].chosen = own;
            }
        }
    }
}

/// A character of a span, or of what one is, and what bytes it may be.
pub(super) struct Letter {
    c: char,
    /// What it is made from: a range of the text.
    pub(super) range: Range<usize>,
    pub(super) bytes: &'static Bytes,
    /// The encodings in which it is part of a sequence of bytes of UTF-8.
    pub(super) covered: Encodings,
}

impl Letter {
    fn new(c: char, range: Range<usize>) -> Letter {
        Letter {
            c,
            range,
            bytes: Table::get().bytes(c),
            covered: Encodings::NONE,
        }
    }
}

/// Adds the segments of `text`, which is at `start` of the whole text, in some of its cells to `all`.
pub(super) fn segments(text: &str, start: usize, cells: Range<usize>, all: &mut Vec<Segment>) {
    each_segment(text, start, cells, &mut |segment| all.push(segment));
}

/// Calls `each` with the segments of `text`, which is at `start` of the whole text, in some of its cells.
fn each_segment(text: &str, start: usize, cells: Range<usize>, each: &mut dyn FnMut(Segment)) {
    /// Letters of most spans.
    const USUAL: usize = 24;
    let mut letters = Vec::with_capacity(USUAL);
    each_span(text, start, &cells, |span| {
        letters.clear();
        letters.extend(letters_of(text, span));
        of_span(text, start, &mut letters, &cells, each);
    });
}

/// Calls `each` with the spans that may have segments in some of the cells of `text`, which is at `start` of the whole text.
fn each_span(text: &str, start: usize, cells: &Range<usize>, mut each: impl FnMut(Range<usize>)) {
    let place = |cell: usize| (cell * CELL).saturating_sub(start).min(text.len());
    let (from, to) = (place(cells.start), place(cells.end));
    let bytes = text.as_bytes();
    // A span that reaches into them is seen as a whole, or as if it were longer than spans are that are not divided.
    let most = from.saturating_sub(LONG + REACH);
    let first = bytes[most..from]
        .iter()
        .rposition(u8::is_ascii)
        .map_or(most, |at| most + at + 1);
    let mut at = utf8::ceil_boundary(bytes, first);
    let end = utf8::floor_boundary(bytes, bytes.len().min(to + LONG + REACH));
    while let Some(more) = bytes[at.min(to)..to].iter().position(|byte| !byte.is_ascii()) {
        let first = at + more;
        at = first + wide_len(&bytes[first..end]);
        at += bytes[at..end].iter().position(u8::is_ascii).unwrap_or(end - at);
        each(first..at);
    }
}

/// Returns the length of the ideographs, syllables and kana that `span`, which is well-formed, begins with: characters of three bytes that
/// only encodings with two bytes for a character have.
fn wide_len(span: &[u8]) -> usize {
    let is_wide =
        |&[first, second, _]: &[u8; 3]| matches!(first, 0xE3..=0xED) || (first == 0xEF && second == 0xBC);
    let characters = span.as_chunks().0;
    WIDE_LEN
        * characters
            .iter()
            .position(|bytes| !is_wide(bytes))
            .unwrap_or(characters.len())
}

/// The bytes of a character that [`wide_len`] counts.
const WIDE_LEN: usize = 3;

/// Returns `true` if one of the [`segments`] in some of the cells is worth undoing. That takes less time than to find them.
pub(super) fn have_choice(text: &str, start: usize, cells: Range<usize>) -> bool {
    let mut have_any = false;
    let mut letters = Vec::new();
    each_span(text, start, &cells, |span| {
        if have_any || !may_have_meaning(text, start, &span, &cells) {
            return;
        }
        letters.clear();
        letters.extend(letters_of(text, span));
        of_span(text, start, &mut letters, &cells, &mut |segment| {
            have_any |= segment.has_choice();
        });
    });
    have_any
}

/// Returns `false` if the characters of a span show that none of its segments in some of the cells has a meaning.
fn may_have_meaning(text: &str, start: usize, span: &Range<usize>, cells: &Range<usize>) -> bool {
    let all = &text[span.clone()];
    if wide_len(all.as_bytes()) < all.len() {
        // A sequence is of two bytes or more, and marks at the ends need not be part of one.
        let may_be =
            |part: &str| part.chars().nth(1).is_some() && may_be_sequences(part.chars(), Encodings::single());
        return all.len() > LONG || all.contains(is_wide) || may_be(all) || may_be(all.trim_matches(is_mark));
    }
    let (len, count) = (all.len(), all.len() / WIDE_LEN);
    let place_of = |number: usize| span.start + number * WIDE_LEN;
    let mut may = false;
    each_part(start, count, place_of, len, cells, |_, own| {
        let (near, is_cut) = near_of(&own, count);
        let near = || all[near.start * WIDE_LEN..near.end * WIDE_LEN].chars();
        may |= two_bytes::may_be_pairs(near(), is_cut).next().is_some()
            || two_bytes::may_be_units(near(), is_cut).next().is_some();
    });
    may
}

/// Returns `true` if a span of `text` has a meaning that is likelier than what stands there.
pub(super) fn may_have_meanings(text: &str) -> bool {
    let mut have_any = false;
    each_segment(text, 0, 0..text.len() / CELL + 1, &mut |segment| {
        have_any |= (0..segment.meanings.len()).any(|meaning| segment.gain(meaning) > 0);
    });
    have_any
}

/// Returns the characters of a span.
pub(super) fn letters_of(text: &str, span: Range<usize>) -> impl Iterator<Item = Letter> {
    text[span.clone()].char_indices().map(move |(at, c)| {
        let at = span.start + at;
        Letter::new(c, at..at + c.len_utf8())
    })
}

/// Calls `each` with the segments of a span, which is `letters`.
fn of_span(
    text: &str,
    start: usize,
    letters: &mut [Letter],
    cells: &Range<usize>,
    each: &mut dyn FnMut(Segment),
) {
    cover(letters);
    let letters = &*letters;
    let place_of = |number: usize| letters[number].range.start;
    let len = letters[letters.len() - 1].range.end - letters[0].range.start;
    each_part(start, letters.len(), place_of, len, cells, |cell, own| {
        of_letters(text, cell, letters, own).map(&mut *each);
    });
}

/// Calls `each` with the parts of a span that are segments in some of the cells, each with its cell: all of a span that is not long, and
/// the letters in each cell of one that is. The span has `count` letters and `len` bytes; `place_of` returns where a letter begins.
fn each_part(
    start: usize,
    count: usize,
    place_of: impl Fn(usize) -> usize,
    len: usize,
    cells: &Range<usize>,
    mut each: impl FnMut(usize, Range<usize>),
) {
    let cell_of = |number: usize| (start + place_of(number)) / CELL;
    let mut from = 0;
    while from < count {
        let cell = cell_of(from);
        let past = match len <= LONG {
            true => count,
            false => (from..count)
                .find(|&number| cell_of(number) != cell)
                .unwrap_or(count),
        };
        if cells.contains(&cell) {
            each(cell, from..past);
        }
        from = past;
    }
}

/// Returns a part of a span of `count` letters with those beside it, and whether the span goes on before and after them.
fn near_of(own: &Range<usize>, count: usize) -> (Range<usize>, [bool; 2]) {
    let near = own.start.saturating_sub(BESIDE)..count.min(own.end + BESIDE);
    let is_cut = [near.start > 0, near.end < count];
    (near, is_cut)
}

/// Finds the encodings in which each letter is part of a sequence.
pub(super) fn cover(letters: &mut [Letter]) {
    for at in 0..letters.len() {
        let begins = letters[at].bytes.begins;
        let mut continue_it = Encodings::ALL;
        for more in 1..=3 {
            let Some(next) = letters.get(at + more) else {
                break;
            };
            continue_it = continue_it.and(next.bytes.continues);
            if continue_it.is_empty() {
                break;
            }
            let whole = begins[more - 1].and(continue_it);
            if !whole.is_empty() {
                for letter in &mut letters[at..=at + more] {
                    letter.covered = letter.covered.or(whole);
                }
            }
        }
    }
}

/// Marks that may stand beside text that went through an encoding, and did not.
pub(super) fn is_mark(c: char) -> bool {
    matches!(
        c,
        '«' | '»'
            | '\u{A0}'
            | '¿'
            | '¡'
            | '“'
            | '”'
            | '‘'
            | '’'
            | '„'
            | '‚'
            | '–'
            | '—'
            | '…'
            | '•'
            | '‹'
            | '›'
    )
}

/// Letters on either side of a segment that may belong to a sequence with its own.
const BESIDE: usize = 32;

/// As many letters, of two bytes or more, a segment has with those beside it.
const MOST_LETTERS: usize = CELL / 2 + 2 * BESIDE;

fn of_letters(text: &str, cell: usize, letters: &[Letter], own: Range<usize>) -> Option<Segment> {
    let place = letters[own.start].range.start..letters[own.end - 1].range.end;
    let mut meanings = decoded(letters, own);
    // What begins before the segment is not part of it, nor what is made from that.
    let deepest = meanings.iter().max_by_key(|meaning| meaning.times);
    let mut of_deepest = deepest.into_iter().flat_map(|meaning| &meaning.characters);
    let first = of_deepest.find(|(_, of)| of.start >= place.start);
    let own = first.map_or(place.start, |(_, of)| of.start)..place.end;
    meanings.retain_mut(|meaning| meaning.keep(&own));
    let start = meanings.iter().map(|meaning| meaning.range.start).min();
    let end = meanings.iter().map(|meaning| meaning.range.end).max();
    let (Some(start), Some(end)) = (start, end) else {
        let is_letter = |c| matches!(c, '\u{4E00}'..='\u{9FFF}') || c.is_alphabetic();
        return text[place.clone()].contains(is_letter).then(|| Segment {
            cell,
            range: place,
            shown: Likelihood::default(),
            shown_cost: 0,
            meanings,
            is_alone: false,
        });
    };
    // All that any of them undoes. What one does not undo stays.
    let before = &text[..start];
    let after = text[end..].chars().next();
    let beside = [before.chars().next_back(), after];
    let is_in_word = beside.into_iter().flatten().any(is_alphanumeric);
    let repeats = repeats(&text[start..end]);
    let mut shown = Likelihood::default();
    match repeats {
        true => shown.add(before, &once(text[start..end].chars()), after),
        false => shown.add(before, &text[start..end], after),
    }
    for meaning in &mut meanings {
        let head = &text[start..meaning.range.start];
        let tail = &text[meaning.range.end..end];
        let own = meaning.characters.iter().map(|(c, _)| *c);
        let meant = head.chars().chain(own).chain(tail.chars());
        // Within a span, the letter before went through the encoding, too.
        let is_start = start == letters[0].range.start || before.ends_with(|c: char| c.is_ascii());
        let before = if is_start { before } else { "" };
        match repeats {
            true => meaning.likelihood.add(before, &once(meant), after),
            false => meaning.likelihood.add_characters(before, meant, after),
        }
        meaning.signs = utf16::signs(&meaning.characters);
        meaning.cost = meaning.likelihood.fifths() + meaning.signs;
    }
    let mut segment = Segment {
        cell,
        range: start..end,
        shown_cost: shown.fifths(),
        shown,
        is_alone: (!is_in_word && meanings.iter().all(Meaning::is_sign))
            || meanings.iter().all(|meaning| meaning.is_foreign(beside)),
        meanings,
    };
    segment.choose();
    Some(segment)
}

/// Returns `true` for characters in the order of their numbers, which are those of a table of an encoding.
pub(super) fn is_in_order(characters: impl Iterator<Item = char>) -> bool {
    /// As many letters of a word are seldom in this order.
    const TABLE: usize = 4;
    /// A table may lack some of them.
    const STEP: u32 = 3;
    let mut before = None;
    let mut len = 0;
    for c in characters {
        let number = u32::from(c);
        if before.is_some_and(|before| !(1..=STEP).contains(&number.wrapping_sub(before))) {
            return false;
        }
        before = Some(number);
        len += 1;
    }
    len >= TABLE
}

/// Returns `true` for characters that encodings have two bytes for.
fn is_wide(c: char) -> bool {
    c >= '\u{2E80}'
}

/// Words of as many characters are repeated.
const MOST_REPEATED: usize = 4;

/// Returns `true` for East Asian characters of which one or more are repeated directly. What is repeated is no more likely: a character
/// that is a letter of another script in some encoding is that each time, as in the 哦哦哦 of a conversation.
fn repeats(span: &str) -> bool {
    let repeats_after = |count: usize| {
        let mut pairs = span.chars().skip(count).zip(span.chars()).peekable();
        pairs.peek().is_some() && pairs.all(|(one, other)| one == other)
    };
    let mut pairs = span.chars().zip(span.chars().skip(1));
    span.chars().all(is_wide)
        && (pairs.any(|(one, next)| one == next) || (1..=MOST_REPEATED).any(repeats_after))
}

/// Returns characters without those that repeat the one before, or all of those before: `ab` for `aaab` and `abab`.
fn once(all: impl Iterator<Item = char>) -> String {
    let mut all: Vec<char> = all.collect();
    all.dedup();
    let is_repeated = |&count: &usize| {
        let mut pairs = all.iter().skip(count).zip(&all);
        count < all.len() && pairs.all(|(one, other)| one == other)
    };
    let count = (1..=MOST_REPEATED).find(is_repeated);
    all.iter().take(count.unwrap_or(all.len())).collect()
}

/// Returns what the letters of a segment, `own`, are in each encoding, with letters beside them.
fn decoded(letters: &[Letter], own: Range<usize>) -> Vec<Meaning> {
    let covered = |letters: &[Letter]| {
        let all = letters.iter();
        all.fold(Encodings::ALL, |all, letter| all.and(letter.covered))
    };
    let mut near = own.start.saturating_sub(BESIDE)..letters.len().min(own.end + BESIDE);
    let mut alive = covered(&letters[own.clone()]);
    // Marks at the ends of the span need not be part of it.
    let is_start = alive.is_empty() && own.start == 0 && is_mark(letters[0].c);
    let is_end = alive.is_empty() && own.end == letters.len() && is_mark(letters[own.end - 1].c);
    if is_start || is_end {
        let mut inner = own.clone();
        while is_start && inner.start < inner.end && is_mark(letters[inner.start].c) {
            inner.start += 1;
        }
        while is_end && inner.start < inner.end && is_mark(letters[inner.end - 1].c) {
            inner.end -= 1;
        }
        alive = covered(&letters[inner.clone()]);
        if inner.is_empty() {
            alive = Encodings::NONE;
        }
        near.start = near.start.max(if is_start { inner.start } else { 0 });
        near.end = near.end.min(if is_end { inner.end } else { letters.len() });
    }
    let is_cut = [near.start > 0 && !is_start, near.end < letters.len() && !is_end];
    let mut found = Vec::new();
    while let Some(through) = alive.iter().next() {
        // All in which the letters are the same bytes have the same meaning.
        let (meant, same) = decode(&letters[near.clone()], through, is_cut);
        let same = same.and(alive);
        if let Some(meant) = meant {
            add(&mut found, meant, same, 1);
        }
        alive = alive.minus(same);
    }
    again(&mut found, is_cut);
    add_east_asian(&mut found, letters, &own);
    found.retain(|meaning| !meaning.is_never_meant());
    found
}

/// Adds what the letters of a segment, `own`, are if they went through an encoding with characters of two bytes.
fn add_east_asian(found: &mut Vec<Meaning>, letters: &[Letter], own: &Range<usize>) {
    if !letters[own.clone()].iter().any(|letter| is_wide(letter.c)) {
        return;
    }
    let (near, is_cut) = near_of(own, letters.len());
    let near = &letters[near];
    for encoding in two_bytes::may_be_pairs(near.iter().map(|letter| letter.c), is_cut) {
        if let Some(meant) = decode_pairs(near, encoding, is_cut) {
            add(found, meant, Encodings::of(encoding.through), 1);
        }
    }
    add_utf16(found, letters, own);
}

/// Adds what the letters of a segment, `own`, are if they went through UTF-16. A signature before all and half a character behind it are
/// no part of that.
fn add_utf16(found: &mut Vec<Meaning>, letters: &[Letter], own: &Range<usize>) {
    let all = usize::from(letters[0].c == '\u{FEFF}')
        ..letters.len() - usize::from(letters[letters.len() - 1].c == '\u{FFFD}');
    let near = own.start.saturating_sub(BESIDE).max(all.start)..all.end.min(own.end + BESIDE);
    let Some(near_letters) = letters.get(near.clone()) else {
        return;
    };
    let is_cut = [near.start > all.start, near.end < all.end];
    for (through, endian) in two_bytes::may_be_units(near_letters.iter().map(|letter| letter.c), is_cut) {
        let near = near_letters.iter().map(|letter| (letter.c, &letter.range));
        if let Some(meant) = utf16::decode(near, endian, is_cut) {
            add(found, meant, Encodings::of(through), 1);
        }
    }
}

fn add(found: &mut Vec<Meaning>, characters: Characters, encodings: Encodings, times: u8) {
    match found.iter_mut().find(|same| same.characters == characters) {
        Some(same) => same.encodings = same.encodings.or(encodings),
        None => found.push(Meaning::new(encodings, characters, times)),
    }
}

/// Adds what it is if it went through encodings more than once.
fn again(found: &mut Vec<Meaning>, is_cut: [bool; 2]) {
    let mut next = 0;
    while let Some(once) = found.get(next) {
        next += 1;
        let times = once.times + 1;
        if times > MOST_TIMES {
            continue;
        }
        // Programs that make the mistake again mostly make the same, or that of Windows.
        let first = once.encodings;
        let usual = first
            .or(Encodings::of(Through::WINDOWS_1252))
            .or(Encodings::of(Through::LATIN_1));
        // What the ends cut is no part of a sequence.
        let len = once.characters.len();
        let margin = is_cut.map(|is_cut| if is_cut { 3.min(len / 2) } else { 0 });
        let inner = &once.characters[margin[0]..len - margin[1]];
        if !may_be_sequences(inner.iter().map(|(c, _)| *c), usual) {
            continue;
        }
        let mut letters: Vec<Letter> = once
            .characters
            .iter()
            .map(|(c, range)| Letter::new(*c, range.clone()))
            .collect();
        cover(&mut letters);
        let inner = &letters[margin[0]..letters.len() - margin[1]];
        let alive = inner
            .iter()
            .fold(Encodings::ALL, |all, letter| all.and(letter.covered));
        let mut rest = alive.and(usual);
        let mut deeper = Vec::new();
        while let Some(through) = rest.iter().next() {
            let (meant, same) = decode(&letters, through, is_cut);
            let same = same.and(rest);
            // Of the same encoding each time, if there is one.
            let of_both = same.and(first);
            let encodings = if of_both.is_empty() { first } else { of_both };
            deeper.extend(meant.map(|meant| (meant, encodings)));
            rest = rest.minus(same);
        }
        for (meant, encodings) in deeper {
            add(found, meant, encodings, times);
        }
    }
}

/// Returns `false` if in none of `encodings` all characters are part of sequences. In most text that shows at once.
pub(super) fn may_be_sequences(meant: impl Iterator<Item = char>, mut encodings: Encodings) -> bool {
    let table = Table::get();
    let mut all = meant.map(|c| table.bytes(c)).peekable();
    while let Some(bytes) = all.next() {
        let continues = all.peek().map_or(Encodings::ALL, |next| next.continues);
        let begins = bytes.begins.into_iter().fold(Encodings::NONE, Encodings::or);
        encodings = encodings.and(bytes.continues.or(begins.and(continues)));
        if encodings.is_empty() {
            return false;
        }
    }
    true
}

/// Decodes the sequences of `letters` in a single-byte encoding. The ends may cut a sequence. Returns also the encodings in which the
/// letters are the same bytes.
fn decode(letters: &[Letter], through: Through, is_cut: [bool; 2]) -> (Option<Characters>, Encodings) {
    let mut same = Encodings::ALL;
    let byte = |letter: &Letter| {
        let (byte, of) = letter.bytes.of(through);
        same = same.and(of);
        byte.unwrap_or(0)
    };
    let mut bytes = [0; MOST_LETTERS];
    for (to, byte) in bytes.iter_mut().zip(letters.iter().map(byte)) {
        *to = byte;
    }
    let meant = decode_bytes(letters, &bytes[..letters.len()], is_cut);
    (meant, same.or(Encodings::of(through)))
}

/// Decodes the sequences of `bytes`, each of which is a letter.
fn decode_bytes(letters: &[Letter], bytes: &[u8], is_cut: [bool; 2]) -> Option<Characters> {
    let mut meant = Vec::with_capacity(bytes.len() / 2);
    let mut at = 0;
    while at < bytes.len() {
        match utf8::decode_first(&bytes[at..]) {
            Some((Ok(c), len)) if !c.is_ascii() => {
                meant.push((c, letters[at].range.start..letters[at + len - 1].range.end));
                at += len;
            }
            // It may continue what begins before.
            _ if is_cut[0] && meant.is_empty() => at += 1,
            _ if is_cut[1] && at + 3 >= bytes.len() => break,
            _ => return None,
        }
    }
    (!meant.is_empty()).then_some(meant)
}

/// Decodes the sequences of `letters` in an encoding with characters of two bytes. The ends may cut a sequence.
///
/// Such a character can end one sequence and begin the next. A character is made from all that lie between two that begin
/// with the first byte of one.
pub(super) fn decode_pairs(
    letters: &[Letter],
    encoding: &EastAsian,
    is_cut: [bool; 2],
) -> Option<Characters> {
    let begins = |bytes: &[u8]| matches!(bytes[0], 0xC2..=0xF4);
    let mut meant = Vec::new();
    let mut unit = Vec::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let from = at;
        at += 1;
        let Some(first) = encoding.bytes(letter.c).filter(|bytes| begins(bytes)) else {
            if is_cut[0] && meant.is_empty() {
                continue;
            }
            return None;
        };
        unit.clear();
        unit.extend_from_slice(first);
        while let Some(next) = letters.get(at) {
            match encoding.bytes(next.c) {
                Some(next) if begins(next) => break,
                Some(next) => unit.extend_from_slice(next),
                None if is_cut[1] => break,
                None => return None,
            }
            at += 1;
        }
        let Ok(text) = std::str::from_utf8(&unit) else {
            if is_cut[1] && at == letters.len() {
                break;
            }
            return None;
        };
        // The first stands for all of them.
        let mut range = letters[from].range.start..letters[at - 1].range.end;
        for c in text.chars() {
            meant.push((c, range.clone()));
            range.start = range.end;
        }
    }
    (!meant.is_empty()).then_some(meant)
}

#[cfg(test)]
mod tests;
