//! `utf8 init`: proposes a `utf8kit.toml` for a tree, by what `utf8 check` finds in it.

mod proposal;

use crate::config::{Configs, NAMES};
use crate::escape;
use crate::flags::Flags;
use crate::flags::check::CheckArgs;
use crate::io::path::{absolute, here};
use crate::io::stdout::{Exit, print};
use crate::message::{complain, reason};
use crate::report::{Checked, Report, Summary};
use crate::run::check;
use clap::{Args as Group, Parser};
use proposal::{Proposal, Seen};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use utf8kit_lint::{Finding, Level};

/// The file that is proposed.
const NAME: &str = NAMES[0];

/// Propose a utf8kit.toml for a tree, by what is found in it.
///
/// The proposal says what it excludes or allows, and why. It is printed. --write writes it, unless a configuration is there: nothing is ever overwritten.
///
/// Exit codes: 0 done, 2 a file could not be read or written, or a configuration is there.
#[derive(Group, Debug)]
pub(crate) struct InitArgs {
    /// The directory of the tree [default: the working directory]
    #[arg(value_name = "DIRECTORY")]
    directory: Option<PathBuf>,

    /// Write utf8kit.toml into the directory, unless a configuration is there, and print its path
    #[arg(long)]
    write: bool,
}

impl Flags for InitArgs {}

/// The arguments of `check`.
#[derive(Parser)]
struct Check {
    #[command(flatten)]
    args: CheckArgs,
}

/// Runs the verb.
pub(crate) fn run(args: InitArgs) -> Exit {
    let directory = args.directory.as_deref().unwrap_or(Path::new("."));
    match proposed(directory, args.write) {
        Ok((text, exit)) => print(&text, exit),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// Returns what is printed: the proposal, or where it was written.
fn proposed(directory: &Path, write: bool) -> Result<(String, Exit), String> {
    let shown = escape::path(directory);
    match directory.metadata() {
        Ok(data) if data.is_dir() => {}
        Ok(_) => return Err(format!("{shown}: expected a directory")),
        Err(error) => return Err(format!("{shown}: {}", reason(&error))),
    }
    let existing = existing(directory)?;
    if let (Some(existing), true) = (&existing, write) {
        let existing = escape::path(existing);
        return Err(format!(
            "{existing} is there: `utf8 init {shown}` prints what it could have beside"
        ));
    }
    let (seen, summary) = survey(directory)?;
    let exit = match summary.failed {
        0 => Exit::Clean,
        _ => Exit::Failed,
    };
    let proposal = Proposal::of(directory, &seen, &summary);
    let existing = existing.as_deref();
    let text = proposal.text(existing.map(|path| path.strip_prefix(".").unwrap_or(path)));
    if !write {
        return Ok((text, exit));
    }
    let path = match directory == Path::new(".") {
        true => PathBuf::from(NAME),
        false => directory.join(NAME),
    };
    write_new(&path, &text).map_err(|error| format!("{}: {error}", escape::path(&path)))?;
    Ok((format!("Wrote {}\n", escape::path(&path)), exit))
}

/// Returns the configuration that is in a directory, if there is one. Whatever has its name counts, also a link to nothing.
fn existing(directory: &Path) -> Result<Option<PathBuf>, String> {
    let names = NAMES.map(|name| directory.join(name));
    if let Some(path) = names.into_iter().find(|path| path.symlink_metadata().is_ok()) {
        return Ok(Some(path));
    }
    let configs = Configs::new(crate::config::Source::Closest, crate::config::Flags::none())?;
    let found = configs
        .directory(directory)
        .map_err(|message| message.to_string())?;
    let source = found
        .source()
        .filter(|source| source.parent() == Some(&absolute(&here().unwrap_or_default(), directory)));
    Ok(source.map(Path::to_owned))
}

/// Checks a tree as `utf8 check` does. Returns its files and the totals.
fn survey(directory: &Path) -> Result<(Vec<Seen>, Summary), String> {
    let arguments = ["check", "--format=json", "--max-per-file=1", "--"].map(OsString::from);
    let arguments = arguments.into_iter().chain([directory.as_os_str().to_owned()]);
    let Check { args } = Check::try_parse_from(arguments).map_err(|error| error.to_string())?;
    let seen = Arc::new(Mutex::default());
    let summary = check::survey(&args, Box::new(Survey(Arc::clone(&seen))))?;
    let mut seen = std::mem::take(&mut *seen.lock().expect("no thread panics"));
    // Threads check them in any order.
    seen.sort_by(|a: &Seen, b: &Seen| a.path.cmp(&b.path));
    Ok((seen, summary))
}

/// A report that keeps what is found in each file.
struct Survey(Arc<Mutex<Vec<Seen>>>);

impl Report for Survey {
    fn finding(&self, _: &Path, _: &Finding, _: u64) -> String {
        String::new()
    }

    fn is_by_file(&self) -> bool {
        true
    }

    fn file(&self, checked: Checked<'_>) -> Option<String> {
        let counts = checked.counts.iter();
        let counts = counts.filter(|(rule, ..)| rule.level() > Level::Note);
        let findings = counts.map(|(rule, kind, counts)| (*rule, kind.clone(), counts.findings));
        self.0.lock().expect("no thread panics").push(Seen {
            path: checked.path.to_owned(),
            findings: findings.collect(),
        });
        None
    }

    fn end(&self, _: &Summary, _: &[String]) -> String {
        String::new()
    }
}

/// Writes a file that does not exist. What could be written in part only is removed.
fn write_new(path: &Path, text: &str) -> Result<(), String> {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = file.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => "it is there, and was left as it is".to_owned(),
        _ => reason(&error),
    })?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    written.map_err(|error| {
        let _ = fs::remove_file(path);
        reason(&error)
    })
}
