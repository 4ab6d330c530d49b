//! The flags of `detect`.

use super::Flags;
use super::common::{ConfigArgs, FileArgs, ListFormat};
use clap::Args as Group;

/// Name the encoding of each file, how sure that is, and why.
///
/// Without PATH, standard input is read if it is a pipe or a file, or else the working directory.
///
/// Exit codes: 0, or 2 if a file could not be read.
#[derive(Group, Debug)]
pub(crate) struct DetectArgs {
    /// Print the number of files of each encoding, with some of them
    #[arg(long)]
    pub(crate) summary: bool,

    /// Output format: human, json
    #[arg(long, value_enum, default_value = "human", hide_possible_values = true)]
    pub(crate) format: ListFormat,

    /// Same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    pub(crate) json: bool,

    /// Print only the names of the encodings
    #[arg(short, long, conflicts_with_all = ["format", "json", "summary"])]
    pub(crate) brief: bool,

    /// The encoding is what is printed anyway
    #[arg(short = 'i', long, aliases = ["mime", "mime-encoding"], hide = true)]
    pub(crate) mime: bool,

    #[command(flatten)]
    pub(crate) configuration: ConfigArgs,

    #[command(flatten)]
    pub(crate) files: FileArgs,
}

impl Flags for DetectArgs {}
