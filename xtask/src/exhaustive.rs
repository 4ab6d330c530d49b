//! `cargo xtask exhaustive`: the kernels on all sequences of four bytes and all pairs of UTF-16 units. Takes minutes.

use crate::process::{self, cargo};

/// Runs the exhaustive tests, of which `args` may name one.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let mut tests = cargo(&[
        "test",
        "--release",
        "-p",
        "utf8kit",
        "--test",
        "kernels_exhaustive",
        "--",
    ]);
    // One at a time: each uses all processors.
    tests
        .args(args)
        .args(["--include-ignored", "--nocapture", "--test-threads=1"]);
    process::run(&mut tests)
}
