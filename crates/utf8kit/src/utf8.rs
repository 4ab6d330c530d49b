//! UTF-8, in bytes (RFC 3629).
//!
//! # Conversions
//!
//! To each other form there is the same family, here for UTF-16:
//!
//! | function | where the output goes | the source |
//! | --- | --- | --- |
//! | [`to_utf16()`] | a slice | must be well-formed |
//! | [`to_utf16_uninit`] | a slice that need not be initialised | must be well-formed |
//! | [`to_utf16_vec`] | a new `Vec` | must be well-formed |
//! | [`to_utf16_append`] | the end of a `Vec` | must be well-formed |
//! | [`to_utf16_lossy`] | a slice | anything: a replacement for each maximal subpart |
//! | [`str_to_utf16`] | a slice | a `str`, so nothing can be wrong with it |
//! | [`to_utf16_bytes`], [`to_utf16_bytes_lossy`] | a slice of bytes, in the order asked for | as above |
//!
//! A *maximal subpart* is what the Unicode Standard replaces by one U+FFFD: the longest beginning of a well-formed
//! sequence, else a single byte.
//!
//! The destination may have any size. Only whole characters are written, nothing ever behind its end; what stands in it
//! behind the units written is unspecified, whatever the result. [`utf16_len`] is the size that well-formed text needs,
//! [`max_utf16_len`] one that is always enough, after lossy conversions too.

use crate::dispatch::kernels;
use crate::engine;
use crate::error::IllFormed;
use crate::reference::Utf8;

mod boundary;
mod chunks;
#[cfg(feature = "alloc")]
mod repair;
mod to_ascii;
mod to_latin1;
mod to_utf16;
mod to_utf32;

pub use boundary::*;
pub use chunks::*;
#[cfg(feature = "alloc")]
pub use repair::*;
pub use to_ascii::*;
pub use to_latin1::*;
pub use to_utf16::*;
pub use to_utf32::*;

/// Is all of `bytes` well-formed UTF-8 (RFC 3629 section 4)?
///
/// ```
/// assert!(utf8kit::utf8::is_valid("čaj".as_bytes()));
/// assert!(!utf8kit::utf8::is_valid(b"\xC0\x80"));
/// ```
pub fn is_valid(bytes: &[u8]) -> bool {
    engine::is_valid::<Utf8>(bytes)
}

/// The bytes as a `str`, or where and why they are not UTF-8 (RFC 3629 section 4).
///
/// ```
/// assert_eq!(utf8kit::utf8::validate(b"\xC4\x8Daj").unwrap(), "čaj");
///
/// let error = utf8kit::utf8::validate(b"\x8Daj").unwrap_err();
/// assert_eq!(error.to_string(), "ill-formed UTF-8 at offset 0: 8D: a continuation byte where a character should start");
/// ```
#[inline]
pub fn validate(bytes: &[u8]) -> Result<&str, IllFormed> {
    engine::validate::<Utf8>(bytes)?;
    // SAFETY: the line above has found all of `bytes` to be well-formed UTF-8.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// How many bytes start a character: those that are not `80..BF`. For well-formed text the number of its characters
/// (scalar values), and so the length of its UTF-32 in code units and of its Latin-1 in bytes, if it has one.
///
/// ```
/// assert_eq!(utf8kit::utf8::count("où ça".as_bytes()), 5);
/// assert_eq!(utf8kit::utf8::count("e\u{301}".as_bytes()), 2); // é in two characters
/// ```
pub fn count(bytes: &[u8]) -> usize {
    engine::utf8_count(kernels(), bytes)
}

/// How many UTF-16 code units the text becomes. Exact if it is well-formed, unspecified otherwise.
///
/// ```
/// use utf8kit::utf8;
///
/// let text = "𝄞 clef".as_bytes();
/// let mut units = vec![0; utf8::utf16_len(text)];
/// assert_eq!(utf8::to_utf16(text, &mut units), Ok(7)); // U+1D11E takes two
/// ```
pub fn utf16_len(bytes: &[u8]) -> usize {
    engine::utf8_utf16_len(kernels(), bytes)
}
