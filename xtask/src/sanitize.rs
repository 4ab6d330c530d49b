//! `cargo xtask sanitize`: searches for accesses outside of allocations and reads of uninitialised memory.
//!
//! Both run the test that calls every public function with sources and destinations of exactly the size needed:
//! AddressSanitizer on every tier, valgrind on the tiers whose instructions it knows. The kernel tests need neither, because
//! their memory ends at pages that must not be accessed.
//!
//! ThreadSanitizer looks for data races where the instruction set changes.
//!
//! The stable compiler has AddressSanitizer, but only `RUSTC_BOOTSTRAP` permits it.

use crate::process::{self, THOROUGH, cargo, find_program, host, succeeds};
use crate::{fuzz, python};
use std::process::Command;

/// The tiers that valgrind can run: it emulates a processor without AVX-512.
const TIERS_IN_VALGRIND: [&str; 3] = ["portable", "sse41", "avx2"];

/// Runs all, or the one that `args` names.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        [] => address()
            .and_then(|()| valgrind())
            .and_then(|()| python::address()),
        ["python"] => python::address(),
        ["address"] => address(),
        ["valgrind"] => valgrind(),
        ["thread"] => thread(),
        _ => Err("cargo xtask sanitize [address|valgrind|python|thread]".to_owned()),
    }
}

/// Runs the tests that the library is built with AddressSanitizer for, on all texts.
fn address() -> Result<(), String> {
    process::run(fuzz::address()?.env(THOROUGH, "1"))
}

/// Runs the tests that change the instruction set while other threads call functions under ThreadSanitizer. The standard library is built
/// with it, too, because otherwise it does not see what that synchronizes. So this needs a nightly compiler.
fn thread() -> Result<(), String> {
    let rustup = ["run", "nightly", "cargo"];
    if !succeeds(Command::new("rustup").args(rustup).arg("--version")) {
        return Err(
            "found no nightly Rust; `rustup toolchain install nightly --component rust-src` installs it"
                .to_owned(),
        );
    }
    let mut test = Command::new("rustup");
    test.args(rustup)
        .args(["test", "-Zbuild-std", "--target", &host()?]);
    // A folder for each set of flags, so that one does not cause the other to be rebuilt.
    test.args(["--target-dir", "target/thread"]);
    test.args(["-p", "utf8kit", "--features", "tiers", "--test", "tiers"]);
    // `cargo xtask` sets these for the toolchain that runs this task.
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN"] {
        test.env_remove(variable);
    }
    process::run(test.env("RUSTFLAGS", "-Zsanitizer=thread"))
}

/// Runs the test under valgrind, on all texts.
fn valgrind() -> Result<(), String> {
    if find_program("valgrind").is_none() {
        return Err("valgrind is not installed; install the package of that name".to_owned());
    }
    let host = host()?.to_uppercase().replace('-', "_");
    for tier in TIERS_IN_VALGRIND {
        println!("\nvalgrind, tier {tier}");
        let mut test = cargo(&[
            "test",
            "-p",
            "utf8kit",
            "--features",
            "tiers",
            "--test",
            "every_function",
        ]);
        test.env("UTF8KIT_TIER", tier)
            .env(THOROUGH, "1")
            .env(
                format!("CARGO_TARGET_{host}_RUNNER"),
                "valgrind --quiet --error-exitcode=1",
            )
            .args(["--", "--nocapture", "--test-threads=1"]);
        process::run(&mut test)?;
    }
    Ok(())
}
