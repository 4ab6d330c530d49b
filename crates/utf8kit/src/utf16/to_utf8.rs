//! From UTF-16 to UTF-8.

use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf8, Utf16};
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;

/// How many bytes of UTF-8 are enough for any `units` code units, well-formed or not: three for each.
/// `usize::MAX` where that is more than a `usize` holds.
///
/// ```
/// assert_eq!(utf8kit::utf16::max_utf8_len(100), 300);
/// ```
pub const fn max_utf8_len(units: usize) -> usize {
    units.saturating_mul(3)
}

/// Converts to UTF-8 and returns the number of bytes written.
///
/// The error says whether the source is ill-formed or the destination full, how many code units were read and how many
/// bytes written.
///
/// ```
/// let mut bytes = [0; 8];
/// assert_eq!(utf8kit::utf16::to_utf8(&[0x20AC, 0xD834, 0xDD1E], &mut bytes), Ok(7));
/// assert_eq!(&bytes[..7], "€𝄞".as_bytes());
/// ```
#[inline]
pub fn to_utf8(units: &[u16], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf16, Utf8>(units, engine::as_uninit(bytes))
}

/// [`to_utf8()`] into memory that need not be initialised; returns the bytes written.
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [MaybeUninit::uninit(); 8];
/// assert_eq!(utf8kit::utf16::to_utf8_uninit(&[0xE9, 0x74, 0xE9], &mut room).unwrap(), "été".as_bytes());
/// ```
pub fn to_utf8_uninit<'o>(
    units: &[u16],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf16, Utf8>(units, bytes)
}

/// Converts any code units to UTF-8, with U+FFFD for each surrogate without its partner.
///
/// The error says how many code units were read and how many bytes written before the destination was full.
///
/// ```
/// let mut bytes = [0; 8];
/// let done = utf8kit::utf16::to_utf8_lossy(&[0x61, 0xD800, 0x62], &mut bytes).unwrap();
/// assert_eq!((done.written, done.replaced), (5, 1));
/// assert_eq!(&bytes[..5], "a\u{FFFD}b".as_bytes());
/// ```
pub fn to_utf8_lossy(units: &[u16], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf16, Utf8>(units, engine::as_uninit(bytes))
}

/// The text in UTF-8 as a new `Vec` of bytes.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_utf8_vec(&[0x3042]).unwrap(), [0xE3, 0x81, 0x82]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8_vec(units: &[u16]) -> Result<Vec<u8>, IllFormed> {
    engine::to_vec::<Utf16, Utf8>(units, super::utf8_len(units)).map_err(engine::ill_formed)
}

/// Appends the text in UTF-8 to `bytes`; returns the number of bytes appended. After an error `bytes` is as it was.
///
/// ```
/// let mut record = vec![0x02];
/// assert_eq!(utf8kit::utf16::to_utf8_append(&[0xB5, 0x73], &mut record), Ok(3));
/// assert_eq!(record, b"\x02\xC2\xB5s");
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8_append(units: &[u16], bytes: &mut Vec<u8>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf16, Utf8>(units, bytes, super::utf8_len(units)).map_err(engine::ill_formed)
}

/// The text as a `String`.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_string(&[0xD83D, 0xDE00]).unwrap(), "😀");
///
/// let error = utf8kit::utf16::to_string(&[0x61, 0xDE00]).unwrap_err();
/// assert_eq!(error.to_string(), "ill-formed UTF-16 at offset 1: DE 00: a surrogate");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string(units: &[u16]) -> Result<String, IllFormed> {
    engine::to_string::<Utf16>(units, super::utf8_len(units)).map_err(engine::ill_formed)
}

/// Any code units as a `String`, with U+FFFD for each surrogate without its partner.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_string_lossy(&[0xD800, 0xD800, 0x21]), "\u{FFFD}\u{FFFD}!");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string_lossy(units: &[u16]) -> String {
    engine::to_string_lossy::<Utf16>(units, super::utf8_len(units), 3)
}

/// Appends the text to `text`; returns the number of bytes appended. After an error `text` is as it was.
///
/// ```
/// let mut text = String::from("π = ");
/// assert_eq!(utf8kit::utf16::to_string_append(&[0x33, 0x2E, 0x31, 0x34], &mut text), Ok(4));
/// assert_eq!(text, "π = 3.14");
/// ```
#[cfg(feature = "alloc")]
pub fn to_string_append(units: &[u16], text: &mut String) -> Result<usize, IllFormed> {
    engine::append_text::<Utf16>(units, text, super::utf8_len(units)).map_err(engine::ill_formed)
}
