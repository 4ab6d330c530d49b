//! ASCII (RFC 20): the bytes `0x00..=0x7F`.

use crate::ErrorKind;
use crate::codec::{Decode, DecodeError, Description, Encode, MAX_ENCODED};

/// ASCII, in bytes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ascii;

static DESCRIPTION: Description = Description::new("ASCII").with_clause(|_| "RFC 20");

impl Decode for Ascii {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, bytes: &[u8], _: bool) -> Result<(u32, usize), DecodeError> {
        match bytes.first() {
            Some(&byte @ 0x00..=0x7F) => Ok((byte.into(), 1)),
            _ => Err(DecodeError::new(ErrorKind::Undefined, 1)),
        }
    }
}

impl Encode for Ascii {
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
        if number > 0x7F {
            return None;
        }
        out[0] = number as u8;
        Some(1)
    }
}
