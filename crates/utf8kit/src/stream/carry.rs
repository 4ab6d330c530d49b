//! The incomplete character at the end of a piece of input.

use crate::ErrorKind;
use crate::error::DecodeError;

/// The maximum length of an ill-formed sequence, in bytes. Seven is enough for every encoding and dialect.
pub(crate) const MAX: usize = 7;

/// At most one incomplete character, and its offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    bytes: [u8; MAX],
    len: usize,
    /// The offset in the text of the first byte not yet processed. If bytes are kept, it is that of the first one.
    pub(crate) position: u64,
}

/// What the kept bytes and the bytes after them begin with.
pub(crate) enum Head<C> {
    /// No bytes are kept.
    Empty,
    /// More bytes are needed; all bytes given are kept.
    Unfinished,
    /// A character, and its length in bytes.
    Character(C, usize),
    /// An ill-formed sequence.
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

    /// Appends as many bytes of `src` from `read` on as the kept bytes need to become a character or an error, and adds
    /// their number to `read`. `last` states that the text ends with `src`.
    #[inline]
    pub(crate) fn complete<C>(
        &mut self,
        decode: impl Fn(&[u8]) -> Result<(C, usize), DecodeError>,
        src: &[u8],
        read: &mut usize,
        last: bool,
    ) -> Head<C> {
        match self.len {
            0 => Head::Empty,
            _ => self.complete_kept(decode, src, read, last),
        }
    }

    fn complete_kept<C>(
        &mut self,
        decode: impl Fn(&[u8]) -> Result<(C, usize), DecodeError>,
        src: &[u8],
        read: &mut usize,
        last: bool,
    ) -> Head<C> {
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
                Err(error) => return Head::IllFormed(error),
            }
        }
    }

    /// Keeps `bytes`, the incomplete character at the end of a piece.
    pub(crate) fn keep(&mut self, bytes: &[u8]) {
        self.bytes[..bytes.len()].copy_from_slice(bytes);
        self.len = bytes.len();
    }

    /// Removes the first `len` kept bytes, which are processed.
    pub(crate) fn drop_front(&mut self, len: usize) {
        self.bytes.copy_within(len..self.len, 0);
        self.len -= len;
        self.position += len as u64;
    }
}
