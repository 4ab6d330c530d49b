//! An open document: its text, what is known of its file, and its findings.

use super::protocol::{DidChange, Item, Unit};
use super::text::Text;
use crate::config::Directory;
use crate::encodings;
use crate::encodings::on_error::OnError;
use crate::io::neighbors::Directories;
use crate::io::transcode;
use crate::run::document::{Document as Checked, Repairs};
use std::fs::File;
use std::io::{Cursor, Read};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Detected, Finding, Fix, Rule, RuleSet, detect};

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
    /// The bytes, as long as the text of the document is theirs.
    pub(super) bytes: Option<Vec<u8>>,
    /// Whether the text is not theirs as UTF-8. It can be theirs in the encoding that the next check finds.
    is_doubtful: bool,
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
    /// Whether the last check of the whole ended early. The next one does not.
    was_stopped: bool,
    /// Whether a change could not be read, so that the text is not that of the editor.
    is_lost: bool,
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
            was_stopped: false,
            is_lost: false,
        };
        document.read_file(unit);
        document
    }

    /// Reads the file, which was opened or saved. It can hold another text all the same: an editor keeps what was not saved.
    pub(super) fn read_file(&mut self, unit: Unit) {
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
            let is_doubtful = !is_same(&String::from_utf8_lossy(&bytes), self.text.shown());
            self.disk = Some(Disk {
                bytes: Some(bytes),
                is_doubtful,
            });
        }
    }

    /// Forgets the text, which the editor has changed in a way that could not be read, until it sends a whole text.
    pub(super) fn lose(&mut self) {
        self.is_lost = true;
        self.shown.clear();
    }

    /// Returns `true` if the text is not that of the editor.
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Makes the changes of the editor.
    pub(super) fn change(&mut self, change: DidChange, unit: Unit) {
        let mut changes = change.content_changes;
        // What comes before a whole text has no effect.
        let whole = changes.iter().rposition(|change| change.range.is_none());
        changes.drain(..whole.unwrap_or(0));
        self.is_lost &= whole.is_none();
        if self.is_lost {
            return;
        }
        self.version = change.text_document.version.or(self.version);
        if !matches!(self.due, Due::Since(_)) {
            self.due = Due::Since(Instant::now());
        }
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        for change in changes {
            let Some(range) = change.range else {
                let has_signature = self.text.has_signature();
                self.text = Text::new(change.text, has_signature, unit);
                self.changed = None;
                self.shown.clear();
                self.due = Due::At(Instant::now());
                continue;
            };
            // Where an edit is above the one before, that has not moved it.
            let last = range.start.max(range.end).line as usize;
            let is_above = |(next, _): &(Range<usize>, String)| last < self.text.line_of(next.start);
            if !edits.last().is_some_and(is_above) {
                self.text.replace_all(std::mem::take(&mut edits));
            }
            let (range, text) = self.text.edit(range, change.text);
            self.move_findings(&range, text.len());
            edits.push((range, text));
        }
        self.text.replace_all(edits);
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
            Due::Since(due) | Due::At(due) if !self.is_lost => Some(due),
            _ => None,
        }
    }

    /// Returns `true` if only what is around a change was checked, and the whole is checked when changes pause.
    pub(super) fn is_unfinished(&self) -> bool {
        matches!(self.due, Due::At(_)) && self.cost > QUICK && self.cost < Duration::MAX
    }

    fn checked<'a>(
        &'a self,
        directory: &'a Directory,
        directories: &'a Arc<Directories>,
        repairs: Option<Repairs>,
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
    /// when `is_wanted` returns `false`, and is made again later; not twice in a row.
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
                is_whole = self.was_stopped || is_wanted();
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
        self.was_stopped = !is_whole;
        if !is_whole {
            self.due = Due::At(Instant::now() + PAUSE);
            return false;
        }
        if self.disk.as_ref().is_some_and(|disk| disk.is_doubtful) {
            let is_theirs = self.is_decoded(&found, directory);
            if let Some(disk) = &mut self.disk {
                disk.is_doubtful = false;
                disk.bytes.take_if(|_| !is_theirs);
            }
            if !is_theirs {
                return self.check_whole(directory, directories, is_wanted);
            }
        }
        self.shown = self.shown(found);
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
        let found = self.shown(found);
        self.shown.retain(is_old);
        self.shown.extend(found);
        self.shown.sort_by_key(|shown| shown.range.start);
        self.limit();
    }

    fn limit(&mut self) {
        self.has_more = self.shown.len() > MOST;
        self.shown.truncate(MOST);
    }

    /// Returns `true` if the text is that of the file's bytes in the encoding that the findings name, or that the configuration has.
    fn is_decoded(&self, found: &[Finding], directory: &Directory) -> bool {
        let found = found
            .iter()
            .filter(|finding| matches!(finding.fix, Fix::Transcode { .. }))
            .filter_map(|finding| encodings::recognized(&finding.kind).ok());
        let configured = directory.for_file(&self.path, false).encoding;
        found.chain(configured).any(|encoding| {
            let decoded = self.decoded(encoding);
            decoded.is_some_and(|decoded| is_same(&decoded, self.text.shown()))
        })
    }

    /// Returns the text of the file's bytes in an encoding, if they all are in it.
    pub(super) fn decoded(&self, encoding: Encoding) -> Option<String> {
        let bytes = self.bytes_on_disk()?.to_vec();
        let mut decoded = String::new();
        let input = Box::new(Cursor::new(bytes));
        let ended = transcode::decode(input, encoding, &OnError::Fail, true, &mut |piece| {
            decoded.push_str(piece);
            Ok(())
        });
        ended.ok().map(|()| decoded)
    }

    /// Returns findings with their places in the text of the editor.
    fn shown(&self, found: Vec<Finding>) -> Vec<Shown> {
        let len = self.text.text().len();
        let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(len);
        let is_file = self.bytes_on_disk().is_some();
        let mut places = self.text.places();
        let mut range = |finding: &Finding| {
            if !is_file {
                return place(finding.offset)..place(finding.offset.saturating_add(finding.length));
            }
            let start = places.of(finding.line, finding.column);
            let end = places.of(finding.line, finding.end_column);
            start..end.max(start)
        };
        found
            .into_iter()
            .map(|finding| Shown {
                range: range(&finding),
                finding,
            })
            .collect()
    }

    /// Returns the findings in the text that have a repair, each place by itself, until `is_enough` of them and of their number.
    pub(super) fn repairs(
        &self,
        directory: &Directory,
        directories: &Arc<Directories>,
        repairs: Repairs,
        is_enough: &dyn Fn(&Finding, usize) -> bool,
    ) -> Vec<Shown> {
        let mut found = Vec::new();
        let text = self.text.text().as_bytes();
        let checked = self.checked(directory, directories, Some(repairs));
        checked.check(text, &mut || true, &mut |finding| {
            if is_enough(&finding, found.len()) {
                return ControlFlow::Break(());
            }
            if finding.fix.is_safe() {
                found.push(finding);
            }
            ControlFlow::Continue(())
        });
        self.shown(found)
    }
}

/// Returns the bytes of a file; `None` if it is not there, or none that an editor shows.
fn read(path: &Path) -> Option<Vec<u8>> {
    // A pipe would wait for its other end.
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let file = File::open(path).ok()?;
    file.take(LONGEST + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LONGEST).then_some(bytes)
}

/// Returns `true` if bytes are UTF-16 or UTF-32, which are well-formed UTF-8 where they are ASCII with zeros.
fn is_wide(bytes: &[u8]) -> bool {
    matches!(detect(bytes, true), Detected::Wide { .. })
}

/// Returns `true` if two texts differ in nothing but a signature, and in whether lines end with LF or with CR LF.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    fn lines(text: &str) -> impl Iterator<Item = &str> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let lines = text.split('\n');
        lines.map(|line| line.strip_suffix('\r').unwrap_or(line))
    }
    one == other || lines(one).eq(lines(other))
}
