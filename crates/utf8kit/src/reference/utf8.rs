//! UTF-8 (RFC 3629 section 4).

use super::{Decode, Encode, LONGEST};
use crate::ErrorKind;
use crate::error::DecodeError;

/// UTF-8, in bytes.
pub(crate) struct Utf8;

// SAFETY: the rows of the ABNF match well-formed sequences only, and the length is that of the row.
unsafe impl Decode for Utf8 {
    type Unit = u8;
    const NAME: &'static str = "UTF-8";

    #[inline]
    fn decode(bytes: &[u8]) -> Result<(char, usize), DecodeError> {
        Utf8::decode_first(bytes)
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
    pub(crate) const fn decode_first(bytes: &[u8]) -> Result<(char, usize), DecodeError> {
        const fn error(kind: ErrorKind) -> Result<(char, usize), DecodeError> {
            Err(DecodeError { kind, len: 1 })
        }
        let first = bytes[0];
        // The length, the range of the second byte, and the error if that byte is another continuation byte.
        let (len, (lowest, highest), kind) = match first {
            0x00..=0x7F => return Ok((first as char, 1)),
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
                return Err(DecodeError {
                    kind: ErrorKind::UnexpectedEnd,
                    len: i,
                });
            }
            let byte = bytes[i];
            if !is_continuation(byte) {
                return Err(DecodeError {
                    kind: ErrorKind::MissingContinuation,
                    len: i,
                });
            }
            if i == 1 && (byte < lowest || byte > highest) {
                return error(kind);
            }
            scalar = scalar << 6 | (byte & 0x3F) as u32;
            i += 1;
        }
        match char::from_u32(scalar) {
            Some(c) => Ok((c, len)),
            None => panic!("the ABNF matches scalar values only"),
        }
    }
}

/// Returns `true` for `UTF8-tail` of the ABNF.
#[inline]
const fn is_continuation(byte: u8) -> bool {
    matches!(byte, 0x80..=0xBF)
}

// SAFETY: each arm writes the bytes that the table has for its range, as many as it returns.
unsafe impl Encode for Utf8 {
    type Unit = u8;
    const SUBSTITUTE: char = '\u{FFFD}';

    /// Encodes as the table of RFC 3629 section 3 describes.
    #[inline]
    fn encode(c: char, out: &mut [u8; LONGEST]) -> Option<usize> {
        let c = c as u32;
        let tail = |shift: u32| 0x80 | (c >> shift & 0x3F) as u8;
        match c {
            ..0x80 => {
                out[0] = c as u8;
                Some(1)
            }
            0x80..0x800 => {
                out[..2].copy_from_slice(&[0xC0 | (c >> 6) as u8, tail(0)]);
                Some(2)
            }
            0x800..0x1_0000 => {
                out[..3].copy_from_slice(&[0xE0 | (c >> 12) as u8, tail(6), tail(0)]);
                Some(3)
            }
            _ => {
                out[..4].copy_from_slice(&[0xF0 | (c >> 18) as u8, tail(12), tail(6), tail(0)]);
                Some(4)
            }
        }
    }
}
