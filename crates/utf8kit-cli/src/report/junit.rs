//! JUnit's XML: a test suite for each file with findings, in which each finding is a test that failed.

use super::xml::{DECLARATION, attribute, left_out, name};
use super::{Checked, Report, Summary};
use crate::flags::check::ColumnUnit;
use crate::message::counted;
use std::path::Path;
use utf8kit_lint::{Finding, Level};

/// The format `junit`.
pub(crate) struct Junit {
    pub(crate) unit: ColumnUnit,
}

/// What a test that did not fail ends with.
const PASSED: &str = "\"/>\n";

impl Report for Junit {
    fn begin(&self) -> String {
        format!("{DECLARATION}<testsuites name=\"utf8\">\n")
    }

    fn is_by_file(&self) -> bool {
        true
    }

    fn finding(&self, path: &Path, finding: &Finding, _: u64) -> String {
        let path = name(path);
        let &Finding { line, offset, .. } = finding;
        let column = self.unit.column(finding);
        let test = format!(
            "    <testcase classname=\"{path}\" name=\"{}:{line}:{column}",
            finding.rule
        );
        if finding.level == Level::Note {
            return test + PASSED;
        }
        format!(
            "{test}\">\n      <failure type=\"{}\" message=\"{}\">{path}:{line}:{column} (offset {offset}), {}</failure>\n    \
             </testcase>\n",
            finding.rule,
            attribute(finding.message.as_bytes()),
            attribute(finding.clause.as_bytes()),
        )
    }

    fn file(&self, file: Checked<'_>) -> Option<String> {
        if file.shown.is_empty() {
            return None;
        }
        let path = name(file.path);
        let passed = file.shown.iter().filter(|test| test.ends_with(PASSED)).count();
        let failures = file.shown.len() - passed;
        let more = left_out(&file).map(|more| format!("    <system-out>{more}</system-out>\n"));
        Some(format!(
            "  <testsuite name=\"{path}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">\n{}{}  </testsuite>\n",
            file.shown.len(),
            file.shown.concat(),
            more.unwrap_or_default(),
        ))
    }

    /// Returns the files without findings as a test, because a report without tests counts as a failure, and those that could not be
    /// read as an error.
    fn end(&self, summary: &Summary, _: &[String]) -> String {
        let clean = counted(summary.files - summary.with_findings.min(summary.files), "file");
        let mut tests = format!("    <testcase classname=\"utf8\" name=\"{clean} without findings\"/>\n");
        if summary.failed > 0 {
            let failed = counted(summary.failed, "file");
            tests += &format!(
                "    <testcase classname=\"utf8\" name=\"all files are read\">\n      <error message=\"{failed} could not be \
                 read\"/>\n    </testcase>\n"
            );
        }
        let failed = u8::from(summary.failed > 0);
        format!(
            "  <testsuite name=\"utf8\" tests=\"{}\" failures=\"0\" errors=\"{failed}\">\n{tests}  </testsuite>\n</testsuites>\n",
            1 + failed
        )
    }
}
