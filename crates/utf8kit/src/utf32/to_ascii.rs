//! From UTF-32 to ASCII.

use crate::engine;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Ascii, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts to ASCII and returns the number of bytes written: as many as code units read.
///
/// The error says whether the source is ill-formed, has a character over U+007F or the destination is full, how many code
/// units were read and how many bytes written.
///
/// ```
/// let mut bytes = [0; 2];
/// assert_eq!(utf8kit::utf32::to_ascii(&[0x30, 0x7F], &mut bytes), Ok(2));
/// assert_eq!(bytes, [0x30, 0x7F]);
/// ```
pub fn to_ascii(units: &[u32], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf32, Ascii>(units, engine::as_uninit(bytes))
}

/// [`to_ascii()`] into memory that need not be initialised; returns the bytes written.
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::utf32::to_ascii_uninit(&[0x6E, 0x6F], &mut room).unwrap(), b"no");
/// ```
pub fn to_ascii_uninit<'o>(
    units: &[u32],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf32, Ascii>(units, bytes)
}

/// Converts any code units to ASCII, with `?` for each character over U+007F and each unit that is no scalar value.
///
/// The error says how many code units were read and how many bytes written before the destination was full.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf32::to_ascii_lossy(&[0x80, 0x41], &mut bytes).unwrap();
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"?A"[..], 1));
/// ```
pub fn to_ascii_lossy(units: &[u32], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf32, Ascii>(units, engine::as_uninit(bytes))
}

/// The text in ASCII as a new `Vec`. The error's `written` counts bytes that were converted before it.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_ascii_vec(&[0x7E]).unwrap(), b"~");
/// assert_eq!(utf8kit::utf32::to_ascii_vec(&[0x7E, 0x203E]).unwrap_err().written(), 1);
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_vec(units: &[u32]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf32, Ascii>(units, units.len())
}

/// Appends the text in ASCII to `bytes`; returns the number of bytes appended. After an error `bytes` is as it was.
///
/// ```
/// let mut bytes = b"U+".to_vec();
/// assert_eq!(utf8kit::utf32::to_ascii_append(&[0x34, 0x31], &mut bytes), Ok(2));
/// assert_eq!(bytes, b"U+41");
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_append(units: &[u32], bytes: &mut Vec<u8>) -> Result<usize, ConvertError> {
    engine::append_all::<Utf32, Ascii>(units, bytes, units.len())
}
