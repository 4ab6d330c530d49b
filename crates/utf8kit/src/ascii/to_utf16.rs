//! ASCII to UTF-16.

use crate::Endian;
use crate::engine::{self, in_order};
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Ascii, Utf16, Utf16Bytes};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts ASCII to UTF-16 and returns the number of code units written. Each byte takes one.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a byte is over `0x7F`;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `units` is too short.
///
/// Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 2];
/// assert_eq!(utf8kit::ascii::to_utf16(b"A\n", &mut units), Ok(2));
/// assert_eq!(units, [0x41, 0x0A]);
/// ```
pub fn to_utf16(bytes: &[u8], units: &mut [u16]) -> Result<usize, ConvertError> {
    engine::convert::<Ascii, Utf16>(bytes, units)
}

/// Converts as [`to_utf16()`] does, into memory that need not be initialised, and returns the code units written.
///
/// # Errors
///
/// Returns the errors of [`to_utf16()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::ascii::to_utf16_uninit(b"NUL", &mut buffer).unwrap(), [0x4E, 0x55, 0x4C]);
/// ```
pub fn to_utf16_uninit<'u>(
    bytes: &[u8],
    units: &'u mut [MaybeUninit<u16>],
) -> Result<&'u mut [u16], ConvertError> {
    engine::convert_uninit::<Ascii, Utf16>(bytes, units)
}

/// Converts any bytes to UTF-16, with U+FFFD for each byte over `0x7F`. Returns the numbers of code units written and
/// of replacements. `bytes.len()` code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `units` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// let done = utf8kit::ascii::to_utf16_lossy(b"\x80\x7F", &mut units).unwrap();
/// assert_eq!((&units[..done.written], done.replaced), (&[0xFFFD, 0x7F][..], 1));
/// ```
pub fn to_utf16_lossy(bytes: &[u8], units: &mut [u16]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Ascii, Utf16>(bytes, units)
}

/// Converts ASCII to UTF-16 in the byte order `endian`, without a signature, and returns the number of bytes written. Each
/// byte takes two.
///
/// # Errors
///
/// Returns the errors of [`to_utf16()`]. Their `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, ascii};
///
/// let mut dst = [0; 4];
/// assert_eq!(ascii::to_utf16_bytes(b"A\n", Endian::Big, &mut dst), Ok(4));
/// assert_eq!(dst, *b"\0A\0\n");
/// ```
#[inline]
pub fn to_utf16_bytes(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    in_order!(endian, Utf16Bytes as To => engine::convert::<Ascii, To>(bytes, dst))
}

/// Converts as [`to_utf16_bytes`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`to_utf16_bytes`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, ascii};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let written = ascii::to_utf16_bytes_uninit(b"Hi", Endian::Big, &mut buffer).unwrap();
/// assert_eq!(written, b"\0H\0i");
/// ```
pub fn to_utf16_bytes_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut [u8], ConvertError> {
    in_order!(endian, Utf16Bytes as To => engine::convert_uninit::<Ascii, To>(bytes, dst))
}

/// Converts any bytes to UTF-16 in the byte order `endian`, without a signature, with U+FFFD for each byte over `0x7F`. Returns
/// the numbers of bytes written and of replacements. Twice `bytes.len()` bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, ascii};
///
/// let mut dst = [0; 4];
/// let done = ascii::to_utf16_bytes_lossy(b"\x80\x7F", Endian::Little, &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), (&b"\xFD\xFF\x7F\0"[..], 1));
/// ```
pub fn to_utf16_bytes_lossy(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    in_order!(endian, Utf16Bytes as To => engine::convert_lossy::<Ascii, To>(bytes, dst))
}

/// Converts as [`to_utf16_bytes_lossy`] does, into memory that need not be initialised. Returns the bytes written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_utf16_bytes_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, ascii};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (written, replaced) = ascii::to_utf16_bytes_lossy_uninit(b"A\x80", Endian::Big, &mut buffer).unwrap();
/// assert_eq!((&written[..], replaced), (&b"\0A\xFF\xFD"[..], 1));
/// ```
pub fn to_utf16_bytes_lossy_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    in_order!(endian, Utf16Bytes as To => engine::convert_lossy_uninit::<Ascii, To>(bytes, dst))
}

/// Converts as [`to_utf16_lossy`] does, into memory that need not be initialised. Returns the code units written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_utf16_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (units, replaced) = utf8kit::ascii::to_utf16_lossy_uninit(b"\x80\x7F", &mut buffer).unwrap();
/// assert_eq!(units, [0xFFFD, 0x7F]);
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf16_lossy_uninit<'d>(
    bytes: &[u8],
    units: &'d mut [MaybeUninit<u16>],
) -> Result<(&'d mut [u16], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Ascii, Utf16>(bytes, units)
}

/// Converts ASCII to UTF-16 and returns the code units in a new `Vec`.
///
/// # Errors
///
/// Returns an error if a byte is over `0x7F`. Its offset is in bytes.
///
/// ```
/// assert_eq!(utf8kit::ascii::to_utf16_vec(b"\\\\?\\").unwrap(), [0x5C, 0x5C, 0x3F, 0x5C]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_vec(bytes: &[u8]) -> Result<Vec<u16>, IllFormed> {
    engine::to_vec::<Ascii, Utf16>(bytes, bytes.len()).map_err(engine::ill_formed)
}

/// Converts ASCII to UTF-16, appends the code units to `units` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_utf16_vec`]. After an error `units` is unchanged.
///
/// ```
/// let mut units = vec![0x2192];
/// assert_eq!(utf8kit::ascii::to_utf16_append(b"x", &mut units), Ok(1));
/// assert!(utf8kit::ascii::to_utf16_append(b"y\xFF", &mut units).is_err());
/// assert_eq!(units, [0x2192, 0x78]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_append(bytes: &[u8], units: &mut Vec<u16>) -> Result<usize, IllFormed> {
    engine::append_all::<Ascii, Utf16>(bytes, units, bytes.len()).map_err(engine::ill_formed)
}
