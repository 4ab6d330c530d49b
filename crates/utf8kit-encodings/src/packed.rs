//! Up to four bytes in a number, the first one least significant: UTF-8 of one or two characters, or a sequence of an encoding.
//! The last byte is not zero, unless it is the only one. Tables hold such numbers, and [`TextUnit`] writes them as text.

use utf8kit::codec::{Convert, Output, Utf8, Utf16};

/// A code unit of text: a byte of UTF-8, or a code unit of UTF-16.
pub(crate) trait TextUnit: Copy + Default + From<u8> {
    /// What a table has for a sequence: packed UTF-8, or a code unit of UTF-16. It is zero for none, and where one code unit is not
    /// enough.
    type Entry: Copy + Default + PartialEq + 'static;

    /// Returns the one of two tables that has such entries.
    fn table<'t>(packed: &'t [u32], units: impl FnOnce() -> &'t [u16]) -> &'t [Self::Entry];

    /// Writes an entry that is not zero to the beginning of `place`, which has room for four code units. Returns the number of code
    /// units.
    fn put_entry(place: &mut [Self], entry: Self::Entry) -> usize;

    /// Writes the `entries` of the pairs of bytes that `bytes` begins with and of which the first one has its highest bit, until one is
    /// zero, or `place` has room for less than eight code units. Returns the number of bytes read and of code units written.
    fn put_pairs(entries: &[Self::Entry; 0x8000], bytes: &[u8], place: &mut [Self]) -> (usize, usize);

    /// Writes packed UTF-8 to the beginning of `place`, which has room for four code units. Returns the number of code units.
    fn put(place: &mut [Self], packed: u32) -> usize;

    /// Returns packed UTF-8 as up to four bytes or two code units, the first one least significant.
    fn wide(packed: u32) -> u32;

    /// Returns the one of two tables of [`wide`](Self::wide) numbers that has those of this code unit.
    fn wide_table<'t>(packed: &'t [u32], units: impl FnOnce() -> &'t [u32]) -> &'t [u32];

    /// Writes what [`wide`](Self::wide) returns to the beginning of `place`, which has room for four code units, without a branch. Returns
    /// the number of code units.
    fn put_wide(place: &mut [Self], wide: u32) -> usize;

    /// Writes as much of `ascii`, a long run, as fits. Returns how much that is.
    fn extend_ascii(out: &mut Output<'_, Self>, ascii: &[u8]) -> usize;

    /// Returns the byte of an ASCII character, or `None` for any other code unit.
    fn ascii(self) -> Option<u8>;

    /// Returns the code units of `chunk` that are ASCII as bytes, and bytes from `0x80` on for the others.
    fn narrow(chunk: &[Self; 16]) -> [u8; 16];

    /// Returns the number of the character that `text`, which is not empty, begins with, and its length in code units, or `None` for
    /// an unpaired surrogate. UTF-8 is well-formed.
    fn first(text: &[Self]) -> Option<(u32, usize)>;
}

impl TextUnit for u8 {
    type Entry = u32;

    #[inline]
    fn table<'t>(packed: &'t [u32], _: impl FnOnce() -> &'t [u16]) -> &'t [u32] {
        packed
    }

    #[inline]
    fn put_entry(place: &mut [u8], packed: u32) -> usize {
        Self::put(place, packed)
    }

    #[inline]
    fn put_pairs(entries: &[u32; 0x8000], bytes: &[u8], place: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        for &[lead, trail] in bytes.as_chunks().0 {
            let packed = entries[usize::from(lead & 0x7F) << 8 | usize::from(trail)];
            if lead.is_ascii() || packed == 0 {
                break;
            }
            let Some([place @ .., _, _, _, _]) = place[written..].first_chunk_mut::<8>() else {
                break;
            };
            *place = packed.to_le_bytes();
            (read, written) = (read + 2, written + packed_len(packed));
        }
        (read, written)
    }

    #[inline]
    fn put(place: &mut [u8], packed: u32) -> usize {
        store(place, packed.to_le_bytes());
        packed_len(packed)
    }

    #[inline]
    fn wide(packed: u32) -> u32 {
        packed
    }

    #[inline]
    fn wide_table<'t>(packed: &'t [u32], _: impl FnOnce() -> &'t [u32]) -> &'t [u32] {
        packed
    }

    #[inline]
    fn put_wide(place: &mut [u8], wide: u32) -> usize {
        Self::put(place, wide)
    }

    fn extend_ascii(out: &mut Output<'_, u8>, ascii: &[u8]) -> usize {
        Utf8.convert_run(&mut Utf8, ascii, out)
    }

    #[inline]
    fn ascii(self) -> Option<u8> {
        (self < 0x80).then_some(self)
    }

    #[inline]
    fn narrow(chunk: &[u8; 16]) -> [u8; 16] {
        *chunk
    }

    #[inline]
    fn first(text: &[u8]) -> Option<(u32, usize)> {
        // `text` is well-formed, so that the masks only join what is there.
        let bits = |byte: u8, mask: u8| u32::from(byte & mask);
        match *text {
            [ascii @ ..0x80, ..] => Some((ascii.into(), 1)),
            [a @ ..0xE0, b, ..] => Some((bits(a, 0x1F) << 6 | bits(b, 0x3F), 2)),
            [a @ ..0xF0, b, c, ..] => Some((bits(a, 0x0F) << 12 | bits(b, 0x3F) << 6 | bits(c, 0x3F), 3)),
            [a, b, c, d, ..] => {
                let low = bits(b, 0x3F) << 12 | bits(c, 0x3F) << 6 | bits(d, 0x3F);
                Some((bits(a, 0x07) << 18 | low, 4))
            }
            _ => None,
        }
    }
}

impl TextUnit for u16 {
    type Entry = u16;

    #[inline]
    fn table<'t>(_: &'t [u32], units: impl FnOnce() -> &'t [u16]) -> &'t [u16] {
        units()
    }

    #[inline]
    fn put_entry(place: &mut [u16], unit: u16) -> usize {
        place[0] = unit;
        1
    }

    #[inline]
    fn put_pairs(entries: &[u16; 0x8000], bytes: &[u8], place: &mut [u16]) -> (usize, usize) {
        let room = place.len().saturating_sub(7);
        let mut written = 0;
        for (&[lead, trail], place) in bytes.as_chunks().0.iter().zip(&mut place[..room]) {
            let unit = entries[usize::from(lead & 0x7F) << 8 | usize::from(trail)];
            if lead.is_ascii() || unit == 0 {
                break;
            }
            *place = unit;
            written += 1;
        }
        (2 * written, written)
    }

    #[inline]
    fn put(place: &mut [u16], packed: u32) -> usize {
        let [_, second, third, _] = packed.to_le_bytes();
        let trail = |byte: u8| u16::from(byte & 0x3F);
        if packed > 0xFF_FFFF {
            return put_two(place, packed);
        }
        // All three are computed, because which of them it is can be unpredictable.
        let two = (packed as u16 & 0x1F) << 6 | trail(second);
        let three = (packed as u16 & 0x0F) << 12 | trail(second) << 6 | trail(third);
        let short = if packed < 0x80 { packed as u16 } else { two };
        place[0] = if packed > 0xFFFF { three } else { short };
        1
    }

    fn wide(packed: u32) -> u32 {
        let mut units = [0; 4];
        Self::put(&mut units, packed);
        u32::from(units[1]) << 16 | u32::from(units[0])
    }

    #[inline]
    fn wide_table<'t>(_: &'t [u32], units: impl FnOnce() -> &'t [u32]) -> &'t [u32] {
        units()
    }

    #[inline]
    fn put_wide(place: &mut [u16], wide: u32) -> usize {
        store(place, [wide as u16, (wide >> 16) as u16]);
        1 + usize::from(wide > 0xFFFF)
    }

    fn extend_ascii(out: &mut Output<'_, u16>, ascii: &[u8]) -> usize {
        Utf8.convert_run(&mut Utf16::default(), ascii, out)
    }

    #[inline]
    fn ascii(self) -> Option<u8> {
        (self < 0x80).then_some(self as u8)
    }

    #[inline]
    fn narrow(chunk: &[u16; 16]) -> [u8; 16] {
        chunk.map(|unit| unit.min(0xFF) as u8)
    }

    #[inline]
    fn first(text: &[u16]) -> Option<(u32, usize)> {
        match *text {
            [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF, ..] => {
                let high = u32::from(high - 0xD800);
                Some((0x1_0000 + (high << 10 | u32::from(low - 0xDC00)), 2))
            }
            [0xD800..=0xDFFF, ..] | [] => None,
            [unit, ..] => Some((unit.into(), 1)),
        }
    }
}

/// Writes four bytes of packed UTF-8 as two code units of UTF-16: a character over U+FFFF, or two of two bytes.
#[inline]
fn put_two(place: &mut [u16], packed: u32) -> usize {
    let [lead, second, third, fourth] = packed.to_le_bytes();
    let trail = |byte: u8| u16::from(byte & 0x3F);
    let high = 0xD7C0 + (u16::from(lead & 0x07) << 8 | trail(second) << 2 | trail(third) >> 4);
    let low = 0xDC00 | (trail(third) & 0x0F) << 6 | trail(fourth);
    let two = |lead: u8, second: u8| u16::from(lead & 0x1F) << 6 | trail(second);
    let units = match lead {
        0xF0.. => [high, low],
        _ => [two(lead, second), two(third, fourth)],
    };
    store(place, units);
    2
}

/// Returns the code unit of UTF-16 of packed UTF-8, or zero where one is not enough.
pub(crate) fn single_unit(packed: u32) -> u16 {
    match characters(packed) {
        (c, None) => u16::try_from(u32::from(c)).unwrap_or(0),
        _ => 0,
    }
}

/// Returns the packed `bytes`, at most four.
pub(crate) fn packed(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Returns the packed UTF-8 of `c`.
pub(crate) fn packed_char(c: char) -> u32 {
    packed(c.encode_utf8(&mut [0; 4]).as_bytes())
}

/// Returns the number of packed bytes.
#[inline]
pub(crate) fn packed_len(packed: u32) -> usize {
    4 - ((packed | 1).leading_zeros() / 8) as usize
}

/// Returns the characters of packed UTF-8: one, or two of two bytes.
#[inline]
pub(crate) fn characters(packed: u32) -> (char, Option<char>) {
    let [lead, second, third, fourth] = packed.to_le_bytes();
    let trail = |byte: u8| u32::from(byte & 0x3F);
    // The tables hold UTF-8, so that this joins what is there.
    let number = match lead {
        ..=0x7F => lead.into(),
        0x80..=0xDF => u32::from(lead & 0x1F) << 6 | trail(second),
        0xE0..=0xEF => u32::from(lead & 0x0F) << 12 | trail(second) << 6 | trail(third),
        0xF0.. => u32::from(lead & 0x07) << 18 | trail(second) << 12 | trail(third) << 6 | trail(fourth),
    };
    let other = match (lead, packed >> 16) {
        (0xC0..0xE0, rest @ 1..) => Some(characters(rest).0),
        _ => None,
    };
    (
        char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER),
        other,
    )
}

/// Writes `units` to the beginning of `place`, which is at least as long.
///
/// `copy_from_slice` can be a call, if the function is compiled in another unit of the crate.
#[inline]
pub(crate) fn store<U, const N: usize>(place: &mut [U], units: [U; N]) {
    *place.first_chunk_mut().expect("room for the units") = units;
}
