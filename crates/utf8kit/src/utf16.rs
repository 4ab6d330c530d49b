//! UTF-16 (RFC 2781), in 16-bit code units of the machine's byte order.
//!
//! The conversions are those that [`utf8`](crate::utf8#conversions) lists. A signature is treated as text; see
//! [`signature`](crate::signature). For UTF-16 in bytes of either byte order, as in files and on networks, see
//! [`Encoding::Utf16`](crate::Encoding::Utf16) and [`convert`](crate::convert()).
//!
//! The only error in code units is an unpaired surrogate: [`ErrorKind::Surrogate`](crate::ErrorKind::Surrogate), or
//! [`ErrorKind::UnexpectedEnd`](crate::ErrorKind::UnexpectedEnd) for a high surrogate at the end. Unpaired surrogates
//! are never converted to UTF-8 (RFC 3629 section 3).

use crate::code_unit::bytes_in;
use crate::encoding::Utf16;
use crate::engine;
use crate::error::{DestinationFull, IllFormed, Lossy};
use crate::simd::dispatch::kernels;
use crate::{Destination, Endian};

mod boundary;
mod chars;
mod chunks;
mod to_ascii;
mod to_latin1;
#[cfg(feature = "utf32")]
mod to_utf32;
mod to_utf8;

pub use boundary::*;
pub use chars::*;
pub use chunks::*;
pub use to_ascii::*;
pub use to_latin1::*;
pub use to_utf8::*;
#[cfg(feature = "utf32")]
pub use to_utf32::*;

/// Returns `true` if `units` is well-formed, that is, has no unpaired surrogate.
///
/// ```
/// assert!(utf8kit::utf16::is_valid(&[0xD83D, 0xDE00]));
/// assert!(!utf8kit::utf16::is_valid(&[0xDE00, 0xD83D]));
/// ```
#[inline]
#[must_use]
pub fn is_valid(units: &[u16]) -> bool {
    engine::is_valid::<Utf16>(units)
}

/// Checks that `units` is well-formed UTF-16.
///
/// # Errors
///
/// Returns the first unpaired surrogate. Its offset is in code units.
///
/// ```
/// use utf8kit::{ErrorKind, utf16};
///
/// let error = utf16::validate(&[0x61, 0xDC00, 0x62]).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to(), error.error_len()), (ErrorKind::Surrogate, 1, Some(1)));
///
/// // More input could complete a pair whose high surrogate is at the end:
/// let error = utf16::validate(&[0x61, 0xD800]).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to(), error.error_len()), (ErrorKind::UnexpectedEnd, 1, None));
/// ```
#[inline]
pub fn validate(units: &[u16]) -> Result<(), IllFormed> {
    engine::validate::<Utf16>(units)
}

/// Returns `true` if every character is ASCII, U+0000..=U+007F. Returns `false` for an unpaired surrogate.
///
/// ```
/// assert!(utf8kit::utf16::is_ascii(&[0x48, 0x69]));
/// assert!(!utf8kit::utf16::is_ascii(&[0x48, 0x20AC]));
/// ```
#[inline]
#[must_use]
pub fn is_ascii(units: &[u16]) -> bool {
    engine::utf16_is_ascii(kernels(), units)
}

/// Replaces each unpaired surrogate by U+FFFD, in place, and returns the number of replacements.
///
/// ```
/// let mut units = [0xD83D, 0xDE00, 0xD83D, 0x21];
/// assert_eq!(utf8kit::utf16::make_well_formed(&mut units), 1);
/// assert_eq!(units, [0xD83D, 0xDE00, 0xFFFD, 0x21]);
/// ```
#[inline]
pub fn make_well_formed(units: &mut [u16]) -> usize {
    engine::make_well_formed(kernels(), units)
}

/// Copies `units` with U+FFFD for each unpaired surrogate. Returns the numbers of code units
/// [written](Destination::Written) and of replacements. `units.len()` code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in code units.
///
/// ```
/// let mut dst = [0; 4];
/// let done = utf8kit::utf16::to_well_formed(&[0xDE00, 0xD83D, 0xDE00], &mut dst).unwrap();
/// assert_eq!((done.written, done.replaced), (3, 1));
/// assert_eq!(dst[..3], [0xFFFD, 0xD83D, 0xDE00]);
/// ```
#[inline]
pub fn to_well_formed<D: Destination<u16>>(
    units: &[u16],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::to_well_formed(kernels(), units, dst)
}

/// Returns the number of code units that start a character, that is, are not low surrogates. For well-formed text this
/// is the number of characters (scalar values), and so its length in UTF-32 code units.
///
/// ```
/// let units: Vec<u16> = "🦀 crab".encode_utf16().collect();
/// assert_eq!((units.len(), utf8kit::utf16::count(&units)), (7, 6));
/// ```
#[inline]
#[must_use]
pub fn count(units: &[u16]) -> usize {
    engine::utf16_count(kernels(), Endian::NATIVE, bytes_in(units))
}

/// Returns the number of characters of any code units, with U+FFFD for each unpaired surrogate. This is the length in
/// UTF-32 code units of a lossy conversion, and its length in bytes of Latin-1 or ASCII.
///
/// ```
/// assert_eq!(utf8kit::utf16::lossy_count(&[0xDC00, 0xD83E, 0xDD80, 0xD83E]), "\u{FFFD}🦀\u{FFFD}".chars().count());
/// ```
#[must_use]
pub fn lossy_count(units: &[u16]) -> usize {
    engine::utf16_lossy_count(kernels(), units)
}

/// Returns the number of bytes of UTF-8 that `units` converts to. The number is exact if `units` is well-formed, and
/// unspecified otherwise.
///
/// ```
/// let units: Vec<u16> = "Ω≈ç√".encode_utf16().collect();
/// assert_eq!(utf8kit::utf16::utf8_len(&units), "Ω≈ç√".len());
/// ```
#[inline]
#[must_use]
pub fn utf8_len(units: &[u16]) -> usize {
    engine::utf16_utf8_len(kernels(), Endian::NATIVE, bytes_in(units))
}

/// Returns the number of bytes of UTF-8 that [`to_utf8_lossy`] writes for any code units: U+FFFD, which is three bytes,
/// takes the place of each unpaired surrogate.
///
/// ```
/// let units = [0x61, 0xD800, 0x62];
/// assert_eq!(utf8kit::utf16::lossy_utf8_len(&units), "a\u{FFFD}b".len());
/// ```
#[must_use]
pub fn lossy_utf8_len(units: &[u16]) -> usize {
    engine::utf16_lossy_utf8_len(kernels(), Endian::NATIVE, bytes_in(units))
}

/// Reverses the bytes of each code unit, in place: from the machine's byte order to the other one, or back.
///
/// ```
/// let mut units = [0x4100, 0x4200];
/// utf8kit::utf16::swap_bytes(&mut units);
/// assert_eq!(utf8kit::utf16::to_string(&units).unwrap(), "AB");
/// ```
#[inline]
pub fn swap_bytes(units: &mut [u16]) {
    engine::swap_bytes(kernels(), units);
}

/// Copies `units` with the bytes of each code unit reversed, and returns the number of code units
/// [written](Destination::Written). `units.len()` code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in code units.
///
/// ```
/// let mut dst = [0; 2];
/// assert_eq!(utf8kit::utf16::swap_bytes_to(&[0x4100, 0x4200], &mut dst), Ok(2));
/// assert_eq!(dst, [0x41, 0x42]);
/// ```
#[inline]
pub fn swap_bytes_to<D: Destination<u16>>(units: &[u16], dst: D) -> Result<D::Written, DestinationFull> {
    engine::swap_bytes_to(kernels(), units, dst)
}
