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

use crate::escape;
use crate::flags::check::Format;
use crate::flags::environment;
use crate::io::path::path_from_bytes;
use crate::io::stdout::{self, Exit};
use crate::message::{complain, reason};
use crate::report::Fixing;
use crate::run::check;
use crate::run::repair::{Check, Fixed, IsBackup, Repair, Show};
pub(crate) use settings::FixArgs;
use settings::{BACKUP, Mode, Settings, prepare};
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use utf8kit_lint::InnerFeff;

/// Runs the verb.
pub(crate) fn run(mut args: FixArgs) -> Exit {
    if args.check.rules.names {
        return renamed(&args);
    }
    if args.diff || args.explain {
        // They are formats of their own, whatever the environment says.
        args.check.format.get_or_insert(Format::Human);
    }
    match environment::resolve(&mut args.check).and_then(|()| prepare(&args)) {
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
        file: File,
        data: Metadata,
        check: Check<'_>,
        show: Show<'_>,
    ) -> Result<Fixed, String> {
        let seen = file::Seen::new(data);
        let Some(repaired) = file::repair(path, &file, seen.size(), self, check, show)? else {
            return Ok(Fixed::Nothing(file));
        };
        let text = repaired.as_file().try_clone().map_err(|error| reason(&error))?;
        let (repairs, converted) = (repaired.repairs.clone(), repaired.converted.clone());
        let mut warnings = Vec::new();
        match self.mode {
            Mode::Write => {
                warnings =
                    file::replace(repaired, file, path, &seen, self).map_err(|error| reason(&error))?;
            }
            Mode::Diff => diff::show(path, converted.as_deref(), (&file, &text), show)
                .map_err(|error| reason(&error))?,
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
