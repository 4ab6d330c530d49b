//! UTF-32 to UTF-8.

use crate::Utf8Destination;
use crate::encoding::Utf32;
use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
#[cfg(feature = "alloc")]
use alloc::string::String;

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

/// Converts UTF-32 to UTF-8 and returns the number of bytes [written](Utf8Destination::Written).
/// [`utf8_len`](super::utf8_len) bytes are exactly enough. Nothing over U+10FFFF is ever written (RFC 3629 section 10).
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a code unit is not a scalar value;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 8];
/// assert_eq!(utf8kit::utf32::to_utf8(&[0x233B4, 0x21], &mut bytes), Ok(5));
/// assert_eq!(bytes[..5], [0xF0, 0xA3, 0x8E, 0xB4, 0x21]);
/// ```
#[inline]
pub fn to_utf8<D: Utf8Destination>(units: &[u32], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to_utf8::<Utf32, _>(units, dst, || super::utf8_len(units))
}

/// Converts any code units to UTF-8, with U+FFFD for each that is not a scalar value. Returns the numbers of bytes
/// [written](Utf8Destination::Written) and of replacements. [`lossy_utf8_len`](super::lossy_utf8_len) bytes are exactly
/// enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 8];
/// let done = utf8kit::utf32::to_utf8_lossy(&[0x7FFF_FFFF, 0x41], &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), ("\u{FFFD}A".as_bytes(), 1));
/// ```
pub fn to_utf8_lossy<D: Utf8Destination>(
    units: &[u32],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to_utf8::<Utf32, _>(units, dst, || super::utf8_len(units), 4)
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
    engine::to_string::<Utf32>(units, super::utf8_len(units))
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
