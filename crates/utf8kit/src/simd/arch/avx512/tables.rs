//! Tables: error bits, and the positions of bytes for shuffles.

use crate::simd::arch::registers::Table;

/// Returns the table with this byte for each index.
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

/// Requirements of a byte on the next one. The table of a current byte has those that it fails.
pub(super) mod require {
    /// The next byte is a continuation byte. Failed by all others.
    pub(in super::super) const CONTINUE: u8 = 0x10;
    /// The next byte is not in `0x80..=0x8F`.
    pub(in super::super) const NOT_8: u8 = 1;
    /// The next byte is not in `0x90..=0x9F`.
    pub(in super::super) const NOT_9: u8 = 2;
    /// The next byte is not in `0xA0..=0xBF`.
    pub(in super::super) const NOT_AB: u8 = 4;
    /// The next byte can be in UTF-8. Required by all.
    pub(in super::super) const NEVER: u8 = 0x20;
    /// The next byte is no continuation byte: this one is not a lead byte.
    pub(in super::super) const NOTHING: u8 = 0x40;
    /// The byte after the next is a continuation byte. Set for `0xF0` or more in the byte before, and for `0xE0` or more in
    /// the current one.
    pub(in super::super) const LATER: u8 = 0x80;
}

/// What a byte requires of the next one, by the byte less `0xBF`. `0xFF` would be entry 64 and is looked up like entry 0: it
/// fails itself.
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

/// The requirements that a byte fails, by its six highest bits.
pub(super) static FAILED: Table = table!(|i| match i << 2 {
    0x80..=0x8F => require::NOT_8 | require::NOTHING,
    0x90..=0x9F => require::NOT_9 | require::NOTHING,
    0xA0..=0xBF => require::NOT_AB | require::NOTHING,
    0xE0..=0xF7 => require::CONTINUE | require::LATER,
    0xF8.. => require::CONTINUE | require::LATER | require::NEVER,
    _ => require::CONTINUE,
});

/// The requirements in text that must not have a byte of `0xF0` or more. They are in the four high bits, and those that a
/// byte fails follow from single bits of it.
pub(super) mod below_four {
    use super::{Table, matrix};

    /// The next byte is no continuation byte: this one is not a lead byte.
    pub(in super::super) const NOTHING: u8 = 0x10;
    /// The next byte is a continuation byte.
    pub(in super::super) const CONTINUE: u8 = 0x20;
    /// The next byte is in `0xA0..=0xBF`. Failed by bytes without bit 5.
    pub(in super::super) const FROM_A0: u8 = 0x40;
    /// The next byte is in `0x80..=0x9F`. Failed by bytes with bit 5.
    pub(in super::super) const BELOW_A0: u8 = 0x80;

    pub(in super::super) const ANY: u8 = NOTHING | CONTINUE | FROM_A0 | BELOW_A0;

    /// What a byte requires of the next one, by the byte less `0xBF`. No byte can follow `0xC0`, `0xC1`, and `0xF0` or more.
    pub(in super::super) static REQUIRED_BELOW_FOUR: Table = table!(|i| match i + 0xBF {
        0xBF => NOTHING,
        0xE0 => CONTINUE | FROM_A0,
        0xED => CONTINUE | BELOW_A0,
        0xC0 | 0xC1 | 0xF0.. => CONTINUE | FROM_A0 | BELOW_A0,
        _ => CONTINUE,
    });

    /// The requirements that a byte of `0x80` or more fails: those without bits 5 and 6, and those that these bits invert.
    pub(in super::super) const FAILED_BY_ZERO: i32 = (NOTHING | FROM_A0) as i32;
    pub(in super::super) const FAILED_BY_BITS: i64 = matrix(&[(4, 6), (5, 6), (6, 5), (7, 5)]);
}

/// The order of 8-byte pieces that alternates between the first half and the last.
pub(super) static HALVES_IN_TURNS: Aligned = Aligned([0, 4, 1, 5, 2, 6, 3, 7]);

/// A vector in 64-bit lanes.
#[repr(C, align(64))]
pub(super) struct Aligned([u64; 8]);

/// Positions that alternate between the first 32 bytes and the last 32.
pub(super) static HALVES_TOGETHER: Table = table!(|i| (i / 2 + i % 2 * 32) as u8);

/// Returns a matrix for `gf2p8affineqb`. A pair is a bit of the result, and a bit of the byte that is added to it.
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

/// Positions of the low bytes of the 16-bit units of two vectors, and of the high ones.
pub(super) static NARROW: [Table; 2] = [table!(|i| 2 * i as u8), table!(|i| 2 * i as u8 + 1)];

/// Returns the first bits of what `multishift` fetches for the two bytes of each unit.
const fn shifts(first: u8, second: u8) -> Table {
    table!(|i| (i as u8 % 8 / 2 * 16) + if i % 2 == 0 { first } else { second })
}

pub(super) static BITS_12_AND_6: Table = shifts(12, 6);
pub(super) static BITS_6_AND_0: Table = shifts(6, 0);
pub(super) static BITS_10_AND_7: Table = shifts(10, 7);

/// The marks of the first two of three bytes, by bytes of `unit.min(0x800) | 0x1000`: the one from bit 10 on is 4 or 5 up to
/// `0x7FF` and else 6. The one from bit 7 on is `0x20` up to `0x7F`, `0x21..=0x2F` up to `0x7FF`, and else `0x30`. `0xFF`
/// leaves the byte out.
pub(super) static MARKS: Table = table!(|i| match i {
    6 => 0xE0,
    0x21..=0x2F => 0xC0,
    0x30 => 0x80,
    _ => 0xFF,
});

/// Returns positions of the three bytes of each unit, two in one vector and one in another: the 64 from `64 * third` on.
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

/// Returns the minimum of those bytes where they are used: `0xE0`, `0x80` and 0.
const fn least(third: usize) -> Table {
    table!(|i| [0xE0, 0x80, 0][(64 * third + i) % 3])
}

pub(super) static LEAST: [Table; 3] = [least(0), least(1), least(2)];

/// Positions in a plane such that two planes, interleaved, have the words of 32 units in 32-bit lanes: those of the first 16
/// in the lower halves, and those of the last 16 in the upper halves.
pub(super) static WORDS: Table = table!(|i| {
    let (lane, half, number, above) = (i / 16, i / 8 % 2, i / 2 % 4, i % 2);
    (32 * half + 16 * above + 4 * lane + number) as u8
});

/// Positions for each 32-bit lane: twice the byte of a unit of the last 16, then twice that of one of the first 16. For the
/// first 32 units, and for the last.
pub(super) static HIGHEST: [Table; 2] = [
    table!(|i| (i / 4 + 16 * (1 - i / 2 % 2)) as u8),
    table!(|i| (32 + i / 4 + 16 * (1 - i / 2 % 2)) as u8),
];

/// Positions that reverse the bytes of each 32-bit unit.
pub(super) static SWAP_WIDE: Table = table!(|i| i as u8 ^ 3);

/// Positions of the 16-bit units of two vectors, where one is in the lower halves of 32-bit units and one in the upper. Then
/// the same for units with the most significant byte first.
pub(super) static HALVES: [Table; 2] = [
    table!(|i| (i / 2 % 16 * 4 + i / 32 * 2 + i % 2) as u8),
    table!(|i| 3 - (i / 32 * 2 + i % 2) as u8 + (i / 2 % 16 * 4) as u8),
];

/// The same for the bytes of four vectors in the quarters of 32-bit units.
pub(super) static QUARTERS: [Table; 2] = [
    table!(|i| (i % 16 * 4 + i / 16) as u8),
    table!(|i| (i % 16 * 4 + 3 - i / 16) as u8),
];

/// The first bits of what `multishift` fetches for each of four bytes.
pub(super) static BITS_18_12_6_AND_0: Table = table!(|i| (i % 8 / 4 * 32 + 18 - 6 * (i % 4)) as u8);

/// The marks of the four bytes, by the four lowest bits of the number of leading zeros. `0xFF` leaves a byte out.
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

/// Positions that give each 32-bit lane one of the first 16 words in the lower half and one of the last 16 in the upper. Then
/// the same with the halves swapped.
pub(super) static LOWER_AND_UPPER: [Table; 2] = [
    table!(|i| (i / 4 * 2 + i / 2 % 2 * 32 + i % 2) as u8),
    table!(|i| (i / 4 * 2 + (1 - i / 2 % 2) * 32 + i % 2) as u8),
];
