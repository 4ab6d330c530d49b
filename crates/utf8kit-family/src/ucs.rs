//! UCS-2 and UCS-4, the forms of ISO/IEC 10646-1:1993, as encodings of their own.
//!
//! UCS-2 is two bytes for each character of the Basic Multilingual Plane and nothing else: what is over
//! U+FFFF it cannot write, and two surrogates are two undefined positions and no character. That is what sets
//! it apart from UTF-16. UCS-4 is four bytes for numbers up to 7FFFFFFF. The most significant byte comes
//! first, unless something says otherwise.
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

/// The bytes of a number in UCS-2: `None` if it has none, being a surrogate or over FFFF.
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

/// The first number of UCS-2 `bytes`, or what is wrong there, and its length in bytes; `None` if they are
/// empty.
pub fn decode_ucs2(bytes: &[u8], endian: Endian) -> Option<(Result<u32, ErrorKind>, usize)> {
    Some(match bytes {
        [] => return None,
        [_] => (Err(ErrorKind::UnexpectedEnd), 1),
        &[a, b, ..] => match endian {
            Endian::Big => (defined(u32::from_be_bytes([0, 0, a, b])), 2),
            Endian::Little => (defined(u32::from_be_bytes([0, 0, b, a])), 2),
        },
    })
}

/// The bytes of a number in UCS-4.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`] over 7FFFFFFF; [`ErrorKind::Surrogate`] for D800..DFFF.
pub fn encode_ucs4(number: u32, endian: Endian) -> Result<[u8; 4], ErrorKind> {
    defined(number).map(|number| match endian {
        Endian::Big => number.to_be_bytes(),
        Endian::Little => number.to_le_bytes(),
    })
}

/// The first number of UCS-4 `bytes`, or what is wrong there, and its length in bytes; `None` if they are
/// empty.
pub fn decode_ucs4(bytes: &[u8], endian: Endian) -> Option<(Result<u32, ErrorKind>, usize)> {
    Some(match bytes.first_chunk() {
        None if bytes.is_empty() => return None,
        None => (Err(ErrorKind::UnexpectedEnd), bytes.len()),
        Some(&four) => match endian {
            Endian::Big => (defined(u32::from_be_bytes(four)), 4),
            Endian::Little => (defined(u32::from_le_bytes(four)), 4),
        },
    })
}

fn defined(number: u32) -> Result<u32, ErrorKind> {
    match number {
        0xD800..=0xDFFF => Err(ErrorKind::Surrogate),
        0..=0x7FFF_FFFF => Ok(number),
        _ => Err(ErrorKind::TooLarge),
    }
}
