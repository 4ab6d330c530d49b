//! UTF-16 (RFC 2781): 16-bit code units, and bytes in either byte order.

use super::{Decode, Encode, LONGEST};
use crate::ErrorKind;
use crate::error::DecodeError;

/// UTF-16 in 16-bit code units.
pub(crate) struct Utf16;

// SAFETY: a unit that is no surrogate is a character, and so is a pair; the length is what is read.
unsafe impl Decode for Utf16 {
    type Unit = u16;
    const NAME: &'static str = "UTF-16";

    /// Decodes as RFC 2781 section 2.2 describes.
    #[inline]
    fn decode(units: &[u16]) -> Result<(char, usize), DecodeError> {
        let unpaired = Err(DecodeError {
            kind: ErrorKind::Surrogate,
            len: 1,
        });
        match units[0] {
            high @ 0xD800..=0xDBFF => match units.get(1) {
                None => Err(DecodeError {
                    kind: ErrorKind::UnexpectedEnd,
                    len: 1,
                }),
                Some(low @ 0xDC00..=0xDFFF) => Ok((scalar(join(high, *low)), 2)),
                Some(_) => unpaired,
            },
            0xDC00..=0xDFFF => unpaired,
            unit => Ok((scalar(u32::from(unit)), 1)),
        }
    }
}

/// Returns the scalar value of a surrogate pair.
#[inline]
fn join(high: u16, low: u16) -> u32 {
    0x1_0000 + (u32::from(high & 0x3FF) << 10 | u32::from(low & 0x3FF))
}

/// Returns the character with the value `number`, which must be a scalar value.
#[inline]
fn scalar(number: u32) -> char {
    match char::from_u32(number) {
        Some(c) => c,
        None => unreachable!("the callers pass no surrogate, and a pair is at most U+10FFFF"),
    }
}

// SAFETY: writes one unit, or a pair, as many as it returns.
unsafe impl Encode for Utf16 {
    type Unit = u16;
    const SUBSTITUTE: char = '\u{FFFD}';

    /// Encodes as RFC 2781 section 2.1 describes.
    #[inline]
    fn encode(c: char, out: &mut [u16; LONGEST]) -> Option<usize> {
        let number = c as u32;
        if number < 0x1_0000 {
            out[0] = number as u16;
            return Some(1);
        }
        let rest = number - 0x1_0000;
        out[0] = 0xD800 | (rest >> 10) as u16;
        out[1] = 0xDC00 | (rest & 0x3FF) as u16;
        Some(2)
    }

    #[inline]
    fn encode_surrogate(surrogate: u16, out: &mut [u16; LONGEST]) -> Option<usize> {
        out[0] = surrogate;
        Some(1)
    }
}

/// UTF-16 in bytes: big-endian if `BIG`, little-endian otherwise.
pub(crate) struct Utf16Bytes<const BIG: bool>;

impl<const BIG: bool> Utf16Bytes<BIG> {
    #[inline]
    fn unit(bytes: &[u8]) -> Option<u16> {
        let &bytes = bytes.first_chunk()?;
        Some(if BIG {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        })
    }
}

// SAFETY: as for `Utf16`; each unit is two bytes.
unsafe impl<const BIG: bool> Decode for Utf16Bytes<BIG> {
    type Unit = u8;
    const NAME: &'static str = "UTF-16";

    #[inline]
    fn decode(bytes: &[u8]) -> Result<(char, usize), DecodeError> {
        let Some(first) = Self::unit(bytes) else {
            return Err(DecodeError {
                kind: ErrorKind::UnexpectedEnd,
                len: bytes.len(),
            });
        };
        let decoded = match Self::unit(&bytes[2..]) {
            Some(second) => Utf16::decode(&[first, second]),
            None => Utf16::decode(&[first]),
        };
        match decoded {
            Ok((c, units)) => Ok((c, 2 * units)),
            // An odd byte after a high surrogate belongs to the incomplete pair.
            Err(DecodeError {
                kind: ErrorKind::UnexpectedEnd,
                ..
            }) => Err(DecodeError {
                kind: ErrorKind::UnexpectedEnd,
                len: bytes.len(),
            }),
            Err(DecodeError { kind, len }) => Err(DecodeError { kind, len: 2 * len }),
        }
    }
}

// SAFETY: as for `Utf16`; each unit is two bytes.
unsafe impl<const BIG: bool> Encode for Utf16Bytes<BIG> {
    type Unit = u8;
    const SUBSTITUTE: char = '\u{FFFD}';

    #[inline]
    fn encode(c: char, out: &mut [u8; LONGEST]) -> Option<usize> {
        let mut units = [0; LONGEST];
        let n = Utf16::encode(c, &mut units)?;
        for (bytes, unit) in out.chunks_exact_mut(2).zip(&units[..n]) {
            bytes.copy_from_slice(&if BIG {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            });
        }
        Some(2 * n)
    }
}
