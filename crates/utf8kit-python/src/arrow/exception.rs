//! The exceptions that errors become.

use super::error::Error;
use crate::memory::NoMemory;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The errors of [`Signals`](crate::signals::Signals).
impl From<PyErr> for Error {
    fn from(error: PyErr) -> Error {
        Error::Interrupted(Box::new(error))
    }
}

impl From<NoMemory> for PyErr {
    fn from(_: NoMemory) -> PyErr {
        PyMemoryError::new_err(())
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        match error {
            Error::Malformed(message) => PyValueError::new_err(format!("malformed Arrow data: {message}")),
            Error::Memory => PyMemoryError::new_err(()),
            Error::Interrupted(error) => *error.downcast().expect("only an exception interrupts"),
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
