//! UTF-8 to UTF-32, in code units and in bytes.

use crate::Endian;
use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf8, Utf32, Utf32Bytes};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Returns the number of UTF-32 code units that are enough for any `bytes` bytes, well-formed or not: one for each
/// byte. Well-formed text needs [`count`](super::count) code units.
///
/// ```
/// assert_eq!(utf8kit::utf8::max_utf32_len(80), 80);
/// ```
#[must_use]
pub const fn max_utf32_len(bytes: usize) -> usize {
    bytes
}

/// Converts UTF-8 to UTF-32 and returns the number of code units written. Each character takes one, so
/// [`count`](super::count) code units are exactly enough.
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
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::utf8::to_utf32("a𝄞".as_bytes(), &mut units), Ok(2));
/// assert_eq!(units[..2], [0x61, 0x1D11E]);
/// ```
#[inline]
pub fn to_utf32(bytes: &[u8], units: &mut [u32]) -> Result<usize, ConvertError> {
    engine::convert::<Utf8, Utf32>(bytes, units)
}

/// Converts as [`to_utf32()`] does, into memory that need not be initialised, and returns the code units written.
///
/// # Errors
///
/// Returns the errors of [`to_utf32()`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{utf8, utf32};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let units = utf8::to_utf32_uninit("naïve".as_bytes(), &mut buffer).unwrap();
/// assert_eq!(utf32::validate(units).unwrap()[2], 'ï');
/// ```
pub fn to_utf32_uninit<'u>(
    bytes: &[u8],
    units: &'u mut [MaybeUninit<u32>],
) -> Result<&'u mut [u32], ConvertError> {
    engine::convert_uninit::<Utf8, Utf32>(bytes, units)
}

/// Converts any bytes to UTF-32, with U+FFFD for each maximal subpart of an ill-formed sequence. Returns the numbers of
/// code units written and of replacements. [`lossy_count`](super::lossy_count) code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `units` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// // An overlong encoding of U+002F: each of its bytes is a maximal subpart.
/// let done = utf8kit::utf8::to_utf32_lossy(b"\xC0\xAF", &mut units).unwrap();
/// assert_eq!((done.written, done.replaced), (2, 2));
/// ```
pub fn to_utf32_lossy(bytes: &[u8], units: &mut [u32]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf8, Utf32>(bytes, units)
}

/// Converts as [`to_utf32_lossy`] does, into memory that need not be initialised. Returns the code units written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_utf32_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (units, replaced) = utf8kit::utf8::to_utf32_lossy_uninit(b"\xF0\x9D\x84!", &mut buffer).unwrap();
/// assert_eq!(units, [0xFFFD, 0x21]);
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf32_lossy_uninit<'d>(
    bytes: &[u8],
    units: &'d mut [MaybeUninit<u32>],
) -> Result<(&'d mut [u32], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf8, Utf32>(bytes, units)
}

/// Converts UTF-8 to UTF-32 and returns the code units in a new `Vec`.
///
/// # Errors
///
/// Returns an error if `bytes` is not well-formed UTF-8 (RFC 3629 section 4). Its offset is in bytes.
///
/// ```
/// let units = utf8kit::utf8::to_utf32_vec("한국어".as_bytes()).unwrap();
/// assert_eq!(units, [0xD55C, 0xAD6D, 0xC5B4]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_vec(bytes: &[u8]) -> Result<Vec<u32>, IllFormed> {
    engine::to_vec::<Utf8, Utf32>(bytes, super::count(bytes)).map_err(engine::ill_formed)
}

/// Converts UTF-8 to UTF-32, appends the code units to `units` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_utf32_vec`]. After an error `units` is unchanged.
///
/// ```
/// let mut units = vec![0xFEFF];
/// assert_eq!(utf8kit::utf8::to_utf32_append("𣎴".as_bytes(), &mut units), Ok(1));
/// assert_eq!(units, [0xFEFF, 0x233B4]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_append(bytes: &[u8], units: &mut Vec<u32>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf8, Utf32>(bytes, units, super::count(bytes)).map_err(engine::ill_formed)
}

/// Converts a `str` to UTF-32 and returns the number of code units written.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `units` is too short. Its `read` is in bytes, its `written` in code units.
///
/// ```
/// let mut units = [0; 8];
/// assert_eq!(utf8kit::utf8::str_to_utf32("👩‍💻", &mut units), Ok(3)); // woman, zero width joiner, computer
/// ```
pub fn str_to_utf32(text: &str, units: &mut [u32]) -> Result<usize, DestinationFull> {
    engine::convert_infallible::<Utf8, Utf32>(text.as_bytes(), units)
}

/// Converts UTF-8 to UTF-32 in the byte order `endian`, without a signature, and returns the number of bytes written.
/// Four times [`count`](super::count) bytes are exactly enough.
///
/// # Errors
///
/// Returns the errors of [`to_utf32()`], with `read` and `written` in bytes.
///
/// ```
/// use utf8kit::{Endian, utf8};
///
/// let mut bytes = [0; 4];
/// assert_eq!(utf8::to_utf32_bytes("𝄞".as_bytes(), Endian::Big, &mut bytes), Ok(4));
/// assert_eq!(bytes, [0x00, 0x01, 0xD1, 0x1E]);
/// ```
pub fn to_utf32_bytes(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    engine::in_order!(endian, Utf32Bytes as To => engine::convert::<Utf8, To>(bytes, dst))
}

/// Converts as [`to_utf32_bytes`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`to_utf32_bytes`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf8};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// assert_eq!(utf8::to_utf32_bytes_uninit("𝄞".as_bytes(), Endian::Big, &mut buffer).unwrap(), [0x00, 0x01, 0xD1, 0x1E]);
/// ```
pub fn to_utf32_bytes_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut [u8], ConvertError> {
    engine::in_order!(endian, Utf32Bytes as To => engine::convert_uninit::<Utf8, To>(bytes, dst))
}

/// Converts any bytes to UTF-32 in the byte order `endian`, with U+FFFD for each maximal subpart of an ill-formed
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
/// let done = utf8::to_utf32_bytes_lossy(b"\xF0\x9D\x84", Endian::Little, &mut bytes).unwrap();
/// assert_eq!((done.written, done.replaced), (4, 1));
/// assert_eq!(bytes, [0xFD, 0xFF, 0x00, 0x00]);
/// ```
pub fn to_utf32_bytes_lossy(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::in_order!(endian, Utf32Bytes as To => engine::convert_lossy::<Utf8, To>(bytes, dst))
}

/// Converts as [`to_utf32_bytes_lossy`] does, into memory that need not be initialised. Returns the bytes written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_utf32_bytes_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf8};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (written, replaced) = utf8::to_utf32_bytes_lossy_uninit(b"\xFF", Endian::Big, &mut buffer).unwrap();
/// assert_eq!(written, [0x00, 0x00, 0xFF, 0xFD]);
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf32_bytes_lossy_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::in_order!(endian, Utf32Bytes as To => engine::convert_lossy_uninit::<Utf8, To>(bytes, dst))
}
