//! Latin-1 (ISO/IEC 8859-1): each byte is the character with its value, U+0000..=U+00FF. This is not windows-1252.

use crate::ErrorKind;
use crate::codec::{Decode, DecodeError, Description, Encode, MAX_ENCODED};

/// Latin-1, in bytes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Latin1;

static DESCRIPTION: Description = Description::new("Latin-1").with_clause(|_| "ISO/IEC 8859-1");

impl Decode for Latin1 {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, bytes: &[u8], _: bool) -> Result<(u32, usize), DecodeError> {
        match bytes.first() {
            Some(&byte) => Ok((byte.into(), 1)),
            // Nothing to decode is no character: see `Utf8::decode_first`.
            None => Err(DecodeError::new(ErrorKind::UnexpectedEnd, 1)),
        }
    }
}

impl Encode for Latin1 {
    type Unit = u8;

    #[inline]
    fn writes_ascii(&self) -> bool {
        true
    }

    #[inline]
    fn substitute(&self) -> char {
        '?'
    }

    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        out[0] = u8::try_from(number).ok()?;
        Some(1)
    }
}
