//! `cargo xtask exhaustive`: tests the kernels on all sequences of four bytes and all pairs of UTF-16 code units. It
//! takes minutes.

use crate::process::{self, cargo};

/// The module of the exhaustive tests.
const MODULE: &str = "kernels_exhaustive::";

/// Runs the exhaustive tests, or those whose names begin with one of `args`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let mut tests = cargo(&[
        "test",
        "--release",
        "-p",
        "utf8kit",
        "--features",
        "tiers",
        "--test",
        "it",
        "--",
    ]);
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
