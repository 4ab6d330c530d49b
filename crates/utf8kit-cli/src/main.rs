//! The command `utf8`: says where and why text is not UTF-8, and converts between encodings.
//!
//! `args` declares every flag once; each verb is a module. Exit codes: 0 all is well, 1 there were findings or text that
//! cannot be converted, 2 the work could not be done.

mod args;
mod check;
mod config;
mod convert;
mod count;
mod encodings;
mod generate;
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
    let exit = match args::Args::parse() {
        args::Args {
            generate: Some(what), ..
        } => generate::run(what),
        args::Args { verb: Some(verb), .. } => match verb {
            args::Verb::Check(args) => check::run(args),
            args::Verb::Convert(args) => convert::run(args),
            args::Verb::Count(args) => count::run(args),
        },
        _ => unreachable!("one of the two is required"),
    };
    ExitCode::from(exit as u8)
}

/// Writes to standard output what a verb ends with, and says so if that cannot be: quietly if nobody listens any more.
fn print(text: &str, exit: Exit) -> Exit {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) => cannot_write(&error, exit),
    }
}

/// Ends a run that cannot say what it found.
fn cannot_write(error: &std::io::Error, exit: Exit) -> Exit {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return exit;
    }
    complain(&format!("standard output: {}", walk::reason(error)));
    Exit::Failed
}

/// Says on standard error what went wrong, as every message of the command is said.
fn complain(message: &str) {
    use std::io::Write;
    // Where nobody can be told, there is nothing more to do.
    let _ = writeln!(std::io::stderr().lock(), "utf8: {message}");
}
