//! Latin-1 (ISO/IEC 8859-1), in bytes. Each byte is the character with its value, U+0000..=U+00FF.
//!
//! Bytes `0x80..=0x9F` are the control characters U+0080..=U+009F, as in the standard and in `iconv`. The encoding that
//! web pages label ISO-8859-1 is windows-1252, which is a different encoding.
//!
//! Every byte is a character, so the source has no errors. The conversions have the signatures that
//! [`utf8`](crate::utf8#conversions) lists, but the only error is a destination that is too short, and no conversion is
//! lossy. The opposite direction is [`utf8::to_latin1`](crate::utf8::to_latin1()).

use crate::dispatch::kernels;
use crate::engine;
use crate::error::DestinationFull;
use crate::reference::{Latin1, Utf8};
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;

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

/// Converts Latin-1 to UTF-8 and returns the number of bytes written. [`utf8_len`] bytes are exactly enough.
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
pub fn to_utf8(bytes: &[u8], dst: &mut [u8]) -> Result<usize, DestinationFull> {
    engine::convert_infallible::<Latin1, Utf8>(bytes, dst)
}

/// Converts as [`to_utf8()`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the error of [`to_utf8()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 2];
/// assert_eq!(utf8kit::latin1::to_utf8_uninit(b"\xFF", &mut buffer).unwrap(), "ÿ".as_bytes());
/// ```
pub fn to_utf8_uninit<'d>(
    bytes: &[u8],
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut [u8], DestinationFull> {
    engine::convert_uninit::<Latin1, Utf8>(bytes, dst).map_err(engine::destination_full)
}

/// Converts Latin-1 to UTF-8 and returns the bytes in a new `Vec`.
///
/// ```
/// assert_eq!(utf8kit::latin1::to_utf8_vec(b"\x80"), [0xC2, 0x80]);
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf8_vec(bytes: &[u8]) -> Vec<u8> {
    to_string(bytes).into_bytes()
}

/// Converts Latin-1 to UTF-8, appends the bytes to `dst` and returns their number.
///
/// ```
/// let mut dst = b"> ".to_vec();
/// assert_eq!(utf8kit::latin1::to_utf8_append(b"d\xE9j\xE0", &mut dst), 6);
/// assert_eq!(dst, "> déjà".as_bytes());
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8_append(bytes: &[u8], dst: &mut Vec<u8>) -> usize {
    engine::certain(engine::append_all::<Latin1, Utf8>(bytes, dst, utf8_len(bytes)))
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
    to_string_append(bytes, &mut text);
    text
}

/// Converts Latin-1 to UTF-8, appends it to `text` and returns the number of bytes appended.
///
/// ```
/// let mut text = String::from("Author: ");
/// assert_eq!(utf8kit::latin1::to_string_append(b"Ren\xE9", &mut text), 5);
/// assert_eq!(text, "Author: René");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string_append(bytes: &[u8], text: &mut String) -> usize {
    engine::certain(engine::append_text::<Latin1>(bytes, text, utf8_len(bytes)))
}
