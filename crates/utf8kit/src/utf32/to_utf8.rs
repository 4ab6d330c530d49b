//! UTF-32 to UTF-8.

use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf8, Utf32};
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;

/// Returns the number of bytes of UTF-8 that are enough for any `units` code units, well-formed or not: four for each
/// code unit. Returns `usize::MAX` if that number does not fit into a `usize`.
///
/// ```
/// assert_eq!(utf8kit::utf32::max_utf8_len(3), 12);
/// assert_eq!(utf8kit::utf32::max_utf8_len(usize::MAX), usize::MAX);
/// ```
#[must_use]
pub const fn max_utf8_len(units: usize) -> usize {
    units.saturating_mul(4)
}

/// Converts UTF-32 to UTF-8 and returns the number of bytes written. [`utf8_len`](super::utf8_len) bytes are exactly
/// enough. Nothing over U+10FFFF is ever written (RFC 3629 section 10).
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a code unit is not a scalar value;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `bytes` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 8];
/// assert_eq!(utf8kit::utf32::to_utf8(&[0x233B4, 0x21], &mut bytes), Ok(5));
/// assert_eq!(bytes[..5], [0xF0, 0xA3, 0x8E, 0xB4, 0x21]);
/// ```
#[inline]
pub fn to_utf8(units: &[u32], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf32, Utf8>(units, bytes)
}

/// Converts as [`to_utf8()`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`to_utf8()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 4];
/// let bytes = utf8kit::utf32::to_utf8_uninit(&['я' as u32], &mut buffer).unwrap();
/// assert_eq!(bytes, [0xD1, 0x8F]);
/// ```
pub fn to_utf8_uninit<'o>(
    units: &[u32],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf32, Utf8>(units, bytes)
}

/// Converts any code units to UTF-8, with U+FFFD for each that is not a scalar value. Returns the numbers of bytes
/// written and of replacements. [`lossy_utf8_len`](super::lossy_utf8_len) bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `bytes` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 8];
/// let done = utf8kit::utf32::to_utf8_lossy(&[0x7FFF_FFFF, 0x41], &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), ("\u{FFFD}A".as_bytes(), 1));
/// ```
pub fn to_utf8_lossy(units: &[u32], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf32, Utf8>(units, bytes)
}

/// Converts as [`to_utf8_lossy`] does, into memory that need not be initialised. Returns the bytes written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_utf8_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (bytes, replaced) = utf8kit::utf32::to_utf8_lossy_uninit(&[0x110000, 0x41], &mut buffer).unwrap();
/// assert_eq!(bytes, "\u{FFFD}A".as_bytes());
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf8_lossy_uninit<'d>(
    units: &[u32],
    bytes: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf32, Utf8>(units, bytes)
}

/// Converts UTF-32 to UTF-8 and returns the bytes in a new `Vec`.
///
/// # Errors
///
/// Returns an error if a code unit is not a scalar value. Its offset is in code units.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_utf8_vec(&[0xFEFF, 0x31]).unwrap(), b"\xEF\xBB\xBF1");
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8_vec(units: &[u32]) -> Result<Vec<u8>, IllFormed> {
    engine::to_vec::<Utf32, Utf8>(units, super::utf8_len(units)).map_err(engine::ill_formed)
}

/// Converts UTF-32 to UTF-8, appends the bytes to `bytes` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_utf8_vec`]. After an error `bytes` is unchanged.
///
/// ```
/// let mut bytes = b"<".to_vec();
/// assert_eq!(utf8kit::utf32::to_utf8_append(&[0xE6, 0x3E], &mut bytes), Ok(3));
/// assert_eq!(bytes, "<æ>".as_bytes());
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8_append(units: &[u32], bytes: &mut Vec<u8>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf32, Utf8>(units, bytes, super::utf8_len(units)).map_err(engine::ill_formed)
}

/// Converts UTF-32 to a new `String`.
///
/// # Errors
///
/// Returns an error if a code unit is not a scalar value. Its offset is in code units.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_string(&[0x2200, 0x78]).unwrap(), "∀x");
///
/// let error = utf8kit::utf32::to_string(&[0x2200, 0x110000]).unwrap_err();
/// assert_eq!(error.to_string(), "ill-formed UTF-32 at offset 1: `00 11 00 00` is a number over U+10FFFF");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string(units: &[u32]) -> Result<String, IllFormed> {
    engine::to_string::<Utf32>(units, super::utf8_len(units)).map_err(engine::ill_formed)
}

/// Converts any code units to a new `String`, with U+FFFD for each that is not a scalar value.
///
/// ```
/// // A pair of surrogates is UTF-16. In UTF-32 it is two errors.
/// assert_eq!(utf8kit::utf32::to_string_lossy(&[0xD83D, 0xDE00]), "\u{FFFD}\u{FFFD}");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy(units: &[u32]) -> String {
    engine::to_string_lossy::<Utf32>(units, super::utf8_len(units), 4)
}

/// Converts UTF-32 to UTF-8, appends it to `text` and returns the number of bytes appended.
///
/// # Errors
///
/// Returns the errors of [`to_string`]. After an error `text` is unchanged.
///
/// ```
/// let mut text = String::from("∑");
/// assert!(utf8kit::utf32::to_string_append(&[0x69, 0xDFFF], &mut text).is_err());
/// assert_eq!(utf8kit::utf32::to_string_append(&[0x1D456], &mut text), Ok(4));
/// assert_eq!(text, "∑𝑖");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string_append(units: &[u32], text: &mut String) -> Result<usize, IllFormed> {
    engine::append_text::<Utf32>(units, text, super::utf8_len(units)).map_err(engine::ill_formed)
}
