//! UTF-16 to UTF-32.

use crate::Destination;
use crate::encoding::{Utf16, Utf32};
use crate::engine::{self};
use crate::error::{ConvertError, DestinationFull, Lossy};

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
