//! UTF-16 to ASCII.

use crate::Destination;
use crate::encoding::{Ascii, Utf16};
use crate::engine::{self};
use crate::error::{ConvertError, DestinationFull, Lossy};

/// Converts UTF-16 to ASCII and returns the number of bytes [written](Destination::Written). Each character takes one,
/// so `units.len()` bytes are always enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `units` has an unpaired surrogate;
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+007F;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// assert_eq!(utf8kit::utf16::to_ascii(&[0x47, 0x45, 0x54], &mut bytes), Ok(3));
/// assert_eq!(&bytes[..3], b"GET");
/// ```
#[inline]
pub fn to_ascii<D: Destination<u8>>(units: &[u16], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf16, Ascii, _>(units, dst, || units.len())
}

/// Converts any code units to ASCII, with `?` for each unpaired surrogate and for each character over U+007F. Returns
/// the numbers of bytes [written](Destination::Written) and of replacements. [`lossy_count`](super::lossy_count) bytes
/// are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf16::to_ascii_lossy(&[0x2192, 0x31], &mut bytes).unwrap(); // →1
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"?1"[..], 1));
/// ```
pub fn to_ascii_lossy<D: Destination<u8>>(
    units: &[u16],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf16, Ascii, _>(units, dst, || units.len(), 1)
}
