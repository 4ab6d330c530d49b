//! `utf8kit-lint` for Python: findings, detection, inspection, repair.
//!
//! `python/utf8kit/lint.py` has the functions that users call. They check names and fill in defaults, and call these.

mod finding;
mod fix;
mod inspect;
mod options;

use crate::input::Input;
use crate::memory::{self, NoMemory, OF_RECOGNITION};
use crate::signals::Signals;
use crate::text::related::in_native_order;
use finding::{Context, Finding};
use options::{Settings, family_encoding, of_block};
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::ControlFlow;
use utf8kit_encodings::Encoding;
use utf8kit_lint::{BODY_LEN, BlockChecker, EncodingChecker, Language, Options, Recognizer, Rule, blocks};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Finding>()?;
    module.add_class::<Context>()?;
    module.add(
        "RULES",
        Rule::ALL
            .iter()
            .map(|rule| (rule.name(), rule.is_default(), rule.description()))
            .collect::<Vec<_>>(),
    )?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(candidates, module)?)?;
    module.add_function(wrap_pyfunction!(detect, module)?)?;
    module.add_function(wrap_pyfunction!(escape, module)?)?;
    module.add_function(wrap_pyfunction!(fix::fix, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::inspect, module)?)
}

/// Returns the findings of a text, at most `max`. `encoding`: the names of its encoding, one of which is known.
#[pyfunction]
fn check(
    py: Python<'_>,
    data: Input<'_>,
    settings: Settings,
    separate_places: bool,
    encoding: Vec<String>,
    max: Option<u64>,
) -> PyResult<Vec<Finding>> {
    let text: &[u8] = &data;
    let options = settings.options(text)?.with_separate_places(separate_places);
    let encoding = family_encoding(&encoding).ok_or_else(|| {
        PyLookupError::new_err(format!(
            "{:?}: expected an encoding of Unicode text, such as CESU-8 or UTF-16LE",
            encoding.first().map_or("", |name| name)
        ))
    })?;
    let encoding = in_native_order(encoding, text);
    py.detach(|| match encoding {
        Encoding::UTF_8 => {
            let options = options.with_binary(settings.is_binary(text));
            findings(text, options, max)
        }
        encoding => {
            let is_binary = settings.binary.unwrap_or(false);
            findings_as(text, options.with_binary(is_binary), encoding, max)
        }
    })
}

/// Returns the first findings of a text in UTF-8.
fn findings(text: &[u8], options: Options, max: Option<u64>) -> PyResult<Vec<Finding>> {
    let mut checker = BlockChecker::with_source(options, text);
    let mut found = Found::new(max, text.len());
    for block in blocks(text, BODY_LEN) {
        found.before_block()?;
        let Ok(flow) = checker.check(&block, &mut |finding| found.push(finding));
        if flow.is_break() {
            return found.finish();
        }
    }
    let _ = checker.finish(&mut |finding| found.push(finding));
    found.finish()
}

/// Returns the first findings of a text in another encoding.
fn findings_as(
    text: &[u8],
    options: Options,
    encoding: Encoding,
    max: Option<u64>,
) -> PyResult<Vec<Finding>> {
    let mut checker = EncodingChecker::new(encoding, options);
    let mut found = Found::new(max, text.len());
    for block in blocks(text, BODY_LEN) {
        found.before_block()?;
        if checker
            .check(&block, &mut |finding| found.push(finding))
            .is_break()
        {
            return found.finish();
        }
    }
    let _ = checker.finish(&mut |finding| found.push(finding));
    found.finish()
}

/// The first findings of a text.
struct Found {
    findings: Vec<Finding>,
    max: u64,
    has_no_memory: bool,
    of_block: usize,
    signals: Signals,
}

/// Findings for whose messages memory is required at once.
const FINDINGS: usize = 256;

impl Found {
    fn new(max: Option<u64>, len: usize) -> Found {
        Found {
            of_block: of_block(len),
            findings: Vec::new(),
            max: max.unwrap_or(u64::MAX),
            has_no_memory: false,
            signals: Signals::new(),
        }
    }

    /// Handles signals, and returns an error if there is no memory to go on.
    fn before_block(&mut self) -> PyResult<()> {
        self.signals.check()?;
        Ok(memory::require(self.of_block)?)
    }

    /// Adds a finding. Returns `Break` after the last one.
    fn push(&mut self, finding: utf8kit_lint::Finding) -> ControlFlow<()> {
        if self.findings.len() as u64 == self.max {
            return ControlFlow::Break(());
        }
        let has_memory = !self.findings.len().is_multiple_of(FINDINGS) || memory::require(0).is_ok();
        if !has_memory || memory::push(&mut self.findings, Finding::from(finding)).is_err() {
            self.has_no_memory = true;
            return ControlFlow::Break(());
        }
        match self.findings.len() as u64 == self.max {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn finish(self) -> PyResult<Vec<Finding>> {
        match self.has_no_memory {
            true => Err(NoMemory.into()),
            false => Ok(self.findings),
        }
    }
}

/// What [`detect`] returns of a text that is not binary.
#[derive(IntoPyObject)]
struct Recognized<'py> {
    encoding: &'static str,
    certainty: String,
    reason: &'static str,
    language: Option<&'static str>,
    language_name: Option<&'static str>,
    second: Option<&'static str>,
    bits_behind: Option<u32>,
    other_from: Option<u64>,
    ill_formed_at: Option<u64>,
    is_ascii: bool,
    ends_early: bool,
    shifts: u64,
    /// The part of the text that decided.
    sample: Bound<'py, PyBytes>,
}

/// Returns what is known of the encoding of a text, or `None` if it is binary.
#[pyfunction]
fn detect<'py>(py: Python<'py>, data: Input<'py>) -> PyResult<Option<Recognized<'py>>> {
    memory::require(OF_RECOGNITION)?;
    let text: &[u8] = &data;
    let mut recognizer = Recognizer::new();
    let found = py.detach(|| {
        let _ = recognizer.push(text);
        recognizer.finish()
    });
    Ok(found.map(|found| Recognized {
        encoding: found.encoding,
        certainty: found.certainty.to_string(),
        reason: found.reason.name(),
        language: found.language.map(Language::tag),
        language_name: found.language.map(Language::name),
        second: found.second.map(|second| second.encoding),
        bits_behind: found.second.and_then(|second| second.bits),
        other_from: found.other_from,
        ill_formed_at: found.ill_formed_at,
        is_ascii: found.is_ascii,
        ends_early: found.ends_early,
        shifts: found.shifts,
        sample: PyBytes::new(py, recognizer.sample()),
    }))
}

/// Returns the encodings that a text may be in that is recognized by its letters, the most likely first: their names, their
/// languages, and how many bits each is behind.
#[pyfunction]
fn candidates(py: Python<'_>, data: Input<'_>) -> PyResult<Vec<(&'static str, &'static str, u32)>> {
    memory::require(OF_RECOGNITION)?;
    let text: &[u8] = &data;
    let candidates = py.detach(|| {
        let mut recognizer = Recognizer::new();
        let _ = recognizer.push(text);
        recognizer.candidates()
    });
    let row = |one: utf8kit_lint::Candidate| (one.encoding.name(), one.language.name(), one.behind);
    Ok(candidates.into_iter().map(row).collect())
}

/// Returns the text with everything escaped that must not reach a terminal.
#[pyfunction]
fn escape(data: Input<'_>) -> String {
    utf8kit_lint::escape::text(&data)
}
