//! The counts in columns, for people and for programs that know `wc`.

use super::counts::{Count, Wanted};
use crate::escape;
use crate::flags::Flags;
use crate::flags::common::FileArgs;
use clap::Args as Group;
use std::path::Path;
use utf8kit_lint::Detected;

/// Count bytes, characters, UTF-16 code units, lines, and the longest line.
///
/// Exit codes: 0 done, 2 a file could not be read.
#[derive(Group, Debug)]
#[command(
    after_help = "Lines are line ends (LF); the longest line is in characters. Each maximal subpart of an ill-formed \
    sequence counts as U+FFFD, with a warning. Without PATH, standard input is counted. With -l, -m, -c or -L, only those \
    are printed, as by wc: lines, characters, bytes, longest line. A terminal gets a line of headings."
)]
pub(crate) struct CountArgs {
    /// Print lines
    #[arg(short, long, conflicts_with = "json")]
    pub(super) lines: bool,

    /// Print characters
    #[arg(short = 'm', long, visible_alias = "chars", conflicts_with = "json")]
    pub(super) characters: bool,

    /// Print bytes
    #[arg(short = 'c', long, conflicts_with = "json")]
    pub(super) bytes: bool,

    /// Print the characters of the longest line
    #[arg(short = 'L', long, visible_alias = "max-line-length", conflicts_with = "json")]
    pub(super) longest: bool,

    /// Print a JSON object for each file and one for the total
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) files: FileArgs,
}

impl Flags for CountArgs {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    Bytes,
    Characters,
    Units,
    Lines,
    Longest,
}

/// The columns, if none is chosen.
pub(super) const ALL: [Column; 5] = [
    Column::Bytes,
    Column::Characters,
    Column::Units,
    Column::Lines,
    Column::Longest,
];

impl Column {
    const fn name(self) -> &'static str {
        match self {
            Column::Bytes => "bytes",
            Column::Characters => "characters",
            Column::Units => "utf-16",
            Column::Lines => "lines",
            Column::Longest => "longest",
        }
    }

    pub(super) const fn of(self, count: &Count) -> u64 {
        match self {
            Column::Bytes => count.bytes,
            Column::Characters => count.characters,
            Column::Units => count.units,
            Column::Lines => count.line_ends,
            Column::Longest => count.longest,
        }
    }
}

/// The rows of the output.
pub(super) struct Table {
    columns: Vec<Column>,
    /// Standard input has no name, as in `wc`.
    is_nameless: bool,
    rows: Vec<(Vec<String>, String)>,
    /// Rows of files that were counted.
    counted: usize,
}

/// Returns the columns that `args` choose, in the order of `wc`.
fn chosen(args: &CountArgs) -> Vec<Column> {
    let columns = [
        (args.lines, Column::Lines),
        (args.characters, Column::Characters),
        (args.bytes, Column::Bytes),
        (args.longest, Column::Longest),
    ];
    let chosen = columns.into_iter().filter(|(is_chosen, _)| *is_chosen);
    chosen.map(|(_, column)| column).collect()
}

/// Returns what has to be counted for the output.
pub(super) fn wanted(args: &CountArgs) -> Wanted {
    let columns = chosen(args);
    if columns.is_empty() {
        return Wanted::ALL;
    }
    let longest = columns.contains(&Column::Longest);
    Wanted {
        units: columns.contains(&Column::Units),
        line_ends: longest || columns.contains(&Column::Lines),
        longest,
    }
}

impl Table {
    pub(super) fn new(args: &CountArgs) -> Table {
        let chosen = chosen(args);
        Table {
            is_nameless: !chosen.is_empty() && args.files.paths.is_empty() && args.files.files_from.is_none(),
            columns: if chosen.is_empty() { ALL.to_vec() } else { chosen },
            rows: Vec::new(),
            counted: 0,
        }
    }

    /// Adds a file that was counted.
    pub(super) fn counted(&mut self, path: &Path, count: &Count, detected: Detected) {
        self.counted += 1;
        let name = if self.is_nameless {
            String::new()
        } else {
            shown(path, detected)
        };
        self.push(count, name);
    }

    /// Adds a file that was skipped.
    pub(super) fn skipped(&mut self, path: &Path, detected: Detected) {
        let cells = self.columns.iter().map(|_| "-".to_owned()).collect();
        self.rows.push((cells, shown(path, detected)));
    }

    fn push(&mut self, count: &Count, name: String) {
        let cells = self.columns.iter().map(|column| column.of(count).to_string());
        self.rows.push((cells.collect(), name));
    }

    /// Returns the rows, with that of the total unless one file was counted.
    pub(super) fn text(mut self, total: &Count, has_headings: bool) -> String {
        if self.counted != 1 {
            self.push(total, "total".to_owned());
        }
        if has_headings {
            let names = self.columns.iter().map(|column| column.name().to_owned());
            self.rows.insert(0, (names.collect(), String::new()));
        }
        let width = |column: usize| self.rows.iter().map(|(cells, _)| cells[column].len()).max();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| width(column).unwrap_or(0))
            .collect();
        let mut text = String::new();
        for (cells, name) in &self.rows {
            let cells: Vec<_> = cells
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| format!("{cell:>width$}"))
                .collect();
            text.push_str(format!("{}  {name}", cells.join("  ")).trim_end());
            text.push('\n');
        }
        text
    }
}

/// Returns the name of a file, and what it is if it is no text in one-byte units.
fn shown(path: &Path, detected: Detected) -> String {
    let path = escape::path(path);
    match name_of(detected) {
        None => path,
        Some(name) => format!("{path} ({name})"),
    }
}

/// Returns the name of what is no text in one-byte units.
pub(super) fn name_of(detected: Detected) -> Option<&'static str> {
    match detected {
        Detected::Text => None,
        Detected::Binary => Some("binary"),
        Detected::Wide { encoding, .. } => Some(encoding.name()),
    }
}
