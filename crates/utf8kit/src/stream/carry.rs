//! The incomplete character at the end of a piece of input.

use crate::ErrorKind;
use crate::error::DecodeError;

/// The maximum length of an ill-formed sequence, in bytes. Seven is enough for every encoding and dialect.
pub(crate) const MAX: usize = 7;

/// The bytes that are read and not yet processed: an incomplete character, or what may become a signature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    bytes: [u8; MAX],
    len: usize,
    /// The number of bytes to skip, after a replacement that takes more than its ill-formed sequence.
    skip: usize,
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
            skip: 0,
            position: 0,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Skips what is to be skipped of `src` from `read` on, and appends as many bytes as the kept bytes need to become a
    /// character or an error. Adds the number of both to `read`. `last` states that the text ends with `src`.
    #[inline]
    pub(crate) fn complete<C>(
        &mut self,
        decode: impl Fn(&[u8]) -> Result<(C, usize), DecodeError>,
        src: &[u8],
        read: &mut usize,
        last: bool,
    ) -> Head<C> {
        if self.skip > 0 {
            self.skip_ahead(src, read);
        }
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
                        self.push(byte);
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

    /// Returns the kept bytes and those of `next`, up to the length of the longest ill-formed sequence.
    pub(crate) fn with_next(&self, next: &[u8]) -> Carry {
        let mut all = *self;
        for &byte in next.iter().take(MAX - self.len) {
            all.push(byte);
        }
        all
    }

    /// Keeps one more byte.
    pub(crate) fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
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

    /// Keeps `bytes` again, which were processed before the bytes that are kept now.
    #[cfg(feature = "dialects")]
    pub(crate) fn put_back(&mut self, bytes: &[u8]) {
        self.bytes.copy_within(..self.len, bytes.len());
        self.bytes[..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
        self.position -= bytes.len() as u64;
    }

    /// Skips the next `len` bytes: the kept ones now, and those that follow before anything else is read.
    pub(crate) fn skip(&mut self, len: usize) {
        let kept = len.min(self.len);
        self.drop_front(kept);
        self.skip = len - kept;
    }

    /// Skips what is to be skipped of `src` from `read` on. No bytes are kept then.
    #[cold]
    fn skip_ahead(&mut self, src: &[u8], read: &mut usize) {
        let len = self.skip.min(src.len() - *read);
        *read += len;
        self.position += len as u64;
        self.skip -= len;
    }

    /// Returns `true` if the next byte of the source is the next to process.
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0 && self.skip == 0
    }
}
