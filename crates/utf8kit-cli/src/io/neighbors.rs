//! What the files of a directory are in: it decides about those among them that leave a doubt.
//!
//! A directory is looked at when the first such file is found, whatever else is read, in whatever order and by however many threads.
//! So the result depends on the directory alone. The files in it that are large or many are not read as a whole, and what is
//! known of a directory is a few names.

use super::read::Sequential;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use utf8kit_lint::{Certainty, Neighborhood, Neighbors, Reason, Recognizer};

/// The files of a directory that are read.
const MOST_READ: usize = 256;

/// Bytes that are read of each.
const READ_LEN: u64 = 16 << 10;

/// Bytes of these that decide, from the first that is not ASCII on.
const DECIDING: usize = 4 << 10;

/// No more files are read if so many are in legacy encodings.
const ENOUGH: usize = 64;

/// The directories of which it is known what their files are in.
const MOST_KNOWN: usize = 1024;

/// The files of a directory that are in legacy encodings.
type Census = Arc<OnceLock<Vec<(OsString, &'static str)>>>;

/// The directories of a run.
#[derive(Debug, Default)]
pub(crate) struct Directories {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    of: HashMap<PathBuf, Census>,
    /// The directories, those that were looked at first before others.
    order: VecDeque<PathBuf>,
}

impl Known {
    /// Returns what is known of a directory. To make room for it, one is forgotten that it is not in: a walk comes back to those.
    fn census(&mut self, directory: &Path) -> Census {
        if let Some(census) = self.of.get(directory) {
            return Arc::clone(census);
        }
        let is_done = |other: &PathBuf| !directory.starts_with(other);
        if self.order.len() >= MOST_KNOWN
            && let Some(at) = self.order.iter().position(is_done)
            && let Some(forgotten) = self.order.remove(at)
        {
            self.of.remove(&forgotten);
        }
        self.order.push_back(directory.to_owned());
        Arc::clone(self.of.entry(directory.to_owned()).or_default())
    }
}

impl Directories {
    /// Returns the files in legacy encodings of the directory that the file at `path` is in.
    fn census(&self, path: &Path) -> Census {
        let directory = path.parent().unwrap_or(Path::new(""));
        let census = self.known.lock().expect("no thread panics").census(directory);
        census.get_or_init(|| survey(directory));
        census
    }

    /// Looks at the directory of the file at `path` before the file changes.
    pub(crate) fn look_beside(&self, path: &Path) {
        self.census(path);
    }

    /// Returns the files beside the one at `path`.
    pub(crate) fn beside(self: &Arc<Self>, path: &Path) -> Beside {
        Beside {
            directories: Arc::clone(self),
            path: path.to_owned(),
        }
    }
}

/// The files beside one.
#[derive(Debug)]
pub(crate) struct Beside {
    directories: Arc<Directories>,
    path: PathBuf,
}

impl Neighborhood for Beside {
    fn neighbors(&self) -> Option<Neighbors> {
        let census = self.directories.census(&self.path);
        let others = census
            .get()?
            .iter()
            .filter(|(name, _)| Some(&**name) != self.path.file_name());
        Neighbors::of(others.map(|&(_, encoding)| encoding))
    }
}

/// Returns the files of a directory that are very likely in a legacy encoding by themselves.
fn survey(directory: &Path) -> Vec<(OsString, &'static str)> {
    let mut recognizer = Recognizer::new();
    let in_legacy = names(directory).into_iter().filter_map(|name| {
        let encoding = encoding(&directory.join(&name), &mut recognizer)?;
        Some((name, encoding))
    });
    in_legacy.take(ENOUGH).collect()
}

/// Returns the names of regular files of a directory, or of as many as are read: always the same ones, but not the first, because
/// files whose names are alike are alike. What cannot be read has none.
fn names(directory: &Path) -> Vec<OsString> {
    let directory = match directory == OsStr::new("") {
        true => Path::new("."),
        false => directory,
    };
    let mut first = BinaryHeap::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let name = entry.file_name();
            first.push((hash(name.as_encoded_bytes()), name));
            if first.len() > MOST_READ {
                first.pop();
            }
        }
    }
    first
        .into_sorted_vec()
        .into_iter()
        .map(|(_, name)| name)
        .collect()
}

/// Returns a number by which names are in no order: FNV-1a, with the bits first that depend most on the end of the name.
fn hash(name: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    name.iter().fold(0xCBF2_9CE4_8422_2325, step).swap_bytes()
}

/// Returns the legacy encoding that a file is very likely in, by its first bytes.
fn encoding(path: &Path, recognizer: &mut Recognizer) -> Option<&'static str> {
    let file = File::open(path).ok()?;
    let mut head = Vec::new();
    Sequential::new(&file)
        .take(READ_LEN)
        .read_to_end(&mut head)
        .ok()?;
    let first = head.iter().position(|byte| !byte.is_ascii())?;
    head.truncate(first + DECIDING);
    recognizer.reset();
    let _ = recognizer.push(&head);
    let recognized = recognizer.finish()?;
    let is_legacy = recognized.ill_formed_at.is_some()
        && recognized.certainty >= Certainty::VeryLikely
        && matches!(recognized.reason, Reason::Declared | Reason::Statistics);
    is_legacy.then_some(recognized.encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk of a million directories keeps what is known of a few, and of those that it comes back to.
    #[test]
    fn few_directories_are_known_and_those_around_the_last() {
        let mut known = Known::default();
        for i in 0..10 * MOST_KNOWN {
            known.census(Path::new("root"));
            known.census(&PathBuf::from(format!("root/{}", i / 100)));
            known.census(&PathBuf::from(format!("root/{}/{i}", i / 100)));
            assert!(known.of.len() <= MOST_KNOWN && known.order.len() == known.of.len());
        }
        let last = 10 * MOST_KNOWN - 1;
        assert!(known.of.contains_key(Path::new("root")));
        assert!(known.of.contains_key(Path::new(&format!("root/{}", last / 100))));
        assert!(!known.of.contains_key(Path::new("root/0")));
    }

    #[test]
    fn a_directory_with_many_files_is_not_read_as_a_whole() {
        let directory = tempfile::tempdir().expect("a directory");
        for i in 0..MOST_READ + 10 {
            fs::write(directory.path().join(format!("{i:04}")), b"text").expect("a file");
        }
        fs::create_dir(directory.path().join("0000.d")).expect("a directory");
        let chosen = names(directory.path());
        assert_eq!(chosen.len(), MOST_READ);
        assert!(!chosen.contains(&OsString::from("0000.d")));
        assert_eq!(chosen, names(directory.path()));
    }

    /// Files whose names are alike are alike.
    #[test]
    fn files_of_all_names_are_read() {
        let directory = tempfile::tempdir().expect("a directory");
        for i in 0..200 {
            fs::write(directory.path().join(format!("{i:04}")), b"text").expect("a file");
        }
        let read = names(directory.path());
        let of_first = read[..100]
            .iter()
            .filter(|name| ***name < *OsStr::new("0100"))
            .count();
        assert!((30..70).contains(&of_first), "{of_first}");
    }
}
