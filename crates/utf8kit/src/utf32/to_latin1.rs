//! UTF-32 to Latin-1.

use crate::Destination;
use crate::code_unit::none_has;
use crate::encoding::{Latin1, Utf32};
use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};

/// Returns `true` if [`to_latin1()`] can convert `units`, that is, if every character is at most U+00FF. Returns `false` for a code unit that is not a scalar value.
///
/// ```
/// assert!(utf8kit::utf32::is_latin1(&[0x4F, 0xE9]));
/// assert!(!utf8kit::utf32::is_latin1(&[0x4F, 0x1_00E9]));
/// ```
#[must_use]
pub fn is_latin1(units: &[u32]) -> bool {
    none_has(units, !0xFF)
}

/// Converts UTF-32 to Latin-1 (ISO/IEC 8859-1) and returns the number of bytes [written](Destination::Written). Each
/// code unit takes one, so `units.len()` bytes are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a code unit is not a scalar value;
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+00FF;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf32};
///
/// let mut bytes = [0; 4];
/// assert_eq!(utf32::to_latin1(&[0xAB, 0xBB], &mut bytes), Ok(2));
///
/// let error = utf32::to_latin1(&[0xAB, 0x100], &mut bytes).unwrap_err();
/// assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable('Ā' as u32));
/// ```
#[inline]
pub fn to_latin1<D: Destination<u8>>(units: &[u32], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf32, Latin1, _>(units, dst, || units.len())
}

/// Converts any code units to Latin-1 (ISO/IEC 8859-1), with `?` for each code unit that is not a scalar value and for
/// each character over U+00FF. Returns the numbers of bytes [written](Destination::Written) and of replacements.
/// `units.len()` bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf32::to_latin1_lossy(&[0xFE, 0x3B8, 0xD800], &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"\xFE??"[..], 2));
/// ```
pub fn to_latin1_lossy<D: Destination<u8>>(
    units: &[u32],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf32, Latin1, _>(units, dst, || units.len(), 1)
}
