//! UTF-32 to Latin-1.

use crate::code_unit::none_has;
use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Latin1, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Returns `true` if [`to_latin1()`] can convert `units`, that is, if every character is at most U+00FF. Returns `false` for a code unit that is not a scalar value.
///
/// ```
/// assert!(utf8kit::utf32::is_latin1(&[0x4F, 0xE9]));
/// assert!(!utf8kit::utf32::is_latin1(&[0x4F, 0x1_00E9]));
/// ```
#[must_use]
pub fn is_latin1(units: &[u32]) -> bool {
    none_has(units, !0xFF)
}

/// Converts UTF-32 to Latin-1 (ISO/IEC 8859-1) and returns the number of bytes written. Each code unit takes one, so
/// `units.len()` bytes are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a code unit is not a scalar value;
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+00FF;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `bytes` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf32};
///
/// let mut bytes = [0; 4];
/// assert_eq!(utf32::to_latin1(&[0xAB, 0xBB], &mut bytes), Ok(2));
///
/// let error = utf32::to_latin1(&[0xAB, 0x100], &mut bytes).unwrap_err();
/// assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable('Ā'));
/// ```
#[inline]
pub fn to_latin1(units: &[u32], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf32, Latin1>(units, bytes)
}

/// Converts as [`to_latin1()`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`to_latin1()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::utf32::to_latin1_uninit(&[0xDF], &mut buffer).unwrap(), [0xDF]);
/// ```
pub fn to_latin1_uninit<'o>(
    units: &[u32],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf32, Latin1>(units, bytes)
}

/// Converts any code units to Latin-1 (ISO/IEC 8859-1), with `?` for each code unit that is not a scalar value and for
/// each character over U+00FF. Returns the numbers of bytes written and of replacements. `units.len()` bytes are
/// exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `bytes` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf32::to_latin1_lossy(&[0xFE, 0x3B8, 0xD800], &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"\xFE??"[..], 2));
/// ```
pub fn to_latin1_lossy(units: &[u32], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf32, Latin1>(units, bytes)
}

/// Converts as [`to_latin1_lossy`] does, into memory that need not be initialised. Returns the bytes written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_latin1_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (bytes, replaced) = utf8kit::utf32::to_latin1_lossy_uninit(&[0xFE, 0x3B8, 0xD800], &mut buffer).unwrap();
/// assert_eq!(bytes, b"\xFE??");
/// assert_eq!(replaced, 2);
/// ```
pub fn to_latin1_lossy_uninit<'d>(
    units: &[u32],
    bytes: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf32, Latin1>(units, bytes)
}

/// Converts UTF-32 to Latin-1 (ISO/IEC 8859-1) and returns the bytes in a new `Vec`.
///
/// # Errors
///
/// Returns an error if a code unit is not a scalar value, or if a character is over U+00FF. Its `read` is in code
/// units; its `written` is the number of bytes converted before the error.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_latin1_vec(&[0x4D, 0xFC]).unwrap(), b"M\xFC");
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_vec(units: &[u32]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf32, Latin1>(units, units.len())
}

/// Converts UTF-32 to Latin-1 (ISO/IEC 8859-1), appends the bytes to `bytes` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_latin1_vec`]. After an error `bytes` is unchanged.
///
/// ```
/// let mut bytes = b"10".to_vec();
/// assert_eq!(utf8kit::utf32::to_latin1_append(&[0xA3], &mut bytes), Ok(1));
/// assert_eq!(bytes, b"10\xA3");
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_append(units: &[u32], bytes: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf32, Latin1>(units, bytes, units.len())
}
