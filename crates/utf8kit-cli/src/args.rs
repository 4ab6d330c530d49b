//! Every flag, declared once: help, completions and man pages are made from it.

use crate::check::rules::{self, Choice};
use crate::{shown, walk};
use clap::{ArgAction, Args as Group, Parser, Subcommand, ValueEnum};
use serde::Deserialize;
use std::io::{self, Read};
use std::path::PathBuf;

/// Says where and why text is not UTF-8, and converts between encodings.
#[derive(Parser, Debug)]
#[command(
    name = "utf8",
    version,
    max_term_width = 110,
    disable_help_flag = true,
    disable_help_subcommand = true
)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    /// Print help
    #[arg(short, long, action = ArgAction::HelpShort, global = true, display_order = 1000)]
    help: Option<bool>,

    /// Print completions for a shell, or a man page, and end
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) generate: Option<Generate>,

    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    Check(CheckArgs),
    Convert(ConvertArgs),
    Count(CountArgs),
}

/// Say what is wrong in text files, and where.
///
/// Exit: 0 clean, 1 findings, 2 something could not be read.
#[derive(Group, Debug)]
#[command(after_help = crate::check::rules_help())]
pub(crate) struct CheckArgs {
    /// Check these rules only; `all` and `default` are names too
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules::parse)]
    pub(crate) select: Vec<Choice>,

    /// Leave these rules out
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules::parse)]
    pub(crate) ignore: Vec<Choice>,

    /// Which characters that reorder text: unpaired, all [default: unpaired]
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true)]
    pub(crate) bidi: Option<Bidi>,

    /// How to tell the findings: human, json, sarif, github
    #[arg(long, value_enum, default_value = "human", hide_possible_values = true)]
    pub(crate) format: Format,

    /// Read rules and kinds of files from FILE [default: utf8.toml here or above]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Read no utf8.toml
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,

    /// Show N findings at most; all are counted
    #[arg(long, value_name = "N")]
    pub(crate) max: Option<u64>,

    /// Only list the files with findings
    #[arg(short, long, conflicts_with_all = ["quiet", "format", "max"])]
    pub(crate) list: bool,

    /// Say nothing: only the exit code tells
    #[arg(short, long, conflicts_with_all = ["format", "max"])]
    pub(crate) quiet: bool,

    /// Colours: auto, always, never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) files: FileArgs,

    /// What to call standard input
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,
}

/// Which files, for every verb that walks.
#[derive(Group, Debug)]
pub(crate) struct FileArgs {
    /// Files, trees, or `-` for standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Only files that match; with `!` before it, only those that don't
    #[arg(short, long, value_name = "GLOB")]
    pub(crate) glob: Vec<String>,

    /// Take what .gitignore and its kin leave out, too
    #[arg(long)]
    pub(crate) no_ignore: bool,

    /// Take hidden files: yes, no
    #[arg(long, value_name = "YES|NO", default_value = "yes", action = ArgAction::Set, value_parser = yes_or_no)]
    pub(crate) hidden: bool,

    /// Take paths from the lines of FILE (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// Paths in that FILE end with NUL
    #[arg(short = '0', long, requires = "files_from")]
    pub(crate) null: bool,

    /// Threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Bytes of the blocks that files are read in: for tests
    #[arg(long, hide = true)]
    pub(crate) piece_size: Option<usize>,
}

impl FileArgs {
    /// The paths that were named, also in a list.
    pub(crate) fn paths(&self) -> Result<Vec<PathBuf>, String> {
        let mut paths = self.paths.clone();
        let Some(list) = &self.files_from else {
            return Ok(paths);
        };
        let name = shown::path(list);
        let read = if list.as_os_str() == "-" {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(list)
        };
        let bytes = read.map_err(|error| format!("{name}: {}", walk::reason(&error)))?;
        paths.extend(walk::listed(&bytes, self.null));
        if paths.is_empty() {
            Err(format!("{name}: names no files"))
        } else {
            Ok(paths)
        }
    }

    /// How to walk.
    pub(crate) fn rules(&self) -> walk::Rules {
        walk::Rules {
            hidden: self.hidden,
            ignore_files: !self.no_ignore,
            globs: self.glob.clone(),
        }
    }

    /// How many threads to use.
    pub(crate) fn jobs(&self) -> usize {
        let available = || std::thread::available_parallelism().map_or(1, |count| count.get());
        self.jobs.map_or_else(available, usize::from)
    }
}

/// Count bytes, characters, UTF-16 units, lines; the longest line.
///
/// Exit: 0 done, 2 something could not be read.
#[derive(Group, Debug)]
#[command(
    after_help = "Lines are line ends (LF); the longest is in characters. Ill-formed text counts as `U+FFFD` for \
    each maximal\nsubpart, and is told. Without PATH, standard input is counted."
)]
pub(crate) struct CountArgs {
    /// A JSON object for each file and one for the total
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) files: FileArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Format {
    Human,
    Json,
    Sarif,
    Github,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bidi {
    Unpaired,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Generate {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
    Man,
    ManCheck,
    ManConvert,
    ManCount,
}

fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no"),
    }
}

/// Convert text between encodings.
///
/// Exit: 0 done, 1 ill-formed or not representable, 2 wrong usage, or something could not be read or written.
#[derive(Group, Debug)]
pub(crate) struct ConvertArgs {
    /// What to convert, one behind the other [default: standard input, `-`]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// The encoding of the input
    #[arg(
        short,
        long = "from-code",
        visible_alias = "from",
        value_name = "ENCODING",
        default_value = "UTF-8"
    )]
    pub(crate) from: String,

    /// The encoding to write
    #[arg(
        short,
        long = "to-code",
        visible_alias = "to",
        value_name = "ENCODING",
        default_value = "UTF-8"
    )]
    pub(crate) to: String,

    /// Write to FILE, which appears when all is done
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What cannot be converted: fail, replace (U+FFFD or `?`), drop, escape (`\xHH`; a backslash becomes two),
    /// as:ENCODING (ill-formed bytes read in a single-byte encoding)
    #[arg(long, value_name = "WHAT", default_value = "fail")]
    pub(crate) on_error: crate::convert::OnError,

    /// The same as --on-error drop
    #[arg(short = 'c', conflicts_with = "on_error")]
    pub(crate) drop: bool,

    /// List the encodings
    #[arg(short, long, exclusive = true)]
    pub(crate) list: bool,
}
