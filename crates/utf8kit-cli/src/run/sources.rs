//! The files of a run of `check`, `fix` or `detect`, each with the configuration of its directory.

use crate::config::{Configs, Directory};
use crate::io::walk::{Files, Item};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to read, or the message about what cannot be read.
pub(crate) type Next = Result<(Item, Arc<Directory>), String>;

/// What to read, in order.
pub(crate) struct Sources {
    files: Files,
    configs: Arc<Configs>,
    stdin: PathBuf,
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
            reported: HashSet::new(),
            index: 0,
        }
    }

    /// Returns the next one. Of the files whose configuration has an error, only the first yields it, and the others are
    /// skipped.
    fn find(&mut self) -> Option<Next> {
        loop {
            let item = match self.files.next()? {
                Item::Failed(message) => return Some(Err(message)),
                item => item,
            };
            let path = match &item {
                Item::File { path, .. } => path,
                _ => &self.stdin,
            };
            match self.configs.directory_of(path) {
                Ok(directory) => return Some(Ok((item, directory))),
                Err(message) if self.reported.insert(Arc::clone(&message)) => {
                    return Some(Err(format!(
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
