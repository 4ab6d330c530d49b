//! UTF-16 to UTF-8.

use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf8, Utf16};
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;

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

/// Converts UTF-16 to UTF-8 and returns the number of bytes written. [`utf8_len`](super::utf8_len) bytes are exactly
/// enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `units` has an unpaired surrogate;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `bytes` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 8];
/// assert_eq!(utf8kit::utf16::to_utf8(&[0x20AC, 0xD834, 0xDD1E], &mut bytes), Ok(7));
/// assert_eq!(&bytes[..7], "€𝄞".as_bytes());
/// ```
#[inline]
pub fn to_utf8(units: &[u16], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf16, Utf8>(units, bytes)
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
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// assert_eq!(utf8kit::utf16::to_utf8_uninit(&[0xE9, 0x74, 0xE9], &mut buffer).unwrap(), "été".as_bytes());
/// ```
pub fn to_utf8_uninit<'o>(
    units: &[u16],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf16, Utf8>(units, bytes)
}

/// Converts any code units to UTF-8, with U+FFFD for each unpaired surrogate. Returns the numbers of bytes written and
/// of replacements. [`lossy_utf8_len`](super::lossy_utf8_len) bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `bytes` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 8];
/// let done = utf8kit::utf16::to_utf8_lossy(&[0x61, 0xD800, 0x62], &mut bytes).unwrap();
/// assert_eq!((done.written, done.replaced), (5, 1));
/// assert_eq!(&bytes[..5], "a\u{FFFD}b".as_bytes());
/// ```
pub fn to_utf8_lossy(units: &[u16], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf16, Utf8>(units, bytes)
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
/// let (bytes, replaced) = utf8kit::utf16::to_utf8_lossy_uninit(&[0x61, 0xD800], &mut buffer).unwrap();
/// assert_eq!(bytes, "a\u{FFFD}".as_bytes());
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf8_lossy_uninit<'d>(
    units: &[u16],
    bytes: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf16, Utf8>(units, bytes)
}

/// Converts UTF-16 to UTF-8 and returns the bytes in a new `Vec`.
///
/// # Errors
///
/// Returns an error if `units` has an unpaired surrogate. Its offset is in code units.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_utf8_vec(&[0x3042]).unwrap(), [0xE3, 0x81, 0x82]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8_vec(units: &[u16]) -> Result<Vec<u8>, IllFormed> {
    engine::to_vec::<Utf16, Utf8>(units, super::utf8_len(units)).map_err(engine::ill_formed)
}

/// Converts UTF-16 to UTF-8, appends the bytes to `bytes` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_utf8_vec`]. After an error `bytes` is unchanged.
///
/// ```
/// let mut record = vec![0x02];
/// assert_eq!(utf8kit::utf16::to_utf8_append(&[0xB5, 0x73], &mut record), Ok(3));
/// assert_eq!(record, b"\x02\xC2\xB5s");
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8_append(units: &[u16], bytes: &mut Vec<u8>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf16, Utf8>(units, bytes, super::utf8_len(units)).map_err(engine::ill_formed)
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
    engine::to_string::<Utf16>(units, super::utf8_len(units)).map_err(engine::ill_formed)
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

/// Converts UTF-16 to UTF-8, appends it to `text` and returns the number of bytes appended.
///
/// # Errors
///
/// Returns the errors of [`to_string`]. After an error `text` is unchanged.
///
/// ```
/// let mut text = String::from("π = ");
/// assert_eq!(utf8kit::utf16::to_string_append(&[0x33, 0x2E, 0x31, 0x34], &mut text), Ok(4));
/// assert_eq!(text, "π = 3.14");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string_append(units: &[u16], text: &mut String) -> Result<usize, IllFormed> {
    engine::append_text::<Utf16>(units, text, super::utf8_len(units)).map_err(engine::ill_formed)
}
