//! `cargo xtask exhaustive`: tests the kernels on all sequences of four bytes and all pairs of UTF-16 code units. It
//! takes minutes.

use crate::process::{self, cargo};
use std::process::Command;

/// The module of the exhaustive tests.
const MODULE: &str = "kernels_exhaustive::";

/// Returns the command of the tests of the library, optimized.
fn tests() -> Command {
    cargo(&[
        "test",
        "--release",
        "-p",
        "utf8kit",
        "--features",
        "tiers",
        "--test",
        "it",
        "--",
    ])
}

/// `cargo xtask differential`: compares every tier, the reference engine and the standard library on so many random inputs.
pub(crate) fn differential(args: &[String]) -> Result<(), String> {
    let inputs = match args {
        [] => "100000000",
        [inputs] if inputs.parse::<u64>().is_ok() => inputs,
        _ => return Err(format!("expected a number of inputs, found {args:?}")),
    };
    let mut tests = tests();
    tests
        .args(["differential::", "--nocapture"])
        .env("UTF8KIT_INPUTS", inputs);
    process::run(&mut tests)
}

/// Runs the exhaustive tests, or those whose names begin with one of `args`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let mut tests = tests();
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
