//! UTF-8 to ASCII.

use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Ascii, Utf8};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts UTF-8 to ASCII and returns the number of bytes written. These are the bytes read, unchanged (RFC 3629
/// section 1), so `bytes.len()` bytes are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `bytes` is not well-formed UTF-8 (RFC 3629
///   section 4);
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+007F;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf8};
///
/// let mut dst = [0; 16];
/// assert_eq!(utf8::to_ascii(b"plain", &mut dst), Ok(5));
///
/// let error = utf8::to_ascii("per se — ".as_bytes(), &mut dst).unwrap_err();
/// assert_eq!((error.kind(), error.written()), (ConvertErrorKind::NotRepresentable('—'), 7));
/// ```
#[inline]
pub fn to_ascii(bytes: &[u8], dst: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf8, Ascii>(bytes, dst)
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
/// assert_eq!(utf8kit::utf8::to_ascii_uninit(b"HTTP", &mut buffer).unwrap(), b"HTTP");
/// ```
pub fn to_ascii_uninit<'u>(
    bytes: &[u8],
    dst: &'u mut [MaybeUninit<u8>],
) -> Result<&'u mut [u8], ConvertError> {
    engine::convert_uninit::<Utf8, Ascii>(bytes, dst)
}

/// Converts any bytes to ASCII, with `?` for each maximal subpart of an ill-formed sequence and for each character over
/// U+007F. Returns the numbers of bytes written and of replacements. [`lossy_count`](super::lossy_count) bytes are
/// exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// let mut dst = [0; 16];
/// let done = utf8kit::utf8::to_ascii_lossy("smörgås".as_bytes(), &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), (&b"sm?rg?s"[..], 2));
/// ```
pub fn to_ascii_lossy(bytes: &[u8], dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf8, Ascii>(bytes, dst)
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
/// let (bytes, replaced) = utf8kit::utf8::to_ascii_lossy_uninit("5 €".as_bytes(), &mut buffer).unwrap();
/// assert_eq!(bytes, b"5 ?");
/// assert_eq!(replaced, 1);
/// ```
pub fn to_ascii_lossy_uninit<'d>(
    bytes: &[u8],
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf8, Ascii>(bytes, dst)
}

/// Converts UTF-8 to ASCII and returns the bytes in a new `Vec`.
///
/// # Errors
///
/// Returns an error if `bytes` is not well-formed UTF-8 (RFC 3629 section 4), or if a character is over U+007F. Its
/// `read` is in bytes; its `written` is the number of bytes converted before the error.
///
/// ```
/// assert_eq!(utf8kit::utf8::to_ascii_vec(b"xn--").unwrap(), b"xn--");
/// assert_eq!(utf8kit::utf8::to_ascii_vec("xn–".as_bytes()).unwrap_err().read(), 2);
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_vec(bytes: &[u8]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf8, Ascii>(bytes, bytes.len())
}

/// Converts UTF-8 to ASCII, appends the bytes to `dst` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_ascii_vec`]. After an error `dst` is unchanged.
///
/// ```
/// let mut line = b"EHLO ".to_vec();
/// assert!(utf8kit::utf8::to_ascii_append("bücher.example".as_bytes(), &mut line).is_err());
/// assert_eq!(utf8kit::utf8::to_ascii_append(b"xn--bcher-kva.example", &mut line), Ok(21));
/// assert_eq!(line, b"EHLO xn--bcher-kva.example");
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_append(bytes: &[u8], dst: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf8, Ascii>(bytes, dst, bytes.len())
}

/// Converts a `str` to ASCII and returns the number of bytes written.
///
/// # Errors
///
/// Returns an error of kind [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a
/// character is over U+007F, or [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if
/// `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// let mut dst = [0; 2];
/// assert_eq!(utf8kit::utf8::str_to_ascii("OK", &mut dst), Ok(2));
/// ```
pub fn str_to_ascii(text: &str, dst: &mut [u8]) -> Result<usize, ConvertError> {
    to_ascii(text.as_bytes(), dst)
}
