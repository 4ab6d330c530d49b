//! Latin-1 to UTF-16.

use crate::encoding::{Latin1, Utf16, Utf16Bytes};
use crate::engine::{self, in_order};
use crate::error::DestinationFull;
use crate::{Destination, Endian};

/// Converts Latin-1 to UTF-16 and returns the number of code units [written](Destination::Written). Each byte takes
/// one.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, its `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::latin1::to_utf16(b"\xBD", &mut units), Ok(1));
/// assert_eq!(units[0], 0xBD); // ½
/// ```
#[inline]
pub fn to_utf16<D: Destination<u16>>(bytes: &[u8], dst: D) -> Result<D::Written, DestinationFull> {
    engine::infallible(engine::convert_to::<Latin1, Utf16, _>(bytes, dst, || bytes.len()))
}

/// Converts Latin-1 to UTF-16 in the byte order `endian`, without a signature, and returns the number of bytes
/// [written](Destination::Written). Each byte takes two.
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
pub fn to_utf16_bytes<D: Destination<u8>>(
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<D::Written, DestinationFull> {
    let len = || 2 * bytes.len();
    in_order!(endian, Utf16Bytes as To => engine::infallible(engine::convert_to::<Latin1, To, _>(bytes, dst, len)))
}
