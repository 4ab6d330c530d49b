//! Up to four bytes in a number, the first one least significant: UTF-8 of one or two characters, or a sequence of an encoding.
//! The last byte is not zero, unless it is the only one.

/// Returns the packed `bytes`, at most four.
pub(super) fn packed(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Returns the packed UTF-8 of `c`.
pub(super) fn packed_char(c: char) -> u32 {
    packed(c.encode_utf8(&mut [0; 4]).as_bytes())
}

/// Returns the number of packed bytes.
#[inline]
pub(super) fn packed_len(packed: u32) -> usize {
    4 - ((packed | 1).leading_zeros() / 8) as usize
}

/// Returns the characters of packed UTF-8: one, or two of two bytes.
#[inline]
pub(super) fn characters(packed: u32) -> (char, Option<char>) {
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
