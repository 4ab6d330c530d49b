//! What the readers of single numbers return, and what the writers write to.

use utf8kit::ErrorKind;

/// What a reader finds at the beginning of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A number, and the length of its sequence in bytes.
    Number(u32, usize),
    /// This many bytes that encode no number, such as the `+` that starts a run of UTF-7.
    Skip(usize),
    /// An ill-formed sequence, its length in bytes, and what was expected in its place, or nothing if its kind says it.
    IllFormed(ErrorKind, usize, &'static str),
    /// The beginning of a sequence. More bytes are needed.
    Incomplete,
}

/// The bytes written for one number, with the end of the run before it.
pub(crate) struct NumberBytes {
    bytes: [u8; 16],
    len: usize,
}

impl NumberBytes {
    pub(crate) const fn new() -> Self {
        NumberBytes {
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
