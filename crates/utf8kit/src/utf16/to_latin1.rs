//! From UTF-16 to Latin-1.

use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Latin1, Utf16};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts to Latin-1 and returns the number of bytes written: as many as code units read.
///
/// The error says whether the source is ill-formed, has a character over U+00FF or the destination is full, how many code
/// units were read and how many bytes written.
///
/// ```
/// let mut bytes = [0; 4];
/// assert_eq!(utf8kit::utf16::to_latin1(&[0xC5, 0x6C], &mut bytes), Ok(2));
/// assert_eq!(&bytes[..2], b"\xC5l");
/// ```
pub fn to_latin1(units: &[u16], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf16, Latin1>(units, engine::as_uninit(bytes))
}

/// [`to_latin1()`] into memory that need not be initialised; returns the bytes written.
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::utf16::to_latin1_uninit(&[0xFF], &mut room).unwrap(), [0xFF]);
/// ```
pub fn to_latin1_uninit<'o>(
    units: &[u16],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf16, Latin1>(units, bytes)
}

/// Converts any code units to Latin-1, with `?` for each character over U+00FF and each surrogate without its partner.
///
/// The error says how many code units were read and how many bytes written before the destination was full.
///
/// ```
/// let units: Vec<u16> = "é 😀".encode_utf16().collect();
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf16::to_latin1_lossy(&units, &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"\xE9 ?"[..], 1));
/// ```
pub fn to_latin1_lossy(units: &[u16], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf16, Latin1>(units, engine::as_uninit(bytes))
}

/// The text in Latin-1 as a new `Vec`. The error's `written` counts bytes that were converted before it.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf16};
///
/// let error = utf16::to_latin1_vec(&[0x31, 0x2030]).unwrap_err();
/// assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable('‰'));
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_vec(units: &[u16]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf16, Latin1>(units, units.len())
}

/// Appends the text in Latin-1 to `bytes`; returns the number of bytes appended. After an error `bytes` is as it was.
///
/// ```
/// let mut bytes = b"20 ".to_vec();
/// assert_eq!(utf8kit::utf16::to_latin1_append(&[0xB0, 0x43], &mut bytes), Ok(2));
/// assert_eq!(bytes, b"20 \xB0C");
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_append(units: &[u16], bytes: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf16, Latin1>(units, bytes, units.len())
}
