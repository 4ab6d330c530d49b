//! Latin-1 to UTF-16.

use crate::Destination;
use crate::encoding::{Latin1, Utf16};
use crate::engine::{self};
use crate::error::DestinationFull;

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
