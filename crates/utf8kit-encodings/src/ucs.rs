//! UCS-2 and UCS-4 (ISO/IEC 10646-1:1993).
//!
//! UCS-2 encodes each character of the Basic Multilingual Plane in two bytes, and no other character. UCS-4 encodes
//! numbers up to `0x7FFF_FFFF` in four bytes each.
//!
//! Where UCS-2 is read, a pair of surrogates is one number over U+FFFF, as in UTF-16. RFC 2279 section 2 requires this on
//! the way to UTF-8: pairs "require special treatment: the UTF-16 transformation must be undone". Text with the label UCS-2
//! often is UTF-16, because writers of UCS-2 were changed to UTF-16 and kept the label. An unpaired surrogate is ill-formed.
//! UCS-2 is written without surrogates: it lacks all characters over U+FFFF.
//!
//! ```
//! use utf8kit::{Endian, ErrorKind};
//! use utf8kit_encodings::ucs;
//!
//! assert_eq!(ucs::encode_ucs4(0x7FFF_FFFF, Endian::Big), Ok([0x7F, 0xFF, 0xFF, 0xFF]));
//! assert_eq!(ucs::decode_ucs4(b"\x7F\xFF\xFF\xFF", Endian::Big), Some((Ok(0x7FFF_FFFF), 4)));
//! assert_eq!(ucs::decode_ucs2(b"\xD8\x4C\0a", Endian::Big), Some((Err(ErrorKind::Surrogate), 2)));
//! assert_eq!(ucs::encode_ucs2(0x233B4, Endian::Big), None);
//! ```

use crate::item::{Expected, Item};
use utf8kit::codec::Description;
use utf8kit::{Endian, ErrorKind};

pub(crate) static UCS2: Description = Description::new("UCS-2")
    .with_clause(|_| "ISO/IEC 10646-1")
    .with_expected(Expected::words);
pub(crate) static UCS4: Description = Description::new("UCS-4").with_clause(|_| "ISO/IEC 10646-1");

/// Returns the two bytes of `number` in UCS-2, or `None` if it is a surrogate or over `0xFFFF`.
///
/// ```
/// use utf8kit::Endian;
///
/// assert_eq!(utf8kit_encodings::ucs::encode_ucs2(0x20AC, Endian::Little), Some([0xAC, 0x20]));
/// assert_eq!(utf8kit_encodings::ucs::encode_ucs2(0x1_0000, Endian::Little), None);
/// ```
pub fn encode_ucs2(number: u32, endian: Endian) -> Option<[u8; 2]> {
    let unit = u16::try_from(number)
        .ok()
        .filter(|unit| !matches!(unit, 0xD800..=0xDFFF))?;
    Some(match endian {
        Endian::Big => unit.to_be_bytes(),
        Endian::Little => unit.to_le_bytes(),
    })
}

/// Returns the first number of `bytes` in UCS-2, or the kind of its error, and its length in bytes. Returns
/// `None` if `bytes` is empty.
///
/// A pair of surrogates, of four bytes, is one number. [`ErrorKind::UnexpectedEnd`] means that more bytes could complete
/// the number.
///
/// ```
/// use utf8kit::{Endian, ErrorKind};
/// use utf8kit_encodings::ucs::decode_ucs2;
///
/// assert_eq!(decode_ucs2(b"\xAC\x20!\0", Endian::Little), Some((Ok(0x20AC), 2)));
/// assert_eq!(decode_ucs2(b"\xD8\x4C\xDF\xB4", Endian::Big), Some((Ok(0x233B4), 4)));
/// assert_eq!(decode_ucs2(b"!", Endian::Little), Some((Err(ErrorKind::UnexpectedEnd), 1)));
/// ```
pub fn decode_ucs2(bytes: &[u8], endian: Endian) -> Option<(Result<u32, ErrorKind>, usize)> {
    Some(match bytes.len() {
        0 => return None,
        1 => (Err(ErrorKind::UnexpectedEnd), 1),
        len => match (unit(bytes, endian), &bytes[2..]) {
            (0xD800..=0xDBFF, [] | [_]) => (Err(ErrorKind::UnexpectedEnd), len),
            (high @ 0xD800..=0xDBFF, rest) => match unit(rest, endian) {
                low @ 0xDC00..=0xDFFF => (Ok(0x1_0000 + ((high & 0x3FF) << 10 | low & 0x3FF)), 4),
                _ => (Err(ErrorKind::Surrogate), 2),
            },
            (0xDC00..=0xDFFF, _) => (Err(ErrorKind::Surrogate), 2),
            (number, _) => (Ok(number), 2),
        },
    })
}

/// Returns the code unit of two bytes at the beginning of `bytes`.
pub(crate) fn unit(bytes: &[u8], endian: Endian) -> u32 {
    match endian {
        Endian::Big => u32::from_be_bytes([0, 0, bytes[0], bytes[1]]),
        Endian::Little => u32::from_be_bytes([0, 0, bytes[1], bytes[0]]),
    }
}

/// Returns the four bytes of `number` in UCS-4.
///
/// # Errors
///
/// Returns [`ErrorKind::Surrogate`] for `0xD800..=0xDFFF` and [`ErrorKind::TooLarge`] for numbers over
/// `0x7FFF_FFFF`.
///
/// ```
/// use utf8kit::{Endian, ErrorKind};
/// use utf8kit_encodings::ucs::encode_ucs4;
///
/// assert_eq!(encode_ucs4(0x20AC, Endian::Big), Ok([0, 0, 0x20, 0xAC]));
/// assert_eq!(encode_ucs4(0x8000_0000, Endian::Big), Err(ErrorKind::TooLarge));
/// ```
pub fn encode_ucs4(number: u32, endian: Endian) -> Result<[u8; 4], ErrorKind> {
    check_number(number).map(|number| match endian {
        Endian::Big => number.to_be_bytes(),
        Endian::Little => number.to_le_bytes(),
    })
}

/// Returns the first number of `bytes` in UCS-4, or the kind of its error, and its length in bytes. Returns
/// `None` if `bytes` is empty.
///
/// ```
/// use utf8kit::{Endian, ErrorKind};
/// use utf8kit_encodings::ucs::decode_ucs4;
///
/// assert_eq!(decode_ucs4(b"\0\0\x20\xAC", Endian::Big), Some((Ok(0x20AC), 4)));
/// assert_eq!(decode_ucs4(b"\0\0\x20", Endian::Big), Some((Err(ErrorKind::UnexpectedEnd), 3)));
/// ```
pub fn decode_ucs4(bytes: &[u8], endian: Endian) -> Option<(Result<u32, ErrorKind>, usize)> {
    Some(match bytes.first_chunk() {
        None if bytes.is_empty() => return None,
        None => (Err(ErrorKind::UnexpectedEnd), bytes.len()),
        Some(&four) => match endian {
            Endian::Big => (check_number(u32::from_be_bytes(four)), 4),
            Endian::Little => (check_number(u32::from_le_bytes(four)), 4),
        },
    })
}

/// Returns `number` if UCS-4 can encode it, and the kind of the error otherwise.
fn check_number(number: u32) -> Result<u32, ErrorKind> {
    match number {
        0xD800..=0xDFFF => Err(ErrorKind::Surrogate),
        0..=0x7FFF_FFFF => Ok(number),
        _ => Err(ErrorKind::TooLarge),
    }
}

/// Returns what `bytes`, which are not empty, begin with in UCS-2. `last` is `true` if no bytes follow.
pub(crate) fn read_ucs2(bytes: &[u8], endian: Endian, last: bool) -> Item {
    match decode_ucs2(bytes, endian) {
        Some((Err(ErrorKind::UnexpectedEnd), _)) | None if !last => Item::Incomplete,
        None => unreachable!("there are bytes"),
        Some((Ok(number), len)) => Item::Number(number, len),
        // The second surrogate of the pair is missing.
        Some((Err(ErrorKind::UnexpectedEnd), 2..)) => {
            Item::IllFormed(ErrorKind::Surrogate, 2, Expected::PairInUcs2)
        }
        Some((Err(ErrorKind::Surrogate), len)) => {
            Item::IllFormed(ErrorKind::Surrogate, len, Expected::PairInUcs2)
        }
        Some((Err(kind), len)) => Item::IllFormed(kind, len, Expected::ByKind),
    }
}

/// Returns what `bytes`, which are not empty, begin with in UCS-4. `last` is `true` if no bytes follow.
pub(crate) fn read_ucs4(bytes: &[u8], endian: Endian, last: bool) -> Item {
    Item::of(decode_ucs4(bytes, endian), last)
}
