//! A JSON object in each line: the findings and a summary.

use super::{Compared, Fixing, Report, Statistics, Summary, fix_flags, replacement};
use crate::escape::{hex, json_line as line};
use crate::flags::check::ColumnUnit;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use utf8kit_lint::{Finding, Fix, Rule};

/// The version of the format.
const VERSION: u64 = 1;

/// The format `json`.
pub(crate) struct Json {
    pub(crate) unit: ColumnUnit,
}

#[derive(Serialize)]
struct Name<'a> {
    path: Cow<'a, str>,
    /// The path's bytes in hexadecimal, where they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
}

impl Name<'_> {
    fn new(path: &Path) -> Name<'_> {
        let (path, path_bytes) = super::json_path(path);
        Name { path, path_bytes }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    rule: &'a str,
    kind: &'a str,
    level: &'a str,
    offset: u64,
    line: u64,
    column: u64,
    end_column: u64,
    columns: Columns,
    length: u64,
    count: u64,
    bytes: String,
    message: &'a str,
    clause: &'a str,
    /// Whether `utf8 fix` repairs it without further flags.
    fixable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix_flags: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replacement: Option<&'a str>,
    /// The name that a file or directory would get.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
}

/// The column of a finding and the one after it, in each unit.
#[derive(Serialize)]
struct Columns {
    character: [u64; 2],
    byte: [u64; 2],
    utf16: [u64; 2],
    display: [u64; 2],
}

impl Columns {
    fn of(finding: &Finding) -> Columns {
        let in_unit = |unit: ColumnUnit| [unit.column(finding), unit.end_column(finding)];
        Columns {
            character: in_unit(ColumnUnit::Character),
            byte: in_unit(ColumnUnit::Byte),
            utf16: in_unit(ColumnUnit::Utf16),
            display: in_unit(ColumnUnit::Display),
        }
    }
}

/// What is not a finding: findings that are left out, or a file that is skipped or could not be read.
#[derive(Serialize)]
struct Note<'a> {
    #[serde(flatten)]
    path: Option<Name<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<LeftOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<&'a str>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
}

#[derive(Serialize)]
struct LeftOut {
    findings: u64,
    by_rule: BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct Last<'a> {
    summary: Totals<'a>,
}

#[derive(Serialize)]
struct Totals<'a> {
    /// The version of the format: it grows when a member changes its meaning or goes.
    version: u64,
    /// What `column` and `end_column` count.
    column_unit: &'static str,
    files: u64,
    with_findings: u64,
    findings: u64,
    notes: u64,
    places: u64,
    binary: u64,
    failed: u64,
    fixable: u64,
    fixable_by: &'a BTreeMap<Cow<'static, str>, u64>,
    unfixable: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<Repairs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    would_fix: Option<Repairs>,
    /// Findings that comments or the configuration of some lines allow, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<Compared>,
    /// The command that goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<&'a str>,
}

#[derive(Serialize)]
struct Repairs {
    files: u64,
    places: u64,
}

impl Report for Json {
    fn finding(&self, path: &Path, finding: &Finding, _: u64) -> String {
        let Name { path, path_bytes } = Name::new(path);
        line(&Line {
            path,
            path_bytes,
            rule: finding.rule.name(),
            kind: &finding.kind,
            level: finding.level.name(),
            offset: finding.offset,
            line: finding.line,
            column: self.unit.column(finding),
            end_column: self.unit.end_column(finding),
            columns: Columns::of(finding),
            length: finding.length,
            count: finding.count,
            bytes: hex(&finding.bytes),
            message: &finding.message,
            clause: finding.clause,
            fixable: finding.fix.is_safe(),
            fix_flags: fix_flags(finding),
            replacement: replacement(finding),
            name: match &finding.fix {
                Fix::Rename { to, .. } => Some(to),
                _ => None,
            },
        })
    }

    fn left_out(&self, path: &Path, left_out: &[(Rule, u64)]) -> String {
        line(&Note {
            path: Some(Name::new(path)),
            left_out: Some(LeftOut {
                findings: left_out.iter().map(|(_, count)| count).sum(),
                by_rule: left_out
                    .iter()
                    .map(|&(rule, count)| (rule.name(), count))
                    .collect(),
            }),
            skipped: None,
            failed: None,
        })
    }

    fn fixed(&self, path: &Path, repairs: &[(Rule, u64)], from: Option<&str>, is_dry: bool) -> String {
        let by_rule: BTreeMap<_, _> = repairs
            .iter()
            .map(|&(rule, count)| (rule.name(), count))
            .collect();
        let key = if is_dry { "would_fix" } else { "fixed" };
        let mut note = serde_json::json!({ key: by_rule });
        if let Some(from) = from {
            note["from"] = from.into();
        }
        super::json_name(&mut note, path);
        line(&note)
    }

    fn binary(&self, path: &Path) -> String {
        line(&Note {
            path: Some(Name::new(path)),
            left_out: None,
            skipped: Some("binary"),
            failed: None,
        })
    }

    fn failed(&self, path: Option<&Path>, reason: &str) -> String {
        line(&Note {
            path: path.map(Name::new),
            left_out: None,
            skipped: None,
            failed: Some(reason),
        })
    }

    fn statistics(&self, statistics: &Statistics) -> String {
        line(&statistics.json())
    }

    fn end(&self, summary: &Summary, _: &[String]) -> String {
        let &Summary {
            ref fixable_by,
            others: _,
            unfixable,
            files,
            with_findings,
            findings,
            notes,
            failing: _,
            shown: _,
            places,
            binary,
            failed,
            fixable,
            fixed,
            repairs,
            fixing,
            allowed,
            baseline,
            ref next,
        } = summary;
        let (made, planned) = match fixing {
            None => (None, None),
            Some(Fixing::Repair) => (
                Some(Repairs {
                    files: fixed,
                    places: repairs,
                }),
                None,
            ),
            Some(Fixing::Dry) => (
                None,
                Some(Repairs {
                    files: fixed,
                    places: repairs,
                }),
            ),
        };
        line(&Last {
            summary: Totals {
                version: VERSION,
                column_unit: self.unit.name(),
                files,
                with_findings,
                findings,
                notes,
                places,
                binary,
                failed,
                fixable,
                fixable_by,
                unfixable,
                fixed: made,
                would_fix: planned,
                allowed: (allowed > 0).then_some(allowed),
                baseline,
                next: next.as_ref().map(|next| &*next.command),
            },
        })
    }
}
