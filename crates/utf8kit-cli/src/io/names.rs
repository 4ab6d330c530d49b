//! Names of files, directories and members of archives, to be judged together.

use super::decompress;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Finding, Name, NameEncoding, Options, check_names};

/// Bytes of a name that every file system takes.
const LONGEST: usize = 255;

/// Returns `true` if there can be anything to say about the name at the end of a path.
pub(crate) fn is_remarkable(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.len() > LONGEST || name.iter().any(|byte| !matches!(byte, b' '..=b'~'))
}

/// The names at the ends of some paths.
#[derive(Default)]
pub(crate) struct Names {
    all: Vec<Entry>,
    /// The number of each directory.
    directories: HashMap<PathBuf, usize>,
    /// The paths of members of an archive that were added, and of the directories that they are in.
    members: HashSet<PathBuf>,
}

struct Entry {
    path: PathBuf,
    directory: usize,
    encoding: NameEncoding,
}

impl Names {
    /// Adds the name at the end of a path.
    pub(crate) fn add(&mut self, path: &Path, encoding: NameEncoding) {
        let parent = path.parent().unwrap_or(Path::new(""));
        let directory = match self.directories.get(parent) {
            Some(&number) => number,
            None => {
                let number = self.directories.len();
                self.directories.insert(parent.to_owned(), number);
                number
            }
        };
        self.all.push(Entry {
            path: path.to_owned(),
            directory,
            encoding,
        });
    }

    /// Adds the names in the path of a member of an archive for which `wants` returns `true`, each once.
    pub(crate) fn add_member(
        &mut self,
        member: decompress::Name<'_>,
        encoding: NameEncoding,
        wants: impl Fn(&Path) -> bool,
    ) {
        let depth = member.own.components().count();
        let shown: Vec<_> = member.shown.ancestors().take(depth).collect();
        let own: Vec<_> = member.own.ancestors().take(depth).collect();
        for (shown, own) in shown.into_iter().zip(own).rev() {
            if is_remarkable(own) && !self.members.contains(own) && wants(own) {
                self.members.insert(own.to_owned());
                self.add(shown, encoding);
            }
        }
    }

    /// Returns a path.
    pub(crate) fn path(&self, index: usize) -> &Path {
        &self.all[index].path
    }

    /// Returns what is found in the names, with the index of the path of each.
    pub(crate) fn check(&self, from: Option<Encoding>, options: &Options) -> Vec<(usize, Finding)> {
        let names = self.all.iter().map(|entry| Name {
            bytes: entry.path.file_name().unwrap_or_default().as_encoded_bytes(),
            directory: entry.directory,
            encoding: entry.encoding,
        });
        let names: Vec<_> = names.collect();
        check_names(&names, from, options)
    }
}
