//! UTF-8, in bytes (RFC 3629).
//!
//! # Conversions
//!
//! Each other encoding has the same set of conversions, here for UTF-16:
//!
//! | function | the source |
//! | --- | --- |
//! | [`to_utf16()`] | must be well-formed |
//! | [`to_utf16_lossy`] | anything: a replacement for each maximal subpart |
//! | [`str_to_utf16`] | a `str`, so always well-formed |
//!
//! [`convert`](crate::convert()) converts between any two encodings in bytes, as in files and on networks.
//!
//! A *maximal subpart* is what the Unicode Standard replaces by one U+FFFD: the longest beginning of a well-formed
//! sequence, or a single byte if there is no such beginning.
//!
//! The last argument is the [`Destination`](crate::Destination): a slice, memory that need not be initialised, or a `Vec`, which
//! grows, and where the output is UTF-8 a `String` too. A conversion returns the number of code units written, or these code
//! units themselves if they were uninitialised; a lossy one also the number of replacements.
//!
//! A slice may have any size. Conversions write whole characters only, and never past its end. The contents of a slice after
//! the units written are unspecified, whatever the result. [`utf16_len`] returns the size that well-formed text needs;
//! [`lossy_utf16_len`] returns the size that a lossy conversion needs, for any input; [`max_utf16_len`] returns a size that
//! is enough for any input, lossy conversions included.

use crate::Utf8Destination;
use crate::encoding::Utf8;
use crate::engine;
use crate::error::{DestinationFull, IllFormed, Lossy};
use crate::simd::dispatch::kernels;

mod block_validator;
mod boundary;
mod chars;
mod chunks;
#[cfg(feature = "alloc")]
mod into_string;
mod positions;
#[cfg(feature = "alloc")]
mod repair;
mod to_ascii;
mod to_latin1;
#[cfg(feature = "utf16")]
mod to_utf16;
#[cfg(feature = "utf32")]
mod to_utf32;

pub use block_validator::*;
pub use boundary::*;
pub use chars::*;
pub use chunks::*;
#[cfg(feature = "alloc")]
pub use into_string::*;
pub use positions::*;
#[cfg(feature = "alloc")]
pub use repair::*;
pub use to_ascii::*;
pub use to_latin1::*;
#[cfg(feature = "utf16")]
pub use to_utf16::*;
#[cfg(feature = "utf32")]
pub use to_utf32::*;

/// Returns `true` if `bytes` is well-formed UTF-8 (RFC 3629 section 4).
///
/// ```
/// assert!(utf8kit::utf8::is_valid("čaj".as_bytes()));
/// assert!(!utf8kit::utf8::is_valid(b"\xC0\x80"));
/// ```
#[inline]
#[must_use]
pub fn is_valid(bytes: &[u8]) -> bool {
    engine::is_valid::<Utf8>(bytes)
}

/// Returns `bytes` as a `str` if it is well-formed UTF-8 (RFC 3629 section 4).
///
/// # Errors
///
/// Returns the first error, with its offset in bytes and its kind.
///
/// ```
/// assert_eq!(utf8kit::utf8::validate(b"\xC4\x8Daj").unwrap(), "čaj");
///
/// let error = utf8kit::utf8::validate(b"\x8Daj").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "ill-formed UTF-8 at offset 0: `8D` is a continuation byte where a character should start"
/// );
/// ```
#[inline]
pub fn validate(bytes: &[u8]) -> Result<&str, IllFormed> {
    engine::validate_then::<Utf8, _>(kernels(), bytes, || {
        // SAFETY: all of `bytes` is well-formed UTF-8 where this is called.
        unsafe { core::str::from_utf8_unchecked(bytes) }
    })
}

/// Returns `bytes` as a `str` that can be changed if it is well-formed UTF-8 (RFC 3629 section 4).
///
/// # Errors
///
/// Returns the error that [`validate`] returns.
///
/// ```
/// let mut bytes = *b"caf\xC3\xA9";
/// utf8kit::utf8::validate_mut(&mut bytes).unwrap().make_ascii_uppercase();
/// assert_eq!(bytes, *b"CAF\xC3\xA9");
/// ```
#[inline]
pub fn validate_mut(bytes: &mut [u8]) -> Result<&mut str, IllFormed> {
    engine::validate::<Utf8>(bytes)?;
    // SAFETY: `engine::validate` has checked that all of `bytes` is well-formed UTF-8.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) })
}

/// Returns the number of bytes that start a character, that is, are not continuation bytes (`0x80..=0xBF`). For
/// well-formed text this is the number of characters (scalar values), and so its length in UTF-32 code units, and in
/// bytes of Latin-1 if Latin-1 can represent it.
///
/// ```
/// assert_eq!(utf8kit::utf8::count("où ça".as_bytes()), 5);
/// assert_eq!(utf8kit::utf8::count("e\u{301}".as_bytes()), 2); // é as two characters
/// ```
#[inline]
#[must_use]
pub fn count(bytes: &[u8]) -> usize {
    engine::utf8_count(kernels(), bytes)
}

/// Returns the number of characters of any bytes, with U+FFFD for each maximal subpart of an ill-formed sequence. This
/// is the number of characters that [`chars_lossy`] yields, the length in UTF-32 code units of a lossy conversion, and
/// its length in bytes of Latin-1 or ASCII.
///
/// ```
/// assert_eq!(utf8kit::utf8::lossy_count(b"caf\xC3\xA9 \xF0\x9F!"), "café \u{FFFD}!".chars().count());
/// ```
#[must_use]
pub fn lossy_count(bytes: &[u8]) -> usize {
    engine::utf8_lossy_count(kernels(), bytes)
}

/// Returns the length, in bytes, of the text that `repair` makes of any bytes: U+FFFD, which is
/// three bytes, takes the place of each maximal subpart of an ill-formed sequence. Returns `usize::MAX` if the length
/// does not fit into a `usize`.
///
/// ```
/// use utf8kit::utf8;
///
/// assert_eq!(utf8::lossy_utf8_len(b"caf\xE9"), "caf\u{FFFD}".len());
/// ```
#[must_use]
pub fn lossy_utf8_len(bytes: &[u8]) -> usize {
    engine::utf8_lossy_utf8_len(kernels(), bytes)
}

/// Copies any bytes as well-formed UTF-8, with U+FFFD for each maximal subpart of an ill-formed sequence. Returns the
/// numbers of bytes [written](Utf8Destination::Written) and of replacements. [`lossy_utf8_len`] bytes are exactly
/// enough. What is well-formed is validated and copied once, to the end of a `String` too.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// let mut dst = [0; 8];
/// let done = utf8kit::utf8::repair_to(b"a\xFFb", &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), ("a\u{FFFD}b".as_bytes(), 1));
///
/// let mut line = String::from("> ");
/// let done = utf8kit::utf8::repair_to(b"caf\xE9", &mut line).unwrap(); // a `String` is never too short
/// assert_eq!((&*line, done.replaced), ("> caf\u{FFFD}", 1));
/// ```
pub fn repair_to<D: Utf8Destination>(bytes: &[u8], dst: D) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to_utf8::<Utf8, _>(bytes, dst, || bytes.len(), 3)
}
