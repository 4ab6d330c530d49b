//! Latin-1 to UTF-32.

use crate::engine;
use crate::error::DestinationFull;
use crate::reference::{Latin1, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts Latin-1 to UTF-32 and returns the number of code units written. Each byte takes one.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `units` is too short. Its `read` is in bytes, its `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::latin1::to_utf32(b"x\xB2", &mut units), Ok(2));
/// assert_eq!(units[..2], ['x' as u32, '²' as u32]);
/// ```
#[inline]
pub fn to_utf32(bytes: &[u8], units: &mut [u32]) -> Result<usize, DestinationFull> {
    engine::convert_infallible::<Latin1, Utf32>(bytes, units)
}

/// Converts as [`to_utf32()`] does, into memory that need not be initialised, and returns the code units written.
///
/// # Errors
///
/// Returns the error of [`to_utf32()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 1];
/// assert_eq!(utf8kit::latin1::to_utf32_uninit(b"ab", &mut buffer).unwrap_err().read(), 1);
/// ```
pub fn to_utf32_uninit<'u>(
    bytes: &[u8],
    units: &'u mut [MaybeUninit<u32>],
) -> Result<&'u mut [u32], DestinationFull> {
    engine::convert_uninit::<Latin1, Utf32>(bytes, units).map_err(engine::destination_full)
}

/// Converts Latin-1 to UTF-32 and returns the code units in a new `Vec`.
///
/// ```
/// assert_eq!(utf8kit::latin1::to_utf32_vec(b"\xA9\x20"), [0xA9, 0x20]);
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf32_vec(bytes: &[u8]) -> Vec<u32> {
    engine::certain(engine::to_vec::<Latin1, Utf32>(bytes, bytes.len()))
}

/// Converts Latin-1 to UTF-32, appends the code units to `units` and returns their number.
///
/// ```
/// let mut units = vec![];
/// assert_eq!(utf8kit::latin1::to_utf32_append(b"\xA1ol\xE9!", &mut units), 5);
/// assert_eq!(units[3], 0xE9);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_append(bytes: &[u8], units: &mut Vec<u32>) -> usize {
    engine::certain(engine::append_all::<Latin1, Utf32>(bytes, units, bytes.len()))
}
