//! UCS-2 and UCS-4 (ISO/IEC 10646-1:1993).
//!
//! UCS-2 encodes each character of the Basic Multilingual Plane in two bytes, and no other character. It
//! differs from UTF-16 in that surrogates are ill-formed, also as pairs. UCS-4 encodes numbers up to
//! `0x7FFF_FFFF` in four bytes each.
//!
//! ```
//! use utf8kit::{Endian, ErrorKind};
//! use utf8kit_family::ucs;
//!
//! assert_eq!(ucs::encode_ucs4(0x7FFF_FFFF, Endian::Big), Ok([0x7F, 0xFF, 0xFF, 0xFF]));
//! assert_eq!(ucs::decode_ucs4(b"\x7F\xFF\xFF\xFF", Endian::Big), Some((Ok(0x7FFF_FFFF), 4)));
//! assert_eq!(ucs::decode_ucs2(b"\xD8\x4C\xDF\xB4", Endian::Big), Some((Err(ErrorKind::Surrogate), 2)));
//! ```

use utf8kit::{Endian, ErrorKind};

/// Returns the two bytes of `number` in UCS-2, or `None` if it is a surrogate or over `0xFFFF`.
///
/// ```
/// use utf8kit::Endian;
///
/// assert_eq!(utf8kit_family::ucs::encode_ucs2(0x20AC, Endian::Little), Some([0xAC, 0x20]));
/// assert_eq!(utf8kit_family::ucs::encode_ucs2(0x1_0000, Endian::Little), None);
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
/// ```
/// use utf8kit::{Endian, ErrorKind};
/// use utf8kit_family::ucs::decode_ucs2;
///
/// assert_eq!(decode_ucs2(b"\xAC\x20!\0", Endian::Little), Some((Ok(0x20AC), 2)));
/// assert_eq!(decode_ucs2(b"!", Endian::Little), Some((Err(ErrorKind::UnexpectedEnd), 1)));
/// ```
pub fn decode_ucs2(bytes: &[u8], endian: Endian) -> Option<(Result<u32, ErrorKind>, usize)> {
    Some(match bytes {
        [] => return None,
        [_] => (Err(ErrorKind::UnexpectedEnd), 1),
        &[a, b, ..] => match endian {
            Endian::Big => (check_number(u32::from_be_bytes([0, 0, a, b])), 2),
            Endian::Little => (check_number(u32::from_be_bytes([0, 0, b, a])), 2),
        },
    })
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
/// use utf8kit_family::ucs::encode_ucs4;
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
/// use utf8kit_family::ucs::decode_ucs4;
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
