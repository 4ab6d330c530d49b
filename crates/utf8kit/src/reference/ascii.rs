//! ASCII: the octets `00..7F`.

use super::{Decode, Encode, LONGEST};
use crate::Kind;
use crate::error::{Bad, Form};

/// ASCII, in octets.
pub(crate) struct Ascii;

impl Decode for Ascii {
    type Unit = u8;
    const FORM: Form = Form::Ascii;

    #[inline]
    fn decode(octets: &[u8]) -> Result<(char, usize), Bad> {
        match octets[0] {
            octet @ 0x00..=0x7F => Ok((char::from(octet), 1)),
            _ => Err(Bad {
                kind: Kind::Undefined,
                len: 1,
            }),
        }
    }
}

impl Encode for Ascii {
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
