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

/// Returns the characters of packed UTF-8: one, or two.
pub(super) fn characters(packed: u32) -> (char, Option<char>) {
    let bytes = packed.to_le_bytes();
    let text = str::from_utf8(&bytes[..packed_len(packed)]).expect("tables hold UTF-8");
    let mut characters = text.chars();
    (characters.next().expect("there is a byte"), characters.next())
}
