//! What the steps look up: error bits, and where bytes come from.

use crate::vector::registers::Table;

/// The bytes `f(0)`, `f(1)`, ...
macro_rules! table {
    (|$i:ident| $byte:expr) => {{
        let mut table = [0; 64];
        let mut $i = 0;
        while $i < 64 {
            table[$i] = $byte;
            $i += 1;
        }
        Table(table)
    }};
}

/// What a byte asks of the next one, and what the next one may not be.
pub(super) mod require {
    /// The next continues; in the table of current bytes: this one does not.
    pub(in super::super) const CONTINUE: u8 = 0x10;
    /// The next is not 80..8F; this one is.
    pub(in super::super) const NOT_8: u8 = 1;
    /// The next is not 90..9F; this one is.
    pub(in super::super) const NOT_9: u8 = 2;
    /// The next is not A0..BF; this one is.
    pub(in super::super) const NOT_AB: u8 = 4;
    /// This byte never stands in UTF-8; asked by all.
    pub(in super::super) const NEVER: u8 = 0x20;
    /// This byte asks for nothing; the next one continues.
    pub(in super::super) const NOTHING: u8 = 0x40;
    /// The one after the next continues: set from F0 in the byte before, from E0 in the current one.
    pub(in super::super) const LATER: u8 = 0x80;
}

/// For the byte before, less BF: what it asks. FF would be the 65th and is looked up as the first: it fails itself.
pub(super) static REQUIRED: Table = table!(|i| require::NEVER
    | match i + 0xBF {
        0xBF => require::NOTHING,
        0xC0 | 0xC1 => require::CONTINUE | require::NOT_8 | require::NOT_9 | require::NOT_AB,
        0xE0 => require::CONTINUE | require::NOT_8 | require::NOT_9,
        0xED => require::CONTINUE | require::NOT_AB,
        0xF0 => require::CONTINUE | require::NOT_8 | require::LATER,
        0xF1..=0xF3 => require::CONTINUE | require::LATER,
        0xF4 => require::CONTINUE | require::NOT_9 | require::NOT_AB | require::LATER,
        0xF5.. => require::CONTINUE | require::NOT_8 | require::NOT_9 | require::NOT_AB | require::LATER,
        _ => require::CONTINUE,
    });

/// For the current byte without its two low bits: which of the wishes it fails.
pub(super) static FAILED: Table = table!(|i| match i << 2 {
    0x80..=0x8F => require::NOT_8 | require::NOTHING,
    0x90..=0x9F => require::NOT_9 | require::NOTHING,
    0xA0..=0xBF => require::NOT_AB | require::NOTHING,
    0xE0..=0xF7 => require::CONTINUE | require::LATER,
    0xF8.. => require::CONTINUE | require::LATER | require::NEVER,
    _ => require::CONTINUE,
});

/// The errors of text that has no byte of F0 or more: likewise, but in the four high bits. Which of them the current
/// byte fails then follows from single bits of it.
pub(super) mod below_four {
    use super::{Table, matrix};

    /// This byte asks for nothing; the next one continues.
    pub(in super::super) const NOTHING: u8 = 0x10;
    /// The next continues; this one does not.
    pub(in super::super) const CONTINUE: u8 = 0x20;
    /// The next is A0..BF; this one has not bit 5.
    pub(in super::super) const FROM_A0: u8 = 0x40;
    /// The next is 80..9F; this one has bit 5.
    pub(in super::super) const BELOW_A0: u8 = 0x80;

    pub(in super::super) const ANY: u8 = NOTHING | CONTINUE | FROM_A0 | BELOW_A0;

    /// For the byte before, less BF: what it asks. From F0 on, and C0 and C1, nothing can follow.
    pub(in super::super) static REQUIRED_BELOW_FOUR: Table = table!(|i| match i + 0xBF {
        0xBF => NOTHING,
        0xE0 => CONTINUE | FROM_A0,
        0xED => CONTINUE | BELOW_A0,
        0xC0 | 0xC1 | 0xF0.. => CONTINUE | FROM_A0 | BELOW_A0,
        _ => CONTINUE,
    });

    /// What a byte of 80 or more fails: what it would without bits 5 and 6, and what they turn.
    pub(in super::super) const FAILED_BY_ZERO: i32 = (NOTHING | FROM_A0) as i32;
    pub(in super::super) const FAILED_BY_BITS: i64 = matrix(&[(4, 6), (5, 6), (6, 5), (7, 5)]);
}

/// The first eight bytes, the first eight of the last half, the second eight, ...
pub(super) static HALVES_IN_TURNS: Aligned = Aligned([0, 4, 1, 5, 2, 6, 3, 7]);

/// As a vector is.
#[repr(C, align(64))]
pub(super) struct Aligned([u64; 8]);

/// Each of the first 32 bytes with one of the last 32 behind it.
pub(super) static HALVES_TOGETHER: Table = table!(|i| (i / 2 + i % 2 * 32) as u8);

/// A matrix for `gf2p8affineqb`, from pairs of a bit of the result and a bit of the byte that is added to it.
pub(super) const fn matrix(pairs: &[(u32, u32)]) -> i64 {
    let mut matrix = 0u64;
    let mut i = 0;
    while i < pairs.len() {
        let (result, byte) = pairs[i];
        matrix |= 1 << byte << (8 * (7 - result));
        i += 1;
    }
    matrix as i64
}

pub(super) const UP_BY_SIX: i64 = matrix(&[(6, 0), (7, 1)]);
pub(super) const UP_BY_FOUR: i64 = matrix(&[(4, 0), (5, 1), (6, 2), (7, 3)]);
pub(super) const BITS_2_TO_5: i64 = matrix(&[(0, 2), (1, 3), (2, 4), (3, 5)]);
pub(super) const BITS_4_AND_5: i64 = matrix(&[(0, 4), (1, 5)]);

/// The low (`which` 0) or high bytes of the units of two vectors.
pub(super) static NARROW: [Table; 2] = [table!(|i| 2 * i as u8), table!(|i| 2 * i as u8 + 1)];

/// The bits to fetch for each unit's two bytes, the first from bit `first` on, the second from `second`.
const fn shifts(first: u8, second: u8) -> Table {
    table!(|i| (i as u8 % 8 / 2 * 16) + if i % 2 == 0 { first } else { second })
}

pub(super) static BITS_12_AND_6: Table = shifts(12, 6);
pub(super) static BITS_6_AND_0: Table = shifts(6, 0);
pub(super) static BITS_10_AND_7: Table = shifts(10, 7);

/// What is added to the first two of three bytes: in `(unit.min(800) | 1000)` the byte from bit 10 is 4 or 5 up to
/// 7FF, else 6; the one from bit 7 is 20 up to 7F, 21..2F up to 7FF, else 30. FF leaves the byte out.
pub(super) static MARKS: Table = table!(|i| match i {
    6 => 0xE0,
    0x21..=0x2F => 0xC0,
    0x30 => 0x80,
    _ => 0xFF,
});

/// Of the three bytes of each unit (two in one vector, one in another), the 64 from `64 * third`.
const fn third_of_spread(third: usize) -> Table {
    table!(|i| {
        let unit = (64 * third + i) / 3 % 32;
        match (64 * third + i) % 3 {
            2 => (64 + 2 * unit) as u8,
            byte => (2 * unit + byte) as u8,
        }
    })
}

pub(super) static SPREAD: [Table; 3] = [third_of_spread(0), third_of_spread(1), third_of_spread(2)];

/// What those bytes are at least where they are used: E0, 80 and 0.
const fn least(third: usize) -> Table {
    table!(|i| [0xE0, 0x80, 0][(64 * third + i) % 3])
}

pub(super) static LEAST: [Table; 3] = [least(0), least(1), least(2)];

/// Bytes of a plane, so ordered that two planes unpacked have the words of 32 units in 32-bit lanes: those of the first
/// 16 below, those of the last 16 above.
pub(super) static WORDS: Table = table!(|i| {
    let (lane, half, number, above) = (i / 16, i / 8 % 2, i / 2 % 4, i % 2);
    (32 * half + 16 * above + 4 * lane + number) as u8
});

/// In each 32-bit lane twice the byte of a unit of the last 16, then twice that of one of the first 16; of the first 32
/// units and of the last.
pub(super) static HIGHEST: [Table; 2] = [
    table!(|i| (i / 4 + 16 * (1 - i / 2 % 2)) as u8),
    table!(|i| (32 + i / 4 + 16 * (1 - i / 2 % 2)) as u8),
];

/// Exchanges the bytes of each unit of 32 bits.
pub(super) static SWAP_WIDE: Table = table!(|i| i as u8 ^ 3);

/// Of two vectors of units of 32 bits, one in the lower halves and one in the upper halves, the units of 16 bits; the same
/// where they stand the other way round, the most significant byte first.
pub(super) static HALVES: [Table; 2] = [
    table!(|i| (i / 2 % 16 * 4 + i / 32 * 2 + i % 2) as u8),
    table!(|i| 3 - (i / 32 * 2 + i % 2) as u8 + (i / 2 % 16 * 4) as u8),
];

/// Likewise, the bytes of four vectors in the quarters of units of 32 bits.
pub(super) static QUARTERS: [Table; 2] = [
    table!(|i| (i % 16 * 4 + i / 16) as u8),
    table!(|i| (i % 16 * 4 + 3 - i / 16) as u8),
];

/// The bits to fetch for each of four bytes.
pub(super) static BITS_18_12_6_AND_0: Table = table!(|i| (i % 8 / 4 * 32 + 18 - 6 * (i % 4)) as u8);

/// What is added to the four bytes, by the four lowest bits of the number of leading zeros. FF leaves a byte out.
pub(super) static MARKS_OF_FOUR: Table = table!(|i| {
    let marks: u32 = match 11 + (i / 4 + 5) % 16 {
        11..=15 => 0x8080_80F0,
        16..=20 => 0x8080_E0FF,
        21..=24 => 0x80C0_FFFF,
        25 => 0x40FF_FFFF,
        _ => 0x00FF_FFFF,
    };
    marks.to_le_bytes()[i % 4]
});

/// Of 32 words, in each 32-bit lane one of the first 16 below and one of the last 16 above; and the other way round.
pub(super) static LOWER_AND_UPPER: [Table; 2] = [
    table!(|i| (i / 4 * 2 + i / 2 % 2 * 32 + i % 2) as u8),
    table!(|i| (i / 4 * 2 + (1 - i / 2 % 2) * 32 + i % 2) as u8),
];
