//! The files to look at, in an order that does not depend on threads.
//!
//! Trees are walked as `rg` walks them — `.gitignore` and its kin are obeyed, symbolic links are not followed — but
//! hidden files count, only `.git` does not.

use ignore::overrides::OverrideBuilder;
use ignore::{Walk, WalkBuilder};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// One thing found.
#[derive(Debug)]
pub(crate) enum Item {
    /// A file; `named` if it was asked for itself.
    File { path: PathBuf, named: bool },
    /// `-`.
    Stdin,
    /// A path that could not be looked at, and why.
    Failed(String),
}

/// How to walk.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) hidden: bool,
    pub(crate) ignore_files: bool,
    pub(crate) globs: Vec<String>,
}

/// The files below and among some paths.
pub(crate) struct Files {
    roots: VecDeque<PathBuf>,
    rules: Rules,
    overrides: ignore::overrides::Override,
    walk: Option<Walk>,
    /// Nothing was named: paths are shown without the `./` before them.
    of_here: bool,
}

impl Files {
    /// The files that `roots` name, or all below the working directory if it names none.
    pub(crate) fn new(roots: Vec<PathBuf>, rules: Rules) -> Result<Files, String> {
        let mut overrides = OverrideBuilder::new(".");
        for glob in &rules.globs {
            overrides
                .add(glob)
                .map_err(|error| format!("--glob {glob}: {error}"))?;
        }
        let overrides = overrides.build().map_err(|error| error.to_string())?;
        let of_here = roots.is_empty();
        let roots = if of_here {
            VecDeque::from([PathBuf::from(".")])
        } else {
            roots.into()
        };
        Ok(Files {
            roots,
            rules,
            overrides,
            walk: None,
            of_here,
        })
    }

    fn begin(&mut self, root: PathBuf) -> Option<Item> {
        if root.as_os_str() == "-" {
            return Some(Item::Stdin);
        }
        match root.metadata() {
            Ok(data) if data.is_dir() => {
                let mut builder = WalkBuilder::new(&root);
                builder
                    .standard_filters(self.rules.ignore_files)
                    .hidden(!self.rules.hidden)
                    .overrides(self.overrides.clone())
                    .sort_by_file_name(std::ffi::OsStr::cmp)
                    .filter_entry(|entry| entry.file_name() != ".git" || entry.depth() == 0);
                self.walk = Some(builder.build());
                None
            }
            Ok(_) => Some(Item::File {
                path: root,
                named: true,
            }),
            Err(error) => Some(Item::Failed(format!(
                "{}: {}",
                crate::shown::path(&root),
                reason(&error)
            ))),
        }
    }

    fn next_in_walk(&mut self) -> Option<Item> {
        for entry in self.walk.as_mut()? {
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    let path = entry.into_path();
                    let path = match path.strip_prefix("./") {
                        Ok(short) if self.of_here => short.to_owned(),
                        _ => path,
                    };
                    return Some(Item::File { path, named: false });
                }
                Ok(_) => {}
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
        loop {
            if let Some(item) = self.next_in_walk() {
                return Some(item);
            }
            let root = self.roots.pop_front()?;
            if let Some(item) = self.begin(root) {
                return Some(item);
            }
        }
    }
}

/// What an error of the system is, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

fn walk_reason(error: &ignore::Error) -> String {
    match error {
        ignore::Error::WithPath { path, err } => match err.io_error() {
            Some(io) => format!("{}: {}", crate::shown::path(path), reason(io)),
            None => format!("{}: {}", crate::shown::path(path), plain(err)),
        },
        ignore::Error::WithDepth { err, .. } => walk_reason(err),
        _ => plain(error),
    }
}

fn plain(error: &ignore::Error) -> String {
    crate::shown::text(error.to_string().as_bytes())
}

/// The paths that a list holds, one in each line, or ended by NUL.
pub(crate) fn listed(list: &[u8], by_nul: bool) -> Vec<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
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
        .map(|path| Path::new(std::ffi::OsStr::from_bytes(path)).to_owned())
        .collect()
}
