//! The flags that several verbs have, or that modules below the verbs read. What verbs do is not known here.
//!
//! A flag is declared once: help, completions and man pages are generated from that.

pub(crate) mod check;
pub(crate) mod common;
pub(crate) mod environment;
pub(crate) mod habits;
pub(crate) mod links;
pub(crate) mod selection;
pub(crate) mod values;

/// The flags of a verb.
pub(crate) trait Flags: clap::Args {
    /// Returns `true` if a run with these flags writes to standard output.
    fn writes_to_stdout(&self) -> bool {
        true
    }
}
