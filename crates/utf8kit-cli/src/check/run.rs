//! The threads of a run: they take files, check them, and put their findings in order.

use super::Settings;
use super::file::{self, Outcome, Subject};
use super::order::{Message, Ordered};
use super::tally::{FileTally, Tally};
use crate::args::CheckArgs;
use crate::decompress::{self, Name, Text};
use crate::escape;
use crate::read::Buffers;
use crate::report::{Report, counted};
use crate::walk::{Files, Item, reason};
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Stdout};
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, mpsc};
use std::time::Duration;
use utf8kit_lint::{Emit, Finding};

/// A run of the verb, shared by its threads.
pub(super) struct Run<'a> {
    settings: &'a Settings,
    args: &'a CheckArgs,
    report: &'a dyn Report,
    ordered: &'a Ordered<BufWriter<Stdout>>,
    files: Mutex<Enumerate<Files>>,
    tally: Tally,
    progress: ProgressBar,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        args: &'a CheckArgs,
        report: &'a dyn Report,
        ordered: &'a Ordered<BufWriter<Stdout>>,
        files: Files,
        progress: ProgressBar,
    ) -> Run<'a> {
        Run {
            settings,
            args,
            report,
            ordered,
            files: Mutex::new(files.enumerate()),
            tally: Tally::default(),
            progress,
        }
    }

    /// Checks all files and returns the counts.
    pub(super) fn run(self) -> Tally {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (1..self.settings.jobs)
                .map(|_| scope.spawn(|| self.work()))
                .collect();
            let (done, is_done) = mpsc::channel::<()>();
            if !self.args.quiet && io::stderr().is_terminal() {
                let run = &self;
                scope.spawn(move || run.show_progress(&is_done));
            }
            self.work();
            for worker in workers {
                worker.join().expect("no thread panics");
            }
            drop(done);
        });
        self.tally
    }

    /// Checks files until there are none left.
    fn work(&self) {
        let mut buffers = Buffers::new(self.settings.body_len);
        loop {
            let next = self.files.lock().expect("walking does not panic").next();
            let Some((index, item)) = next else { return };
            if self.ordered.is_closed() {
                return;
            }
            let mut turn = self.ordered.file(index);
            if let Err(message) = self.item(&item, &mut buffers, &mut |message| turn.push(message)) {
                self.tally.failed.fetch_add(1, Ordering::Relaxed);
                turn.push(Message::Error(message));
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
            let findings = counted(self.ordered.findings(), "finding");
            self.progress.set_message(format!("{files}, {findings}"));
            self.progress.tick();
            wait = Duration::from_millis(100);
        }
        self.progress.finish_and_clear();
    }

    /// Checks one file, with `-z` each text in it.
    fn item(&self, item: &Item, buffers: &mut Buffers, push: &mut dyn FnMut(Message)) -> Result<(), String> {
        let stdin = Path::new("<stdin>");
        let (path, named) = match item {
            Item::File { path, named } => (path.as_path(), *named),
            Item::Stdin => (
                self.args.stdin_filename.as_ref().map_or(stdin, PathBuf::as_path),
                true,
            ),
            Item::Failed(message) => return Err(message.clone()),
        };
        let settings = self.settings;
        let name = Name {
            shown: path,
            own: path,
            named,
        };
        let failed = |error: io::Error| failed(path, &error);
        let decompress = self.args.files.decompress;
        let Item::File { .. } = item else {
            let source = io::stdin().lock();
            if decompress {
                return self.unpacked(source, None, name, buffers, push).map_err(failed);
            }
            return self.text(name, push, |subject, emit| {
                file::check_stream(subject, source, settings, buffers, emit)
            });
        };
        let (file, size) = open(path).map_err(failed)?;
        if decompress && decompress::is_packed(&file, size).map_err(failed)? {
            let regular = size.is_some().then_some(&file);
            return self.unpacked(&file, regular, name, buffers, push).map_err(failed);
        }
        self.text(name, push, |subject, emit| match size {
            Some(size) => file::check_file(subject, &file, size, settings, buffers, emit),
            None => file::check_stream(subject, &file, settings, buffers, emit),
        })
    }

    /// Checks each text in `source`, which is `file` if it has a size.
    fn unpacked(
        &self,
        source: impl Read,
        file: Option<&File>,
        name: Name<'_>,
        buffers: &mut Buffers,
        push: &mut dyn FnMut(Message),
    ) -> io::Result<()> {
        decompress::unpack(source, file, name, &mut |name, text| {
            let result = match text {
                Text::Source(source) => self.text(name, push, |subject, emit| {
                    file::check_stream(subject, source, self.settings, buffers, emit)
                }),
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
            if let Err(message) = result {
                self.tally.failed.fetch_add(1, Ordering::Relaxed);
                push(Message::Error(message));
            }
            if self.ordered.is_closed() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Checks one text by `check`.
    fn text(
        &self,
        name: Name<'_>,
        push: &mut dyn FnMut(Message),
        check: impl FnOnce(&Subject<'_>, Emit<'_>) -> io::Result<Outcome>,
    ) -> Result<(), String> {
        let path = name.shown;
        let settings = self.settings;
        let config = &settings.config;
        let mut rules = settings.rules;
        if config.has_files() {
            rules = config.rules_for(&config.relative(name.own), rules, settings.selected);
        }
        let subject = Subject {
            path: name.own,
            named: name.named,
            rules,
        };
        let (mut shown, mut unshown) = (0, 0);
        let mut tally = FileTally::default();
        let mut emit = |finding: Finding| {
            tally.count(&finding);
            if self.args.quiet {
                return ControlFlow::Break(());
            }
            if self.args.list {
                push(Message::Finding(self.listed(path)));
                return ControlFlow::Break(());
            }
            if self.args.statistics || self.args.max.is_some_and(|max| shown >= max) {
                unshown += 1;
            } else if shown >= settings.max_per_file {
                unshown += 1;
                tally.leave_out(&finding);
            } else {
                push(Message::Finding(self.report.finding(path, &finding).into_bytes()));
                shown += 1;
            }
            if self.ordered.is_closed() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let outcome = check(&subject, &mut emit);
        if unshown > 0 {
            push(Message::Unshown(unshown));
        }
        let left_out = tally.left_out();
        if !left_out.is_empty() {
            push(Message::Note(self.report.left_out(path, &left_out)));
        }
        self.tally.add(tally);
        let outcome = outcome.map_err(|error| failed(path, &error))?;
        let counter = match outcome {
            Outcome::Checked => &self.tally.files,
            Outcome::Binary => &self.tally.binary,
        };
        if outcome == Outcome::Binary && self.args.list_binary {
            push(Message::Note(self.report.binary(path)));
        }
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Returns a path as `-l` prints it: as it is if a program reads it, and safe to print on a terminal.
    fn listed(&self, path: &Path) -> Vec<u8> {
        let bytes = path.as_os_str().as_encoded_bytes();
        if self.args.files.null {
            [bytes, b"\0"].concat()
        } else if self.settings.on_terminal {
            format!("{}\n", escape::text(bytes)).into_bytes()
        } else {
            [bytes, b"\n"].concat()
        }
    }
}

/// Returns the message about a file that cannot be read.
fn failed(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", escape::path(path), reason(error))
}

/// Opens a file and returns its size if it is a regular one.
fn open(path: &Path) -> io::Result<(File, Option<u64>)> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    let size = data.is_file().then_some(data.len());
    Ok((file, size))
}
