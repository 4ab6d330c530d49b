//! UTF-16 to UTF-32.

use crate::encoding::{Utf16, Utf16Bytes, Utf32};
use crate::engine::{self, in_order};
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::{Destination, Endian};

/// Converts UTF-16 to UTF-32 and returns the number of code units [written](Destination::Written). Each character takes
/// one, so [`count`](super::count) code units are exactly enough, and `units.len()` always.
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
pub fn to_utf32<D: Destination<u32>>(units: &[u16], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf16, Utf32, _>(units, dst, || super::count(units))
}

/// Converts any code units to UTF-32, with U+FFFD for each unpaired surrogate. Returns the numbers of code units
/// [written](Destination::Written) and of replacements. [`lossy_count`](super::lossy_count) code units are exactly
/// enough.
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
pub fn to_utf32_lossy<D: Destination<u32>>(
    units: &[u16],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf16, Utf32, _>(units, dst, || super::count(units), 1)
}

/// Converts UTF-16 in the byte order `endian` to UTF-32 and returns the number of code units
/// [written](Destination::Written). [`bytes_count`](super::bytes_count) code units are exactly enough.
///
/// # Errors
///
/// Returns the errors of [`to_utf32()`], and [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if
/// there is an odd byte at the end. Their `read` is in bytes, `written` in code units.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut wide = [0; 2];
/// assert_eq!(utf16::bytes_to_utf32(b"\xD8\x3D\xDE\x00", Endian::Big, &mut wide), Ok(1));
/// assert_eq!(wide[0], 0x1F600);
/// ```
#[inline]
pub fn bytes_to_utf32<D: Destination<u32>>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<D::Written, ConvertError> {
    let len = || super::bytes_count(bytes, endian);
    in_order!(endian, Utf16Bytes as From => engine::convert_to::<From, Utf32, _>(bytes, dst, len))
}

/// Converts any bytes, read as UTF-16 in the byte order `endian`, to UTF-32, with U+FFFD for each unpaired surrogate
/// and for an odd byte at the end. Returns the numbers of code units [written](Destination::Written) and of
/// replacements. [`bytes_lossy_count`](super::bytes_lossy_count) code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut wide = [0; 2];
/// let done = utf16::bytes_to_utf32_lossy(b"\0\xDC!\0", Endian::Little, &mut wide).unwrap();
/// assert_eq!((done.written, done.replaced, wide), (2, 1, [0xFFFD, 0x21]));
/// ```
pub fn bytes_to_utf32_lossy<D: Destination<u32>>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    let len = || super::bytes_count(bytes, endian);
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy_to::<From, Utf32, _>(bytes, dst, len, 1))
}
