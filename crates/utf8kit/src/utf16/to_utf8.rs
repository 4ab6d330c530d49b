//! UTF-16 to UTF-8.

use crate::Utf8Destination;
use crate::encoding::Utf16;
use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
#[cfg(feature = "alloc")]
use alloc::string::String;

/// Returns the number of bytes of UTF-8 that are enough for any `units` code units, well-formed or not: three for each
/// code unit. Returns `usize::MAX` if that number does not fit into a `usize`.
///
/// ```
/// assert_eq!(utf8kit::utf16::max_utf8_len(100), 300);
/// ```
#[must_use]
pub const fn max_utf8_len(units: usize) -> usize {
    units.saturating_mul(3)
}

/// Converts UTF-16 to UTF-8 and returns the number of bytes [written](Utf8Destination::Written).
/// [`utf8_len`](super::utf8_len) bytes are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `units` has an unpaired surrogate;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 8];
/// assert_eq!(utf8kit::utf16::to_utf8(&[0x20AC, 0xD834, 0xDD1E], &mut bytes), Ok(7));
/// assert_eq!(&bytes[..7], "€𝄞".as_bytes());
/// ```
#[inline]
pub fn to_utf8<D: Utf8Destination>(units: &[u16], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to_utf8::<Utf16, _>(units, dst, || super::utf8_len(units))
}

/// Converts any code units to UTF-8, with U+FFFD for each unpaired surrogate. Returns the numbers of bytes
/// [written](Utf8Destination::Written) and of replacements. [`lossy_utf8_len`](super::lossy_utf8_len) bytes are exactly
/// enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 8];
/// let done = utf8kit::utf16::to_utf8_lossy(&[0x61, 0xD800, 0x62], &mut bytes).unwrap();
/// assert_eq!((done.written, done.replaced), (5, 1));
/// assert_eq!(&bytes[..5], "a\u{FFFD}b".as_bytes());
/// ```
pub fn to_utf8_lossy<D: Utf8Destination>(
    units: &[u16],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to_utf8::<Utf16, _>(units, dst, || super::utf8_len(units), 3)
}

/// Converts UTF-16 to a new `String`.
///
/// # Errors
///
/// Returns an error if `units` has an unpaired surrogate. Its offset is in code units.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_string(&[0xD83D, 0xDE00]).unwrap(), "😀");
///
/// let error = utf8kit::utf16::to_string(&[0x61, 0xDE00]).unwrap_err();
/// assert_eq!(error.to_string(), "ill-formed UTF-16 at offset 1: `DE 00` is an unpaired surrogate");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string(units: &[u16]) -> Result<String, IllFormed> {
    engine::to_string::<Utf16>(units, super::utf8_len(units))
}

/// Converts any code units to a new `String`, with U+FFFD for each unpaired surrogate.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_string_lossy(&[0xD800, 0xD800, 0x21]), "\u{FFFD}\u{FFFD}!");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy(units: &[u16]) -> String {
    engine::to_string_lossy::<Utf16>(units, super::utf8_len(units), 3)
}
