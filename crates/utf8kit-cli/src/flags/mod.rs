//! Every flag, declared once: help, completions and man pages are generated from it. What verbs do is not known here.

pub(crate) mod check;
pub(crate) mod common;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod detect;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod habits;
pub(crate) mod inspect;
pub(crate) mod selection;
pub(crate) mod values;

/// The flags of a verb.
pub(crate) trait Flags: clap::Args {
    /// Returns `true` if a run with these flags writes to standard output.
    fn writes_to_stdout(&self) -> bool {
        true
    }
}
