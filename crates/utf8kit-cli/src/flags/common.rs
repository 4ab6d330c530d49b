//! The flags that several verbs have.

use clap::{ArgAction, Args as Group, ValueEnum};
use std::path::{Path, PathBuf};

/// Which files to read, for every verb that walks.
#[derive(Group, Debug)]
pub(crate) struct FileArgs {
    /// Files, directories, or `-` for standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Include only files that match GLOB; `!GLOB` excludes them
    #[arg(short, long, value_name = "GLOB")]
    pub(crate) glob: Vec<String>,

    /// Same as --glob !GLOB
    #[arg(long, value_name = "GLOB", hide = true)]
    pub(crate) exclude: Vec<String>,

    /// Directories are searched with all that is below them anyway
    #[arg(short, long, hide = true)]
    pub(crate) recursive: bool,

    /// Search ignored files too (.gitignore, .ignore, ...)
    #[arg(long)]
    pub(crate) no_ignore: bool,

    /// Search hidden files: yes, no
    #[arg(long, value_name = "YES|NO", default_value = "yes", action = ArgAction::Set, value_parser = yes_or_no)]
    pub(crate) hidden: bool,

    /// Read paths from FILE, one per line (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// Paths in --files-from end with NUL instead of a line end
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Read gzip, Zstandard, bzip2, xz, and the members of tar and zip, by their first bytes
    #[arg(short = 'z', long)]
    pub(crate) decompress: bool,

    /// Name of standard input in reports and for configuration
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,

    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Bytes of the blocks that files are read in, for tests
    #[arg(long, hide = true)]
    pub(crate) piece_size: Option<usize>,

    /// Let standard input pause after each read, for tests
    #[arg(long, hide = true)]
    pub(crate) pause_after_reads: bool,
}

impl FileArgs {
    /// Returns the name of standard input in reports.
    pub(crate) fn stdin_name(&self) -> &Path {
        self.stdin_filename.as_deref().unwrap_or(Path::new("<stdin>"))
    }

    /// Returns the number of threads to use.
    pub(crate) fn jobs(&self) -> usize {
        let available = || std::thread::available_parallelism().map_or(1, |count| count.get());
        self.jobs.map_or_else(available, usize::from)
    }
}

/// Reads `yes` or `no`.
fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("expected yes or no"),
    }
}

/// Which configuration applies, for every verb that has one.
#[derive(Group, Debug)]
pub(crate) struct ConfigArgs {
    /// Configuration of all files [default: the closest utf8kit.toml above]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Ignore utf8kit.toml
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,
}

/// The output format of a verb that lists files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ListFormat {
    Human,
    Json,
}

/// When the output has colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}
