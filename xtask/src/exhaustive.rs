//! `cargo xtask exhaustive`: tests the kernels on all sequences of four bytes and all pairs of UTF-16 code units, and proves the tables of
//! validation (`docs/validation.md`). It takes minutes.

use crate::process::{self, cargo};
use std::process::Command;

/// The module of the exhaustive tests.
const MODULE: &str = "kernels_exhaustive::";

/// The module of the tests that prove the tables of validation, in the library itself.
const WINDOWS: &str = "simd::tests::windows::";

/// Returns the command of a program with tests of the library, optimized.
fn tests(program: &[&str]) -> Command {
    let mut tests = cargo(&["test", "--release", "-p", "utf8kit", "--features", "tiers"]);
    tests.args(program).arg("--");
    tests
}

/// `cargo xtask differential`: compares every tier, the reference engine and the standard library on so many random inputs.
pub(crate) fn differential(args: &[String]) -> Result<(), String> {
    let inputs = match args {
        [] => "100000000",
        [inputs] if inputs.parse::<u64>().is_ok() => inputs,
        _ => return Err(format!("expected a number of inputs, found {args:?}")),
    };
    let mut tests = tests(&["--test", "it"]);
    tests
        .args(["differential::", "--nocapture"])
        // They state what the `unsafe` code relies on.
        .env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true")
        .env("UTF8KIT_INPUTS", inputs);
    process::run(&mut tests)
}

/// Runs the exhaustive tests, or those whose names begin with one of `args`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if args.is_empty() {
        let mut windows = tests(&["--lib"]);
        process::run(windows.arg(WINDOWS).env("UTF8KIT_THOROUGH", "1"))?;
    }
    let mut tests = tests(&["--test", "it"]);
    match args {
        [] => tests.arg(MODULE),
        names => tests.args(names.iter().map(|name| format!("{MODULE}{name}"))),
    };
    // One test at a time, because each uses all processors.
    tests
        .args(["--include-ignored", "--nocapture", "--test-threads=1"])
        .env("UTF8KIT_THOROUGH", "1");
    process::run(&mut tests)
}
