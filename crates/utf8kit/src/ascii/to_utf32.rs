//! ASCII to UTF-32.

use crate::Destination;
use crate::encoding::{Ascii, Utf32};
use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};

/// Converts ASCII to UTF-32 and returns the number of code units [written](Destination::Written). Each byte takes one.
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
/// let full = utf8kit::ascii::to_utf32(b"abc", &mut units).unwrap_err();
/// assert_eq!((full.read(), units), (2, [0x61, 0x62]));
/// ```
pub fn to_utf32<D: Destination<u32>>(bytes: &[u8], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Ascii, Utf32, _>(bytes, dst, || bytes.len())
}

/// Converts any bytes to UTF-32, with U+FFFD for each byte over `0x7F`. Returns the numbers of code units
/// [written](Destination::Written) and of replacements. `bytes.len()` code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// let done = utf8kit::ascii::to_utf32_lossy("é".as_bytes(), &mut units).unwrap();
/// assert_eq!((done.written, done.replaced), (2, 2)); // two bytes that are not ASCII
/// ```
pub fn to_utf32_lossy<D: Destination<u32>>(
    bytes: &[u8],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Ascii, Utf32, _>(bytes, dst, || bytes.len(), 1)
}
