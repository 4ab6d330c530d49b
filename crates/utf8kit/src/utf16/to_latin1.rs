//! UTF-16 to Latin-1.

use crate::Destination;
use crate::code_unit::none_has;
use crate::encoding::{Latin1, Utf16};
use crate::engine::{self};
use crate::error::{ConvertError, DestinationFull, Lossy};

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

/// Converts UTF-16 to Latin-1 (ISO/IEC 8859-1) and returns the number of bytes [written](Destination::Written). Each
/// character takes one, so `units.len()` bytes are always enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `units` has an unpaired surrogate;
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+00FF;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// assert_eq!(utf8kit::utf16::to_latin1(&[0xC5, 0x6C], &mut bytes), Ok(2));
/// assert_eq!(&bytes[..2], b"\xC5l");
/// ```
#[inline]
pub fn to_latin1<D: Destination<u8>>(units: &[u16], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf16, Latin1, _>(units, dst, || units.len())
}

/// Converts any code units to Latin-1 (ISO/IEC 8859-1), with `?` for each unpaired surrogate and for each character
/// over U+00FF. Returns the numbers of bytes [written](Destination::Written) and of replacements.
/// [`lossy_count`](super::lossy_count) bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let units: Vec<u16> = "é 😀".encode_utf16().collect();
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf16::to_latin1_lossy(&units, &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"\xE9 ?"[..], 1));
/// ```
pub fn to_latin1_lossy<D: Destination<u8>>(
    units: &[u16],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf16, Latin1, _>(units, dst, || units.len(), 1)
}
