//! UTF-32 to UTF-16.

use crate::Endian;
use crate::dispatch::kernels;
use crate::engine::{self, in_order};
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf16, Utf16Bytes, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Returns the number of UTF-16 code units that are enough for any `units` code units of UTF-32, well-formed or not:
/// two for each. Returns `usize::MAX` if that number does not fit into a `usize`.
///
/// ```
/// assert_eq!(utf8kit::utf32::max_utf16_len(5), 10);
/// ```
#[must_use]
pub const fn max_utf16_len(units: usize) -> usize {
    units.saturating_mul(2)
}

/// Converts UTF-32 to UTF-16 and returns the number of code units written. [`utf16_len`] code units
/// are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a code unit is not a scalar value;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` and `written` are in code units.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::utf32::to_utf16(&[0x10000, 0xFFFD], &mut units), Ok(3));
/// assert_eq!(units[..3], [0xD800, 0xDC00, 0xFFFD]);
/// ```
#[inline]
pub fn to_utf16(units: &[u32], dst: &mut [u16]) -> Result<usize, ConvertError> {
    engine::convert::<Utf32, Utf16>(units, dst)
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
/// let mut buffer = [MaybeUninit::uninit(); 2];
/// assert_eq!(utf8kit::utf32::to_utf16_uninit(&[0x1F980], &mut buffer).unwrap(), [0xD83E, 0xDD80]);
/// ```
pub fn to_utf16_uninit<'u>(
    units: &[u32],
    dst: &'u mut [MaybeUninit<u16>],
) -> Result<&'u mut [u16], ConvertError> {
    engine::convert_uninit::<Utf32, Utf16>(units, dst)
}

/// Converts any code units to UTF-16, with U+FFFD for each that is not a scalar value. Returns the numbers of code
/// units written and of replacements. [`lossy_utf16_len`] code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in code units.
///
/// ```
/// let mut units = [0; 4];
/// let done = utf8kit::utf32::to_utf16_lossy(&[0xDC00, 0x110000], &mut units).unwrap();
/// assert_eq!((&units[..done.written], done.replaced), (&[0xFFFD, 0xFFFD][..], 2));
/// ```
pub fn to_utf16_lossy(units: &[u32], dst: &mut [u16]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf32, Utf16>(units, dst)
}

/// Converts UTF-32 to UTF-16 in the byte order `endian`, without a signature, and returns the number of bytes written. Twice
/// [`utf16_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns the errors of [`to_utf16()`]. Their `read` is in code units, `written` in bytes.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// let mut dst = [0; 4];
/// assert_eq!(utf32::to_utf16_bytes(&[0x1F600], Endian::Big, &mut dst), Ok(4));
/// assert_eq!(dst, [0xD8, 0x3D, 0xDE, 0x00]);
/// ```
#[inline]
pub fn to_utf16_bytes(wide: &[u32], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    in_order!(endian, Utf16Bytes as To => engine::convert::<Utf32, To>(wide, dst))
}

/// Converts as [`to_utf16_bytes`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`to_utf16_bytes`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf32};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let written = utf32::to_utf16_bytes_uninit(&[0x48, 0x69], Endian::Big, &mut buffer).unwrap();
/// assert_eq!(written, b"\0H\0i");
/// ```
pub fn to_utf16_bytes_uninit<'d>(
    wide: &[u32],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut [u8], ConvertError> {
    in_order!(endian, Utf16Bytes as To => engine::convert_uninit::<Utf32, To>(wide, dst))
}

/// Converts any code units to UTF-16 in the byte order `endian`, without a signature, with U+FFFD for each code unit that is not
/// a scalar value. Returns the numbers of bytes written and of replacements. Twice [`lossy_utf16_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// use utf8kit::{Endian, utf32};
///
/// let mut dst = [0; 4];
/// let done = utf32::to_utf16_bytes_lossy(&[0x110000, 0x41], Endian::Little, &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), (&b"\xFD\xFFA\0"[..], 1));
/// ```
pub fn to_utf16_bytes_lossy(wide: &[u32], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    in_order!(endian, Utf16Bytes as To => engine::convert_lossy::<Utf32, To>(wide, dst))
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
/// use utf8kit::{Endian, utf32};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (written, replaced) = utf32::to_utf16_bytes_lossy_uninit(&[0x41, 0xD800], Endian::Big, &mut buffer).unwrap();
/// assert_eq!((&written[..], replaced), (&b"\0A\xFF\xFD"[..], 1));
/// ```
pub fn to_utf16_bytes_lossy_uninit<'d>(
    wide: &[u32],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    in_order!(endian, Utf16Bytes as To => engine::convert_lossy_uninit::<Utf32, To>(wide, dst))
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
/// let (units, replaced) = utf8kit::utf32::to_utf16_lossy_uninit(&[0xDC00, 0x1D11E], &mut buffer).unwrap();
/// assert_eq!(units, [0xFFFD, 0xD834, 0xDD1E]);
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf16_lossy_uninit<'d>(
    units: &[u32],
    dst: &'d mut [MaybeUninit<u16>],
) -> Result<(&'d mut [u16], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf32, Utf16>(units, dst)
}

/// Converts UTF-32 to UTF-16 and returns the code units in a new `Vec`.
///
/// # Errors
///
/// Returns an error if a code unit is not a scalar value. Its offset is in code units.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_utf16_vec(&[0x1F980]).unwrap(), [0xD83E, 0xDD80]);
/// assert_eq!(utf8kit::utf32::to_utf16_vec(&[0x20, 0x1F980_00]).unwrap_err().valid_up_to(), 1);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_vec(units: &[u32]) -> Result<Vec<u16>, IllFormed> {
    engine::to_vec::<Utf32, Utf16>(units, super::utf16_len(units)).map_err(engine::ill_formed)
}

/// Converts UTF-32 to UTF-16, appends the code units to `dst` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_utf16_vec`]. After an error `dst` is unchanged.
///
/// ```
/// let mut units = vec![];
/// assert_eq!(utf8kit::utf32::to_utf16_append(&['n' as u32, 'ñ' as u32, '𝕟' as u32], &mut units), Ok(4));
/// units.push(0); // the terminator that some interfaces require
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_append(units: &[u32], dst: &mut Vec<u16>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf32, Utf16>(units, dst, super::utf16_len(units)).map_err(engine::ill_formed)
}

/// Returns the number of UTF-16 code units that `units` converts to. The number is exact if `units` is well-formed, and
/// unspecified otherwise.
///
/// ```
/// assert_eq!(utf8kit::utf32::utf16_len(&[0xFFFF, 0x10000]), 1 + 2);
/// ```
#[inline]
#[must_use]
pub fn utf16_len(units: &[u32]) -> usize {
    engine::utf32_utf16_len(kernels(), units)
}

/// Returns the number of UTF-16 code units that [`to_utf16_lossy`] writes for any code units, one for each that is not
/// a scalar value.
///
/// ```
/// assert_eq!(utf8kit::utf32::lossy_utf16_len(&[0xDC00, 0x10000, 0x110000]), 1 + 2 + 1);
/// ```
#[must_use]
pub fn lossy_utf16_len(units: &[u32]) -> usize {
    engine::utf32_lossy_utf16_len(kernels(), units)
}
