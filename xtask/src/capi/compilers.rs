//! The compilers of C and C++, and what they compile.

use crate::process::{find_program, newest_clang};
use std::fs;
use std::path::{Path, PathBuf};

/// The compilers of C and C++.
pub(super) struct Compilers {
    pub(super) name: &'static str,
    pub(super) c: PathBuf,
    pub(super) cxx: PathBuf,
}

pub(super) fn compilers() -> Result<[Compilers; 2], String> {
    let find = |name: &str| {
        find_program(name).ok_or_else(|| format!("found no {name}; `cargo xtask setup` installs it"))
    };
    let clangxx = newest_clang().ok_or("found no clang++; `cargo xtask setup` installs it")?;
    Ok([
        Compilers {
            name: "gcc",
            c: find("gcc")?,
            cxx: find("g++")?,
        },
        Compilers {
            name: "clang",
            c: find(&clangxx.replace("clang++", "clang"))?,
            cxx: find(&clangxx)?,
        },
    ])
}

/// Returns the files in C and C++ in a folder.
pub(super) fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut sources: Vec<_> = paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "c" || extension == "cpp")
        })
        .collect();
    sources.sort();
    Ok(sources)
}

/// Returns the functions that a header, or a part of one, declares.
pub(super) fn declared(header: &str) -> impl Iterator<Item = &str> {
    header
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .filter_map(|line| {
            let before = line.split_once('(')?.0;
            let name = before.rsplit([' ', '*']).next()?;
            name.starts_with("utf8kit_").then_some(name)
        })
}
