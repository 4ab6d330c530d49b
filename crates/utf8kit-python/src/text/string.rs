//! Strings of CPython: reads what they hold, and makes new ones.
//!
//! A `str` holds its characters as bytes, 16-bit or 32-bit code units, whichever the greatest of them needs (PEP 393). It may
//! hold surrogates, each as a character of its own. `layout` reads and writes these units where they are. `abi3` copies them,
//! because the stable interface, which one wheel for all versions of CPython is limited to, does not show them.

#[cfg(feature = "abi3")]
mod abi3;
#[cfg(not(feature = "abi3"))]
mod layout;
mod units;

#[cfg(feature = "abi3")]
use abi3::start_of_bytes;
#[cfg(feature = "abi3")]
pub(super) use abi3::{compact_ascii, from_code_points, is_ascii, make, units};
#[cfg(not(feature = "abi3"))]
use layout::start_of_bytes;
#[cfg(not(feature = "abi3"))]
pub(super) use layout::{compact_ascii, from_code_points, is_ascii, make, units};
pub(super) use units::{Ascii, Made, Unit, Units};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::mem::MaybeUninit;

/// Bytes from which on other threads may run Python code while a text is worked on.
pub(super) const DETACHED: usize = 1 << 18;

/// Calls `work`, which works on `len` bytes or characters. If they are many, other threads may run Python code meanwhile.
pub(super) fn detached<T: Send>(py: Python<'_>, len: usize, work: impl FnOnce() -> T + Send) -> T {
    if len < DETACHED { work() } else { py.detach(work) }
}

/// As [`detached`], for work that takes longer.
pub(super) fn detached_early<T: Send>(py: Python<'_>, len: usize, work: impl FnOnce() -> T + Send) -> T {
    detached(py, len.saturating_mul(DETACHED >> 16), work)
}

/// Whether strings are copied, by functions of the stable interface. Those of CPython that convert as they copy take less time then,
/// except for long text.
pub(super) const IS_COPIED: bool = cfg!(feature = "abi3");

/// Makes a `str` of well-formed UTF-8, as CPython does.
pub(super) fn decode_by_python<'py>(py: Python<'py>, text: &[u8]) -> Made<'py> {
    // SAFETY: the pointer and the length are those of a slice. The result is a new reference, or an error is set.
    unsafe {
        let made = ffi::PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len().cast_signed());
        Bound::from_owned_ptr_or_opt(py, made)
    }
}

/// Encodes a `str` in UTF-8, as CPython does. Returns `None` if it holds a surrogate.
pub(super) fn encode_by_python<'py>(string: &Bound<'py, PyString>) -> Option<Made<'py>> {
    // SAFETY: the object is a `str`, and the thread is attached. The result is a new reference, or an error is set.
    unsafe {
        let made = Bound::from_owned_ptr_or_opt(string.py(), ffi::PyUnicode_AsUTF8String(string.as_ptr()));
        if made.is_none() && ffi::PyErr_ExceptionMatches(ffi::PyExc_UnicodeEncodeError) != 0 {
            ffi::PyErr_Clear();
            return None;
        }
        Some(made)
    }
}

/// Makes `bytes` of this length, which `fill` writes and returns. Returns `None` if it does not return all of them.
#[inline]
pub(super) fn make_bytes<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl for<'b> FnOnce(&'b mut [MaybeUninit<u8>]) -> Option<&'b mut [u8]>,
) -> Option<Made<'py>> {
    // SAFETY: the thread is attached. Without a source, the bytes are left to be written. A negative length is refused.
    let object = unsafe { ffi::PyBytes_FromStringAndSize(std::ptr::null(), len.cast_signed()) };
    // SAFETY: `object` is a new reference, or null with an error set.
    let Some(made) = (unsafe { Bound::from_owned_ptr_or_opt(py, object) }) else {
        return Some(None);
    };
    if len > 0 {
        // SAFETY: the new object has room for `len` bytes, and nobody else refers to it: only an empty one is shared.
        let bytes: &mut [MaybeUninit<u8>] =
            unsafe { std::slice::from_raw_parts_mut(start_of_bytes(object), len) };
        let place = bytes.as_ptr().cast();
        let written = fill(bytes)?;
        if (written.as_ptr(), written.len()) != (place, len) {
            return None;
        }
    }
    Some(Some(made))
}
