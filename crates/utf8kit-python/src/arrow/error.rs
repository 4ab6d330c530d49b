//! What can go wrong with a column.

use crate::memory::NoMemory;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

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
    /// A signal handler raised an exception.
    Interrupted(PyErr),
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

/// The errors of [`Signals`](crate::signals::Signals).
impl From<PyErr> for Error {
    fn from(error: PyErr) -> Error {
        Error::Interrupted(error)
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        match error {
            Error::Malformed(message) => PyValueError::new_err(format!("malformed Arrow data: {message}")),
            Error::Memory => PyMemoryError::new_err(()),
            Error::Interrupted(error) => error,
            Error::Argument(message) => PyValueError::new_err(message),
            Error::Type(message) => PyTypeError::new_err(message),
            Error::Stream(message) => PyOSError::new_err(message),
            Error::TooLong(message) => PyOverflowError::new_err(message),
            Error::IllFormed { bad, message } => Python::attach(|py| {
                let make = || -> PyResult<PyErr> {
                    let class = py.import("utf8kit.arrow")?.getattr("IllFormedError")?;
                    let arguments = (&message, bad.row, bad.offset, bad.length, bad.kind);
                    Ok(PyErr::from_value(class.call1(arguments)?))
                };
                make().unwrap_or_else(|error| error)
            }),
        }
    }
}
