//! From UTF-8 to ASCII.

use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Ascii, Utf8};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts to ASCII and returns the number of bytes written: as many as read, and the same ones (RFC 3629 section 1).
///
/// The error says whether the source is ill-formed, has a character over U+007F or the destination is full, and how
/// many bytes were read and written.
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
pub fn to_ascii(bytes: &[u8], dst: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf8, Ascii>(bytes, engine::as_uninit(dst))
}

/// [`to_ascii()`] into memory that need not be initialised; returns the bytes written.
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::utf8::to_ascii_uninit(b"HTTP", &mut room).unwrap(), b"HTTP");
/// ```
pub fn to_ascii_uninit<'u>(
    bytes: &[u8],
    dst: &'u mut [MaybeUninit<u8>],
) -> Result<&'u mut [u8], ConvertError> {
    engine::convert_uninit::<Utf8, Ascii>(bytes, dst)
}

/// Converts any bytes to ASCII, with `?` for each maximal subpart and each character over U+007F.
///
/// The error says how many bytes were read and written before the destination was full.
///
/// ```
/// let mut dst = [0; 16];
/// let done = utf8kit::utf8::to_ascii_lossy("smörgås".as_bytes(), &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), (&b"sm?rg?s"[..], 2));
/// ```
pub fn to_ascii_lossy(bytes: &[u8], dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf8, Ascii>(bytes, engine::as_uninit(dst))
}

/// The text in ASCII as a new `Vec`. The error's `written` counts bytes that were converted before it.
///
/// ```
/// assert_eq!(utf8kit::utf8::to_ascii_vec(b"xn--").unwrap(), b"xn--");
/// assert_eq!(utf8kit::utf8::to_ascii_vec("xn–".as_bytes()).unwrap_err().read(), 2);
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_vec(bytes: &[u8]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf8, Ascii>(bytes, bytes.len())
}

/// Appends the text in ASCII to `dst`; returns the number of bytes appended. After an error `dst` is as it was.
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
/// The error says whether a character is over U+007F or the destination full.
///
/// ```
/// let mut dst = [0; 2];
/// assert_eq!(utf8kit::utf8::str_to_ascii("OK", &mut dst), Ok(2));
/// ```
pub fn str_to_ascii(text: &str, dst: &mut [u8]) -> Result<usize, ConvertError> {
    to_ascii(text.as_bytes(), dst)
}
