//! ASCII to UTF-32.

use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Ascii, Utf32};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Converts ASCII to UTF-32 and returns the number of code units written. Each byte takes one.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if a byte is over `0x7F`;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `units` is too short.
///
/// Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 2];
/// let full = utf8kit::ascii::to_utf32(b"abc", &mut units).unwrap_err();
/// assert_eq!((full.read(), units), (2, [0x61, 0x62]));
/// ```
pub fn to_utf32(bytes: &[u8], units: &mut [u32]) -> Result<usize, ConvertError> {
    engine::convert::<Ascii, Utf32>(bytes, units)
}

/// Converts as [`to_utf32()`] does, into memory that need not be initialised, and returns the code units written.
///
/// # Errors
///
/// Returns the errors of [`to_utf32()`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 4];
/// assert_eq!(utf8kit::ascii::to_utf32_uninit(b"~", &mut buffer).unwrap(), [0x7E]);
/// ```
pub fn to_utf32_uninit<'u>(
    bytes: &[u8],
    units: &'u mut [MaybeUninit<u32>],
) -> Result<&'u mut [u32], ConvertError> {
    engine::convert_uninit::<Ascii, Utf32>(bytes, units)
}

/// Converts any bytes to UTF-32, with U+FFFD for each byte over `0x7F`. Returns the numbers of code units written and
/// of replacements. `bytes.len()` code units are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `units` is too short. Its `read` is in bytes, `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// let done = utf8kit::ascii::to_utf32_lossy("é".as_bytes(), &mut units).unwrap();
/// assert_eq!((done.written, done.replaced), (2, 2)); // two bytes that are not ASCII
/// ```
pub fn to_utf32_lossy(bytes: &[u8], units: &mut [u32]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Ascii, Utf32>(bytes, units)
}

/// Converts as [`to_utf32_lossy`] does, into memory that need not be initialised. Returns the code units written and the
/// number of replacements.
///
/// # Errors
///
/// Returns the error of [`to_utf32_lossy`].
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut buffer = [MaybeUninit::uninit(); 8];
/// let (units, replaced) = utf8kit::ascii::to_utf32_lossy_uninit(b"\x80\x7F", &mut buffer).unwrap();
/// assert_eq!(units, [0xFFFD, 0x7F]);
/// assert_eq!(replaced, 1);
/// ```
pub fn to_utf32_lossy_uninit<'d>(
    bytes: &[u8],
    units: &'d mut [MaybeUninit<u32>],
) -> Result<(&'d mut [u32], usize), DestinationFull> {
    engine::convert_lossy_uninit::<Ascii, Utf32>(bytes, units)
}

/// Converts ASCII to UTF-32 and returns the code units in a new `Vec`.
///
/// # Errors
///
/// Returns an error if a byte is over `0x7F`. Its offset is in bytes.
///
/// ```
/// assert_eq!(utf8kit::ascii::to_utf32_vec(b"az").unwrap(), [0x61, 0x7A]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_vec(bytes: &[u8]) -> Result<Vec<u32>, IllFormed> {
    engine::to_vec::<Ascii, Utf32>(bytes, bytes.len()).map_err(engine::ill_formed)
}

/// Converts ASCII to UTF-32, appends the code units to `units` and returns their number.
///
/// # Errors
///
/// Returns the errors of [`to_utf32_vec`]. After an error `units` is unchanged.
///
/// ```
/// let mut units = vec![0x1F980];
/// assert_eq!(utf8kit::ascii::to_utf32_append(b"!", &mut units), Ok(1));
/// assert_eq!(units, [0x1F980, 0x21]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_append(bytes: &[u8], units: &mut Vec<u32>) -> Result<usize, IllFormed> {
    engine::append_all::<Ascii, Utf32>(bytes, units, bytes.len()).map_err(engine::ill_formed)
}
