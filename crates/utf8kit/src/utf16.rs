//! UTF-16 (RFC 2781), in 16-bit code units of the machine's order, and in bytes of either order.
//!
//! The conversions have the shapes that [`utf8`](crate::utf8#conversions) lists. What takes bytes begins with `bytes_`
//! and takes an [`Endian`](crate::Endian); there every offset counts bytes, and an odd byte at the end is a sequence
//! cut off ([`ErrorKind::UnexpectedEnd`](crate::ErrorKind::UnexpectedEnd)). A signature is text here: see
//! [`signature`](crate::signature).
//!
//! What can be wrong is a surrogate without its partner ([`ErrorKind::Surrogate`](crate::ErrorKind::Surrogate)). Such units never
//! become UTF-8 (RFC 3629 section 3).

use crate::Endian;
use crate::code_unit::bytes_in;
use crate::dispatch::kernels;
use crate::engine::{self, Search};
use crate::error::IllFormed;
use crate::reference::Utf16;

mod bytes;
mod to_ascii;
mod to_latin1;
mod to_utf32;
mod to_utf8;

pub use bytes::*;
pub use to_ascii::*;
pub use to_latin1::*;
pub use to_utf8::*;
pub use to_utf32::*;

/// Is every surrogate in `units` one half of a pair?
///
/// ```
/// assert!(utf8kit::utf16::is_valid(&[0xD83D, 0xDE00]));
/// assert!(!utf8kit::utf16::is_valid(&[0xDE00, 0xD83D]));
/// ```
pub fn is_valid(units: &[u16]) -> bool {
    engine::is_valid::<Utf16>(units)
}

/// Where the first surrogate without its partner is, in code units.
///
/// ```
/// use utf8kit::{ErrorKind, utf16};
///
/// let error = utf16::validate(&[0x61, 0xDC00, 0x62]).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to(), error.error_len()), (ErrorKind::Surrogate, 1, Some(1)));
///
/// // At the very end the partner may be still to come:
/// let error = utf16::validate(&[0x61, 0xD800]).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to(), error.error_len()), (ErrorKind::UnexpectedEnd, 1, None));
/// ```
pub fn validate(units: &[u16]) -> Result<(), IllFormed> {
    engine::validate::<Utf16>(units)
}

/// Replaces each surrogate without its partner by U+FFFD, in place; returns how many.
///
/// ```
/// let mut units = [0xD83D, 0xDE00, 0xD83D, 0x21];
/// assert_eq!(utf8kit::utf16::make_well_formed(&mut units), 1);
/// assert_eq!(units, [0xD83D, 0xDE00, 0xFFFD, 0x21]);
/// ```
pub fn make_well_formed(units: &mut [u16]) -> usize {
    let mut search = Search::new(kernels());
    let mut replaced = 0;
    while let Some(bad) = search.advance::<Utf16>(units) {
        units[search.read] = 0xFFFD;
        search.skip(bad.len);
        replaced += 1;
    }
    replaced
}

/// How many code units start a character: all but the low surrogates. For well-formed text the number of its characters
/// (scalar values), and so the length of its UTF-32 in code units.
///
/// ```
/// let units: Vec<u16> = "🦀 crab".encode_utf16().collect();
/// assert_eq!((units.len(), utf8kit::utf16::count(&units)), (7, 6));
/// ```
pub fn count(units: &[u16]) -> usize {
    engine::utf16_count(kernels(), Endian::NATIVE, bytes_in(units))
}

/// How many bytes of UTF-8 the text becomes. Exact if it is well-formed, unspecified otherwise.
///
/// ```
/// let units: Vec<u16> = "Ω≈ç√".encode_utf16().collect();
/// assert_eq!(utf8kit::utf16::utf8_len(&units), "Ω≈ç√".len());
/// ```
pub fn utf8_len(units: &[u16]) -> usize {
    engine::utf16_utf8_len(kernels(), Endian::NATIVE, bytes_in(units))
}

/// Turns the bytes of each code unit round: from the machine's order to the other, or back.
///
/// ```
/// let mut units = [0x4100, 0x4200];
/// utf8kit::utf16::swap_bytes(&mut units);
/// assert_eq!(utf8kit::utf16::to_string(&units).unwrap(), "AB");
/// ```
pub fn swap_bytes(units: &mut [u16]) {
    for unit in units {
        *unit = unit.swap_bytes();
    }
}
