//! Where characters begin and end, in any octets and from anywhere (RFC 3629 section 1).

use crate::Kind;
use crate::error::{Bad, IllFormed};
use crate::reference::{Decode, Utf8};

/// The longest sequence: four octets.
const LONGEST: usize = 4;

/// How many octets a character has whose first octet this is: 1 to 4, or `None` for an octet that begins none.
///
/// RFC 3629 section 3: the number of leading ones, but for octets that no well-formed text holds.
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
/// Defined on any octets: an ill-formed stretch has a boundary before each maximal subpart, so the answers agree with
/// [`chunks`](super::chunks()) and [`chars_lossy`](super::chars_lossy). 0 and the length are boundaries; what is beyond
/// the length is not. Looks at three octets before `index` at most, and three behind.
///
/// ```
/// use utf8kit::utf8::is_boundary;
///
/// let octets = "né".as_bytes(); // 6E C3 A9
/// assert_eq!([0, 1, 2, 3, 4].map(|i| is_boundary(octets, i)), [true, true, false, true, false]);
/// assert!(is_boundary(b"\x80\x80", 1)); // two stray octets are two errors
/// ```
pub fn is_boundary(octets: &[u8], index: usize) -> bool {
    index <= octets.len() && floor_boundary(octets, index) == index
}

/// The last [boundary](is_boundary) at or before `index`; the length if `index` is beyond it.
///
/// ```
/// assert_eq!(utf8kit::utf8::floor_boundary("a€".as_bytes(), 3), 1);
/// ```
pub fn floor_boundary(octets: &[u8], index: usize) -> usize {
    if index >= octets.len() {
        return octets.len();
    }
    // What is not a tail octet begins something; so does a tail octet that no sequence before it takes in.
    for back in 0..LONGEST.min(index + 1) {
        let start = index - back;
        if !matches!(octets[start], 0x80..=0xBF) {
            return if start + unit_len(&octets[start..]) > index {
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
pub fn ceil_boundary(octets: &[u8], index: usize) -> usize {
    let index = index.min(octets.len());
    let floor = floor_boundary(octets, index);
    if floor >= index {
        floor
    } else {
        floor + unit_len(&octets[floor..])
    }
}

/// Takes an unfinished character off the end: (all before it, the beginning of a sequence that more octets could
/// complete). What reading from a socket needs: process the first, put the second before what comes next.
///
/// The first part may be ill-formed elsewhere; the second has three octets at most.
///
/// ```
/// let (text, rest) = utf8kit::utf8::split_incomplete(b"ok \xE2\x82");
/// assert_eq!((text, rest), (&b"ok "[..], &b"\xE2\x82"[..]));
/// ```
pub fn split_incomplete(octets: &[u8]) -> (&[u8], &[u8]) {
    for start in (octets.len().saturating_sub(LONGEST - 1)..octets.len()).rev() {
        if let Err(Bad {
            kind: Kind::UnexpectedEnd,
            ..
        }) = Utf8::decode(&octets[start..])
        {
            return octets.split_at(start);
        }
    }
    (octets, &[])
}

/// The first character, or what is wrong there, and how many octets it takes; `None` if there are no octets.
///
/// An unfinished sequence takes all of its octets, as one U+FFFD does.
///
/// ```
/// use utf8kit::utf8::decode_first;
///
/// assert_eq!(decode_first("€ 5".as_bytes()), Some((Ok('€'), 3)));
/// let (result, len) = decode_first(b"\xED\xA0\x80").unwrap();
/// assert_eq!((result.unwrap_err().kind(), len), (utf8kit::Kind::Surrogate, 1));
/// ```
#[inline]
pub fn decode_first(octets: &[u8]) -> Option<(Result<char, IllFormed>, usize)> {
    if octets.is_empty() {
        return None;
    }
    Some(match Utf8::decode(octets) {
        Ok((c, len)) => (Ok(c), len),
        Err(bad) => (Err(IllFormed::new(Utf8::FORM, bad, 0, octets)), bad.len),
    })
}

/// The last character, or what is wrong there, and how many octets it takes; `None` if there are no octets.
///
/// Divides ill-formed text just as reading forwards does. The error's offset is that of the bad octets in `octets`.
///
/// ```
/// use utf8kit::utf8::decode_last;
///
/// assert_eq!(decode_last("5 €".as_bytes()), Some((Ok('€'), 3)));
/// assert_eq!(decode_last(b"ab\xF0\x9F").unwrap().1, 2);
/// ```
pub fn decode_last(octets: &[u8]) -> Option<(Result<char, IllFormed>, usize)> {
    let start = floor_boundary(octets, octets.len().checked_sub(1)?);
    let (result, len) = decode_first(&octets[start..])?;
    Some((result.map_err(|error| error.moved_by(start)), len))
}

/// The length of what `octets`, which are not empty, begin with: a character or a maximal subpart.
fn unit_len(octets: &[u8]) -> usize {
    match Utf8::decode(octets) {
        Ok((_, len)) | Err(Bad { len, .. }) => len,
    }
}
