//! Functions that CPython calls directly (`METH_FASTCALL | METH_KEYWORDS`).

use super::string::Made;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// The arguments of a call.
pub(super) struct Arguments<'a, 'py> {
    /// Those without a name, and after them those with one.
    values: &'a [*mut ffi::PyObject],
    names: Option<Borrowed<'a, 'py, PyTuple>>,
    py: Python<'py>,
}

impl<'a, 'py> Arguments<'a, 'py> {
    /// Returns the arguments of the parameters with these names. The first has no name in Python.
    ///
    /// # Errors
    ///
    /// Returns a `TypeError` if there are others.
    pub(super) fn get<const N: usize>(
        &self,
        function: &str,
        parameters: [&str; N],
    ) -> PyResult<[Option<Borrowed<'a, 'py, PyAny>>; N]> {
        let named = self.names.as_ref().map_or(0, |names| names.len());
        let (positional, keywords) = self.values.split_at(self.values.len() - named);
        if positional.len() > N {
            return Err(PyTypeError::new_err(format!(
                "{function}() takes at most {N} arguments, found {}",
                positional.len()
            )));
        }
        let mut found = [None; N];
        for (place, &value) in found.iter_mut().zip(positional) {
            // SAFETY: CPython passes pointers to objects, which it keeps alive during the call.
            *place = Some(unsafe { Borrowed::from_ptr(self.py, value) });
        }
        for (index, &value) in keywords.iter().enumerate() {
            let names = self.names.as_ref().expect("arguments with names have names");
            let name = names.get_item(index)?.cast_into::<PyString>()?;
            let name = name.to_str()?;
            let place = parameters
                .iter()
                .skip(1)
                .position(|&parameter| parameter == name)
                .map(|at| at + 1);
            match place {
                Some(place) if found[place].is_none() => {
                    // SAFETY: as above.
                    found[place] = Some(unsafe { Borrowed::from_ptr(self.py, value) });
                }
                Some(_) => {
                    return Err(PyTypeError::new_err(format!(
                        "{function}() got two values of {name}"
                    )));
                }
                None => {
                    return Err(PyTypeError::new_err(format!(
                        "{function}() has no argument with the name {name:?}"
                    )));
                }
            }
        }
        Ok(found)
    }
}

/// The arguments of a call in which none has a name. There is one at least.
pub(super) struct Positional<'a, 'py> {
    values: &'a [*mut ffi::PyObject],
    py: Python<'py>,
}

impl<'a, 'py> Positional<'a, 'py> {
    /// Returns the arguments if there are so many.
    #[inline(always)]
    pub(super) fn all<const N: usize>(&self) -> Option<[Borrowed<'a, 'py, PyAny>; N]> {
        let values: &[_; N] = self.values.try_into().ok()?;
        // SAFETY: CPython passes pointers to objects, which it keeps alive during the call.
        Some(values.map(|value| unsafe { Borrowed::from_ptr(self.py, value) }))
    }
}

/// A function with the arguments of a call.
type Body = for<'a, 'py> fn(Python<'py>, &Arguments<'a, 'py>) -> PyResult<Bound<'py, PyAny>>;

/// Calls a function for CPython: `shortcut` with the arguments, if none has a name, and `body` with the arguments if that
/// returns nothing. A panic of `body` becomes an exception. One of `shortcut` ends the process unless it is [`caught`].
///
/// # Safety
///
/// The thread is attached to the interpreter. `values` points to `len` objects and as many as `names` has, which is null or a
/// tuple of `str`.
#[inline(always)]
pub(super) unsafe fn call(
    values: *const *mut ffi::PyObject,
    len: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
    shortcut: impl for<'py> Fn(Python<'py>, &Positional<'_, 'py>) -> Option<Made<'py>>,
    body: Body,
) -> *mut ffi::PyObject {
    // SAFETY: the caller asserts that the thread is attached.
    let py = unsafe { Python::assume_attached() };
    if len > 0 && names.is_null() {
        // SAFETY: the caller asserts that there are so many.
        let values = unsafe { std::slice::from_raw_parts(values, len.cast_unsigned()) };
        if let Some(made) = shortcut(py, &Positional { values, py }) {
            return made.map_or(ptr::null_mut(), Bound::into_ptr);
        }
    }
    // SAFETY: the caller asserts it.
    unsafe { call_with_arguments(py, values, len, names, body) }
}

/// Returns what a shortcut makes. If it panics or raises an error, it made nothing: `body` raises it again.
#[inline(always)]
pub(super) fn caught<'py>(
    _py: Python<'py>,
    shortcut: impl FnOnce() -> Option<Bound<'py, PyAny>>,
) -> Option<Made<'py>> {
    if let Ok(Some(made)) = catch_unwind(AssertUnwindSafe(shortcut)) {
        return Some(Some(made));
    }
    // SAFETY: `_py` proves that the thread is attached.
    unsafe { ffi::PyErr_Clear() };
    None
}

/// Calls `body` with the arguments.
///
/// # Safety
///
/// As [`call`].
#[inline(never)]
unsafe fn call_with_arguments(
    py: Python<'_>,
    values: *const *mut ffi::PyObject,
    len: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
    body: Body,
) -> *mut ffi::PyObject {
    // SAFETY: the caller asserts that `names` is null or a tuple, which lives as long as the call.
    let names = unsafe { Borrowed::from_ptr_or_opt(py, names) }.map(|names| {
        // SAFETY: as above.
        unsafe { names.cast_unchecked::<PyTuple>() }
    });
    let count = len.cast_unsigned() + names.as_ref().map_or(0, |names| names.len());
    let values = if count == 0 {
        &[]
    } else {
        // SAFETY: the caller asserts that there are so many.
        unsafe { std::slice::from_raw_parts(values, count) }
    };
    let arguments = Arguments { values, names, py };
    let result = catch_unwind(AssertUnwindSafe(|| body(py, &arguments)));
    let result = result.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(PanicException::new_err(message.unwrap_or("unknown").to_owned()))
    });
    match result {
        Ok(object) => object.into_ptr(),
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    }
}

/// Returns a function that CPython can call, which calls this one. The second one is its shortcut. With `caught`, a panic of it is caught.
macro_rules! entry {
    ($body:path, caught $shortcut:path) => {
        $crate::text::call::entry!($body, |py, arguments| {
            $crate::text::call::caught(py, || $shortcut(py, arguments))
        })
    };
    ($body:path, $shortcut:expr) => {{
        unsafe extern "C" fn entry(
            _module: *mut pyo3::ffi::PyObject,
            values: *const *mut pyo3::ffi::PyObject,
            len: pyo3::ffi::Py_ssize_t,
            names: *mut pyo3::ffi::PyObject,
        ) -> *mut pyo3::ffi::PyObject {
            // SAFETY: CPython calls it as `METH_FASTCALL | METH_KEYWORDS` says.
            unsafe { $crate::text::call::call(values, len, names, $shortcut, $body) }
        }
        entry
    }};
}
pub(super) use entry;
/// A function for a module.
pub(super) struct Function {
    definition: ffi::PyMethodDef,
}

/// Returns a function with this name and documentation.
pub(super) fn function(
    name: &'static CStr,
    entry: ffi::PyCFunctionFastWithKeywords,
    doc: &'static CStr,
) -> Function {
    Function {
        definition: ffi::PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: ffi::PyMethodDefPointer {
                PyCFunctionFastWithKeywords: entry,
            },
            ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
            ml_doc: doc.as_ptr(),
        },
    }
}

impl Function {
    /// Adds the function to a module.
    pub(super) fn add_to(self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        // The object refers to its definition as long as it lives, which may be until the process ends.
        let definition = Box::leak(Box::new(self.definition));
        let module_name = module.name()?;
        // SAFETY: the definition is static, and the pointers are those of objects.
        let object = unsafe {
            let object = ffi::PyCFunction_NewEx(definition, module.as_ptr(), module_name.as_ptr());
            Bound::from_owned_ptr_or_err(py, object)?
        };
        let name = object.getattr("__name__")?.cast_into::<PyString>()?;
        module.add(name.to_str()?, object)
    }
}
