//! Finds the ideographs and syllables of a cell, and which of them are rare.

use super::around::{Around, BEFORE};
use crate::double_encoded::segment::CELL;
#[cfg(target_arch = "x86_64")]
use std::ops::Range;

/// Bytes whose bits are one number.
pub(super) const BLOCK: usize = 64;

/// The class of each character of the Basic Multilingual Plane, and the two that are found.
pub(super) struct Classes {
    pub(super) all: Box<[u8; 0x10000]>,
    pub(super) rare: u8,
    pub(super) frequent: u8,
}

/// For each byte of a cell, whether one begins there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct EastAsian {
    pub(super) rare: [u64; CELL / BLOCK],
    pub(super) frequent: [u64; CELL / BLOCK],
}

impl EastAsian {
    /// Finds those of a cell, `bytes` without the first [`BEFORE`] and the last [`AFTER`](super::around::AFTER).
    pub(super) fn plain(bytes: &Around, classes: &Classes) -> EastAsian {
        const WORD: usize = size_of::<u64>();
        let mut all = EastAsian::default();
        for (number, word) in bytes[BEFORE..][..CELL].as_chunks::<WORD>().0.iter().enumerate() {
            let mut leads = leads(*word);
            while leads != 0 {
                let at = number * WORD + leads.trailing_zeros() as usize / 8;
                leads &= leads - 1;
                let character = [0, 1, 2].map(|more| bytes[BEFORE + at + more]);
                if character[1..].iter().any(|byte| !matches!(byte, 0x80..0xC0)) {
                    continue; // it is ill-formed
                }
                let class = classes.all[code_point(character)];
                let bit = |is: u8| u64::from(class == is) << (at % BLOCK);
                all.rare[at / BLOCK] |= bit(classes.rare);
                all.frequent[at / BLOCK] |= bit(classes.frequent);
            }
        }
        all
    }
}

/// A character of three bytes has a place in a table of the Basic Multilingual Plane.
pub(super) fn code_point(bytes: [u8; 3]) -> usize {
    let [first, second, third] = bytes.map(usize::from);
    (first & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F
}

/// Returns the bytes `0xE0..=0xEF`, as the high bit of each.
#[inline(always)]
fn leads(word: [u8; 8]) -> u64 {
    let word = u64::from_le_bytes(word);
    word & word << 1 & word << 2 & !(word << 3) & 0x8080_8080_8080_8080
}

/// Characters of a part of the Basic Multilingual Plane, a bit for each.
#[cfg(target_arch = "x86_64")]
pub(super) type Part = [u8; 128];

/// The parts of it.
#[cfg(target_arch = "x86_64")]
pub(super) const PARTS: usize = 64;

/// The rare and the frequent characters, by parts of 1024.
#[cfg(target_arch = "x86_64")]
pub(super) struct Bits {
    pub(super) rare: [Part; PARTS],
    pub(super) frequent: [Part; PARTS],
    /// What each part has: [`ALL`](Bits::ALL), [`OTHER`](Bits::OTHER), and which of [`USUAL`](Bits::USUAL) it is in.
    pub(super) kinds: [u8; PARTS],
}

#[cfg(target_arch = "x86_64")]
impl Bits {
    /// All of it is rare or frequent.
    pub(super) const ALL: u8 = 1;
    /// Some of it is rare although it is not among the usual parts, or some is frequent and some is neither.
    pub(super) const OTHER: u8 = 1 << 1;

    /// The parts of the ideographs and of the syllables of most text, U+4800..=U+9FFF and U+A800..=U+D7FF, and their kinds.
    pub(super) const USUAL: [(Range<usize>, u8); 2] = [(18..40, 1 << 2), (42..54, 1 << 3)];
    /// All of these kinds.
    pub(super) const ALL_USUAL: u8 = 1 << 2 | 1 << 3;

    pub(super) fn new(classes: &Classes) -> Bits {
        let mut bits = Bits {
            rare: [[0; 128]; PARTS],
            frequent: [[0; 128]; PARTS],
            kinds: [0; PARTS],
        };
        for (c, &class) in classes.all.iter().enumerate() {
            let (part, byte, bit) = (c / 1024, c % 1024 / 8, c % 8);
            // A character of three bytes.
            let is = |is: u8| u8::from(c >= 0x800 && class == is) << bit;
            bits.rare[part][byte] |= is(classes.rare);
            bits.frequent[part][byte] |= is(classes.frequent);
        }
        for (part, kind) in bits.kinds.iter_mut().enumerate() {
            let [rare, frequent] = [&bits.rare, &bits.frequent].map(|all| all[part]);
            let is_all = (0..rare.len()).all(|byte| rare[byte] | frequent[byte] == 0xFF);
            let usual = Bits::USUAL.into_iter().find(|(parts, _)| parts.contains(&part));
            let is_other = (usual.is_none() && rare != [0; 128]) || (!is_all && frequent != [0; 128]);
            *kind = usual.map_or(0, |(_, kind)| kind);
            *kind |= if is_all { Bits::ALL } else { 0 };
            *kind |= if is_other { Bits::OTHER } else { 0 };
        }
        bits
    }
}
