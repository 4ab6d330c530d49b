//! The flags of `count`.

use super::Flags;
use super::common::FileArgs;
use clap::Args as Group;

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
    pub(crate) lines: bool,

    /// Print characters
    #[arg(short = 'm', long, visible_alias = "chars", conflicts_with = "json")]
    pub(crate) characters: bool,

    /// Print bytes
    #[arg(short = 'c', long, conflicts_with = "json")]
    pub(crate) bytes: bool,

    /// Print the characters of the longest line
    #[arg(short = 'L', long, visible_alias = "max-line-length", conflicts_with = "json")]
    pub(crate) longest: bool,

    /// Print a JSON object for each file and one for the total
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) files: FileArgs,
}

impl Flags for CountArgs {}
