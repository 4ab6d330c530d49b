//! The flags of `fix`.

use super::Flags;
use super::check::CheckArgs;
use super::selection;
use super::values::{self, known};
use crate::encodings::on_error::OnErrorOr;
use clap::builder::StringValueParser;
use clap::{Args as Group, ValueEnum};

/// What the name of an old file ends with, if it is kept and no other suffix is given.
pub(crate) const BACKUP: &str = ".orig";

/// Repair text files in place, as far as nothing is lost, and report what remains.
///
/// Double encoding is undone, signatures are removed or added as the kind of file requires, and with --select not-nfc text gets
/// Normalization Form C. Each file is replaced as a whole. Without PATH, standard input is repaired and written to standard output.
///
/// Exit codes: 0 no findings remain, 1 findings remain or files would change, 2 a file could not be read or repaired.
#[derive(Group, Debug)]
#[command(after_help = selection::help())]
pub(crate) struct FixArgs {
    /// Print what would change, as a diff with escapes; change nothing
    #[arg(long, short_alias = 'n', alias = "dry-run")]
    pub(crate) diff: bool,

    /// Print how many repairs there would be; change nothing
    #[arg(long = "check", conflicts_with = "diff")]
    pub(crate) check_only: bool,

    /// Print what speaks for each repair of double encoding, and what is next best
    #[arg(long, conflicts_with_all = ["quiet", "list", "format", "json", "statistics"])]
    pub(crate) explain: bool,

    /// Write the repaired text of one file to standard output; change nothing
    #[arg(long, conflicts_with_all = ["diff", "check_only", "backup"])]
    pub(crate) stdout: bool,

    /// Files are changed in place anyway
    #[arg(short, long, hide = true, conflicts_with = "stdout")]
    pub(crate) in_place: bool,

    /// Repair ill-formed sequences too: replace, drop, escape, with:TEXT, as:ENCODING, or meant (the character that an
    /// overlong form, a surrogate pair or the bytes that Python kept as surrogates stood for, except U+0000)
    #[arg(
        long,
        value_name = "POLICY",
        value_parser = known(str::parse::<OnErrorOr>, values::repairs),
        hide_possible_values = true
    )]
    pub(crate) on_error: Option<OnErrorOr>,

    /// U+FEFF inside the text: remove, word-joiner (write U+2060) [default: it stays]
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(crate) inner_feff: Option<InnerFeff>,

    /// Convert files, and parts and lines of files, that are in another encoding, and what they declare: from the one of -f, or the one
    /// that is recognized, if that is very likely
    #[arg(long)]
    pub(crate) transcode: bool,

    /// Encoding of the files that are not UTF-8; with --names, of names
    #[arg(
        short,
        long,
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    pub(crate) from: Option<String>,

    /// Keep the old file under its name with SUFFIX [default: .orig]; in directories, NAME.orig and NAME with SUFFIX are skipped
    /// beside NAME
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true, default_missing_value = BACKUP)]
    pub(crate) backup: Option<String>,

    /// Repair a file that has other hard links, which keep the old text
    #[arg(long)]
    pub(crate) break_links: bool,

    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

impl Flags for FixArgs {
    fn writes_to_stdout(&self) -> bool {
        !self.check.quiet
    }
}

/// What `fix` does with U+FEFF inside the text.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum InnerFeff {
    /// Write nothing
    Remove,
    /// Write U+2060
    WordJoiner,
}
