//! UTF-8, in octets.

use crate::engine;
use crate::error::{ConvertError, IllFormed};
use crate::reference::{Utf8, Utf16};

/// Is all of `octets` well-formed UTF-8 (RFC 3629 section 4)?
///
/// ```
/// assert!(utf8kit::utf8::is_valid("čaj".as_bytes()));
/// assert!(!utf8kit::utf8::is_valid(b"\xC0\x80"));
/// ```
#[inline]
pub fn is_valid(octets: &[u8]) -> bool {
    validate(octets).is_ok()
}

/// The octets as a `str`, or where and why they are not UTF-8.
///
/// ```
/// assert_eq!(utf8kit::utf8::validate(b"\xC4\x8Daj").unwrap(), "čaj");
/// ```
#[inline]
pub fn validate(octets: &[u8]) -> Result<&str, IllFormed> {
    engine::validate::<Utf8>(octets)?;
    // SAFETY: the line above has found all of `octets` to be well-formed UTF-8.
    Ok(unsafe { core::str::from_utf8_unchecked(octets) })
}

/// Converts to UTF-16 in the machine's order and returns the number of code units written.
///
/// ```
/// let mut units = [0; 8];
/// assert_eq!(utf8kit::utf8::to_utf16("a𝄞".as_bytes(), &mut units), Ok(3));
/// ```
#[inline]
pub fn to_utf16(octets: &[u8], units: &mut [u16]) -> Result<usize, ConvertError> {
    engine::convert::<Utf8, Utf16>(octets, engine::as_uninit(units))
}

mod boundary;
mod chunks;
#[cfg(feature = "alloc")]
mod repair;

pub use boundary::{ceil_boundary, decode_first, decode_last, floor_boundary, is_boundary, split_incomplete};
pub use chunks::{CharsLossy, Chunk, Chunks, chars_lossy, chunks};
#[cfg(feature = "alloc")]
pub use repair::{into_string, into_string_lossy, repair, repair_with};

/// Converts text to UTF-16 in the machine's order and returns the number of code units written.
///
/// ```
/// let mut units = [0; 8];
/// assert_eq!(utf8kit::utf8::str_to_utf16("a𝄞", &mut units), Ok(3));
/// ```
#[inline]
pub fn str_to_utf16(text: &str, units: &mut [u16]) -> Result<usize, crate::DestinationFull> {
    engine::convert_infallible::<Utf8, Utf16>(text.as_bytes(), engine::as_uninit(units))
}
