//! The order in which files and directories are renamed.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A file or directory to rename.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rename {
    pub(super) path: PathBuf,
    /// The new name.
    pub(super) to: OsString,
    /// What is repaired.
    pub(super) why: String,
}

impl Rename {
    fn target(&self) -> PathBuf {
        self.path.with_file_name(&self.to)
    }
}

/// A rename that is not made, and why.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Clash {
    pub(super) rename: Rename,
    pub(super) why: &'static str,
}

/// Returns the renames in an order in which each name is free when it is given, and each path is still right: what is in a directory
/// before the directory, and what has a name before what gets it. `whole` returns a path from the root of the file system on, and `exists`
/// whether there is anything at a path. Those that would get the same name, names in a circle, or the name of what keeps it, are not made.
pub(super) fn in_order(
    mut renames: Vec<Rename>,
    whole: impl Fn(&Path) -> PathBuf,
    exists: impl Fn(&Path) -> bool,
) -> (Vec<Rename>, Vec<Clash>) {
    let mut counts: HashMap<PathBuf, u32> = HashMap::new();
    for rename in &renames {
        *counts.entry(rename.target()).or_default() += 1;
    }
    let moving: HashSet<PathBuf> = renames.iter().map(|rename| rename.path.clone()).collect();
    let taken = |rename: &Rename| !moving.contains(&rename.target()) && exists(&rename.target());
    let (same, unique): (Vec<_>, Vec<_>) = renames.drain(..).partition(|rename| counts[&rename.target()] > 1);
    let (taken, mut unique): (Vec<_>, Vec<_>) = unique.into_iter().partition(taken);
    let clash = |why| move |rename| Clash { rename, why };
    let mut clashes: Vec<Clash> = same
        .into_iter()
        .map(clash("another file would get the same name"))
        .chain(
            taken
                .into_iter()
                .map(clash("another file has the name that this one would get")),
        )
        .collect();
    unique.sort_by_cached_key(|rename| {
        let path = whole(&rename.path);
        (std::cmp::Reverse(path.components().count()), path)
    });
    let by_path: HashMap<PathBuf, usize> = unique
        .iter()
        .enumerate()
        .map(|(index, rename)| (rename.path.clone(), index))
        .collect();
    let mut order = Vec::with_capacity(unique.len());
    let mut seen = HashSet::new();
    let mut circles = HashSet::new();
    for start in 0..unique.len() {
        // Names differ, so each file waits for one other at most.
        let mut chain = Vec::new();
        let mut next = Some(start);
        while let Some(index) = next.filter(|&index| seen.insert(index)) {
            chain.push(index);
            next = by_path.get(&unique[index].target()).copied();
        }
        match next.and_then(|index| chain.iter().position(|&other| other == index)) {
            Some(_) => circles.extend(chain),
            None => order.extend(chain.into_iter().rev()),
        }
    }
    let mut all: Vec<_> = unique.into_iter().map(Some).collect();
    let mut circles: Vec<_> = circles.into_iter().collect();
    circles.sort_unstable();
    clashes.extend(
        circles
            .into_iter()
            .filter_map(|index| all[index].take())
            .map(|rename| Clash {
                rename,
                why: "another file has the name that this one would get, and would get the name of this one",
            }),
    );
    let ordered = order.into_iter().filter_map(|index| all[index].take());
    (ordered.collect(), clashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rename(path: &str, to: &str) -> Rename {
        Rename {
            path: path.into(),
            to: to.into(),
            why: String::new(),
        }
    }

    /// Returns the paths in their order, and those that are left.
    fn ordered(renames: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let renames = renames.iter().map(|(path, to)| rename(path, to)).collect();
        let (order, clashes) = in_order(renames, Path::to_owned, |path| path.ends_with("taken"));
        let shown = |rename: &Rename| rename.path.display().to_string();
        (
            order.iter().map(shown).collect(),
            clashes.iter().map(|clash| shown(&clash.rename)).collect(),
        )
    }

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn what_is_in_a_directory_comes_before_it() {
        let (order, left) = ordered(&[("d", "e"), ("d/a", "b"), ("d/x/y", "z"), ("d/x", "w")]);
        assert_eq!(
            (order, left),
            (strings(&["d/x/y", "d/a", "d/x", "d"]), Vec::new())
        );
    }

    #[test]
    fn a_name_is_free_when_it_is_given() {
        let (order, left) = ordered(&[("a", "b"), ("b", "c"), ("c", "d"), ("x/a", "b"), ("x/b", "c")]);
        assert_eq!(
            (order, left),
            (strings(&["x/b", "x/a", "c", "b", "a"]), Vec::new())
        );
        let (order, _) = ordered(&[("c", "d"), ("b", "c"), ("a", "b")]);
        assert_eq!(order, ["c", "b", "a"]);
    }

    #[test]
    fn names_that_two_would_get_and_circles_are_left() {
        let (order, left) = ordered(&[("a", "x"), ("b", "x"), ("c", "a")]);
        assert_eq!((order, left), (strings(&["c"]), strings(&["a", "b"])));
        let (order, left) = ordered(&[("a", "taken"), ("b", "a"), ("d/b", "a")]);
        assert_eq!((order, left), (strings(&["d/b", "b"]), strings(&["a"])));
        let (order, left) = ordered(&[("taken", "x"), ("b", "taken")]);
        assert_eq!((order, left), (strings(&["taken", "b"]), Vec::new()));
        let (order, left) = ordered(&[("a", "b"), ("b", "a"), ("c", "d")]);
        assert_eq!((order, left), (strings(&["c"]), strings(&["a", "b"])));
        let (order, left) = ordered(&[("a", "b"), ("b", "c"), ("c", "a"), ("z", "y")]);
        assert_eq!((order, left), (strings(&["z"]), strings(&["a", "b", "c"])));
    }
}
