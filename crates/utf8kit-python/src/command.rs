//! The command `utf8`.

use pyo3::prelude::*;
use std::ffi::OsString;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_command, module)?)
}

/// Runs the command `utf8` with these arguments, of which the first is its name, and returns its exit code.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| utf8kit_cli::run_with(arguments))
}
