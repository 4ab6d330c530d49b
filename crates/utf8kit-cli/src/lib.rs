//! The command `utf8`: finds where and why text is not UTF-8, converts between encodings, shows text byte by byte, and
//! counts characters.
//!
//! `args` declares every flag once and knows no verb. Each verb (`check`, `fix`, `detect`, `convert`, `inspect`, `count`, `explain`) is a
//! module. What is known of text is in the libraries: the rules of `check` are `utf8kit_lint`'s. The command walks
//! directories, reads, writes, and prints.
//!
//! Exit codes: 0 no findings, 1 findings or text that cannot be converted, 2 a file could not be read or written.
//!
//! This library is the command without its `main`, for programs that are the command under another name, as the hook for
//! pre-commit is. It is outside semantic versioning.

mod args;
mod baseline;
mod check;
mod config;
mod convert;
mod count;
mod decompress;
mod detect;
mod encodings;
mod escape;
mod explain;
mod fix;
mod generate;
mod habits;
mod inspect;
mod interrupt;
mod nearest;
mod on_error;
mod output;
mod read;
mod report;
mod selection;
mod signatures;
mod stdin;
mod stdout;
mod values;
mod walk;

use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;

/// The exit code of a verb.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Exit {
    Clean = 0,
    Findings = 1,
    Failed = 2,
}

/// Runs the command with the arguments of the process and returns its exit code.
pub fn main() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the command with these arguments, of which the first is its name, and returns its exit code.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let parsed = match habits::understood(arguments.into_iter().collect()) {
        Ok(arguments) => args::Args::try_parse_from(arguments),
        Err(message) => {
            complain(&message);
            return Exit::Failed as u8;
        }
    };
    let exit = if stdout::was_closed() && writes_to_stdout(&parsed) {
        complain("standard output: it is closed");
        Exit::Failed
    } else {
        match parsed {
            Ok(args) => run(args),
            Err(error) => print_usage(&error),
        }
    };
    exit as u8
}

/// Returns `true` if a run with these arguments writes to standard output.
fn writes_to_stdout(args: &Result<args::Args, clap::Error>) -> bool {
    match args {
        Err(error) => !error.use_stderr(),
        Ok(args) => match &args.verb {
            Some(args::Verb::Check(args)) => !args.quiet,
            Some(args::Verb::Fix(args)) => !args.check.quiet,
            Some(args::Verb::Convert(args)) => {
                args.output.as_ref().is_none_or(|path| path.as_os_str() == "-")
            }
            Some(
                args::Verb::Count(_)
                | args::Verb::Detect(_)
                | args::Verb::Explain(_)
                | args::Verb::Inspect(_)
                | args::Verb::Help(_),
            )
            | None => true,
        },
    }
}

fn run(args: args::Args) -> Exit {
    match args {
        args::Args {
            generate: Some(what), ..
        } => generate::run(what),
        args::Args { verb: Some(verb), .. } => match verb {
            args::Verb::Check(args) => check::run(args),
            args::Verb::Fix(args) => fix::run(args),
            args::Verb::Detect(args) => detect::run(args),
            args::Verb::Convert(args) => convert::run(args),
            args::Verb::Inspect(args) => inspect::run(&args),
            args::Verb::Count(args) => count::run(args),
            args::Verb::Explain(args) => explain::run(&args),
            args::Verb::Help(args) => help(args.verb.as_deref()),
        },
        _ => unreachable!("one of the two is required"),
    }
}

/// Prints the help of a verb, or of the command.
fn help(verb: Option<&str>) -> Exit {
    let arguments = ["utf8"].into_iter().chain(verb).chain(["--help"]);
    match args::Args::try_parse_from(arguments) {
        Ok(_) => unreachable!("help is no run"),
        Err(help) => print_usage(&help),
    }
}

/// Prints help or the version, or what is wrong with the arguments.
fn print_usage(error: &clap::Error) -> Exit {
    use std::io::Write;
    let exit = if error.use_stderr() {
        Exit::Failed
    } else {
        Exit::Clean
    };
    match error.print().and_then(|()| std::io::stdout().flush()) {
        Err(failed) if exit == Exit::Clean => cannot_write(&failed, exit),
        _ => exit, // if standard error cannot be written, there is nowhere to report it
    }
}

/// Prints the last output of a verb and returns its exit code, or that of a failed write.
fn print(text: &str, exit: Exit) -> Exit {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) => cannot_write(&error, exit),
    }
}

/// Returns the exit code after a failed write to standard output. A broken pipe is no error.
fn cannot_write(error: &std::io::Error, exit: Exit) -> Exit {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return exit;
    }
    complain(&format!("standard output: {}", walk::reason(error)));
    Exit::Failed
}

/// Prints a message on standard error.
fn complain(message: &str) {
    use std::io::Write;
    // If standard error cannot be written, there is nowhere to report it.
    let _ = writeln!(std::io::stderr().lock(), "utf8: {message}");
}
