//! ASCII: the bytes `0x00..=0x7F`.

use super::{Decode, Encode, LONGEST};
use crate::ErrorKind;
use crate::error::DecodeError;

/// ASCII, in bytes.
pub(crate) struct Ascii;

// SAFETY: a byte below `0x80` is the character with its number.
unsafe impl Decode for Ascii {
    type Unit = u8;
    const NAME: &'static str = "ASCII";

    #[inline]
    fn decode(bytes: &[u8]) -> Result<(char, usize), DecodeError> {
        match bytes[0] {
            byte @ 0x00..=0x7F => Ok((char::from(byte), 1)),
            _ => Err(DecodeError {
                kind: ErrorKind::Undefined,
                len: 1,
            }),
        }
    }
}

// SAFETY: writes the number of the character, if it is below `0x80`.
unsafe impl Encode for Ascii {
    type Unit = u8;
    const SUBSTITUTE: char = '?';

    #[inline]
    fn encode(c: char, out: &mut [u8; LONGEST]) -> Option<usize> {
        if !c.is_ascii() {
            return None;
        }
        out[0] = c as u8;
        Some(1)
    }
}
