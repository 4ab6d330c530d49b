//! The tables of single-byte encodings, as the kernels look them up, and what they find: see [`crate::simd::single_byte`].

use super::lanes::LaneTable;

/// The code units of the bytes from `0x80` on.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct UpperHalf {
    pub(in crate::simd) low: Table128,
    pub(in crate::simd) high: Table128,
}

/// A byte for each number below 128, in the vectors of each instruction set.
pub(in crate::simd) type Table128 = [LaneTable; 8];

/// Returns the table of these bytes.
fn table_of(bytes: &[u8; 128]) -> Table128 {
    let (lanes, _) = bytes.as_chunks::<16>();
    core::array::from_fn(|lane| LaneTable(lanes[lane]))
}

/// Returns an entry of a table.
#[inline(always)]
fn entry(table: &Table128, index: usize) -> u8 {
    table[index / 16].0[index % 16]
}

/// Stands for no character: an unpaired surrogate.
pub(crate) const UNDEFINED: u16 = 0xD800;

impl UpperHalf {
    /// Returns the table of these code units, none of which is ASCII. [`UNDEFINED`] stands for none.
    pub(crate) fn new(units: &[u16; 128]) -> Self {
        UpperHalf {
            low: table_of(&units.map(|unit| unit as u8)),
            high: table_of(&units.map(|unit| (unit >> 8) as u8)),
        }
    }

    /// Returns the code unit of a byte.
    #[inline(always)]
    pub(crate) fn unit(&self, byte: u8) -> u16 {
        match byte {
            0..0x80 => byte.into(),
            0x80.. => {
                let index = usize::from(byte - 0x80);
                u16::from_le_bytes([entry(&self.low, index), entry(&self.high, index)])
            }
        }
    }

    /// Returns the number of bytes before the first without a character.
    pub(in crate::simd) fn defined_len(&self, bytes: &[u8]) -> usize {
        let is_defined = |&&byte: &&u8| self.unit(byte) != UNDEFINED;
        bytes.iter().take_while(is_defined).count()
    }
}

/// What bytes are in UTF-16.
#[derive(Clone, Copy)]
pub(crate) struct Found<V> {
    /// A code unit for each byte.
    pub(crate) units: [V; 2],
    /// Whether each byte has a character.
    pub(crate) is_defined: bool,
}

/// The byte of each code unit. Zero stands for none, and is the byte of U+0000.
pub(crate) type Bytes = [u8; 1 << 16];

/// The bytes from `0x80` on, in slots.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Slots {
    /// Eight slots. Where no byte is, there is any byte that has a code unit.
    pub(in crate::simd) bytes: [Table128; 2],
    /// The beginning of the slot of each hash.
    pub(in crate::simd) starts: Table128,
    /// The code units of the bytes.
    pub(in crate::simd) units: UpperHalf,
    /// For each bit of a hash, which bits of the high byte of a code unit it is the parity of, together with one of the low byte's.
    pub(in crate::simd) rows: [u8; 8],
}

/// The number of bytes in a slot.
const SLOT: usize = 32;

/// The number of hashes that are tried.
const HASHES: usize = 64;

impl Slots {
    /// Returns the tables for the bytes of `all`, or `None` if the encoding does not contain ASCII, or nothing else.
    pub(crate) fn new(all: &Bytes) -> Option<Slots> {
        if (0..0x80).any(|unit| usize::from(all[unit]) != unit) {
            return None;
        }
        let mut units = [None; 128];
        for unit in 0x80..=0xFFFF_u16 {
            if let Some(index) = usize::from(all[usize::from(unit)]).checked_sub(0x80) {
                units[index] = Some(unit);
            }
        }
        units
            .iter()
            .any(Option::is_some)
            .then(|| Slots::with_units(&units))
    }

    /// Returns the tables for the code units of the bytes from `0x80` on. The units that find no place are those that only the other
    /// table has.
    fn with_units(units: &[Option<u16>; 128]) -> Self {
        // The first hash is that of most encodings: the lower bits of the high byte follow those of the low byte.
        let mut rows = [0, 0, 0, 0x01, 0x02, 0x04, 0x08, 0];
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut best: Option<(usize, Slots)> = None;
        for _ in 0..HASHES {
            let (lost, slots) = Slots::with_hash(units, rows);
            if best.as_ref().is_none_or(|&(least, _)| lost < least) {
                best = Some((lost, slots));
            }
            if lost == 0 {
                break;
            }
            for row in &mut rows[..7] {
                random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                *row = (random >> 56) as u8;
            }
        }
        best.expect("a hash was tried").1
    }

    /// Returns the tables with a hash, and the number of characters that find no place.
    fn with_hash(units: &[Option<u16>; 128], rows: [u8; 8]) -> (usize, Slots) {
        let defined = || {
            (0x80..=0xFF)
                .zip(units)
                .filter_map(|(byte, unit)| Some((byte, (*unit)?)))
        };
        // The places that each hash takes in its slot.
        let mut places = [0_u32; 128];
        for (_, unit) in defined() {
            places[hash(rows, unit)] |= 1 << (unit % SLOT as u16);
        }
        let any = defined().next().map_or(0x80, |(byte, _)| byte);
        let (mut bytes, mut starts) = ([[any; 128]; 2], [0; 128]);
        let mut taken = [0_u32; 8];
        let mut is_placed = [false; 128];
        // Those with most characters first.
        for most in (1..=32).rev() {
            for (hash, &places) in places.iter().enumerate() {
                let slot = taken.iter().position(|taken| taken & places == 0);
                if places.count_ones() == most
                    && let Some(slot) = slot
                {
                    taken[slot] |= places;
                    starts[hash] = (SLOT * slot) as u8;
                    is_placed[hash] = true;
                }
            }
        }
        for (byte, unit) in defined() {
            let hash = hash(rows, unit);
            if is_placed[hash] {
                let place = usize::from(starts[hash]) + usize::from(unit) % SLOT;
                bytes[place / 128][place % 128] = byte;
            }
        }
        let slots = Slots {
            bytes: [table_of(&bytes[0]), table_of(&bytes[1])],
            starts: table_of(&starts),
            units: UpperHalf::new(&units.map(|unit| unit.unwrap_or(UNDEFINED))),
            rows,
        };
        let lost = defined()
            .filter(|&(byte, unit)| slots.byte(unit) != Some(byte))
            .count();
        (lost, slots)
    }

    /// Returns the byte of a code unit that is not ASCII, if it is in the slots.
    fn byte(&self, unit: u16) -> Option<u8> {
        let start = entry(&self.starts, hash(self.rows, unit));
        let place = usize::from(start) + usize::from(unit) % SLOT;
        let byte = entry(&self.bytes[place / 128], place % 128);
        (self.units.unit(byte) == unit).then_some(byte)
    }
}

/// Returns the hash of a code unit: its three highest bits of the low byte, and the parities of bits of the high one.
fn hash(rows: [u8; 8], unit: u16) -> usize {
    let [low, high] = unit.to_le_bytes();
    let parity = |bit: usize| ((rows[bit] & high).count_ones() as usize & 1) << bit;
    usize::from(low >> 5) ^ (0..7).map(parity).sum::<usize>()
}

/// Returns the byte of a code unit.
#[inline(always)]
pub(crate) fn byte_of(all: &Bytes, unit: u16) -> Option<u8> {
    let byte = all[usize::from(unit)];
    (byte != 0 || unit == 0).then_some(byte)
}

/// What a vector of UTF-8 encodes to. In masks the lowest bit is that of the first byte.
pub(crate) struct Encoded<V> {
    /// The byte of each character, where the character ends.
    pub(crate) bytes: V,
    /// Where a character ends.
    pub(crate) kept: u64,
    /// Where the text is ill-formed, or has a character of four bytes, or one that is not in the slots.
    pub(crate) errors: u64,
    pub(crate) leads: Leads,
}

/// Where in a vector characters begin that are not ASCII.
#[derive(Clone, Copy, Default)]
pub(crate) struct Leads {
    pub(crate) all: u64,
    /// Those of three bytes.
    pub(crate) of_three: u64,
}

impl Leads {
    /// Returns the number of bytes of a character that is not complete at the end of the first `len` bytes.
    #[inline(always)]
    pub(in crate::simd) fn cut(self, len: usize) -> usize {
        let is_at = |leads: u64, before: usize| len >= before && leads >> (len - before) & 1 != 0;
        match (is_at(self.all, 1), is_at(self.of_three, 2)) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        }
    }
}
