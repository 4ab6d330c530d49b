//! Copies the characters of a `str`, and makes one of a copy, by functions of the stable interface (PEP 384).

use super::units::{Made, Unit, Units};
use crate::memory;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::{CStr, c_int};
use std::mem::MaybeUninit;

/// A copy of the units of a `str`, each as small as the greatest allows, or its own bytes if it is ASCII.
pub(crate) enum Held<'s> {
    Ascii(&'s [u8]),
    Latin1(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl Held<'_> {
    pub(crate) fn units(&self) -> Units<'_> {
        match self {
            Held::Ascii(units) => Units::Ascii(units),
            Held::Latin1(units) => Units::Latin1(units),
            Held::Two(units) => Units::Two(units),
            Held::Four(units) => Units::Four(units),
        }
    }
}

/// Returns the characters of a `str`.
pub(crate) fn units<'s>(string: &'s Bound<'_, PyString>) -> PyResult<Held<'s>> {
    let py = string.py();
    // The method of `str` itself, because a subclass may have another.
    let is_ascii = py.get_type::<PyString>().call_method1("isascii", (string,))?;
    if is_ascii.is_truthy()? {
        // ASCII is its own UTF-8, which the `str` has without a copy.
        return Ok(Held::Ascii(string.to_str()?.as_bytes()));
    }
    let numbers = code_points(string)?;
    Ok(match numbers.iter().copied().max().unwrap_or(0) {
        ..=0xFF => Held::Latin1(narrow(numbers)?),
        0x100..=0xFFFF => Held::Two(narrow(numbers)?),
        _ => Held::Four(numbers),
    })
}

/// The stable interface shows no `str` as it is.
pub(crate) fn compact_ascii<'s>(_string: &'s Bound<'_, PyString>) -> Option<&'s [u8]> {
    None
}

/// Returns `true` if an object is a `str` of this ASCII.
pub(crate) fn is_ascii(object: &Bound<'_, PyAny>, text: &CStr) -> bool {
    // SAFETY: the object is a `str`, and the text ends in NUL.
    object.cast::<PyString>().is_ok_and(|string| unsafe {
        ffi::PyUnicode_CompareWithASCIIString(string.as_ptr(), text.as_ptr()) == 0
    })
}

/// Returns numbers that fit into a smaller type.
fn narrow<T: TryFrom<u32, Error: std::fmt::Debug>>(numbers: Vec<u32>) -> PyResult<Vec<T>> {
    let mut narrowed = memory::with_capacity(numbers.len())?;
    let fits = |number| T::try_from(number).expect("the greatest was looked for");
    narrowed.extend(numbers.into_iter().map(fits));
    Ok(narrowed)
}

/// Returns the numbers of the characters of a `str`.
fn code_points(string: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    let len = string.len()?;
    let mut numbers = memory::with_capacity(len)?;
    // SAFETY: there is room for `len` numbers, as many as the `str` has characters, and the function writes all of them.
    unsafe {
        let room = len.cast_signed();
        if ffi::PyUnicode_AsUCS4(string.as_ptr(), numbers.as_mut_ptr(), room, 0).is_null() {
            return Err(PyErr::fetch(string.py()));
        }
        numbers.set_len(len);
    }
    Ok(numbers)
}

/// Makes a `str` of `len` units, which `fill` writes, or returns its error.
///
/// # Safety
///
/// If `fill` succeeds, it has written all units, each at most [`Unit::MAX`].
pub(crate) unsafe fn make<'py, U: Unit, E>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [MaybeUninit<U>]) -> Result<(), E>,
) -> Result<Made<'py>, E> {
    let Ok(mut units) = memory::with_capacity::<U>(len) else {
        // SAFETY: the thread is attached.
        unsafe { ffi::PyErr_NoMemory() };
        return Ok(None);
    };
    fill(&mut units.spare_capacity_mut()[..len])?;
    // SAFETY: there is room for `len` units, and `fill` has written them.
    unsafe { units.set_len(len) };
    let object = match U::MAX {
        // SAFETY: these units are bytes. The functions copy as many as the length says.
        ..=0xFF => unsafe {
            ffi::PyUnicode_DecodeLatin1(units.as_ptr().cast(), len.cast_signed(), std::ptr::null())
        },
        0x100..=0xFFFF if units.iter().all(|&unit| !matches!(unit.into(), 0xD800..=0xDFFF)) => {
            let mut order = NATIVE;
            // SAFETY: these units are pairs of bytes, without surrogates, which would be one character.
            unsafe {
                let len = size_of_val(&units[..]).cast_signed();
                ffi::PyUnicode_DecodeUTF16(units.as_ptr().cast(), len, std::ptr::null(), &mut order)
            }
        }
        _ => {
            let Ok(mut numbers) = memory::with_capacity(len) else {
                // SAFETY: the thread is attached.
                unsafe { ffi::PyErr_NoMemory() };
                return Ok(None);
            };
            numbers.extend(units.into_iter().map(Into::into));
            debug_assert!(numbers.iter().all(|&number| number <= U::MAX));
            return Ok(from_code_points(py, &numbers)
                .map_err(|error| error.restore(py))
                .ok());
        }
    };
    // SAFETY: the object is a new reference, or null with an error set.
    Ok(unsafe { Bound::from_owned_ptr_or_opt(py, object) })
}

/// The byte order of this processor, for functions that read units. With it, U+FEFF at the start is a character, not a signature.
const NATIVE: c_int = if cfg!(target_endian = "big") { 1 } else { -1 };

/// Makes a `str` of any code points. Surrogates are allowed, as `str` has them.
pub(crate) fn from_code_points<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    debug_assert!(numbers.iter().all(|&number| number <= 0x10_FFFF));
    let mut order = NATIVE;
    // SAFETY: the array has four bytes for each number, and the name ends in NUL. The function copies them.
    unsafe {
        let len = size_of_val(numbers).cast_signed();
        let pass = c"surrogatepass".as_ptr();
        let object = ffi::PyUnicode_DecodeUTF32(numbers.as_ptr().cast(), len, pass, &mut order);
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
    unsafe { ffi::PyBytes_AsString(object).cast() }
}
