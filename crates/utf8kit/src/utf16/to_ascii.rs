//! From UTF-16 to ASCII.

use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Ascii, Utf16};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts to ASCII and returns the number of bytes written: as many as code units read.
///
/// The error says whether the source is ill-formed, has a character over U+007F or the destination is full, how many code
/// units were read and how many bytes written.
///
/// ```
/// let mut bytes = [0; 4];
/// assert_eq!(utf8kit::utf16::to_ascii(&[0x47, 0x45, 0x54], &mut bytes), Ok(3));
/// assert_eq!(&bytes[..3], b"GET");
/// ```
pub fn to_ascii(units: &[u16], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf16, Ascii>(units, engine::as_uninit(bytes))
}

/// [`to_ascii()`] into memory that need not be initialised; returns the bytes written.
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [MaybeUninit::uninit(); 2];
/// let full = utf8kit::utf16::to_ascii_uninit(&[0x47, 0x45, 0x54], &mut room).unwrap_err();
/// assert_eq!((full.read(), full.written()), (2, 2));
/// ```
pub fn to_ascii_uninit<'o>(
    units: &[u16],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf16, Ascii>(units, bytes)
}

/// Converts any code units to ASCII, with `?` for each character over U+007F and each surrogate without its partner.
///
/// The error says how many code units were read and how many bytes written before the destination was full.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf16::to_ascii_lossy(&[0x2192, 0x31], &mut bytes).unwrap(); // →1
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"?1"[..], 1));
/// ```
pub fn to_ascii_lossy(units: &[u16], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf16, Ascii>(units, engine::as_uninit(bytes))
}

/// The text in ASCII as a new `Vec`. The error's `written` counts bytes that were converted before it.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_ascii_vec(&[0x6F, 0x6B]).unwrap(), b"ok");
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_vec(units: &[u16]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf16, Ascii>(units, units.len())
}

/// Appends the text in ASCII to `bytes`; returns the number of bytes appended. After an error `bytes` is as it was.
///
/// ```
/// let mut bytes = b"C:".to_vec();
/// assert_eq!(utf8kit::utf16::to_ascii_append(&[0x5C, 0x78], &mut bytes), Ok(2));
/// assert!(utf8kit::utf16::to_ascii_append(&[0x5C, 0xFC], &mut bytes).is_err());
/// assert_eq!(bytes, br"C:\x");
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_append(units: &[u16], bytes: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf16, Ascii>(units, bytes, units.len())
}
