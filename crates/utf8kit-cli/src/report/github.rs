//! GitHub's workflow commands: an annotation for each finding.

use super::{BINARY, Human, Report, Summary, fixed, level, more};
use crate::escape;
use std::path::Path;
use utf8kit_lint::{Finding, Level, Rule};

/// The format `github`.
pub(crate) struct Github;

impl Report for Github {
    fn finding(&self, path: &Path, finding: &Finding) -> String {
        format!(
            "::{} file={},line={},col={},endColumn={},title={}::{}\n",
            match finding.rule.level() {
                Level::Note => "notice",
                _ => level(finding.rule),
            },
            file(path),
            finding.line,
            finding.column,
            finding.end_column,
            property(finding.rule.name()),
            data(&format!(
                "{} (offset {})",
                escape::text(finding.message.as_bytes()),
                finding.offset
            )),
        )
    }

    fn left_out(&self, path: &Path, left_out: &[(Rule, u64)]) -> String {
        notice(path, &more(left_out))
    }

    fn fixed(&self, path: &Path, repairs: &[(Rule, u64)], from: Option<&str>, is_dry: bool) -> String {
        notice(path, &fixed(repairs, from, is_dry))
    }

    fn binary(&self, path: &Path) -> String {
        notice(path, BINARY)
    }

    fn end(&self, summary: &Summary, notes: &[String]) -> String {
        Human {
            color: false,
            width: 0,
        }
        .end(summary, notes)
    }
}

/// Returns a notice about a file.
fn notice(path: &Path, text: &str) -> String {
    format!("::notice file={}::{}\n", file(path), data(text))
}

/// Returns the path as a property. GitHub names files without `./` before them.
fn file(path: &Path) -> String {
    property(&escape::path(path.strip_prefix(".").unwrap_or(path)))
}

/// Escapes the text after `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, which a colon or a comma would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
