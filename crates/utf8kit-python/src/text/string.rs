//! Strings of CPython: reads what they hold, and makes new ones without a copy in between.
//!
//! A `str` holds its characters as bytes, 16-bit or 32-bit code units, whichever the greatest of them needs (PEP 393). It may
//! hold surrogates, each as a character of its own.

use pyo3::ffi;
use pyo3::prelude::*;
use std::mem::MaybeUninit;

/// An object that nobody else refers to yet. If there is none, a Python error is set: there is no memory for it. This is a
/// pointer, so that what returns it takes no time to move.
pub(super) type Made<'py> = Option<Bound<'py, PyAny>>;

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

/// The characters of a `str`.
#[derive(Clone, Copy)]
pub(super) enum Units<'s> {
    /// Characters up to U+007F.
    Ascii(&'s [u8]),
    /// Characters up to U+00FF.
    Latin1(&'s [u8]),
    /// Characters up to U+FFFF.
    Two(&'s [u16]),
    /// All characters.
    Four(&'s [u32]),
}

impl Units<'_> {
    /// Returns the number of characters.
    pub(super) fn len(&self) -> usize {
        match self {
            Units::Ascii(units) | Units::Latin1(units) => units.len(),
            Units::Two(units) => units.len(),
            Units::Four(units) => units.len(),
        }
    }
}

/// Returns the characters of a `str`.
pub(super) fn units<'s>(string: &'s Bound<'_, pyo3::types::PyString>) -> PyResult<Units<'s>> {
    let object = string.as_ptr();
    // SAFETY: `object` is a `str`. Before Python 3.12, it may have to be made ready first.
    if unsafe { ffi::PyUnicode_READY(object) } != 0 {
        return Err(PyErr::fetch(string.py()));
    }
    // SAFETY: a `str` that is ready holds as many units of its kind as it is long, which never change, and stays alive as long
    // as `string` is borrowed.
    unsafe {
        let len = ffi::PyUnicode_GET_LENGTH(object).cast_unsigned();
        let data = ffi::PyUnicode_DATA(object);
        Ok(match ffi::PyUnicode_KIND(object) {
            ffi::PyUnicode_1BYTE_KIND => {
                let units = std::slice::from_raw_parts(data.cast(), len);
                if ffi::PyUnicode_IS_ASCII(object) != 0 {
                    Units::Ascii(units)
                } else {
                    Units::Latin1(units)
                }
            }
            ffi::PyUnicode_2BYTE_KIND => Units::Two(std::slice::from_raw_parts(data.cast(), len)),
            _ => Units::Four(std::slice::from_raw_parts(data.cast(), len)),
        })
    }
}

/// A code unit of a `str`, and the greatest character of a `str` of it.
///
/// # Safety
///
/// A `str` that `PyUnicode_New` makes for [`MAX`](Self::MAX) holds units of this type.
pub(super) unsafe trait Unit: Copy + Send {
    const MAX: u32;
}

/// A character up to U+007F.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Ascii(u8);

impl Ascii {
    /// Returns the unit of a character up to U+007F.
    pub(super) fn new(byte: u8) -> Self {
        debug_assert!(byte.is_ascii());
        Ascii(byte)
    }
}

// SAFETY: a `str` whose greatest character is U+007F holds bytes.
unsafe impl Unit for Ascii {
    const MAX: u32 = 0x7F;
}

// SAFETY: a `str` whose greatest character is U+00FF holds bytes.
unsafe impl Unit for u8 {
    const MAX: u32 = 0xFF;
}

// SAFETY: a `str` whose greatest character is U+FFFF holds 16-bit units.
unsafe impl Unit for u16 {
    const MAX: u32 = 0xFFFF;
}

// SAFETY: a `str` whose greatest character is U+10FFFF holds 32-bit units.
unsafe impl Unit for u32 {
    const MAX: u32 = 0x10_FFFF;
}

/// Makes a `str` of `len` units, which `fill` writes, or returns its error.
///
/// # Safety
///
/// If `fill` succeeds, it has written all units, each at most [`Unit::MAX`]; and one of them is greater than what a smaller
/// kind of `str` holds.
#[inline]
pub(super) unsafe fn make<'py, U: Unit, E>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [MaybeUninit<U>]) -> Result<(), E>,
) -> Result<Made<'py>, E> {
    debug_assert!(len > 0, "an empty `str` is shared");
    // SAFETY: the thread is attached to the interpreter. A length that is negative, because no `str` is so long, is refused.
    let object = unsafe { ffi::PyUnicode_New(len.cast_signed(), U::MAX) };
    // SAFETY: `object` is a new reference, or null with an error set.
    let Some(made) = (unsafe { Bound::from_owned_ptr_or_opt(py, object) }) else {
        return Ok(None);
    };
    // SAFETY: the new `str` has room for `len` units of the type `U`, and nobody else refers to it.
    let units = unsafe { std::slice::from_raw_parts_mut(ffi::PyUnicode_DATA(object).cast(), len) };
    fill(units)?;
    Ok(Some(made))
}

/// Makes a `str` of any code points. Surrogates are allowed, as `str` has them.
pub(super) fn from_code_points<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    debug_assert!(numbers.iter().all(|&number| number <= 0x10_FFFF));
    // SAFETY: the array holds as many 32-bit units as it is long. The function copies them.
    unsafe {
        let kind = ffi::PyUnicode_4BYTE_KIND.cast_signed();
        let object =
            ffi::PyUnicode_FromKindAndData(kind, numbers.as_ptr().cast(), numbers.len().cast_signed());
        Bound::from_owned_ptr_or_err(py, object)
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
            unsafe { std::slice::from_raw_parts_mut(ffi::PyBytes_AS_STRING(object).cast_mut().cast(), len) };
        let place = bytes.as_ptr().cast();
        let written = fill(bytes)?;
        if (written.as_ptr(), written.len()) != (place, len) {
            return None;
        }
    }
    Some(Some(made))
}
