//! Reviewdog's diagnostics: a JSON object in each line.
//!
//! Its columns count bytes of UTF-8. A finding far behind in its line has only its line, because the bytes before it are not kept.

use super::{Report, Summary, replacement};
use crate::escape;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Position>,
}

#[derive(Clone, Copy, Serialize)]
struct Position {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
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
        let context = &finding.context;
        let column = context.from_line_start.then_some(context.before.len() as u64 + 1);
        // What is in another encoding has another length.
        let length = context
            .found
            .as_ref()
            .map_or(finding.length, |found| found.len() as u64);
        let range = Range {
            start: Position {
                line: finding.line,
                column,
            },
            end: column.map(|column| Position {
                line: finding.line,
                column: Some(column + length),
            }),
        };
        let suggestion = replacement(finding).map(|text| Suggestion { range, text });
        escape::json_line(&Diagnostic {
            message: escape::text(finding.message.as_bytes()),
            location: Location {
                path: escape::path(path),
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
            suggestions: suggestion.filter(|_| column.is_some()).into_iter().collect(),
        })
    }

    fn end(&self, _: &Summary, _: &[String]) -> String {
        String::new()
    }
}
