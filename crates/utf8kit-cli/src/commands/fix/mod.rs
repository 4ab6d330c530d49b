//! `utf8 fix`: repairs text files in place.
//!
//! Each file is checked as `utf8 check` does. What has a repair is written beside the file, which it then replaces as a whole;
//! the findings that remain are reported. So a file is either old or new, whenever the command is interrupted.

mod decode;
mod diff;
mod edit;
mod file;
mod mail;
mod marc;
#[cfg(unix)]
mod names;
mod parts;
mod settings;

use crate::flags::check::Format;
use crate::flags::fix::{self, BACKUP, FixArgs};
use crate::io::path::path_from_bytes;
use crate::io::stdout::{self, Exit};
use crate::io::walk::{self, Roots};
use crate::message::{complain, reason};
use crate::report::Fixing;
use crate::run::check;
use crate::run::repair::{Check, Fixed, IsBackup, Repair, Show};
use crate::{encodings, escape};
use settings::{Mode, Settings};
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use utf8kit_lint::InnerFeff;

/// Runs the verb.
pub(crate) fn run(args: FixArgs) -> Exit {
    if args.check.names {
        return renamed(&args);
    }
    match prepare(&args) {
        Ok(settings) => check::run(args.check, Some(Box::new(settings))),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// Repairs names, and leaves what is in the files.
#[cfg(unix)]
fn renamed(args: &FixArgs) -> Exit {
    names::run(args)
}

/// Repairs names, and leaves what is in the files.
#[cfg(not(unix))]
fn renamed(_: &FixArgs) -> Exit {
    complain("--names of `utf8 fix` is for Unix: `utf8 check --names` reports names on every system");
    Exit::Failed
}

fn prepare(args: &FixArgs) -> Result<Settings, String> {
    let from = args.from.as_deref().map(encodings::find).transpose()?;
    let from = from.map(encodings::with_line_ends);
    if from.is_some() && !args.transcode {
        return Err("-f is for --transcode, which converts files, and for --names".to_owned());
    }
    let files = &args.check.files;
    let is_dry = args.diff || args.check_only;
    let unnamed = walk::unnamed(files);
    let has_stdin = match unnamed {
        Some(Roots::Stdin(_)) => true,
        _ => files.paths.iter().any(|path| path.as_os_str() == "-"),
    };
    if unnamed == Some(Roots::Tree) && !is_dry && !args.stdout {
        return Err("name the files to repair, or `.` for all files below the working directory".to_owned());
    }
    if has_stdin && (files.paths.len() > 1 || files.files_from.is_some()) {
        return Err(
            "`-` writes the repaired text to standard output: it cannot be repaired with other files"
                .to_owned(),
        );
    }
    if args.check.encoding.is_some() {
        return Err(
            "--as is for `utf8 check`: to convert files from another encoding, use --transcode -f".to_owned(),
        );
    }
    if args.check.files.decompress {
        return Err("-z is for `utf8 check`: compressed files are not written".to_owned());
    }
    if args.check.write_baseline.is_some() || args.check.prune_baseline || args.check.show_config {
        return Err("--write-baseline, --prune-baseline and --show-config are for `utf8 check`".to_owned());
    }
    if args.check.since.is_some() || args.check.staged {
        return Err("--since and --staged are for `utf8 check`: name the files to repair".to_owned());
    }
    if args.check.format == Format::Html {
        return Err("--format html is for `utf8 check`: repair the files, then check them".to_owned());
    }
    if args.diff && (args.check.list || args.check.statistics || args.check.format != Format::Human) {
        return Err(
            "--diff is a format of its own: use --check with -l, --statistics, or another --format"
                .to_owned(),
        );
    }
    if let Some(suffix) = &args.backup
        && (suffix.is_empty() || suffix.contains(std::path::is_separator))
    {
        return Err("--backup: expected a suffix for names of files, as in --backup=.old".to_owned());
    }
    if args.stdout
        && !has_stdin
        && !matches!(&files.paths[..], [path] if !path.is_dir() && files.files_from.is_none())
    {
        return Err("--stdout writes the repaired text of one file: name that".to_owned());
    }
    let mode = match (args.diff, args.check_only, has_stdin || args.stdout) {
        (true, _, _) => Mode::Diff,
        (_, true, _) => Mode::Check,
        (_, _, true) => Mode::Stdout,
        _ => Mode::Write,
    };
    Ok(Settings {
        mode,
        on_error: args.on_error.clone(),
        transcode: args.transcode,
        likely: args.check.likely,
        from,
        backup: args.backup.clone(),
        break_links: args.break_links,
        explain: args.explain,
        inner_feff: match args.inner_feff {
            None => InnerFeff::Keep,
            Some(fix::InnerFeff::Remove) => InnerFeff::Remove,
            Some(fix::InnerFeff::WordJoiner) => InnerFeff::WordJoiner,
        },
    })
}

impl Repair for Settings {
    fn fixing(&self) -> Fixing {
        match self.mode {
            Mode::Diff | Mode::Check => Fixing::Dry,
            Mode::Write | Mode::Stdout => Fixing::Repair,
        }
    }

    fn inner_feff(&self) -> InnerFeff {
        self.inner_feff
    }

    fn shows_diffs(&self) -> bool {
        self.mode == Mode::Diff
    }

    fn explains(&self) -> bool {
        self.explain
    }

    fn is_backup(&self) -> IsBackup {
        let suffixes: Vec<String> = [Some(BACKUP), self.backup.as_deref()]
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect();
        Box::new(move |path| {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            suffixes.iter().any(|suffix| {
                let original = name.strip_suffix(suffix.as_bytes());
                let original = original.filter(|original| !original.is_empty());
                let original = original.and_then(|original| path_from_bytes(original).ok());
                original.is_some_and(|original| path.is_file() && path.with_file_name(original).is_file())
            })
        })
    }

    fn in_place(&self, paths: &[PathBuf], changed: u64) -> Option<String> {
        if self.mode != Mode::Write || changed == 0 || !stdout::is_regular_file() {
            return None;
        }
        Some(match paths {
            [path] if !path.is_dir() => {
                let path = escape::path(path);
                format!(
                    "{path} was changed in place; to write its text to standard output, use `utf8 fix - < {path}`"
                )
            }
            _ if changed == 1 => "1 file was changed in place; standard output has the report".to_owned(),
            _ => format!("{changed} files were changed in place; standard output has the report"),
        })
    }

    fn writes_to_stdout(&self) -> bool {
        self.mode == Mode::Stdout
    }

    fn fix(
        &self,
        path: &Path,
        file: &File,
        data: Metadata,
        check: Check<'_>,
        show: Show<'_>,
    ) -> Result<Fixed, String> {
        let seen = file::Seen::new(data);
        let Some(repaired) = file::repair(path, file, seen.size(), self, check, show)? else {
            return Ok(Fixed::Nothing);
        };
        let text = repaired.as_file().try_clone().map_err(|error| reason(&error))?;
        let (repairs, converted) = (repaired.repairs.clone(), repaired.converted.clone());
        let mut warnings = Vec::new();
        match self.mode {
            Mode::Write => {
                warnings =
                    file::replace(repaired, file, path, &seen, self).map_err(|error| reason(&error))?;
            }
            Mode::Diff => {
                diff::show(path, converted.as_deref(), (file, &text), show).map_err(|error| reason(&error))?
            }
            Mode::Check | Mode::Stdout => {}
        }
        Ok(Fixed::Text {
            file: text,
            repairs,
            warnings,
            converted,
        })
    }
}
