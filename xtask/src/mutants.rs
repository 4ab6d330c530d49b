//! `cargo xtask mutants`: changes the code outside of the kernels, one place at a time, and requires a test to fail.
//!
//! `cargo-mutants` makes the changes, and `.cargo/mutants.toml` names the files. `cargo xtask faults` does the same for the vector
//! code. The tests are built for 32-bit x86 where rustup has that target: the library has no vector code for it, so that it
//! compiles three times as fast, runs here without an emulator, and shortens the slowest tests.

use crate::cross::has_rustup_target;
use crate::process::{self, succeeds};
use std::process::Command;

/// A target without vector code whose programs run on x86-64 Linux. Rust's own linker links them.
const TARGET: &str = "i686-unknown-linux-musl";

/// A crate to change, and the arguments of `cargo test` that select the tests of it.
struct Subject {
    package: &'static str,
    tests: &'static [&'static str],
    /// Other packages whose tests detect changes.
    test_packages: &'static [&'static str],
}

const SUBJECTS: [Subject; 4] = [
    Subject {
        package: "utf8kit",
        // Without the documentation, which takes a second for each example.
        tests: &["--features=tiers", "--lib", "--test=it"],
        test_packages: &[],
    },
    Subject {
        package: "utf8kit-encodings",
        tests: &["--features=normalize", "--lib", "--tests"],
        test_packages: &[],
    },
    Subject {
        package: "utf8kit-lint",
        tests: &["--lib", "--bins", "--tests"],
        test_packages: &["utf8kit-cli"],
    },
    Subject {
        package: "utf8kit-cli",
        tests: &["--bins", "--tests"],
        test_packages: &[],
    },
];

/// Tests all changes, or shard `N/M` of those of each crate (N from 0 to M - 1). Further arguments go to `cargo mutants`; with
/// `--list`, it only lists the changes.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if !succeeds(Command::new("cargo").args(["mutants", "--version"])) {
        return Err(
            "cargo-mutants is not installed; `cargo install cargo-mutants --locked` installs it".to_owned(),
        );
    }
    let (shard, more) = match args.split_first() {
        Some((shard, more)) if !shard.starts_with('-') => (Some(shard), more),
        _ => (None, args),
    };
    let jobs = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let mut failed = Vec::new();
    for subject in SUBJECTS {
        println!("\n{}", subject.package);
        let mut command = Command::new("cargo");
        command.args(["mutants", "--package", subject.package, "--profile", "mutants"]);
        command.args(["--jobs", &jobs.to_string()]);
        command.args(["--output", &format!("target/mutants/{}", subject.package)]);
        for package in [subject.package].iter().chain(subject.test_packages) {
            command.args(["--test-package", package]);
        }
        if let Some(shard) = shard {
            command.args(["--shard", shard]);
        }
        for argument in subject.tests {
            command.arg(format!("--cargo-arg={argument}"));
        }
        if has_rustup_target(TARGET) {
            command.arg(format!("--cargo-arg=--target={TARGET}"));
            command.env("RUSTFLAGS", "-Clinker=rust-lld");
        }
        std::fs::create_dir_all(format!("target/mutants/{}", subject.package))
            .map_err(|error| format!("target/mutants: {error}"))?;
        if let Err(error) = process::run(command.args(more)) {
            println!("{error}");
            failed.push(subject.package);
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("no test detects some changes of {}", failed.join(", ")))
    }
}
