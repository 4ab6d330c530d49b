//! The parts of the Language Server Protocol that the server reads, and the findings that it writes. Other answers are made where they are known.
//!
//! Crates with all types of the protocol take a third of the time to build the command, and 0.7 MB of it; these are the members in use.

use crate::escape;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utf8kit_lint::{Finding, Level};

/// A place in a text: its line, and the code units before it in the line, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, Debug)]
pub(super) struct Position {
    #[serde(deserialize_with = "clamped")]
    pub(super) line: u32,
    #[serde(deserialize_with = "clamped")]
    pub(super) character: u32,
}

/// Reads a number. One that is too large is as good as the largest: it is outside of every text.
fn clamped<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    u64::deserialize(deserializer).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// Reads a member that can be `null`, as if it were not there.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
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
    #[serde(default, deserialize_with = "or_default")]
    pub(super) position: Position,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) range: Range,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) context: Context,
    /// The name of the diagnostics that the client has.
    #[serde(default)]
    pub(super) previous_result_id: Option<String>,
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
    #[serde(default, deserialize_with = "or_default")]
    pub(super) language_id: String,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) version: i64,
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidChange {
    pub(super) text_document: Versioned,
    pub(super) content_changes: Vec<Change>,
}

#[derive(Serialize, Deserialize)]
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

/// What is offered for a finding, or for all of a rule.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeAction {
    pub(super) title: String,
    pub(super) kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) diagnostics: Option<[Diagnostic; 1]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_preferred: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) edit: Option<WorkspaceEdit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) command: Option<Command>,
}

/// The edits of one document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum WorkspaceEdit {
    DocumentChanges([DocumentEdit; 1]),
    Changes(BTreeMap<String, Vec<TextEdit>>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentEdit {
    pub(super) text_document: Versioned,
    pub(super) edits: Vec<TextEdit>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextEdit {
    pub(super) range: Range,
    pub(super) new_text: String,
}

/// What the client does with the URI of a document and an encoding.
#[derive(Serialize)]
pub(super) struct Command {
    pub(super) title: String,
    pub(super) command: &'static str,
    pub(super) arguments: [String; 2],
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

    /// Returns the start of the character that the unit at an index is in, or the end of the text.
    pub(super) fn floor(self, text: &str, index: usize) -> usize {
        let bytes = text.as_bytes();
        match self {
            Unit::Utf8 => utf8kit::utf8::floor_boundary(bytes, index.min(bytes.len())),
            Unit::Utf16 => utf8kit::utf8::utf16_to_byte_index(bytes, index),
            Unit::Utf32 => utf8kit::utf8::char_to_byte_index(bytes, index),
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
