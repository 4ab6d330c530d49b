//! What configurations contain, with their globs compiled: once for all files of the same bytes.

use super::flags::Flags;
use super::signatures::{Signatures, globs};
use super::written::{self, At, ForFiles, Written};
use crate::flags::check::SignatureChoice;
use crate::io::read::read_file;
use crate::message::reason;
use globset::{Error, GlobSet};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Weak};
use utf8kit_lint::RuleSet;

/// The file of Python projects, which can have the keys in a table.
pub(super) const PYPROJECT: &str = "pyproject.toml";

/// Returns `true` if a file has our keys in its table `[tool.utf8kit]`.
fn is_pyproject(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == PYPROJECT)
}

/// Why a file is not read.
pub(super) enum ReadError {
    /// It is of another program. The message is about its first key.
    Foreign(String),
    /// It is a `pyproject.toml` without a table of ours.
    Absent(String),
    Wrong(String),
}

impl ReadError {
    /// Returns the message for a file that has to be a configuration.
    pub(super) fn into_message(self) -> String {
        match self {
            ReadError::Foreign(message) | ReadError::Absent(message) | ReadError::Wrong(message) => message,
        }
    }
}

/// What a configuration contains. It holds no place, so that all files of the same bytes share it.
#[derive(Default, Debug)]
pub(super) struct Compiled {
    /// What the file contains, with what flags say of all files in its lists.
    pub(super) written: Written,
    pub(super) signatures: Signatures,
    pub(super) exclude: GlobSet,
    pub(super) files: Vec<(GlobSet, ForFiles)>,
}

impl Compiled {
    pub(super) fn new(mut written: Written, flags: &Flags) -> Result<Compiled, Error> {
        apply(flags, &mut written);
        let exclude = written
            .exclude
            .iter()
            .map(|glob| glob.value.trim_end_matches('/'));
        let files = written.files.iter().map(|files| &files.value);
        Ok(Compiled {
            signatures: Signatures {
                forbidden: globs(&written.forbidden)?,
                required: globs(&written.required)?,
                optional: globs(&written.optional)?,
            },
            exclude: globs(&exclude.collect::<Vec<_>>())?,
            files: files
                .map(|files| Ok((globs(&files.glob)?, files.clone())))
                .collect::<Result<_, Error>>()?,
            written,
        })
    }

    /// Returns what the bytes of the file at `path` contain, which messages call `name`.
    fn read(path: &Path, name: &str, bytes: &[u8], flags: &Flags) -> Result<Compiled, ReadError> {
        let wrong = |error: String| ReadError::Wrong(format!("{name}:{error}"));
        let written = if is_pyproject(path) {
            let written = written::read_tool(bytes).map_err(wrong)?;
            written.ok_or_else(|| ReadError::Absent(format!("{name}: it has no table `[tool.utf8kit]`")))?
        } else {
            written::read(bytes).map_err(|error| match written::is_foreign(bytes) {
                true => ReadError::Foreign(format!("{name}:{error}")),
                false => wrong(error),
            })?
        };
        Compiled::new(written, flags).map_err(|error| wrong(format!(" {error}")))
    }
}

/// Changes the lists of a file to what they contain in effect with the flags.
fn apply(flags: &Flags, written: &mut Written) {
    for files in &mut written.files {
        let select = &mut files.value.select;
        *select = match flags.select {
            Some(_) => RuleSet::EMPTY,
            None => select.difference(flags.ignore),
        };
    }
    let every = || vec![At::flag("**".to_owned())];
    if let Some(signature) = flags.signature {
        let lists = [
            (SignatureChoice::Forbid, &mut written.forbidden),
            (SignatureChoice::Require, &mut written.required),
            (SignatureChoice::Ignore, &mut written.optional),
        ];
        for (choice, list) in lists {
            *list = if choice == signature { every() } else { Vec::new() };
        }
    }
    if let Some(encoding) = flags.encoding {
        written.files.push(At::flag(ForFiles {
            glob: vec!["**".to_owned()],
            encoding: Some(encoding),
            ..ForFiles::default()
        }));
    }
}

/// Longer files are not kept to be compared with others: 64 KiB.
const MAX_LEN: usize = 64 << 10;

/// The contents that configurations in use have.
#[derive(Default, Debug)]
pub(super) struct Cache(HashMap<Key, Weak<Compiled>>);

/// Whether a file is a `pyproject.toml`, and its bytes.
type Key = (bool, Box<[u8]>);

impl Cache {
    /// Reads the file at `path`, which messages call `name`. It is compiled if no file in use has the same bytes.
    pub(super) fn read(
        &mut self,
        path: &Path,
        name: &str,
        flags: &Flags,
    ) -> Result<Arc<Compiled>, ReadError> {
        let bytes =
            read_file(path).map_err(|error| ReadError::Wrong(format!("{name}: {}", reason(&error))))?;
        let key = (is_pyproject(path), bytes.into_boxed_slice());
        if let Some(compiled) = self.0.get(&key).and_then(Weak::upgrade) {
            return Ok(compiled);
        }
        let compiled = Arc::new(Compiled::read(path, name, &key.1, flags)?);
        if key.1.len() <= MAX_LEN {
            self.0.insert(key, Arc::downgrade(&compiled));
        }
        Ok(compiled)
    }

    /// Forgets what no configuration has any more.
    pub(super) fn forget(&mut self) {
        self.0.retain(|_, compiled| compiled.strong_count() > 0);
    }
}
