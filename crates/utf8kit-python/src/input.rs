//! Bytes that Python passes.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::Deref;

/// The bytes of an object that has the buffer protocol.
///
/// What `bytes` holds never changes, so it is borrowed. Everything else may be changed by another thread while it is read,
/// so it is copied.
pub(crate) struct Input<'py>(Bound<'py, PyBytes>);

impl<'py> Input<'py> {
    /// Returns the bytes as `bytes`.
    pub(crate) fn into_bytes(self) -> Bound<'py, PyBytes> {
        self.0
    }
}

impl Deref for Input<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl<'py> FromPyObject<'_, 'py> for Input<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Input(bytes.to_owned()));
        }
        // SAFETY: the pointer is that of an object.
        if unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) } == 0 {
            let kind = object.get_type();
            return Err(PyTypeError::new_err(format!(
                "expected bytes or another buffer, found {kind}"
            )));
        }
        // SAFETY: the pointer is that of an object. The result is a new `bytes`, or an error is set.
        let copy =
            unsafe { Bound::from_owned_ptr_or_err(object.py(), ffi::PyBytes_FromObject(object.as_ptr()))? };
        Ok(Input(copy.cast_into()?))
    }
}
