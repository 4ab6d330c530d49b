//! `cargo xtask exhaustive`: tests the kernels on all sequences of four bytes and all pairs of UTF-16 code units. It
//! takes minutes.

use crate::process::{self, cargo};

/// Runs the exhaustive tests, or the one that `args` names.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let mut tests = cargo(&[
        "test",
        "--release",
        "-p",
        "utf8kit",
        "--features",
        "tiers",
        "--test",
        "kernels_exhaustive",
        "--",
    ]);
    // One test at a time, because each uses all processors.
    tests
        .args(args)
        .args(["--include-ignored", "--nocapture", "--test-threads=1"]);
    process::run(&mut tests)
}
