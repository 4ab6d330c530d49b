//! Finds the clues of a text without one of which no part of it has a hot cell.
//!
//! The rows of a column are parts of one long text. Most have no such clue, so nothing is done for each of them.

use super::around::{AFTER, Around, BEFORE, Seen};
use super::east_asian::{BLOCK, EastAsian, code_point};
use super::{CELL, Class, east_asian_characters, seen, table};
#[cfg(target_arch = "x86_64")]
use super::{avx512, avx512_bits, east_asian::Bits};
use std::ops::Range;

/// In a hot cell whose ideographs are rare, at least one in four is. So there are three rare ones with no more others between
/// them than this: 9 of 3, 12 of 4, and fewer on average where there are more.
const BETWEEN: u32 = 12;

/// What receives the clues of a text: a part of the text that is hot somewhere, wherever its cells begin, has all of one of them.
pub(crate) trait Receive {
    /// Receives a step that is strange by more than the least weight.
    fn step(&mut self, clue: Range<usize>);

    /// Receives what there is in the cell with this number.
    fn cell(&mut self, number: usize, all: &EastAsian);

    /// Receives rare ideographs and syllables with few others between them, from the first of three to the last, which is in the last cell
    /// that was received or just behind it.
    fn rare(&mut self, clue: Range<usize>);
}

/// Passes the clues of `text` to `receive`.
pub(crate) fn clues(text: &str, receive: &mut impl Receive) {
    #[cfg(target_arch = "x86_64")]
    if let Some(bits) = avx512_bits() {
        // SAFETY: the processor has the instructions of `avx512`, or there would be no bits.
        return unsafe { clues_avx512(text, bits, receive) };
    }
    clues_of(text, seen, east_asian_characters, receive);
}

/// The same code, compiled for what [`avx512`] needs.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn clues_avx512(text: &str, bits: &Bits, receive: &mut impl Receive) {
    let east_asian = |bytes: &Around| avx512::east_asian(bytes, bits);
    clues_of(text, |bytes| avx512::seen(bytes), east_asian, receive);
}

/// [`clues`], as processors without vectors of 64 bytes find them.
#[cfg(test)]
pub(crate) fn plain_clues(text: &str, receive: &mut impl Receive) {
    clues_of(text, super::seen_plain, east_asian_characters, receive);
}

/// [`clues`], with what looks at a cell.
#[inline(always)]
fn clues_of(
    text: &str,
    seen: impl Fn(&Around) -> Seen,
    east_asian: impl Fn(&Around) -> EastAsian,
    receive: &mut impl Receive,
) {
    let bytes = text.as_bytes();
    let mut rare = Rare::default();
    for from in (0..bytes.len()).step_by(CELL) {
        let to = bytes.len().min(from + CELL);
        if bytes[from..to].is_ascii() {
            // A step from the character before it is to a letter of ASCII.
            if from > 0 && !bytes[from - 1].is_ascii() {
                steps(text, from, from + 2, receive);
            }
            continue;
        }
        let around = from
            .checked_sub(BEFORE)
            .and_then(|from| bytes.get(from..to + AFTER));
        let around: Option<&Around> = around.and_then(|around| around.try_into().ok());
        let seen = around.map(&seen);
        if seen.is_none_or(|seen| seen.is_strange) {
            steps(text, from, to, receive);
        }
        if seen.is_none_or(|seen| seen.is_east_asian) {
            let all = match around {
                Some(around) => east_asian(around),
                None => in_part(bytes, from, to),
            };
            receive.cell(from / CELL, &all);
            rare.in_cell(&all, from, receive);
        }
    }
}

/// Passes the steps that are strange by more than the least weight, to the characters that begin in a range, to `receive`.
fn steps(text: &str, from: usize, to: usize, receive: &mut impl Receive) {
    let table = table();
    // Two characters before it.
    let mut at = text.floor_char_boundary(from);
    for _ in 0..2 {
        at = text.floor_char_boundary(at.saturating_sub(1));
    }
    let mut before = (Class::Ascii as u8, at);
    let mut before_that = before;
    for c in text[at..].chars() {
        if at >= to {
            break;
        }
        let class = table.classes.all[c as usize & 0xFFFF];
        let class = if c > '\u{FFFF}' {
            Class::Symbol as u8
        } else {
            class
        };
        let end = at + c.len_utf8();
        if class == Class::Control as u8 {
            // It is strange at the start of a part, too.
            receive.step(at..end);
        } else if table.weights[usize::from(before.0)][usize::from(class)] > 1 {
            receive.step(before.1..end);
        } else if class == Class::AsciiSmall as u8
            && before.0 >= Class::Frequent as u8
            && before_that.0 == class
        {
            receive.step(before_that.1..end);
        }
        (before_that, before) = (before, (class, at));
        at = end;
    }
}

/// Returns the ideographs and syllables of a part of a text that is no cell with bytes around.
fn in_part(bytes: &[u8], from: usize, to: usize) -> EastAsian {
    let classes = &table().classes;
    let mut all = EastAsian::default();
    let characters = bytes[from..].array_windows::<3>().take(to - from);
    for (at, character) in characters.enumerate() {
        if character[0] & 0xF0 == 0xE0 {
            let class = classes.all[code_point(*character)];
            let bit = |is: u8| u64::from(class == is) << (at % BLOCK);
            all.rare[at / BLOCK] |= bit(classes.rare);
            all.frequent[at / BLOCK] |= bit(classes.frequent);
        }
    }
    all
}

/// The rare ideographs and syllables of a text so far.
#[derive(Default)]
struct Rare {
    /// Where the last two begin, and how many frequent ones are before each.
    last: [Option<(usize, u32)>; 2],
    frequent: u32,
}

impl Rare {
    /// Passes the clues from a rare one to the second after it, which is one of those of a cell, to `receive`.
    #[inline(always)]
    fn in_cell(&mut self, all: &EastAsian, from: usize, receive: &mut impl Receive) {
        for (number, (&rare, &frequent)) in all.rare.iter().zip(&all.frequent).enumerate() {
            let mut rest = rare;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let before = self.frequent + (frequent & ((1 << bit) - 1)).count_ones();
                self.add(from + number * BLOCK + bit as usize, before, receive);
            }
            self.frequent += frequent.count_ones();
        }
    }

    /// Adds a rare one, which has `frequent` ones before it.
    #[inline(always)]
    fn add(&mut self, at: usize, frequent: u32, receive: &mut impl Receive) {
        if let [Some((start, before)), _] = self.last
            && at - start < CELL
            && frequent - before <= BETWEEN
        {
            receive.rare(start..at + 3);
        }
        self.last = [self.last[1], Some((at, frequent))];
    }
}
