//! The command `utf8`: finds where and why text is not UTF-8, converts between encodings, shows text byte by byte, and
//! counts characters.
//!
//! Its modules are in layers, and import from those below only; `cargo xtask check-imports` has their order. `flags` declares
//! every flag once, `io` walks, reads and writes, `config` has what files configure, `report` the output formats, and `run` what
//! verbs share that go through many files. Each verb is a module of `commands`, and imports no other. What is known of text is
//! in the libraries: the rules of `check` are `utf8kit_lint`'s.
//!
//! Exit codes: 0 no findings, 1 findings or text that cannot be converted, 2 a file could not be read or written.
//!
//! This library is the command without its `main`, for programs that are the command under another name, as the hook for
//! pre-commit is. It is outside semantic versioning.

mod commands;
mod config;
mod encodings;
mod escape;
mod flags;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod io;
mod message;
mod report;
mod run;

use clap::{CommandFactory, Parser, Subcommand};
use commands::{Args, Verb, print_usage};
use flags::habits;
use io::stdout::{self, Exit};
use message::complain;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command with the arguments of the process and returns its exit code.
pub fn main() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the command with these arguments, of which the first is its name, and returns its exit code.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let parsed = match habits::understood(arguments.into_iter().collect(), Verb::has_subcommand) {
        Ok(arguments) => Args::try_parse_from(arguments),
        Err(message) => {
            complain(&message);
            return Exit::Failed as u8;
        }
    };
    let exit = if stdout::was_closed()
        && parsed
            .as_ref()
            .map_or_else(|error| !error.use_stderr(), Args::writes_to_stdout)
    {
        complain("standard output: it is closed");
        Exit::Failed
    } else {
        match parsed {
            Ok(args) => args.run(),
            Err(error) => print_usage(&error),
        }
    };
    exit as u8
}

/// A flag of a verb.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Flag {
    /// The name without `--`.
    pub long: String,
    /// The letter that stands for it after `-`.
    pub short: Option<char>,
    /// Whether it takes a value.
    pub takes_value: bool,
}

/// Returns the flags of a verb that its help shows, for programs that read its arguments before the command does.
///
/// ```
/// let flags = utf8kit_cli::flags("check");
/// let select = flags.iter().find(|flag| flag.long == "select").unwrap();
/// assert_eq!((select.short, select.takes_value), (None, true));
/// ```
pub fn flags(verb: &str) -> Vec<Flag> {
    let mut command = Args::command();
    command.build();
    let arguments = command
        .find_subcommand(verb)
        .into_iter()
        .flat_map(|verb| verb.get_arguments());
    arguments
        .filter(|argument| !argument.is_hide_set())
        .filter_map(|argument| {
            Some(Flag {
                long: argument.get_long()?.to_owned(),
                short: argument.get_short(),
                takes_value: argument.get_action().takes_values() && !argument.is_require_equals_set(),
            })
        })
        .collect()
}
