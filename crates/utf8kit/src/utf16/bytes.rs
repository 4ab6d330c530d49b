//! UTF-16 in bytes of either byte order, as in files and on networks.

use crate::encoding::{Utf16, Utf16Bytes};
use crate::engine::{self, in_order};
use crate::error::{ConvertError, DestinationFull, IllFormed, Lossy};
use crate::simd::dispatch::kernels;
use crate::{Destination, Endian, Utf8Destination};
#[cfg(feature = "alloc")]
use alloc::string::String;

/// Returns `true` if `bytes` is well-formed UTF-16 in the byte order `endian`.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert!(utf16::bytes_is_valid(b"\0A\0B", Endian::Big));
/// assert!(!utf16::bytes_is_valid(b"\0A\0", Endian::Big));
/// ```
#[must_use]
pub fn bytes_is_valid(bytes: &[u8], endian: Endian) -> bool {
    in_order!(endian, Utf16Bytes as From => engine::is_valid::<From>(bytes))
}

/// Checks that `bytes` is well-formed UTF-16 in the byte order `endian`.
///
/// # Errors
///
/// Returns the first error: a surrogate is unpaired, or there is an odd byte at the end. Its offset and length are in
/// bytes.
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

/// Returns `true` if `bytes` is UTF-16 in the byte order `endian` and every character is ASCII, U+0000..=U+007F. Returns
/// `false` for an unpaired surrogate and for an odd byte at the end.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert!(utf16::bytes_is_ascii(b"\0O\0K", Endian::Big));
/// assert!(!utf16::bytes_is_ascii(b"\0O\0K", Endian::Little));
/// ```
#[inline]
#[must_use]
pub fn bytes_is_ascii(bytes: &[u8], endian: Endian) -> bool {
    engine::utf16_bytes_is_ascii(kernels(), bytes, endian)
}

/// Replaces each unpaired surrogate by U+FFFD in the byte order `endian`, in place, and returns the number of replacements.
///
/// An odd byte at the end is left as it is and not counted, because U+FFFD takes two bytes. [`bytes_to_well_formed`] has
/// space to replace it.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut bytes = *b"\xD8\x3D\0A\xDE";
/// assert_eq!(utf16::bytes_make_well_formed(&mut bytes, Endian::Big), 1);
/// assert_eq!(bytes, *b"\xFF\xFD\0A\xDE");
/// ```
#[inline]
pub fn bytes_make_well_formed(bytes: &mut [u8], endian: Endian) -> usize {
    engine::bytes_make_well_formed(kernels(), bytes, endian)
}

/// Copies `bytes`, read as UTF-16 in the byte order `endian`, in the same order, with U+FFFD for each unpaired
/// surrogate and for an odd byte at the end. Returns the numbers of bytes [written](Destination::Written) and of
/// replacements. Twice [`bytes_lossy_utf16_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut dst = [0; 8];
/// let done = utf16::bytes_to_well_formed(b"\xDE\x00\0A\0", Endian::Big, &mut dst).unwrap();
/// assert_eq!((done.written, done.replaced), (6, 2));
/// assert_eq!(dst[..6], *b"\xFF\xFD\0A\xFF\xFD");
/// ```
#[inline]
pub fn bytes_to_well_formed<D: Destination<u8>>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::bytes_to_well_formed(kernels(), bytes, endian, dst)
}

/// Returns the number of code units in `bytes` that start a character, that is, are not low surrogates. For well-formed
/// text this is the number of characters (scalar values).
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_count(b"\xD8\x3D\xDE\x00\x00!", Endian::Big), 2);
/// ```
#[inline]
#[must_use]
pub fn bytes_count(bytes: &[u8], endian: Endian) -> usize {
    engine::utf16_count(kernels(), endian, bytes)
}

/// Returns the number of bytes of UTF-8 that `bytes`, which is UTF-16 in the byte order `endian`, converts to. The
/// number is exact if `bytes` is well-formed, and unspecified otherwise; `3 * n.div_ceil(2)` bytes are enough for any
/// `n` bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_utf8_len(b"\x20\xAC\x00\xA3", Endian::Big), "€£".len());
/// ```
#[inline]
#[must_use]
pub fn bytes_utf8_len(bytes: &[u8], endian: Endian) -> usize {
    engine::utf16_utf8_len(kernels(), endian, bytes)
}

/// Returns the number of bytes of UTF-8 that [`bytes_to_utf8_lossy`] writes for any bytes in the byte order `endian`:
/// U+FFFD, which is three bytes, takes the place of each unpaired surrogate and of an odd byte at the end.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_lossy_utf8_len(b"\0A\0", Endian::Big), "A\u{FFFD}".len());
/// ```
#[must_use]
pub fn bytes_lossy_utf8_len(bytes: &[u8], endian: Endian) -> usize {
    engine::utf16_lossy_utf8_len(kernels(), endian, bytes)
}

/// Returns the number of code units that [`bytes_to_utf16_lossy`] writes for any bytes in the byte order `endian`. It is half
/// the number of bytes, and one more for an odd byte at the end that does not follow a high surrogate.
/// [`bytes_to_well_formed`] writes twice as many bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_lossy_utf16_len(b"\0A\0", Endian::Big), 2);
/// assert_eq!(utf16::bytes_lossy_utf16_len(b"\xD8\x3D\xDE", Endian::Big), 1);
/// ```
#[must_use]
pub fn bytes_lossy_utf16_len(bytes: &[u8], endian: Endian) -> usize {
    engine::utf16_lossy_utf16_len(bytes, endian)
}

/// Returns the number of characters of any bytes in the byte order `endian`, with U+FFFD for each unpaired surrogate and for
/// an odd byte at the end. This is the length in UTF-32 code units of a lossy conversion, and its length in bytes of Latin-1
/// or ASCII.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_lossy_count(b"\xD8\x3D\xDE\x00\0", Endian::Big), "😀\u{FFFD}".chars().count());
/// ```
#[must_use]
pub fn bytes_lossy_count(bytes: &[u8], endian: Endian) -> usize {
    engine::utf16_bytes_lossy_count(kernels(), endian, bytes)
}

/// Converts UTF-16 in the byte order `endian` to UTF-8 and returns the number of bytes
/// [written](Utf8Destination::Written). [`bytes_utf8_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a surrogate is unpaired, or if there is an
///   odd byte at the end;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` and `written` are in bytes.
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
pub fn bytes_to_utf8<D: Utf8Destination>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<D::Written, ConvertError> {
    let len = || bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf16Bytes as From => engine::convert_to_utf8::<From, _>(bytes, dst, len))
}

/// Converts any bytes, read as UTF-16 in the byte order `endian`, to UTF-8, with U+FFFD for each unpaired surrogate and
/// for an odd byte at the end. Returns the numbers of bytes [written](Utf8Destination::Written) and of replacements.
/// [`bytes_lossy_utf8_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut dst = [0; 8];
/// let done = utf16::bytes_to_utf8_lossy(b"\0A\0", Endian::Big, &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), ("A\u{FFFD}".as_bytes(), 1));
/// ```
pub fn bytes_to_utf8_lossy<D: Utf8Destination>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    let len = || bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy_to_utf8::<From, _>(bytes, dst, len, 3))
}

/// Converts UTF-16 in the byte order `endian` to UTF-16 in code units of the machine's byte order, and returns the
/// number of code units [written](Destination::Written). `bytes.len() / 2` code units are exactly enough.
///
/// # Errors
///
/// Returns the errors of [`bytes_to_utf8`]. Their `read` is in bytes, `written` in code units.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut units = [0; 2];
/// assert_eq!(utf16::bytes_to_utf16(b"\0H\0i", Endian::Big, &mut units), Ok(2));
/// assert_eq!(units, [0x48, 0x69]);
/// ```
#[inline]
pub fn bytes_to_utf16<D: Destination<u16>>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<D::Written, ConvertError> {
    let len = || bytes.len() / 2;
    in_order!(endian, Utf16Bytes as From => engine::convert_to::<From, Utf16, _>(bytes, dst, len))
}

/// Converts any bytes, read as UTF-16 in the byte order `endian`, to UTF-16 in code units of the machine's byte order,
/// with U+FFFD for each unpaired surrogate and for an odd byte at the end. Returns the numbers of code units
/// [written](Destination::Written) and of replacements. [`bytes_lossy_utf16_len`] code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut units = [0; 2];
/// let done = utf16::bytes_to_utf16_lossy(b"\0\xDCA\0", Endian::Little, &mut units).unwrap();
/// assert_eq!((&units[..done.written], done.replaced), (&[0xFFFD, 0x41][..], 1));
/// ```
pub fn bytes_to_utf16_lossy<D: Destination<u16>>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::bytes_to_utf16_lossy(kernels(), bytes, endian, dst)
}

/// Converts UTF-16 in the byte order `endian` to a new `String`.
///
/// # Errors
///
/// Returns an error if a surrogate is unpaired, or if there is an odd byte at the end. Its offset is in bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_to_string(b"\xD8\x4C\xDF\xB4", Endian::Big).unwrap(), "\u{233B4}");
/// ```
#[cfg(feature = "alloc")]
pub fn bytes_to_string(bytes: &[u8], endian: Endian) -> Result<String, IllFormed> {
    let capacity = bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf16Bytes as From => engine::to_string::<From>(bytes, capacity))
}

/// Converts any bytes, read as UTF-16 in the byte order `endian`, to a new `String`, with U+FFFD where
/// [`bytes_to_utf8_lossy`] writes it.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// assert_eq!(utf16::bytes_to_string_lossy(b"o\0\0\xDC.", Endian::Little), "o\u{FFFD}\u{FFFD}");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn bytes_to_string_lossy(bytes: &[u8], endian: Endian) -> String {
    let capacity = bytes_utf8_len(bytes, endian);
    in_order!(endian, Utf16Bytes as From => engine::to_string_lossy::<From>(bytes, capacity, 3))
}
