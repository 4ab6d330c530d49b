//! What can go wrong with a column.

use crate::memory::NoMemory;
use std::error::Error as StdError;

/// An ill-formed sequence in a value, or a character that an encoding lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bad {
    /// The row in the column.
    pub(super) row: u64,
    /// The offset in the value, in bytes.
    pub(super) offset: u64,
    /// The number of bytes.
    pub(super) length: u64,
    /// The name of the kind of error.
    pub(super) kind: &'static str,
}

#[derive(Debug)]
pub(super) enum Error {
    /// The structs of the column break the specification of Arrow.
    Malformed(String),
    /// The column holds something else than text or binary values.
    Type(String),
    /// The source of the column failed.
    Stream(String),
    /// There is no memory.
    Memory,
    /// A signal handler raised an exception, which this is.
    Interrupted(Box<dyn StdError + Send + Sync>),
    /// An argument is not valid.
    Argument(String),
    /// The result does not fit into its type.
    TooLong(String),
    /// A value is ill-formed, or has a character that the encoding lacks.
    IllFormed { bad: Bad, message: String },
}

impl Error {
    pub(super) fn malformed(message: impl Into<String>) -> Error {
        Error::Malformed(message.into())
    }
}

impl From<NoMemory> for Error {
    fn from(_: NoMemory) -> Error {
        Error::Memory
    }
}
