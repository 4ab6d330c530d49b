//! Runs: what verbs share that go through many files.
//!
//! [sources] yields what to read, [shared] gives it to threads, and [order] writes what they find in the order of the files, to each
//! report of [sinks]. A run of `check` or `fix` is in [check]; what `fix` adds to it is behind [`Repair`](repair::Repair).

mod allowed;
pub(crate) mod check;
pub(crate) mod document;
mod file;
mod groups;
pub(crate) mod order;
pub(crate) mod repair;
pub(crate) mod settings;
pub(crate) mod shared;
mod sinks;
pub(crate) mod sources;
mod survey;
mod tally;
mod text;
mod threads;
pub(crate) mod watch;
