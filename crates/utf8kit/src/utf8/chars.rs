//! Iterators over the characters of bytes that may be ill-formed.

use super::{decode_first, decode_last, lossy_count};
use core::iter::FusedIterator;
use core::ops::Range;

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
#[must_use = "iterators are lazy and do nothing unless consumed"]
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

    fn count(self) -> usize {
        lossy_count(self.bytes)
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

/// Returns an iterator over the characters of `bytes` and the bytes of each, as a range of indices. For each maximal
/// subpart of an ill-formed sequence it yields U+FFFD and the range of the subpart. It iterates from either end.
///
/// The ranges follow each other without gaps. A character U+FFFD whose range has other bytes than `EF BF BD` is a
/// replacement.
///
/// ```
/// use utf8kit::utf8;
///
/// let bytes = b"\xC3\xA9\xF0\x9F!";
/// let found: Vec<_> = utf8::char_indices_lossy(bytes).collect();
/// assert_eq!(found, [(0..2, 'é'), (2..4, '\u{FFFD}'), (4..5, '!')]);
///
/// let (range, c) = utf8::char_indices_lossy(bytes).rfind(|(_, c)| !c.is_ascii()).unwrap();
/// assert_eq!((&bytes[range], c), (&b"\xF0\x9F"[..], '\u{FFFD}'));
/// ```
pub fn char_indices_lossy(bytes: &[u8]) -> CharIndicesLossy<'_> {
    CharIndicesLossy { bytes, offset: 0 }
}

/// The iterator that [`char_indices_lossy`] returns.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct CharIndicesLossy<'a> {
    /// The bytes not yet iterated over.
    bytes: &'a [u8],
    /// The number of bytes before them.
    offset: usize,
}

impl Iterator for CharIndicesLossy<'_> {
    type Item = (Range<usize>, char);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (c, len) = decode_first(self.bytes)?;
        let start = self.offset;
        self.bytes = &self.bytes[len..];
        self.offset += len;
        Some((start..self.offset, c.unwrap_or(char::REPLACEMENT_CHARACTER)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.bytes.len().div_ceil(4), Some(self.bytes.len()))
    }

    fn count(self) -> usize {
        lossy_count(self.bytes)
    }
}

impl DoubleEndedIterator for CharIndicesLossy<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (c, len) = decode_last(self.bytes)?;
        let end = self.offset + self.bytes.len();
        self.bytes = &self.bytes[..self.bytes.len() - len];
        Some((end - len..end, c.unwrap_or(char::REPLACEMENT_CHARACTER)))
    }
}

impl FusedIterator for CharIndicesLossy<'_> {}
