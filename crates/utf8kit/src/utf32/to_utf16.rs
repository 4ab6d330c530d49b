//! From UTF-32 to UTF-16.

use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf16, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// How many UTF-16 code units are enough for any `units` code units, well-formed or not: two for each.
/// `usize::MAX` where that is more than a `usize` holds.
///
/// ```
/// assert_eq!(utf8kit::utf32::max_utf16_len(5), 10);
/// ```
pub const fn max_utf16_len(units: usize) -> usize {
    units.saturating_mul(2)
}

/// Converts to UTF-16 and returns the number of code units written.
///
/// The error says whether the source is ill-formed or the destination full, and how many code units were read and
/// written.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::utf32::to_utf16(&[0x10000, 0xFFFD], &mut units), Ok(3));
/// assert_eq!(units[..3], [0xD800, 0xDC00, 0xFFFD]);
/// ```
pub fn to_utf16(units: &[u32], dst: &mut [u16]) -> Result<usize, ConvertError> {
    engine::convert::<Utf32, Utf16>(units, engine::as_uninit(dst))
}

/// [`to_utf16()`] into memory that need not be initialised; returns the code units written.
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [MaybeUninit::uninit(); 2];
/// assert_eq!(utf8kit::utf32::to_utf16_uninit(&[0x1F980], &mut room).unwrap(), [0xD83E, 0xDD80]);
/// ```
pub fn to_utf16_uninit<'u>(
    units: &[u32],
    dst: &'u mut [MaybeUninit<u16>],
) -> Result<&'u mut [u16], ConvertError> {
    engine::convert_uninit::<Utf32, Utf16>(units, dst)
}

/// Converts any code units to UTF-16, with U+FFFD for each that is no scalar value.
///
/// The error says how many code units were read and written before the destination was full.
///
/// ```
/// let mut units = [0; 4];
/// let done = utf8kit::utf32::to_utf16_lossy(&[0xDC00, 0x110000], &mut units).unwrap();
/// assert_eq!((&units[..done.written], done.replaced), (&[0xFFFD, 0xFFFD][..], 2));
/// ```
pub fn to_utf16_lossy(units: &[u32], dst: &mut [u16]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf32, Utf16>(units, engine::as_uninit(dst))
}

/// The text in UTF-16 as a new `Vec` of code units.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_utf16_vec(&[0x1F980]).unwrap(), [0xD83E, 0xDD80]);
/// assert_eq!(utf8kit::utf32::to_utf16_vec(&[0x20, 0x1F980_00]).unwrap_err().valid_up_to(), 1);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_vec(units: &[u32]) -> Result<Vec<u16>, IllFormed> {
    engine::to_vec::<Utf32, Utf16>(units, super::utf16_len(units)).map_err(engine::ill_formed)
}

/// Appends the text in UTF-16 to `dst`; returns the number of code units appended. After an error `dst` is as it was.
///
/// ```
/// let mut units = vec![];
/// assert_eq!(utf8kit::utf32::to_utf16_append(&['n' as u32, 'ñ' as u32, '𝕟' as u32], &mut units), Ok(4));
/// units.push(0); // as some interfaces want it
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_append(units: &[u32], dst: &mut Vec<u16>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf32, Utf16>(units, dst, super::utf16_len(units)).map_err(engine::ill_formed)
}
