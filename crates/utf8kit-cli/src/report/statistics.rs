//! The counts of `--statistics`: by rule and kind, directory, file or encoding.

use super::{Compared, Counts, json_name};
use crate::escape;
use crate::flags::check::Grouping;
use crate::message::counted;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use utf8kit_lint::Rule;

/// Directories that are kept: with more, the deepest ones count for those above them.
const MAX_DIRECTORIES: usize = 10_000;

/// The counts of a run.
pub(crate) struct Statistics {
    pub(crate) by: Grouping,
    /// Whether findings are compared with a baseline.
    pub(crate) has_baseline: bool,
    pub(crate) rows: Vec<Row>,
    /// The number of rows that are left out, and what they count.
    pub(crate) more: (u64, Group),
    /// The number of parts that the paths of directories have at most, if deeper ones count for those above them.
    pub(crate) depth: Option<usize>,
}

/// What is counted of a rule and kind, a directory, a file or an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Group {
    pub(crate) counts: Counts,
    /// Files, with findings and without.
    pub(crate) checked: u64,
    pub(crate) compared: Compared,
}

impl Group {
    pub(crate) fn add(&mut self, other: &Group) {
        self.counts.findings += other.counts.findings;
        self.counts.places += other.counts.places;
        self.counts.files += other.counts.files;
        self.checked += other.checked;
        self.compared.suppressed += other.compared.suppressed;
        self.compared.gone += other.compared.gone;
    }

    /// Returns what rows are sorted by, before their names: the most findings first.
    pub(crate) fn rank(&self) -> Reverse<[u64; 3]> {
        let Compared { suppressed, gone } = self.compared;
        Reverse([self.counts.findings, suppressed + gone, self.checked])
    }

    /// Returns `true` if there is nothing to say.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Group::default()
    }
}

/// A row of the table.
pub(crate) struct Row {
    pub(crate) name: Name,
    pub(crate) group: Group,
}

/// What a row counts.
pub(crate) enum Name {
    Kind(Rule, Cow<'static, str>),
    Path(PathBuf),
    Encoding(Cow<'static, str>),
}

impl Statistics {
    /// Returns the table for people.
    pub(super) fn table(&self) -> String {
        if self.rows.is_empty() && self.more.0 == 0 {
            return String::new();
        }
        let mut numbers = vec!["findings", "places"];
        let words = match self.by {
            Grouping::Rule => vec!["rule", "kind"],
            Grouping::Directory => vec!["directory"],
            Grouping::File => vec!["file"],
            Grouping::Encoding => vec!["encoding"],
        };
        if self.by != Grouping::File {
            numbers.push("files");
        }
        if self.by == Grouping::Encoding {
            numbers.push("checked");
        }
        if self.has_baseline {
            numbers.extend(["baseline", "gone"]);
        }
        let count = numbers.len();
        let mut table = vec![numbers.into_iter().chain(words).map(str::to_owned).collect()];
        table.extend(self.rows.iter().map(|row| self.cells(row)));
        let widths: Vec<usize> = (0..table[0].len())
            .map(|column| {
                table
                    .iter()
                    .map(|row: &Vec<String>| row[column].len())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for row in &table {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let gap = if column > 0 { "  " } else { "" };
                let _ = match column {
                    column if column < count => write!(text, "{gap}{cell:>width$}"),
                    column if column + 1 < row.len() => write!(text, "{gap}{cell:width$}"),
                    _ => writeln!(text, "{gap}{cell}"),
                };
            }
        }
        let (rows, group) = self.more;
        if rows > 0 {
            let (one, several) = match self.by {
                Grouping::Rule => ("kind", "kinds"),
                Grouping::Directory => ("directory", "directories"),
                Grouping::File => ("file", "files"),
                Grouping::Encoding => ("encoding", "encodings"),
            };
            let what = if rows == 1 { one } else { several };
            let findings = counted(group.counts.findings, "finding");
            text.push_str(&format!(
                "{rows} more {what} with {findings}; --max says how many are shown\n"
            ));
        }
        if let Some(depth) = self.depth {
            let parts = counted(depth as u64, "part");
            text.push_str(&format!(
                "Paths are cut to {parts}: deeper directories count for those above them\n"
            ));
        }
        text
    }

    /// Returns the cells of a row.
    fn cells(&self, row: &Row) -> Vec<String> {
        let Group {
            counts,
            checked,
            compared,
        } = row.group;
        let mut numbers = vec![counts.findings, counts.places];
        if self.by != Grouping::File {
            numbers.push(counts.files);
        }
        if self.by == Grouping::Encoding {
            numbers.push(checked);
        }
        if self.has_baseline {
            numbers.extend([compared.suppressed, compared.gone]);
        }
        let mut cells: Vec<_> = numbers.iter().map(u64::to_string).collect();
        match &row.name {
            Name::Kind(rule, kind) => cells.extend([rule.to_string(), kind.to_string()]),
            Name::Path(path) => cells.push(escape::path(path)),
            Name::Encoding(name) => cells.push(escape::text(name.as_bytes())),
        }
        cells
    }

    /// Returns the line of JSON.
    pub(super) fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let mut shown = match &row.name {
                Name::Kind(rule, kind) => json!({ "rule": rule.name(), "kind": kind }),
                Name::Path(path) => {
                    let mut shown = json!({});
                    json_name(&mut shown, path);
                    shown
                }
                Name::Encoding(name) => json!({ "encoding": name, "checked": row.group.checked }),
            };
            self.push_json(&mut shown, &row.group);
            shown
        });
        let mut line = json!({ "statistics": rows.collect::<Vec<_>>(), "by": self.by.name() });
        let (rows, group) = &self.more;
        if *rows > 0 {
            line["more"] = json!({ "rows": rows });
            self.push_json(&mut line["more"], group);
        }
        if let Some(depth) = self.depth {
            line["depth"] = depth.into();
        }
        line
    }

    /// Adds what a group counts to a JSON object.
    fn push_json(&self, object: &mut Value, group: &Group) {
        let Counts {
            findings,
            places,
            files,
        } = group.counts;
        for (name, count) in [("findings", findings), ("places", places), ("files", files)] {
            object[name] = count.into();
        }
        if self.has_baseline {
            object["baseline"] = json!(group.compared);
        }
    }
}

/// What directories count, as deep as [`MAX_DIRECTORIES`] allow. That does not depend on the order of the files.
#[derive(Default)]
pub(crate) struct Directories {
    groups: BTreeMap<PathBuf, Group>,
    /// The number of parts that paths have at most, if they are cut.
    depth: Option<usize>,
}

impl Directories {
    /// Adds what the file at `path` counts to its directory.
    pub(crate) fn add(&mut self, path: &Path, group: &Group) {
        self.add_within(path, group, MAX_DIRECTORIES);
    }

    fn add_within(&mut self, path: &Path, group: &Group, most: usize) {
        let directory = path.parent().unwrap_or(Path::new(""));
        let directory = cut(directory, self.depth);
        match self.groups.get_mut(&directory) {
            Some(known) => known.add(group),
            None => {
                self.groups.insert(directory, *group);
            }
        }
        // One part remains of each path: the first level is never joined.
        while self.groups.len() > most && self.depth != Some(1) {
            let deepest = self.groups.keys().map(|path| depth_of(path)).max();
            self.depth = deepest.map(|deepest| (deepest - 1).max(1));
            for (path, group) in std::mem::take(&mut self.groups) {
                self.groups.entry(cut(&path, self.depth)).or_default().add(&group);
            }
        }
    }

    /// Returns the directories, those with the most findings first, and the number of parts that their paths have at most, if they are
    /// cut.
    pub(crate) fn sorted(&self) -> (Vec<(&Path, &Group)>, Option<usize>) {
        let groups = self.groups.iter();
        let mut sorted: Vec<_> = groups.map(|(path, group)| (&**path, group)).collect();
        sorted.sort_by_key(|(_, group)| group.rank());
        (sorted, self.depth)
    }
}

/// Returns the number of parts of a path.
fn depth_of(path: &Path) -> usize {
    path.components().count()
}

/// Returns the first parts of the path of a directory. The one without parts is `.`.
fn cut(path: &Path, depth: Option<usize>) -> PathBuf {
    match path
        .components()
        .take(depth.unwrap_or(usize::MAX))
        .collect::<PathBuf>()
    {
        empty if empty.as_os_str().is_empty() => PathBuf::from("."),
        path => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one() -> Group {
        Group {
            counts: Counts {
                findings: 1,
                places: 1,
                files: 1,
            },
            checked: 1,
            compared: Compared::default(),
        }
    }

    fn shown(directories: &Directories) -> Vec<(String, u64)> {
        let (sorted, _) = directories.sorted();
        let row =
            |(path, group): (&Path, &Group)| (path.to_string_lossy().into_owned(), group.counts.findings);
        sorted.into_iter().map(row).collect()
    }

    #[test]
    fn the_most_findings_come_first_and_then_the_path() {
        let mut directories = Directories::default();
        for path in ["b/x", "a/x", "c/x", "c/y", "top"] {
            directories.add(Path::new(path), &one());
        }
        let expected = [("c", 2), (".", 1), ("a", 1), ("b", 1)].map(|(path, count)| (path.to_owned(), count));
        assert_eq!(shown(&directories), expected);
        assert_eq!(directories.sorted().1, None);
    }

    #[test]
    fn too_many_directories_count_for_those_above_them_in_any_order() {
        let paths: Vec<PathBuf> = (0..60)
            .map(|n| PathBuf::from(format!("d{}/e{}/f{n}/g/h/file", n % 3, n % 12)))
            .collect();
        let counted = |paths: &mut dyn Iterator<Item = &PathBuf>| {
            let mut directories = Directories::default();
            paths.for_each(|path| directories.add_within(path, &one(), 20));
            (shown(&directories), directories.depth)
        };
        let (rows, depth) = counted(&mut paths.iter());
        assert_eq!((rows.len(), depth), (12, Some(2)));
        assert_eq!(rows.iter().map(|(_, count)| count).sum::<u64>(), 60);
        assert_eq!(counted(&mut paths.iter().rev()), (rows.clone(), depth));
        let odd_first = paths.iter().skip(1).step_by(2).chain(paths.iter().step_by(2));
        assert_eq!(counted(&mut { odd_first }), (rows, depth));
    }

    #[test]
    fn the_first_level_is_never_joined() {
        let mut directories = Directories::default();
        for n in 0..30 {
            directories.add_within(&PathBuf::from(format!("d{n}/e/file")), &one(), 20);
        }
        assert_eq!((shown(&directories).len(), directories.depth), (30, Some(1)));
    }
}
