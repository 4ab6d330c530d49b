//! `cargo xtask miri`: interprets tests with Miri, which detects undefined behaviour in plain code.
//!
//! Miri knows few vector instructions, and reports only the instruction sets that the target always has. So the tests run on
//! the portable tier, without setting it. They cover what is not an intrinsic: the portable kernels, the engine, the streams
//! and all public functions. The big-endian target covers the code for the other byte order.
//!
//! Only the nightly toolchain of rustup has Miri, so that it is no step of `cargo xtask test`.

use crate::process::{self, succeeds};
use std::process::Command;

/// The tests that Miri can interpret in minutes: the arguments of `cargo test` that select them. Most others go through
/// millions of sequences.
const TESTS: [&[&str]; 2] = [
    &["--test=every_function", "--test=tiers"],
    &[
        "--test=it",
        "--",
        "encodings::",
        "messages::",
        "rfc3629::",
        "signature::",
        "vectors::",
    ],
];

const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "s390x-unknown-linux-gnu"];

/// Runs the tests on all targets, or on the one that `args` names.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let targets: Vec<&str> = match args {
        [] => TARGETS.to_vec(),
        [target] => vec![target],
        _ => return Err("cargo xtask miri [TARGET]".to_owned()),
    };
    if !succeeds(Command::new("rustup").args(["run", "nightly", "cargo", "miri", "--version"])) {
        return Err(
            "found no Miri; `rustup toolchain install nightly --component miri,rust-src` installs it"
                .to_owned(),
        );
    }
    for (target, tests) in targets
        .into_iter()
        .flat_map(|target| TESTS.map(|tests| (target, tests)))
    {
        println!("\nMiri, {target}");
        let mut command = Command::new("rustup");
        command.args(["run", "nightly", "cargo", "miri", "test", "-p", "utf8kit"]);
        command.args([
            "--features",
            "tiers",
            "--target",
            target,
            "--target-dir",
            "target/miri",
        ]);
        command.args(tests);
        command.env(
            "MIRIFLAGS",
            "-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check",
        );
        // `cargo xtask` sets these for the toolchain that runs this task.
        for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN"] {
            command.env_remove(variable);
        }
        process::run(&mut command)?;
    }
    Ok(())
}
