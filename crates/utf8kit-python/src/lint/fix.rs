//! Repairs a text in memory as `utf8 fix` repairs a file.

use super::finding::Finding;
use super::{Settings, findings};
use crate::input::Input;
use crate::policy::OnError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use utf8kit_lint::{Fix, Options, Rule};

/// Repairs of a repaired text: `é` that was encoded twice and is not in Normalization Form C needs two.
const MAX_PASSES: usize = 8;

/// More ill-formed sequences than text with U+0000 in it has: it is a script with an archive after it, for example.
const MOST_ILL_FORMED: usize = 100;

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

/// Returns the repaired text and the findings that were repaired, or `None` if there is nothing to repair.
#[pyfunction]
pub(super) fn fix<'py>(
    py: Python<'py>,
    data: Input<'py>,
    settings: Settings,
    on_error: Option<&str>,
) -> PyResult<Option<(Bound<'py, PyBytes>, Vec<Finding>)>> {
    let text: &[u8] = &data;
    let ill_formed = IllFormed::new(on_error)?;
    let options = settings.options()?.with_separate_places(true);
    let fixed = py.detach(|| fixed(text, &settings, options, &ill_formed));
    let Some((text, repaired)) = fixed.map_err(PyValueError::new_err)? else {
        return Ok(None);
    };
    let repaired = repaired.into_iter().map(Finding::from).collect();
    Ok(Some((PyBytes::new(py, &text), repaired)))
}

type Fixed = Option<(Vec<u8>, Vec<utf8kit_lint::Finding>)>;

fn fixed(
    text: &[u8],
    settings: &Settings,
    options: Options,
    ill_formed: &IllFormed,
) -> Result<Fixed, &'static str> {
    let mut fixed: Fixed = None;
    for _ in 0..MAX_PASSES {
        let old = fixed.as_ref().map_or(text, |(text, _)| text);
        let options = options.with_binary(settings.is_binary(old));
        let Some((next, repaired)) = step(old, findings(old, options, None), ill_formed)? else {
            break;
        };
        let (text, all) = fixed.get_or_insert_default();
        *text = next;
        all.extend(repaired);
    }
    Ok(fixed)
}

/// Repairs what one check found, if anything is to be repaired.
fn step(
    old: &[u8],
    findings: Vec<utf8kit_lint::Finding>,
    ill_formed: &IllFormed,
) -> Result<Fixed, &'static str> {
    // In another encoding, its bytes mean something else than they would in UTF-8.
    if findings
        .iter()
        .any(|finding| matches!(finding.fix, Fix::Transcode(_)))
    {
        return Ok(None);
    }
    let has_nul = findings.iter().any(|finding| finding.rule == Rule::Nul);
    let (mut of_errors, mut others) = (Vec::new(), Vec::new());
    for finding in findings {
        match (&finding.fix, ill_formed) {
            (Fix::Replace(_), _) | (Fix::OnError { meant: Some(_) }, IllFormed::Meant) => {
                others.push(finding);
            }
            (Fix::OnError { .. }, _) => of_errors.push(finding),
            _ => {}
        }
    }
    let is_binary = has_nul && of_errors.len() > MOST_ILL_FORMED;
    let fixed = match ill_formed {
        IllFormed::OnError(on_error) if !of_errors.is_empty() => {
            let Ok(text) = utf8kit::utf8::repair_with(old, on_error.policy()) else {
                unreachable!("the policy replaces every sequence");
            };
            Some((text.into_owned().into_bytes(), of_errors))
        }
        _ if others.is_empty() => None,
        _ => Some(edited(old, others)),
    };
    if fixed.is_some() && is_binary {
        return Err(
            "it has U+0000 and many ill-formed sequences: it is probably binary, so it is not repaired",
        );
    }
    Ok(fixed)
}

/// Returns the text with each finding's bytes replaced, and the findings. One that overlaps the one before is left for the
/// next pass.
fn edited(old: &[u8], findings: Vec<utf8kit_lint::Finding>) -> (Vec<u8>, Vec<utf8kit_lint::Finding>) {
    let mut text = Vec::with_capacity(old.len());
    let mut repaired = Vec::new();
    let mut at = 0;
    for finding in findings {
        let (Fix::Replace(new) | Fix::OnError { meant: Some(new) }) = &finding.fix else {
            continue;
        };
        let start = finding.offset as usize;
        if start < at {
            continue;
        }
        text.extend_from_slice(&old[at..start]);
        text.extend_from_slice(new.as_bytes());
        at = start + finding.length as usize;
        repaired.push(finding);
    }
    text.extend_from_slice(&old[at..]);
    (text, repaired)
}
