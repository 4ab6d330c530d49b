//! UTF-32 (UCS-4 up to U+10FFFF), in 32-bit code units of the machine's order, and in bytes of either order.
//!
//! The conversions have the shapes that [`utf8`](crate::utf8#conversions) lists. What takes bytes begins with `bytes_`
//! and takes an [`Endian`](crate::Endian); there every offset counts bytes, and one to three bytes at the end are a
//! sequence cut off ([`ErrorKind::UnexpectedEnd`](crate::ErrorKind::UnexpectedEnd)). A signature is text here: see
//! [`signature`](crate::signature).
//!
//! Every code unit is a character or an error, so the number of characters is the length of the slice. What can be
//! wrong is a surrogate ([`ErrorKind::Surrogate`](crate::ErrorKind::Surrogate)) or a number over 10FFFF
//! ([`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge)).

use crate::Endian;
use crate::code_unit::bytes_in;
use crate::dispatch::kernels;
use crate::engine;
use crate::error::IllFormed;
use crate::reference::Utf32;

mod bytes;
mod to_ascii;
mod to_latin1;
mod to_utf16;
mod to_utf8;

pub use bytes::*;
pub use to_ascii::*;
pub use to_latin1::*;
pub use to_utf8::*;
pub use to_utf16::*;

/// Is every code unit a scalar value: U+0000..U+D7FF or U+E000..U+10FFFF?
///
/// ```
/// assert!(utf8kit::utf32::is_valid(&[0x61, 0x10FFFF]));
/// assert!(!utf8kit::utf32::is_valid(&[0x61, 0x110000]));
/// ```
pub fn is_valid(units: &[u32]) -> bool {
    engine::is_valid::<Utf32>(units)
}

/// The code units as characters, or where and why they are none. Offsets in code units.
///
/// ```
/// use utf8kit::{ErrorKind, utf32};
///
/// assert_eq!(utf32::validate(&[0x48, 0x69]).unwrap(), ['H', 'i']);
///
/// let error = utf32::validate(&[0x48, 0xD800]).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::Surrogate, 1));
/// ```
pub fn validate(units: &[u32]) -> Result<&[char], IllFormed> {
    engine::validate::<Utf32>(units)?;
    // SAFETY: `char` has the size and alignment of `u32`, and the line above has found each unit to be a scalar value.
    Ok(unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), units.len()) })
}

/// How many bytes of UTF-8 the text becomes. Exact if it is well-formed, unspecified otherwise.
///
/// ```
/// assert_eq!(utf8kit::utf32::utf8_len(&[0x7F, 0x7FF, 0xFFFF, 0x10FFFF]), 1 + 2 + 3 + 4);
/// ```
pub fn utf8_len(units: &[u32]) -> usize {
    engine::utf32_utf8_len(kernels(), Endian::NATIVE, bytes_in(units))
}

/// How many UTF-16 code units the text becomes. Exact if it is well-formed, unspecified otherwise.
///
/// ```
/// assert_eq!(utf8kit::utf32::utf16_len(&[0xFFFF, 0x10000]), 1 + 2);
/// ```
pub fn utf16_len(units: &[u32]) -> usize {
    engine::utf32_utf16_len(kernels(), units)
}

/// Turns the bytes of each code unit round: from the machine's order to the other, or back.
///
/// ```
/// let mut units = [0xFFFE_0000];
/// utf8kit::utf32::swap_bytes(&mut units);
/// assert_eq!(units, [0xFEFF]);
/// ```
pub fn swap_bytes(units: &mut [u32]) {
    for unit in units {
        *unit = unit.swap_bytes();
    }
}
