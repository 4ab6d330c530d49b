//! What the functions have in common: options, names of encodings, and the memory that they need.

use crate::memory::OF_DOUBLE_ENCODED;
use crate::text::related;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use utf8kit_encodings::Encoding;
use utf8kit_lint::{BODY_LEN, Bidi, Detected, Escapes, Options, Rule, RuleSet, SignatureRule, Syntax};

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
pub(super) struct Settings {
    rules: Vec<String>,
    bidi: String,
    signature: String,
    pub(super) binary: Option<bool>,
    /// The name of the file, by which the syntax and the escapes of the text are known.
    name: Option<String>,
}

impl Settings {
    /// Returns the options of a check of `text`.
    pub(super) fn options(&self, text: &[u8]) -> PyResult<Options> {
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
        let options = Options::default()
            .with_rules(rule_set(&self.rules)?)
            .with_bidi(bidi)
            .with_signature(signature);
        let Some(name) = &self.name else {
            return Ok(options);
        };
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        Ok(options
            .with_syntax(Syntax::of_file(name, text))
            .with_escapes(Escapes::of_file(name, text)))
    }

    /// Returns whether `text` is a binary file, which its first bytes show unless it was said.
    pub(super) fn is_binary(&self, text: &[u8]) -> bool {
        self.binary
            .unwrap_or_else(|| utf8kit_lint::detect(text, true) == Detected::Binary)
    }
}

fn unknown(option: &str, value: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{option}={value:?}: expected {expected}"))
}

/// Returns the encoding of UTF-8's family with one of these names.
pub(super) fn family_encoding(names: &[String]) -> Option<Encoding> {
    names.iter().find_map(|name| related::unicode(name))
}

/// Returns the memory that the check of a block takes at most, in a text of so many bytes: each of its bytes can be a finding.
pub(super) fn of_block(len: usize) -> usize {
    64 * len.min(BODY_LEN) + OF_DOUBLE_ENCODED
}
