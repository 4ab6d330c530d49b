//! Latin-1 (ISO/IEC 8859-1), in bytes. Each byte is the character with its value, U+0000..=U+00FF.
//!
//! Bytes `0x80..=0x9F` are the control characters U+0080..=U+009F, as in the standard and in `iconv`. The encoding that
//! web pages label ISO-8859-1 is windows-1252, which is a different encoding.
//!
//! Every byte is a character, so the source has no errors. The conversions are those that
//! [`utf8`](crate::utf8#conversions) lists, but the only error is a destination that is too short, and no conversion is
//! lossy. The opposite direction is [`utf8::to_latin1`](crate::utf8::to_latin1()).

use crate::Utf8Destination;
use crate::encoding::Latin1;
use crate::engine;
use crate::error::DestinationFull;
use crate::simd::dispatch::kernels;
#[cfg(feature = "alloc")]
use alloc::string::String;

#[cfg(feature = "utf16")]
mod to_utf16;
#[cfg(feature = "utf32")]
mod to_utf32;

#[cfg(feature = "utf16")]
pub use to_utf16::*;
#[cfg(feature = "utf32")]
pub use to_utf32::*;

/// Returns the number of bytes of UTF-8 that `bytes` converts to: two for each byte `0x80..=0xFF`, one for each other.
/// The number is always exact.
///
/// ```
/// assert_eq!(utf8kit::latin1::utf8_len(b"na\xEFve"), "naïve".len());
/// ```
#[inline]
#[must_use]
pub fn utf8_len(bytes: &[u8]) -> usize {
    engine::latin1_utf8_len(kernels(), bytes)
}

/// Returns the number of bytes of UTF-8 that are enough for any `bytes` bytes: two for each. Returns `usize::MAX` if
/// that number does not fit into a `usize`.
///
/// ```
/// assert_eq!(utf8kit::latin1::max_utf8_len(256), 512);
/// ```
#[must_use]
pub const fn max_utf8_len(bytes: usize) -> usize {
    bytes.saturating_mul(2)
}

/// Converts Latin-1 to UTF-8 and returns the number of bytes [written](Utf8Destination::Written). [`utf8_len`] bytes
/// are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// let mut dst = [0; 8];
/// assert_eq!(utf8kit::latin1::to_utf8(b"\xA7 4", &mut dst), Ok(4));
/// assert_eq!(&dst[..4], "§ 4".as_bytes());
///
/// let full = utf8kit::latin1::to_utf8(b"\xA7 4", &mut dst[..3]).unwrap_err();
/// assert_eq!((full.read(), full.written()), (2, 3));
/// ```
#[inline]
pub fn to_utf8<D: Utf8Destination>(bytes: &[u8], dst: D) -> Result<D::Written, DestinationFull> {
    engine::infallible(engine::convert_to_utf8::<Latin1, _>(bytes, dst, || {
        utf8_len(bytes)
    }))
}

/// Converts Latin-1 to a new `String`.
///
/// ```
/// assert_eq!(utf8kit::latin1::to_string(b"\xD8l"), "Øl");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(utf8_len(bytes));
    match to_utf8(bytes, &mut text) {
        Ok(_) => text,
        Err(_) => unreachable!("a `String` grows"),
    }
}
