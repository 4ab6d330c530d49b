//! UTF-8 to ASCII.

use crate::Destination;
use crate::encoding::{Ascii, Utf8};
use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};

/// Converts UTF-8 to ASCII and returns the number of bytes [written](Destination::Written). These are the bytes read,
/// unchanged (RFC 3629 section 1), so `bytes.len()` bytes are exactly enough.
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
/// assert_eq!((error.kind(), error.written()), (ConvertErrorKind::NotRepresentable('—' as u32), 7));
/// ```
#[inline]
pub fn to_ascii<D: Destination<u8>>(bytes: &[u8], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf8, Ascii, _>(bytes, dst, || bytes.len())
}

/// Converts any bytes to ASCII, with `?` for each maximal subpart of an ill-formed sequence and for each character over
/// U+007F. Returns the numbers of bytes [written](Destination::Written) and of replacements.
/// [`lossy_count`](super::lossy_count) bytes are exactly enough.
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
pub fn to_ascii_lossy<D: Destination<u8>>(
    bytes: &[u8],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf8, Ascii, _>(bytes, dst, || bytes.len(), 1)
}

/// Converts a `str` to ASCII and returns the number of bytes [written](Destination::Written).
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
pub fn str_to_ascii<D: Destination<u8>>(text: &str, dst: D) -> Result<D::Written, ConvertError> {
    to_ascii(text.as_bytes(), dst)
}
