//! From UTF-32 to Latin-1.

use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Latin1, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts to Latin-1 and returns the number of bytes written: as many as code units read.
///
/// The error says whether the source is ill-formed, has a character over U+00FF or the destination is full, how many code
/// units were read and how many bytes written.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf32};
///
/// let mut bytes = [0; 4];
/// assert_eq!(utf32::to_latin1(&[0xAB, 0xBB], &mut bytes), Ok(2));
///
/// let error = utf32::to_latin1(&[0xAB, 0x100], &mut bytes).unwrap_err();
/// assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable('Ā'));
/// ```
pub fn to_latin1(units: &[u32], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf32, Latin1>(units, engine::as_uninit(bytes))
}

/// [`to_latin1()`] into memory that need not be initialised; returns the bytes written.
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::utf32::to_latin1_uninit(&[0xDF], &mut room).unwrap(), [0xDF]);
/// ```
pub fn to_latin1_uninit<'o>(
    units: &[u32],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf32, Latin1>(units, bytes)
}

/// Converts any code units to Latin-1, with `?` for each character over U+00FF and each unit that is no scalar value.
///
/// The error says how many code units were read and how many bytes written before the destination was full.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf32::to_latin1_lossy(&[0xFE, 0x3B8, 0xD800], &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"\xFE??"[..], 2));
/// ```
pub fn to_latin1_lossy(units: &[u32], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf32, Latin1>(units, engine::as_uninit(bytes))
}

/// The text in Latin-1 as a new `Vec`. The error's `written` counts bytes that were converted before it.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_latin1_vec(&[0x4D, 0xFC]).unwrap(), b"M\xFC");
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_vec(units: &[u32]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf32, Latin1>(units, units.len())
}

/// Appends the text in Latin-1 to `bytes`; returns the number of bytes appended. After an error `bytes` is as it was.
///
/// ```
/// let mut bytes = b"10".to_vec();
/// assert_eq!(utf8kit::utf32::to_latin1_append(&[0xA3], &mut bytes), Ok(1));
/// assert_eq!(bytes, b"10\xA3");
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_append(units: &[u32], bytes: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf32, Latin1>(units, bytes, units.len())
}
