//! What the steps look up: error bits, and where octets come from.

/// The octets `f(0)`, `f(1)`, ...
macro_rules! table {
    ($len:expr, |$i:ident| $octet:expr) => {{
        let mut table = [0u8; $len];
        let mut $i = 0;
        while $i < $len {
            table[$i] = $octet;
            $i += 1;
        }
        table
    }};
}

/// What an octet asks of the next one, and what the next one may not be.
pub(super) mod ask {
    /// The next continues; in the table of current octets: this one does not.
    pub(in super::super) const CONTINUE: u8 = 0x10;
    /// The next is not 80..8F; this one is.
    pub(in super::super) const NOT_8: u8 = 1;
    /// The next is not 90..9F; this one is.
    pub(in super::super) const NOT_9: u8 = 2;
    /// The next is not A0..BF; this one is.
    pub(in super::super) const NOT_AB: u8 = 4;
    /// This octet never stands in UTF-8; asked by all.
    pub(in super::super) const NEVER: u8 = 0x20;
    /// This octet asks for nothing; the next one continues.
    pub(in super::super) const NOTHING: u8 = 0x40;
    /// The one after the next continues: set from F0 in the octet before, from E0 in the current one.
    pub(in super::super) const LATER: u8 = 0x80;
}

/// For the octet before, less BF: what it asks. FF would be the 65th and is looked up as the first: it fails itself.
pub(super) static ASKED: [u8; 64] = table!(64, |i| ask::NEVER
    | match i + 0xBF {
        0xBF => ask::NOTHING,
        0xC0 | 0xC1 => ask::CONTINUE | ask::NOT_8 | ask::NOT_9 | ask::NOT_AB,
        0xE0 => ask::CONTINUE | ask::NOT_8 | ask::NOT_9,
        0xED => ask::CONTINUE | ask::NOT_AB,
        0xF0 => ask::CONTINUE | ask::NOT_8 | ask::LATER,
        0xF1..=0xF3 => ask::CONTINUE | ask::LATER,
        0xF4 => ask::CONTINUE | ask::NOT_9 | ask::NOT_AB | ask::LATER,
        0xF5.. => ask::CONTINUE | ask::NOT_8 | ask::NOT_9 | ask::NOT_AB | ask::LATER,
        _ => ask::CONTINUE,
    });

/// For the current octet without its two low bits: which of the wishes it fails.
pub(super) static FAILED: [u8; 64] = table!(64, |i| match i << 2 {
    0x80..=0x8F => ask::NOT_8 | ask::NOTHING,
    0x90..=0x9F => ask::NOT_9 | ask::NOTHING,
    0xA0..=0xBF => ask::NOT_AB | ask::NOTHING,
    0xE0..=0xF7 => ask::CONTINUE | ask::LATER,
    0xF8.. => ask::CONTINUE | ask::LATER | ask::NEVER,
    _ => ask::CONTINUE,
});

/// The first 32 octets of one vector, each with that of another behind it; and the last 32.
pub(super) static INTERLEAVE: [[u8; 64]; 2] = [
    table!(64, |i| (i / 2 + 64 * (i & 1)) as u8),
    table!(64, |i| (32 + i / 2 + 64 * (i & 1)) as u8),
];

/// Each of the first 32 octets twice; and each of the last 32.
pub(super) static TWICE: [[u8; 64]; 2] = [table!(64, |i| (i / 2) as u8), table!(64, |i| (32 + i / 2) as u8)];

/// A matrix for `gf2p8affineqb`, from pairs of a bit of the result and a bit of the octet that is added to it.
pub(super) const fn matrix(pairs: &[(u32, u32)]) -> i64 {
    let mut matrix = 0u64;
    let mut i = 0;
    while i < pairs.len() {
        let (result, octet) = pairs[i];
        matrix |= 1 << octet << (8 * (7 - result));
        i += 1;
    }
    matrix as i64
}

/// The low (`which` 0) or high octets of the units of two vectors.
pub(super) static NARROW: [[u8; 64]; 2] = [table!(64, |i| 2 * i as u8), table!(64, |i| 2 * i as u8 + 1)];

/// Exchanges the octets of each unit.
pub(super) static SWAP: [u8; 64] = table!(64, |i| i as u8 ^ 1);

/// And of each 32-bit number turned round.
pub(super) static SWAP_NUMBERS: [u8; 64] = table!(64, |i| i as u8 ^ 3);

/// The bits to fetch for each unit's two octets, the first from bit `first` on, the second from `second`.
const fn shifts(first: u8, second: u8) -> [u8; 64] {
    table!(64, |i| (i as u8 % 8 / 2 * 16)
        + if i % 2 == 0 { first } else { second })
}

pub(super) static BITS_12_AND_6: [u8; 64] = shifts(12, 6);
pub(super) static BITS_6_AND_0: [u8; 64] = shifts(6, 0);
pub(super) static BITS_10_AND_7: [u8; 64] = shifts(10, 7);

/// What is added to the first two of three octets: in `(unit.min(800) | 1000)` the octet from bit 10 is 4 or 5 up to
/// 7FF, else 6; the one from bit 7 is 20 up to 7F, 21..2F up to 7FF, else 30. FF leaves the octet out.
pub(super) static MARKS: [u8; 64] = table!(64, |i| match i {
    6 => 0xE0,
    0x21..=0x2F => 0xC0,
    0x30 => 0x80,
    _ => 0xFF,
});

/// Of the three octets of each unit (two in one vector, one in another), the 64 from `64 * third`.
const fn third_of_spread(third: usize) -> [u8; 64] {
    table!(64, |i| {
        let unit = (64 * third + i) / 3 % 32;
        match (64 * third + i) % 3 {
            2 => (64 + 2 * unit) as u8,
            octet => (2 * unit + octet) as u8,
        }
    })
}

pub(super) static SPREAD: [[u8; 64]; 3] = [third_of_spread(0), third_of_spread(1), third_of_spread(2)];
