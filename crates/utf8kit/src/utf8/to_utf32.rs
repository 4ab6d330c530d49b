//! From UTF-8 to UTF-32, in code units and in octets.

use crate::Endian;
use crate::engine;
#[cfg(feature = "alloc")]
use crate::error::IllFormed;
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::reference::{Utf8, Utf32, Utf32Octets};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// How many UTF-32 code units are enough for any `octets` octets, well-formed or not: one for each.
/// [`count`](super::count) is what well-formed text needs.
///
/// ```
/// assert_eq!(utf8kit::utf8::max_utf32_len(80), 80);
/// ```
pub const fn max_utf32_len(octets: usize) -> usize {
    octets
}

/// Converts to UTF-32 and returns the number of code units written: one for each character.
///
/// The error says whether the source is ill-formed or the destination full, how many octets were read and how many
/// code units written.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::utf8::to_utf32("a𝄞".as_bytes(), &mut units), Ok(2));
/// assert_eq!(units[..2], [0x61, 0x1D11E]);
/// ```
pub fn to_utf32(octets: &[u8], units: &mut [u32]) -> Result<usize, ConvertError> {
    engine::convert::<Utf8, Utf32>(octets, engine::as_uninit(units))
}

/// [`to_utf32()`] into memory that need not be initialised; returns the code units written.
///
/// ```
/// use core::mem::MaybeUninit;
/// use utf8kit::{utf8, utf32};
///
/// let mut room = [MaybeUninit::uninit(); 8];
/// let units = utf8::to_utf32_uninit("naïve".as_bytes(), &mut room).unwrap();
/// assert_eq!(utf32::validate(units).unwrap()[2], 'ï');
/// ```
pub fn to_utf32_uninit<'u>(
    octets: &[u8],
    units: &'u mut [MaybeUninit<u32>],
) -> Result<&'u mut [u32], ConvertError> {
    engine::convert_uninit::<Utf8, Utf32>(octets, units)
}

/// Converts any octets to UTF-32, with U+FFFD for each maximal subpart of what is ill-formed.
///
/// The error says how many octets were read and how many code units written before the destination was full.
///
/// ```
/// let mut units = [0; 4];
/// // An overlong solidus: neither of its octets can belong to a character.
/// let done = utf8kit::utf8::to_utf32_lossy(b"\xC0\xAF", &mut units).unwrap();
/// assert_eq!((done.written, done.replaced), (2, 2));
/// ```
pub fn to_utf32_lossy(octets: &[u8], units: &mut [u32]) -> Result<Lossy, DestinationFull> {
    engine::convert_lossy::<Utf8, Utf32>(octets, engine::as_uninit(units))
}

/// The text in UTF-32 as a new `Vec` of code units.
///
/// ```
/// let units = utf8kit::utf8::to_utf32_vec("한국어".as_bytes()).unwrap();
/// assert_eq!(units, [0xD55C, 0xAD6D, 0xC5B4]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_vec(octets: &[u8]) -> Result<Vec<u32>, IllFormed> {
    engine::to_vec::<Utf8, Utf32>(octets, super::count(octets)).map_err(engine::ill_formed)
}

/// Appends the text in UTF-32 to `units`; returns the number of code units appended. After an error `units` is as it was.
///
/// ```
/// let mut units = vec![0xFEFF];
/// assert_eq!(utf8kit::utf8::to_utf32_append("𣎴".as_bytes(), &mut units), Ok(1));
/// assert_eq!(units, [0xFEFF, 0x233B4]);
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_append(octets: &[u8], units: &mut Vec<u32>) -> Result<usize, IllFormed> {
    engine::append_all::<Utf8, Utf32>(octets, units, super::count(octets)).map_err(engine::ill_formed)
}

/// Converts a `str` to UTF-32 and returns the number of code units written. Only the room can run out.
///
/// ```
/// let mut units = [0; 8];
/// assert_eq!(utf8kit::utf8::str_to_utf32("👩‍💻", &mut units), Ok(3)); // woman, zero width joiner, computer
/// ```
pub fn str_to_utf32(text: &str, units: &mut [u32]) -> Result<usize, DestinationFull> {
    engine::convert_infallible::<Utf8, Utf32>(text.as_bytes(), engine::as_uninit(units))
}

/// Converts to UTF-32 in octets of the order `endian`, without a signature; returns the number of octets written.
///
/// Four times [`count`](super::count) octets are exactly enough. Errors are those of [`to_utf32()`], counted in octets on
/// both sides.
///
/// ```
/// use utf8kit::{Endian, utf8};
///
/// let mut octets = [0; 4];
/// assert_eq!(utf8::to_utf32_bytes("𝄞".as_bytes(), Endian::Big, &mut octets), Ok(4));
/// assert_eq!(octets, [0x00, 0x01, 0xD1, 0x1E]);
/// ```
pub fn to_utf32_bytes(octets: &[u8], endian: Endian, dst: &mut [u8]) -> Result<usize, ConvertError> {
    let dst = engine::as_uninit(dst);
    engine::in_order!(endian, Utf32Octets as To => engine::convert::<Utf8, To>(octets, dst))
}

/// Converts any octets to UTF-32 in octets of the order `endian`, with U+FFFD for each maximal subpart.
///
/// ```
/// use utf8kit::{Endian, utf8};
///
/// let mut octets = [0; 4];
/// let done = utf8::to_utf32_bytes_lossy(b"\xF0\x9D\x84", Endian::Little, &mut octets).unwrap();
/// assert_eq!((done.written, done.replaced), (4, 1));
/// assert_eq!(octets, [0xFD, 0xFF, 0x00, 0x00]);
/// ```
pub fn to_utf32_bytes_lossy(octets: &[u8], endian: Endian, dst: &mut [u8]) -> Result<Lossy, DestinationFull> {
    let dst = engine::as_uninit(dst);
    engine::in_order!(endian, Utf32Octets as To => engine::convert_lossy::<Utf8, To>(octets, dst))
}
