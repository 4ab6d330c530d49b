//! HTML: one page for people, which contains all that it shows: no scripts, and nothing that a browser would load.
//!
//! The page lists the files with the most findings first, so it is written when all files are checked. What it shows is bounded,
//! and so is what is kept until then: the files that can still be listed, and of these the findings that can still be shown.
//! Both follow from the counts and the paths alone, so the page does not depend on the order in which threads end.
//!
//! Names and contents of files reach the page only through [`markup::push_text`] and [`push_markup`].

mod markup;
mod page;
mod state;
mod strip;

use super::human::{Cut, Joiners};
use super::{Checked, Report, Summary, fix_flags};
use crate::flags::check::ColumnUnit;
use crate::io::path::with_slashes;
pub(super) use markup::push_text;
use markup::{name, push_markup, push_message};
use state::{Listed, State};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use utf8kit_lint::{Finding, Level, Rule};

/// Findings that the page shows, unless another number is given.
pub(crate) const MAX_SHOWN: u64 = 10_000;

/// Columns of the line around a finding.
const CONTEXT: usize = 100;

/// The format `html`.
pub(crate) struct Html {
    /// The paths that were given, escaped.
    paths: Vec<String>,
    /// The most findings to show.
    most: u64,
    unit: ColumnUnit,
    state: Mutex<State>,
}

impl Html {
    /// Returns a report on `paths` that shows at most `most` findings.
    pub(crate) fn new(paths: &[PathBuf], most: u64, unit: ColumnUnit) -> Html {
        Html {
            paths: paths.iter().map(|path| name(path)).collect(),
            most,
            unit,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it counts")
    }
}

impl Report for Html {
    fn is_by_file(&self) -> bool {
        true
    }

    fn has_surveys(&self) -> bool {
        true
    }

    fn finding(&self, _: &Path, finding: &Finding, _: u64) -> String {
        let at = match finding.rule {
            Rule::Names => "name".to_owned(),
            _ => format!("{}:{}", finding.line, self.unit.column(finding)),
        };
        let mut item = format!(
            "<li><p><span class=\"at\">{at}</span> <code class=\"rule\">{}</code>: ",
            finding.rule
        );
        push_message(&mut item, &finding.message);
        item.push_str(" <small>");
        if finding.level != Level::Error {
            item.push_str(finding.level.name());
            item.push_str(", ");
        }
        push_markup(&mut item, finding.clause);
        item.push_str(&format!(", offset {}", finding.offset));
        match fix_flags(finding) {
            Some(flags) => item.push_str(&format!(", repaired by <code>utf8 fix {flags}</code>")),
            None if finding.fix.is_safe() => item.push_str(", repaired by <code>utf8 fix</code>"),
            None => {}
        }
        item.push_str("</small></p>");
        // A binary file has no lines to show.
        if finding.kind != "binary" {
            let cut = Cut::new(finding, CONTEXT, Joiners::Kept);
            item.push_str("<pre>");
            push_markup(&mut item, &cut.before.text);
            item.push_str("<mark>");
            push_markup(&mut item, &cut.found.text);
            item.push_str("</mark>");
            push_markup(&mut item, &cut.after.text);
            item.push_str("</pre>");
        }
        item.push_str("</li>\n");
        item
    }

    fn file(&self, mut file: Checked<'_>) -> Option<String> {
        let findings = file.counts.iter().map(|(_, _, counts)| counts.findings).sum();
        // What takes time is done before the state is locked.
        let listed = (findings > 0).then(|| Listed::new(&mut file, findings));
        let mut state = self.state();
        if let Some(seen) = &mut file.seen {
            *state.encodings.entry(mem::take(&mut seen.encoding)).or_default() += 1;
        }
        state.count(&file);
        if let Some(listed) = listed {
            // The order is the same on every system.
            let path = with_slashes(file.path).as_os_str().as_encoded_bytes().to_vec();
            state.list(findings, path, listed, self.most);
        }
        None
    }

    fn keeps_notes(&self) -> bool {
        true
    }

    fn binary(&self, path: &Path) -> String {
        format!("<li><code>{}</code></li>\n", name(path))
    }

    fn end(&self, summary: &Summary, notes: &[String]) -> String {
        page::write(&self.paths, self.most, &self.state(), summary, notes)
    }
}
