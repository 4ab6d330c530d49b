//! What divides the text of an encoding.

use super::bits::{self, Byte};
use super::item::{Meaning, Remark};

/// Divides the text of an encoding.
pub(super) trait Source {
    /// Returns the length and the meaning of the next item. `rest` are the bytes that were not returned, at least one.
    fn next(&mut self, rest: &[u8], is_end: bool) -> (usize, Meaning);

    /// Returns the objection of the encoding to a sequence that it reads.
    fn remark(&self, _: &[u8]) -> Option<Remark> {
        None
    }

    /// Returns the bytes of an item with the roles of their bits.
    fn bits(&self, sequence: &[u8]) -> Vec<Byte> {
        bits::of_code(sequence)
    }
}
