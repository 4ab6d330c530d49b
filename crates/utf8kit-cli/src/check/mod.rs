//! `utf8 check`: what is wrong, and where.

mod bidi;
pub(crate) mod block;
mod double_encoded;
mod events;
mod examiner;
mod file;
pub(crate) mod finding;
pub(crate) mod head;
mod ill_formed;
mod legacy;
mod nfc;
mod order;
pub(crate) mod position;
pub(crate) mod rules;
mod scan;
pub(crate) mod signature;

use crate::args::{Bidi, CheckArgs, Color, Format};
use crate::config::Config;
use crate::report::counted;
use crate::report::{Github, Human, Json, Report, Sarif, Summary};
use crate::walk::{Files, Item, reason};
use crate::{Exit, cannot_write, complain, shown};
use file::{Outcome, Subject};
use finding::Finding;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use order::{Ordered, Said};
use rules::{Choice, RuleSet};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

/// How to check.
pub(crate) struct Options {
    wanted: events::Wanted,
    /// Does the command line say which rules?
    selected: bool,
    config: Config,
    /// Bytes of a block's body.
    piece: usize,
    /// Threads.
    jobs: usize,
}

/// What a run counts while it goes.
#[derive(Default)]
struct Tally {
    files: AtomicU64,
    binary: AtomicU64,
    failed: AtomicU64,
    found: AtomicBool,
}

/// Runs the verb.
pub(crate) fn run(args: CheckArgs) -> Exit {
    match prepare(&args) {
        Ok((files, options)) => check(files, &options, &args),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

fn prepare(args: &CheckArgs) -> Result<(Files, Options), String> {
    let union = |choices: &[Choice]| choices.iter().map(|choice| choice.rules).reduce(RuleSet::union);
    let named = |choices: &[Choice]| {
        let named = choices.iter().filter(|choice| choice.by_name);
        named.fold(RuleSet::NONE, |set, choice| set.union(choice.rules))
    };
    if let Some(rule) = named(&args.select).both(named(&args.ignore)).iter().next() {
        return Err(format!("the rule `{rule}` is both selected and ignored"));
    }
    let config = Config::find(args.config.as_deref(), args.no_config)?;
    let selected = union(&args.select);
    let rules = match selected {
        Some(rules) => rules,
        None => config
            .select
            .unwrap_or_else(RuleSet::default_on)
            .without(config.ignore),
    };
    let bidi = args.bidi.or(config.bidi).unwrap_or(Bidi::Unpaired);
    let options = Options {
        wanted: events::Wanted {
            rules: rules.without(union(&args.ignore).unwrap_or(RuleSet::NONE)),
            all_bidi: bidi == Bidi::All,
        },
        selected: selected.is_some(),
        config,
        piece: args.files.piece_size.unwrap_or(block::PIECE),
        jobs: args.files.jobs(),
    };
    let paths = args.files.paths()?;
    if args.stdin_filename.is_some() && !paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("--stdin-filename is for the path `-`, which is not given".to_owned());
    }
    Ok((Files::new(paths, args.files.rules())?, options))
}

fn check(files: Files, options: &Options, args: &CheckArgs) -> Exit {
    let stdout = io::stdout();
    let report: Box<dyn Report> = match args.format {
        Format::Human => Box::new(Human {
            color: args.color.is_wanted(stdout.is_terminal()),
            width: terminal_size::terminal_size().map_or(100, |(width, _)| width.0.into()),
        }),
        Format::Json => Box::new(Json),
        Format::Sarif => Box::new(Sarif),
        Format::Github => Box::new(Github),
    };
    let silent = args.quiet || args.list;
    let mut out = BufWriter::with_capacity(64 << 10, stdout.lock());
    if !silent && let Err(error) = out.write_all(report.begin().as_bytes()) {
        return cannot_write(&error, Exit::Clean);
    }
    drop(out);
    let progress = ProgressBar::hidden().with_style(ProgressStyle::default_spinner());
    let ordered = Ordered::new(
        BufWriter::with_capacity(64 << 10, stdout),
        report.separator(),
        args.max,
        progress.clone(),
    );
    let run = Run {
        options,
        args,
        report: &*report,
        ordered: &ordered,
        files: Mutex::new(files.enumerate()),
        tally: Tally::default(),
        progress,
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..options.jobs).map(|_| scope.spawn(|| run.work())).collect();
        let (done, is_done) = mpsc::channel::<()>();
        if !args.quiet && io::stderr().is_terminal() {
            let run = &run;
            scope.spawn(move || run.show_progress(&is_done));
        }
        run.work();
        for worker in workers {
            worker.join().expect("looking does not panic");
        }
        drop(done);
    });
    let tally = run.tally;
    let findings = ordered.findings();
    let exit = if tally.failed.load(Ordering::Relaxed) > 0 {
        Exit::Failed
    } else if tally.found.load(Ordering::Relaxed) {
        Exit::Findings
    } else {
        Exit::Clean
    };
    let (mut out, closed) = ordered.finish();
    if let Some(error) = closed {
        return cannot_write(&error, exit);
    }
    let end = report.end(&Summary {
        files: tally.files.into_inner(),
        findings,
        binary: tally.binary.into_inner(),
        failed: tally.failed.into_inner(),
    });
    let written = if silent {
        out.flush()
    } else {
        out.write_all(end.as_bytes()).and_then(|()| out.flush())
    };
    match written {
        Ok(()) => exit,
        Err(error) => cannot_write(&error, exit),
    }
}

/// A run of the verb, shared by its threads.
struct Run<'a, I> {
    options: &'a Options,
    args: &'a CheckArgs,
    report: &'a dyn Report,
    ordered: &'a Ordered<BufWriter<io::Stdout>>,
    files: Mutex<I>,
    tally: Tally,
    progress: ProgressBar,
}

impl<I: Iterator<Item = (usize, Item)>> Run<'_, I> {
    /// Takes files until there are none left.
    fn work(&self) {
        let mut buffer = Vec::new();
        loop {
            let next = self.files.lock().expect("walking does not panic").next();
            let Some((index, item)) = next else { return };
            if self.ordered.is_closed() || (self.args.quiet && self.tally.found.load(Ordering::Relaxed)) {
                return;
            }
            let mut turn = self.ordered.file(index);
            if let Err(message) = self.item(&item, &mut buffer, &mut |said| turn.say(said)) {
                self.tally.failed.fetch_add(1, Ordering::Relaxed);
                turn.say(Said::Complaint(message));
            }
        }
    }

    /// Shows how far the work is, from its first second on, until the other side of `is_done` is dropped.
    fn show_progress(&self, is_done: &mpsc::Receiver<()>) {
        let mut wait = Duration::from_secs(1);
        while is_done.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
            if self.progress.is_hidden() {
                self.progress.set_draw_target(ProgressDrawTarget::stderr());
            }
            let files = self.tally.files.load(Ordering::Relaxed) + self.tally.binary.load(Ordering::Relaxed);
            let findings = self.ordered.findings();
            let (files, findings) = (counted(files, "file"), counted(findings, "finding"));
            self.progress.set_message(format!("{files}, {findings}"));
            self.progress.tick();
            wait = Duration::from_millis(100);
        }
        self.progress.finish_and_clear();
    }

    fn item(&self, item: &Item, buffer: &mut Vec<u8>, say: &mut dyn FnMut(Said)) -> Result<(), String> {
        let stdin = Path::new("<stdin>");
        let (path, named) = match item {
            Item::File { path, named } => (path.as_path(), *named),
            Item::Stdin => (
                self.args.stdin_filename.as_ref().map_or(stdin, PathBuf::as_path),
                true,
            ),
            Item::Failed(message) => return Err(message.clone()),
        };
        let config = &self.options.config;
        let mut wanted = self.options.wanted;
        if config.has_files() {
            let relative = config.relative(path);
            wanted.rules = config.rules_for(&relative, wanted.rules, self.options.selected);
        }
        let subject = Subject { path, named, wanted };
        let mut shown = 0;
        let mut emit = |finding: Finding| {
            self.tally.found.store(true, Ordering::Relaxed);
            if self.args.quiet {
                return ControlFlow::Break(());
            }
            if self.args.list {
                say(Said::Finding(
                    format!("{}\n", crate::shown::path(path)).into_bytes(),
                ));
                return ControlFlow::Break(());
            }
            if self.args.max.is_some_and(|most| shown >= most) {
                say(Said::OneMore);
            } else {
                say(Said::Finding(self.report.finding(path, &finding).into_bytes()));
                shown += 1;
            }
            if self.ordered.is_closed() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let outcome = match item {
            Item::Stdin => file::check_stream(&subject, io::stdin().lock(), self.options, buffer, &mut emit),
            _ => open(path).and_then(|(file, size)| match size {
                Some(size) => file::check_file(&subject, &file, size, self.options, buffer, &mut emit),
                None => file::check_stream(&subject, &file, self.options, buffer, &mut emit),
            }),
        };
        let outcome = outcome.map_err(|error| format!("{}: {}", shown::path(path), reason(&error)))?;
        let counter = match outcome {
            Outcome::Checked => &self.tally.files,
            Outcome::Binary => &self.tally.binary,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// The file and, if it is a regular one, its size.
fn open(path: &Path) -> io::Result<(File, Option<u64>)> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    let size = data.is_file().then_some(data.len());
    Ok((file, size))
}

impl Color {
    fn is_wanted(self, on_terminal: bool) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
                if set("NO_COLOR").is_some() {
                    return false;
                }
                if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
                    return true;
                }
                let dumb = set("TERM").is_some_and(|value| value == "dumb");
                on_terminal && !dumb && set("CLICOLOR").is_none_or(|value| value != "0")
            }
        }
    }
}

/// Names of the rules that are on by default, for the help.
pub(crate) fn rules_help() -> String {
    let mut help = String::from("Rules (* on by default):\n");
    for about in &rules::RULES {
        let star = if about.default { '*' } else { ' ' };
        help.push_str(&format!("  {star} {:<17}{}\n", about.name, about.what));
    }
    help
}
