//! Texts that can be read again, to count lines only where a finding needs it.

use std::convert::Infallible;

/// A text that can be read again.
///
/// A [`BlockChecker`](crate::BlockChecker) counts lines only up to its findings. With a source, it reads the text before a finding again and
/// counts then, so that clean text costs nothing; the text has to be the same as before. Without a source, it counts
/// the lines of every block.
pub trait Source {
    /// The error of a failed read.
    type Error;

    /// Reads into `buffer` from `offset` on and returns the number of bytes read. It is 0 at the end of the text, and
    /// can be less than the buffer holds elsewhere.
    ///
    /// # Errors
    ///
    /// Errors if the text cannot be read.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<usize, Self::Error>;
}

/// The [`Source`] of a text that cannot be read again. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub enum NoSource {}

impl Source for NoSource {
    type Error = Infallible;

    fn read_at(&self, _: u64, _: &mut [u8]) -> Result<usize, Infallible> {
        match *self {}
    }
}

/// A text in memory.
impl Source for &[u8] {
    type Error = Infallible;

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<usize, Infallible> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        let rest = rest.unwrap_or_default();
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }
}
