//! Reviewdog's diagnostics: a JSON object in each line.
//!
//! Its columns count bytes of UTF-8. Those of a signature count too, because reviewdog replaces bytes of lines as the file has them.

use super::{Report, Summary, replacement};
use crate::escape;
use crate::flags::check::ColumnUnit;
use crate::io::path::with_slashes;
use serde::Serialize;
use std::path::Path;
use utf8kit_lint::{Finding, Level};

/// The format `rdjsonl`.
pub(crate) struct Rdjson;

#[derive(Serialize)]
struct Diagnostic<'a> {
    message: String,
    location: Location,
    severity: &'static str,
    source: Source,
    code: Code<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion<'a>>,
}

#[derive(Serialize)]
struct Location {
    path: String,
    range: Range,
}

#[derive(Clone, Copy, Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Clone, Copy, Serialize)]
struct Position {
    line: u64,
    column: u64,
}

#[derive(Serialize)]
struct Source {
    name: &'static str,
    url: &'static str,
}

#[derive(Serialize)]
struct Code<'a> {
    value: &'a str,
    url: &'a str,
}

#[derive(Serialize)]
struct Suggestion<'a> {
    range: Range,
    text: &'a str,
}

impl Report for Rdjson {
    fn finding(&self, path: &Path, finding: &Finding, _: u64) -> String {
        let place = |column| Position {
            line: finding.line,
            column,
        };
        let (start, end) = match finding.context.found {
            None if finding.line == 1 => (finding.offset + 1, finding.offset + 1 + finding.length),
            _ => (
                ColumnUnit::Byte.column(finding),
                ColumnUnit::Byte.end_column(finding),
            ),
        };
        let range = Range {
            start: place(start),
            end: place(end),
        };
        let suggestion = replacement(finding).map(|text| Suggestion { range, text });
        escape::json_line(&Diagnostic {
            message: escape::text(finding.message.as_bytes()),
            location: Location {
                path: escape::path(&with_slashes(path)),
                range,
            },
            severity: match finding.level {
                Level::Note => "INFO",
                Level::Warning => "WARNING",
                _ => "ERROR",
            },
            source: Source {
                name: "utf8",
                url: env!("CARGO_PKG_REPOSITORY"),
            },
            code: Code {
                value: finding.rule.name(),
                url: finding.rule.url(),
            },
            suggestions: suggestion.into_iter().collect(),
        })
    }

    fn end(&self, _: &Summary, _: &[String]) -> String {
        String::new()
    }
}
