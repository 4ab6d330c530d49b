//! GitHub's workflow commands: a line for each finding in the log, and annotations of the worst.
//!
//! GitHub shows ten annotations of a level in a step and leaves out the others without a word. So only these are written, after all
//! lines: first what is about security, then the other rules by their ranks, each in the order of the paths. The log shows nothing of an
//! annotation but its message, which therefore begins with the place.

use super::{Concise, Report, Summary, rank};
use crate::escape;
use crate::flags::check::ColumnUnit;
use crate::io::path::with_slashes;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use utf8kit_lint::{Finding, Level, Rule};

/// Annotations of a level that GitHub shows.
const MAX_ANNOTATIONS: usize = 10;

/// The format `github`.
pub(crate) struct Github {
    /// The lines of the log, which the annotations repeat.
    log: Concise,
    /// The worst findings of each level.
    worst: Mutex<[BTreeSet<Annotation>; 3]>,
}

/// A finding as GitHub annotates a file with it. The worst is the first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Annotation {
    rank: Reverse<u8>,
    file: String,
    line: u64,
    column: u64,
    end_column: u64,
    rule: &'static str,
    /// What comes after the place and the rule.
    message: String,
}

impl Github {
    pub(crate) fn new(unit: ColumnUnit) -> Github {
        Github {
            log: Concise { unit },
            worst: Mutex::default(),
        }
    }
}

impl Report for Github {
    fn finding(&self, path: &Path, finding: &Finding, fingerprint: u64) -> String {
        let annotation = Annotation {
            rank: Reverse(rank(finding.rule)),
            // GitHub names files without `./` before them.
            file: escape::path(&with_slashes(path.strip_prefix(".").unwrap_or(path))),
            line: finding.line,
            column: self.log.unit.column(finding),
            end_column: self.log.unit.end_column(finding),
            rule: finding.rule.name(),
            message: format!(
                "{} (offset {})",
                escape::text(finding.message.as_bytes()),
                finding.offset
            ),
        };
        let mut worst = self.worst.lock().expect("no thread panics while it adds");
        let of_level = &mut worst[place(finding.level)];
        of_level.insert(annotation);
        if of_level.len() > MAX_ANNOTATIONS {
            of_level.pop_last();
        }
        self.log.finding(path, finding, fingerprint)
    }

    fn left_out(&self, path: &Path, left_out: &[(Rule, u64)]) -> String {
        self.log.left_out(path, left_out)
    }

    fn fixed(&self, path: &Path, repairs: &[(Rule, u64)], from: Option<&str>, is_dry: bool) -> String {
        self.log.fixed(path, repairs, from, is_dry)
    }

    fn binary(&self, path: &Path) -> String {
        self.log.binary(path)
    }

    fn end(&self, summary: &Summary, notes: &[String]) -> String {
        let worst = self.worst.lock().expect("no thread panics while it adds");
        let of_level = |(annotations, name): (&BTreeSet<Annotation>, &str)| -> String {
            let command = |annotation: &Annotation| annotation.command(name);
            annotations.iter().map(command).collect()
        };
        let commands: String = worst
            .iter()
            .zip(["error", "warning", "notice"])
            .map(of_level)
            .collect();
        commands + &self.log.end(summary, notes)
    }
}

/// Returns the place of a level.
fn place(level: Level) -> usize {
    match level {
        Level::Note => 2,
        Level::Warning => 1,
        _ => 0,
    }
}

impl Annotation {
    /// Returns the workflow command, at a level.
    fn command(&self, level: &str) -> String {
        let Annotation {
            rank: _,
            file,
            line,
            column,
            end_column,
            rule,
            message,
        } = self;
        format!(
            "::{level} file={},line={line},col={column},endColumn={end_column},title={}::{}\n",
            property(file),
            property(rule),
            data(&format!("{file}:{line}:{column}: {rule}: {message}")),
        )
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
