//! UTF-16 to Latin-1.

use crate::Endian;
use crate::code_unit::none_has;
use crate::engine::{self, in_order};
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Latin1, Utf16, Utf16Bytes};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Returns `true` if [`to_latin1()`] can convert `units`, that is, if every character is at most U+00FF. Returns `false` for an unpaired surrogate.
///
/// ```
/// assert!(utf8kit::utf16::is_latin1(&[0x4F, 0xE9]));
/// assert!(!utf8kit::utf16::is_latin1(&[0x4F, 0x153]));
/// ```
#[must_use]
pub fn is_latin1(units: &[u16]) -> bool {
    none_has(units, !0xFF)
}

/// Converts UTF-16 to Latin-1 (ISO/IEC 8859-1) and returns the number of bytes written. Each character takes one, so
/// `units.len()` bytes are always enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `units` has an unpaired surrogate;
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+00FF;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `bytes` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// assert_eq!(utf8kit::utf16::to_latin1(&[0xC5, 0x6C], &mut bytes), Ok(2));
/// assert_eq!(&bytes[..2], b"\xC5l");
/// ```
#[inline]
pub fn to_latin1(units: &[u16], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf16, Latin1>(units, bytes)
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
/// assert_eq!(utf8kit::utf16::to_latin1_uninit(&[0xFF], &mut buffer).unwrap(), [0xFF]);
/// ```
pub fn to_latin1_uninit<'o>(
    units: &[u16],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf16, Latin1>(units, bytes)
}

/// Converts any code units to Latin-1 (ISO/IEC 8859-1), with `?` for each unpaired surrogate and for each character
/// over U+00FF. Returns the numbers of bytes written and of replacements. [`lossy_count`](super::lossy_count) bytes are
/// exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `bytes` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let units: Vec<u16> = "é 😀".encode_utf16().collect();
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf16::to_latin1_lossy(&units, &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"\xE9 ?"[..], 1));
/// ```
pub fn to_latin1_lossy(units: &[u16], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf16, Latin1>(units, bytes)
}

/// Converts UTF-16 in the byte order `endian` to Latin-1 (ISO/IEC 8859-1) and returns the number of bytes written.
/// `bytes.len() / 2` bytes are always enough.
///
/// # Errors
///
/// Returns the errors of [`to_latin1()`], and [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if there
/// is an odd byte at the end. Their `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut dst = [0; 4];
/// assert_eq!(utf16::bytes_to_latin1(b"\0\xC5\0l", Endian::Big, &mut dst), Ok(2));
/// assert_eq!(&dst[..2], b"\xC5l");
/// ```
#[inline]
pub fn bytes_to_latin1(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    in_order!(endian, Utf16Bytes as From => engine::convert::<From, Latin1>(bytes, dst))
}

/// Converts as [`bytes_to_latin1`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`bytes_to_latin1`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf16};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let written = utf16::bytes_to_latin1_uninit(b"\0H\0i", Endian::Big, &mut buffer).unwrap();
/// assert_eq!(written, b"Hi");
/// ```
pub fn bytes_to_latin1_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut [u8], ConvertError> {
    in_order!(endian, Utf16Bytes as From => engine::convert_uninit::<From, Latin1>(bytes, dst))
}

/// Converts any bytes, read as UTF-16 in the byte order `endian`, to Latin-1 (ISO/IEC 8859-1), with `?` for each unpaired
/// surrogate, for each character over U+00FF, and for an odd byte at the end. Returns the numbers of bytes written and of
/// replacements. [`bytes_lossy_count`](super::bytes_lossy_count) bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut dst = [0; 4];
/// let done = utf16::bytes_to_latin1_lossy(b"\xE9\0\xAC\x20", Endian::Little, &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), (&b"\xE9?"[..], 1));
/// ```
pub fn bytes_to_latin1_lossy(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy::<From, Latin1>(bytes, dst))
}

/// Converts as [`bytes_to_latin1_lossy`] does, into memory that need not be initialised. Returns the bytes written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`bytes_to_latin1_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf16};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (written, replaced) = utf16::bytes_to_latin1_lossy_uninit(b"\0A\xD8\0", Endian::Big, &mut buffer).unwrap();
/// assert_eq!((&written[..], replaced), (&b"A?"[..], 1));
/// ```
pub fn bytes_to_latin1_lossy_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy_uninit::<From, Latin1>(bytes, dst))
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
/// let (bytes, replaced) = utf8kit::utf16::to_latin1_lossy_uninit(&[0xE9, 0x20AC], &mut buffer).unwrap();
/// assert_eq!(bytes, b"\xE9?");
/// assert_eq!(replaced, 1);
/// ```
pub fn to_latin1_lossy_uninit<'d>(
    units: &[u16],
    bytes: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf16, Latin1>(units, bytes)
}

/// Converts UTF-16 to Latin-1 (ISO/IEC 8859-1) and returns the bytes in a new `Vec`.
///
/// # Errors
///
/// Returns an error if `units` has an unpaired surrogate, or if a character is over U+00FF. Its `read` is in code
/// units; its `written` is the number of bytes converted before the error.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf16};
///
/// let error = utf16::to_latin1_vec(&[0x31, 0x2030]).unwrap_err();
/// assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable('‰'));
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_vec(units: &[u16]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf16, Latin1>(units, units.len())
}

/// Converts UTF-16 to Latin-1 (ISO/IEC 8859-1), appends the bytes to `bytes` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_latin1_vec`]. After an error `bytes` is unchanged.
///
/// ```
/// let mut bytes = b"20 ".to_vec();
/// assert_eq!(utf8kit::utf16::to_latin1_append(&[0xB0, 0x43], &mut bytes), Ok(2));
/// assert_eq!(bytes, b"20 \xB0C");
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_append(units: &[u16], bytes: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf16, Latin1>(units, bytes, units.len())
}
