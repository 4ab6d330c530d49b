//! SARIF 2.1.0: one JSON document, for code scanning.

use super::{BINARY, Report, Summary, counted, fix_flags, fixed, level, more, replacement};
use crate::baseline::Key;
use crate::escape;
use serde_json::{Value, json};
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
pub(crate) struct Sarif;

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
                        "enabled": rule.is_default(), "level": level(rule), "rank": rank(rule),
                    },
                    "properties": { "problem.severity": level(rule), "precision": precision(rule) },
                });
                if let Some(severity) = security_severity(rule) {
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
        format!(
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\
             \"tool\":{{\"driver\":{driver}}},\"originalUriBaseIds\":{bases},\"columnKind\":\"unicodeCodePoints\",\
             \"results\":[\n"
        )
    }

    fn separator(&self) -> &'static str {
        ",\n"
    }

    fn finding(&self, path: &Path, finding: &Finding) -> String {
        let index = Rule::ALL.iter().position(|&rule| rule == finding.rule);
        let region = json!({
            "startLine": finding.line,
            "startColumn": finding.column,
            "endColumn": finding.end_column,
            "byteOffset": finding.offset,
            "byteLength": finding.length,
        });
        let mut properties =
            json!({ "kind": finding.kind, "clause": finding.clause, "fixable": finding.fix.is_safe() });
        if let Some(flags) = fix_flags(&finding.fix) {
            properties["fixFlags"] = flags.into();
        }
        let fixes: Vec<_> = replacement(finding)
            .into_iter()
            .map(|text| {
                let flags = fix_flags(&finding.fix).unwrap_or_default();
                json!({
                    "description": { "text": format!("utf8 fix {flags}").trim_end() },
                    "artifactChanges": [{
                        "artifactLocation": location(path),
                        "replacements": [{ "deletedRegion": region, "insertedContent": { "text": text } }],
                    }],
                })
            })
            .collect();
        json!({
            "ruleId": finding.rule.name(),
            "ruleIndex": index,
            "level": level(finding.rule),
            "message": { "text": escape::text(finding.message.as_bytes()) },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": location(path),
                    "region": region,
                },
            }],
            "partialFingerprints": { "utf8Finding/v1": format!("{:016x}", Key::of(finding).fingerprint()) },
            "occurrenceCount": finding.count,
            "rank": rank(finding.rule),
            "fixes": fixes,
            "properties": properties,
        })
        .to_string()
    }

    fn keeps_notes(&self) -> bool {
        true
    }

    fn left_out(&self, path: &Path, left_out: &[(Rule, u64)]) -> String {
        notification(path, &more(left_out))
    }

    fn fixed(&self, path: &Path, repairs: &[(Rule, u64)], is_dry: bool) -> String {
        notification(path, &fixed(repairs, is_dry))
    }

    fn binary(&self, path: &Path) -> String {
        notification(path, BINARY)
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

/// Returns a notification about a file.
fn notification(path: &Path, text: &str) -> String {
    json!({
        "level": "note",
        "message": { "text": text },
        "locations": [{ "physicalLocation": { "artifactLocation": location(path) } }],
    })
    .to_string()
}

/// Returns the priority of a rule's findings, from 0 to 100.
fn rank(rule: Rule) -> f64 {
    match rule {
        rule if security_severity(rule).is_some() => 90.0,
        Rule::IllFormed | Rule::OtherEncoding => 80.0,
        rule if rule.is_default() => 60.0,
        _ => 30.0,
    }
}

/// Returns how often a rule's findings are errors: those of most rules always, others judge by the text.
fn precision(rule: Rule) -> &'static str {
    match rule {
        Rule::DoubleEncoded
        | Rule::DoubleEncodedOther
        | Rule::OtherEncoding
        | Rule::OldHangul
        | Rule::Confusable => "high",
        _ => "very-high",
    }
}

/// Returns the severity of a rule that is about security: that of CVE-2021-42574 by CVSS 3.1.
fn security_severity(rule: Rule) -> Option<&'static str> {
    (rule == Rule::BidiControl).then_some("8.3")
}

/// Returns the location of a file: a relative path begins at the root.
fn location(path: &Path) -> Value {
    let uri = uri(path);
    if path.is_absolute() {
        json!({ "uri": uri })
    } else {
        json!({ "uri": uri, "uriBaseId": ROOT })
    }
}

/// Returns the path as a URI reference. Other bytes than letters, digits and `-._~/` are escaped.
fn uri(path: &Path) -> String {
    let mut uri = String::new();
    let path = path.strip_prefix(".").unwrap_or(path);
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.starts_with(b"/") {
        uri.push_str("file://");
    } else if path.is_absolute() {
        uri.push_str("file:///"); // a drive of Windows
    }
    for &byte in bytes {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte))
            }
            _ => write!(uri, "%{byte:02X}").expect("writing to a string succeeds"),
        }
    }
    uri
}
