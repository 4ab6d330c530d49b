//! UTF-32: 32-bit units, and octets in either order. ISO/IEC 10646's UCS-4, held to U+10FFFF.

use super::{Decode, Encode, LONGEST};
use crate::Kind;
use crate::error::{Bad, Form};

/// UTF-32 in 32-bit code units.
pub(crate) struct Utf32;

impl Decode for Utf32 {
    type Unit = u32;
    const FORM: Form = Form::Utf32;

    #[inline]
    fn decode(units: &[u32]) -> Result<(char, usize), Bad> {
        match units[0] {
            0xD800..=0xDFFF => Err(Bad {
                kind: Kind::Surrogate,
                len: 1,
            }),
            unit => match char::from_u32(unit) {
                Some(c) => Ok((c, 1)),
                None => Err(Bad {
                    kind: Kind::TooLarge,
                    len: 1,
                }),
            },
        }
    }
}

impl Encode for Utf32 {
    type Unit = u32;
    const SUBSTITUTE: char = '\u{FFFD}';

    #[inline]
    fn encode(c: char, out: &mut [u32; LONGEST]) -> Option<usize> {
        out[0] = c as u32;
        Some(1)
    }
}

/// UTF-32 in octets, the most significant first if `BIG`.
pub(crate) struct Utf32Octets<const BIG: bool>;

impl<const BIG: bool> Decode for Utf32Octets<BIG> {
    type Unit = u8;
    const FORM: Form = Form::Utf32;

    #[inline]
    fn decode(octets: &[u8]) -> Result<(char, usize), Bad> {
        let Some(&unit) = octets.first_chunk() else {
            return Err(Bad {
                kind: Kind::UnexpectedEnd,
                len: octets.len(),
            });
        };
        let unit = if BIG {
            u32::from_be_bytes(unit)
        } else {
            u32::from_le_bytes(unit)
        };
        match Utf32::decode(&[unit]) {
            Ok((c, _)) => Ok((c, 4)),
            Err(Bad { kind, .. }) => Err(Bad { kind, len: 4 }),
        }
    }
}

impl<const BIG: bool> Encode for Utf32Octets<BIG> {
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
