//! Checkstyle's XML: an `error` for each finding, which Jenkins and many editors read.

use super::xml::{DECLARATION, attribute, left_out, name};
use super::{Checked, Report, Summary};
use crate::flags::check::ColumnUnit;
use std::path::Path;
use utf8kit_lint::{Finding, Level};

/// The format `checkstyle`.
pub(crate) struct Checkstyle {
    pub(crate) unit: ColumnUnit,
}

impl Report for Checkstyle {
    fn begin(&self) -> String {
        format!("{DECLARATION}<checkstyle version=\"10.0\">\n")
    }

    fn is_by_file(&self) -> bool {
        true
    }

    fn finding(&self, _: &Path, finding: &Finding, _: u64) -> String {
        format!(
            "    <error line=\"{}\" column=\"{}\" severity=\"{}\" message=\"{}\" source=\"utf8.{}\"/>\n",
            finding.line,
            self.unit.column(finding),
            match finding.level {
                Level::Note => "info",
                level => level.name(),
            },
            attribute(finding.message.as_bytes()),
            finding.rule,
        )
    }

    fn file(&self, file: Checked<'_>) -> Option<String> {
        if file.shown.is_empty() {
            return None;
        }
        let more = left_out(&file).map(|more| {
            format!("    <error line=\"1\" severity=\"info\" message=\"{more}\" source=\"utf8\"/>\n")
        });
        Some(format!(
            "  <file name=\"{}\">\n{}{}  </file>\n",
            name(file.path),
            file.shown.concat(),
            more.unwrap_or_default()
        ))
    }

    fn end(&self, _: &Summary, _: &[String]) -> String {
        "</checkstyle>\n".to_owned()
    }
}
