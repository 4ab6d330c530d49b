//! Iterators over the characters of bytes that may be ill-formed.

use super::{decode_first, decode_last};
use core::iter::FusedIterator;

/// Returns an iterator over the characters of `bytes`, with U+FFFD for each maximal subpart of an ill-formed sequence.
/// It iterates from either end.
///
/// ```
/// let bytes = b"caf\xC3\xA9 \xF0\x9F!";
/// assert_eq!(utf8kit::utf8::chars_lossy(bytes).collect::<String>(), "café \u{FFFD}!");
/// assert_eq!(utf8kit::utf8::chars_lossy(bytes).rev().collect::<String>(), "!\u{FFFD} éfac");
/// ```
pub fn chars_lossy(bytes: &[u8]) -> CharsLossy<'_> {
    CharsLossy { bytes }
}

/// The iterator that [`chars_lossy`] returns.
#[derive(Clone, Debug)]
pub struct CharsLossy<'a> {
    bytes: &'a [u8],
}

impl Iterator for CharsLossy<'_> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        let (c, len) = decode_first(self.bytes)?;
        self.bytes = &self.bytes[len..];
        Some(c.unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.bytes.len().div_ceil(4), Some(self.bytes.len()))
    }
}

impl DoubleEndedIterator for CharsLossy<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<char> {
        let (c, len) = decode_last(self.bytes)?;
        self.bytes = &self.bytes[..self.bytes.len() - len];
        Some(c.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

impl FusedIterator for CharsLossy<'_> {}
