//! The characters of code units that may be ill-formed: the first, the last, and iterators over all.

use super::{floor_boundary, lossy_count};
use crate::codec::{Decode as _, DecodeError, ill_formed_in_text};
use crate::encoding::Utf16;
use crate::error::IllFormed;
use core::iter::FusedIterator;
use core::ops::Range;

/// Returns the first character and its length in code units, or the error that `units` begins with and the length 1. Returns
/// `None` if `units` is empty (RFC 2781 section 2.2).
///
/// ```
/// use utf8kit::{ErrorKind, utf16::decode_first};
///
/// assert_eq!(decode_first(&[0xD834, 0xDD1E, 0x61]), Some((Ok('𝄞'), 2)));
/// let (result, len) = decode_first(&[0xD834, 0x61]).unwrap();
/// assert_eq!((result.unwrap_err().kind(), len), (ErrorKind::Surrogate, 1));
/// ```
#[inline]
#[must_use]
pub fn decode_first(units: &[u16]) -> Option<(Result<char, IllFormed>, usize)> {
    if units.is_empty() {
        return None;
    }
    Some(match decode(units) {
        Ok((c, len)) => (Ok(c), len),
        Err(error) => (
            Err(ill_formed_in_text(&Utf16::STRICT, error, 0, units)),
            error.len,
        ),
    })
}

/// Returns the last character and its length in code units, or the error that `units` ends with and the length 1. Returns
/// `None` if `units` is empty.
///
/// Divides ill-formed text as decoding forwards does. The error's offset is that of the surrogate in `units`.
///
/// ```
/// use utf8kit::utf16::decode_last;
///
/// assert_eq!(decode_last(&[0x61, 0xD834, 0xDD1E]), Some((Ok('𝄞'), 2)));
/// assert_eq!(decode_last(&[0x61, 0xDD1E]).unwrap().0.unwrap_err().valid_up_to(), 1);
/// ```
#[must_use]
pub fn decode_last(units: &[u16]) -> Option<(Result<char, IllFormed>, usize)> {
    let start = floor_boundary(units, units.len().checked_sub(1)?);
    let (result, len) = decode_first(&units[start..])?;
    Some((result.map_err(|error| error.at(start as u64)), len))
}

/// Returns an iterator over the characters of `units`, with U+FFFD for each unpaired surrogate. It iterates from either end.
///
/// ```
/// let units = [0x61, 0xDD1E, 0xD834, 0xDD1E];
/// assert_eq!(utf8kit::utf16::chars_lossy(&units).collect::<String>(), "a\u{FFFD}𝄞");
/// assert_eq!(utf8kit::utf16::chars_lossy(&units).rev().collect::<String>(), "𝄞\u{FFFD}a");
/// ```
pub fn chars_lossy(units: &[u16]) -> CharsLossy<'_> {
    CharsLossy { units }
}

/// The iterator that [`chars_lossy`] returns.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct CharsLossy<'a> {
    units: &'a [u16],
}

impl Iterator for CharsLossy<'_> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        let (c, len) = first_lossy(self.units)?;
        self.units = &self.units[len..];
        Some(c)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.units.len().div_ceil(2), Some(self.units.len()))
    }

    fn count(self) -> usize {
        lossy_count(self.units)
    }
}

impl DoubleEndedIterator for CharsLossy<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<char> {
        let (c, len) = last_lossy(self.units)?;
        self.units = &self.units[..self.units.len() - len];
        Some(c)
    }
}

impl FusedIterator for CharsLossy<'_> {}

/// Returns an iterator over the characters of `units` and the code units of each, as a range of indices. For each unpaired
/// surrogate it yields U+FFFD and the range of the surrogate. It iterates from either end.
///
/// The ranges follow each other without gaps. A character U+FFFD whose range has another code unit than `0xFFFD` is a
/// replacement.
///
/// ```
/// use utf8kit::utf16;
///
/// let units = [0xD834, 0xDD1E, 0xDD1E, 0x61];
/// let found: Vec<_> = utf16::char_indices_lossy(&units).collect();
/// assert_eq!(found, [(0..2, '𝄞'), (2..3, '\u{FFFD}'), (3..4, 'a')]);
/// ```
pub fn char_indices_lossy(units: &[u16]) -> CharIndicesLossy<'_> {
    CharIndicesLossy { units, offset: 0 }
}

/// The iterator that [`char_indices_lossy`] returns.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct CharIndicesLossy<'a> {
    /// The code units not yet iterated over.
    units: &'a [u16],
    /// The number of code units before them.
    offset: usize,
}

impl Iterator for CharIndicesLossy<'_> {
    type Item = (Range<usize>, char);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (c, len) = first_lossy(self.units)?;
        let start = self.offset;
        self.units = &self.units[len..];
        self.offset += len;
        Some((start..self.offset, c))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.units.len().div_ceil(2), Some(self.units.len()))
    }

    fn count(self) -> usize {
        lossy_count(self.units)
    }
}

impl DoubleEndedIterator for CharIndicesLossy<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (c, len) = last_lossy(self.units)?;
        let end = self.offset + self.units.len();
        self.units = &self.units[..self.units.len() - len];
        Some((end - len..end, c))
    }
}

impl FusedIterator for CharIndicesLossy<'_> {}

/// Decodes the first character of units that are not empty.
#[inline]
fn decode(units: &[u16]) -> Result<(char, usize), DecodeError> {
    let mut source = Utf16::STRICT;
    let (number, len) = source.decode(units, true)?;
    // Without unpaired surrogates, every number is a character.
    Ok((char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER), len))
}

/// Returns the first character or U+FFFD, and its length, without making an error.
#[inline]
fn first_lossy(units: &[u16]) -> Option<(char, usize)> {
    if units.is_empty() {
        return None;
    }
    Some(match decode(units) {
        Ok(decoded) => decoded,
        Err(error) => (char::REPLACEMENT_CHARACTER, error.len),
    })
}

/// Returns the last character or U+FFFD, and its length, without making an error.
#[inline]
fn last_lossy(units: &[u16]) -> Option<(char, usize)> {
    first_lossy(&units[floor_boundary(units, units.len().checked_sub(1)?)..])
}
