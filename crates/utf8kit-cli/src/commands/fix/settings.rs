//! The settings of a run.

use crate::encodings::on_error::OnErrorOr;
use utf8kit_encodings::Encoding;
use utf8kit_lint::InnerFeff;

/// What becomes of a repaired text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// It replaces the file.
    Write,
    /// It is shown as a diff.
    Diff,
    /// Only its repairs are counted.
    Check,
    /// It is standard input, and written to standard output.
    Stdout,
}

/// The settings of a run.
pub(super) struct Settings {
    pub(super) mode: Mode,
    pub(super) on_error: Option<OnErrorOr>,
    pub(super) transcode: bool,
    /// Whether lines are converted whose encoding is only likely.
    pub(super) likely: bool,
    /// The encoding of texts that are not UTF-8, if it is known.
    pub(super) from: Option<Encoding>,
    /// What the names of the old files end with, if they are kept.
    pub(super) backup: Option<String>,
    pub(super) break_links: bool,
    /// Whether it prints what speaks for each repair of double encoding.
    pub(super) explain: bool,
    pub(super) inner_feff: InnerFeff,
}
