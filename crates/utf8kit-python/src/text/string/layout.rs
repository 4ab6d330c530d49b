//! Reads and writes the units of a `str` where they are, without a copy.

use super::units::{Made, Unit, Units};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::CStr;
use std::mem::MaybeUninit;

/// The units of a `str`, which are in it.
#[derive(Clone, Copy)]
pub(crate) struct Held<'s>(Units<'s>);

impl<'s> Held<'s> {
    pub(crate) fn units(self) -> Units<'s> {
        self.0
    }
}

/// Returns the characters of a `str`. Inlined, so that they are not returned in memory.
#[inline(always)]
pub(crate) fn units<'s>(string: &'s Bound<'_, PyString>) -> PyResult<Held<'s>> {
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
        Ok(Held(match ffi::PyUnicode_KIND(object) {
            ffi::PyUnicode_1BYTE_KIND => {
                let units = std::slice::from_raw_parts(data.cast(), len);
                match holds_ascii(object, units) {
                    true => Units::Ascii(units),
                    false => Units::Latin1(units),
                }
            }
            ffi::PyUnicode_2BYTE_KIND => Units::Two(std::slice::from_raw_parts(data.cast(), len)),
            _ => Units::Four(std::slice::from_raw_parts(data.cast(), len)),
        }))
    }
}

/// Returns the characters of a `str` that is ASCII and has them after its header, as nearly all have: short text has no time for [`units`].
#[inline(always)]
pub(crate) fn compact_ascii<'s>(string: &'s Bound<'_, PyString>) -> Option<&'s [u8]> {
    let object = string.as_ptr();
    let after_ascii = object.cast::<ffi::PyASCIIObject>().wrapping_add(1);
    // SAFETY: `object` is a `str`. One that is ready has as many characters as it is long, which never change, and stays alive as long as
    // `string` is borrowed. They are bytes of ASCII if they are right behind the shortest header, which no other `str` has.
    unsafe {
        if ffi::PyUnicode_READY(object) != 0 {
            ffi::PyErr_Clear();
            return None;
        }
        let len = ffi::PyUnicode_GET_LENGTH(object).cast_unsigned();
        let data = ffi::PyUnicode_DATA(object);
        (data == after_ascii.cast()).then(|| std::slice::from_raw_parts(data.cast(), len))
    }
}

/// Returns `true` if the units of this `str`, which are of the smallest kind, are ASCII.
///
/// Python's flag of this is one of several in a field whose layout differs between versions; PyO3 does not read it since CPython 3.14.
/// But the units follow the header of a `str`, which is shorter for ASCII than for any other text.
#[inline(always)]
fn holds_ascii(object: *mut ffi::PyObject, units: &[u8]) -> bool {
    let after_ascii = object.cast::<ffi::PyASCIIObject>().wrapping_add(1);
    let after_other = object.cast::<ffi::PyCompactUnicodeObject>().wrapping_add(1);
    let start = units.as_ptr();
    // The units of an instance of a subclass are in other memory, and its header does not depend on them.
    let holds = start == after_ascii.cast() || (start != after_other.cast() && units.is_ascii());
    debug_assert_eq!(holds, units.is_ascii());
    holds
}

/// Returns `true` if an object is a `str` of this ASCII.
#[inline(always)]
pub(crate) fn is_ascii(object: &Bound<'_, PyAny>, text: &CStr) -> bool {
    let string = object.cast::<PyString>();
    let held = string.ok().and_then(|string| units(string).ok());
    held.is_some_and(|held| matches!(held.0, Units::Ascii(units) if units == text.to_bytes()))
}

/// Makes a `str` of `len` units, which `fill` writes, or returns its error.
///
/// # Safety
///
/// If `fill` succeeds, it has written all units, each at most [`Unit::MAX`]; and one of them is greater than what a smaller
/// kind of `str` holds.
#[inline]
pub(crate) unsafe fn make<'py, U: Unit, E>(
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
pub(crate) fn from_code_points<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    debug_assert!(numbers.iter().all(|&number| number <= 0x10_FFFF));
    // SAFETY: the array holds as many 32-bit units as it is long. The function copies them.
    unsafe {
        let kind = ffi::PyUnicode_4BYTE_KIND.cast_signed();
        let object =
            ffi::PyUnicode_FromKindAndData(kind, numbers.as_ptr().cast(), numbers.len().cast_signed());
        Bound::from_owned_ptr_or_err(py, object)
    }
}

/// Returns where the bytes of a `bytes` are.
///
/// # Safety
///
/// `object` is a `bytes`, and the thread is attached.
pub(crate) unsafe fn start_of_bytes(object: *mut ffi::PyObject) -> *mut MaybeUninit<u8> {
    // SAFETY: the caller promises that it is one.
    unsafe { ffi::PyBytes_AS_STRING(object).cast_mut().cast() }
}
