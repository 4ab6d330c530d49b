//! A fault: one flipped bit.

use std::fmt;
use std::path::PathBuf;

/// One flipped bit.
pub(super) struct Fault {
    /// The path, below the library's `src`.
    pub(super) file: PathBuf,
    pub(super) line: usize,
    pub(super) flip: Flip,
    /// The line with the fault, before the change.
    pub(super) text: String,
    /// The source of the whole file with the fault.
    pub(super) source: String,
}

pub(super) enum Flip {
    Number {
        number: u64,
        bit: u32,
    },
    Entry {
        table: String,
        index: Vec<usize>,
        bit: u32,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: bit ", self.file.display(), self.line)?;
        match &self.flip {
            Flip::Number { number, bit } => write!(f, "{bit} of {number:#X}: {}", self.text),
            Flip::Entry { table, index, bit } => write!(f, "{bit} of {table}{index:?}"),
        }
    }
}
