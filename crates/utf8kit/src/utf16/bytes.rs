//! UTF-16 in bytes, as files and networks hold it.

use crate::Endian;
use crate::dispatch::kernels;
use crate::engine::{self, in_order};
use crate::error::{ConvertError, DestinationFull, IllFormed, Lossy};
use crate::reference::{Utf8, Utf16Bytes};
#[cfg(feature = "alloc")]
use alloc::string::String;

/// Are the bytes, in the order `endian`, well-formed UTF-16?
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert!(utf16::bytes_is_valid(b"\0A\0B", Endian::Big));
/// assert!(!utf16::bytes_is_valid(b"\0A\0", Endian::Big));
/// ```
pub fn bytes_is_valid(bytes: &[u8], endian: Endian) -> bool {
    in_order!(endian, Utf16Bytes as From => engine::is_valid::<From>(bytes))
}

/// Where and why the bytes, in the order `endian`, are not UTF-16. Offsets and lengths in bytes.
///
/// ```
/// use utf8kit::{Endian, ErrorKind, utf16};
///
/// let error = utf16::bytes_validate(b"A\0\x3D\xD8B\0", Endian::Little).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to(), error.error_len()), (ErrorKind::Surrogate, 2, Some(2)));
/// ```
pub fn bytes_validate(bytes: &[u8], endian: Endian) -> Result<(), IllFormed> {
    in_order!(endian, Utf16Bytes as From => engine::validate::<From>(bytes))
}

/// How many code units in the bytes start a character: the characters (scalar values), if it is well-formed.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_count(b"\xD8\x3D\xDE\x00\x00!", Endian::Big), 2);
/// ```
pub fn bytes_count(bytes: &[u8], endian: Endian) -> usize {
    engine::utf16_count(kernels(), endian, bytes)
}

/// How many bytes of UTF-8 the text becomes. Exact if it is well-formed, unspecified otherwise; for any `n` bytes
/// `3 * n.div_ceil(2)` are enough.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_utf8_len(b"\x20\xAC\x00\xA3", Endian::Big), "€£".len());
/// ```
pub fn bytes_utf8_len(bytes: &[u8], endian: Endian) -> usize {
    engine::utf16_utf8_len(kernels(), endian, bytes)
}

/// Converts UTF-16 in bytes of the order `endian` to UTF-8; returns the number of bytes written.
///
/// The error says whether the source is ill-formed or the destination full, how many bytes were read and how many
/// written.
///
/// ```
/// use utf8kit::{ConvertErrorKind, Endian, utf16};
///
/// let mut dst = [0; 4];
/// assert_eq!(utf16::bytes_to_utf8(b"\xAC\x20", Endian::Little, &mut dst), Ok(3));
/// assert_eq!(&dst[..3], "€".as_bytes());
///
/// let error = utf16::bytes_to_utf8(b"\xAC\x20\xAC\x20", Endian::Little, &mut dst).unwrap_err();
/// assert_eq!(error.kind(), ConvertErrorKind::DestinationFull);
/// assert_eq!((error.read(), error.written()), (2, 3));
/// ```
pub fn bytes_to_utf8(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    let dst = engine::as_uninit(dst);
    in_order!(endian, Utf16Bytes as From => engine::convert::<From, Utf8>(bytes, dst))
}

/// Converts any bytes, read as UTF-16 of the order `endian`, to UTF-8, with U+FFFD for each surrogate without its partner
/// and for an unfinished unit at the end.
///
/// The error says how many bytes were read and how many written before the destination was full.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut dst = [0; 8];
/// let done = utf16::bytes_to_utf8_lossy(b"\0A\0", Endian::Big, &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), ("A\u{FFFD}".as_bytes(), 1));
/// ```
pub fn bytes_to_utf8_lossy(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    let dst = engine::as_uninit(dst);
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy::<From, Utf8>(bytes, dst))
}

/// The text as a `String`. Offsets of the error in bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_to_string(b"\xD8\x4C\xDF\xB4", Endian::Big).unwrap(), "\u{233B4}");
/// ```
#[cfg(feature = "alloc")]
pub fn bytes_to_string(bytes: &[u8], endian: Endian) -> Result<String, IllFormed> {
    let room = bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf16Bytes as From => engine::to_string::<From>(bytes, room))
        .map_err(engine::ill_formed)
}

/// Any bytes, read as UTF-16 of the order `endian`, as a `String`, with U+FFFD as [`bytes_to_utf8_lossy`] writes it.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_to_string_lossy(b"o\0\0\xDC.", Endian::Little), "o\u{FFFD}\u{FFFD}");
/// ```
#[cfg(feature = "alloc")]
pub fn bytes_to_string_lossy(bytes: &[u8], endian: Endian) -> String {
    let room = bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf16Bytes as From => engine::to_string_lossy::<From>(bytes, room, 3))
}
