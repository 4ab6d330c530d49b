//! The capsules that carry the structs of the Arrow interfaces.

use super::ffi::Struct;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::PyCapsule;

/// Moves the struct out of a capsule, so that the capsule holds a released one.
pub(super) fn take<T: Struct>(capsule: &Bound<'_, PyAny>) -> PyResult<T> {
    let capsule = capsule.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(T::NAME)).map_err(|_| {
        let name = T::NAME.to_string_lossy();
        PyValueError::new_err(format!(
            "expected a capsule with the name {name}, found another one"
        ))
    })?;
    if !pointer.cast::<T>().is_aligned() {
        return Err(PyValueError::new_err(
            "the capsule holds a pointer that is not aligned",
        ));
    }
    let move_out = || {
        // SAFETY: a capsule with this name points to this struct, which is valid as long as the capsule is. No other call
        // moves it meanwhile.
        unsafe { pointer.cast::<T>().replace(T::EMPTY) }
    };
    let taken = with_critical_section(capsule, move_out);
    if taken.is_released() {
        let name = T::NAME.to_string_lossy();
        return Err(PyValueError::new_err(format!(
            "the {name} was released already: a capsule can be used once"
        )));
    }
    Ok(taken)
}

/// Returns a capsule that owns `value` until a consumer moves it out.
pub(super) fn new<T: Struct>(py: Python<'_>, value: T) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, value, T::NAME)
}
