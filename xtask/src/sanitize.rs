//! `cargo xtask sanitize`: searches for accesses outside of allocations and reads of uninitialised memory.
//!
//! Both run the test that calls every public function with sources and destinations of exactly the size needed:
//! AddressSanitizer on every tier, valgrind on the tiers whose instructions it knows. The kernel tests need neither, because
//! their memory ends at pages that must not be accessed.
//!
//! ThreadSanitizer looks for data races where the instruction set changes, and in the command.
//!
//! The stable compiler has AddressSanitizer, but only `RUSTC_BOOTSTRAP` permits it.

mod thread;

use crate::process::{self, THOROUGH, cargo, find_program, host};
use crate::{fuzz, python};

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
        ["thread"] => thread::run(),
        _ => Err("cargo xtask sanitize [address|valgrind|python|thread]".to_owned()),
    }
}

/// Runs the tests that the library is built with AddressSanitizer for, on all texts.
fn address() -> Result<(), String> {
    process::run(fuzz::address()?.env(THOROUGH, "1"))
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
