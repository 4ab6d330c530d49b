//! Bytes that Python passes.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::Deref;

/// The bytes of an object that has the buffer protocol.
///
/// What `bytes` holds never changes, so it is borrowed. Everything else may be changed by another thread while it is read,
/// so it is copied.
pub(crate) enum Input<'py> {
    Borrowed(Bound<'py, PyBytes>),
    Copied(Vec<u8>),
}

impl<'py> Input<'py> {
    /// Returns the bytes as `bytes`.
    pub(crate) fn into_bytes(self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            Input::Borrowed(bytes) => bytes.into_any(),
            Input::Copied(bytes) => PyBytes::new(py, &bytes).into_any(),
        }
    }
}

impl Deref for Input<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Input::Borrowed(bytes) => bytes.as_bytes(),
            Input::Copied(bytes) => bytes,
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Input<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Input::Borrowed(bytes.to_owned()));
        }
        let buffer = PyBuffer::<u8>::get(&object).map_err(|_| {
            let kind = object.get_type();
            PyTypeError::new_err(format!(
                "expected bytes or another contiguous buffer of bytes, found {kind}"
            ))
        })?;
        buffer.to_vec(object.py()).map(Input::Copied)
    }
}
