//! What people run while developing utf8kit.

mod bench;
mod cross;
mod exhaustive;
mod faults;
mod fuzz;
mod hangul;
mod package;
mod process;
mod setup;
mod standards;
mod test;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask COMMAND

  test        formatting, lints, all tests, documentation, other processors: what CI runs
  bench       side by side with the peers; --help lists its options
  bench-wasm  WebAssembly in Node.js: with simd128, without, and TextDecoder; --corpus DIR, --time MS
  fuzz        the fuzz targets, each for ten seconds, or as many as the argument says
  exhaustive  the kernels on all sequences of four bytes and all pairs of UTF-16 units (minutes)
  faults      flips bits in the vector code, one at a time, and shows that the tests notice (minutes)
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
        "bench" => bench::run(args),
        "bench-wasm" => wasm::bench(args),
        "fuzz" => fuzz::run(args),
        "exhaustive" => exhaustive::run(args),
        "faults" => faults::run(args),
        "package" => package::run(args),
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
