//! `utf8 detect`: names the encoding of each file, how sure that is, and why.
//!
//! The whole file is read: text that is UTF-8 for the first megabyte can be something else after it.

mod file;

use crate::config::{Configs, Flags};
use crate::escape;
use crate::flags::common::{ConfigArgs, FileArgs, ListFormat};
use crate::io::decompress::{self, Name, Text};
use crate::io::neighbors::{Beside, Directories};
use crate::io::read;
use crate::io::stdin;
use crate::io::stdout::{Exit, cannot_write};
use crate::io::threads::with_helpers;
use crate::io::walk::{self, Files, Item};
use crate::message::{complain, counted, reason};
use crate::report::{Next as NextCommand, Steps, json_name};
use crate::run::order::{Message, Ordered};
use crate::run::shared::Shared;
use crate::run::sources::{Next, Sources};
use clap::Args as Group;
use file::{Buffers, Found, Kind};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Stdout, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use unicode_width::UnicodeWidthStr;
use utf8kit_lint::Language;

/// Files of an encoding that the summary names at most.
const EXAMPLES: usize = 3;

/// Columns for them, unless the first one takes more.
const EXAMPLES_WIDTH: usize = 60;

/// Columns of the name of an encoding, before the path. Few names are longer.
const NAME_WIDTH: usize = 12;

/// A run of the verb, shared by its threads.
struct Run<'a> {
    args: &'a DetectArgs,
    sources: Shared<Sources>,
    directories: Arc<Directories>,
    ordered: Ordered<BufWriter<Stdout>>,
    /// What to do with each file.
    steps: Mutex<Steps>,
    /// What is found, for the summary, with the number of the file on the way.
    found: Mutex<Vec<(usize, PathBuf, Found)>>,
    has_failed: AtomicBool,
}

/// Name the encoding of each file, how sure that is, and why.
///
/// Without PATH, standard input is read if it is a pipe or a file, or else the working directory.
///
/// Exit codes: 0, or 2 if a file could not be read.
#[derive(Group, Debug)]
pub(crate) struct DetectArgs {
    /// Print the number of files of each encoding, with some of them
    #[arg(long)]
    summary: bool,

    /// Output format: human, json
    #[arg(long, value_enum, default_value = "human", hide_possible_values = true)]
    format: ListFormat,

    /// Same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    json: bool,

    /// Print only the names of the encodings
    #[arg(short, long, conflicts_with_all = ["format", "json", "summary"])]
    brief: bool,

    /// The encoding is what is printed anyway
    #[arg(short = 'i', long, aliases = ["mime", "mime-encoding"], hide = true)]
    mime: bool,

    #[command(flatten)]
    configuration: ConfigArgs,

    #[command(flatten)]
    files: FileArgs,
}

impl crate::flags::Flags for DetectArgs {}

/// Runs the verb.
pub(crate) fn run(mut args: DetectArgs) -> Exit {
    if args.json {
        args.format = ListFormat::Json;
    }
    let sources = match prepare(&args) {
        Ok(sources) => sources,
        Err(message) => {
            complain(&message);
            return Exit::Failed;
        }
    };
    let out = BufWriter::new(io::stdout());
    let run = Run {
        args: &args,
        sources: Shared::new(sources),
        directories: Arc::default(),
        ordered: Ordered::new(out, "", false, None, ProgressBar::hidden()),
        steps: Mutex::default(),
        found: Mutex::default(),
        has_failed: AtomicBool::new(false),
    };
    with_helpers(args.files.jobs(), || run.work(), || run.work());
    let exit = match run.has_failed.into_inner() {
        true => Exit::Failed,
        false => Exit::Clean,
    };
    let (mut out, _, closed) = run.ordered.finish();
    if let Some(error) = closed {
        return cannot_write(&error, exit);
    }
    if !args.summary {
        let steps = run.steps.into_inner().expect("no thread panics");
        let Some(next) = steps.next(&[], &args.files.paths) else {
            return exit;
        };
        return match write_next(&next, &mut out) {
            Ok(()) => exit,
            Err(error) => cannot_write(&error, exit),
        };
    }
    let mut found = run.found.into_inner().expect("no thread panics");
    // The texts of an archive stay in their order.
    found.sort_by_key(|&(index, ..)| index);
    match summary(&found, args.format == ListFormat::Json, &mut out).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) => cannot_write(&error, exit),
    }
}

/// Writes the command that goes on.
fn write_next(next: &NextCommand, out: &mut impl Write) -> io::Result<()> {
    for line in next.remark.iter().chain([&next.command]) {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

fn prepare(args: &DetectArgs) -> Result<Sources, String> {
    walk::check_null(&args.files)?;
    let configs = Arc::new(Configs::new((&args.configuration).into(), Flags::none())?);
    configs.require_valid(&args.files)?;
    let files = Files::new(walk::roots(&args.files)?, (&args.files).into())?.once();
    let excluding = Arc::clone(&configs);
    let files = files.without(move |path| excluding.excludes(path));
    Ok(Sources::new(files, configs, args.files.stdin_name()))
}

impl Run<'_> {
    /// Reads files until there are none left.
    fn work(&self) {
        let mut buffers = Buffers::new();
        while let Some((index, next)) = self.sources.next() {
            if self.ordered.is_closed() {
                return;
            }
            let mut turn = self.ordered.file(index);
            self.item(next, &mut buffers, &mut |result| {
                if let Done::Found(path, found) = &result
                    && self.args.format == ListFormat::Human
                    && !self.args.brief
                    && *path != self.args.files.stdin_name()
                    && !self.args.files.decompress
                    && let Some(step) = found.step()
                {
                    self.steps.lock().expect("no thread panics").add(step, path);
                }
                let message = match result {
                    Done::Found(path, found) if self.args.summary => {
                        let mut all = self.found.lock().expect("no thread panics");
                        return all.push((index, path.to_owned(), found));
                    }
                    Done::Found(path, found) => Message::Note(self.line(path, &found)),
                    Done::Failed(message) => {
                        self.has_failed.store(true, Ordering::Relaxed);
                        Message::Error(message)
                    }
                    Done::Skipped(message) => Message::Error(message),
                };
                turn.push(message);
            });
        }
    }

    /// Reads one file, with `-z` each text in it, and passes what is found out, or why it cannot be read, to `push`.
    fn item(&self, next: Next, buffers: &mut Buffers, push: Push<'_>) {
        let (path, stdin) = match next {
            Next::Item(Item::File { path, .. }, _) => (path, None),
            Next::Item(Item::Stdin(why), _) => (self.args.files.stdin_name().to_owned(), Some(why)),
            Next::Item(Item::Failed(message), _) | Next::Failed(message) => {
                return push(Done::Failed(message));
            }
            Next::Item(Item::Staged { .. } | Item::Other { .. }, _) | Next::Names(_) => return,
        };
        let decompress = self.args.files.decompress;
        let result = match stdin {
            Some(why) => stdin::open(why).and_then(|source| match decompress {
                true => unpacked(source, None, &path, buffers, push),
                false => found(source, &path, None, buffers, push),
            }),
            None => read::open(&path).and_then(|file| {
                let data = file.metadata()?;
                let size = data.is_file().then_some(data.len());
                if decompress && decompress::is_packed(&file, size)? {
                    return unpacked(&file, size.is_some().then_some(&file), &path, buffers, push);
                }
                let beside = size.map(|_| self.directories.beside(&path));
                found(file, &path, beside, buffers, push)
            }),
        };
        if let Err(error) = result {
            push(Done::Failed(failed(&path, &error)));
        }
    }

    /// Returns the line about a text: encoding, path, why, and a line of the text; or an object of JSON.
    fn line(&self, path: &Path, found: &Found) -> String {
        if self.args.format == ListFormat::Json {
            return escape::json_line(&object(path, found));
        }
        if self.args.brief {
            return format!("{}\n", found.name());
        }
        let mut line = format!("{:NAME_WIDTH$}  {}", found.name(), escape::path(path));
        let why = found.why();
        if !why.is_empty() {
            line.push_str(&format!(": {why}"));
        }
        line.push('\n');
        if let Some(text) = &found.line {
            line.push_str(&format!("  | {text}\n"));
        }
        line
    }
}

/// The result of one text.
enum Done<'p> {
    Found(&'p Path, Found),
    /// It could not be read.
    Failed(String),
    /// It is not read.
    Skipped(String),
}

/// Receives the results.
type Push<'p> = &'p mut dyn FnMut(Done<'_>);

/// Reads a text, which is in a file if it has some `beside` it.
fn found(
    source: impl io::Read,
    path: &Path,
    beside: Option<Beside>,
    buffers: &mut Buffers,
    push: Push<'_>,
) -> io::Result<()> {
    let found = file::detect(source, beside, buffers)?;
    push(Done::Found(path, found));
    Ok(())
}

/// Reads each text in `source`, which is `file` if it has a size.
fn unpacked(
    source: impl io::Read,
    file: Option<&File>,
    path: &Path,
    buffers: &mut Buffers,
    push: Push<'_>,
) -> io::Result<()> {
    let name = Name {
        shown: path,
        own: path,
        named: true,
    };
    decompress::unpack(source, file, name, &mut |name, text| {
        let result = match text {
            Text::Source(source) => found(source, name.shown, None, buffers, push),
            Text::Failed(error) => Err(error),
            Text::Named(_) => Ok(()),
            Text::Skipped(why) => {
                push(Done::Skipped(format!(
                    "{}: skipped: {why}",
                    escape::path(name.shown)
                )));
                Ok(())
            }
        };
        if let Err(error) = result {
            push(Done::Failed(failed(name.shown, &error)));
        }
        ControlFlow::Continue(())
    })
}

/// Returns the message about a file that cannot be read.
fn failed(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", escape::path(path), reason(error))
}

/// Returns a file as JSON.
fn object(path: &Path, found: &Found) -> Value {
    let is_text = !matches!(found.kind, Kind::Binary | Kind::Empty);
    let mut object = json!({
        "encoding": is_text.then(|| found.name()),
        "certainty": is_text.then(|| found.certainty.to_string()),
        "reason": is_text.then(|| found.reason()),
        "language": found.language.map(Language::tag),
        "neighbors": found.neighbors,
        "second": found.second.map(|second| second.encoding),
        "bits_behind": found.second.and_then(|second| second.bits),
        "other_from": found.other_from,
        "signature": found.has_signature,
        "binary": found.kind == Kind::Binary,
        "ill_formed_at": found.ill_formed_at,
        "ends_early": found.ends_early,
        "shifts": found.shifts,
        "line": found.line,
    });
    json_name(&mut object, path);
    object
}

/// Writes the number of files of each encoding, the most frequent first, with some of them.
fn summary(found: &[(usize, PathBuf, Found)], is_json: bool, out: &mut impl Write) -> io::Result<()> {
    let mut groups: BTreeMap<&str, Vec<&Path>> = BTreeMap::new();
    for (_, path, found) in found {
        groups.entry(found.group()).or_default().push(path);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, paths)| std::cmp::Reverse(paths.len()));
    if is_json {
        let groups = groups.iter().map(|(name, paths)| {
            let named = paths.iter().map(|path| {
                let mut object = json!({});
                json_name(&mut object, path);
                object
            });
            json!({ "encoding": name, "files": paths.len(), "paths": named.collect::<Vec<_>>() })
        });
        let summary = json!({ "summary": groups.collect::<Vec<_>>() });
        return out.write_all(escape::json_line(&summary).as_bytes());
    }
    let width = groups.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let count_width = groups
        .first()
        .map_or(0, |(_, paths)| paths.len().to_string().len());
    for (name, paths) in &groups {
        let examples = examples(paths);
        writeln!(out, "{:count_width$}  {name:width$}  {}", paths.len(), examples)?;
    }
    writeln!(out, "{}", counted(found.len() as u64, "file"))
}

/// Returns the first few of `paths`.
fn examples(paths: &[&Path]) -> String {
    let mut examples = String::new();
    for (i, path) in paths.iter().enumerate() {
        let path = escape::path(path);
        let is_too_wide = i > 0 && examples.width() + path.width() > EXAMPLES_WIDTH;
        if i == EXAMPLES || is_too_wide {
            examples.push_str(", …");
            break;
        }
        if i > 0 {
            examples.push_str(", ");
        }
        examples.push_str(&path);
    }
    examples
}
