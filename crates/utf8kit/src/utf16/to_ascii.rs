//! UTF-16 to ASCII.

use crate::Endian;
use crate::engine::{self, in_order};
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Ascii, Utf16, Utf16Bytes};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts UTF-16 to ASCII and returns the number of bytes written. Each character takes one, so `units.len()` bytes
/// are always enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `units` has an unpaired surrogate;
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+007F;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `bytes` is too short.
///
/// Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// assert_eq!(utf8kit::utf16::to_ascii(&[0x47, 0x45, 0x54], &mut bytes), Ok(3));
/// assert_eq!(&bytes[..3], b"GET");
/// ```
#[inline]
pub fn to_ascii(units: &[u16], bytes: &mut [u8]) -> Result<usize, ConvertError> {
    engine::convert::<Utf16, Ascii>(units, bytes)
}

/// Converts as [`to_ascii()`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`to_ascii()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 2];
/// let full = utf8kit::utf16::to_ascii_uninit(&[0x47, 0x45, 0x54], &mut buffer).unwrap_err();
/// assert_eq!((full.read(), full.written()), (2, 2));
/// ```
pub fn to_ascii_uninit<'o>(
    units: &[u16],
    bytes: &'o mut [MaybeUninit<u8>],
) -> Result<&'o mut [u8], ConvertError> {
    engine::convert_uninit::<Utf16, Ascii>(units, bytes)
}

/// Converts any code units to ASCII, with `?` for each unpaired surrogate and for each character over U+007F. Returns
/// the numbers of bytes written and of replacements. [`lossy_count`](super::lossy_count) bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `bytes` is too short. Its `read` is in code units, `written` in bytes.
///
/// ```
/// let mut bytes = [0; 4];
/// let done = utf8kit::utf16::to_ascii_lossy(&[0x2192, 0x31], &mut bytes).unwrap(); // →1
/// assert_eq!((&bytes[..done.written], done.replaced), (&b"?1"[..], 1));
/// ```
pub fn to_ascii_lossy(units: &[u16], bytes: &mut [u8]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf16, Ascii>(units, bytes)
}

/// Converts UTF-16 in the byte order `endian` to ASCII and returns the number of bytes written. `bytes.len() / 2` bytes are
/// always enough.
///
/// # Errors
///
/// Returns the errors of [`to_ascii()`], and [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if there is
/// an odd byte at the end. Their `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut dst = [0; 4];
/// assert_eq!(utf16::bytes_to_ascii(b"\0G\0E\0T", Endian::Big, &mut dst), Ok(3));
/// assert_eq!(&dst[..3], b"GET");
/// ```
#[inline]
pub fn bytes_to_ascii(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    in_order!(endian, Utf16Bytes as From => engine::convert::<From, Ascii>(bytes, dst))
}

/// Converts as [`bytes_to_ascii`] does, into memory that need not be initialised, and returns the bytes written.
///
/// # Errors
///
/// Returns the errors of [`bytes_to_ascii`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf16};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let written = utf16::bytes_to_ascii_uninit(b"\0H\0i", Endian::Big, &mut buffer).unwrap();
/// assert_eq!(written, b"Hi");
/// ```
pub fn bytes_to_ascii_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut [u8], ConvertError> {
    in_order!(endian, Utf16Bytes as From => engine::convert_uninit::<From, Ascii>(bytes, dst))
}

/// Converts any bytes, read as UTF-16 in the byte order `endian`, to ASCII, with `?` for each unpaired surrogate, for each
/// character over U+007F, and for an odd byte at the end. Returns the numbers of bytes written and of replacements.
/// [`bytes_lossy_count`](super::bytes_lossy_count) bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{Endian, utf16};
///
/// let mut dst = [0; 4];
/// let done = utf16::bytes_to_ascii_lossy(b"\x92\x211\0", Endian::Little, &mut dst).unwrap(); // →1
/// assert_eq!((&dst[..done.written], done.replaced), (&b"?1"[..], 1));
/// ```
pub fn bytes_to_ascii_lossy(bytes: &[u8], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy::<From, Ascii>(bytes, dst))
}

/// Converts as [`bytes_to_ascii_lossy`] does, into memory that need not be initialised. Returns the bytes written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`bytes_to_ascii_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{Endian, utf16};
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (written, replaced) = utf16::bytes_to_ascii_lossy_uninit(b"\0A\xD8\0", Endian::Big, &mut buffer).unwrap();
/// assert_eq!((&written[..], replaced), (&b"A?"[..], 1));
/// ```
pub fn bytes_to_ascii_lossy_uninit<'d>(
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    in_order!(endian, Utf16Bytes as From => engine::convert_lossy_uninit::<From, Ascii>(bytes, dst))
}

/// Converts as [`to_ascii_lossy`] does, into memory that need not be initialised. Returns the bytes written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_ascii_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (bytes, replaced) = utf8kit::utf16::to_ascii_lossy_uninit(&[0x2192, 0x31], &mut buffer).unwrap();
/// assert_eq!(bytes, b"?1");
/// assert_eq!(replaced, 1);
/// ```
pub fn to_ascii_lossy_uninit<'d>(
    units: &[u16],
    bytes: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Utf16, Ascii>(units, bytes)
}

/// Converts UTF-16 to ASCII and returns the bytes in a new `Vec`.
///
/// # Errors
///
/// Returns an error if `units` has an unpaired surrogate, or if a character is over U+007F. Its `read` is in code
/// units; its `written` is the number of bytes converted before the error.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_ascii_vec(&[0x6F, 0x6B]).unwrap(), b"ok");
/// ```
#[cfg(feature = "alloc")]
pub fn to_ascii_vec(units: &[u16]) -> Result<Vec<u8>, ConvertError> {
    engine::to_vec::<Utf16, Ascii>(units, units.len())
}

/// Converts UTF-16 to ASCII, appends the bytes to `bytes` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_ascii_vec`]. After an error `bytes` is unchanged.
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
