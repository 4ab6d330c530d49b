//! `utf8kit-lint` for Python: findings, detection, inspection, repair of double encoding.

use pyo3::prelude::*;

pub(crate) fn register(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
