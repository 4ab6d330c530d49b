//! The incomplete character at the end of a piece of input.

use crate::ErrorKind;
use crate::error::DecodeError;
use crate::reference::Decode;

/// The maximum length of an ill-formed sequence, in bytes. Seven is enough for every encoding and dialect.
pub(crate) const MAX: usize = 7;

/// The bytes that are read and not yet processed: an incomplete character, or what may become a signature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carry {
    /// The bytes, followed by zeros. One more than they need, so that they are moved as one number.
    bytes: [u8; MAX + 1],
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
            bytes: [0; MAX + 1],
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
        // Mostly the bytes that follow complete a character. Then it is decoded once, and not after each of them.
        if let Some(next) = src[*read..].first_chunk() {
            let number = self.number() | u64::from_le_bytes(*next) << (8 * self.len);
            if let Ok((c, len)) = decode(&number.to_le_bytes()[..MAX]) {
                if len > self.len {
                    *read += len - self.len;
                    self.set(number, len);
                }
                return Head::Character(c, len);
            }
        }
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
        self.keep_last(bytes, bytes.len());
    }

    /// Keeps the last `len` bytes of `src`, a piece or the end of one.
    #[inline]
    pub(crate) fn keep_last(&mut self, src: &[u8], len: usize) {
        debug_assert!(len <= MAX && len <= src.len());
        match src.last_chunk() {
            Some(last) if len > 0 => self.set(u64::from_le_bytes(*last) >> (8 * (MAX + 1 - len)), len),
            _ => {
                let mut bytes = [0; MAX + 1];
                bytes[..len].copy_from_slice(&src[src.len() - len..]);
                self.set(u64::from_le_bytes(bytes), len);
            }
        }
    }

    /// Removes the first `len` kept bytes, which are processed.
    pub(crate) fn drop_front(&mut self, len: usize) {
        debug_assert!(len <= self.len);
        self.set(self.number() >> (8 * len), self.len - len);
        self.position += len as u64;
    }

    /// Returns the kept bytes as a number whose lowest byte is the first.
    fn number(&self) -> u64 {
        debug_assert!(self.bytes[self.len..].iter().all(|&byte| byte == 0));
        u64::from_le_bytes(self.bytes)
    }

    /// Keeps the first `len` bytes of a number whose lowest byte is the first.
    fn set(&mut self, number: u64, len: usize) {
        debug_assert!(len <= MAX);
        self.bytes = (number & !(!0 << (8 * len))).to_le_bytes();
        self.len = len;
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

/// Returns `true` if all of `bytes`, which are not empty, is the beginning of one character.
pub(super) fn is_incomplete<S: Decode<Unit = u8>>(bytes: &[u8]) -> bool {
    bytes.len() <= MAX
        && matches!(S::decode(bytes), Err(DecodeError { kind: ErrorKind::UnexpectedEnd, len }) if len == bytes.len())
}
