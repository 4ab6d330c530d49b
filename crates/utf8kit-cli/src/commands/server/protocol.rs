//! The parts of the Language Server Protocol that the server reads, and the findings that it writes. Other answers are made where they are known.
//!
//! Crates with all types of the protocol take a third of the time to build the command, and 0.7 MB of it; these are the members in use.

use crate::escape;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utf8kit_lint::{Finding, Level};

/// A place in a text: its line, and the code units before it in the line, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, Debug)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) character: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub(super) struct Range {
    pub(super) start: Position,
    pub(super) end: Position,
}

#[derive(Deserialize)]
pub(super) struct Initialize {
    #[serde(default)]
    pub(super) capabilities: Value,
    #[serde(default, rename = "initializationOptions")]
    pub(super) options: Value,
}

/// The parameters of whatever is about a document, as far as those have them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfDocument {
    pub(super) text_document: Identifier,
    #[serde(default)]
    pub(super) position: Position,
    #[serde(default)]
    pub(super) range: Range,
    #[serde(default)]
    pub(super) context: Context,
}

#[derive(Deserialize)]
pub(super) struct Identifier {
    pub(super) uri: String,
}

/// What code actions are for.
#[derive(Default, Deserialize)]
pub(super) struct Context {
    /// The kinds that are asked for, if not all are.
    pub(super) only: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidOpen {
    pub(super) text_document: Item,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Item {
    pub(super) uri: String,
    #[serde(default)]
    pub(super) language_id: String,
    #[serde(default)]
    pub(super) version: i64,
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidChange {
    pub(super) text_document: Versioned,
    pub(super) content_changes: Vec<Change>,
}

#[derive(Deserialize)]
pub(super) struct Versioned {
    pub(super) uri: String,
    #[serde(default)]
    pub(super) version: Option<i64>,
}

/// Text in place of a range, or of all text.
#[derive(Deserialize)]
pub(super) struct Change {
    pub(super) range: Option<Range>,
    pub(super) text: String,
}

/// The findings of a document.
#[derive(Serialize)]
pub(super) struct Published<'a> {
    pub(super) uri: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<i64>,
    pub(super) diagnostics: &'a [Diagnostic],
}

/// A finding, or what is said of the findings.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Diagnostic {
    pub(super) range: Range,
    pub(super) severity: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code_description: Option<CodeDescription>,
    pub(super) source: &'static str,
    pub(super) message: String,
}

impl Diagnostic {
    /// Returns a finding as the protocol has it.
    pub(super) fn new(finding: &Finding, range: Range) -> Diagnostic {
        Diagnostic {
            range,
            severity: match finding.level {
                Level::Error => 1,
                Level::Warning => 2,
                _ => 3,
            },
            code: Some(finding.rule.name()),
            code_description: Some(CodeDescription {
                href: finding.rule.url(),
            }),
            source: "utf8",
            message: escape::text(finding.message.as_bytes()),
        }
    }
}

#[derive(Serialize)]
pub(super) struct CodeDescription {
    pub(super) href: &'static str,
}

/// What a code unit of a position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    Utf8,
    Utf16,
    Utf32,
}

impl Unit {
    /// Returns the unit that a client offers which takes the least to count; all clients have UTF-16.
    pub(super) fn offered(capabilities: &Value) -> Unit {
        let offered = capabilities
            .pointer("/general/positionEncodings")
            .and_then(Value::as_array);
        let has = |unit: &Unit| offered.is_some_and(|offered| offered.iter().any(|name| name == unit.name()));
        [Unit::Utf8, Unit::Utf16, Unit::Utf32]
            .into_iter()
            .find(has)
            .unwrap_or(Unit::Utf16)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Unit::Utf8 => "utf-8",
            Unit::Utf16 => "utf-16",
            Unit::Utf32 => "utf-32",
        }
    }

    /// Returns the number of units that a character has.
    pub(super) fn of(self, c: char) -> usize {
        match self {
            Unit::Utf8 => c.len_utf8(),
            Unit::Utf16 => c.len_utf16(),
            Unit::Utf32 => 1,
        }
    }

    /// Returns the number of units that a text has.
    pub(super) fn count(self, text: &str) -> usize {
        match self {
            Unit::Utf8 => text.len(),
            Unit::Utf16 => utf8kit::utf8::utf16_len(text.as_bytes()),
            Unit::Utf32 => utf8kit::utf8::count(text.as_bytes()),
        }
    }
}
