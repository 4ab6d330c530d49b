//! What the readers of single characters return, and what the writers write to.

use utf8kit::ErrorKind;

/// What a reader finds at the beginning of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A character, and its length in bytes.
    Char(char, usize),
    /// This many bytes that encode no character, such as the `+` that starts a run of UTF-7.
    Skip(usize),
    /// An ill-formed sequence, and its length in bytes.
    IllFormed(ErrorKind, usize),
    /// The beginning of a character. More bytes are needed.
    Incomplete,
}

/// The bytes written for one character, with the end of the run before it.
pub(crate) struct CharBytes {
    bytes: [u8; 16],
    len: usize,
}

impl CharBytes {
    pub(crate) const fn new() -> Self {
        CharBytes {
            bytes: [0; 16],
            len: 0,
        }
    }

    pub(crate) fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
