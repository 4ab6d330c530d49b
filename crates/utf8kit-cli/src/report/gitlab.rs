//! GitLab's code quality reports: a JSON array, which merge requests show.
//!
//! GitLab tells findings of two reports apart by their fingerprints, which have to be unique in a report.

use super::{Report, Summary};
use crate::config::baseline::hash_of;
use crate::escape;
use crate::flags::check::ColumnUnit;
use crate::io::path::with_slashes;
use serde::Serialize;
use std::path::Path;
use utf8kit_lint::{Finding, Level};

/// The format `gitlab`.
pub(crate) struct Gitlab {
    pub(crate) unit: ColumnUnit,
}

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
        let path = escape::path(&with_slashes(path.strip_prefix(".").unwrap_or(path)));
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
            severity: match finding.level {
                Level::Note => "info",
                Level::Warning => "minor",
                _ if is_security => "critical",
                _ => "major",
            },
            // The fingerprint of a finding is that among those of a file.
            fingerprint: format!("{:016x}{fingerprint:016x}", hash_of(&path)),
            location: Location {
                positions: Positions {
                    begin: place(self.unit.column(finding)),
                    end: place(self.unit.end_column(finding)),
                },
                path,
            },
        };
        escape::json_line(&issue).trim_end().to_owned()
    }

    fn end(&self, _: &Summary, _: &[String]) -> String {
        "\n]\n".to_owned()
    }
}
