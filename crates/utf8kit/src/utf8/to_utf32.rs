//! UTF-8 to UTF-32, in code units and in bytes.

use crate::Destination;
use crate::encoding::{Utf8, Utf32};
use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};

/// Returns the number of UTF-32 code units that are enough for any `bytes` bytes, well-formed or not: one for each
/// byte. Well-formed text needs [`count`](super::count) code units.
///
/// ```
/// assert_eq!(utf8kit::utf8::max_utf32_len(80), 80);
/// ```
#[must_use]
pub const fn max_utf32_len(bytes: usize) -> usize {
    bytes
}

/// Converts UTF-8 to UTF-32 and returns the number of code units [written](Destination::Written). Each character takes
/// one, so [`count`](super::count) code units are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `bytes` is not well-formed UTF-8 (RFC 3629
///   section 4);
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::utf8::to_utf32("a𝄞".as_bytes(), &mut units), Ok(2));
/// assert_eq!(units[..2], [0x61, 0x1D11E]);
/// ```
#[inline]
pub fn to_utf32<D: Destination<u32>>(bytes: &[u8], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf8, Utf32, _>(bytes, dst, || super::count(bytes))
}

/// Converts any bytes to UTF-32, with U+FFFD for each maximal subpart of an ill-formed sequence. Returns the numbers of
/// code units [written](Destination::Written) and of replacements. [`lossy_count`](super::lossy_count) code units are
/// exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// // An overlong encoding of U+002F: each of its bytes is a maximal subpart.
/// let done = utf8kit::utf8::to_utf32_lossy(b"\xC0\xAF", &mut units).unwrap();
/// assert_eq!((done.written, done.replaced), (2, 2));
/// ```
pub fn to_utf32_lossy<D: Destination<u32>>(
    bytes: &[u8],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf8, Utf32, _>(bytes, dst, || super::count(bytes), 1)
}

/// Converts a `str` to UTF-32 and returns the number of code units [written](Destination::Written).
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, its `written` in code units.
///
/// ```
/// let mut units = [0; 8];
/// assert_eq!(utf8kit::utf8::str_to_utf32("👩‍💻", &mut units), Ok(3)); // woman, zero width joiner, computer
/// ```
pub fn str_to_utf32<D: Destination<u32>>(text: &str, dst: D) -> Result<D::Written, DestinationFull> {
    engine::infallible(engine::convert_to::<Utf8, Utf32, _>(text.as_bytes(), dst, || {
        super::count(text.as_bytes())
    }))
}
