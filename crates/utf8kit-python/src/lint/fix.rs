//! Repairs a text in memory as `utf8 fix` repairs a file.

use super::finding::Finding;
use super::options::{Settings, of_block};
use crate::input::Input;
use crate::memory::{self, NoMemory};
use crate::policy::OnError;
use crate::signals::Signals;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use utf8kit_lint::{NO_MEMORY, OnIllFormed, repair_while};

/// What becomes of ill-formed sequences.
enum IllFormed {
    Keep,
    /// They become the characters that they stood for.
    Meant,
    OnError(OnError),
}

impl IllFormed {
    fn new(name: Option<&str>) -> PyResult<IllFormed> {
        match name {
            None => Ok(IllFormed::Keep),
            Some("meant") => Ok(IllFormed::Meant),
            Some(name) => match OnError::new(name) {
                Ok(OnError::Fail) | Err(_) => Err(PyValueError::new_err(format!(
                    "on_error={name:?}: expected meant, replace, drop, escape, backslashreplace or as:ENCODING"
                ))),
                Ok(on_error) => Ok(IllFormed::OnError(on_error)),
            },
        }
    }
}

/// Returns the repaired text and the first findings that were repaired, or `None` if there is nothing to repair.
#[pyfunction]
pub(super) fn fix<'py>(
    py: Python<'py>,
    data: Input<'py>,
    settings: Settings,
    on_error: Option<&str>,
    restore: bool,
    most_findings: usize,
) -> PyResult<Option<(Bound<'py, PyBytes>, Vec<Finding>)>> {
    let text: &[u8] = &data;
    let ill_formed = IllFormed::new(on_error)?;
    let options = settings.options(text)?.with_restore(restore);
    let mut signals = Signals::new();
    let mut interrupted = None;
    let mut goes_on = || {
        let result = signals
            .check()
            .and_then(|()| Ok(memory::require(of_block(text.len()))?));
        interrupted = result.err();
        interrupted.is_none()
    };
    let repaired = py.detach(|| {
        let on_ill_formed = match &ill_formed {
            IllFormed::Keep => OnIllFormed::Keep,
            IllFormed::Meant => OnIllFormed::Meant,
            IllFormed::OnError(on_error) => OnIllFormed::Policy(on_error.policy()),
        };
        repair_while(
            text,
            &options,
            settings.binary,
            on_ill_formed,
            most_findings,
            &mut goes_on,
        )
    });
    if let Some(error) = interrupted {
        return Err(error);
    }
    let repaired = match repaired {
        Ok(Some(repaired)) => repaired,
        Ok(None) => return Ok(None),
        Err(NO_MEMORY) => return Err(NoMemory.into()),
        Err(problem) => return Err(PyValueError::new_err(problem)),
    };
    let mut findings = memory::with_capacity(repaired.findings.len())?;
    findings.extend(repaired.findings.into_iter().map(Finding::from));
    let text = PyBytes::new_with(py, repaired.text.len(), |place| {
        place.copy_from_slice(&repaired.text);
        Ok(())
    })?;
    Ok(Some((text, findings)))
}
