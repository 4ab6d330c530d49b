//! Search and comparison under canonical equivalence.

use pyo3::prelude::*;
use pyo3::types::PyString;
use utf8kit_family::normalize::{self, Equivalence, Haystack};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(search, module)?)
}

/// Returns a copy of a string. The UTF-8 that Python makes of it would otherwise stay in the string.
fn copy(text: &Bound<'_, PyString>) -> PyResult<String> {
    let bytes = text.encode_utf8()?;
    Ok(String::from_utf8(bytes.as_bytes().to_vec())?)
}

/// Returns `identical`, `canonical` or `different`.
#[pyfunction]
fn compare(py: Python<'_>, a: &Bound<'_, PyString>, b: &Bound<'_, PyString>) -> PyResult<&'static str> {
    let (a, b) = (copy(a)?, copy(b)?);
    Ok(match py.detach(|| normalize::compare(&a, &b)) {
        Equivalence::Identical => "identical",
        Equivalence::Canonical => "canonical",
        Equivalence::Different => "different",
    })
}

/// Returns the start and the end of each match of `pattern`, in code points.
#[pyfunction]
fn search(
    py: Python<'_>,
    text: &Bound<'_, PyString>,
    pattern: &Bound<'_, PyString>,
) -> PyResult<Vec<(usize, usize)>> {
    let (text, pattern) = (copy(text)?, copy(pattern)?);
    Ok(py.detach(|| {
        let haystack = Haystack::new(&text);
        let (mut at, mut count) = (0, 0);
        // The matches are in order, so each code point is counted once.
        let mut code_points_before = |offset| {
            count += text[at..offset].chars().count();
            at = offset;
            count
        };
        haystack
            .matches(&pattern)
            .map(|range| (code_points_before(range.start), code_points_before(range.end)))
            .collect()
    }))
}
