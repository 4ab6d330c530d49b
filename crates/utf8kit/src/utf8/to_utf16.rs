//! UTF-8 to UTF-16, in code units and in bytes.

use crate::Endian;
use crate::dispatch::kernels;
use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf8, Utf16, Utf16Bytes};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Returns the number of UTF-16 code units that are enough for any `bytes` bytes, well-formed or not: one for each
/// byte.
///
/// ```
/// // A buffer on the stack for the contents of any network packet:
/// let mut units = [0; utf8kit::utf8::max_utf16_len(1500)];
/// assert!(utf8kit::utf8::to_utf16_lossy(&[0xFF; 1500], &mut units).is_ok());
/// ```
#[must_use]
pub const fn max_utf16_len(bytes: usize) -> usize {
    bytes
}

/// Converts UTF-8 to UTF-16 and returns the number of code units written. [`utf16_len`] code units
/// are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `bytes` is not well-formed UTF-8 (RFC 3629
///   section 4);
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `units` is too short.
///
/// Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 8];
/// assert_eq!(utf8kit::utf8::to_utf16("a𝄞".as_bytes(), &mut units), Ok(3));
/// assert_eq!(units[..3], [0x61, 0xD834, 0xDD1E]);
/// ```
#[inline]
pub fn to_utf16(bytes: &[u8], units: &mut [u16]) -> Result<usize, ConvertError> {
    engine::convert::<Utf8, Utf16>(bytes, units)
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
/// let mut buffer = [MaybeUninit::uninit(); 16];
/// let units = utf8kit::utf8::to_utf16_uninit(b"wide", &mut buffer).unwrap();
/// assert_eq!(units, [0x77, 0x69, 0x64, 0x65]);
/// ```
pub fn to_utf16_uninit<'u>(
    bytes: &[u8],
    units: &'u mut [MaybeUninit<u16>],
) -> Result<&'u mut [u16], ConvertError> {
    engine::convert_uninit::<Utf8, Utf16>(bytes, units)
}

/// Converts any bytes to UTF-16, with U+FFFD for each maximal subpart of an ill-formed sequence. Returns the numbers of
/// code units written and of replacements. [`lossy_utf16_len`] code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `units` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 8];
/// let done = utf8kit::utf8::to_utf16_lossy(b"caf\xE9", &mut units).unwrap();
/// assert_eq!((done.written, done.replaced), (4, 1));
/// assert_eq!(units[3], 0xFFFD);
/// ```
pub fn to_utf16_lossy(bytes: &[u8], units: &mut [u16]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf8, Utf16>(bytes, units)
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
/// let (units, replaced) = utf8kit::utf8::to_utf16_lossy_uninit(b"caf\xE9", &mut buffer).unwrap();
/// assert_eq!(units, [0x63, 0x61, 0x66, 0xFFFD]);
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf16_lossy_uninit<'d>(
    bytes: &[u8],
    units: &'d mut [MaybeUninit<u16>],
) -> Result<(&'d mut [u16], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf8, Utf16>(bytes, units)
}

/// Converts UTF-8 to UTF-16 and returns the code units in a new `Vec`.
///
/// # Errors
///
/// Returns an error if `bytes` is not well-formed UTF-8 (RFC 3629 section 4). Its offset is in bytes.
///
/// ```
/// let units = utf8kit::utf8::to_utf16_vec("日本語".as_bytes()).unwrap();
/// assert_eq!(units, [0x65E5, 0x672C, 0x8A9E]);
/// assert!(utf8kit::utf8::to_utf16_vec(b"\xED\xA0\x80").is_err());
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_vec(bytes: &[u8]) -> Result<Vec<u16>, IllFormed> {
    engine::to_vec::<Utf8, Utf16>(bytes, super::utf16_len(bytes)).map_err(engine::ill_formed)
}

/// Converts UTF-8 to UTF-16, appends the code units to `units` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_utf16_vec`]. After an error `units` is unchanged.
///
/// ```
/// let mut path: Vec<u16> = vec![0x5C]; // `\`
/// assert_eq!(utf8kit::utf8::to_utf16_append("tmp".as_bytes(), &mut path), Ok(3));
/// assert!(utf8kit::utf8::to_utf16_append(b"tmp\xFF", &mut path).is_err());
/// assert_eq!(path.len(), 4);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_append(bytes: &[u8], units: &mut Vec<u16>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf8, Utf16>(bytes, units, super::utf16_len(bytes)).map_err(engine::ill_formed)
}

/// Converts a `str` to UTF-16 and returns the number of code units written.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `units` is too short. Its `read` is in bytes, its `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::utf8::str_to_utf16("żółw", &mut units), Ok(4));
///
/// let full = utf8kit::utf8::str_to_utf16("żółwie", &mut units).unwrap_err();
/// assert_eq!((full.read(), full.written()), (7, 4)); // bytes, code units
/// ```
pub fn str_to_utf16(text: &str, units: &mut [u16]) -> Result<usize, DestinationFull> {
    engine::convert_infallible::<Utf8, Utf16>(text.as_bytes(), units)
}

/// Converts UTF-8 to UTF-16 in the byte order `endian`, without a signature, and returns the number of bytes written.
/// Twice [`utf16_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns the errors of [`to_utf16()`], with `read` and `written` in bytes.
///
/// ```
/// use utf8kit::{Endian, utf8};
///
/// let mut bytes = [0; 8];
/// assert_eq!(utf8::to_utf16_bytes("€".as_bytes(), Endian::Big, &mut bytes), Ok(2));
/// assert_eq!(bytes[..2], [0x20, 0xAC]);
/// ```
pub fn to_utf16_bytes(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    engine::in_order!(endian, Utf16Bytes as To => engine::convert::<Utf8, To>(bytes, dst))
}

/// Converts as [`to_utf16_bytes`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`to_utf16_bytes`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf8};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// assert_eq!(utf8::to_utf16_bytes_uninit("€".as_bytes(), Endian::Big, &mut buffer).unwrap(), [0x20, 0xAC]);
/// ```
pub fn to_utf16_bytes_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut [u8], ConvertError> {
    engine::in_order!(endian, Utf16Bytes as To => engine::convert_uninit::<Utf8, To>(bytes, dst))
}

/// Converts any bytes to UTF-16 in the byte order `endian`, with U+FFFD for each maximal subpart of an ill-formed
/// sequence. Returns the numbers of bytes written and of replacements.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf8};
///
/// let mut bytes = [0; 4];
/// let done = utf8::to_utf16_bytes_lossy(b"\xFFA", Endian::Little, &mut bytes).unwrap();
/// assert_eq!((done.written, done.replaced), (4, 1));
/// assert_eq!(bytes, [0xFD, 0xFF, 0x41, 0x00]);
/// ```
pub fn to_utf16_bytes_lossy(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::in_order!(endian, Utf16Bytes as To => engine::convert_lossy::<Utf8, To>(bytes, dst))
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
/// use utf8kit::{Endian, utf8};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (written, replaced) = utf8::to_utf16_bytes_lossy_uninit(b"A\xFF", Endian::Big, &mut buffer).unwrap();
/// assert_eq!(written, [0x00, 0x41, 0xFF, 0xFD]);
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf16_bytes_lossy_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::in_order!(endian, Utf16Bytes as To => engine::convert_lossy_uninit::<Utf8, To>(bytes, dst))
}

/// Returns the number of UTF-16 code units that `bytes` converts to. The number is exact if `bytes` is well-formed, and
/// unspecified otherwise.
///
/// ```
/// use utf8kit::utf8;
///
/// let text = "𝄞 clef".as_bytes();
/// let mut units = vec![0; utf8::utf16_len(text)];
/// assert_eq!(utf8::to_utf16(text, &mut units), Ok(7)); // U+1D11E takes two
/// ```
#[inline]
#[must_use]
pub fn utf16_len(bytes: &[u8]) -> usize {
    engine::utf8_utf16_len(kernels(), bytes)
}

/// Returns the number of UTF-16 code units that [`to_utf16_lossy`] writes for any bytes, one for each maximal subpart
/// of an ill-formed sequence. [`to_utf16_bytes_lossy`] writes twice as many bytes.
///
/// ```
/// use utf8kit::utf8;
///
/// let bytes = b"caf\xE9 \xF0\x9F\x98\x80";
/// let mut units = vec![0; utf8::lossy_utf16_len(bytes)];
/// assert_eq!(utf8::to_utf16_lossy(bytes, &mut units).unwrap().written, units.len());
/// ```
#[must_use]
pub fn lossy_utf16_len(bytes: &[u8]) -> usize {
    engine::utf8_lossy_utf16_len(kernels(), bytes)
}
