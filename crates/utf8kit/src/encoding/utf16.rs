//! UTF-16 (RFC 2781): 16-bit code units, and bytes in either byte order.

use crate::ErrorKind;
use crate::codec::{Decode, DecodeError, Description, Encode, MAX_ENCODED};

static DESCRIPTION: Description = Description::new("UTF-16")
    .with_clause(|_| "RFC 2781 section 2.2")
    .with_scalar_values();

/// UTF-16 in 16-bit code units.
#[derive(Clone, Copy, Default, Debug)]
pub struct Utf16 {
    /// Whether unpaired surrogates are numbers, as in the strings of JavaScript and Windows. Otherwise they are ill-formed.
    pub unpaired: bool,
    /// Whether a high surrogate was written last. A low one after it would make a character of the two.
    after_high: bool,
}

impl Utf16 {
    /// UTF-16 without unpaired surrogates.
    pub const STRICT: Utf16 = Utf16 {
        unpaired: false,
        after_high: false,
    };

    /// UTF-16 whose unpaired surrogates are numbers.
    pub const WITH_UNPAIRED: Utf16 = Utf16 {
        unpaired: true,
        after_high: false,
    };

    /// Returns the same rules at the beginning of a text.
    pub(crate) const fn restarted(self) -> Self {
        Utf16 {
            after_high: false,
            ..self
        }
    }

    /// Decodes as RFC 2781 section 2.2 describes.
    #[inline]
    fn first(units: &[u16]) -> Result<(u32, usize), DecodeError> {
        let unpaired = Err(DecodeError::new(ErrorKind::Surrogate, 1));
        // Nothing to decode is no character: see `Utf8::decode_first`.
        let Some(&first) = units.first() else {
            return Err(DecodeError::new(ErrorKind::UnexpectedEnd, 1));
        };
        match first {
            high @ 0xD800..=0xDBFF => match units.get(1) {
                None => Err(DecodeError::new(ErrorKind::UnexpectedEnd, 1)),
                Some(low @ 0xDC00..=0xDFFF) => Ok((join(high, *low), 2)),
                Some(_) => unpaired,
            },
            0xDC00..=0xDFFF => unpaired,
            unit => Ok((unit.into(), 1)),
        }
    }
}

/// Returns the scalar value of a surrogate pair.
#[inline]
fn join(high: u16, low: u16) -> u32 {
    0x1_0000 + (u32::from(high & 0x3FF) << 10 | u32::from(low & 0x3FF))
}

impl Decode for Utf16 {
    type Unit = u16;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, units: &[u16], last: bool) -> Result<(u32, usize), DecodeError> {
        match Utf16::first(units) {
            Err(DecodeError { kind, .. }) if self.unpaired && (last || kind != ErrorKind::UnexpectedEnd) => {
                Ok((units[0].into(), 1))
            }
            result => result,
        }
    }

    #[inline]
    fn lacking(&self, number: u32) -> Option<ErrorKind> {
        matches!(number, 0xD800..=0xDFFF).then_some(ErrorKind::Surrogate)
    }
}

impl Encode for Utf16 {
    type Unit = u16;

    #[inline]
    fn writes_ascii(&self) -> bool {
        true
    }

    /// Encodes as RFC 2781 section 2.1 describes.
    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u16; MAX_ENCODED]) -> Option<usize> {
        match number {
            0xD800..=0xDFFF => {
                let is_low = number >= 0xDC00;
                if !self.unpaired || is_low && self.after_high {
                    return None;
                }
                self.after_high = !is_low;
                out[0] = number as u16;
                return Some(1);
            }
            0x1_0000..=0x10_FFFF => {
                let rest = number - 0x1_0000;
                out[0] = 0xD800 | (rest >> 10) as u16;
                out[1] = 0xDC00 | (rest & 0x3FF) as u16;
            }
            0x11_0000.. => return None,
            _ => out[0] = number as u16,
        }
        self.after_high = false;
        Some(if number < 0x1_0000 { 1 } else { 2 })
    }

    #[inline]
    fn after_run(&mut self) {
        self.after_high = false;
    }
}

/// UTF-16 in bytes: big-endian if `BIG`, little-endian otherwise.
#[derive(Clone, Copy, Default, Debug)]
pub struct Utf16Bytes<const BIG: bool>(
    /// The rules of its code units.
    pub Utf16,
);

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

impl<const BIG: bool> Decode for Utf16Bytes<BIG> {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        let incomplete = Err(DecodeError::new(ErrorKind::UnexpectedEnd, bytes.len()));
        let Some(first) = Self::unit(bytes) else {
            return incomplete;
        };
        let decoded = match Self::unit(&bytes[2..]) {
            Some(second) => self.0.decode(&[first, second], last),
            None => self.0.decode(&[first], last),
        };
        match decoded {
            Ok((number, units)) => Ok((number, 2 * units)),
            // An odd byte after a high surrogate belongs to the incomplete pair.
            Err(error) if error.kind == ErrorKind::UnexpectedEnd => incomplete,
            Err(error) => Err(DecodeError::new(error.kind, 2 * error.len)),
        }
    }

    #[inline]
    fn lacking(&self, number: u32) -> Option<ErrorKind> {
        self.0.lacking(number)
    }
}

impl<const BIG: bool> Encode for Utf16Bytes<BIG> {
    type Unit = u8;

    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        let mut units = [0; MAX_ENCODED];
        let len = self.0.encode(number, &mut units)?;
        for (bytes, unit) in out.chunks_exact_mut(2).zip(&units[..len]) {
            bytes.copy_from_slice(&if BIG {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            });
        }
        Some(2 * len)
    }

    #[inline]
    fn after_run(&mut self) {
        Encode::after_run(&mut self.0);
    }
}
