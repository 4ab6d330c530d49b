//! SARIF 2.1.0: one JSON document, for code scanning.

use super::links::push_encoded;
use super::{BINARY, Report, Summary, fix_flags, fixed, more, rank, replacement};
use crate::escape;
use crate::flags::check::ColumnUnit;
use crate::io::path::with_slashes;
use crate::message::counted;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;
use utf8kit_lint::{Finding, Rule};

/// Where the tool is described.
const INFORMATION: &str = env!("CARGO_PKG_REPOSITORY");

/// The name of the directory that relative paths begin at. GitHub takes it for the root of the repository.
const ROOT: &str = "%SRCROOT%";

/// Results that GitHub accepts in a run.
pub(crate) const MAX_RESULTS: u64 = 25_000;

/// The format `sarif`.
pub(crate) struct Sarif {
    /// It has names for characters and for UTF-16.
    pub(crate) unit: ColumnUnit,
}

/// A result. There can be many, so they are no [`Value`]s, which take several times as long.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    rule_id: &'a str,
    rule_index: Option<usize>,
    level: &'a str,
    rank: u8,
    message: Text,
    locations: [Place; 1],
    partial_fingerprints: Fingerprints,
    occurrence_count: u64,
    fixes: Vec<Value>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    physical_location: Physical,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Location,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

impl Location {
    /// Returns the location of a file: a relative path begins at the root.
    fn new(path: &Path) -> Location {
        Location {
            uri: uri(path),
            uri_base_id: path.is_relative().then_some(ROOT),
        }
    }
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
    end_column: u64,
    byte_offset: u64,
    byte_length: u64,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "utf8Finding/v1")]
    finding: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Properties<'a> {
    kind: &'a str,
    clause: &'a str,
    fixable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix_flags: Option<Cow<'static, str>>,
}

impl Report for Sarif {
    fn begin(&self) -> String {
        let rules: Vec<Value> = Rule::ALL
            .iter()
            .map(|&rule| {
                let mut described = json!({
                    "id": rule.name(),
                    "name": rule.name(),
                    "shortDescription": { "text": rule.description() },
                    "fullDescription": { "text": format!("{} ({}).", rule.description(), rule.clause()) },
                    "help": {
                        "text": format!("{}. See {}.", rule.description(), rule.clause()),
                        "markdown": format!("{}. See [{}]({}).", rule.description(), rule.clause(), rule.url()),
                    },
                    "helpUri": rule.url(),
                    "defaultConfiguration": {
                        "enabled": rule.is_default(), "level": rule.level().name(), "rank": rank(rule),
                    },
                    "properties": { "problem.severity": rule.level().name(), "precision": precision(rule) },
                });
                if let Some(severity) = rule.security_severity() {
                    described["properties"]["tags"] = json!(["security"]);
                    described["properties"]["security-severity"] = severity.into();
                }
                described
            })
            .collect();
        let driver = json!({
            "name": "utf8",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": INFORMATION,
            "rules": rules,
        });
        let bases = json!({ ROOT: { "description": { "text": "The directory in which the command ran." } } });
        let kind = match self.unit {
            ColumnUnit::Utf16 => "utf16CodeUnits",
            _ => "unicodeCodePoints",
        };
        format!(
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\
             \"tool\":{{\"driver\":{driver}}},\"originalUriBaseIds\":{bases},\"columnKind\":\"{kind}\",\
             \"results\":[\n"
        )
    }

    fn separator(&self) -> &'static str {
        ",\n"
    }

    fn has_fingerprints(&self) -> bool {
        true
    }

    fn finding(&self, path: &Path, finding: &Finding, fingerprint: u64) -> String {
        let region = Region {
            start_line: finding.line,
            start_column: self.unit.column(finding),
            end_column: self.unit.end_column(finding),
            byte_offset: finding.offset,
            byte_length: finding.length,
        };
        let location = Location::new(path);
        let fix = replacement(finding).map(|text| {
            let flags = fix_flags(finding).unwrap_or_default();
            json!({
                "description": { "text": format!("utf8 fix {flags}").trim_end() },
                "artifactChanges": [{
                    "artifactLocation": location,
                    "replacements": [{ "deletedRegion": region, "insertedContent": { "text": text } }],
                }],
            })
        });
        let result = Outcome {
            rule_id: finding.rule.name(),
            rule_index: Rule::ALL.iter().position(|&rule| rule == finding.rule),
            level: finding.level.name(),
            rank: rank(finding.rule),
            message: Text {
                text: escape::text(finding.message.as_bytes()),
            },
            locations: [Place {
                physical_location: Physical {
                    artifact_location: location,
                    region,
                },
            }],
            partial_fingerprints: Fingerprints {
                finding: format!("{fingerprint:016x}"),
            },
            occurrence_count: finding.count,
            fixes: fix.into_iter().collect(),
            properties: Properties {
                kind: &finding.kind,
                clause: finding.clause,
                fixable: finding.fix.is_safe(),
                fix_flags: fix_flags(finding),
            },
        };
        serde_json::to_string(&result).expect("strings and numbers can be written as JSON")
    }

    fn keeps_notes(&self) -> bool {
        true
    }

    fn left_out(&self, path: &Path, left_out: &[(Rule, u64)]) -> String {
        notification("note", Some(path), &more(left_out))
    }

    fn fixed(&self, path: &Path, repairs: &[(Rule, u64)], from: Option<&str>, is_dry: bool) -> String {
        notification("note", Some(path), &fixed(repairs, from, is_dry))
    }

    fn binary(&self, path: &Path) -> String {
        notification("note", Some(path), BINARY)
    }

    fn failed(&self, path: Option<&Path>, reason: &str) -> String {
        notification("error", path, reason)
    }

    fn end(&self, summary: &Summary, notes: &[String]) -> String {
        let successful = summary.failed == 0;
        let properties = json!({
            "files": summary.files, "with_findings": summary.with_findings, "findings": summary.findings,
            "shown": summary.shown,
            "places": summary.places, "binary": summary.binary, "failed": summary.failed,
            "baseline": summary.baseline,
        });
        let mut notes = notes.join(",\n");
        if summary.shown == MAX_RESULTS && summary.shown < summary.findings {
            let findings = counted(summary.findings, "finding");
            let text = format!("the report has only {MAX_RESULTS} of {findings}");
            let separator = if notes.is_empty() { "" } else { ",\n" };
            let note = json!({ "level": "note", "message": { "text": text } });
            write!(notes, "{separator}{note}").expect("writing to a string succeeds");
        }
        format!(
            "\n],\"invocations\":[{{\"executionSuccessful\":{successful},\"toolExecutionNotifications\":[{notes}]}}],\
             \"properties\":{properties}}}]}}\n"
        )
    }
}

/// Returns a notification, about a file if there is a path.
fn notification(level: &str, path: Option<&Path>, text: &str) -> String {
    let mut notification = json!({ "level": level, "message": { "text": escape::text(text.as_bytes()) } });
    if let Some(path) = path {
        notification["locations"] =
            json!([{ "physicalLocation": { "artifactLocation": Location::new(path) } }]);
    }
    notification.to_string()
}

/// Returns how often a rule's findings are errors: those of most rules always, others judge by the text.
fn precision(rule: Rule) -> &'static str {
    match rule.is_heuristic() {
        true => "high",
        false => "very-high",
    }
}

/// Returns the path as a URI reference. Other bytes than letters, digits and `-._~/` are escaped.
fn uri(path: &Path) -> String {
    let mut uri = String::new();
    let path = with_slashes(path.strip_prefix(".").unwrap_or(path));
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.starts_with(b"/") {
        uri.push_str("file://");
    } else if path.is_absolute() {
        uri.push_str("file:///"); // a drive of Windows
    }
    push_encoded(&mut uri, bytes);
    uri
}
