//! How findings are told.

mod github;
mod human;
mod json;
mod sarif;

pub(crate) use github::Github;
pub(crate) use human::Human;
pub(crate) use json::Json;
pub(crate) use sarif::Sarif;

use crate::check::finding::Finding;
use std::path::Path;

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    /// Files checked.
    pub(crate) files: u64,
    pub(crate) findings: u64,
    /// Files passed over because they are binary.
    pub(crate) binary: u64,
    /// What could not be read.
    pub(crate) failed: u64,
}

/// A format.
pub(crate) trait Report: Sync {
    /// What stands before all findings.
    fn begin(&self) -> String {
        String::new()
    }

    /// What stands between two.
    fn separator(&self) -> &'static str {
        ""
    }

    fn finding(&self, path: &Path, finding: &Finding) -> String;

    /// What stands behind all of them.
    fn end(&self, summary: &Summary) -> String;
}

/// `1 file`, `2 files`.
pub(crate) fn counted(count: u64, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {one}s")
    }
}
