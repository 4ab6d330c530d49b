//! The structs of the Arrow C data interface and the C stream interface.
//!
//! A struct that holds data has a `release` callback. Whoever owns the struct calls it once. A struct that was released or
//! moved elsewhere has none. So a struct is owned like a Rust value, and dropping it releases it.

use super::error::Error;
use std::ffi::{CStr, c_char, c_int, c_void};

/// The type of an array, and its name.
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

/// The buffers of an array.
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

/// A source of arrays of one type.
#[repr(C)]
pub(super) struct ArrowArrayStream {
    pub(super) get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    pub(super) get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    pub(super) get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    pub(super) private_data: *mut c_void,
}

/// A struct of the interface that can be moved out of a capsule.
///
/// # Safety
///
/// `EMPTY` must be a value without a `release` callback, and all zero bytes.
pub(super) unsafe trait Struct: Sized + Send + 'static {
    /// The name of the capsules that hold it.
    const NAME: &CStr;
    /// A struct that holds nothing.
    const EMPTY: Self;

    fn is_released(&self) -> bool;
}

macro_rules! owned {
    ($name:ident, $capsule:literal) => {
        // SAFETY: the interface lets a struct be moved to another thread, and released there.
        unsafe impl Send for $name {}

        // SAFETY: all fields are integers, raw pointers and optional function pointers, which may be zero.
        unsafe impl Struct for $name {
            const NAME: &CStr = $capsule;
            // SAFETY: as above.
            const EMPTY: Self = unsafe { std::mem::zeroed() };

            fn is_released(&self) -> bool {
                self.release.is_none()
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: this is the only copy of the struct, and it has not been released.
                    unsafe { release(self) };
                    // The callback has to do it. If it did not, nothing is released twice all the same.
                    self.release = None;
                }
            }
        }
    };
}

owned!(ArrowSchema, c"arrow_schema");
owned!(ArrowArray, c"arrow_array");
owned!(ArrowArrayStream, c"arrow_array_stream");

// SAFETY: an imported array is only read. Its producer must not change it.
unsafe impl Sync for ArrowArray {}

impl ArrowArrayStream {
    /// Returns the type of the arrays.
    pub(super) fn schema(&mut self) -> Result<ArrowSchema, Error> {
        let get_schema = self
            .get_schema
            .ok_or_else(|| Error::malformed("the stream has no callback get_schema"))?;
        let mut schema = ArrowSchema::EMPTY;
        // SAFETY: the stream is not released, and the callback may write to `schema`, which holds nothing.
        let code = unsafe { get_schema(self, &mut schema) };
        if code != 0 {
            return Err(self.failed(code));
        }
        if schema.is_released() {
            return Err(Error::malformed("the schema of the stream was released already"));
        }
        Ok(schema)
    }

    /// Returns the next array, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<ArrowArray>, Error> {
        let get_next = self
            .get_next
            .ok_or_else(|| Error::malformed("the stream has no callback get_next"))?;
        let mut array = ArrowArray::EMPTY;
        // SAFETY: the stream is not released, and the callback may write to `array`, which holds nothing.
        let code = unsafe { get_next(self, &mut array) };
        if code != 0 {
            return Err(self.failed(code));
        }
        // A released array marks the end.
        Ok((!array.is_released()).then_some(array))
    }

    fn failed(&mut self, code: c_int) -> Error {
        let mut message = String::new();
        if let Some(get_last_error) = self.get_last_error {
            // SAFETY: the stream is not released, and its last callback failed.
            let text = unsafe { get_last_error(self) };
            if !text.is_null() {
                // SAFETY: the text ends with a zero byte, and lives until the next call.
                message = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
            }
        }
        Error::Stream(format!(
            "the stream of the column failed with code {code}: {message}"
        ))
    }
}
