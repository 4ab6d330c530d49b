//! Search and comparison under canonical equivalence.

use crate::memory;
use crate::signals::Signals;
use pyo3::prelude::*;
use pyo3::types::PyString;
use utf8kit_encodings::normalize::{self, Equivalence, Haystack};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(search, module)?)
}

/// Returns a copy of a string. The UTF-8 that Python makes of it would otherwise stay in the string.
fn copy(text: &Bound<'_, PyString>) -> PyResult<String> {
    let bytes = text.encode_utf8()?;
    let mut copy = memory::with_capacity(bytes.as_bytes().len())?;
    copy.extend_from_slice(bytes.as_bytes());
    Ok(String::from_utf8(copy)?)
}

/// Memory that a byte of text takes while it is compared or searched: its decomposition, which is up to three times as long
/// and grows by copies, and for each character where it was.
const OF_BYTE_COMPARED: usize = 8;
const OF_BYTE_SEARCHED: usize = 64;

/// Returns `identical`, `canonical` or `different`.
#[pyfunction]
fn compare(py: Python<'_>, a: &Bound<'_, PyString>, b: &Bound<'_, PyString>) -> PyResult<&'static str> {
    let (a, b) = (copy(a)?, copy(b)?);
    if a == b {
        return Ok("identical");
    }
    // Marks on one character are in memory together.
    memory::require(OF_BYTE_COMPARED.saturating_mul(longest_run(&a).max(longest_run(&b))))?;
    Ok(match py.detach(|| normalize::compare(&a, &b)) {
        Equivalence::Identical => "identical",
        Equivalence::Canonical => "canonical",
        Equivalence::Different => "different",
    })
}

/// Returns the length of the longest run of bytes that are not ASCII.
fn longest_run(text: &str) -> usize {
    let runs = text.as_bytes().split(u8::is_ascii);
    runs.map(<[u8]>::len).max().unwrap_or(0)
}

/// Returns the start and the end of each match of `pattern`, in code points.
#[pyfunction]
fn search(
    py: Python<'_>,
    text: &Bound<'_, PyString>,
    pattern: &Bound<'_, PyString>,
) -> PyResult<Vec<(usize, usize)>> {
    let (text, pattern) = (copy(text)?, copy(pattern)?);
    memory::require(OF_BYTE_SEARCHED.saturating_mul(text.len().saturating_add(pattern.len())))?;
    py.detach(|| {
        let mut signals = Signals::new();
        let haystack = Haystack::new(&text);
        let (mut at, mut count) = (0, 0);
        // The matches are in order, so each code point is counted once.
        let mut code_points_before = |offset| {
            count += text[at..offset].chars().count();
            at = offset;
            count
        };
        let mut found = Vec::new();
        for range in haystack.matches(&pattern) {
            signals.check()?;
            let range = (code_points_before(range.start), code_points_before(range.end));
            memory::push(&mut found, range)?;
        }
        Ok(found)
    })
}
