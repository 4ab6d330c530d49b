//! Latin-1 to UTF-16.

use crate::Endian;
use crate::engine::{self, in_order};
use crate::error::DestinationFull;
use crate::reference::{Latin1, Utf16, Utf16Bytes};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts Latin-1 to UTF-16 and returns the number of code units written. Each byte takes one.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `units` is too short. Its `read` is in bytes, its `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::latin1::to_utf16(b"\xBD", &mut units), Ok(1));
/// assert_eq!(units[0], 0xBD); // ½
/// ```
#[inline]
pub fn to_utf16(bytes: &[u8], units: &mut [u16]) -> Result<usize, DestinationFull> {
    engine::convert_infallible::<Latin1, Utf16>(bytes, units)
}

/// Converts as [`to_utf16()`] does, into memory that need not be initialised, and returns the code units written.
///
/// # Errors
///
/// Returns the error of [`to_utf16()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::latin1::to_utf16_uninit(b"A\xC4", &mut buffer).unwrap(), [0x41, 0xC4]);
/// ```
pub fn to_utf16_uninit<'u>(
    bytes: &[u8],
    units: &'u mut [MaybeUninit<u16>],
) -> Result<&'u mut [u16], DestinationFull> {
    engine::convert_uninit::<Latin1, Utf16>(bytes, units).map_err(engine::destination_full)
}

/// Converts Latin-1 to UTF-16 in the byte order `endian`, without a signature, and returns the number of bytes written. Each
/// byte takes two.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, latin1};
///
/// let mut dst = [0; 2];
/// assert_eq!(latin1::to_utf16_bytes(b"\xBD", Endian::Big, &mut dst), Ok(2));
/// assert_eq!(dst, [0x00, 0xBD]);
/// ```
#[inline]
pub fn to_utf16_bytes(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, DestinationFull> {
    in_order!(endian, Utf16Bytes as To => engine::convert_infallible::<Latin1, To>(bytes, dst))
}

/// Converts as [`to_utf16_bytes`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the error of [`to_utf16_bytes`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, latin1};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let written = latin1::to_utf16_bytes_uninit(b"\xBD", Endian::Big, &mut buffer).unwrap();
/// assert_eq!(written, [0x00, 0xBD]);
/// ```
pub fn to_utf16_bytes_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut [u8], DestinationFull> {
    in_order!(endian, Utf16Bytes as To => engine::convert_uninit::<Latin1, To>(bytes, dst))
        .map_err(engine::destination_full)
}

/// Converts Latin-1 to UTF-16 and returns the code units in a new `Vec`.
///
/// ```
/// assert_eq!(utf8kit::latin1::to_utf16_vec(b"\xF7"), ['÷' as u16]);
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16_vec(bytes: &[u8]) -> Vec<u16> {
    engine::certain(engine::to_vec::<Latin1, Utf16>(bytes, bytes.len()))
}

/// Converts Latin-1 to UTF-16, appends the code units to `units` and returns their number.
///
/// ```
/// let mut units = vec![0xFEFF];
/// assert_eq!(utf8kit::latin1::to_utf16_append(b"\xAE", &mut units), 1);
/// assert_eq!(units, [0xFEFF, 0xAE]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_append(bytes: &[u8], units: &mut Vec<u16>) -> usize {
    engine::certain(engine::append_all::<Latin1, Utf16>(bytes, units, bytes.len()))
}
