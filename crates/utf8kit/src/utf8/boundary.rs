//! Where characters begin and end, in any bytes and from anywhere (RFC 3629 section 1).

use crate::ErrorKind;
use crate::error::{DecodeError, IllFormed};
use crate::reference::{Decode, Utf8};

/// The longest sequence: four bytes.
const LONGEST: usize = 4;

/// How many bytes a character has whose first byte this is: 1 to 4, or `None` for a byte that begins none.
///
/// RFC 3629 section 3: the number of leading ones, but for bytes that no well-formed text holds.
///
/// ```
/// use utf8kit::utf8::sequence_len;
///
/// assert_eq!([0x41, 0xC3, 0xE2, 0xF0].map(sequence_len), [Some(1), Some(2), Some(3), Some(4)]);
/// assert_eq!([0x80, 0xC0, 0xF5, 0xFF].map(sequence_len), [None; 4]);
/// ```
#[inline]
pub const fn sequence_len(first: u8) -> Option<usize> {
    match first {
        0x00..=0x7F => Some(1),
        0xC2..=0xDF => Some(2),
        0xE0..=0xEF => Some(3),
        0xF0..=0xF4 => Some(4),
        _ => None,
    }
}

/// Does a character begin or the text end at `index`?
///
/// Defined on any bytes: an ill-formed stretch has a boundary before each maximal subpart, so the answers agree with
/// [`chunks`](super::chunks()) and [`chars_lossy`](super::chars_lossy). 0 and the length are boundaries; what is beyond
/// the length is not. Looks at three bytes before `index` at most, and three behind.
///
/// ```
/// use utf8kit::utf8::is_boundary;
///
/// let bytes = "né".as_bytes(); // 6E C3 A9
/// assert_eq!([0, 1, 2, 3, 4].map(|i| is_boundary(bytes, i)), [true, true, false, true, false]);
/// assert!(is_boundary(b"\x80\x80", 1)); // two stray bytes are two errors
/// ```
pub fn is_boundary(bytes: &[u8], index: usize) -> bool {
    index <= bytes.len() && floor_boundary(bytes, index) == index
}

/// The last [boundary](is_boundary) at or before `index`; the length if `index` is beyond it.
///
/// ```
/// assert_eq!(utf8kit::utf8::floor_boundary("a€".as_bytes(), 3), 1);
/// ```
pub fn floor_boundary(bytes: &[u8], index: usize) -> usize {
    if index >= bytes.len() {
        return bytes.len();
    }
    // What is not a tail byte begins something; so does a tail byte that no sequence before it takes in.
    for back in 0..LONGEST.min(index + 1) {
        let start = index - back;
        if !matches!(bytes[start], 0x80..=0xBF) {
            return if start + unit_len(&bytes[start..]) > index {
                start
            } else {
                index
            };
        }
    }
    index
}

/// The first [boundary](is_boundary) at or behind `index`; the length if `index` is beyond it.
///
/// ```
/// assert_eq!(utf8kit::utf8::ceil_boundary("a€b".as_bytes(), 2), 4);
/// ```
pub fn ceil_boundary(bytes: &[u8], index: usize) -> usize {
    let index = index.min(bytes.len());
    let floor = floor_boundary(bytes, index);
    if floor >= index {
        floor
    } else {
        floor + unit_len(&bytes[floor..])
    }
}

/// Takes an unfinished character off the end: (all before it, the beginning of a sequence that more bytes could
/// complete). What reading from a socket needs: process the first, put the second before what comes next.
///
/// The first part may be ill-formed elsewhere; the second has three bytes at most.
///
/// ```
/// let (text, rest) = utf8kit::utf8::split_incomplete(b"ok \xE2\x82");
/// assert_eq!((text, rest), (&b"ok "[..], &b"\xE2\x82"[..]));
/// ```
pub fn split_incomplete(bytes: &[u8]) -> (&[u8], &[u8]) {
    for start in (bytes.len().saturating_sub(LONGEST - 1)..bytes.len()).rev() {
        if let Err(DecodeError {
            kind: ErrorKind::UnexpectedEnd,
            ..
        }) = Utf8::decode(&bytes[start..])
        {
            return bytes.split_at(start);
        }
    }
    (bytes, &[])
}

/// The first character, or what is wrong there, and how many bytes it takes; `None` if there are no bytes.
///
/// An unfinished sequence takes all of its bytes, as one U+FFFD does.
///
/// ```
/// use utf8kit::utf8::decode_first;
///
/// assert_eq!(decode_first("€ 5".as_bytes()), Some((Ok('€'), 3)));
/// let (result, len) = decode_first(b"\xED\xA0\x80").unwrap();
/// assert_eq!((result.unwrap_err().kind(), len), (utf8kit::ErrorKind::Surrogate, 1));
/// ```
#[inline]
pub fn decode_first(bytes: &[u8]) -> Option<(Result<char, IllFormed>, usize)> {
    if bytes.is_empty() {
        return None;
    }
    Some(match Utf8::decode(bytes) {
        Ok((c, len)) => (Ok(c), len),
        Err(bad) => (Err(IllFormed::new(Utf8::NAME, bad, 0, bytes)), bad.len),
    })
}

/// The last character, or what is wrong there, and how many bytes it takes; `None` if there are no bytes.
///
/// Divides ill-formed text just as reading forwards does. The error's offset is that of the bad bytes in `bytes`.
///
/// ```
/// use utf8kit::utf8::decode_last;
///
/// assert_eq!(decode_last("5 €".as_bytes()), Some((Ok('€'), 3)));
/// assert_eq!(decode_last(b"ab\xF0\x9F").unwrap().1, 2);
/// ```
pub fn decode_last(bytes: &[u8]) -> Option<(Result<char, IllFormed>, usize)> {
    let start = floor_boundary(bytes, bytes.len().checked_sub(1)?);
    let (result, len) = decode_first(&bytes[start..])?;
    Some((result.map_err(|error| error.moved_by(start)), len))
}

/// The length of what `bytes`, which are not empty, begin with: a character or a maximal subpart.
fn unit_len(bytes: &[u8]) -> usize {
    match Utf8::decode(bytes) {
        Ok((_, len)) | Err(DecodeError { len, .. }) => len,
    }
}
