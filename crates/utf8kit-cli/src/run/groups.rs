//! What `--statistics` counts, while the files are checked in any order.

use crate::flags::check::Grouping;
use crate::report::{Compared, Directories, Group, Name, Row, Statistics};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use utf8kit_lint::Rule;

/// Directories or files that are shown, unless another number is given.
const MAX_ROWS: usize = 100;

/// What a file without an encoding that is known counts for.
const NO_ENCODING: &str = "unknown";

/// What is counted in a run.
pub(super) struct Groups {
    by: Grouping,
    /// The most rows.
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    kinds: BTreeMap<(Rule, Cow<'static, str>), Group>,
    directories: Directories,
    encodings: BTreeMap<Cow<'static, str>, Group>,
    /// The files that can still be shown, and the number of the others and what they count.
    files: BTreeMap<FileRank, Group>,
    more: (u64, Group),
}

/// The place of a file in the list: by what it counts, its path, and a number for a path that comes twice, as that of a file and of its
/// name.
type FileRank = (Reverse<[u64; 3]>, PathBuf, u64);

impl Groups {
    pub(super) fn new(by: Grouping, most: Option<u64>) -> Groups {
        Groups {
            by,
            most: match (most, by) {
                (Some(most), _) => usize::try_from(most).unwrap_or(usize::MAX),
                (None, Grouping::Directory | Grouping::File) => MAX_ROWS,
                (None, Grouping::Rule | Grouping::Encoding) => usize::MAX,
            },
            state: Mutex::default(),
        }
    }

    /// Adds what a file counts: `kinds` are its findings by rule and kind. A text has an encoding if it was recognized; names of files
    /// and files that no longer exist have none.
    pub(super) fn add(
        &self,
        path: &Path,
        encoding: Option<Cow<'static, str>>,
        kinds: &[(Rule, Cow<'static, str>, Group)],
    ) {
        let mut whole = Group {
            checked: u64::from(encoding.is_some()),
            ..Group::default()
        };
        for (_, _, group) in kinds {
            whole.add(group);
        }
        whole.counts.files = u64::from(whole.counts.findings > 0);
        let is_told = whole.counts.findings > 0 || whole.compared != Compared::default();
        let mut state = self.state.lock().expect("no thread panics while it counts");
        match self.by {
            Grouping::Rule => {
                for (rule, kind, group) in kinds {
                    state.kinds.entry((*rule, kind.clone())).or_default().add(group);
                }
            }
            Grouping::Directory if is_told => state.directories.add(path, &whole),
            Grouping::File if is_told => state.list(path, &whole, self.most),
            Grouping::Directory | Grouping::File => {}
            Grouping::Encoding if !is_told && encoding.is_none() => {}
            Grouping::Encoding => {
                let encoding = encoding.unwrap_or(NO_ENCODING.into());
                state.encodings.entry(encoding).or_default().add(&whole);
            }
        }
    }

    /// Returns what was counted. `has_baseline`: it was compared with one.
    pub(super) fn finish(self, has_baseline: bool) -> Statistics {
        let state = self.state.into_inner().expect("no thread panics while it counts");
        let mut statistics = Statistics {
            by: self.by,
            has_baseline,
            rows: Vec::new(),
            more: (0, Group::default()),
            depth: None,
        };
        match self.by {
            Grouping::Rule => {
                let row = |((rule, kind), group)| Row {
                    name: Name::Kind(rule, kind),
                    group,
                };
                statistics.rows = state.kinds.into_iter().map(row).collect();
            }
            Grouping::Directory => {
                let (sorted, depth) = state.directories.sorted();
                statistics.depth = depth;
                let row = |(path, group): (&Path, &Group)| Row {
                    name: Name::Path(path.to_owned()),
                    group: *group,
                };
                statistics.rows = sorted.into_iter().map(row).collect();
            }
            Grouping::File => {
                let row = |((_, path, _), group)| Row {
                    name: Name::Path(path),
                    group,
                };
                statistics.rows = state.files.into_iter().map(row).collect();
                statistics.more = state.more;
            }
            Grouping::Encoding => {
                let row = |(name, group)| Row {
                    name: Name::Encoding(name),
                    group,
                };
                statistics.rows = state.encodings.into_iter().map(row).collect();
                statistics.rows.sort_by_key(|row| row.group.rank());
            }
        }
        for row in statistics.rows.split_off(statistics.rows.len().min(self.most)) {
            statistics.more.0 += 1;
            statistics.more.1.add(&row.group);
        }
        statistics
    }
}

impl State {
    /// Lists a file, and drops the last one of those that would be too many.
    fn list(&mut self, path: &Path, group: &Group, most: usize) {
        let mut rank = (group.rank(), path.to_owned(), 0);
        while self.files.contains_key(&rank) {
            rank.2 += 1;
        }
        self.files.insert(rank, *group);
        if self.files.len() > most
            && let Some((_, last)) = self.files.pop_last()
        {
            self.more.0 += 1;
            self.more.1.add(&last);
        }
    }
}
