//! GitHub's workflow commands: an annotation for each finding.

use super::{Human, Report, Summary, level};
use crate::escape;
use std::path::Path;
use utf8kit_lint::Finding;

/// The format `github`.
pub(crate) struct Github;

impl Report for Github {
    fn finding(&self, path: &Path, finding: &Finding) -> String {
        format!(
            "::{} file={},line={},col={},endColumn={},title={}::{}\n",
            level(finding.rule),
            property(&escape::path(path)),
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

    fn end(&self, summary: &Summary) -> String {
        Human {
            color: false,
            width: 0,
        }
        .end(summary)
    }
}

/// Escapes the text after `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, which a colon or a comma would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
