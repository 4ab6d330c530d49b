//! The threads of a run: they take files, check them, and put their findings in order.

use super::allowed::Allowed;
use super::file::{self, Outcome, Subject};
use super::groups::Groups;
use super::order::Message;
use super::repair::{Fixed, Repair};
use super::settings::Settings;
use super::shared::Shared;
use super::sinks::{Sink, push_to};
use super::sources::{Next, Sources};
use super::survey::{Survey, Watch, Watched};
use super::tally::Tally;
use super::text::{Context, OfText};
use crate::config::Directory;
use crate::escape;
use crate::flags::check::{CheckArgs, Format, Grouping};
use crate::flags::selection;
use crate::io::decompress::{self, Name, Text};
use crate::io::names::Names;
use crate::io::read::{self, Buffers, Sequential};
use crate::io::stdin;
use crate::io::threads::with_helpers;
use crate::io::walk::{Files, Item};
use crate::message::{counted, reason};
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread::Builder;
use std::time::Duration;
use utf8kit_lint::{Emit, Finding, Fix, NameEncoding, Options, Rule, RuleSet};

/// A run of the verb, shared by its threads.
pub(super) struct Run<'a> {
    context: Context<'a>,
    sources: Shared<Sources>,
    tally: Tally,
    progress: ProgressBar,
    /// Whether the report says what the rules that are off find.
    tells_others: bool,
}

/// Files up to this size are checked by rules that are off, if they have findings: 1 MiB.
const OTHERS_LEN: u64 = 1 << 20;

impl<'a> Run<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        args: &'a CheckArgs,
        sinks: &'a [Sink],
        files: Files,
        progress: ProgressBar,
    ) -> Run<'a> {
        Run {
            context: Context {
                settings,
                args,
                sinks,
                named: match args.rules.names {
                    true => selection::named(&args.rules.select).with(Rule::Names),
                    false => selection::named(&args.rules.select),
                },
            },
            sources: Shared::new(Sources::new(
                files,
                Arc::clone(&settings.configs),
                args.files.stdin_name(),
            )),
            tally: Tally::of(args.statistics.map(|by| Groups::new(by, args.max))),
            progress,
            tells_others: args.format() == Format::Human
                && args.rules.select.is_empty()
                && !(args.quiet || args.list || args.statistics.is_some() || args.write_baseline.is_some()),
        }
    }

    /// Checks all files and returns the counts.
    pub(super) fn run(self) -> Tally {
        std::thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            if !self.context.args.quiet && io::stderr().is_terminal() {
                let run = &self;
                // Without a thread there is no progress to see.
                let _ = Builder::new().spawn_scoped(scope, move || run.show_progress(&is_done));
            }
            with_helpers(self.context.settings.jobs, || self.work(), || self.work());
            drop(done);
        });
        self.tally
    }

    /// Checks files until there are none left.
    fn work(&self) {
        let mut buffers = Buffers::new(self.context.settings.body_len);
        while let Some((index, next)) = self.sources.next() {
            if self.context.is_closed() {
                return;
            }
            let sinks = self.context.sinks.iter();
            let mut turns: Vec<_> = sinks.map(|sink| sink.ordered.file(index)).collect();
            let mut push = |message| match message {
                Message::Of(report, message) => turns[report].push(*message),
                Message::Pause => turns.iter_mut().for_each(|turn| turn.push(Message::Pause)),
                message => turns[0].push(message),
            };
            if let Err(failure) = self.item(next, &mut buffers, &mut push) {
                self.push_failure(&failure, &mut push);
            }
        }
    }

    /// Shows the progress after the first second, until the other side of `is_done` is dropped.
    fn show_progress(&self, is_done: &mpsc::Receiver<()>) {
        let mut wait = Duration::from_secs(1);
        while is_done.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
            if self.progress.is_hidden() {
                self.progress.set_draw_target(ProgressDrawTarget::stderr());
            }
            let summary = self.tally.summary();
            let files = counted(summary.files + summary.binary, "file");
            let findings = counted(summary.findings, "finding");
            self.progress.set_message(format!("{files}, {findings}"));
            self.progress.tick();
            wait = Duration::from_millis(100);
        }
        self.progress.finish_and_clear();
    }

    /// Checks one file, with `-z` each text in it.
    fn item(&self, next: Next, buffers: &mut Buffers, push: &mut dyn FnMut(Message)) -> Result<(), Failure> {
        let (item, directory) = match next {
            Next::Item(item, directory) => (item, directory),
            Next::Names(paths) => {
                self.names(paths, push);
                return Ok(());
            }
            Next::Failed(message) => return Err(message.into()),
        };
        let (path, named) = match &item {
            Item::Other { .. } => return Ok(()),
            Item::File { path, named } => (path.as_path(), *named),
            Item::Staged { path, .. } => (path.as_path(), false),
            Item::Stdin(_) => (self.context.args.files.stdin_name(), true),
            Item::Failed(message) => return Err(message.clone().into()),
        };
        let settings = self.context.settings;
        let name = Name {
            shown: path,
            own: path,
            named,
        };
        let failed = |error: io::Error| failed(path, &error);
        if let Item::Staged { id, .. } = &item {
            let bytes = settings.staged(id).map_err(failed)?;
            self.text(name, &directory, push, |subject, emit, _, watch| {
                file::check_stream(subject, Watched::new(&bytes[..], watch), buffers, emit)
            })?;
            return Ok(());
        }
        let stdin = match item {
            Item::Stdin(why) => Some(why),
            _ => None,
        };
        if let Some(fix) = settings.repair.as_deref() {
            let subject = self.subject(name, &directory);
            if let Some(why) = subject.declared.why_unchanged().filter(|_| !named) {
                return self.kept(name, why, &directory, buffers, push);
            }
            let (outcome, rest) = self.fix(fix, &subject, stdin, buffers, push).map_err(failed)?;
            self.text(name, &directory, push, |subject, emit, _, watch| match &rest {
                Some(file) => check_file(subject, file, settings, buffers, emit, watch),
                None => Ok(outcome),
            })?;
            return Ok(());
        }
        let decompress = self.context.args.files.decompress;
        if let Some(why) = stdin {
            let source = stdin::open(why).map_err(failed)?;
            if decompress {
                return self
                    .unpacked(source, None, name, &directory, buffers, push)
                    .map_err(failed);
            }
            let pauses = || self.context.args.files.pause_after_reads || read::pauses(&io::stdin());
            self.text(name, &directory, push, |subject, emit, paused, watch| {
                let source = Watched::new(source, watch);
                file::check_live(subject, source, &pauses, buffers, emit, paused)
            })?;
            return Ok(());
        }
        let file = read::open(path).map_err(failed)?;
        if decompress {
            let data = file.metadata().map_err(failed)?;
            let size = data.is_file().then_some(data.len());
            if decompress::is_packed(&file, size).map_err(failed)? {
                let regular = size.is_some().then_some(&file);
                return self
                    .unpacked(&file, regular, name, &directory, buffers, push)
                    .map_err(failed);
            }
        }
        let has_findings = self.text(name, &directory, push, |subject, emit, _, watch| {
            check_file(subject, &file, settings, buffers, emit, watch)
        })?;
        if has_findings && self.tells_others {
            self.others(name, &directory, &file, buffers).map_err(failed)?;
        }
        Ok(())
    }

    /// Checks a file that is not repaired, because its attributes say so.
    fn kept(
        &self,
        name: Name<'_>,
        why: &str,
        directory: &Directory,
        buffers: &mut Buffers,
        push: &mut dyn FnMut(Message),
    ) -> Result<(), Failure> {
        let file = File::open(name.own).map_err(|error| failed(name.own, &error))?;
        let mut has_repairs = false;
        self.text(name, directory, push, |subject, emit, _, watch| {
            let mut emit = |finding: Finding| {
                has_repairs |= finding.fix != Fix::None;
                emit(finding)
            };
            check_file(subject, &file, self.context.settings, buffers, &mut emit, watch)
        })?;
        if has_repairs {
            let path = escape::path(name.own);
            push(Message::Error(format!("{path}: left as it is, because {why}")));
        }
        Ok(())
    }

    /// Counts what the rules that are off find in a file with findings.
    fn others(
        &self,
        name: Name<'_>,
        directory: &Directory,
        file: &File,
        buffers: &mut Buffers,
    ) -> io::Result<()> {
        if !file
            .metadata()
            .is_ok_and(|data| data.is_file() && data.len() <= OTHERS_LEN)
        {
            return Ok(());
        }
        let mut subject = self.subject(name, directory);
        let suggested = Rule::ALL.iter().copied().filter(|rule| rule.is_suggested());
        subject.rules = suggested.collect::<RuleSet>().difference(subject.rules);
        let mut found = BTreeMap::new();
        let allowed = RefCell::new(self.allowed(&subject));
        let mut emit = |finding: Finding| {
            if !allowed.borrow_mut().allow(&finding) {
                *found.entry(finding.rule).or_default() += 1;
            }
            ControlFlow::Continue(())
        };
        let watch = Watch {
            survey: None,
            allowed: &allowed,
        };
        check_file(&subject, file, self.context.settings, buffers, &mut emit, watch)?;
        self.tally.add_others(found);
        Ok(())
    }

    /// Checks each text in `source`, which is `file` if it has a size.
    fn unpacked(
        &self,
        source: impl Read,
        file: Option<&File>,
        name: Name<'_>,
        directory: &Directory,
        buffers: &mut Buffers,
        push: &mut dyn FnMut(Message),
    ) -> io::Result<()> {
        let mut names = Names::default();
        let unpacked = decompress::unpack(source, file, name, &mut |name, text| {
            let result = match text {
                Text::Named(encoding) => {
                    if directory.config.checks_names() {
                        names.add_member(name, encoding, |own| checks_name(directory, own, true));
                    }
                    Ok(())
                }
                Text::Source(source) => self
                    .text(name, directory, push, |subject, emit, _, watch| {
                        // What is packed is not written.
                        let emit: Emit<'_> = &mut |mut finding: Finding| {
                            finding.fix = Fix::None;
                            emit(finding)
                        };
                        file::check_stream(subject, Watched::new(source, watch), buffers, emit)
                    })
                    .map(|_| ()),
                Text::Failed(error) => Err(failed(name.shown, &error)),
                Text::Skipped(why) => {
                    self.tally.binary.fetch_add(1, Ordering::Relaxed);
                    push(Message::Error(format!(
                        "{}: skipped: {why}",
                        escape::path(name.shown)
                    )));
                    Ok(())
                }
            };
            if let Err(failure) = result {
                self.push_failure(&failure, push);
            }
            self.context.flow()
        });
        self.report_names(&names, &|_| directory, false, push);
        unpacked
    }

    /// Checks the names of files and directories.
    fn names(&self, mut paths: Vec<(PathBuf, Arc<Directory>)>, push: &mut dyn FnMut(Message)) {
        paths.retain(|(path, directory)| checks_name(directory, path, false));
        let mut names = Names::default();
        for (path, _) in &paths {
            names.add(path, NameEncoding::Unspecified);
        }
        self.report_names(&names, &|index| &paths[index].1, true, push);
    }

    /// Reports what is found in names. `directory` returns the directory of each, in which `fix` can rename it unless it is a member
    /// of an archive.
    fn report_names<'d>(
        &'d self,
        names: &Names,
        directory: &dyn Fn(usize) -> &'d Directory,
        can_be_renamed: bool,
        push: &mut dyn FnMut(Message),
    ) {
        let options = Options::default().with_likely(self.context.args.likely);
        let found = names.check(None, &options);
        for of_name in found.chunk_by(|(a, _), (b, _)| a == b) {
            if self.context.is_closed() {
                return;
            }
            let index = of_name[0].0;
            let mut of_text = OfText::new(&self.context, names.path(index), directory(index));
            for (_, finding) in of_name {
                let mut finding = finding.clone();
                if !can_be_renamed {
                    finding.fix = Fix::None;
                }
                if of_text.add(finding, push).is_break() {
                    break;
                }
            }
            let tally = of_text.finish(
                Some(Outcome::Checked),
                Rule::Names.into(),
                None,
                &self.tally,
                push,
            );
            self.tally.add(tally, can_be_renamed.then(|| names.path(index)));
        }
    }

    /// Checks one text by `check`, which calls its third argument when the text pauses, and shows its fourth what it reads. Returns
    /// `true` if it is UTF-8 text with findings.
    fn text<'f>(
        &self,
        name: Name<'_>,
        directory: &Directory,
        push: &mut dyn FnMut(Message),
        check: impl FnOnce(&Subject<'_>, Emit<'_>, &mut dyn FnMut(), Watch<'_, '_, 'f>) -> io::Result<Outcome>,
    ) -> Result<bool, Failure> {
        let path = name.shown;
        let subject = self.subject(name, directory);
        let mut sinks = self.context.sinks.iter();
        let is_surveyed = sinks.any(|sink| sink.report.has_surveys())
            || self.context.args.statistics == Some(Grouping::Encoding);
        let mut survey = is_surveyed.then(Survey::new);
        let mut of_text = OfText::new(&self.context, path, directory);
        // Findings and pauses of the input both push messages.
        let push = RefCell::new(push);
        let allowed = RefCell::new(self.allowed(&subject));
        let outcome = check(
            &subject,
            &mut |finding| match allowed.borrow_mut().allow(&finding) {
                true => ControlFlow::Continue(()),
                false => of_text.add(finding, &mut |message| push.borrow_mut()(message)),
            },
            &mut || push.borrow_mut()(Message::Pause),
            Watch {
                survey: survey.as_mut(),
                allowed: &allowed,
            },
        );
        let push = push.into_inner();
        let mut allowed = allowed.into_inner();
        let checked = outcome.as_ref().ok().copied();
        let rules = subject.rules.difference(Rule::Names.into());
        if checked == Some(Outcome::Checked) && rules.contains(Rule::UnusedAllow) && of_text.is_complete() {
            for finding in allowed.unused(rules) {
                if of_text.add(finding, push).is_break() {
                    break;
                }
            }
        }
        self.tally.allowed.fetch_add(allowed.count(), Ordering::Relaxed);
        let tally = of_text.finish(checked, rules, survey, &self.tally, push);
        let has_findings = tally.is_text_with_findings();
        let is_file = name.own == name.shown && path != self.context.args.files.stdin_name();
        self.tally.add(tally, is_file.then_some(path));
        let counter = match outcome.map_err(|error| failed(path, &error))? {
            Outcome::Checked => &self.tally.files,
            Outcome::Binary => {
                if self.context.args.list_binary {
                    for (index, sink) in self.context.sinks.iter().enumerate() {
                        push_to(index, Message::Note(sink.report.binary(path)), push);
                    }
                }
                &self.tally.binary
            }
        };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(has_findings)
    }

    /// Returns what is allowed in a text, of which nothing was read.
    fn allowed<'s, 'f>(&self, subject: &Subject<'s>) -> Allowed<'s, 'f> {
        Allowed::new(subject, !self.context.args.no_allow)
    }

    /// Returns how to check the text of this name.
    fn subject<'s>(&'s self, name: Name<'s>, directory: &'s Directory) -> Subject<'s> {
        let is_member = name.own != name.shown;
        let is_file = !is_member && name.own != self.context.args.files.stdin_name();
        let repair = self.context.settings.repair.as_ref();
        Subject {
            is_member,
            named: name.named,
            explains: repair.is_some_and(|fix| fix.explains()),
            directories: is_file.then_some(&self.context.settings.directories),
            ..match self.context.settings.staged {
                Some(_) => Subject::staged(name.own, directory),
                None => Subject::new(name.own, is_member, directory),
            }
        }
    }

    /// Repairs a file. Returns whether it is text, and the file to check after it.
    fn fix(
        &self,
        fix: &dyn Repair,
        subject: &Subject<'_>,
        stdin: Option<stdin::Why>,
        buffers: &mut Buffers,
        push: &mut dyn FnMut(Message),
    ) -> io::Result<(Outcome, Option<File>)> {
        let path = subject.path;
        let file = match stdin {
            Some(why) => spooled(stdin::open(why)?)?,
            // Opening a FIFO would wait for a writer. A walk yields regular files only.
            None if subject.named && !fs::metadata(path)?.is_file() => return Err(not_regular()),
            None => File::open(path)?,
        };
        let data = file.metadata()?;
        if !data.is_file() {
            return Err(not_regular());
        }
        let subject = Subject {
            has_separate_repairs: true,
            describes: subject.explains,
            inner_feff: fix.inner_feff(),
            repairs: self.context.named,
            ..*subject
        };
        let mut outcome = Outcome::Checked;
        let mut has_findings = false;
        let mut check = |file: &File, size: u64, emit: Emit<'_>| {
            let mut allowed = self.allowed(&subject);
            allowed.is_file(file);
            let mut emit = |finding: Finding| {
                has_findings = true;
                if allowed.allow(&finding) {
                    return ControlFlow::Continue(());
                }
                if let (Fix::Transcode { .. } | Fix::Parts | Fix::Line { .. }, Some(directories)) =
                    (&finding.fix, subject.directories)
                {
                    directories.look_beside(path);
                }
                emit(finding)
            };
            outcome = file::check_file(&subject, file, size, self.context.settings, buffers, &mut emit)?;
            Ok(())
        };
        let mut show = |diff: String| {
            push(Message::Note(diff));
            self.context.flow()
        };
        let fixed = fix.fix(path, file, data, &mut check, &mut show);
        let text = match fixed.map_err(io::Error::other)? {
            Fixed::Nothing(file) => file,
            Fixed::Text {
                file,
                repairs,
                warnings,
                converted,
            } => {
                for warning in warnings {
                    push(Message::Error(format!("{}: {warning}", escape::path(path))));
                }
                self.push_repairs(fix, path, &repairs, converted.as_deref(), push);
                file
            }
        };
        if fix.writes_to_stdout() {
            write_to_stdout(&text)?;
        }
        let is_clean = outcome == Outcome::Binary || !has_findings;
        Ok((outcome, (!is_clean).then_some(text)))
    }

    /// Counts what could not be read, and reports it.
    fn push_failure(&self, failure: &Failure, push: &mut dyn FnMut(Message)) {
        self.tally.failed.fetch_add(1, Ordering::Relaxed);
        push(Message::Error(failure.to_string()));
        let args = self.context.args;
        if args.quiet || args.list || args.write_baseline.is_some() {
            return;
        }
        for (index, sink) in self.context.sinks.iter().enumerate() {
            let note = sink.report.failed(failure.path.as_deref(), &failure.reason);
            if !note.is_empty() {
                push_to(index, Message::Note(note), push);
            }
        }
    }

    /// Counts the repairs of a file, and reports them as the flags say.
    fn push_repairs(
        &self,
        fix: &dyn Repair,
        path: &Path,
        repairs: &BTreeMap<Rule, u64>,
        converted: Option<&str>,
        push: &mut dyn FnMut(Message),
    ) {
        if repairs.is_empty() {
            return;
        }
        self.tally.fixed.fetch_add(1, Ordering::Relaxed);
        self.tally
            .repairs
            .fetch_add(repairs.values().sum(), Ordering::Relaxed);
        let args = self.context.args;
        if args.list && fix.is_dry() {
            push(Message::Finding(self.context.listed(path)));
        }
        if !fix.shows_diffs() && !args.list && !args.quiet {
            let repairs: Vec<_> = repairs.iter().map(|(&rule, &count)| (rule, count)).collect();
            for (index, sink) in self.context.sinks.iter().enumerate() {
                let note = sink.report.fixed(path, &repairs, converted, fix.is_dry());
                push_to(index, Message::Note(note), push);
            }
        }
    }
}

/// Returns `true` if the name of a file in a directory is checked, or that of a member of an archive there.
fn checks_name(directory: &Directory, path: &Path, is_member: bool) -> bool {
    directory.for_file(path, is_member).rules.contains(Rule::Names)
}

/// What could not be read, and why.
struct Failure {
    /// The path, unless the reason names it.
    path: Option<PathBuf>,
    reason: String,
}

impl From<String> for Failure {
    fn from(reason: String) -> Failure {
        Failure { path: None, reason }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: {}", escape::path(path), self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

/// Returns that a file cannot be read.
fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure {
        path: Some(path.to_owned()),
        reason: reason(error),
    }
}

/// Checks a file, or what can be read from it in order if it is no regular file.
fn check_file<'f>(
    subject: &Subject<'_>,
    file: &'f File,
    settings: &Settings,
    buffers: &mut Buffers,
    emit: Emit<'_>,
    watch: Watch<'_, '_, 'f>,
) -> io::Result<Outcome> {
    let data = file.metadata()?;
    if !data.is_file() {
        return file::check_stream(subject, Watched::new(file, watch), buffers, emit);
    }
    watch.allowed.borrow_mut().is_file(file);
    let Some(survey) = watch.survey else {
        return file::check_file(subject, file, data.len(), settings, buffers, emit);
    };
    let mut has_findings = false;
    let mut emit = |finding| {
        has_findings = true;
        emit(finding)
    };
    let outcome = file::check_file(subject, file, data.len(), settings, buffers, &mut emit)?;
    survey.read(Sequential::new(file), has_findings)?;
    Ok(outcome)
}

fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// Writes a repaired text to standard output. A broken pipe is no error.
fn write_to_stdout(mut text: &File) -> io::Result<()> {
    text.rewind()?;
    let mut stdout = io::stdout().lock();
    // Standard output keeps the last line, and at exit its errors are lost.
    match io::copy(&mut text, &mut stdout).and_then(|_| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(io::Error::other(format!(
            "cannot write to standard output: {}",
            reason(&error)
        ))),
        _ => Ok(()),
    }
}

/// Returns a file without a name that holds what is read.
fn spooled(mut source: impl Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(&mut source, &mut file)?;
    Ok(file)
}
