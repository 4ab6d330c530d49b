//! Exceptions with CPython's fields and ours.

use pyo3::create_exception;
use pyo3::exceptions::PyUnicodeDecodeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use utf8kit::{ErrorKind, IllFormed};

create_exception!(
    utf8kit,
    DecodeError,
    PyUnicodeDecodeError,
    "Bytes that are ill-formed. It is a UnicodeDecodeError with the attributes kind, clause and message."
);

/// Returns the `UnicodeDecodeError` that CPython raises for `bytes`, whose first ill-formed sequence is `error`. It has the
/// attributes `kind`, `clause` and `message` besides.
pub(super) fn ill_formed(py: Python<'_>, object: &Bound<'_, PyBytes>, error: &IllFormed) -> PyErr {
    let bytes = object.as_bytes();
    let start = error.valid_up_to();
    let end = error.error_len().map_or(bytes.len(), |len| start + len);
    // CPython distinguishes three kinds.
    let reason = match (error.kind(), bytes[start]) {
        (ErrorKind::UnexpectedEnd, _) => "unexpected end of data",
        (_, 0x80..=0xC1 | 0xF5..) => "invalid start byte",
        _ => "invalid continuation byte",
    };
    let attributes = [
        ("kind", error.kind().name().to_owned()),
        ("clause", error.clause().to_owned()),
        ("message", error.reason().to_string()),
    ];
    of_object(py, "utf-8", object, (start, end), reason, &attributes)
}

/// Returns the `UnicodeDecodeError` that CPython raises for `bytes`, which are ill-formed.
#[cold]
pub(super) fn first(py: Python<'_>, bytes: &Bound<'_, PyBytes>) -> PyErr {
    let error = utf8kit::utf8::validate(bytes.as_bytes()).expect_err("the text is ill-formed");
    ill_formed(py, bytes, &error)
}

/// Returns a `UnicodeDecodeError`.
pub(super) fn of_object(
    py: Python<'_>,
    encoding: &str,
    object: &Bound<'_, PyBytes>,
    (start, end): (usize, usize),
    reason: &str,
    attributes: &[(&str, String)],
) -> PyErr {
    let arguments = (encoding, object, start, end, reason);
    let value = match py.get_type::<DecodeError>().call1(arguments) {
        Ok(value) => value,
        Err(failed) => return failed,
    };
    for (name, text) in attributes {
        if let Err(failed) = value.setattr(*name, text) {
            return failed;
        }
    }
    PyErr::from_value(value)
}
