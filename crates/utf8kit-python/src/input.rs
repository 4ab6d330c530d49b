//! Bytes that Python passes.
//!
//! What `bytes` holds never changes, so it is borrowed, also through a `memoryview` of it. Everything else may be changed by
//! another thread while it is read. So it is copied: in pieces where a function can work on pieces, as a whole otherwise. Other
//! threads run between two pieces.

use crate::memory;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::Deref;

/// Bytes that are copied while no other thread runs.
const PIECE: usize = 1 << 20;

/// The bytes of an object that has the buffer protocol.
pub(crate) enum Input<'py> {
    Bytes(Bound<'py, PyBytes>),
    /// A part of `bytes`.
    View(View<'py>),
}

impl<'py> Input<'py> {
    /// Returns the bytes as `bytes`, without a copy if they are.
    pub(crate) fn as_object(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        match self {
            Input::Bytes(bytes) => Ok(bytes.clone()),
            Input::View(view) => view.copy(py),
        }
    }
}

impl Deref for Input<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Input::Bytes(bytes) => bytes.as_bytes(),
            // SAFETY: a view in an input is one of `bytes`, which does not change.
            Input::View(view) => unsafe { view.slice(0, view.len()) },
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Input<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Input::Bytes(bytes.to_owned()));
        }
        let view = View::new(object)?;
        if view.is_of_bytes() {
            return Ok(Input::View(view));
        }
        Ok(Input::Bytes(view.copy(object.py())?))
    }
}

/// The memory of an object that has the buffer protocol.
pub(crate) struct View<'py> {
    view: Box<ffi::Py_buffer>,
    py: Python<'py>,
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        // SAFETY: `new` has got the view, and the thread is attached.
        unsafe { ffi::PyBuffer_Release(&mut *self.view) }
    }
}

impl<'py> View<'py> {
    pub(crate) fn new(object: Borrowed<'_, 'py, PyAny>) -> PyResult<View<'py>> {
        // SAFETY: the pointer is that of an object.
        if unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) } == 0 {
            let kind = object.get_type();
            return Err(PyTypeError::new_err(format!(
                "expected bytes or another buffer, found {kind}"
            )));
        }
        let mut view = Box::new(ffi::Py_buffer::new());
        // SAFETY: the pointers are those of an object and of a struct to fill.
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &mut *view, ffi::PyBUF_FULL_RO) } != 0 {
            return Err(PyErr::fetch(object.py()));
        }
        let py = object.py();
        Ok(View { view, py })
    }

    pub(crate) fn len(&self) -> usize {
        self.view.len.cast_unsigned()
    }

    /// Returns whether the bytes are all there are in one place.
    fn is_contiguous(&self) -> bool {
        // SAFETY: the view is filled.
        unsafe { ffi::PyBuffer_IsContiguous(&*self.view, b'C'.cast_signed()) != 0 }
    }

    /// Returns whether the bytes are those of a `bytes`, which does not change.
    fn is_of_bytes(&self) -> bool {
        // SAFETY: the view has an object, or none.
        let object = unsafe { Borrowed::from_ptr_or_opt(self.py, self.view.obj) };
        let is_bytes = |object: Borrowed<'_, '_, PyAny>| {
            if object.cast::<PyBytes>().is_ok() {
                return true;
            }
            // A memoryview hands out itself as the object. `obj` is what it is a view of.
            // SAFETY: the pointer is that of an object.
            let is_view = unsafe { ffi::PyMemoryView_Check(object.as_ptr()) != 0 };
            is_view
                && object
                    .getattr("obj")
                    .is_ok_and(|object| object.is_instance_of::<PyBytes>())
        };
        self.is_contiguous() && object.is_some_and(is_bytes)
    }

    /// Returns a part of contiguous bytes.
    ///
    /// # Safety
    ///
    /// Nothing changes the bytes as long as the slice lives: they are those of `bytes`, or no other thread runs.
    unsafe fn slice(&self, from: usize, len: usize) -> &[u8] {
        debug_assert!(from + len <= self.len());
        if len == 0 {
            return &[];
        }
        // SAFETY: the view has as many bytes, and the caller asserts that they do not change.
        unsafe { std::slice::from_raw_parts(self.view.buf.cast::<u8>().add(from), len) }
    }

    /// Calls `each` with copies of the parts, one after the other, until it returns `false`. Other threads run meanwhile.
    pub(crate) fn for_each_piece(&self, mut each: impl FnMut(&[u8]) -> bool + Send) -> PyResult<()> {
        if !self.is_contiguous() {
            let copy = self.copy(self.py)?;
            let bytes = copy.as_bytes();
            self.py.detach(|| each(bytes));
            return Ok(());
        }
        let mut piece = memory::with_capacity(PIECE.min(self.len()))?;
        let mut at = 0;
        while at < self.len() {
            let len = PIECE.min(self.len() - at);
            piece.clear();
            // SAFETY: this thread is attached, so no other one runs Python code. The slice lives until it is copied.
            piece.extend_from_slice(unsafe { self.slice(at, len) });
            if !self.py.detach(|| each(&piece)) {
                break;
            }
            at += len;
            self.py.check_signals()?;
        }
        Ok(())
    }

    /// Returns a copy of the bytes. Other threads run between two pieces of it.
    pub(crate) fn copy(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        // SAFETY: the thread is attached. Without a source, the bytes are left to be written.
        let object = unsafe { ffi::PyBytes_FromStringAndSize(std::ptr::null(), self.view.len) };
        // SAFETY: the result is a new reference, or null with an error set.
        let copy = unsafe { Bound::from_owned_ptr_or_err(py, object)? };
        // SAFETY: it is `bytes`.
        let to: *mut u8 = unsafe { ffi::PyBytes_AsString(object) }.cast();
        if !self.is_contiguous() {
            // SAFETY: the view is filled, and there is room for all its bytes.
            let failed = unsafe {
                let view = std::ptr::from_ref(&*self.view).cast_mut();
                ffi::PyBuffer_ToContiguous(to.cast(), view, self.view.len, b'C'.cast_signed())
            };
            return match failed {
                0 => Ok(copy.cast_into()?),
                _ => Err(PyErr::fetch(py)),
            };
        }
        let mut at = 0;
        while at < self.len() {
            let len = PIECE.min(self.len() - at);
            // SAFETY: there is room, and nobody else refers to the new object. As above, nothing changes the source meanwhile.
            unsafe {
                to.add(at)
                    .copy_from_nonoverlapping(self.slice(at, len).as_ptr(), len)
            };
            at += len;
            if at < self.len() {
                py.detach(|| {});
                py.check_signals()?;
            }
        }
        Ok(copy.cast_into()?)
    }
}
