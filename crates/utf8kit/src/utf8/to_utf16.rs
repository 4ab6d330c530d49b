//! UTF-8 to UTF-16, in code units and in bytes.

use crate::Destination;
use crate::encoding::{Utf8, Utf16};
use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::simd::dispatch::kernels;

/// Returns the number of UTF-16 code units that are enough for any `bytes` bytes, well-formed or not: one for each
/// byte.
///
/// ```
/// // A buffer on the stack for the contents of any network packet:
/// let mut units = [0; utf8kit::utf8::max_utf16_len(1500)];
/// assert!(utf8kit::utf8::to_utf16_lossy(&[0xFF; 1500], &mut units).is_ok());
/// ```
#[must_use]
pub const fn max_utf16_len(bytes: usize) -> usize {
    bytes
}

/// Converts UTF-8 to UTF-16 and returns the number of code units [written](Destination::Written). [`utf16_len`] code
/// units are exactly enough.
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
/// let mut units = [0; 8];
/// assert_eq!(utf8kit::utf8::to_utf16("a𝄞".as_bytes(), &mut units), Ok(3));
/// assert_eq!(units[..3], [0x61, 0xD834, 0xDD1E]);
/// ```
#[inline]
pub fn to_utf16<D: Destination<u16>>(bytes: &[u8], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf8, Utf16, _>(bytes, dst, || utf16_len(bytes))
}

/// Converts any bytes to UTF-16, with U+FFFD for each maximal subpart of an ill-formed sequence. Returns the numbers of
/// code units [written](Destination::Written) and of replacements. [`lossy_utf16_len`] code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 8];
/// let done = utf8kit::utf8::to_utf16_lossy(b"caf\xE9", &mut units).unwrap();
/// assert_eq!((done.written, done.replaced), (4, 1));
/// assert_eq!(units[3], 0xFFFD);
/// ```
pub fn to_utf16_lossy<D: Destination<u16>>(
    bytes: &[u8],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf8, Utf16, _>(bytes, dst, || utf16_len(bytes), 1)
}

/// Converts a `str` to UTF-16 and returns the number of code units [written](Destination::Written).
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, its `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::utf8::str_to_utf16("żółw", &mut units), Ok(4));
///
/// let full = utf8kit::utf8::str_to_utf16("żółwie", &mut units).unwrap_err();
/// assert_eq!((full.read(), full.written()), (7, 4)); // bytes, code units
/// ```
pub fn str_to_utf16<D: Destination<u16>>(text: &str, dst: D) -> Result<D::Written, DestinationFull> {
    engine::infallible(engine::convert_to::<Utf8, Utf16, _>(text.as_bytes(), dst, || {
        utf16_len(text.as_bytes())
    }))
}

/// Returns the number of UTF-16 code units that `bytes` converts to. The number is exact if `bytes` is well-formed, and
/// unspecified otherwise.
///
/// ```
/// use utf8kit::utf8;
///
/// let text = "𝄞 clef".as_bytes();
/// let mut units = vec![0; utf8::utf16_len(text)];
/// assert_eq!(utf8::to_utf16(text, &mut units[..]), Ok(7)); // U+1D11E takes two
/// ```
#[inline]
#[must_use]
pub fn utf16_len(bytes: &[u8]) -> usize {
    engine::utf8_utf16_len(kernels(), bytes)
}

/// Returns the number of UTF-16 code units that [`to_utf16_lossy`] writes for any bytes, one for each maximal subpart
/// of an ill-formed sequence.
///
/// ```
/// use utf8kit::utf8;
///
/// let bytes = b"caf\xE9 \xF0\x9F\x98\x80";
/// let mut units = vec![0; utf8::lossy_utf16_len(bytes)];
/// let done = utf8::to_utf16_lossy(bytes, &mut units[..]).unwrap();
/// assert_eq!(done.written, units.len());
/// ```
#[must_use]
pub fn lossy_utf16_len(bytes: &[u8]) -> usize {
    engine::utf8_lossy_utf16_len(kernels(), bytes)
}
