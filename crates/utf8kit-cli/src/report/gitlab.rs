//! GitLab's code quality reports: a JSON array, which merge requests show.
//!
//! GitLab tells findings of two reports apart by their fingerprints, which have to be unique in a report.

use super::{Report, Summary};
use crate::escape;
use serde::Serialize;
use std::path::Path;
use utf8kit_lint::{Finding, Level, Rule};

/// The format `gitlab`.
pub(crate) struct Gitlab;

#[derive(Serialize)]
struct Issue<'a> {
    r#type: &'static str,
    check_name: &'a str,
    description: String,
    categories: [&'static str; 1],
    severity: &'static str,
    fingerprint: String,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    positions: Positions,
}

#[derive(Serialize)]
struct Positions {
    begin: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u64,
    column: u64,
}

impl Report for Gitlab {
    fn begin(&self) -> String {
        "[\n".to_owned()
    }

    fn separator(&self) -> &'static str {
        ",\n"
    }

    fn has_fingerprints(&self) -> bool {
        true
    }

    fn finding(&self, path: &Path, finding: &Finding, fingerprint: u64) -> String {
        let path = escape::path(path.strip_prefix(".").unwrap_or(path));
        let is_security = finding.rule.security_severity().is_some();
        let place = |column| Position {
            line: finding.line,
            column,
        };
        let issue = Issue {
            r#type: "issue",
            check_name: finding.rule.name(),
            description: format!("{}: {}", finding.rule, escape::text(finding.message.as_bytes())),
            categories: [if is_security { "Security" } else { "Bug Risk" }],
            severity: match finding.rule.level() {
                _ if is_security => "critical",
                Level::Note => "info",
                Level::Warning => "minor",
                _ => "major",
            },
            fingerprint: fingerprint_of(&path, fingerprint),
            location: Location {
                positions: Positions {
                    begin: place(finding.column),
                    end: place(finding.end_column),
                },
                path,
            },
        };
        escape::json_line(&issue).trim_end().to_owned()
    }

    fn keeps_notes(&self) -> bool {
        true
    }

    /// Returns nothing: the format has only findings.
    fn left_out(&self, _: &Path, _: &[(Rule, u64)]) -> String {
        String::new()
    }

    /// Returns nothing, as [`left_out`](Self::left_out).
    fn fixed(&self, _: &Path, _: &[(Rule, u64)], _: Option<&str>, _: bool) -> String {
        String::new()
    }

    /// Returns nothing, as [`left_out`](Self::left_out).
    fn binary(&self, _: &Path) -> String {
        String::new()
    }

    fn end(&self, _: &Summary, _: &[String]) -> String {
        "\n]\n".to_owned()
    }
}

/// Returns the fingerprint of a finding among those of all files: 128 bits, of which the first are of the path.
fn fingerprint_of(path: &str, fingerprint: u64) -> String {
    // FNV-1a, which is the same in every version.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    let of_path = path.bytes().fold(0xCBF2_9CE4_8422_2325, mix);
    format!("{of_path:016x}{fingerprint:016x}")
}
