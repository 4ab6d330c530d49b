//! Latin-1 to UTF-32.

use crate::Destination;
use crate::encoding::{Latin1, Utf32};
use crate::engine;
use crate::error::DestinationFull;

/// Converts Latin-1 to UTF-32 and returns the number of code units [written](Destination::Written). Each byte takes
/// one.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` is in bytes, its `written` in code units.
///
/// ```
/// let mut units = [0; 4];
/// assert_eq!(utf8kit::latin1::to_utf32(b"x\xB2", &mut units), Ok(2));
/// assert_eq!(units[..2], ['x' as u32, '²' as u32]);
/// ```
#[inline]
pub fn to_utf32<D: Destination<u32>>(bytes: &[u8], dst: D) -> Result<D::Written, DestinationFull> {
    engine::infallible(engine::convert_to::<Latin1, Utf32, _>(bytes, dst, || bytes.len()))
}
