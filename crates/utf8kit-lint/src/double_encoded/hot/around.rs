//! What the search for strange steps reads of a cell, and what it returns.

use crate::double_encoded::segment::CELL;

/// Bytes before a cell and after it that are read.
pub(super) const BEFORE: usize = 4;
pub(super) const AFTER: usize = 2;

/// A cell with the bytes around it.
pub(super) type Around = [u8; BEFORE + CELL + AFTER];

/// What is seen in a cell at once. Few cells of correct text have a strange step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Seen {
    /// Whether there may be a step of weight 2 or more.
    pub(super) is_strange: bool,
    /// Whether there may be an ideograph or a syllable of East Asia.
    pub(super) is_east_asian: bool,
}
