//! The input, read in pieces.

use super::Stopped;
use std::io::{ErrorKind, Read};

/// Bytes read at once.
const PIECE: usize = 128 << 10;

/// Bytes at the end of a piece in which a place to cut it is searched.
const END: usize = 4096;

/// Returns how many of `bytes` to take as a piece, so that no ill-formed sequence is cut: a message shows all of it. These
/// sequences have no ASCII.
pub(super) fn whole_sequences(bytes: &[u8]) -> usize {
    let end = bytes.iter().rev().take(END);
    match end.clone().position(u8::is_ascii) {
        Some(after) => bytes.len() - after,
        None if bytes.len() < END => 0,
        None => bytes.len(),
    }
}

/// An input that is read in pieces.
pub(super) struct Pieces {
    input: Box<dyn Read>,
    buffer: Vec<u8>,
    /// The bytes that are read and not yet taken.
    start: usize,
    end: usize,
    has_ended: bool,
}

impl Pieces {
    pub(super) fn new(input: Box<dyn Read>) -> Self {
        Pieces {
            input,
            buffer: vec![0; PIECE],
            start: 0,
            end: 0,
            has_ended: false,
        }
    }

    /// Returns the first bytes of the input, as many as are read at once, without taking them, and whether they are all.
    pub(super) fn head(&mut self) -> Result<(&[u8], bool), Stopped> {
        while self.end < self.buffer.len() && !self.has_ended {
            self.read()?;
        }
        Ok((&self.buffer[..self.end], self.has_ended))
    }

    /// Takes the next piece. Returns it, and whether the input ends with it. `whole` returns how many of the bytes read to
    /// take; the others belong to the next piece.
    pub(super) fn next(&mut self, whole: impl Fn(&[u8]) -> usize) -> Result<(&[u8], bool), Stopped> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        loop {
            if self.has_ended {
                self.start = self.end;
                return Ok((&self.buffer[..self.end], true));
            }
            let taken = whole(&self.buffer[..self.end]);
            if taken > 0 {
                self.start = taken;
                return Ok((&self.buffer[..taken], false));
            }
            self.read()?;
        }
    }

    /// Reads once.
    fn read(&mut self) -> Result<(), Stopped> {
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(len) => {
                    self.end += len;
                    self.has_ended = len == 0;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Stopped::Input(error)),
            }
        }
    }
}
