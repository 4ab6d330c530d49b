//! Finds the ideographs and syllables of a cell, and which of them are rare.

use super::around::{Around, BEFORE};
use super::{Class, table};
use crate::double_encoded::segment::CELL;
use std::sync::OnceLock;

/// Bytes whose bits are one number.
pub(super) const BLOCK: usize = 64;

/// For each byte of a cell, whether one begins there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct EastAsian {
    pub(super) rare: [u64; CELL / BLOCK],
    pub(super) frequent: [u64; CELL / BLOCK],
}

impl EastAsian {
    /// Finds those of a cell, `bytes` without the first [`BEFORE`] and the last [`AFTER`](super::around::AFTER).
    pub(super) fn of(bytes: &Around) -> EastAsian {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected;
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vbmi") {
                // SAFETY: the processor has AVX-512BW and AVX-512VBMI, as the condition has just found.
                return unsafe { super::avx512::east_asian(bytes, Bits::get()) };
            }
        }
        EastAsian::plain(bytes)
    }

    /// The same, for all processors.
    pub(super) fn plain(bytes: &Around) -> EastAsian {
        const WORD: usize = size_of::<u64>();
        let classes = &*table().classes;
        let mut all = EastAsian::default();
        for (number, word) in bytes[BEFORE..][..CELL].as_chunks::<WORD>().0.iter().enumerate() {
            let mut leads = leads(*word);
            while leads != 0 {
                let at = number * WORD + leads.trailing_zeros() as usize / 8;
                leads &= leads - 1;
                let class = classes[code_point([0, 1, 2].map(|more| bytes[BEFORE + at + more]))];
                let bit = |is: Class| u64::from(class == is as u8) << (at % BLOCK);
                all.rare[at / BLOCK] |= bit(Class::Rare);
                all.frequent[at / BLOCK] |= bit(Class::Frequent);
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

/// Characters of a [`Part`], a bit for each.
pub(super) type Part = [u8; 128];

/// Parts of the Basic Multilingual Plane.
pub(super) const PARTS: usize = 64;

/// The rare and the frequent characters, by parts of 1024.
pub(super) struct Bits {
    pub(super) rare: [Part; PARTS],
    pub(super) frequent: [Part; PARTS],
    /// What each part has: [`RARE`](Bits::RARE), [`OFTEN_RARE`](Bits::OFTEN_RARE), [`ALL`](Bits::ALL) or [`SOME`](Bits::SOME).
    pub(super) kinds: [u8; PARTS],
    /// The parts that have rare characters and are not among the usual ones, and those of which some are frequent: a bit for each.
    rare_parts: u64,
    some_parts: u64,
}

impl Bits {
    /// It has rare characters, and is not among those that have them most often.
    pub(super) const RARE: u8 = 1;
    /// It is among [`IDEOGRAPHS`](Bits::IDEOGRAPHS).
    pub(super) const OFTEN_RARE: u8 = 1 << 1;
    /// All of it is rare or frequent.
    pub(super) const ALL: u8 = 1 << 2;
    /// Some of it is frequent, and some is neither.
    pub(super) const SOME: u8 = 1 << 3;

    /// The parts of the ideographs of most text: U+4C00..=U+9FFF.
    pub(super) const IDEOGRAPHS: std::ops::Range<usize> = 19..40;

    pub(super) fn get() -> &'static Bits {
        static BITS: OnceLock<Box<Bits>> = OnceLock::new();
        BITS.get_or_init(|| Box::new(Bits::new()))
    }

    fn new() -> Bits {
        let mut bits = Bits {
            rare: [[0; 128]; PARTS],
            frequent: [[0; 128]; PARTS],
            kinds: [0; PARTS],
            rare_parts: 0,
            some_parts: 0,
        };
        for (c, &class) in table().classes.iter().enumerate() {
            let (part, byte, bit) = (c / 1024, c % 1024 / 8, c % 8);
            // A character of three bytes.
            let is = |is: Class| u8::from(c >= 0x800 && class == is as u8) << bit;
            bits.rare[part][byte] |= is(Class::Rare);
            bits.frequent[part][byte] |= is(Class::Frequent);
        }
        for (part, kind) in bits.kinds.iter_mut().enumerate() {
            let [rare, frequent] = [&bits.rare, &bits.frequent].map(|all| all[part]);
            let is_all = (0..rare.len()).all(|byte| rare[byte] | frequent[byte] == 0xFF);
            *kind = match rare == [0; 128] {
                _ if Bits::IDEOGRAPHS.contains(&part) => Bits::OFTEN_RARE,
                true => 0,
                false => Bits::RARE,
            };
            *kind |= match frequent == [0; 128] {
                _ if is_all => Bits::ALL,
                true => 0,
                false => Bits::SOME,
            };
            bits.rare_parts |= u64::from(*kind & Bits::RARE != 0) << part;
            bits.some_parts |= u64::from(*kind & Bits::SOME != 0) << part;
        }
        bits
    }

    /// Returns the parts of a kind, [`RARE`](Bits::RARE) or [`SOME`](Bits::SOME), a bit for each.
    pub(super) fn parts_of(&self, kind: u8) -> u64 {
        if kind == Bits::RARE {
            self.rare_parts
        } else {
            self.some_parts
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::around::AFTER;
    use super::*;
    use utf8kit_test::Random;

    #[test]
    fn vectors_find_what_the_plain_code_finds() {
        let mut random = Random::new(3);
        let mut found = [0; 2];
        for _ in 0..20_000 {
            let mut bytes = [0; BEFORE + CELL + AFTER];
            let mut at = random.below(4);
            // All characters of three bytes, and more ideographs.
            let first = [0, 0x3000, 0x4E00, 0xAC00, 0xFF00][random.below(5)];
            while at < bytes.len() {
                let range = [0x10000 - first, 0x800, 0x80, 0x5200][random.below(4)];
                let c = char::from_u32((first + random.below(range)) as u32).unwrap_or('a');
                let mut own = [0; 4];
                let own = c.encode_utf8(&mut own).as_bytes();
                let len = own.len().min(bytes.len() - at);
                bytes[at..at + len].copy_from_slice(&own[..len]);
                at += len;
            }
            let all = EastAsian::plain(&bytes);
            assert_eq!(EastAsian::of(&bytes), all, "{bytes:X?}");
            for (found, all) in found.iter_mut().zip([all.rare, all.frequent]) {
                *found += all.iter().map(|bits| bits.count_ones()).sum::<u32>();
            }
        }
        assert!(found.iter().all(|&found| found > 100_000), "{found:?}");
    }
}
