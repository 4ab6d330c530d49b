//! Finds the clues of a text without one of which no part of it has a hot cell.
//!
//! The rows of a column are parts of one long text. Most have no such clue, so nothing is done for each of them.

use super::around::{AFTER, Around, BEFORE, Seen};
use super::{CELL, Class, east_asian_leads, seen, table};
use std::ops::Range;

/// In a hot cell whose ideographs are rare, at least one in four is. So there are three rare ones with no more others between
/// them than this: 9 of 3, 12 of 4, and fewer on average where there are more.
const BETWEEN: u32 = 12;

/// Calls `each` with clues of `text`: a part of the text that is hot somewhere, wherever its cells begin, has all of one of them.
pub(crate) fn clues(text: &str, each: &mut dyn FnMut(Range<usize>)) {
    clues_of(text, seen, each);
}

/// [`clues`], as processors without vectors of 64 bytes find them.
#[cfg(test)]
pub(crate) fn plain_clues(text: &str, each: &mut dyn FnMut(Range<usize>)) {
    clues_of(text, super::seen_plain, each);
}

/// [`clues`], with what looks at a cell.
fn clues_of(text: &str, seen: impl Fn(&Around) -> Seen, each: &mut dyn FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let mut rare = Rare::default();
    for from in (0..bytes.len()).step_by(CELL) {
        let to = bytes.len().min(from + CELL);
        if bytes[from..to].is_ascii() {
            // A step from the character before it is to a letter of ASCII.
            if from > 0 && !bytes[from - 1].is_ascii() {
                steps(text, from, from + 2, each);
            }
            continue;
        }
        let around = from
            .checked_sub(BEFORE)
            .and_then(|from| bytes.get(from..to + AFTER));
        let around: Option<&Around> = around.and_then(|around| around.try_into().ok());
        let seen = around.map(&seen);
        if seen.is_none_or(|seen| seen.is_strange) {
            steps(text, from, to, each);
        }
        if seen.is_none_or(|seen| seen.is_east_asian) {
            rare.in_cell(bytes, from, to, each);
        }
    }
}

/// Calls `each` with the steps that are strange by more than the least weight, to the characters that begin in a range.
fn steps(text: &str, from: usize, to: usize, each: &mut dyn FnMut(Range<usize>)) {
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
        let class = table.classes[c as usize & 0xFFFF];
        let class = if c > '\u{FFFF}' {
            Class::Symbol as u8
        } else {
            class
        };
        let end = at + c.len_utf8();
        if class == Class::Control as u8 {
            // It is strange at the start of a part, too.
            each(at..end);
        } else if table.weights[usize::from(before.0)][usize::from(class)] > 1 {
            each(before.1..end);
        } else if class == Class::AsciiSmall as u8
            && before.0 >= Class::Frequent as u8
            && before_that.0 == class
        {
            each(before_that.1..end);
        }
        (before_that, before) = (before, (class, at));
        at = end;
    }
}

/// More characters of three bytes than a cell has, as a power of two.
const MOST_LEADS: usize = (CELL / 3 + 1).next_power_of_two();

/// The rare ideographs and syllables of a text so far.
#[derive(Default)]
struct Rare {
    /// Where the last two begin, and how many frequent ones are before each.
    last: [Option<(usize, u32)>; 2],
    frequent: u32,
}

impl Rare {
    /// Calls `each` with the clues from a rare one to the second after it, which begins in a cell.
    fn in_cell(&mut self, bytes: &[u8], from: usize, to: usize, each: &mut dyn FnMut(Range<usize>)) {
        const WORD: usize = size_of::<u64>();
        // Whether a character is rare is not predictable, so all are written, and the next is written over one that is not.
        let mut found = [(0_u32, 0_u32); MOST_LEADS];
        let (mut count, mut frequent) = (0, self.frequent);
        let classes = &*table().classes;
        let mut lead = |at: usize| {
            // A character that is cut is no lead of well-formed text.
            let Some(&[first, second, third]) = bytes[at..].first_chunk() else {
                return;
            };
            let [first, second, third] = [first & 0x0F, second & 0x3F, third & 0x3F].map(usize::from);
            let class = classes[first << 12 | second << 6 | third];
            found[count % MOST_LEADS] = ((at - from) as u32, frequent);
            count += usize::from(class == Class::Rare as u8);
            frequent += u32::from(class == Class::Frequent as u8);
        };
        let (words, rest) = bytes[from..to].as_chunks::<WORD>();
        for (number, word) in words.iter().enumerate() {
            let mut leads = east_asian_leads(*word);
            while leads != 0 {
                lead(from + number * WORD + leads.trailing_zeros() as usize / 8);
                leads &= leads - 1;
            }
        }
        for (at, byte) in (to - rest.len()..).zip(rest) {
            if byte & 0xF0 == 0xE0 {
                lead(at);
            }
        }
        self.frequent = frequent;
        for &(at, frequent) in &found[..count] {
            let at = from + at as usize;
            if let [Some((start, before)), _] = self.last
                && at - start < CELL
                && frequent - before <= BETWEEN
            {
                each(start..at + 3);
            }
            self.last = [self.last[1], Some((at, frequent))];
        }
    }
}
