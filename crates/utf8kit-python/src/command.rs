//! The command `utf8`.

use pyo3::prelude::*;
use std::ffi::OsString;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_command, module)?)?;
    module.add_function(wrap_pyfunction!(command_flags, module)?)
}

/// Runs the command `utf8` with these arguments, of which the first is its name, and returns its exit code.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| utf8kit_cli::run_with(arguments))
}

/// Returns the flags of a verb that its help shows: the name, the letter if there is one, and whether it takes a value.
#[pyfunction]
fn command_flags(verb: &str) -> Vec<(String, Option<char>, bool)> {
    let flags = utf8kit_cli::flags(verb).into_iter();
    flags
        .map(|flag| (flag.long, flag.short, flag.takes_value))
        .collect()
}
