//! WebAssembly modules without an operating system: measures the size and the speed of the library in them.

use crate::cross;
use crate::process::{self, find_program};
use std::path::PathBuf;
use std::process::Command;

/// Builds the library crate in `folder` and returns the path of the module `name`.
fn build(folder: &str, name: &str, simd: bool) -> Result<PathBuf, String> {
    let triple = "wasm32-unknown-unknown";
    let (mut command, mut rustflags) = cross::cargo_for(triple, "build", "core")?;
    // One folder for each set of flags, so that one does not cause the other to be rebuilt.
    let target = if simd { "target/wasm-simd" } else { "target/wasm" };
    if simd {
        rustflags.push_str(" -Ctarget-feature=+simd128");
    }
    command.args(["--release", "--quiet", "--target", triple, "--target-dir", target]);
    command.args(["--manifest-path", &format!("{folder}/Cargo.toml")]);
    command.env("RUSTFLAGS", rustflags.trim());
    process::run(&mut command)?;
    Ok([target, triple, "release", &format!("{name}.wasm")]
        .iter()
        .collect())
}

/// Returns an error if modules cannot be built or run here.
pub(crate) fn needs() -> Result<(), String> {
    find_program("node").ok_or("node is not installed; install Node.js")?;
    cross::cargo_for("wasm32-unknown-unknown", "build", "core").map(drop)
}

/// Builds a module without an allocator, tests its validation, and prints its size.
pub(crate) fn no_std() -> Result<(), String> {
    for (simd, name) in [(false, "without SIMD"), (true, "with simd128")] {
        let module = build("tests/no_std", "utf8kit_no_std", simd)?;
        process::run(Command::new("node").arg("tests/no_std/check.mjs").arg(&module))?;
        let size = std::fs::metadata(&module)
            .map_err(|error| error.to_string())?
            .len();
        println!("size of a module that validates, {name}: {size} bytes");
    }
    Ok(())
}

/// `cargo xtask bench-wasm`: measures the library in Node.js with and without simd128, and TextDecoder and TextEncoder.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    needs()?;
    let module = |simd| build("bench/wasm", "utf8kit_bench_wasm", simd);
    let mut node = Command::new("node");
    node.arg("bench/wasm/measure.mjs")
        .args([module(true)?, module(false)?]);
    process::run(node.args(args))
}
