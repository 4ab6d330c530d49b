//! UTF-32 in bytes of either byte order, as in files and on networks.

use crate::encoding::Utf32Bytes;
use crate::engine::{self, in_order};
use crate::error::{ConvertError, DestinationFull, IllFormed, Lossy};
use crate::simd::dispatch::kernels;
use crate::{Endian, Utf8Destination};
#[cfg(feature = "alloc")]
use alloc::string::String;

/// Returns `true` if `bytes` is well-formed UTF-32 in the byte order `endian`.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert!(utf32::bytes_is_valid(b"\0\x01\xD1\x1E", Endian::Big));
/// assert!(!utf32::bytes_is_valid(b"\0\x01\xD1\x1E", Endian::Little)); // 0x1ED1_0100
/// ```
#[must_use]
pub fn bytes_is_valid(bytes: &[u8], endian: Endian) -> bool {
    in_order!(endian, Utf32Bytes as From => engine::is_valid::<From>(bytes))
}

/// Checks that `bytes` is well-formed UTF-32 in the byte order `endian`.
///
/// # Errors
///
/// Returns the first error: a code unit is not a scalar value, or the last one is unfinished. Its offset and length are
/// in bytes.
///
/// ```
/// use utf8kit::{Endian, ErrorKind, utf32};
///
/// let error = utf32::bytes_validate(b"A\0\0\0\0\xD8\0\0", Endian::Little).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to(), error.error_len()), (ErrorKind::Surrogate, 4, Some(4)));
/// ```
pub fn bytes_validate(bytes: &[u8], endian: Endian) -> Result<(), IllFormed> {
    in_order!(endian, Utf32Bytes as From => engine::validate::<From>(bytes))
}

/// Splits `bytes` before an incomplete code unit at its end, which more bytes could complete. Returns the bytes before it, and
/// its one to three bytes or none. The byte order does not matter.
///
/// This is for input that arrives in pieces, as from a socket: process the first part, and put the second before the
/// next piece. The first part may contain other errors.
///
/// ```
/// let (text, rest) = utf8kit::utf32::bytes_split_incomplete(b"A\0\0\0\xE9");
/// assert_eq!((text, rest), (&b"A\0\0\0"[..], &b"\xE9"[..]));
/// ```
#[must_use]
pub fn bytes_split_incomplete(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes.split_at(bytes.len() - bytes.len() % 4)
}

/// Returns the number of bytes of UTF-8 that `bytes`, which is UTF-32 in the byte order `endian`, converts to. The
/// number is exact if `bytes` is well-formed. A surrogate counts as three bytes, each number over U+10FFFF as four, and an
/// incomplete code unit at the end as none. `3 * n` bytes are enough for any `n` bytes, lossy conversions included.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert_eq!(utf32::bytes_utf8_len(b"\0\0\x20\xAC\0\0\0\xA3", Endian::Big), "€£".len());
/// ```
#[inline]
#[must_use]
pub fn bytes_utf8_len(bytes: &[u8], endian: Endian) -> usize {
    engine::utf32_utf8_len(kernels(), endian, bytes)
}

/// Returns the number of bytes of UTF-8 that [`bytes_to_utf8_lossy`] writes for any bytes in the byte order `endian`:
/// U+FFFD, which is three bytes, takes the place of each code unit that is not a scalar value and of an incomplete code
/// unit at the end.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert_eq!(utf32::bytes_lossy_utf8_len(b"\0\0\0A\0\0", Endian::Big), "A\u{FFFD}".len());
/// ```
#[must_use]
pub fn bytes_lossy_utf8_len(bytes: &[u8], endian: Endian) -> usize {
    engine::utf32_lossy_utf8_len(kernels(), endian, bytes)
}

/// Converts UTF-32 in the byte order `endian` to UTF-8 and returns the number of bytes
/// [written](Utf8Destination::Written). [`bytes_utf8_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a code unit is not a scalar value, or if
///   the last one is unfinished;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// let mut dst = [0; 4];
/// assert_eq!(utf32::bytes_to_utf8(b"\x1E\xD1\x01\0", Endian::Little, &mut dst), Ok(4));
/// assert_eq!(dst, "𝄞".as_bytes());
/// ```
pub fn bytes_to_utf8<D: Utf8Destination>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<D::Written, ConvertError> {
    let len = || bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf32Bytes as From => engine::convert_to_utf8::<From, _>(bytes, dst, len))
}

/// Converts any bytes, read as UTF-32 in the byte order `endian`, to UTF-8, with U+FFFD for each code unit that is not
/// a scalar value and for an unfinished code unit at the end. Returns the numbers of bytes
/// [written](Utf8Destination::Written) and of replacements. [`bytes_lossy_utf8_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// let mut dst = [0; 8];
/// let done = utf32::bytes_to_utf8_lossy(b"\0\0\0A\0\0", Endian::Big, &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), ("A\u{FFFD}".as_bytes(), 1));
/// ```
pub fn bytes_to_utf8_lossy<D: Utf8Destination>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    let len = || bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf32Bytes as From => engine::convert_lossy_to_utf8::<From, _>(bytes, dst, len, 3))
}

/// Converts UTF-32 in the byte order `endian` to a new `String`.
///
/// # Errors
///
/// Returns an error if a code unit is not a scalar value, or if the last one is unfinished. Its offset is in bytes.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert_eq!(utf32::bytes_to_string(b"\x42\0\0\0\x4F\x01\0\0", Endian::Little).unwrap(), "Bŏ");
/// ```
#[cfg(feature = "alloc")]
pub fn bytes_to_string(bytes: &[u8], endian: Endian) -> Result<String, IllFormed> {
    let capacity = bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf32Bytes as From => engine::to_string::<From>(bytes, capacity))
}

/// Converts any bytes, read as UTF-32 in the byte order `endian`, to a new `String`, with U+FFFD where
/// [`bytes_to_utf8_lossy`] writes it.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert_eq!(utf32::bytes_to_string_lossy(b"\0\x11\0\0\0\0\0\x7A", Endian::Big), "\u{FFFD}z");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn bytes_to_string_lossy(bytes: &[u8], endian: Endian) -> String {
    let capacity = bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf32Bytes as From => engine::to_string_lossy::<From>(bytes, capacity, 3))
}
