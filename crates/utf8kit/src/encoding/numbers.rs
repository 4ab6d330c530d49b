//! Numbers in 32-bit code units: scalar values, and what encodings have beyond, such as unpaired surrogates and the numbers to
//! `0x7FFF_FFFF` of ISO/IEC 10646-1.

use crate::codec::{Decode, DecodeError, Description, Encode, MAX_ENCODED};

/// Numbers, one in each 32-bit code unit. None of them is ill-formed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Numbers;

static DESCRIPTION: Description = Description::new("UCS-4").with_clause(|_| "ISO/IEC 10646-1");

impl Decode for Numbers {
    type Unit = u32;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, units: &[u32], _: bool) -> Result<(u32, usize), DecodeError> {
        Ok((units[0], 1))
    }
}

impl Encode for Numbers {
    type Unit = u32;

    #[inline]
    fn writes_ascii(&self) -> bool {
        true
    }

    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u32; MAX_ENCODED]) -> Option<usize> {
        out[0] = number;
        Some(1)
    }
}
