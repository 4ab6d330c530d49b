//! Bytes taken apart: well-formed stretches, the errors between them, single characters.

use super::{decode_first, decode_last};
use crate::engine;
use crate::error::IllFormed;
use crate::reference::Utf8;
use core::iter::FusedIterator;

/// The well-formed stretches of `bytes` and the errors between them.
///
/// Every byte is in exactly one [`Chunk`]; an error covers one maximal subpart.
///
/// ```
/// use utf8kit::utf8;
///
/// let chunks: Vec<_> = utf8::chunks(b"one\xFFtwo\xE2\x82").collect();
/// assert_eq!(chunks.len(), 2);
/// assert_eq!((chunks[0].text(), chunks[0].ill_formed()), ("one", &b"\xFF"[..]));
/// assert_eq!((chunks[1].text(), chunks[1].ill_formed()), ("two", &b"\xE2\x82"[..]));
/// assert_eq!(chunks[1].error().unwrap().valid_up_to(), 7); // from the beginning of all bytes
/// ```
pub fn chunks(bytes: &[u8]) -> Chunks<'_> {
    Chunks { bytes, offset: 0 }
}

/// A well-formed stretch and the error that ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk<'a> {
    text: &'a str,
    ill_formed: &'a [u8],
    error: Option<IllFormed>,
}

impl<'a> Chunk<'a> {
    /// The well-formed stretch; empty where an error follows an error or begins the bytes.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The bad bytes behind it; empty if the bytes end well.
    pub const fn ill_formed(&self) -> &'a [u8] {
        self.ill_formed
    }

    /// What is wrong with them. Its offset counts from the beginning of all the bytes.
    pub const fn error(&self) -> Option<IllFormed> {
        self.error
    }
}

/// The iterator that [`chunks`] returns.
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    /// What is left.
    bytes: &'a [u8],
    /// How much came before.
    offset: usize,
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        if self.bytes.is_empty() {
            return None;
        }
        let (good, bad, error) = match engine::validate::<Utf8>(self.bytes) {
            Ok(()) => (self.bytes, &[][..], None),
            Err(error) => {
                let (good, rest) = self.bytes.split_at(error.valid_up_to());
                (good, &rest[..error.bad().len], Some(error.moved_by(self.offset)))
            }
        };
        self.offset += good.len() + bad.len();
        self.bytes = &self.bytes[good.len() + bad.len()..];
        // SAFETY: `validate` has found these bytes to be well-formed UTF-8.
        let text = unsafe { core::str::from_utf8_unchecked(good) };
        Some(Chunk {
            text,
            ill_formed: bad,
            error,
        })
    }
}

impl FusedIterator for Chunks<'_> {}

/// The characters of `bytes`, with U+FFFD for each maximal subpart; from either end.
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
