//! UTF-32 (UCS-4 up to U+10FFFF), in 32-bit code units of the machine's byte order.
//!
//! The conversions are those that [`utf8`](crate::utf8#conversions) lists. A signature is treated as text; see
//! [`signature`](crate::signature). For UTF-32 in bytes of either byte order, see
//! [`Encoding::Utf32`](crate::Encoding::Utf32) and [`convert`](crate::convert()).
//!
//! Every code unit is a character or an error, so the number of characters is the length of the slice. The errors are a
//! surrogate ([`ErrorKind::Surrogate`](crate::ErrorKind::Surrogate)) and a value over U+10FFFF
//! ([`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge)).

use crate::code_unit::{bytes_in, none_has};
use crate::encoding::Utf32;
use crate::engine;
use crate::error::{DestinationFull, IllFormed};
use crate::simd::dispatch::kernels;
use crate::{Destination, Endian};

mod to_ascii;
mod to_latin1;
mod to_utf16;
mod to_utf8;

pub use to_ascii::*;
pub use to_latin1::*;
pub use to_utf8::*;
pub use to_utf16::*;

/// Returns `true` if every code unit is a scalar value: `0..=0xD7FF` or `0xE000..=0x10FFFF`.
///
/// ```
/// assert!(utf8kit::utf32::is_valid(&[0x61, 0x10FFFF]));
/// assert!(!utf8kit::utf32::is_valid(&[0x61, 0x110000]));
/// ```
#[inline]
#[must_use]
pub fn is_valid(units: &[u32]) -> bool {
    engine::is_valid::<Utf32>(units)
}

/// Returns `units` as characters if every code unit is a scalar value.
///
/// # Errors
///
/// Returns the first code unit that is not a scalar value. Its offset is in code units.
///
/// ```
/// use utf8kit::{ErrorKind, utf32};
///
/// assert_eq!(utf32::validate(&[0x48, 0x69]).unwrap(), ['H', 'i']);
///
/// let error = utf32::validate(&[0x48, 0xD800]).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::Surrogate, 1));
/// ```
#[inline]
pub fn validate(units: &[u32]) -> Result<&[char], IllFormed> {
    engine::validate::<Utf32>(units)?;
    // SAFETY: `char` has the size and alignment of `u32`, and `engine::validate` has checked that each code unit is a
    // scalar value.
    Ok(unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), units.len()) })
}

/// Returns `true` if every character is ASCII, U+0000..=U+007F. Returns `false` for a code unit that is not a scalar value.
///
/// ```
/// assert!(utf8kit::utf32::is_ascii(&[0x48, 0x69]));
/// assert!(!utf8kit::utf32::is_ascii(&[0x48, 0x1F600]));
/// ```
#[must_use]
pub fn is_ascii(units: &[u32]) -> bool {
    none_has(units, !0x7F)
}

/// Returns the number of bytes of UTF-8 that `units` converts to. The number is exact if `units` is well-formed. A surrogate
/// counts as three bytes, and each number over U+10FFFF as four.
///
/// ```
/// assert_eq!(utf8kit::utf32::utf8_len(&[0x7F, 0x7FF, 0xFFFF, 0x10FFFF]), 1 + 2 + 3 + 4);
/// assert_eq!(utf8kit::utf32::utf8_len(&[0xD800, 0xFFFF_FFFF]), 3 + 4);
/// ```
#[inline]
#[must_use]
pub fn utf8_len(units: &[u32]) -> usize {
    engine::utf32_utf8_len(kernels(), Endian::NATIVE, bytes_in(units))
}

/// Returns the number of bytes of UTF-8 that [`to_utf8_lossy`] writes for any code units: U+FFFD, which is three bytes,
/// takes the place of each code unit that is not a scalar value.
///
/// ```
/// assert_eq!(utf8kit::utf32::lossy_utf8_len(&[0x61, 0xD800, 0x110000]), "a\u{FFFD}\u{FFFD}".len());
/// ```
#[must_use]
pub fn lossy_utf8_len(units: &[u32]) -> usize {
    engine::utf32_lossy_utf8_len_native(kernels(), units)
}

/// Reverses the bytes of each code unit, in place: from the machine's byte order to the other one, or back.
///
/// ```
/// let mut units = [0xFFFE_0000];
/// utf8kit::utf32::swap_bytes(&mut units);
/// assert_eq!(units, [0xFEFF]);
/// ```
#[inline]
pub fn swap_bytes(units: &mut [u32]) {
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
/// let mut dst = [0; 1];
/// assert_eq!(utf8kit::utf32::swap_bytes_to(&[0x4100_0000], &mut dst), Ok(1));
/// assert_eq!(dst, [0x41]);
/// ```
#[inline]
pub fn swap_bytes_to<D: Destination<u32>>(units: &[u32], dst: D) -> Result<D::Written, DestinationFull> {
    engine::swap_bytes_to(kernels(), units, dst)
}
