//! The beginning of a character that a piece of the source cut off.

use crate::ErrorKind;
use crate::error::DecodeError;

/// The longest sequence of bytes that belongs together in any form: seven leaves room for every dialect.
pub(crate) const MAX: usize = 7;

/// At most one unfinished character, and where it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    bytes: [u8; MAX],
    len: usize,
    /// The offset in the text of the first byte not done with: that of the first one kept, if there is one.
    pub(crate) position: u64,
}

/// What the kept bytes and those behind them begin with.
pub(crate) enum Head<C> {
    /// Nothing is kept.
    Empty,
    /// More bytes are needed; all that were given are kept.
    Unfinished,
    /// A character of this length.
    Character(C, usize),
    IllFormed(DecodeError),
}

impl Carry {
    pub(crate) const fn new() -> Self {
        Carry {
            bytes: [0; MAX],
            len: 0,
            position: 0,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Takes as many bytes from `src` as the kept ones need to become a character or an error, and adds their number
    /// to `read`. `last`: the text has no bytes behind `src`.
    pub(crate) fn complete<C>(
        &mut self,
        decode: impl Fn(&[u8]) -> Result<(C, usize), DecodeError>,
        src: &[u8],
        read: &mut usize,
        last: bool,
    ) -> Head<C> {
        if self.len == 0 {
            return Head::Empty;
        }
        loop {
            match decode(self.bytes()) {
                Ok((c, len)) => return Head::Character(c, len),
                Err(DecodeError {
                    kind: ErrorKind::UnexpectedEnd,
                    ..
                }) => match src.get(*read) {
                    Some(&byte) => {
                        self.bytes[self.len] = byte;
                        self.len += 1;
                        *read += 1;
                    }
                    None if last => {
                        return Head::IllFormed(DecodeError {
                            kind: ErrorKind::UnexpectedEnd,
                            len: self.len,
                        });
                    }
                    None => return Head::Unfinished,
                },
                Err(bad) => return Head::IllFormed(bad),
            }
        }
    }

    /// Keeps `bytes`, the beginning of a character in which a piece ends.
    pub(crate) fn keep(&mut self, bytes: &[u8]) {
        self.bytes[..bytes.len()].copy_from_slice(bytes);
        self.len = bytes.len();
    }

    /// Is done with the first `len` of the kept bytes.
    pub(crate) fn drop_front(&mut self, len: usize) {
        self.bytes.copy_within(len..self.len, 0);
        self.len -= len;
        self.position += len as u64;
    }
}
