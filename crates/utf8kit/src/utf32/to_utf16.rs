//! UTF-32 to UTF-16.

use crate::Destination;
use crate::encoding::{Utf16, Utf32};
use crate::engine::{self};
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::simd::dispatch::kernels;

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

/// Converts UTF-32 to UTF-16 and returns the number of code units [written](Destination::Written). [`utf16_len`] code
/// units are exactly enough.
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
pub fn to_utf16<D: Destination<u16>>(units: &[u32], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf32, Utf16, _>(units, dst, || utf16_len(units))
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
pub fn to_utf16_lossy<D: Destination<u16>>(
    units: &[u32],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf32, Utf16, _>(units, dst, || utf16_len(units), 2)
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
