//! The files to read, in an order that does not depend on threads.
//!
//! Directories are walked as `rg` walks them: `.gitignore` and similar files are respected, symbolic links are not
//! followed. But hidden files are included, except `.git`.

use crate::escape;
use crate::flags::common::FileArgs;
use crate::io::git::Changed;
use crate::io::path::path_from_bytes;
use crate::io::read::read_file;
use crate::io::stdin;
use crate::message::reason;
use ignore::overrides::OverrideBuilder;
use ignore::{Walk, WalkBuilder};
use std::collections::{HashSet, VecDeque};
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Something to read.
#[derive(Debug)]
pub(crate) enum Item {
    /// A file; `named` if its path was given.
    File { path: PathBuf, named: bool },
    /// What is no file to read, but has a name: a directory, a symbolic link.
    Other { path: PathBuf },
    /// What Git has staged of a file, by its name there.
    Staged { path: PathBuf, id: String },
    /// Standard input.
    Stdin(stdin::Why),
    /// The message about a path that cannot be read.
    Failed(String),
}

impl From<Changed> for Item {
    fn from(changed: Changed) -> Item {
        let Changed { path, staged, .. } = changed;
        match staged {
            Some(id) => Item::Staged { path, id },
            None => Item::File { path, named: false },
        }
    }
}

/// Which files a walk yields.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Whether hidden files are included.
    hidden: bool,
    /// Whether `.gitignore` and similar files are respected.
    ignore_files: bool,
    globs: Vec<String>,
}

impl From<&FileArgs> for Rules {
    fn from(args: &FileArgs) -> Rules {
        Rules {
            hidden: args.hidden,
            ignore_files: !args.no_ignore,
            globs: args
                .glob
                .iter()
                .cloned()
                .chain(args.exclude.iter().map(|glob| format!("!{glob}")))
                .collect(),
        }
    }
}

/// Where to begin.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Roots {
    /// The paths that were given, also in a list. A list can be empty.
    Paths(Vec<PathBuf>),
    /// Files that Git says are changed.
    Changed(Vec<Changed>),
    /// Files that a walk has found before.
    Found(Vec<PathBuf>),
    /// No path was given: standard input.
    Stdin(stdin::Why),
    /// No path was given: all below the working directory.
    Tree,
}

/// Returns where to begin, by the arguments. Without a path, that is standard input if somebody has given it, or else the working
/// directory.
pub(crate) fn roots(args: &FileArgs) -> Result<Roots, String> {
    if let Some(roots) = unnamed(args) {
        return Ok(roots);
    }
    let mut paths = args.paths.clone();
    if let Some(list) = &args.files_from {
        // As in a walk, links are not followed: a list of Git's has them beside what they lead to.
        let is_link = |path: &PathBuf| path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        paths.extend(
            read_list(list, args.null)?
                .into_iter()
                .filter(|path| !is_link(path)),
        );
    }
    if args.stdin_filename.is_some() && !paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(stdin::NOT_GIVEN.to_owned());
    }
    Ok(Roots::Paths(paths))
}

/// Returns where to begin if neither a path nor a list of them is given.
pub(crate) fn unnamed(args: &FileArgs) -> Option<Roots> {
    if !args.paths.is_empty() || args.files_from.is_some() {
        return None;
    }
    Some(match &args.stdin_filename {
        Some(_) => Roots::Stdin(stdin::Why::Named),
        None if stdin::is_given() => Roots::Stdin(stdin::Why::InsteadOfTree),
        None => Roots::Tree,
    })
}

/// Returns the paths in the list that is in a file, or in standard input.
fn read_list(list: &Path, by_nul: bool) -> Result<Vec<PathBuf>, String> {
    let name = escape::path(list);
    let read = if list.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        read_file(list)
    };
    let bytes = read.map_err(|error| format!("{name}: {}", reason(&error)))?;
    listed(&bytes, by_nul).map_err(|error| format!("{name}: {error}"))
}

/// Returns `true` for a path that is left out.
type Excludes = Arc<dyn Fn(&Path) -> bool + Send + Sync>;

/// Fails if `-0` is given without the list of paths that it is about.
pub(crate) fn check_null(args: &FileArgs) -> Result<(), String> {
    match args.null && args.files_from.is_none() {
        true => Err("-0 is for --files-from".to_owned()),
        false => Ok(()),
    }
}

/// The files below and among some paths.
pub(crate) struct Files {
    /// What comes before the roots.
    first: VecDeque<Item>,
    roots: VecDeque<PathBuf>,
    rules: Rules,
    overrides: ignore::overrides::Override,
    walk: Option<Walk>,
    /// Returns `true` for the paths that a walk does not enter or read.
    excludes: Option<Excludes>,
    /// The root is the working directory: paths are shown without the `./` before them.
    is_default: bool,
    /// The files so far, by their whole paths, if several roots can yield one twice.
    seen: Option<HashSet<PathBuf>>,
    /// The files among those roots, which a walk leaves to them: what is named is read in any case.
    named: HashSet<PathBuf>,
    /// Whether it yields also what is no file.
    has_names: bool,
    /// Whether a named file is left out that a walk would leave out.
    leaves_out_named: bool,
}

impl Files {
    /// Returns the files below and among `roots`.
    pub(crate) fn new(roots: Roots, rules: Rules) -> Result<Files, String> {
        let mut overrides = OverrideBuilder::new(".");
        for glob in &rules.globs {
            overrides
                .add(glob)
                .map_err(|error| format!("--glob {glob}: {error}"))?;
        }
        let overrides = overrides.build().map_err(|error| error.to_string())?;
        let is_default = match &roots {
            Roots::Paths(paths) => matches!(&paths[..], [path] if path.as_os_str() == "."),
            Roots::Tree => true,
            Roots::Stdin(_) | Roots::Changed(_) | Roots::Found(_) => false,
        };
        let (roots, first) = match roots {
            Roots::Paths(paths) => (paths.into(), VecDeque::new()),
            Roots::Changed(files) => (VecDeque::new(), files.into_iter().map(Item::from).collect()),
            Roots::Found(paths) => {
                let item = |path| Item::File { path, named: false };
                (VecDeque::new(), paths.into_iter().map(item).collect())
            }
            Roots::Stdin(why) => (VecDeque::new(), VecDeque::from([Item::Stdin(why)])),
            Roots::Tree => (VecDeque::from([PathBuf::from(".")]), VecDeque::new()),
        };
        Ok(Files {
            first,
            seen: None,
            named: HashSet::new(),
            roots,
            rules,
            overrides,
            walk: None,
            excludes: None,
            is_default,
            has_names: false,
            leaves_out_named: false,
        })
    }

    /// Yields each file once, also if several roots lead to it.
    pub(crate) fn once(mut self) -> Files {
        if overlap(&self.roots) {
            let files = self.roots.iter().filter(|root| root.is_file());
            self.named = files.filter_map(|root| whole(root).ok()).collect();
            self.seen = Some(HashSet::new());
        }
        self
    }

    /// Yields also what is no file: all that has a name.
    pub(crate) fn with_names(mut self) -> Files {
        self.has_names = true;
        self
    }

    /// Leaves out named files too, if that is wanted.
    pub(crate) fn leaving_out_named(mut self, leaves_out_named: bool) -> Files {
        self.leaves_out_named = leaves_out_named;
        self
    }

    /// Skips the paths in directories for which `excludes` returns `true`, besides those that are skipped already.
    pub(crate) fn without(mut self, excludes: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Files {
        self.excludes = Some(match self.excludes.take() {
            None => Arc::new(excludes),
            Some(others) => Arc::new(move |path: &Path| others(path) || excludes(path)),
        });
        self
    }

    /// Begins with the next root. Returns it if it is not a directory.
    fn begin(&mut self, root: PathBuf) -> Option<Item> {
        if root.as_os_str() == "-" {
            return Some(Item::Stdin(stdin::Why::Named));
        }
        if self.leaves_out_named && self.leaves_out(&root) {
            return None;
        }
        match root.metadata() {
            Ok(data) if data.is_dir() => {
                let mut builder = WalkBuilder::new(&root);
                let excludes = self.excludes.clone();
                builder
                    .standard_filters(self.rules.ignore_files)
                    .hidden(!self.rules.hidden)
                    .overrides(self.overrides.clone())
                    // This order is that of the names, because the paths in a directory begin alike. To find the name in a path
                    // takes longer than to compare the path.
                    .sort_by_file_path(|a, b| a.as_os_str().cmp(b.as_os_str()))
                    .filter_entry(move |entry| {
                        let is_excluded = || excludes.as_ref().is_some_and(|excludes| excludes(entry.path()));
                        entry.depth() == 0 || (entry.file_name() != ".git" && !is_excluded())
                    });
                self.walk = Some(builder.build());
                None
            }
            Ok(_) => Some(Item::File {
                path: root,
                named: true,
            }),
            Err(error) => Some(Item::Failed(format!(
                "{}: {}",
                escape::path(&root),
                reason(&error)
            ))),
        }
    }

    /// Returns `true` if an item was not yielded before.
    fn is_new(&mut self, item: &Item) -> bool {
        match (&mut self.seen, item) {
            (Some(seen), Item::File { path, named }) => whole(path).map_or(true, |path| {
                (*named || !self.named.contains(&path)) && seen.insert(path)
            }),
            (Some(seen), Item::Other { path }) => whole(path).map_or(true, |path| seen.insert(path)),
            _ => true,
        }
    }

    /// Returns `true` if a walk would not come to a path that no walk has found. Files that are ignored count: Git has them.
    fn leaves_out(&self, path: &Path) -> bool {
        let is_hidden = |path: &Path| {
            let name = path.file_name().map(OsStr::as_encoded_bytes);
            !self.rules.hidden && name.is_some_and(|name| name.starts_with(b"."))
        };
        let is_excluded = |path: &Path| self.excludes.as_ref().is_some_and(|excludes| excludes(path));
        let above = path.ancestors().skip(1);
        self.overrides.matched(path, false).is_ignore()
            || above.filter(|path| !path.as_os_str().is_empty()).any(|path| {
                self.overrides.matched(path, true).is_ignore() || is_hidden(path) || is_excluded(path)
            })
            || is_hidden(path)
            || is_excluded(path)
    }

    fn next_in_walk(&mut self) -> Option<Item> {
        for entry in self.walk.as_mut()? {
            match entry {
                Ok(entry) => {
                    let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                    if !is_file && !self.has_names {
                        continue;
                    }
                    let path = entry.into_path();
                    let path = match self.is_default.then(|| path.strip_prefix("./")) {
                        Some(Ok(short)) => short.to_owned(),
                        _ => path,
                    };
                    return Some(match is_file {
                        true => Item::File { path, named: false },
                        false => Item::Other { path },
                    });
                }
                Err(error) => return Some(Item::Failed(walk_reason(&error))),
            }
        }
        self.walk = None;
        None
    }
}

impl Iterator for Files {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while let Some(first) = self.first.pop_front() {
            match &first {
                Item::File { path, .. } | Item::Staged { path, .. } if self.leaves_out(path) => {}
                _ => return Some(first),
            }
        }
        loop {
            let item = match self.next_in_walk() {
                Some(item) => item,
                None => {
                    let root = self.roots.pop_front()?;
                    match self.begin(root) {
                        Some(item) => item,
                        None => continue,
                    }
                }
            };
            if self.is_new(&item) {
                return Some(item);
            }
        }
    }
}

/// Returns the path from the root of the file system on. A symbolic link at its end is another path than its target.
fn whole(path: &Path) -> io::Result<PathBuf> {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if parent.as_os_str().is_empty() => {
            Ok(Path::new(".").canonicalize()?.join(name))
        }
        (Some(parent), Some(name)) => Ok(parent.canonicalize()?.join(name)),
        _ => path.canonicalize(),
    }
}

/// Returns `true` if one of the roots is another one, or below it.
fn overlap(roots: &VecDeque<PathBuf>) -> bool {
    let mut paths: Vec<_> = roots.iter().filter_map(|root| whole(root).ok()).collect();
    // What is below a directory comes after it.
    paths.sort();
    paths.windows(2).any(|pair| pair[1].starts_with(&pair[0]))
}

fn walk_reason(error: &ignore::Error) -> String {
    match error {
        ignore::Error::WithPath { path, err } => match err.io_error() {
            Some(io) => format!("{}: {}", escape::path(path), reason(io)),
            None => format!("{}: {}", escape::path(path), plain(err)),
        },
        ignore::Error::WithDepth { err, .. } => walk_reason(err),
        _ => plain(error),
    }
}

fn plain(error: &ignore::Error) -> String {
    escape::text(error.to_string().as_bytes())
}

/// Returns the paths in a list, one in each line, or each ended by NUL.
fn listed(list: &[u8], by_nul: bool) -> Result<Vec<PathBuf>, String> {
    let separator = if by_nul { 0 } else { b'\n' };
    list.split(|&byte| byte == separator)
        .map(|path| {
            if by_nul {
                path
            } else {
                path.strip_suffix(b"\r").unwrap_or(path)
            }
        })
        .filter(|path| !path.is_empty())
        .map(path_from_bytes)
        .collect()
}
