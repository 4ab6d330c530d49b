//! `utf8 check --watch`: checks files again when they change.
//!
//! What tells of a change only wakes the run. It then walks through the tree again, and checks the files whose size, times or inode
//! are others than before. So names, `.gitignore` and `exclude` count as in every run, and no event can be lost.

use super::check;
use super::settings::{Settings, prepare};
use crate::config::CONFIGURING;
use crate::flags::check::{CheckArgs, Format};
use crate::flags::environment;
use crate::io::path::{absolute, here};
use crate::io::stdin;
use crate::io::stdout::Exit;
use crate::io::walk::{self, Files, Item, Roots};
use crate::io::watch::{Wake, Watcher};
use crate::message::{complain, counted};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// Checks the files that the arguments select, and again when they change, until it is ended.
pub(crate) fn run(mut args: CheckArgs) -> Exit {
    match environment::resolve(&mut args)
        .and_then(|()| require_tree(&args))
        .and_then(|()| watch(&args))
    {
        Ok(exit) => exit,
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// Fails if there is nothing to watch, or if the format is one for a report that ends.
fn require_tree(args: &CheckArgs) -> Result<(), String> {
    if !matches!(args.format(), Format::Human | Format::Concise | Format::Json) {
        return Err("--watch is for the formats human, concise and json: others have an end".to_owned());
    }
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    match walk::unnamed(&args.files) {
        Some(Roots::Stdin(stdin::Why::InsteadOfTree)) => {
            Err("--watch: name what to watch, such as `.`: standard input is a pipe or a file".to_owned())
        }
        _ if args.files.paths.iter().any(is_stdin) => {
            Err("--watch is for files: standard input is checked as it comes anyway".to_owned())
        }
        _ => Ok(()),
    }
}

fn watch(args: &CheckArgs) -> Result<Exit, String> {
    let mut watcher = Watcher::new();
    let mut seen = Look::at(args)?;
    // What changes from now on is seen, also while files are checked.
    watcher.watch(seen.directories());
    let mut exit = check_all(args)?;
    let files = counted(seen.files.len() as u64, "file");
    complain(&format!("watching {files}; Ctrl-C ends"));
    loop {
        if watcher.wait(seen.took) == Wake::Closed {
            return Ok(exit);
        }
        loop {
            // An error in a configuration is told, and gone when somebody repairs it.
            let found = match Look::at(args) {
                Ok(found) => found,
                Err(message) => {
                    complain(&message);
                    break;
                }
            };
            // A file can come into a new directory before that is watched.
            let has_new = watcher.watch(found.directories());
            let checked = match found.changes(&seen) {
                Changes::None => Ok(exit),
                Changes::All => check_all(args),
                Changes::Files(files) => check_files(args, files),
            };
            seen = found;
            match checked {
                Ok(checked) => exit = checked,
                Err(message) => complain(&message),
            }
            if !has_new {
                break;
            }
        }
    }
}

fn check_all(args: &CheckArgs) -> Result<Exit, String> {
    let (files, settings) = prepare(args)?;
    Ok(check::check(files, &settings, args))
}

fn check_files(args: &CheckArgs, paths: Vec<PathBuf>) -> Result<Exit, String> {
    let (_, settings) = prepare(args)?;
    let files = Files::new(Roots::Found(paths), (&args.files).into())?;
    Ok(check::check(files, &settings, args))
}

/// What a walk found.
struct Look {
    files: BTreeMap<PathBuf, Stamp>,
    directories: BTreeSet<PathBuf>,
    /// Configurations above the paths that are walked.
    above: BTreeMap<PathBuf, Stamp>,
    settings: Settings,
    /// How long it took.
    took: Duration,
}

/// What differs when a file was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// The inode and the time at which it changed last, where there are such.
    inode: (u64, i64, i64),
}

impl From<Metadata> for Stamp {
    fn from(data: Metadata) -> Stamp {
        #[cfg(unix)]
        let inode = {
            use std::os::unix::fs::MetadataExt;
            (data.ino(), data.ctime(), data.ctime_nsec())
        };
        #[cfg(not(unix))]
        let inode = (0, 0, 0);
        Stamp {
            len: data.len(),
            modified: data.modified().ok(),
            inode,
        }
    }
}

/// What is to be checked again.
enum Changes {
    None,
    Files(Vec<PathBuf>),
    All,
}

impl Look {
    fn at(args: &CheckArgs) -> Result<Look, String> {
        let start = Instant::now();
        let (files, settings) = prepare(args)?;
        let mut look = Look {
            files: BTreeMap::new(),
            directories: BTreeSet::new(),
            above: BTreeMap::new(),
            settings,
            took: Duration::ZERO,
        };
        for item in files {
            match item {
                Item::File { path, named } => {
                    if named {
                        look.directories.insert(parent(&path));
                        // What a link leads to is written elsewhere.
                        look.directories
                            .extend(path.canonicalize().map(|path| parent(&path)));
                    }
                    // One that is gone meanwhile is none.
                    if let Ok(data) = path.metadata() {
                        look.files.insert(path, data.into());
                    }
                }
                Item::Other { path } if path.symlink_metadata().is_ok_and(|data| data.is_dir()) => {
                    look.directories.insert(path);
                }
                Item::Other { .. } | Item::Staged { .. } | Item::Stdin(_) | Item::Failed(_) => {}
            }
        }
        let tree = PathBuf::from(".");
        let roots = match &args.files.paths[..] {
            [] => std::slice::from_ref(&tree),
            paths => paths,
        };
        let here = here()?;
        for root in roots {
            // A path that is gone can come back.
            look.directories
                .insert(if root.is_dir() { root.clone() } else { parent(root) });
            look.look_above(&absolute(&here, root));
        }
        look.took = start.elapsed();
        Ok(look)
    }

    /// Looks for configurations above a path, up to the top of its repository. If it is in none, they are not watched.
    fn look_above(&mut self, path: &Path) {
        let above: Vec<_> = path.ancestors().skip(1).collect();
        let top = path.ancestors().position(|above| above.join(".git").exists());
        for directory in above.iter().take(top.unwrap_or(0)) {
            self.directories.insert(directory.to_path_buf());
            for name in CONFIGURING {
                let file = directory.join(name);
                if let Ok(data) = file.metadata() {
                    self.above.insert(file, data.into());
                }
            }
        }
    }

    fn directories(&self) -> impl Iterator<Item = &Path> {
        self.directories.iter().map(PathBuf::as_path)
    }

    /// Returns what is to be checked, if `before` was seen before.
    fn changes(&self, before: &Look) -> Changes {
        let is_other = |(path, stamp): &(&PathBuf, &Stamp)| before.files.get(*path) != Some(*stamp);
        let changed: Vec<_> = self
            .files
            .iter()
            .filter(is_other)
            .map(|(path, _)| path.clone())
            .collect();
        let gone = before.files.keys().filter(|path| !self.files.contains_key(*path));
        let configures = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default();
            CONFIGURING.iter().any(|configuring| name == *configuring)
                || before.settings.configs.has_read(path)
        };
        if self.above != before.above || changed.iter().chain(gone).any(configures) {
            return Changes::All;
        }
        match changed.is_empty() {
            true => Changes::None,
            false => Changes::Files(changed),
        }
    }
}

/// Returns the directory that a file is in.
fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
