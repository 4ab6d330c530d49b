//! Tables: positions for byte shuffles, and error bits.

/// 16 bytes for each lane: what a byte shuffle looks up, or the positions that it takes bytes from. `0x80` makes a zero.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct LaneTable(pub(in crate::simd) [u8; 16]);

/// Positions of the 16-bit units whose bit is set in the index.
pub(super) static UNITS: [LaneTable; 256] = {
    let mut table = [LaneTable([0x80; 16]); 256];
    let mut index = 0;
    while index < 256 {
        let (mut unit, mut to) = (0, 0);
        while unit < 8 {
            if index >> unit & 1 == 1 {
                table[index].0[to] = 2 * unit;
                table[index].0[to + 1] = 2 * unit + 1;
                to += 2;
            }
            unit += 1;
        }
        index += 1;
    }
    table
};

/// Returns the positions of those of the 8 bytes from `first` on whose bit is set in the index.
const fn bytes_from(first: u8) -> [LaneTable; 256] {
    let mut table = [LaneTable([0x80; 16]); 256];
    let mut index = 0;
    while index < 256 {
        let (mut byte, mut to) = (0, 0);
        while byte < 8 {
            if index >> byte & 1 == 1 {
                table[index].0[to] = first + byte;
                to += 1;
            }
            byte += 1;
        }
        index += 1;
    }
    table
}

/// Positions of the bytes whose bit is set in the index, for the first 8 bytes of a lane and for the last.
pub(super) static BYTES: [[LaneTable; 256]; 2] = [bytes_from(0), bytes_from(8)];

/// Positions of the second bytes of eight pairs, each after the first one if the bit of the pair is set in the index.
pub(super) static PAIRS: [LaneTable; 256] = {
    let mut table = [LaneTable([0x80; 16]); 256];
    let mut index = 0;
    while index < 256 {
        let (mut pair, mut to) = (0, 0);
        while pair < 8 {
            if index >> pair & 1 == 1 {
                table[index].0[to] = 2 * pair;
                to += 1;
            }
            table[index].0[to] = 2 * pair + 1;
            to += 1;
            pair += 1;
        }
        index += 1;
    }
    table
};

/// Positions of the third bytes of four groups of four, each after the second if the first of two bits of the group is set
/// in the index, and after the first and the second if both are.
pub(super) static TRIPLES: [LaneTable; 256] = {
    let mut table = [LaneTable([0x80; 16]); 256];
    let mut index = 0;
    while index < 256 {
        let (mut group, mut to) = (0, 0);
        while group < 4 {
            let bits = index >> (2 * group) & 3;
            let mut byte = 2 - (bits as u8).count_ones() as u8;
            while byte < 3 {
                table[index].0[to] = 4 * group + byte;
                to += 1;
                byte += 1;
            }
            group += 1;
        }
        index += 1;
    }
    table
};

/// The bytes that [`REPAIRED`] selects from: a mask that keeps four bytes of the text, and U+FFFD behind these.
pub(super) static FOUR: [[u8; 32]; 2] = {
    let mut bytes = [[0; 32]; 2];
    let mut i = 0;
    while i < 4 {
        bytes[0][i] = 0xFF;
        i += 1;
    }
    bytes[1][4] = 0xEF;
    bytes[1][5] = 0xBF;
    bytes[1][6] = 0xBD;
    bytes
};

/// Positions that repair four bytes: those of a byte itself if its bit is set in the high half of the index, and of U+FFFD
/// if its bit is set in the low half. The last byte of an entry is the number of positions.
pub(super) static REPAIRED: [LaneTable; 256] = {
    let mut table = [LaneTable([0x80; 16]); 256];
    let mut index = 0;
    while index < 256 {
        let (mut byte, mut to) = (0, 0);
        while byte < 4 {
            if index >> byte & 1 == 1 {
                table[index].0[to] = 4;
                table[index].0[to + 1] = 5;
                table[index].0[to + 2] = 6;
                to += 3;
            } else if index >> (4 + byte) & 1 == 1 {
                table[index].0[to] = byte;
                to += 1;
            }
            byte += 1;
        }
        table[index].0[15] = to as u8;
        index += 1;
    }
    table
};

/// Positions of the last bytes of four groups of four: one more than the two bits of the group in the index.
pub(super) static QUADS: [LaneTable; 256] = {
    let mut table = [LaneTable([0x80; 16]); 256];
    let mut index = 0;
    while index < 256 {
        let (mut group, mut to) = (0, 0);
        while group < 4 {
            let bits = index >> (2 * group) & 3;
            let mut byte = 3 - bits as u8;
            while byte < 4 {
                table[index].0[to] = 4 * group + byte;
                to += 1;
                byte += 1;
            }
            group += 1;
        }
        index += 1;
    }
    table
};

/// Positions that move the bytes of a lane by -1, 0, 1, 2 and 3 positions.
pub(super) static SHIFTED: [LaneTable; 5] = [shifted(-1), shifted(0), shifted(1), shifted(2), shifted(3)];

const fn shifted(by: i8) -> LaneTable {
    let mut table = LaneTable([0x80; 16]);
    let mut to = 0;
    while to < 16 {
        let from = to as i8 - by;
        if 0 <= from && from < 16 {
            table.0[to] = from as u8;
        }
        to += 1;
    }
    table
}

/// For 1 to 3: the positions that bring so many last bytes to the beginning, before zeros.
pub(super) static LAST: [LaneTable; 3] = [last_bytes(1), last_bytes(2), last_bytes(3)];

const fn last_bytes(len: usize) -> LaneTable {
    let mut positions = [0x80; 16];
    let mut i = 0;
    while i < len {
        positions[i] = (16 - len + i) as u8;
        i += 1;
    }
    LaneTable(positions)
}

/// Positions that swap the bytes of each 16-bit unit.
pub(super) static SWAPPED_U16: LaneTable = LaneTable([1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]);

/// Positions that reverse the bytes of each 32-bit unit.
pub(super) static SWAPPED_U32: LaneTable = LaneTable([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);

/// What the four bytes that a character is spread to are computed with. Entries 0 to 3 are for the first byte of characters
/// with 4 to 1 bytes, 4 to 7 for the second byte, and so on.
pub(super) mod quad {
    use super::LaneTable;

    /// The bits that are kept. Only ASCII has bit 6 in the last byte.
    pub(in super::super) static BITS: LaneTable = LaneTable([
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F, 0x3F, 0x3F, 0x7F,
    ]);
    /// The marks of lead and continuation bytes.
    pub(in super::super) static MARKS: LaneTable = LaneTable([
        0xF0, 0, 0, 0, 0x80, 0xE0, 0, 0, 0x80, 0x80, 0xC0, 0, 0x80, 0x80, 0x80, 0,
    ]);
    /// The length less one: its lower bit in the first byte, the higher one in the second, each as bit 7.
    pub(in super::super) static LENGTH: LaneTable =
        LaneTable([0x80, 0, 0x80, 0, 0x80, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

/// Errors in UTF-8 by nibbles. There is one where all three tables have the bit, except that `TWO` is an error where it must not be set or must be and is not.
pub(super) mod nibbles {
    use super::LaneTable;

    /// A lead byte, then no continuation byte.
    const TOO_SHORT: u8 = 1 << 0;
    /// ASCII, then a continuation byte.
    const TOO_LONG: u8 = 1 << 1;
    /// `0xC0` or `0xC1`.
    const OVERLONG_2: u8 = 1 << 2;
    /// `0xE0` before `0x80..=0x9F`.
    const OVERLONG_3: u8 = 1 << 3;
    /// `0xED` before `0xA0..=0xBF`.
    const SURROGATE: u8 = 1 << 4;
    /// `0xF4..=0xFF` before `0x90..=0xBF`.
    const TOO_LARGE: u8 = 1 << 5;
    /// `0xF0` or `0xF5..=0xFF` before `0x80..=0x8F`.
    const OVERLONG_4: u8 = 1 << 6;
    /// Two continuation bytes: correct where the second is the third or the fourth byte of its character, and only there.
    const TWO: u8 = 1 << 7;

    /// The errors by the high nibble of the byte before.
    pub(in super::super) static BEFORE_HIGH: LaneTable = LaneTable([
        TOO_LONG,
        TOO_LONG,
        TOO_LONG,
        TOO_LONG,
        TOO_LONG,
        TOO_LONG,
        TOO_LONG,
        TOO_LONG,
        TWO,
        TWO,
        TWO,
        TWO,
        TOO_SHORT | OVERLONG_2,
        TOO_SHORT,
        TOO_SHORT | OVERLONG_3 | SURROGATE,
        TOO_SHORT | TOO_LARGE | OVERLONG_4,
    ]);

    /// The errors by the low nibble of the byte before.
    pub(in super::super) static BEFORE_LOW: LaneTable = {
        let mut table = LaneTable([TOO_SHORT | TOO_LONG | TWO; 16]);
        table.0[0x0] |= OVERLONG_2 | OVERLONG_3 | OVERLONG_4;
        table.0[0x1] |= OVERLONG_2;
        table.0[0x4] |= TOO_LARGE;
        table.0[0xD] |= SURROGATE;
        let mut low = 5;
        while low < 16 {
            table.0[low] |= TOO_LARGE | OVERLONG_4;
            low += 1;
        }
        table
    };

    /// The errors by the high nibble of the byte itself.
    pub(in super::super) static CURRENT_HIGH: LaneTable = {
        let mut table = LaneTable([TOO_SHORT; 16]);
        let continues = TOO_LONG | OVERLONG_2 | TWO;
        table.0[0x8] = continues | OVERLONG_3 | OVERLONG_4;
        table.0[0x9] = continues | OVERLONG_3 | TOO_LARGE;
        table.0[0xA] = continues | SURROGATE | TOO_LARGE;
        table.0[0xB] = continues | SURROGATE | TOO_LARGE;
        table
    };

    /// Replaces an error that only bytes of `0xF0` or more have: such a byte is an error itself.
    const FOUR: u8 = OVERLONG_4;

    /// [`BEFORE_HIGH`] for text that must not have a byte of `0xF0` or more.
    pub(in super::super) static BEFORE_HIGH_BELOW_FOUR: LaneTable = {
        let mut table = BEFORE_HIGH;
        table.0[0xF] = FOUR;
        table
    };

    /// [`BEFORE_LOW`] for such text.
    pub(in super::super) static BEFORE_LOW_BELOW_FOUR: LaneTable = with(BEFORE_LOW, FOUR);

    /// [`CURRENT_HIGH`] for such text.
    pub(in super::super) static CURRENT_HIGH_BELOW_FOUR: LaneTable = with(CURRENT_HIGH, FOUR);

    /// Returns `table` with `bit` added to every entry.
    const fn with(mut table: LaneTable, bit: u8) -> LaneTable {
        let mut entry = 0;
        while entry < 16 {
            table.0[entry] |= bit;
            entry += 1;
        }
        table
    }
}
