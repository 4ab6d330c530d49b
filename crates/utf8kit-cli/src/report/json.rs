//! A JSON object in each line: the findings and a summary.

use super::{Report, Summary};
use crate::escape::hex;
use serde::Serialize;
use std::path::Path;
use utf8kit_lint::Finding;

/// The format `json`.
pub(crate) struct Json;

#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    /// The path's bytes in hexadecimal, where they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    rule: &'a str,
    kind: &'a str,
    offset: u64,
    line: u64,
    column: u64,
    end_column: u64,
    length: u64,
    bytes: String,
    message: &'a str,
    clause: &'a str,
    fixable: bool,
}

#[derive(Serialize)]
struct Last {
    summary: Totals,
}

#[derive(Serialize)]
struct Totals {
    files: u64,
    findings: u64,
    binary: u64,
    failed: u64,
}

fn line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("strings and numbers can be written as JSON");
    line.push('\n');
    line
}

impl Report for Json {
    fn finding(&self, path: &Path, finding: &Finding) -> String {
        let bytes = path.as_os_str().as_encoded_bytes();
        let lossy = path.to_string_lossy();
        line(&Line {
            path: &lossy,
            path_bytes: std::str::from_utf8(bytes).is_err().then(|| hex(bytes)),
            rule: finding.rule.name(),
            kind: &finding.kind,
            offset: finding.offset,
            line: finding.line,
            column: finding.column,
            end_column: finding.end_column,
            length: finding.length,
            bytes: hex(&finding.bytes),
            message: &finding.message,
            clause: finding.clause,
            fixable: finding.fixable,
        })
    }

    fn end(&self, summary: &Summary) -> String {
        let &Summary {
            files,
            findings,
            binary,
            failed,
        } = summary;
        line(&Last {
            summary: Totals {
                files,
                findings,
                binary,
                failed,
            },
        })
    }
}
