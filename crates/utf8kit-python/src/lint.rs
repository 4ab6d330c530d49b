//! `utf8kit-lint` for Python: findings, detection, inspection, repair.
//!
//! `python/utf8kit/lint.py` has the functions that users call. They check names and fill in defaults, and call these.

mod finding;
mod fix;
mod inspect;

use crate::input::Input;
use finding::{Context, Finding};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::ControlFlow;
use utf8kit_family::{Encoding, labels};
use utf8kit_lint::{
    BODY_LEN, Bidi, BlockChecker, Detected, EncodingChecker, Options, Recognizer, Rule, RuleSet,
    SignatureRule, blocks,
};

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
    module.add_function(wrap_pyfunction!(detect, module)?)?;
    module.add_function(wrap_pyfunction!(escape, module)?)?;
    module.add_function(wrap_pyfunction!(fix::fix, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::inspect, module)?)
}

/// Returns the rules with these names.
fn rule_set(names: &[String]) -> PyResult<RuleSet> {
    let rule = |name: &String| {
        let rule = name.parse::<Rule>();
        rule.map_err(|error| PyValueError::new_err(format!("{error}: {name:?}")))
    };
    names.iter().map(rule).collect()
}

/// The options that `check` and `fix` have in common.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Settings {
    rules: Vec<String>,
    bidi: String,
    signature: String,
    binary: Option<bool>,
}

impl Settings {
    /// Returns the options of a check of `text`.
    fn options(&self) -> PyResult<Options> {
        let bidi = match &*self.bidi {
            "unpaired" => Bidi::Unpaired,
            "all" => Bidi::All,
            other => return Err(unknown("bidi", other, "unpaired or all")),
        };
        let signature = match &*self.signature {
            "unknown" => SignatureRule::Unknown,
            "either" => SignatureRule::Either,
            "forbidden" => SignatureRule::Forbidden,
            "required" => SignatureRule::Required,
            other => {
                return Err(unknown(
                    "signature",
                    other,
                    "unknown, either, forbidden or required",
                ));
            }
        };
        Ok(Options::default()
            .with_rules(rule_set(&self.rules)?)
            .with_bidi(bidi)
            .with_signature(signature))
    }

    /// Returns whether `text` is a binary file, which its first bytes show unless it was said.
    fn is_binary(&self, text: &[u8]) -> bool {
        self.binary
            .unwrap_or_else(|| utf8kit_lint::detect(text, true) == Detected::Binary)
    }
}

fn unknown(option: &str, value: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{option}={value:?}: expected {expected}"))
}

/// Returns the encoding of UTF-8's family with one of these names.
fn family_encoding(names: &[String]) -> Option<Encoding> {
    names.iter().find_map(|name| labels::encoding(name))
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
    let options = settings.options()?.with_separate_places(separate_places);
    let encoding = family_encoding(&encoding).ok_or_else(|| {
        PyLookupError::new_err(format!(
            "{:?}: expected an encoding of Unicode text, such as CESU-8 or UTF-16LE",
            encoding.first().map_or("", |name| name)
        ))
    })?;
    let found = py.detach(|| match encoding {
        Encoding::UTF_8 => {
            let options = options.with_binary(settings.is_binary(text));
            findings(text, options, max)
        }
        encoding => {
            let is_binary = settings.binary.unwrap_or(false);
            findings_as(text, options.with_binary(is_binary), encoding, max)
        }
    });
    Ok(found.into_iter().map(Finding::from).collect())
}

/// Returns the first findings of a text in UTF-8.
fn findings(text: &[u8], options: Options, max: Option<u64>) -> Vec<utf8kit_lint::Finding> {
    let mut checker = BlockChecker::with_source(options, text);
    collect(max, |emit| {
        for block in blocks(text, BODY_LEN) {
            let Ok(flow) = checker.check(&block, emit);
            flow?;
        }
        checker.finish(emit)
    })
}

/// Returns the first findings of a text in another encoding.
fn findings_as(
    text: &[u8],
    options: Options,
    encoding: Encoding,
    max: Option<u64>,
) -> Vec<utf8kit_lint::Finding> {
    let mut checker = EncodingChecker::new(encoding, options);
    collect(max, |emit| {
        for block in blocks(text, BODY_LEN) {
            checker.check(&block, emit)?;
        }
        checker.finish(emit)
    })
}

/// Returns the findings that `check` emits, at most `max`.
fn collect(
    max: Option<u64>,
    check: impl FnOnce(utf8kit_lint::Emit<'_>) -> ControlFlow<()>,
) -> Vec<utf8kit_lint::Finding> {
    let max = max.unwrap_or(u64::MAX);
    let mut found = Vec::new();
    if max > 0 {
        let _ = check(&mut |finding| {
            found.push(finding);
            if found.len() as u64 == max {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    }
    found
}

/// What [`detect`] returns of a text that is not binary.
#[derive(IntoPyObject)]
struct Recognized<'py> {
    encoding: &'static str,
    certainty: String,
    reason: &'static str,
    second: Option<&'static str>,
    ill_formed_at: Option<u64>,
    is_ascii: bool,
    /// The part of the text that decided.
    sample: Bound<'py, PyBytes>,
}

/// Returns what is known of the encoding of a text, or `None` if it is binary.
#[pyfunction]
fn detect<'py>(py: Python<'py>, data: Input<'py>) -> Option<Recognized<'py>> {
    let text: &[u8] = &data;
    let mut recognizer = Recognizer::new();
    let found = py.detach(|| {
        let _ = recognizer.push(text);
        recognizer.finish()
    })?;
    Some(Recognized {
        encoding: found.encoding,
        certainty: found.certainty.to_string(),
        reason: found.reason.name(),
        second: found.second.map(|second| second.encoding),
        ill_formed_at: found.ill_formed_at,
        is_ascii: found.is_ascii,
        sample: PyBytes::new(py, recognizer.sample()),
    })
}

/// Returns the text with everything escaped that must not reach a terminal.
#[pyfunction]
fn escape(data: Input<'_>) -> String {
    utf8kit_lint::escape::text(&data)
}
