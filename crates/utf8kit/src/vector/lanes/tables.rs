//! What the steps look up: controls for shuffles, and error bits.

use super::LaneTable;

/// Moves the units together whose bit is set in the index.
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

/// Moves the bytes from `first` on together whose bit is set in the index.
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

/// For the first eight bytes of a lane and the last.
pub(super) static BYTES: [[LaneTable; 256]; 2] = [bytes_from(0), bytes_from(8)];

/// Moves the second bytes of eight pairs together, each with the first before it if its bit is set.
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

/// Moves the third bytes of four groups of four together, each with the second before it if the first of two bits is
/// set, and with the first too if the second bit is set.
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

/// The bytes that [`REPAIRED`] chooses from: four of the text, behind the first mask, and U+FFFD.
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

/// Of four bytes: those whose bit is set in the high half of the index as they are, U+FFFD for those whose bit is set in
/// the low half. The last byte is how many that makes.
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

/// Moves the last bytes of four groups of four together: of each one more than its two bits say.
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

/// Positions that swap the bytes of each 16-bit unit.
pub(super) static SWAPPED_U16: LaneTable = LaneTable([1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]);

/// Positions that reverse the bytes of each 32-bit unit.
pub(super) static SWAPPED_U32: LaneTable = LaneTable([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);

/// What the four bytes are made with that a character is spread out to: three bytes less than its length has one of the
/// first four indices for the first byte, and so on.
pub(super) mod quad {
    use super::LaneTable;

    /// Which of the bits are kept: bit 6 of the last byte is only ASCII's.
    pub(in super::super) static BITS: LaneTable = LaneTable([
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F, 0x3F, 0x3F, 0x7F,
    ]);
    /// What is added to them.
    pub(in super::super) static MARKS: LaneTable = LaneTable([
        0xF0, 0, 0, 0, 0x80, 0xE0, 0, 0, 0x80, 0x80, 0xC0, 0, 0x80, 0x80, 0x80, 0,
    ]);
    /// The length less one, its lower bit in the first byte and the higher one in the second.
    pub(in super::super) static LENGTH: LaneTable =
        LaneTable([0x80, 0, 0x80, 0, 0x80, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

/// Errors in UTF-8 by nibbles: there is one where the bit is set in all three tables, except for the last.
pub(super) mod nibbles {
    use super::LaneTable;

    /// A start, then none that continues.
    const TOO_SHORT: u8 = 1 << 0;
    /// ASCII, then one that continues.
    const TOO_LONG: u8 = 1 << 1;
    /// C0 or C1.
    const OVERLONG_2: u8 = 1 << 2;
    /// E0 before 80..9F.
    const OVERLONG_3: u8 = 1 << 3;
    /// ED before A0..BF.
    const SURROGATE: u8 = 1 << 4;
    /// F4..FF before 90..BF.
    const TOO_LARGE: u8 = 1 << 5;
    /// F0 or F5..FF before 80..8F.
    const OVERLONG_4: u8 = 1 << 6;
    /// One that continues, then another: right where that is the third or fourth of its character.
    const TWO: u8 = 1 << 7;

    /// By the high nibble of the byte before.
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

    /// By its low nibble.
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

    /// By the high nibble of the byte itself.
    pub(in super::super) static CURRENT_HIGH: LaneTable = {
        let mut table = LaneTable([TOO_SHORT; 16]);
        let continues = TOO_LONG | OVERLONG_2 | TWO;
        table.0[0x8] = continues | OVERLONG_3 | OVERLONG_4;
        table.0[0x9] = continues | OVERLONG_3 | TOO_LARGE;
        table.0[0xA] = continues | SURROGATE | TOO_LARGE;
        table.0[0xB] = continues | SURROGATE | TOO_LARGE;
        table
    };

    /// Takes the place of what only a byte of F0 or more can have wrong: such a byte is wrong itself.
    const FOUR: u8 = OVERLONG_4;

    /// [`BEFORE_HIGH`] for text in which no byte may be F0 or more.
    pub(in super::super) static BEFORE_HIGH_BELOW_FOUR: LaneTable = {
        let mut table = BEFORE_HIGH;
        table.0[0xF] = FOUR;
        table
    };

    /// [`BEFORE_LOW`] likewise.
    pub(in super::super) static BEFORE_LOW_BELOW_FOUR: LaneTable = with(BEFORE_LOW, FOUR);

    /// [`CURRENT_HIGH`] likewise.
    pub(in super::super) static CURRENT_HIGH_BELOW_FOUR: LaneTable = with(CURRENT_HIGH, FOUR);

    /// `table` with the `bit` in every entry.
    const fn with(mut table: LaneTable, bit: u8) -> LaneTable {
        let mut entry = 0;
        while entry < 16 {
            table.0[entry] |= bit;
            entry += 1;
        }
        table
    }
}
