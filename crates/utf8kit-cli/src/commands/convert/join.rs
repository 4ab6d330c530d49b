//! Inputs in WTF-8 that are joined: a surrogate at the end of one and a surrogate at the beginning of the next can be a pair, which
//! is one character (WTF-8, concatenation).

use crate::encodings::SIGNATURE;
use crate::encodings::stopped::Stopped;
use crate::io::pieces::{AtEnd, Pieces};

/// The length of a surrogate, in bytes.
const LEN: usize = 3;

/// A low surrogate that an input begins with.
pub(super) struct Low {
    bits: u32,
    /// The length of what is left out of the input where it is joined: the surrogate, and the signature before it, which is as
    /// long.
    pub(super) len: usize,
}

impl Low {
    /// Returns the low surrogate that an input begins with, after a signature.
    pub(super) fn of(pieces: &mut Pieces) -> Result<Option<Low>, Stopped> {
        let mut signature = [0; 4];
        let signature = SIGNATURE.encode_utf8(&mut signature).as_bytes();
        let bytes = pieces.peek(signature.len() + LEN)?;
        let rest = bytes.strip_prefix(signature).unwrap_or(bytes);
        Ok(match *rest {
            [0xED, second @ 0xB0..=0xBF, third @ 0x80..=0xBF, ..] => Some(Low {
                bits: low_bits(second, third),
                len: bytes.len() - rest.len() + LEN,
            }),
            _ => None,
        })
    }

    /// Returns the number of characters that are left out.
    pub(super) fn characters(&self) -> usize {
        self.len / LEN
    }

    /// Returns what becomes of the end of the input before: if it is a high surrogate, both are a character.
    pub(super) fn after(&self) -> AtEnd {
        AtEnd {
            len: LEN,
            replace: pair,
            next: self.bits,
        }
    }
}

/// Returns the character of a pair: of `bytes`, if they are a high surrogate, and of the low one with these bits.
fn pair(bytes: &[u8], low: u32) -> Option<char> {
    let &[0xED, second @ 0xA0..=0xAF, third @ 0x80..=0xBF] = bytes else {
        return None;
    };
    char::from_u32(0x1_0000 + (low_bits(second, third) << 10 | low))
}

/// Returns the ten bits of a surrogate that tell it from others of its kind.
fn low_bits(second: u8, third: u8) -> u32 {
    u32::from(second & 0x0F) << 6 | u32::from(third & 0x3F)
}
