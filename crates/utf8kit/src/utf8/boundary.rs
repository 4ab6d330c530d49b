//! Character boundaries, in any bytes and from any index (RFC 3629 section 1).

use crate::ErrorKind;
use crate::codec::DecodeError;
use crate::encoding::{UTF8, Utf8};
use crate::error::IllFormed;
use crate::parts;

/// The length of the longest sequence, in bytes.
const LONGEST: usize = 4;

/// Returns the number of bytes of a character whose first byte is `first`: 1 to 4, or `None` if no character starts
/// with it.
///
/// For a character of several bytes this is the number of leading one bits of `first` (RFC 3629 section 3). Bytes that
/// no well-formed text contains start no character (section 4).
///
/// ```
/// use utf8kit::utf8::sequence_len;
///
/// assert_eq!([0x41, 0xC3, 0xE2, 0xF0].map(sequence_len), [Some(1), Some(2), Some(3), Some(4)]);
/// assert_eq!([0x80, 0xC0, 0xF5, 0xFF].map(sequence_len), [None; 4]);
/// ```
#[inline]
#[must_use]
pub const fn sequence_len(first: u8) -> Option<usize> {
    match first {
        0x00..=0x7F => Some(1),
        0xC2..=0xDF => Some(2),
        0xE0..=0xEF => Some(3),
        0xF0..=0xF4 => Some(4),
        _ => None,
    }
}

/// Returns `true` if a character begins or the text ends at `index`, in bytes.
///
/// The bytes may be ill-formed: each maximal subpart of an ill-formed sequence then counts as one character, so the
/// boundaries are those of [`chunks`](super::chunks()) and [`chars_lossy`](super::chars_lossy). 0 and `bytes.len()` are
/// boundaries; no index after `bytes.len()` is. Reads at most three bytes before `index`, and at most three from
/// `index` on.
///
/// For a `str`, [`str::is_char_boundary`] returns the same and reads one byte.
///
/// ```
/// use utf8kit::utf8::is_boundary;
///
/// let bytes = "né".as_bytes(); // 6E C3 A9
/// assert_eq!([0, 1, 2, 3, 4].map(|i| is_boundary(bytes, i)), [true, true, false, true, false]);
/// assert!(is_boundary(b"\x80\x80", 1)); // each stray byte is an error of its own
/// ```
#[inline]
#[must_use]
pub fn is_boundary(bytes: &[u8], index: usize) -> bool {
    match bytes.get(index) {
        None => index == bytes.len(),
        Some(&byte) => !is_continuation(byte) || sequence_start(bytes, index).is_none(),
    }
}

/// Returns the last [boundary](is_boundary) at or before `index`, in bytes, or `bytes.len()` if `index` is after it.
///
/// ```
/// assert_eq!(utf8kit::utf8::floor_boundary("a€".as_bytes(), 3), 1);
/// ```
#[inline]
#[must_use]
pub fn floor_boundary(bytes: &[u8], index: usize) -> usize {
    match bytes.get(index) {
        None => bytes.len(),
        Some(&byte) if !is_continuation(byte) => index,
        Some(_) => sequence_start(bytes, index).unwrap_or(index),
    }
}

/// Returns the start of the character or the maximal subpart that the continuation byte at `index` belongs to, or `None` if it
/// belongs to no byte before it.
#[inline]
fn sequence_start(bytes: &[u8], index: usize) -> Option<usize> {
    let mut before = parts::to(bytes, index).iter().rev().take(LONGEST - 1);
    let continuations = before.position(|&byte| !is_continuation(byte))?;
    let start = index - 1 - continuations;
    let (lead, second) = (bytes.get(start)?, bytes.get(start + 1)?);
    let sequence = SEQUENCES.get(usize::from(lead.checked_sub(FIRST_LEAD)?))?;
    let continues = sequence.seconds >> (second >> 4 & 3) & 1 == 1;
    (continues && usize::from(sequence.len) > index - start).then_some(start)
}

/// What may follow a first byte.
#[derive(Clone, Copy)]
struct Sequence {
    /// The number of bytes of the character, or 0 if no character starts with the byte.
    len: u8,
    /// The second bytes that continue it: `0x80..=0x8F` in the lowest bit, `0x90..=0x9F`, `0xA0..=0xAF`, `0xB0..=0xBF`.
    seconds: u8,
}

/// The lowest byte that starts a sequence of several bytes, well-formed or not.
const FIRST_LEAD: u8 = 0xC0;

/// The sequences of all bytes from [`FIRST_LEAD`] on, as the reference decodes them. Decoding again takes five times as long.
static SEQUENCES: [Sequence; 64] = {
    let mut sequences = [Sequence { len: 0, seconds: 0 }; 64];
    let mut i = 0;
    while i < 64 * 4 {
        let (first, second) = (FIRST_LEAD | (i / 4) as u8, (i % 4) as u8);
        if let Some(len) = sequence_len(first) {
            let sequence = &mut sequences[i / 4];
            sequence.len = len as u8;
            // A sequence of two bytes is decoded; a longer one is incomplete after a second byte that continues it.
            if let Ok(_) | Err(DecodeError { len: 2, .. }) = Utf8::decode_first(&[first, 0x80 | second << 4])
            {
                sequence.seconds |= 1 << second;
            }
        }
        i += 1;
    }
    sequences
};

/// Returns `true` for `UTF8-tail` of the ABNF (RFC 3629 section 4).
#[inline]
pub(super) const fn is_continuation(byte: u8) -> bool {
    matches!(byte, 0x80..=0xBF)
}

/// Returns the first [boundary](is_boundary) at or after `index`, in bytes, or `bytes.len()` if `index` is after it.
///
/// ```
/// assert_eq!(utf8kit::utf8::ceil_boundary("a€b".as_bytes(), 2), 4);
/// ```
#[must_use]
pub fn ceil_boundary(bytes: &[u8], index: usize) -> usize {
    let index = index.min(bytes.len());
    let floor = floor_boundary(bytes, index);
    if floor >= index {
        floor
    } else {
        floor + unit_len(parts::from(bytes, floor))
    }
}

/// Splits `bytes` before an incomplete character at its end. Returns the bytes before it, and the beginning of a
/// sequence that more bytes could complete: at most three bytes, or none.
///
/// This is for input that arrives in pieces, as from a socket: process the first part, and put the second before the
/// next piece. The first part may contain other errors.
///
/// ```
/// let (text, rest) = utf8kit::utf8::split_incomplete(b"ok \xE2\x82");
/// assert_eq!((text, rest), (&b"ok "[..], &b"\xE2\x82"[..]));
/// ```
#[must_use]
pub fn split_incomplete(bytes: &[u8]) -> (&[u8], &[u8]) {
    for start in (bytes.len().saturating_sub(LONGEST - 1)..bytes.len()).rev() {
        if let Err(DecodeError {
            kind: ErrorKind::UnexpectedEnd,
            ..
        }) = Utf8::decode_first(parts::from(bytes, start))
        {
            return (parts::to(bytes, start), parts::from(bytes, start));
        }
    }
    (bytes, &[])
}

/// Returns the first character and its length in bytes, or the error that `bytes` begins with and the length of its
/// maximal subpart. Returns `None` if `bytes` is empty.
///
/// The length of an incomplete sequence at the end is that of all its bytes, which one U+FFFD replaces.
///
/// ```
/// use utf8kit::utf8::decode_first;
///
/// assert_eq!(decode_first("€ 5".as_bytes()), Some((Ok('€'), 3)));
/// let (result, len) = decode_first(b"\xED\xA0\x80").unwrap();
/// assert_eq!((result.unwrap_err().kind(), len), (utf8kit::ErrorKind::Surrogate, 1));
/// ```
#[inline]
#[must_use]
pub fn decode_first(bytes: &[u8]) -> Option<(Result<char, IllFormed>, usize)> {
    if bytes.is_empty() {
        return None;
    }
    Some(match Utf8::first_char(bytes) {
        Ok((c, len)) => (Ok(c), len),
        Err(error) => (Err(IllFormed::at_offset(&UTF8, 0, error, bytes)), error.len),
    })
}

/// Returns the last character and its length in bytes, or the error that `bytes` ends with and the length of its
/// maximal subpart. Returns `None` if `bytes` is empty.
///
/// Divides ill-formed text into the same maximal subparts as decoding forwards does. The error's offset is that of its
/// maximal subpart in `bytes`.
///
/// ```
/// use utf8kit::utf8::decode_last;
///
/// assert_eq!(decode_last("5 €".as_bytes()), Some((Ok('€'), 3)));
/// assert_eq!(decode_last(b"ab\xF0\x9F").unwrap().1, 2);
/// ```
#[must_use]
pub fn decode_last(bytes: &[u8]) -> Option<(Result<char, IllFormed>, usize)> {
    let start = floor_boundary(bytes, bytes.len().checked_sub(1)?);
    let (result, len) = decode_first(parts::from(bytes, start))?;
    Some((result.map_err(|error| error.at(start as u64)), len))
}

/// Returns the length of the character or the maximal subpart that `bytes` begins with. `bytes` must not be empty.
fn unit_len(bytes: &[u8]) -> usize {
    match Utf8::decode_first(bytes) {
        Ok((_, len)) | Err(DecodeError { len, .. }) => len,
    }
}
