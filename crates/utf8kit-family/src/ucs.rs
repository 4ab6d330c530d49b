//! UCS-2 and UCS-4, the forms of ISO/IEC 10646-1:1993, as encodings of their own.
//!
//! UCS-2 is two octets for each character of the Basic Multilingual Plane and nothing else: what is over
//! U+FFFF it cannot write, and two surrogates are two undefined positions and no character. That is what sets
//! it apart from UTF-16. UCS-4 is four octets for numbers up to 7FFFFFFF. The most significant octet comes
//! first, unless something says otherwise.
//!
//! ```
//! use utf8kit::{Endian, Kind};
//! use utf8kit_family::ucs;
//!
//! assert_eq!(ucs::encode_ucs4(0x7FFF_FFFF, Endian::Big), Ok([0x7F, 0xFF, 0xFF, 0xFF]));
//! assert_eq!(ucs::decode_ucs4(b"\x7F\xFF\xFF\xFF", Endian::Big), Some((Ok(0x7FFF_FFFF), 4)));
//! assert_eq!(ucs::decode_ucs2(b"\xD8\x4C\xDF\xB4", Endian::Big), Some((Err(Kind::Surrogate), 2)));
//! ```

use utf8kit::{Endian, Kind};

/// The octets of a number in UCS-2: `None` if it has none, being a surrogate or over FFFF.
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

/// The first number of UCS-2 `octets`, or what is wrong there, and its length in octets; `None` if they are
/// empty.
pub fn decode_ucs2(octets: &[u8], endian: Endian) -> Option<(Result<u32, Kind>, usize)> {
    Some(match octets {
        [] => return None,
        [_] => (Err(Kind::UnexpectedEnd), 1),
        &[a, b, ..] => match endian {
            Endian::Big => (defined(u32::from_be_bytes([0, 0, a, b])), 2),
            Endian::Little => (defined(u32::from_be_bytes([0, 0, b, a])), 2),
        },
    })
}

/// The octets of a number in UCS-4.
///
/// # Errors
///
/// [`Kind::TooLarge`] over 7FFFFFFF; [`Kind::Surrogate`] for D800..DFFF.
pub fn encode_ucs4(number: u32, endian: Endian) -> Result<[u8; 4], Kind> {
    defined(number).map(|number| match endian {
        Endian::Big => number.to_be_bytes(),
        Endian::Little => number.to_le_bytes(),
    })
}

/// The first number of UCS-4 `octets`, or what is wrong there, and its length in octets; `None` if they are
/// empty.
pub fn decode_ucs4(octets: &[u8], endian: Endian) -> Option<(Result<u32, Kind>, usize)> {
    Some(match octets.first_chunk() {
        None if octets.is_empty() => return None,
        None => (Err(Kind::UnexpectedEnd), octets.len()),
        Some(&four) => match endian {
            Endian::Big => (defined(u32::from_be_bytes(four)), 4),
            Endian::Little => (defined(u32::from_le_bytes(four)), 4),
        },
    })
}

fn defined(number: u32) -> Result<u32, Kind> {
    match number {
        0xD800..=0xDFFF => Err(Kind::Surrogate),
        0..=0x7FFF_FFFF => Ok(number),
        _ => Err(Kind::TooLarge),
    }
}
