//! UTF-32: 32-bit code units, and bytes in either byte order. It is UCS-4 of ISO/IEC 10646, restricted to U+10FFFF.

use super::{Decode, Encode, LONGEST};
use crate::ErrorKind;
use crate::error::DecodeError;

/// UTF-32 in 32-bit code units.
pub(crate) struct Utf32;

// SAFETY: a unit that is a scalar value is that character.
unsafe impl Decode for Utf32 {
    type Unit = u32;
    const NAME: &'static str = "UTF-32";

    #[inline]
    fn decode(units: &[u32]) -> Result<(char, usize), DecodeError> {
        match units[0] {
            0xD800..=0xDFFF => Err(DecodeError {
                kind: ErrorKind::Surrogate,
                len: 1,
            }),
            unit => match char::from_u32(unit) {
                Some(c) => Ok((c, 1)),
                None => Err(DecodeError {
                    kind: ErrorKind::TooLarge,
                    len: 1,
                }),
            },
        }
    }
}

// SAFETY: writes one unit, the number of the character.
unsafe impl Encode for Utf32 {
    type Unit = u32;
    const SUBSTITUTE: char = '\u{FFFD}';

    #[inline]
    fn encode(c: char, out: &mut [u32; LONGEST]) -> Option<usize> {
        out[0] = c as u32;
        Some(1)
    }
}

/// UTF-32 in bytes: big-endian if `BIG`, little-endian otherwise.
pub(crate) struct Utf32Bytes<const BIG: bool>;

// SAFETY: as for `Utf32`; each unit is four bytes.
unsafe impl<const BIG: bool> Decode for Utf32Bytes<BIG> {
    type Unit = u8;
    const NAME: &'static str = "UTF-32";

    #[inline]
    fn decode(bytes: &[u8]) -> Result<(char, usize), DecodeError> {
        let Some(&unit) = bytes.first_chunk() else {
            return Err(DecodeError {
                kind: ErrorKind::UnexpectedEnd,
                len: bytes.len(),
            });
        };
        let unit = if BIG {
            u32::from_be_bytes(unit)
        } else {
            u32::from_le_bytes(unit)
        };
        match Utf32::decode(&[unit]) {
            Ok((c, _)) => Ok((c, 4)),
            Err(DecodeError { kind, .. }) => Err(DecodeError { kind, len: 4 }),
        }
    }
}

// SAFETY: as for `Utf32`; each unit is four bytes.
unsafe impl<const BIG: bool> Encode for Utf32Bytes<BIG> {
    type Unit = u8;
    const SUBSTITUTE: char = '\u{FFFD}';

    #[inline]
    fn encode(c: char, out: &mut [u8; LONGEST]) -> Option<usize> {
        out[..4].copy_from_slice(&if BIG {
            (c as u32).to_be_bytes()
        } else {
            (c as u32).to_le_bytes()
        });
        Some(4)
    }
}
