//! The files of a run of `check`, `fix` or `detect`, each with the configuration of its directory.

use crate::config::{Configs, Directory};
use crate::io::names::is_remarkable;
use crate::io::walk::{Files, Item};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to check next.
pub(crate) enum Next {
    /// Something to read.
    Item(Item, Arc<Directory>),
    /// The paths of files and directories whose names are to be checked. They come last.
    Names(Vec<(PathBuf, Arc<Directory>)>),
    /// The message about what cannot be read.
    Failed(String),
}

/// What to read, in order.
pub(crate) struct Sources {
    files: Files,
    configs: Arc<Configs>,
    stdin: PathBuf,
    /// The paths whose names are to be checked, so far.
    names: Vec<(PathBuf, Arc<Directory>)>,
    /// The errors in configurations that were reported.
    reported: HashSet<Arc<str>>,
    index: usize,
}

impl Sources {
    /// `stdin` is the name of standard input.
    pub(crate) fn new(files: Files, configs: Arc<Configs>, stdin: &Path) -> Sources {
        Sources {
            files,
            configs,
            stdin: stdin.to_owned(),
            names: Vec::new(),
            reported: HashSet::new(),
            index: 0,
        }
    }

    /// Returns the next one. Of the files whose configuration has an error, only the first yields it, and the others are
    /// skipped.
    fn find(&mut self) -> Option<Next> {
        loop {
            let Some(item) = self.files.next() else {
                let names = std::mem::take(&mut self.names);
                return (!names.is_empty()).then_some(Next::Names(names));
            };
            let path = match &item {
                Item::File { path, .. } | Item::Staged { path, .. } | Item::Other { path } => Some(path),
                Item::Stdin(_) => None,
                Item::Failed(message) => return Some(Next::Failed(message.clone())),
            };
            match self.configs.directory_of(path.unwrap_or(&self.stdin)) {
                Ok(directory) => {
                    if let Some(path) = path
                        && directory.config.checks_names()
                        && is_remarkable(path)
                    {
                        self.names.push((path.clone(), Arc::clone(&directory)));
                    }
                    if !matches!(item, Item::Other { .. }) {
                        return Some(Next::Item(item, directory));
                    }
                }
                Err(message) if self.reported.insert(Arc::clone(&message)) => {
                    return Some(Next::Failed(format!(
                        "{message}; the files that it applies to are skipped: `exclude` their directory in the utf8kit.toml \
                         above, or use --no-config"
                    )));
                }
                Err(_) => {}
            }
        }
    }
}

/// Yields what to read with its number.
impl Iterator for Sources {
    type Item = (usize, Next);

    fn next(&mut self) -> Option<(usize, Next)> {
        let next = self.find()?;
        self.index += 1;
        Some((self.index - 1, next))
    }
}
