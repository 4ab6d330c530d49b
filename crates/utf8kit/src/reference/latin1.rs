//! Latin-1 (ISO/IEC 8859-1): each byte is the character with its value, U+0000..=U+00FF. This is not windows-1252.

use super::{Decode, Encode, LONGEST};
use crate::error::DecodeError;

/// Latin-1, in bytes.
pub(crate) struct Latin1;

// SAFETY: every byte is the character with its number.
unsafe impl Decode for Latin1 {
    type Unit = u8;
    const NAME: &'static str = "Latin-1";

    #[inline]
    fn decode(bytes: &[u8]) -> Result<(char, usize), DecodeError> {
        Ok((char::from(bytes[0]), 1))
    }
}

// SAFETY: writes the number of the character, if it is a byte.
unsafe impl Encode for Latin1 {
    type Unit = u8;
    const SUBSTITUTE: char = '?';

    #[inline]
    fn encode(c: char, out: &mut [u8; LONGEST]) -> Option<usize> {
        out[0] = u8::try_from(c).ok()?;
        Some(1)
    }
}
