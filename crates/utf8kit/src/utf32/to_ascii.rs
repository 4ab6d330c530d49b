//! UTF-32 to ASCII.

use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Ascii, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts UTF-32 to ASCII and returns the number of bytes written. Each code unit takes one, so `units.len()` bytes
/// are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a code unit is not a scalar value;
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+007F;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `bytes` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 2];
/// assert_eq!(utf8kit::utf32::to_ascii(&[0x30, 0x7F], &mut bytes), Ok(2));
/// assert_eq!(bytes, [0x30, 0x7F]);
/// ```
#[inline]
pub fn to_ascii(units: &[u32], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf32, Ascii>(units, bytes)
}

/// Converts as [`to_ascii()`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`to_ascii()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::utf32::to_ascii_uninit(&[0x6E, 0x6F], &mut buffer).unwrap(), b"no");
/// ```
pub fn to_ascii_uninit<'o>(
    units: &[u32],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf32, Ascii>(units, bytes)
}

/// Converts any code units to ASCII, with `?` for each code unit that is not a scalar value and for each character over
/// U+007F. Returns the numbers of bytes written and of replacements. `units.len()` bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `bytes` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf32::to_ascii_lossy(&[0x80, 0x41], &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"?A"[..], 1));
/// ```
pub fn to_ascii_lossy(units: &[u32], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf32, Ascii>(units, bytes)
}

/// Converts as [`to_ascii_lossy`] does, into memory that need not be initialised. Returns the bytes written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_ascii_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (bytes, replaced) = utf8kit::utf32::to_ascii_lossy_uninit(&[0x31, 0x20AC], &mut buffer).unwrap();
/// assert_eq!(bytes, b"1?");
/// assert_eq!(replaced, 1);
/// ```
pub fn to_ascii_lossy_uninit<'d>(
    units: &[u32],
    bytes: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf32, Ascii>(units, bytes)
}

/// Converts UTF-32 to ASCII and returns the bytes in a new `Vec`.
///
/// # Errors
///
/// Returns an error if a code unit is not a scalar value, or if a character is over U+007F. Its `read` is in code
/// units; its `written` is the number of bytes converted before the error.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_ascii_vec(&[0x7E]).unwrap(), b"~");
/// assert_eq!(utf8kit::utf32::to_ascii_vec(&[0x7E, 0x203E]).unwrap_err().written(), 1);
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_vec(units: &[u32]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf32, Ascii>(units, units.len())
}

/// Converts UTF-32 to ASCII, appends the bytes to `bytes` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_ascii_vec`]. After an error `bytes` is unchanged.
///
/// ```
/// let mut bytes = b"U+".to_vec();
/// assert_eq!(utf8kit::utf32::to_ascii_append(&[0x34, 0x31], &mut bytes), Ok(2));
/// assert_eq!(bytes, b"U+41");
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_append(units: &[u32], bytes: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf32, Ascii>(units, bytes, units.len())
}
