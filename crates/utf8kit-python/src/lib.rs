//! The extension module of the Python package `utf8kit`.
//!
//! `text` holds what is called for single strings, written against CPython's C API so that a call costs little. `arrow` holds
//! what is called for columns, and `rows` what reads tables of text row by row. `lint` is `utf8kit-lint` for Python, and
//! `command` the command `utf8`. What Python code does better, such as the registration of codecs, is in `python/utf8kit`.

mod arrow;
#[cfg(feature = "command")]
mod command;
mod input;
mod lint;
mod memory;
mod normalize;
mod policy;
mod rows;
mod signals;
mod text;

use pyo3::prelude::*;

/// What the Python modules of the package are built on. Use them instead.
#[pymodule(gil_used = false)]
fn _utf8kit(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    arrow::register(module)?;
    #[cfg(feature = "command")]
    command::register(module)?;
    lint::register(module)?;
    normalize::register(module)?;
    rows::register(module)?;
    text::register(module)
}
