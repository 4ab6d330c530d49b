//! ASCII to UTF-16.

use crate::Destination;
use crate::encoding::{Ascii, Utf16};
use crate::engine::{self};
use crate::error::{ConvertError, DestinationFull, Lossy};

/// Converts ASCII to UTF-16 and returns the number of code units [written](Destination::Written). Each byte takes one.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a byte is over `0x7F`;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 2];
/// assert_eq!(utf8kit::ascii::to_utf16(b"A\n", &mut units), Ok(2));
/// assert_eq!(units, [0x41, 0x0A]);
/// ```
pub fn to_utf16<D: Destination<u16>>(bytes: &[u8], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Ascii, Utf16, _>(bytes, dst, || bytes.len())
}

/// Converts any bytes to UTF-16, with U+FFFD for each byte over `0x7F`. Returns the numbers of code units
/// [written](Destination::Written) and of replacements. `bytes.len()` code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// let done = utf8kit::ascii::to_utf16_lossy(b"\x80\x7F", &mut units).unwrap();
/// assert_eq!((&units[..done.written], done.replaced), (&[0xFFFD, 0x7F][..], 1));
/// ```
pub fn to_utf16_lossy<D: Destination<u16>>(
    bytes: &[u8],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Ascii, Utf16, _>(bytes, dst, || bytes.len(), 1)
}
