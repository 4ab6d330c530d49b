//! The output formats of `check`.

mod checkstyle;
mod concise;
mod github;
mod gitlab;
mod html;
mod human;
mod json;
mod junit;
mod links;
mod next;
mod rdjson;
mod sarif;
mod statistics;
mod xml;

pub(crate) use checkstyle::Checkstyle;
pub(crate) use concise::Concise;
pub(crate) use github::Github;
pub(crate) use gitlab::Gitlab;
pub(crate) use html::{Html, MAX_SHOWN};
pub(crate) use human::Human;
pub(crate) use json::Json;
pub(crate) use junit::Junit;
pub(crate) use links::Links;
pub(crate) use next::{Next, Step, Steps, explain, wet};
pub(crate) use rdjson::Rdjson;
pub(crate) use sarif::{MAX_RESULTS, Sarif};
pub(crate) use statistics::{Directories, Group, Name, Row, Statistics};

use crate::escape::hex;
use crate::io::path::with_slashes;
use crate::message::counted;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use utf8kit_lint::{Certainty, Finding, Fix, Map, Rule};

/// The totals of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    /// Files checked.
    pub(crate) files: u64,
    /// Files with findings.
    pub(crate) with_findings: u64,
    pub(crate) findings: u64,
    /// Findings that are only information.
    pub(crate) notes: u64,
    /// Findings of the level that fails a run, or of a higher one.
    pub(crate) failing: u64,
    /// Findings written.
    pub(crate) shown: u64,
    /// Places that the findings cover.
    pub(crate) places: u64,
    /// Files skipped because they are binary.
    pub(crate) binary: u64,
    /// Files that could not be read.
    pub(crate) failed: u64,
    /// Findings that `fix` repairs without further flags.
    pub(crate) fixable: u64,
    /// Findings that `fix` repairs with flags, by these.
    pub(crate) fixable_by: BTreeMap<Cow<'static, str>, u64>,
    /// Findings that `fix` does not repair, besides notes.
    pub(crate) unfixable: u64,
    /// What rules that are off find in files with findings, by rule.
    pub(crate) others: Vec<(Rule, u64)>,
    /// Files repaired by `fix`, or that would be.
    pub(crate) fixed: u64,
    /// Repairs in them.
    pub(crate) repairs: u64,
    /// What `fix` does; `None` for `check`.
    pub(crate) fixing: Option<Fixing>,
    /// Findings that comments or the configuration of some lines allow.
    pub(crate) allowed: u64,
    /// The comparison with a baseline, if there is one.
    pub(crate) baseline: Option<Compared>,
    /// The command that goes on.
    pub(crate) next: Option<Next>,
}

/// The comparison of the findings with a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Compared {
    /// Findings that are in the baseline and not reported.
    pub(crate) suppressed: u64,
    /// Findings of the baseline that the files no longer have.
    pub(crate) gone: u64,
}

/// The counts of a rule and kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) findings: u64,
    pub(crate) places: u64,
    /// Files with such findings.
    pub(crate) files: u64,
}

/// What `fix` does with files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fixing {
    Repair,
    /// It only says what it would repair.
    Dry,
}

/// What a survey of a file found.
pub(crate) struct Seen {
    /// The encoding, as `utf8 detect --summary` names it, before `possible` if it is hardly more than a guess.
    pub(crate) encoding: Cow<'static, str>,
    /// The map, unless the file is in an encoding whose bytes say nothing as UTF-8.
    pub(crate) map: Option<Map>,
}

/// A file that is checked, for a report about whole files.
pub(crate) struct Checked<'a> {
    pub(crate) path: &'a Path,
    /// The findings in this format, as far as they are shown.
    pub(crate) shown: Vec<String>,
    /// The counts of all findings, by rule and kind.
    pub(crate) counts: &'a [(Rule, Cow<'static, str>, Counts)],
    /// What was read of it; `None` if that is its name only.
    pub(crate) seen: Option<Seen>,
}

/// An output format.
pub(crate) trait Report: Sync {
    /// Returns what comes before all findings.
    fn begin(&self) -> String {
        String::new()
    }

    /// Returns what comes between two findings.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Returns `true` if the report has fingerprints, which are made only then: those of a file are kept until its end.
    fn has_fingerprints(&self) -> bool {
        false
    }

    /// Returns a finding in this format. No other finding of the file has the same fingerprint.
    fn finding(&self, path: &Path, finding: &Finding, fingerprint: u64) -> String;

    /// Returns `true` if the report is about whole files: each is given to [`file`](Self::file), and its findings are not
    /// written before.
    fn is_by_file(&self) -> bool {
        false
    }

    /// Returns `true` if [`file`](Self::file) is given a survey of each file.
    fn has_surveys(&self) -> bool {
        false
    }

    /// Takes a file at its end, in any order. Returns what is written of it, if something is written before the end of the report.
    fn file(&self, _: Checked<'_>) -> Option<String> {
        None
    }

    /// Returns `true` if notes come after all findings.
    fn keeps_notes(&self) -> bool {
        false
    }

    /// Returns the note about the findings of a file that are left out, by rule. A format that has only findings has no notes.
    fn left_out(&self, _: &Path, _: &[(Rule, u64)]) -> String {
        String::new()
    }

    /// Returns the note about the repairs of a file, by rule. `from`: the encoding that it was in, if it is converted. `is_dry`:
    /// they were not made.
    fn fixed(&self, _: &Path, _: &[(Rule, u64)], _: Option<&str>, _: bool) -> String {
        String::new()
    }

    /// Returns the note that a file is binary and was skipped.
    fn binary(&self, _: &Path) -> String {
        String::new()
    }

    /// Returns the note that something could not be read: its path, unless the reason names it, and the reason.
    fn failed(&self, _: Option<&Path>, _: &str) -> String {
        String::new()
    }

    /// Returns the counts of `--statistics`.
    fn statistics(&self, _: &Statistics) -> String {
        String::new()
    }

    /// Returns what comes after all findings, with the notes that were kept.
    fn end(&self, summary: &Summary, notes: &[String]) -> String;
}

/// Returns the flags with which `fix` repairs a finding, if it needs some.
pub(crate) fn fix_flags(finding: &Finding) -> Option<Cow<'static, str>> {
    Some(match &finding.fix {
        Fix::None if finding.rule == Rule::InnerFeff => "--inner-feff=remove".into(),
        Fix::None if finding.rule == Rule::SpaceInCode => "--select=space-in-code".into(),
        Fix::None if finding.rule == Rule::Invisible => "--select=invisible".into(),
        Fix::None if finding.rule == Rule::WrongDeclaration && finding.kind == "UTF-8" => {
            "--select=wrong-declaration".into()
        }
        Fix::None if finding.rule == Rule::Nul && finding.kind != "binary" => "--select=nul".into(),
        Fix::OnError { meant: Some(_), .. } => "--on-error=meant".into(),
        Fix::OnError {
            stray: Some(stray), ..
        } => format!("--on-error=as:{}", stray.encoding).into(),
        Fix::OnError { .. } => "--on-error=escape".into(),
        Fix::Line { certainty, .. } if *certainty < Certainty::VeryLikely => "--transcode --likely".into(),
        Fix::Parts | Fix::Line { .. } => "--transcode".into(),
        Fix::Transcode { .. } if crate::encodings::recognized(&finding.kind).is_err() => return None,
        Fix::Transcode { certainty, .. } if *certainty >= Certainty::VeryLikely => "--transcode".into(),
        // As a whole, a text that is in UTF-16 in part only becomes wrong characters.
        Fix::Transcode { .. } if finding.kind.starts_with("UTF-16") || finding.kind.starts_with("UTF-32") => {
            return None;
        }
        Fix::Transcode { .. } => format!("--transcode --from={}", finding.kind).into(),
        Fix::Rename { .. } if finding.kind == "decomposed" => "--names --select=not-nfc".into(),
        Fix::Rename {
            from: Some((from, certainty)),
            ..
        } if *certainty < Certainty::VeryLikely => format!("--names --from={from}").into(),
        Fix::Rename { .. } => "--names".into(),
        _ => return None,
    })
}

/// Returns the text that `fix` writes in place of a finding, if it is one place.
fn replacement(finding: &Finding) -> Option<&str> {
    match &finding.fix {
        Fix::Replace(text)
        | Fix::OnError {
            meant: Some(text), ..
        } if finding.count == 1 => Some(text),
        _ => None,
    }
}

/// Returns `321 more: 300 ill-formed, 21 nul`.
fn more(left_out: &[(Rule, u64)]) -> String {
    let all: u64 = left_out.iter().map(|(_, count)| count).sum();
    format!("{all} more: {}", by_rule(left_out))
}

/// Returns `fixed 321 places: 300 double-encoded, 21 signature`.
fn fixed(repairs: &[(Rule, u64)], from: Option<&str>, is_dry: bool) -> String {
    let all: u64 = repairs.iter().map(|(_, count)| count).sum();
    let verb = if is_dry { "would fix" } else { "fixed" };
    let from = from.map_or_else(String::new, |from| format!(", from {from}"));
    format!("{verb} {}: {}{from}", counted(all, "place"), by_rule(repairs))
}

/// Returns `300 ill-formed, 21 nul`.
fn by_rule(counts: &[(Rule, u64)]) -> String {
    let by_rule: Vec<_> = counts
        .iter()
        .map(|(rule, count)| format!("{count} {rule}"))
        .collect();
    by_rule.join(", ")
}

/// Returns the priority of a rule's findings, from 0 to 100.
fn rank(rule: Rule) -> u8 {
    match rule {
        rule if rule.security_severity().is_some() => 90,
        Rule::IllFormed | Rule::OtherEncoding => 80,
        rule if rule.is_default() => 60,
        _ => 30,
    }
}

/// The note about a binary file.
const BINARY: &str = "skipped: the file is binary";

/// Returns a path as JSON has it, and its bytes in hexadecimal if they are not UTF-8.
fn json_path(path: &Path) -> (Cow<'_, str>, Option<String>) {
    let path = with_slashes(path);
    let bytes = path.as_os_str().as_encoded_bytes();
    let hexadecimal = std::str::from_utf8(bytes).is_err().then(|| hex(bytes));
    let path = match path {
        Cow::Borrowed(path) => path.to_string_lossy(),
        Cow::Owned(path) => path.to_string_lossy().into_owned().into(),
    };
    (path, hexadecimal)
}

/// Adds a path to a JSON object.
pub(crate) fn json_name(object: &mut serde_json::Value, path: &Path) {
    let (path, bytes) = json_path(path);
    object["path"] = path.into();
    if let Some(bytes) = bytes {
        object["path_bytes"] = bytes.into();
    }
}
