//! What people run while developing utf8kit.

mod cross;
mod hangul;
mod process;
mod setup;
mod standards;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask COMMAND

  test        formatting, lints, all tests, documentation, other processors: what CI runs
  hangul      makes the table of old Hangul positions from the list in tests/data; --check compares
  setup       installs what `test` needs beyond Rust: compilers and emulators for other processors
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (command, args) = match args.split_first() {
        Some((command, args)) => (command.as_str(), args),
        None => ("help", &[][..]),
    };
    let result = process::go_to_root().and_then(|()| match command {
        "test" => test::run(args),
        "setup" => setup::run(args),
        "hangul" => hangul::run(args),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("there is no command {command:?}\n\n{USAGE}")),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
