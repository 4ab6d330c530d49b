//! From UTF-16 to Latin-1.

use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Latin1, Utf16};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts to Latin-1 and returns the number of octets written: as many as code units read.
///
/// The error says whether the source is ill-formed, has a character over U+00FF or the destination is full, how many code
/// units were read and how many octets written.
///
/// ```
/// let mut octets = [0; 4];
/// assert_eq!(utf8kit::utf16::to_latin1(&[0xC5, 0x6C], &mut octets), Ok(2));
/// assert_eq!(&octets[..2], b"\xC5l");
/// ```
pub fn to_latin1(units: &[u16], octets: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf16, Latin1>(units, engine::as_uninit(octets))
}

/// [`to_latin1()`] into memory that need not be initialised; returns the octets written.
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::utf16::to_latin1_uninit(&[0xFF], &mut room).unwrap(), [0xFF]);
/// ```
pub fn to_latin1_uninit<'o>(
    units: &[u16],
    octets: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf16, Latin1>(units, octets)
}

/// Converts any code units to Latin-1, with `?` for each character over U+00FF and each surrogate without its partner.
///
/// The error says how many code units were read and how many octets written before the destination was full.
///
/// ```
/// let units: Vec<u16> = "é 😀".encode_utf16().collect();
/// let mut octets = [0; 4];
/// let done = utf8kit::utf16::to_latin1_lossy(&units, &mut octets).unwrap();
/// assert_eq!((&octets[..done.written], done.replaced), (&b"\xE9 ?"[..], 1));
/// ```
pub fn to_latin1_lossy(units: &[u16], octets: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf16, Latin1>(units, engine::as_uninit(octets))
}

/// The text in Latin-1 as a new `Vec`. The error's `written` counts octets that were converted before it.
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

/// Appends the text in Latin-1 to `octets`; returns the number of octets appended. After an error `octets` is as it was.
///
/// ```
/// let mut octets = b"20 ".to_vec();
/// assert_eq!(utf8kit::utf16::to_latin1_append(&[0xB0, 0x43], &mut octets), Ok(2));
/// assert_eq!(octets, b"20 \xB0C");
/// ```
#[cfg(feature = "alloc")]
pub fn to_latin1_append(units: &[u16], octets: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf16, Latin1>(units, octets, units.len())
}
