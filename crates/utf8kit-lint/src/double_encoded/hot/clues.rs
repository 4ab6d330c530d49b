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

/// Calls `each` with clues of `text`: a part of the text that is hot somewhere, wherever its cells begin, has all of one of them.
pub(crate) fn clues(text: &str, each: &mut dyn FnMut(Range<usize>)) {
    #[cfg(target_arch = "x86_64")]
    if let Some(bits) = avx512_bits() {
        // SAFETY: the processor has the instructions of `avx512`, or there would be no bits.
        return unsafe { clues_avx512(text, bits, each) };
    }
    clues_of(text, seen, east_asian_characters, each);
}

/// The same code, compiled for what [`avx512`] needs.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn clues_avx512(text: &str, bits: &Bits, each: &mut dyn FnMut(Range<usize>)) {
    let east_asian = |bytes: &Around| avx512::east_asian(bytes, bits);
    clues_of(text, |bytes| avx512::seen(bytes), east_asian, each);
}

/// [`clues`], as processors without vectors of 64 bytes find them.
#[cfg(test)]
pub(crate) fn plain_clues(text: &str, each: &mut dyn FnMut(Range<usize>)) {
    clues_of(text, super::seen_plain, east_asian_characters, each);
}

/// [`clues`], with what looks at a cell.
#[inline(always)]
fn clues_of(
    text: &str,
    seen: impl Fn(&Around) -> Seen,
    east_asian: impl Fn(&Around) -> EastAsian,
    each: &mut dyn FnMut(Range<usize>),
) {
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
            match around {
                Some(around) => rare.in_cell(&east_asian(around), from, each),
                None => rare.in_part(bytes, from, to, each),
            }
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
        let class = table.classes.all[c as usize & 0xFFFF];
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

/// The rare ideographs and syllables of a text so far.
#[derive(Default)]
struct Rare {
    /// Where the last two begin, and how many frequent ones are before each.
    last: [Option<(usize, u32)>; 2],
    frequent: u32,
}

impl Rare {
    /// Calls `each` with the clues from a rare one to the second after it, which is one of those of a cell.
    #[inline(always)]
    fn in_cell(&mut self, all: &EastAsian, from: usize, each: &mut dyn FnMut(Range<usize>)) {
        for (number, (&rare, &frequent)) in all.rare.iter().zip(&all.frequent).enumerate() {
            let mut rest = rare;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let before = self.frequent + (frequent & ((1 << bit) - 1)).count_ones();
                self.add(from + number * BLOCK + bit as usize, before, each);
            }
            self.frequent += frequent.count_ones();
        }
    }

    /// The same for a part of a text that is no cell with bytes around.
    fn in_part(&mut self, bytes: &[u8], from: usize, to: usize, each: &mut dyn FnMut(Range<usize>)) {
        let classes = &table().classes.all;
        for at in from..to {
            let Some(&[first, second, third]) = bytes[at..].first_chunk() else {
                return;
            };
            if first & 0xF0 != 0xE0 {
                continue;
            }
            let class = classes[code_point([first, second, third])];
            if class == Class::Rare as u8 {
                self.add(at, self.frequent, each);
            }
            self.frequent += u32::from(class == Class::Frequent as u8);
        }
    }

    /// Adds a rare one, which has `frequent` ones before it.
    #[inline(always)]
    fn add(&mut self, at: usize, frequent: u32, each: &mut dyn FnMut(Range<usize>)) {
        if let [Some((start, before)), _] = self.last
            && at - start < CELL
            && frequent - before <= BETWEEN
        {
            each(start..at + 3);
        }
        self.last = [self.last[1], Some((at, frequent))];
    }
}
