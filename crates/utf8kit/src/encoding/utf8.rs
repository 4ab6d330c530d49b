//! UTF-8 (RFC 3629 section 4).

use crate::ErrorKind;
use crate::codec::{Decode, DecodeError, Description, Encode, MAX_ENCODED};

/// UTF-8, in bytes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Utf8;

pub(crate) static DESCRIPTION: Description = Description::new("UTF-8")
    .with_clause(ErrorKind::clause)
    .utf8_like()
    .with_scalar_values();

impl Decode for Utf8 {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, bytes: &[u8], _: bool) -> Result<(u32, usize), DecodeError> {
        Utf8::decode_first(bytes)
    }

    fn is_boundary(text: &[u8], index: usize) -> bool {
        text.get(index).is_none_or(|&byte| !is_continuation(byte))
    }
}

impl Utf8 {
    /// Does what [`Decode::decode`] does, in constants too.
    ///
    /// Follows the ABNF of RFC 3629 section 4 row by row, and names the error of each sequence that no row matches.
    ///
    /// ```text
    /// UTF8-1 = %x00-7F
    /// UTF8-2 = %xC2-DF UTF8-tail
    /// UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
    ///          %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
    /// UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
    ///          %xF4 %x80-8F 2( UTF8-tail )
    /// UTF8-tail = %x80-BF
    /// ```
    #[inline]
    pub(crate) const fn decode_first(bytes: &[u8]) -> Result<(u32, usize), DecodeError> {
        const fn error(kind: ErrorKind) -> Result<(u32, usize), DecodeError> {
            Err(DecodeError::new(kind, 1))
        }
        // Nothing to decode is no sequence. An error of one byte ends a loop that goes on after it.
        let Some(&first) = bytes.first() else {
            return error(ErrorKind::UnexpectedEnd);
        };
        // The length, the range of the second byte, and the error if that byte is another continuation byte.
        let (len, (lowest, highest), kind) = match first {
            0x00..=0x7F => return Ok((first as u32, 1)),
            0x80..=0xBF => return error(ErrorKind::UnexpectedContinuation),
            0xC0..=0xC1 => return error(ErrorKind::Overlong),
            0xC2..=0xDF => (2, (0x80, 0xBF), ErrorKind::MissingContinuation),
            0xE0 => (3, (0xA0, 0xBF), ErrorKind::Overlong),
            0xE1..=0xEC => (3, (0x80, 0xBF), ErrorKind::MissingContinuation),
            0xED => (3, (0x80, 0x9F), ErrorKind::Surrogate),
            0xEE..=0xEF => (3, (0x80, 0xBF), ErrorKind::MissingContinuation),
            0xF0 => (4, (0x90, 0xBF), ErrorKind::Overlong),
            0xF1..=0xF3 => (4, (0x80, 0xBF), ErrorKind::MissingContinuation),
            0xF4 => (4, (0x80, 0x8F), ErrorKind::TooLarge),
            0xF5..=0xF7 => return error(ErrorKind::TooLarge),
            0xF8..=0xFF => return error(ErrorKind::NeverValid),
        };
        let mut scalar = first as u32 & (0x7F >> len);
        let mut i = 1;
        while i < len {
            if i == bytes.len() {
                return Err(DecodeError::new(ErrorKind::UnexpectedEnd, i));
            }
            let byte = bytes[i];
            if !is_continuation(byte) {
                return Err(DecodeError::new(ErrorKind::MissingContinuation, i));
            }
            if i == 1 && (byte < lowest || byte > highest) {
                return error(kind);
            }
            scalar = scalar << 6 | (byte & 0x3F) as u32;
            i += 1;
        }
        Ok((scalar, len))
    }

    /// Returns the character that `bytes` begin with and its length in bytes, or the error there.
    #[inline]
    pub(crate) fn first_char(bytes: &[u8]) -> Result<(char, usize), DecodeError> {
        let (scalar, len) = Utf8::decode_first(bytes)?;
        let c = char::from_u32(scalar);
        debug_assert!(c.is_some(), "the ABNF matches scalar values only");
        Ok((c.unwrap_or(char::REPLACEMENT_CHARACTER), len))
    }
}

/// Returns `true` for `UTF8-tail` of the ABNF.
#[inline]
const fn is_continuation(byte: u8) -> bool {
    matches!(byte, 0x80..=0xBF)
}

impl Encode for Utf8 {
    type Unit = u8;

    #[inline]
    fn writes_ascii(&self) -> bool {
        true
    }

    /// Encodes as the table of RFC 3629 section 3 describes.
    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        let tail = |shift: u32| 0x80 | (number >> shift & 0x3F) as u8;
        match number {
            ..0x80 => {
                out[0] = number as u8;
                Some(1)
            }
            0x80..0x800 => {
                out[..2].copy_from_slice(&[0xC0 | (number >> 6) as u8, tail(0)]);
                Some(2)
            }
            0xD800..=0xDFFF | 0x11_0000.. => None,
            0x800..0x1_0000 => {
                out[..3].copy_from_slice(&[0xE0 | (number >> 12) as u8, tail(6), tail(0)]);
                Some(3)
            }
            0x1_0000..0x11_0000 => {
                out[..4].copy_from_slice(&[0xF0 | (number >> 18) as u8, tail(12), tail(6), tail(0)]);
                Some(4)
            }
        }
    }
}
