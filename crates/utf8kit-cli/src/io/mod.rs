//! Files, directories and standard streams: what is read and written, and how.

pub(crate) mod blocks;
pub(crate) mod decompress;
pub(crate) mod git;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod names;
pub(crate) mod neighbors;
pub(crate) mod output;
pub(crate) mod path;
pub(crate) mod pieces;
pub(crate) mod read;
pub(crate) mod recognize;
#[cfg(unix)]
pub(crate) mod rename;
pub(crate) mod stdin;
pub(crate) mod stdout;
pub(crate) mod threads;
pub(crate) mod transcode;
pub(crate) mod walk;
pub(crate) mod watch;
