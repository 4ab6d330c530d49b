//! The command `utf8`: says where and why text is not UTF-8, and converts between encodings.
//!
//! `args` declares every flag once; each verb is a module. Exit codes: 0 all is well, 1 there were findings or text that
//! cannot be converted, 2 the work could not be done.

mod args;
mod check;
mod config;
mod convert;
mod encodings;
mod output;
mod report;
mod shown;
mod walk;

use clap::Parser;
use std::process::ExitCode;

/// What a verb ends with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Exit {
    Clean = 0,
    Findings = 1,
    Failed = 2,
}

fn main() -> ExitCode {
    let exit = match args::Args::parse().verb {
        args::Verb::Check(args) => check::run(args),
        args::Verb::Convert(args) => convert::run(args),
    };
    ExitCode::from(exit as u8)
}

/// Says on standard error what went wrong, as every message of the command is said.
fn complain(message: &str) {
    use std::io::Write;
    // Where nobody can be told, there is nothing more to do.
    let _ = writeln!(std::io::stderr().lock(), "utf8: {message}");
}
