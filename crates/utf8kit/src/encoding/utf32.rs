//! UTF-32 (Unicode D90, ISO/IEC 10646 clause 9.4): 32-bit code units, and bytes in either byte order. It is UCS-4 of
//! ISO/IEC 10646-1, restricted to U+10FFFF.

use crate::ErrorKind;
use crate::codec::{Decode, DecodeError, Description, Encode, MAX_ENCODED};

static DESCRIPTION: Description = Description::new("UTF-32")
    .with_clause(|_| "Unicode D90")
    .with_scalar_values();

/// UTF-32 in 32-bit code units.
#[derive(Clone, Copy, Default, Debug)]
pub struct Utf32;

impl Decode for Utf32 {
    type Unit = u32;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, units: &[u32], _: bool) -> Result<(u32, usize), DecodeError> {
        // Nothing to decode is no character: see `Utf8::decode_first`.
        let Some(&first) = units.first() else {
            return Err(DecodeError::new(ErrorKind::UnexpectedEnd, 1));
        };
        match first {
            0xD800..=0xDFFF => Err(DecodeError::new(ErrorKind::Surrogate, 1)),
            0x11_0000.. => Err(DecodeError::new(ErrorKind::TooLarge, 1)),
            unit => Ok((unit, 1)),
        }
    }
}

impl Encode for Utf32 {
    type Unit = u32;

    #[inline]
    fn writes_ascii(&self) -> bool {
        true
    }

    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u32; MAX_ENCODED]) -> Option<usize> {
        out[0] = char::from_u32(number)?.into();
        Some(1)
    }
}

/// UTF-32 in bytes: big-endian if `BIG`, little-endian otherwise.
#[derive(Clone, Copy, Default, Debug)]
pub struct Utf32Bytes<const BIG: bool>;

impl<const BIG: bool> Decode for Utf32Bytes<BIG> {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        let Some(&unit) = bytes.first_chunk() else {
            return Err(DecodeError::new(ErrorKind::UnexpectedEnd, bytes.len()));
        };
        let unit = if BIG {
            u32::from_be_bytes(unit)
        } else {
            u32::from_le_bytes(unit)
        };
        match Utf32.decode(&[unit], last) {
            Ok((number, _)) => Ok((number, 4)),
            Err(error) => Err(DecodeError::new(error.kind, 4)),
        }
    }
}

impl<const BIG: bool> Encode for Utf32Bytes<BIG> {
    type Unit = u8;

    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        let number = u32::from(char::from_u32(number)?);
        out[..4].copy_from_slice(&if BIG {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        });
        Some(4)
    }
}
