//! Development tasks: `cargo xtask COMMAND`.

mod api;
mod bench;
mod bench_all;
mod capi;
mod check_api;
mod cross;
mod dist;
mod docs;
mod exhaustive;
mod faults;
mod fuzz;
mod growth;
mod guide;
mod hangul;
mod header;
mod iconv;
mod imports;
mod intrinsics;
mod links;
mod markdown;
mod miri;
mod models;
mod mutants;
mod package;
mod process;
mod python;
mod sanitize;
mod setup;
mod sizes;
mod soak;
mod standards;
mod supply;
mod test;
mod unsafe_table;
mod version;
mod wasm;
mod web;
mod windows;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask COMMAND

  test        Run the checks that need Rust alone: formatting, lints, tests; --all runs what CI runs: documentation, packages,
              Python, C, the npm package and the page, sanitizers, other processors, too; --thorough tries in hours what the
              others sample. Stops at the first failure; --keep-going does not. --only PART runs the steps with this in their name
  bench       Compare the speed with other libraries; --help lists the options
  bench-python
              Compare the Python package with CPython, pyarrow and others; [text|columns], and --help lists the options
  bench-growth
              Measure how the time of the command grows with its input, on the worst texts; [PART OF A NAME]...,
              or c: that of the C and the iconv library
  bench-iconv Compare the iconv library with the C library's iconv; [TEXT]... names files in UTF-8
  bench-npm   Compare the npm package with buffer.isUtf8, TextDecoder and TextEncoder of Node.js; --corpus DIR, --time MS
  bench-wasm  Compare WebAssembly with and without simd128 and TextDecoder in Node.js; --corpus DIR, --time MS
  header      Generate the header of the C library from its sources; --check compares without writing
  install-c   Build the C library and install it with its headers and what pkg-config and CMake read; --prefix DIR [--libdir DIR]
              [--includedir DIR]
  test-c      Compile programs in C and C++ against the C library, and run them, under sanitizers and valgrind, too
  test-runtimes
              Install Node.js 22 and 24, Deno, Bun, workerd, Vite, webpack and Rollup from npm (850 MB), and call the npm package in
              each, in Chromium and its workers (minutes)
  web         Build the npm package in target/npm and the page in target/web; --serve serves the page on this machine
  windows     Build the command for Windows, run it under Wine, and compare what it does with the command for this machine;
              --tests runs its tests there, too
  fuzz        Run each fuzz target for ten seconds, or for the number of seconds given; --out DIR writes a program for each instead
  exhaustive  Test the kernels on all sequences of four bytes and all pairs of UTF-16 code units (minutes)
  differential
              Compare every instruction set, the reference engine and the standard library on random inputs of up to 256 bytes; [COUNT]
  faults      Flip bits in the vector code, one at a time, and require a test to fail (minutes); [--file FILE] [COUNT [SEED]]
  sanitize    Call every public function under AddressSanitizer and valgrind, and test the Python package under
              AddressSanitizer (minutes); [address|valgrind|python|thread]
  soak        Run the command where calls of the system fail, with odd names, ten million findings, a line of 1 GB, a million files,
              100 GB (minutes, 5 GB of disk, strace); [calls|order|names|findings|line|files|sparse]...
  miri        Interpret tests of the portable tier with Miri, little-endian and big-endian (minutes); [TARGET]
  mutants     Change the code outside of the kernels, one place at a time, and require a test to fail (hours); [N/M]
              tests one of M shards, and further arguments go to cargo-mutants
  check-api   Compare the public API of the libraries with the last release, by cargo-semver-checks and cargo-public-api; [COMMIT]
  check-docs  Check that the documents name files, tests and headings that exist
  guide       Build the guide, a static site, in target/guide/book, by mdBook
  check-imports
              Check that crates and modules import from below only, without a circle
  check-intrinsics
              Check that the vector code enables and detects the features of its intrinsics; --update generates the list
  dist        Pack the command, and for this machine the C library, as a release has them, in target/dist; --target TRIPLE
  panics      Check that the functions of the C library that need no memory cannot panic, do not allocate and do not recurse
  package     Pack the crates that are published, and build the packed files alone
  supply      Compare docs/dependencies.md with the crates that are built into the packages, and check that lock files pin what is
              installed; --update writes the page, --sbom writes what the command and the C library consist of, as CycloneDX
  sizes       Measure what calls of the library add to a small program, and compare with docs/PERFORMANCE.md; --update writes there
  api         Generate docs/api.md, the public API of the library on one page; --check compares without writing
  hangul      Generate the table of old Hangul positions from the list in crates/utf8kit-test/data;
              --check compares without writing
  models      Make the models of languages from the texts in DIR, which xtask/models/collect.py collects
  version     Print the version; [TAG] checks that it is the tag of the version
  setup       Install what `test --all` needs beyond Rust: compilers, emulators, Python packages, a browser
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (command, args) = match args.split_first() {
        Some((command, args)) => (command.as_str(), args),
        None => ("help", &[][..]),
    };
    let result = process::go_to_root().and_then(|()| match command {
        "test" => test::run(args),
        "api" => api::run(args),
        "bench" if args.iter().any(|arg| arg == "--all") => bench_all::run(args),
        "bench" => bench::run(args),
        "bench-growth" => growth::bench(args),
        "bench-iconv" => iconv::bench(args),
        "bench-python" => python::bench(args),
        "bench-npm" => web::bench(args),
        "bench-wasm" => wasm::bench(args),
        "install-c" => capi::install_command(args),
        "test-c" => capi::needs().and_then(|()| capi::test()),
        "fuzz" => fuzz::run(args),
        "differential" => exhaustive::differential(args),
        "dist" => dist::run(args),
        "exhaustive" => exhaustive::run(args),
        "faults" => faults::run(args),
        "sanitize" => sanitize::run(args),
        "sizes" => sizes::run(args),
        "soak" => soak::run(args),
        "supply" => supply::run(args),
        "miri" => miri::run(args),
        "mutants" => mutants::run(args),
        "check-api" => check_api::run(args),
        "check-docs" => docs::run(args),
        "check-imports" => imports::run(args),
        "check-intrinsics" => intrinsics::run(args),
        "package" => package::run(args),
        "panics" => capi::panics::run(args),
        "setup" => setup::run(args),
        "test-runtimes" => web::test_runtimes(),
        "web" => web::run(args),
        "windows" => windows::run(args),
        "hangul" => hangul::run(args),
        "guide" => guide::run(args),
        "header" => header::run(args),
        "models" => models::run(args),
        "version" => version::run(args),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("unknown command {command:?}\n\n{USAGE}")),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
