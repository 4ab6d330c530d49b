//! Repairs one file: finds what to repair, writes it beside the file, and replaces the file.

use super::decode::{self, Declaration, is_wide};
use super::edit::{Editor, cannot_write};
use super::settings::{Mode, Settings};
use super::{mail, marc, parts};
use crate::encodings::on_error::{OnError, OnErrorOr};
use crate::flags::check::ColumnUnit;
use crate::io::interrupt::Temporary;
use crate::io::output;
use crate::io::read::Sequential;
use crate::io::recognize::recognize;
use crate::message::reason;
use crate::run::repair::{Check, Show};
use crate::{encodings, escape};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Certainty, Finding, Fix, Reason, Rule, Second, counts_bytes, names_of_utf8};

/// Repairs of a repaired text: `é` that was encoded twice and is not in Normalization Form C needs two.
const MAX_PASSES: usize = 8;

/// A repaired text.
pub(super) struct Repaired {
    text: Text,
    /// The number of repairs of each rule.
    pub(super) repairs: BTreeMap<Rule, u64>,
    /// The encoding that it was in, if it is converted, and how sure that is.
    pub(super) converted: Option<String>,
}

/// Where a repaired text is.
enum Text {
    /// In a file beside the old one.
    Beside(Temporary),
    /// In a file without a name.
    Unnamed(File),
}

impl Text {
    fn as_file(&self) -> &File {
        match self {
            Text::Beside(new) => new.as_file(),
            Text::Unnamed(file) => file,
        }
    }
}

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.as_file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Repaired {
    pub(super) fn as_file(&self) -> &File {
        self.text.as_file()
    }
}

/// The encoding of a text that is not UTF-8.
struct Other {
    name: String,
    certainty: Certainty,
    second: Option<Second>,
    /// The number of files beside it that are in it, if they decided.
    neighbors: usize,
}

/// A pass over a text: what is found in it, and the text with the edits so far. Memory does not depend on their number.
struct Pass<'p> {
    path: &'p Path,
    old: &'p File,
    settings: &'p Settings,
    /// The edited text. There is none before the first edit, and none if all of the text is decoded.
    editor: Option<Editor<'p, Text>>,
    /// Why the edits cannot be written.
    failed: Option<String>,
    /// The end of the last edit.
    end: u64,
    /// The rules of the edits.
    repairs: BTreeMap<Rule, u64>,
    /// The number of ill-formed sequences.
    ill_formed: u64,
    has_nul: bool,
    /// The encoding of the whole text.
    other: Option<Other>,
    /// Whether parts of the text are in UTF-16.
    has_parts: bool,
    /// The encodings of lines that are converted.
    encodings: BTreeSet<String>,
}

impl<'p> Pass<'p> {
    fn new(path: &'p Path, old: &'p File, settings: &'p Settings) -> Self {
        Pass {
            path,
            old,
            settings,
            editor: None,
            failed: None,
            end: 0,
            repairs: BTreeMap::new(),
            ill_formed: 0,
            has_nul: false,
            other: None,
            has_parts: false,
            encodings: BTreeSet::new(),
        }
    }

    fn add(&mut self, finding: Finding) {
        self.has_nul |= finding.rule == Rule::Nul;
        match finding.fix {
            Fix::Transcode {
                certainty,
                second,
                neighbors,
            } => {
                self.other = Some(Other {
                    name: finding.kind.into_owned(),
                    certainty,
                    second,
                    neighbors,
                });
                self.editor = None;
            }
            Fix::Parts => {
                self.has_parts = true;
                self.editor = None;
            }
            Fix::Line { text, certainty }
                if self.settings.transcode
                    && (self.settings.likely || certainty >= Certainty::VeryLikely) =>
            {
                self.encodings.insert(finding.kind.into_owned());
                self.edit(finding.rule, finding.offset, finding.length, &text);
            }
            // A text can declare its encoding in several places.
            Fix::Replace(_) if finding.rule == Rule::WrongDeclaration => match self.names() {
                Ok(names) => {
                    for (offset, length, name) in names {
                        self.edit(finding.rule, offset, length, &name);
                    }
                }
                Err(error) => self.failed = Some(error),
            },
            Fix::Replace(text) => self.edit(finding.rule, finding.offset, finding.length, &text),
            Fix::OnError { meant, .. } => match (&self.settings.on_error, meant) {
                (Some(OnErrorOr::Meant), Some(text)) => {
                    self.edit(finding.rule, finding.offset, finding.length, &text);
                }
                _ => {
                    self.ill_formed += finding.count;
                    if self.is_decoded() {
                        self.editor = None;
                    }
                }
            },
            _ => {}
        }
    }

    /// Returns the places of the names that declare another encoding than UTF-8, their lengths, and what to write there: in a file of
    /// records, each has one.
    fn names(&self) -> Result<Vec<(u64, u64, String)>, String> {
        let head = head(self.old)?;
        if counts_bytes(&head) {
            let places = marc::wrong_leaders(self.old)?.into_iter();
            return Ok(places.map(|place| (place, 1, "a".to_owned())).collect());
        }
        let names = names_of_utf8(&head).into_iter();
        Ok(names
            .map(|(place, name)| (place.start as u64, place.len() as u64, name))
            .collect())
    }

    /// Returns `true` if all of the text is decoded, or left as it is because it is in another encoding. The next pass finds
    /// the edits of what is decoded.
    fn is_decoded(&self) -> bool {
        let has_policy = matches!(self.settings.on_error, Some(OnErrorOr::OnError(_)));
        self.other.is_some() || self.has_parts || (self.ill_formed > 0 && has_policy)
    }

    /// Returns `true` if this is hardly text, although its first 8 KiB are: a script with an archive after it, for example.
    /// In so many bytes, some look like text to repair by chance.
    fn is_binary(&self) -> bool {
        self.has_nul && self.ill_formed > 100
    }

    /// Makes an edit, unless it is of what another one replaces. The next pass finds it again.
    fn edit(&mut self, rule: Rule, offset: u64, length: u64, text: &str) {
        if offset < self.end || self.is_decoded() {
            return;
        }
        self.end = offset + length;
        *self.repairs.entry(rule).or_default() += 1;
        if self.failed.is_none() {
            self.failed = self.write(&(offset..self.end), text).err();
        }
    }

    fn write(&mut self, range: &Range<u64>, text: &str) -> Result<(), String> {
        let editor = match &mut self.editor {
            Some(editor) => editor,
            None => {
                let new = create(self.path, self.settings)?;
                self.editor.insert(Editor::new(self.old, new))
            }
        };
        editor.replace(range, text).map_err(|error| cannot_write(&error))
    }

    /// Returns the repaired text, or `None` if there is nothing to repair.
    fn finish(self) -> Result<Option<Repaired>, String> {
        if self.has_parts {
            return match self.settings.transcode {
                true => self.finish_parts().map(Some),
                false => Ok(None),
            };
        }
        let utf8 = Encoding::UTF_8;
        let mut how_sure = String::new();
        let (rule, count, from, on_error) = match (&self.other, &self.settings.on_error) {
            // In another encoding, its bytes mean something else than they would in UTF-8.
            (Some(other), _) => match self.settings.from {
                _ if !self.settings.transcode => return Ok(None),
                Some(from) if is_wide(&other.name) && !is_wide(from.name()) => {
                    return Err(format!(
                        "it is in {}, not in {}, so it is left as it is",
                        other.name,
                        from.name()
                    ));
                }
                Some(from) => (Rule::OtherEncoding, 1, from, &OnError::Fail),
                None if other.certainty >= Certainty::VeryLikely => {
                    how_sure = format!(" ({}{})", other.certainty, other.why());
                    (
                        Rule::OtherEncoding,
                        1,
                        encodings::recognized(&other.name)?,
                        &OnError::Fail,
                    )
                }
                None => return Ok(self.finish_mail()?.and_then(Result::ok)),
            },
            (None, on_error) if self.ill_formed > 0 => match (self.settings.from, on_error) {
                (Some(from), _)
                    if is_relative(from) || !is_mostly_utf8(self.old).map_err(|error| reason(&error))? =>
                {
                    (Rule::OtherEncoding, 1, from, &OnError::Fail)
                }
                (_, Some(OnErrorOr::OnError(on_error))) => (Rule::IllFormed, self.ill_formed, utf8, on_error),
                // Parts of mail can be in several encodings.
                (None, None)
                    if self.settings.transcode
                        && let Some(Ok(mail)) = self.finish_mail()? =>
                {
                    return Ok(Some(mail));
                }
                _ => return self.finish_edits(),
            },
            _ => return self.finish_edits(),
        };
        self.finish_conversion(rule, count, from, on_error, &how_sure)
            .map(Some)
    }

    /// Returns the whole file, decoded from an encoding: `count` repairs of a rule.
    fn finish_conversion(
        &self,
        rule: Rule,
        count: u64,
        from: Encoding,
        on_error: &OnError,
        how_sure: &str,
    ) -> Result<Repaired, String> {
        self.require_text()?;
        if rule == Rule::OtherEncoding && !is_wide(from.name()) {
            if let Some(mail) = self.finish_mail()? {
                return mail;
            }
            if counts_bytes(&head(self.old)?) {
                let mut text = create(self.path, self.settings)?;
                let records = marc::convert(self.old, from, &mut text)?;
                return Ok(Repaired {
                    text,
                    repairs: BTreeMap::from([(rule, records)]),
                    converted: Some(format!("{}{how_sure}", from.name())),
                });
            }
        }
        let mut text = create(self.path, self.settings)?;
        let converts = rule == Rule::OtherEncoding;
        let declarations = match converts {
            true => Declaration::all(Sequential::new(self.old), from)?,
            false => Vec::new(),
        };
        self.convert_to(&mut text, from, on_error, converts, &declarations)?;
        let mut repairs = BTreeMap::from([(rule, count)]);
        if !declarations.is_empty() {
            repairs.insert(Rule::WrongDeclaration, declarations.len() as u64);
        }
        Ok(Repaired {
            text,
            repairs,
            converted: converts.then(|| format!("{}{how_sure}", from.name())),
        })
    }

    /// Writes the file to `text`, decoded from the encoding, with what its declarations declare then.
    fn convert_to(
        &self,
        text: &mut Text,
        from: Encoding,
        on_error: &OnError,
        converts: bool,
        declarations: &[Declaration],
    ) -> Result<(), String> {
        let input = self
            .old
            .try_clone()
            .and_then(|mut input| input.rewind().map(|()| input));
        let input = input.map_err(|error| reason(&error))?;
        decode::convert(Box::new(input), from, on_error, text, converts, declarations)
    }

    /// Returns the text with its parts in UTF-16 converted.
    fn finish_parts(self) -> Result<Repaired, String> {
        let mut text = create(self.path, self.settings)?;
        let (count, converted) = parts::convert(self.old, &mut text)?;
        Ok(Repaired {
            text,
            repairs: BTreeMap::from([(Rule::OtherEncoding, count)]),
            converted: Some(converted),
        })
    }

    /// Returns the text with its parts converted, each from the encoding that it declares, if it is mail. Otherwise returns the reason why
    /// it is not converted.
    fn finish_mail(&self) -> Result<Option<Result<Repaired, String>>, String> {
        let Some(mail) = mail::begin(self.old).map_err(|error| reason(&error))? else {
            return Ok(None);
        };
        let mut text = create(self.path, self.settings)?;
        let converted = mail::convert(self.old, mail, self.settings.from, &mut text);
        Ok(Some(converted.and_then(|converted| {
            let mut repairs = BTreeMap::from([(Rule::OtherEncoding, converted.parts)]);
            if converted.names > 0 {
                repairs.insert(Rule::WrongDeclaration, converted.names);
            }
            match converted.parts {
                0 => Err("no part of the message can be converted, so it is left as it is".to_owned()),
                _ => Ok(Repaired {
                    text,
                    repairs,
                    converted: Some(converted.encodings.join(", ")),
                }),
            }
        })))
    }

    /// Returns the text with the edits, if there are any.
    fn finish_edits(self) -> Result<Option<Repaired>, String> {
        if self.repairs.is_empty() {
            return Ok(None);
        }
        self.require_text()?;
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        let Some(editor) = self.editor else {
            return Ok(None);
        };
        Ok(Some(Repaired {
            text: editor.finish().map_err(|error| cannot_write(&error))?,
            repairs: self.repairs,
            converted: (!self.encodings.is_empty()).then(|| {
                let encodings: Vec<_> = self.encodings.into_iter().collect();
                format!("lines in {}", encodings.join(", "))
            }),
        }))
    }

    fn require_text(&self) -> Result<(), String> {
        match self.is_binary() {
            true => Err(
                "it has U+0000 and many ill-formed sequences: it is probably binary, so it is left as it is"
                    .to_owned(),
            ),
            false => Ok(()),
        }
    }
}

impl Other {
    /// Returns how many files beside it decided, and how far the second encoding is behind.
    fn why(&self) -> String {
        let mut why = match self.neighbors {
            0 => String::new(),
            files => format!(", as {files} files beside it"),
        };
        if let Some(Second {
            encoding,
            bits: Some(bits),
            ..
        }) = self.second
        {
            why.push_str(&format!("; {encoding} is {bits} bits behind"));
        }
        why
    }
}

/// Returns the start of a file, in which it can declare its encoding.
fn head(file: &File) -> Result<Vec<u8>, String> {
    let mut head = Vec::new();
    let read = Sequential::new(file).take(decode::HEAD).read_to_end(&mut head);
    read.map_err(|error| reason(&error)).map(|_| head)
}

/// Creates the file for a repaired text.
fn create(path: &Path, settings: &Settings) -> Result<Text, String> {
    let created = match settings.mode {
        Mode::Write => {
            if let Some(refusal) = refusal(path, settings).map_err(|error| reason(&error))? {
                return Err(refusal);
            }
            output::beside(path, true).map(Text::Beside)
        }
        Mode::Diff | Mode::Check | Mode::Stdout => tempfile::tempfile().map(Text::Unnamed),
    };
    created.map_err(|error| format!("cannot create a temporary file: {}", reason(&error)))
}

/// Returns the repaired text of a file of this size, or `None` if there is nothing to repair.
pub(super) fn repair(
    path: &Path,
    file: &File,
    size: u64,
    settings: &Settings,
    check: Check<'_>,
    show: Show<'_>,
) -> Result<Option<Repaired>, String> {
    let mut repaired: Option<Repaired> = None;
    for _ in 0..MAX_PASSES {
        let (old, size) = match &repaired {
            None => (file, size),
            Some(repaired) => {
                let old = repaired.as_file();
                (old, old.metadata().map_err(|error| reason(&error))?.len())
            }
        };
        let mut pass = Pass::new(path, old, settings);
        let mut emit = |finding: Finding| {
            if settings.explain && finding.rule == Rule::DoubleEncoded && finding.fix != Fix::None {
                // Whether it can be shown or not, the repair is made.
                let _ = show(explanation(path, &finding, settings.column_unit));
            }
            pass.add(finding);
            ControlFlow::Continue(())
        };
        check(old, size, &mut emit).map_err(|error| reason(&error))?;
        let Some(mut next) = pass.finish()? else {
            break;
        };
        if let Some(before) = repaired {
            for (rule, count) in before.repairs {
                *next.repairs.entry(rule).or_default() += count;
            }
            next.converted = next.converted.or(before.converted);
        }
        repaired = Some(next);
    }
    Ok(repaired)
}

/// Returns a line for a repair: where it is, and the message, which says what speaks for it.
fn explanation(path: &Path, finding: &Finding, unit: ColumnUnit) -> String {
    let mut line = format!(
        "{}:{}:{}: ",
        escape::path(path),
        finding.line,
        unit.column(finding)
    );
    escape::push_text(&mut line, finding.message.as_bytes());
    line.push('\n');
    line
}

/// Returns `true` if an encoding is a relative of UTF-8, which most of a text is well-formed in.
fn is_relative(encoding: Encoding) -> bool {
    encoding.utf8_relative().is_some()
}

/// Returns `true` if a file that is not well-formed is UTF-8 with errors all the same, or has U+0000 so that this is not known.
/// Converted as a whole from another encoding, it would be encoded twice.
fn is_mostly_utf8(file: &File) -> io::Result<bool> {
    let recognized = recognize(Sequential::new(file))?;
    Ok(recognized.is_none_or(|recognized| {
        matches!(recognized.reason, Reason::Signature | Reason::Arrangement) && recognized.encoding == "UTF-8"
    }))
}

/// The file as it was when it was opened.
pub(super) struct Seen {
    data: Metadata,
}

impl Seen {
    pub(super) fn new(data: Metadata) -> Seen {
        Seen { data }
    }

    /// Returns the number of bytes.
    pub(super) fn size(&self) -> u64 {
        self.data.len()
    }

    /// Fails if the file at `path` is not the one that was seen, or has changed.
    fn check(&self, path: &Path) -> io::Result<()> {
        let now = fs::symlink_metadata(path)?;
        let (old, now) = (&self.data, &now);
        let mut is_same = old.len() == now.len() && old.modified().ok() == now.modified().ok();
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let identity = |data: &Metadata| (data.dev(), data.ino(), data.ctime(), data.ctime_nsec());
            is_same &= identity(old) == identity(now);
        }
        is_same &= now.is_file();
        if is_same {
            Ok(())
        } else {
            Err(io::Error::other(
                "it was changed while it was repaired, so it is left as it is: run `utf8 fix` again",
            ))
        }
    }
}

/// Returns why a file cannot be replaced, if so.
fn refusal(path: &Path, settings: &Settings) -> io::Result<Option<String>> {
    let data = fs::symlink_metadata(path)?;
    if data.is_symlink() {
        return Ok(Some(
            "it is a symbolic link, which is not followed: name its target".to_owned(),
        ));
    }
    if !data.is_file() {
        return Ok(Some("it is not a regular file".to_owned()));
    }
    let links = output::links(&data);
    if links > 1 && !settings.break_links {
        return Ok(Some(format!(
            "it has {links} hard links, and the others would keep the old text: `--break-links` repairs this one alone"
        )));
    }
    Ok(None)
}

/// Replaces `file`, which is at `path`, by the repaired text. Returns what could not be kept of it and what else could not be
/// done, in words.
pub(super) fn replace(
    repaired: Repaired,
    file: File,
    path: &Path,
    seen: &Seen,
    settings: &Settings,
) -> io::Result<Vec<String>> {
    let Text::Beside(new) = repaired.text else {
        unreachable!("a text that replaces a file is beside it");
    };
    // Of two runs at once, one does it. Where files cannot be locked, the last look at the file must do.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(io::Error::other(
            "another program has locked it, so it is left as it is",
        ));
    }
    let mut file = Some(file);
    let mut backup = None;
    let replaced = output::replace(new, path, || {
        seen.check(path)?;
        if cfg!(windows) {
            // There, no other file gets the name of one that is open, and a copy cannot read one that is locked. The lock ends here.
            drop(file.take());
        }
        let suffix = settings.backup.as_deref();
        backup = suffix.map(|suffix| back_up(path, suffix)).transpose()?;
        Ok(())
    });
    if let (Err(_), Some(backup)) = (&replaced, backup) {
        // The file is as it was, and would count as having two names.
        let _ = fs::remove_file(backup);
    }
    replaced
}

/// Gives the file at `path` a second name, under which it stays. Returns the name.
fn back_up(path: &Path, suffix: &str) -> io::Result<PathBuf> {
    let mut backup = path.as_os_str().to_owned();
    backup.push(suffix);
    let backup = PathBuf::from(backup);
    let linked = match fs::hard_link(path, &backup) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            // The file system has no hard links.
            copy_to(path, &backup)
        }
        linked => linked,
    };
    linked.map(|()| backup.clone()).map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::AlreadyExists => "there is such a file already".to_owned(),
            _ => reason(&error),
        };
        io::Error::other(format!(
            "cannot keep the old text as {}: {why}; the file is left as it is",
            escape::path(&backup)
        ))
    })
}

/// Copies a file to a name that no file has.
fn copy_to(path: &Path, backup: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut copy = options.open(backup)?;
    let copied = io::copy(&mut File::open(path)?, &mut copy)
        .and_then(|_| copy.set_permissions(fs::metadata(path)?.permissions()))
        .and_then(|()| copy.sync_all());
    if copied.is_err() {
        let _ = fs::remove_file(backup);
    }
    copied
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Writes a file of the same length and time as that at `path`.
    fn write_like(path: &Path, new: &Path) {
        let old = fs::metadata(path).unwrap();
        fs::write(new, "y".repeat(old.len() as usize)).unwrap();
        let file = File::options().write(true).open(new).unwrap();
        file.set_modified(old.modified().unwrap()).unwrap();
    }

    #[test]
    fn a_file_that_changed_or_became_another_while_it_was_repaired_is_left() {
        type Change = fn(&Path);
        let mut changes: Vec<(&str, Change)> = vec![
            ("grows", |path| fs::write(path, "xxx").unwrap()),
            ("shrinks", |path| fs::write(path, "x").unwrap()),
            ("vanishes", |path| fs::remove_file(path).unwrap()),
            ("becomes a folder", |path| {
                fs::remove_file(path).unwrap();
                fs::create_dir(path).unwrap();
            }),
        ];
        #[cfg(unix)]
        changes.extend::<[(&str, Change); 3]>([
            ("is replaced by one of the same length and time", |path| {
                let new = path.with_extension("new");
                write_like(path, &new);
                fs::rename(new, path).unwrap();
            }),
            ("is written in place, and has its old time", |path| {
                write_like(path, path)
            }),
            ("becomes a link to what it was", |path| {
                let old = path.with_extension("old");
                fs::rename(path, &old).unwrap();
                std::os::unix::fs::symlink(old, path).unwrap();
            }),
        ]);
        for (what, change) in changes {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.txt");
            fs::write(&path, "xx").unwrap();
            let seen = Seen::new(fs::symlink_metadata(&path).unwrap());
            assert!(seen.check(&path).is_ok(), "{what}");
            // Longer than the system's clock takes for a step.
            std::thread::sleep(Duration::from_millis(20));
            change(&path);
            assert!(seen.check(&path).is_err(), "{what}");
        }
    }
}
