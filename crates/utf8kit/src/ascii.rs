//! ASCII, in bytes. Each byte `0x00..=0x7F` is the character with its value, U+0000..=U+007F.
//!
//! ASCII text is also UTF-8 text and Latin-1 text (RFC 3629 section 1), so [`validate`] is the conversion to `str`. The
//! other conversions are those that [`utf8`](crate::utf8#conversions) lists. The only error in a source is a
//! byte over `0x7F` ([`ErrorKind::Undefined`](crate::ErrorKind::Undefined)).

use crate::Utf8Destination;
use crate::encoding::Ascii;
use crate::engine;
use crate::error::{ConvertError, DestinationFull, IllFormed, Lossy};
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

/// Returns `true` if `bytes` is ASCII: every byte is at most `0x7F`.
///
/// ```
/// assert!(utf8kit::ascii::is_valid(b"GET / HTTP/1.1\r\n"));
/// assert!(!utf8kit::ascii::is_valid("GET /café".as_bytes()));
/// ```
#[inline]
#[must_use]
pub fn is_valid(bytes: &[u8]) -> bool {
    engine::is_valid::<Ascii>(bytes)
}

/// Returns `bytes` as a `str` if every byte is at most `0x7F`.
///
/// # Errors
///
/// Returns the first byte over `0x7F`. Its offset is in bytes.
///
/// ```
/// use utf8kit::{ErrorKind, ascii};
///
/// assert_eq!(ascii::validate(b"example.org").unwrap(), "example.org");
///
/// let error = ascii::validate("exämple.org".as_bytes()).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to(), error.bytes()), (ErrorKind::Undefined, 2, &[0xC3][..]));
/// ```
#[inline]
pub fn validate(bytes: &[u8]) -> Result<&str, IllFormed> {
    engine::validate::<Ascii>(bytes)?;
    // SAFETY: `engine::validate` has checked that all of `bytes` is ASCII, which is well-formed UTF-8.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Returns the number of bytes of UTF-8 that are enough for a lossy conversion of any `bytes` bytes: three for each.
/// ASCII text needs one for each. Returns `usize::MAX` if that number does not fit into a `usize`.
///
/// ```
/// assert_eq!(utf8kit::ascii::max_utf8_len("é".len()), "\u{FFFD}\u{FFFD}".len());
/// ```
#[must_use]
pub const fn max_utf8_len(bytes: usize) -> usize {
    bytes.saturating_mul(3)
}

/// Returns the number of bytes of UTF-8 that [`to_utf8_lossy`] writes for any bytes: U+FFFD, which is three bytes, takes
/// the place of each byte over `0x7F`. Returns `usize::MAX` if that number does not fit into a `usize`.
///
/// ```
/// assert_eq!(utf8kit::ascii::lossy_utf8_len(b"caf\xE9"), "caf\u{FFFD}".len());
/// ```
#[must_use]
pub fn lossy_utf8_len(bytes: &[u8]) -> usize {
    engine::ascii_lossy_utf8_len(kernels(), bytes)
}

/// Converts ASCII to UTF-8 and returns the number of bytes [written](Utf8Destination::Written). These are the bytes
/// read, unchanged (RFC 3629 section 1).
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a byte is over `0x7F`;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` and `written` are in bytes.
///
/// ```
/// let mut dst = [0; 8];
/// assert_eq!(utf8kit::ascii::to_utf8(b"seven", &mut dst), Ok(5));
/// assert_eq!(utf8kit::ascii::to_utf8(b"s\x80ven", &mut dst).unwrap_err().written(), 1);
/// ```
pub fn to_utf8<D: Utf8Destination>(bytes: &[u8], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to_utf8::<Ascii, _>(bytes, dst, || bytes.len())
}

/// Converts any bytes to UTF-8, with U+FFFD for each byte over `0x7F`. Returns the numbers of bytes
/// [written](Utf8Destination::Written) and of replacements. [`lossy_utf8_len`] bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// let mut dst = [0; 16];
/// let done = utf8kit::ascii::to_utf8_lossy(b"caf\xE9", &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), ("caf\u{FFFD}".as_bytes(), 1));
/// ```
pub fn to_utf8_lossy<D: Utf8Destination>(bytes: &[u8], dst: D) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to_utf8::<Ascii, _>(bytes, dst, || bytes.len(), 3)
}

/// Converts ASCII to a new `String`.
///
/// # Errors
///
/// Returns an error if a byte is over `0x7F`. Its offset is in bytes.
///
/// ```
/// assert_eq!(utf8kit::ascii::to_string(b"7-bit").unwrap(), "7-bit");
///
/// let error = utf8kit::ascii::to_string(b"8\xADbit").unwrap_err();
/// assert_eq!(error.to_string(), "ill-formed ASCII at offset 1: `AD` stands for no character in ASCII");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string(bytes: &[u8]) -> Result<String, IllFormed> {
    validate(bytes).map(String::from)
}

/// Converts any bytes to a new `String`, with U+FFFD for each byte over `0x7F`.
///
/// ```
/// assert_eq!(utf8kit::ascii::to_string_lossy(b"\xFCber"), "\u{FFFD}ber");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy(bytes: &[u8]) -> String {
    engine::to_string_lossy::<Ascii>(bytes, bytes.len(), 3)
}
