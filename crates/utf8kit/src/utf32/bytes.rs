//! UTF-32 in bytes, as files and networks hold it.

use crate::Endian;
use crate::dispatch::kernels;
use crate::engine::{self, in_order};
use crate::error::{ConvertError, DestinationFull, IllFormed, Lossy};
use crate::reference::{Utf8, Utf32Bytes};
#[cfg(feature = "alloc")]
use alloc::string::String;

/// Are the bytes, in the order `endian`, well-formed UTF-32?
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert!(utf32::bytes_is_valid(b"\0\x01\xD1\x1E", Endian::Big));
/// assert!(!utf32::bytes_is_valid(b"\0\x01\xD1\x1E", Endian::Little)); // 1ED10100
/// ```
pub fn bytes_is_valid(bytes: &[u8], endian: Endian) -> bool {
    in_order!(endian, Utf32Bytes as From => engine::is_valid::<From>(bytes))
}

/// Where and why the bytes, in the order `endian`, are not UTF-32. Offsets and lengths in bytes.
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

/// How many bytes of UTF-8 the text becomes. Exact if it is well-formed, unspecified otherwise; for any `n` bytes
/// `3 * n` are enough.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert_eq!(utf32::bytes_utf8_len(b"\0\0\x20\xAC\0\0\0\xA3", Endian::Big), "€£".len());
/// ```
pub fn bytes_utf8_len(bytes: &[u8], endian: Endian) -> usize {
    engine::utf32_utf8_len(kernels(), endian, bytes)
}

/// Converts UTF-32 in bytes of the order `endian` to UTF-8; returns the number of bytes written.
///
/// The error says whether the source is ill-formed or the destination full, how many bytes were read and how many
/// written.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// let mut dst = [0; 4];
/// assert_eq!(utf32::bytes_to_utf8(b"\x1E\xD1\x01\0", Endian::Little, &mut dst), Ok(4));
/// assert_eq!(dst, "𝄞".as_bytes());
/// ```
pub fn bytes_to_utf8(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    let dst = engine::as_uninit(dst);
    in_order!(endian, Utf32Bytes as From => engine::convert::<From, Utf8>(bytes, dst))
}

/// Converts any bytes, read as UTF-32 of the order `endian`, to UTF-8, with U+FFFD for each unit that is no scalar value
/// and for an unfinished one at the end.
///
/// The error says how many bytes were read and how many written before the destination was full.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// let mut dst = [0; 8];
/// let done = utf32::bytes_to_utf8_lossy(b"\0\0\0A\0\0", Endian::Big, &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), ("A\u{FFFD}".as_bytes(), 1));
/// ```
pub fn bytes_to_utf8_lossy(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    let dst = engine::as_uninit(dst);
    in_order!(endian, Utf32Bytes as From => engine::convert_lossy::<From, Utf8>(bytes, dst))
}

/// The text as a `String`. Offsets of the error in bytes.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert_eq!(utf32::bytes_to_string(b"\x42\0\0\0\x4F\x01\0\0", Endian::Little).unwrap(), "Bŏ");
/// ```
#[cfg(feature = "alloc")]
pub fn bytes_to_string(bytes: &[u8], endian: Endian) -> Result<String, IllFormed> {
    let room = bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf32Bytes as From => engine::to_string::<From>(bytes, room))
        .map_err(engine::ill_formed)
}

/// Any bytes, read as UTF-32 of the order `endian`, as a `String`, with U+FFFD as [`bytes_to_utf8_lossy`] writes it.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// assert_eq!(utf32::bytes_to_string_lossy(b"\0\x11\0\0\0\0\0\x7A", Endian::Big), "\u{FFFD}z");
/// ```
#[cfg(feature = "alloc")]
pub fn bytes_to_string_lossy(bytes: &[u8], endian: Endian) -> String {
    let room = bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf32Bytes as From => engine::to_string_lossy::<From>(bytes, room, 3))
}
