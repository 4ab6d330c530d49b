//! The Arrow C data interface: the structures by which libraries hand columns to each other, and capsules that hold them.
//!
//! The layouts and the rules for releasing are those of Arrow's specification.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, c_char, c_int, c_void};

/// The type of a column.
#[repr(C)]
pub(super) struct ArrowSchema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut ArrowSchema,
    pub(super) dictionary: *mut ArrowSchema,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub(super) private_data: *mut c_void,
}

/// The rows of a column, or of a part of one.
#[repr(C)]
pub(super) struct ArrowArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut ArrowArray,
    pub(super) dictionary: *mut ArrowArray,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub(super) private_data: *mut c_void,
}

/// Arrays of one type, one after the other.
#[repr(C)]
pub(super) struct ArrowArrayStream {
    pub(super) get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    pub(super) get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    pub(super) get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    pub(super) private_data: *mut c_void,
}

/// The flag of a schema whose rows may be null.
pub(super) const NULLABLE: i64 = 2;

/// A structure that its owner releases.
///
/// # Safety
///
/// The type has the layout of a structure of the C data interface, all zeros are the released structure, and `release` calls
/// the function that it holds, if any.
pub(super) unsafe trait Structure: Sized + 'static {
    /// The name of the capsules that hold it.
    const CAPSULE: &'static CStr;

    fn is_released(&self) -> bool;

    /// Releases what it refers to.
    ///
    /// # Safety
    ///
    /// It is what a library has made by the rules of the interface. It is not used afterwards.
    unsafe fn release(&mut self);

    /// Returns a structure that is released.
    fn released() -> Self {
        // SAFETY: the implementor asserts that zeros are such a structure.
        unsafe { std::mem::zeroed() }
    }
}

macro_rules! structure {
    ($type:ty, $capsule:expr) => {
        // SAFETY: the type is `repr(C)` and consists of numbers, pointers and functions, all of which may be zero.
        unsafe impl Structure for $type {
            const CAPSULE: &'static CStr = $capsule;

            fn is_released(&self) -> bool {
                self.release.is_none()
            }

            unsafe fn release(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the caller asserts that the function is of those who made the structure.
                    unsafe { release(self) };
                }
            }
        }
    };
}

structure!(ArrowSchema, c"arrow_schema");
structure!(ArrowArray, c"arrow_array");
structure!(ArrowArrayStream, c"arrow_array_stream");

/// A structure that is released when this is dropped.
#[repr(transparent)]
pub(super) struct Owned<S: Structure>(pub(super) S);

impl<S: Structure> Drop for Owned<S> {
    fn drop(&mut self) {
        // SAFETY: it was moved here from a library that made it, which is trusted, and is not used any more.
        unsafe { self.0.release() };
    }
}

// SAFETY: the specification lets structures be moved and released on any thread. Those of Python release under its lock, which
// they take themselves.
unsafe impl<S: Structure> Send for Owned<S> {}
// SAFETY: what is shared is read only.
unsafe impl<S: Structure> Sync for Owned<S> {}

impl<S: Structure> Owned<S> {
    /// Moves the structure out of a capsule.
    ///
    /// # Errors
    ///
    /// Returns a `TypeError` if the object is no such capsule, and a `ValueError` if somebody else has taken what was in it.
    pub(super) fn from_capsule(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = S::CAPSULE.to_string_lossy();
        let wrong = || PyTypeError::new_err(format!("expected a capsule with the name {name}"));
        let capsule = object.cast::<PyCapsule>().map_err(|_| wrong())?;
        let pointer = capsule
            .pointer_checked(Some(S::CAPSULE))
            .map_err(|_| wrong())?
            .cast::<S>();
        if !pointer.is_aligned() {
            return Err(PyValueError::new_err(format!(
                "the structure in the capsule {name} is not aligned"
            )));
        }
        // SAFETY: a capsule of this name holds such a structure. The one left in its place is released, so that only the new
        // owner releases it.
        let structure = unsafe { pointer.replace(S::released()) };
        if structure.is_released() {
            return Err(PyValueError::new_err(format!(
                "the structure in the capsule {name} is already released"
            )));
        }
        Ok(Owned(structure))
    }

    /// Returns the structure in a capsule, which releases it if nobody takes it.
    pub(super) fn into_capsule(self, py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
        PyCapsule::new_with_value(py, self, S::CAPSULE)
    }
}

/// Reads all arrays of a stream.
///
/// # Errors
///
/// Returns a `ValueError` with the words of the stream.
pub(super) fn read_stream(
    mut stream: Owned<ArrowArrayStream>,
) -> PyResult<(Owned<ArrowSchema>, Vec<Owned<ArrowArray>>)> {
    let wrong = |what: &str| PyValueError::new_err(format!("the Arrow stream has no function {what}"));
    let stream = &mut stream.0;
    let get_schema = stream.get_schema.ok_or_else(|| wrong("get_schema"))?;
    let get_next = stream.get_next.ok_or_else(|| wrong("get_next"))?;
    let failed = |stream: &mut ArrowArrayStream, code: c_int| {
        let message = stream.get_last_error.map_or(std::ptr::null(), |get| {
            // SAFETY: the function is of those who made the stream, which is not released.
            unsafe { get(stream) }
        });
        let message = if message.is_null() {
            format!("error {code}")
        } else {
            // SAFETY: the message is a string that ends in NUL, and is valid until the next call.
            unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
        };
        PyValueError::new_err(format!("cannot read the Arrow stream: {message}"))
    };
    let mut schema = ArrowSchema::released();
    // SAFETY: the function is of those who made the stream, which is not released.
    let code = unsafe { get_schema(stream, &mut schema) };
    if code != 0 {
        return Err(failed(stream, code));
    }
    let schema = Owned(schema);
    if schema.0.is_released() {
        return Err(PyValueError::new_err("the Arrow stream has no schema"));
    }
    let mut arrays = Vec::new();
    loop {
        let mut array = ArrowArray::released();
        // SAFETY: as above.
        let code = unsafe { get_next(stream, &mut array) };
        if code != 0 {
            return Err(failed(stream, code));
        }
        if array.is_released() {
            return Ok((schema, arrays));
        }
        arrays.push(Owned(array));
    }
}
