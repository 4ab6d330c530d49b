//! GitHub's workflow commands: each finding becomes an annotation.

use super::{Human, Report, Summary};
use crate::check::finding::Finding;
use crate::shown;
use std::path::Path;

/// The format `github`.
pub(crate) struct Github;

impl Report for Github {
    fn finding(&self, path: &Path, finding: &Finding) -> String {
        let about = finding.rule.about();
        format!(
            "::{} file={},line={},col={},endColumn={},title={}::{}\n",
            about.level(),
            property(&shown::path(path)),
            finding.line,
            finding.column,
            finding.end_column,
            property(about.name),
            data(&format!(
                "{} (offset {})",
                shown::text(finding.message.as_bytes()),
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

/// What stands behind `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which a colon or a comma would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
