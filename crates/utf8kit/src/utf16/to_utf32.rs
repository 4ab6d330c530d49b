//! UTF-16 to UTF-32.

use crate::Endian;
use crate::engine::{self, in_order};
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf16, Utf16Bytes, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts UTF-16 to UTF-32 and returns the number of code units written. Each character takes one, so
/// [`count`](super::count) code units are exactly enough, and `units.len()` always.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `units` has an unpaired surrogate;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` and `written` are in code units.
///
/// ```
/// let mut units = [0; 2];
/// assert_eq!(utf8kit::utf16::to_utf32(&[0xDBFF, 0xDFFF], &mut units), Ok(1));
/// assert_eq!(units[0], 0x10FFFF); // the last scalar value
/// ```
#[inline]
pub fn to_utf32(units: &[u16], dst: &mut [u32]) -> Result<usize, ConvertError> {
    engine::convert::<Utf16, Utf32>(units, dst)
}

/// Converts as [`to_utf32()`] does, into memory that need not be initialised, and returns the code units written.
///
/// # Errors
///
/// Returns the errors of [`to_utf32()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::utf16::to_utf32_uninit(&[0xD800, 0xDC00], &mut buffer).unwrap(), [0x10000]);
/// ```
pub fn to_utf32_uninit<'u>(
    units: &[u16],
    dst: &'u mut [MaybeUninit<u32>],
) -> Result<&'u mut [u32], ConvertError> {
    engine::convert_uninit::<Utf16, Utf32>(units, dst)
}

/// Converts any code units to UTF-32, with U+FFFD for each unpaired surrogate. Returns the numbers of code units
/// written and of replacements. [`lossy_count`](super::lossy_count) code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in code units.
///
/// ```
/// let mut units = [0; 4];
/// let done = utf8kit::utf16::to_utf32_lossy(&[0xDC00, 0x7A], &mut units).unwrap();
/// assert_eq!((&units[..done.written], done.replaced), (&[0xFFFD, 0x7A][..], 1));
/// ```
pub fn to_utf32_lossy(units: &[u16], dst: &mut [u32]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf16, Utf32>(units, dst)
}

/// Converts UTF-16 in the byte order `endian` to UTF-32 and returns the number of code units written.
/// [`bytes_count`](super::bytes_count) code units are exactly enough.
///
/// # Errors
///
/// Returns the errors of [`to_utf32()`], and [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if there is
/// an odd byte at the end. Their `read` is in bytes, `written` in code units.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut wide = [0; 2];
/// assert_eq!(utf16::bytes_to_utf32(b"\xD8\x3D\xDE\x00", Endian::Big, &mut wide), Ok(1));
/// assert_eq!(wide[0], 0x1F600);
/// ```
#[inline]
pub fn bytes_to_utf32(bytes: &[u8], endian: Endian, wide: &mut [u32]) -> Result<usize, ConvertError> {
    in_order!(endian, Utf16Bytes as From => engine::convert::<From, Utf32>(bytes, wide))
}

/// Converts as [`bytes_to_utf32`] does, into memory that need not be initialised, and returns the code units written.
///
/// # Errors
///
/// Returns the errors of [`bytes_to_utf32`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf16};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let written = utf16::bytes_to_utf32_uninit(b"\0H\0i", Endian::Big, &mut buffer).unwrap();
/// assert_eq!(written, [0x48, 0x69]);
/// ```
pub fn bytes_to_utf32_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    wide: &'d mut [MaybeUninit<u32>],
) -> Result<&'d mut [u32], ConvertError> {
    in_order!(endian, Utf16Bytes as From => engine::convert_uninit::<From, Utf32>(bytes, wide))
}

/// Converts any bytes, read as UTF-16 in the byte order `endian`, to UTF-32, with U+FFFD for each unpaired surrogate and for
/// an odd byte at the end. Returns the numbers of code units written and of replacements.
/// [`bytes_lossy_count`](super::bytes_lossy_count) code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `wide` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut wide = [0; 2];
/// let done = utf16::bytes_to_utf32_lossy(b"\0\xDC!\0", Endian::Little, &mut wide).unwrap();
/// assert_eq!((done.written, done.replaced, wide), (2, 1, [0xFFFD, 0x21]));
/// ```
pub fn bytes_to_utf32_lossy(
    bytes: &[u8],
    endian: Endian,
    wide: &mut [u32],
) -> Result<Lossy, DestinationFull> {
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy::<From, Utf32>(bytes, wide))
}

/// Converts as [`bytes_to_utf32_lossy`] does, into memory that need not be initialised. Returns the code units written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`bytes_to_utf32_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf16};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (written, replaced) = utf16::bytes_to_utf32_lossy_uninit(b"\0A\xD8\0", Endian::Big, &mut buffer).unwrap();
/// assert_eq!((&written[..], replaced), (&[0x41, 0xFFFD][..], 1));
/// ```
pub fn bytes_to_utf32_lossy_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    wide: &'d mut [MaybeUninit<u32>],
) -> Result<(&'d mut [u32], usize), DestinationFull> {
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy_uninit::<From, Utf32>(bytes, wide))
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
/// let (units, replaced) = utf8kit::utf16::to_utf32_lossy_uninit(&[0xD834, 0xDD1E, 0xDC00], &mut buffer).unwrap();
/// assert_eq!(units, [0x1D11E, 0xFFFD]);
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf32_lossy_uninit<'d>(
    units: &[u16],
    dst: &'d mut [MaybeUninit<u32>],
) -> Result<(&'d mut [u32], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf16, Utf32>(units, dst)
}

/// Converts UTF-16 to UTF-32 and returns the code units in a new `Vec`.
///
/// # Errors
///
/// Returns an error if `units` has an unpaired surrogate. Its offset is in code units.
///
/// ```
/// let error = utf8kit::utf16::to_utf32_vec(&[0x41, 0x42, 0xDFFF]).unwrap_err();
/// assert_eq!(error.valid_up_to(), 2);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_vec(units: &[u16]) -> Result<Vec<u32>, IllFormed> {
    engine::to_vec::<Utf16, Utf32>(units, super::count(units)).map_err(engine::ill_formed)
}

/// Converts UTF-16 to UTF-32, appends the code units to `dst` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_utf32_vec`]. After an error `dst` is unchanged.
///
/// ```
/// let mut scalars = Vec::new();
/// for part in [&[0x41][..], &[0xD83E, 0xDD80]] {
///     utf8kit::utf16::to_utf32_append(part, &mut scalars).unwrap();
/// }
/// assert_eq!(scalars, ['A' as u32, '🦀' as u32]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_append(units: &[u16], dst: &mut Vec<u32>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf16, Utf32>(units, dst, super::count(units)).map_err(engine::ill_formed)
}
