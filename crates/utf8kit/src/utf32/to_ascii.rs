//! UTF-32 to ASCII.

use crate::Destination;
use crate::encoding::{Ascii, Utf32};
use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};

/// Converts UTF-32 to ASCII and returns the number of bytes [written](Destination::Written). Each code unit takes one,
/// so `units.len()` bytes are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a code unit is not a scalar value;
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+007F;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 2];
/// assert_eq!(utf8kit::utf32::to_ascii(&[0x30, 0x7F], &mut bytes), Ok(2));
/// assert_eq!(bytes, [0x30, 0x7F]);
/// ```
#[inline]
pub fn to_ascii<D: Destination<u8>>(units: &[u32], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf32, Ascii, _>(units, dst, || units.len())
}

/// Converts any code units to ASCII, with `?` for each code unit that is not a scalar value and for each character over
/// U+007F. Returns the numbers of bytes [written](Destination::Written) and of replacements. `units.len()` bytes are
/// exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf32::to_ascii_lossy(&[0x80, 0x41], &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"?A"[..], 1));
/// ```
pub fn to_ascii_lossy<D: Destination<u8>>(
    units: &[u32],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf32, Ascii, _>(units, dst, || units.len(), 1)
}
