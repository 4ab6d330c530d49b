//! An open document: its text, what is known of its file, and its findings.

use super::protocol::{DidChange, Item, Unit};
use super::text::Text;
use crate::config::Directory;
use crate::io::neighbors::Directories;
use crate::run::document::Document as Checked;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use utf8kit_lint::{Detected, Finding, InnerFeff, Rule, RuleSet, detect};

/// The findings of a document that are shown. Editors become slow with more, and nobody reads them.
const MOST: usize = 1000;

/// The longest file whose bytes are read: 64 MiB.
const LONGEST: u64 = 64 << 20;

/// A document whose check takes longer is checked around a change first, and as a whole when changes pause.
const QUICK: Duration = Duration::from_millis(20);

/// How long changes pause before a document is checked as a whole.
const PAUSE: Duration = Duration::from_millis(300);

/// The bytes before and after a change that are checked with it, up to the ends of their lines.
const AROUND: usize = 16 << 10;

/// A change of more bytes is checked with the whole text.
const MOST_CHANGED: usize = 256 << 10;

/// The rules about the bytes of the file, of which the text of an editor has none if the file is in another encoding.
const OF_FILE: RuleSet = RuleSet::EMPTY
    .with(Rule::IllFormed)
    .with(Rule::OtherEncoding)
    .with(Rule::Signature)
    .with(Rule::WrongDeclaration);

/// A finding, and its bytes in the text of the document.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) finding: Finding,
    pub(super) range: Range<usize>,
}

/// The bytes of a file whose text is not UTF-8.
#[derive(Debug)]
pub(super) struct Disk {
    /// The bytes, until the text is changed.
    pub(super) bytes: Option<Vec<u8>>,
}

/// When a document is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Due {
    /// It was checked as it is.
    Never,
    /// It was changed then.
    Since(Instant),
    /// It is checked as a whole when changes pause.
    At(Instant),
}

#[derive(Debug)]
pub(super) struct Document {
    pub(super) uri: String,
    pub(super) path: PathBuf,
    is_file: bool,
    pub(super) version: Option<i64>,
    pub(super) text: Text,
    /// What is known of its file, if that is not UTF-8.
    pub(super) disk: Option<Disk>,
    pub(super) shown: Vec<Shown>,
    /// Whether there are more findings than are shown.
    pub(super) has_more: bool,
    due: Due,
    /// What was changed since it was checked.
    changed: Option<Range<usize>>,
    /// How long the last check of the whole took.
    cost: Duration,
}

impl Document {
    /// Returns the document of a file, or one that is in no file yet and would have this path.
    pub(super) fn new(item: Item, path: PathBuf, is_file: bool, unit: Unit) -> Document {
        let mut document = Document {
            uri: item.uri,
            path,
            is_file,
            version: Some(item.version),
            text: Text::new(item.text, false, unit),
            disk: None,
            shown: Vec::new(),
            has_more: false,
            due: Due::At(Instant::now()),
            changed: None,
            cost: Duration::MAX,
        };
        document.look_at_file(unit);
        document
    }

    /// Reads the file, which has the text of the document now.
    pub(super) fn look_at_file(&mut self, unit: Unit) {
        self.due = Due::At(Instant::now());
        self.disk = None;
        let Some(bytes) = self.is_file.then(|| read(&self.path)).flatten() else {
            return;
        };
        let has_signature = bytes.starts_with("\u{FEFF}".as_bytes());
        // Editors show no signature, and write it again.
        let has_signature = has_signature && !self.text.shown().starts_with('\u{FEFF}');
        if has_signature != self.text.has_signature() {
            self.text = Text::new(self.text.shown().to_owned(), has_signature, unit);
            self.changed = None;
            self.shown.clear();
        }
        if utf8kit::utf8::validate(&bytes).is_err() || is_wide(&bytes) {
            self.disk = Some(Disk { bytes: Some(bytes) });
        }
    }

    /// Makes the changes of the editor.
    pub(super) fn change(&mut self, change: DidChange, unit: Unit) {
        self.version = change.text_document.version.or(self.version);
        self.due = Due::Since(Instant::now());
        for change in change.content_changes {
            let Some(range) = change.range else {
                let has_signature = self.text.has_signature();
                self.text = Text::new(change.text, has_signature, unit);
                self.changed = None;
                self.shown.clear();
                self.due = Due::At(Instant::now());
                continue;
            };
            let range = self.text.bytes(range);
            self.text.replace(range.clone(), &change.text);
            self.move_findings(&range, change.text.len());
        }
        if let Some(disk) = &mut self.disk
            && disk.bytes.take().is_some()
        {
            // The findings were those of the file.
            self.shown.clear();
            self.due = Due::At(Instant::now());
        }
        if self
            .changed
            .as_ref()
            .is_some_and(|changed| changed.len() > MOST_CHANGED)
        {
            self.due = Due::At(Instant::now());
        }
    }

    /// Moves findings, and what was changed before, for a text of `len` bytes in place of `range`.
    fn move_findings(&mut self, range: &Range<usize>, len: usize) {
        let moved = |at: usize| at - range.end + range.start + len;
        self.shown
            .retain(|shown| shown.range.end <= range.start || shown.range.start >= range.end);
        for shown in &mut self.shown {
            if shown.range.start >= range.end {
                shown.range = moved(shown.range.start)..moved(shown.range.end);
            }
        }
        let new = range.start..range.start + len;
        self.changed = Some(match self.changed.take() {
            None => new,
            Some(old) => {
                let end = if old.end >= range.end {
                    moved(old.end)
                } else {
                    new.end
                };
                old.start.min(new.start)..end.max(new.end)
            }
        });
    }

    /// Marks the document as not checked: what it is checked by has changed.
    pub(super) fn expire(&mut self) {
        self.due = Due::At(Instant::now());
    }

    /// Returns when the document is to be checked, if it is.
    pub(super) fn due(&self) -> Option<Instant> {
        match self.due {
            Due::Never => None,
            Due::Since(due) | Due::At(due) => Some(due),
        }
    }

    fn checked<'a>(
        &'a self,
        directory: &'a Directory,
        directories: &'a Arc<Directories>,
        repairs: Option<InnerFeff>,
    ) -> Checked<'a> {
        let is_file = self.bytes_on_disk().is_some();
        Checked {
            path: &self.path,
            directory,
            directories: is_file.then_some(directories),
            without: match &self.disk {
                Some(_) if !is_file => OF_FILE,
                _ => RuleSet::EMPTY,
            },
            is_decoded: !is_file,
            repairs,
        }
    }

    /// Returns the bytes of the file, if they are not UTF-8 and the text was not changed since.
    pub(super) fn bytes_on_disk(&self) -> Option<&[u8]> {
        self.disk.as_ref()?.bytes.as_deref()
    }

    /// Checks the document, if that is due. Returns `true` if there are findings to show. A check of a whole text that takes long ends
    /// when `is_wanted` returns `false`, and is made again later.
    pub(super) fn check(
        &mut self,
        directory: &Directory,
        directories: &Arc<Directories>,
        is_wanted: &dyn Fn() -> bool,
    ) -> bool {
        let now = Instant::now();
        match self.due {
            Due::Since(_) if self.cost > QUICK => {
                self.due = Due::At(now + PAUSE);
                self.check_change(directory, directories);
                true
            }
            Due::Since(_) => self.check_whole(directory, directories, &|| true),
            Due::At(due) if due <= now => self.check_whole(directory, directories, is_wanted),
            Due::Never | Due::At(_) => false,
        }
    }

    /// Checks the document by nothing: its configuration leaves it out.
    pub(super) fn check_none(&mut self) -> bool {
        self.due = Due::Never;
        self.changed = None;
        self.shown.clear();
        self.has_more = false;
        true
    }

    fn check_whole(
        &mut self,
        directory: &Directory,
        directories: &Arc<Directories>,
        is_wanted: &dyn Fn() -> bool,
    ) -> bool {
        let started = Instant::now();
        let mut is_whole = true;
        let mut found = Vec::new();
        let text = self.bytes_on_disk().unwrap_or(self.text.text().as_bytes());
        self.checked(directory, directories, None).check(
            text,
            &mut || {
                is_whole = is_wanted();
                is_whole
            },
            &mut |finding| {
                found.push(finding);
                match found.len() > MOST {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        );
        if !is_whole {
            self.due = Due::At(Instant::now() + PAUSE);
            return false;
        }
        self.shown = found.into_iter().map(|finding| self.shown(finding)).collect();
        self.limit();
        self.due = Due::Never;
        self.changed = None;
        self.cost = started.elapsed();
        true
    }

    /// Checks what was changed, with some text around it.
    fn check_change(&mut self, directory: &Directory, directories: &Arc<Directories>) {
        let Some(changed) = self.changed.take() else {
            return;
        };
        let text = self.text.text();
        let floor = |at: usize| utf8kit::utf8::floor_boundary(text.as_bytes(), at.min(text.len()));
        let start = floor(changed.start.saturating_sub(AROUND));
        let around = start..floor(changed.end + AROUND);
        let lines = self.text.lines_around(&around);
        // A line can be longer than all that.
        let part = match lines.len() <= around.len() + 4 * AROUND {
            true => lines,
            false => around,
        };
        let checked = self.checked(directory, directories, None);
        let mut found = Vec::new();
        checked.check_part(text.as_bytes(), part.clone(), &mut |finding| {
            found.push(finding);
            match found.len() > MOST {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let rules = checked.near();
        let is_in_part = |shown: &Shown| shown.range.start < part.end && part.start < shown.range.end;
        let is_old = |shown: &Shown| !(is_in_part(shown) && rules.contains(shown.finding.rule));
        let found: Vec<_> = found.into_iter().map(|finding| self.shown(finding)).collect();
        self.shown.retain(is_old);
        self.shown.extend(found);
        self.shown.sort_by_key(|shown| shown.range.start);
        self.limit();
    }

    fn limit(&mut self) {
        self.has_more = self.shown.len() > MOST;
        self.shown.truncate(MOST);
    }

    /// Returns a finding with its place in the text of the editor.
    pub(super) fn shown(&self, finding: Finding) -> Shown {
        let len = self.text.text().len();
        let range = match self.bytes_on_disk() {
            Some(_) => {
                let start = self.text.of_finding(finding.line, finding.column);
                let end = self.text.of_finding(finding.line, finding.end_column);
                start..end.max(start)
            }
            None => {
                let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(len);
                place(finding.offset)..place(finding.offset.saturating_add(finding.length))
            }
        };
        Shown { finding, range }
    }

    /// Returns the findings with their repairs, each place by itself.
    pub(super) fn repairs(
        &self,
        directory: &Directory,
        directories: &Arc<Directories>,
        inner_feff: InnerFeff,
    ) -> Vec<Shown> {
        let mut found = Vec::new();
        let text = self.bytes_on_disk().unwrap_or(self.text.text().as_bytes());
        let checked = self.checked(directory, directories, Some(inner_feff));
        checked.check(text, &mut || true, &mut |finding| {
            found.push(self.shown(finding));
            ControlFlow::Continue(())
        });
        found
    }
}

/// Returns the bytes of a file; `None` if it is not there, or none that an editor shows.
fn read(path: &Path) -> Option<Vec<u8>> {
    let data = path.metadata().ok()?;
    (data.is_file() && data.len() <= LONGEST).then(|| std::fs::read(path).ok())?
}

/// Returns `true` if bytes are UTF-16 or UTF-32, which are well-formed UTF-8 where they are ASCII with zeros.
fn is_wide(bytes: &[u8]) -> bool {
    matches!(detect(bytes, true), Detected::Wide { .. })
}
