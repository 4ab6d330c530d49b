//! The output formats of `check`.

mod github;
mod human;
mod json;
mod sarif;

pub(crate) use github::Github;
pub(crate) use human::Human;
pub(crate) use json::Json;
pub(crate) use sarif::Sarif;

use std::path::Path;
use utf8kit_lint::{Finding, Rule};

/// The totals of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    /// Files checked.
    pub(crate) files: u64,
    pub(crate) findings: u64,
    /// Files skipped because they are binary.
    pub(crate) binary: u64,
    /// Files that could not be read.
    pub(crate) failed: u64,
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

    /// Returns a finding in this format.
    fn finding(&self, path: &Path, finding: &Finding) -> String;

    /// Returns what comes after all findings.
    fn end(&self, summary: &Summary) -> String;
}

/// Returns `1 file`, `2 files`.
pub(crate) fn counted(count: u64, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {one}s")
    }
}

/// Returns the severity of a rule's findings in `sarif` and `github`.
fn level(rule: Rule) -> &'static str {
    if rule.is_default() { "error" } else { "warning" }
}
