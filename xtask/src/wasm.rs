//! Modules of WebAssembly without an operating system around them: what the library weighs there, and how fast it is.

use crate::cross;
use crate::process::{self, find_program};
use std::path::PathBuf;
use std::process::Command;

/// Builds the crate in `folder`, a library, to the module `name`.
fn build(folder: &str, name: &str, simd: bool) -> Result<PathBuf, String> {
    let triple = "wasm32-unknown-unknown";
    let (mut command, mut rustflags) = cross::cargo_for(triple, "build", "core")?;
    // A folder of its own for each set of flags.
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

/// Can modules be built and run here? Else why not.
pub(crate) fn needs() -> Result<(), String> {
    find_program("node").ok_or("node is not installed")?;
    cross::cargo_for("wasm32-unknown-unknown", "build", "core").map(drop)
}

/// Builds a program without an allocator, lets it validate, and says how large it is.
pub(crate) fn no_std() -> Result<(), String> {
    for (simd, name) in [(false, "without SIMD"), (true, "with simd128")] {
        let module = build("tests/no_std", "utf8kit_no_std", simd)?;
        process::run(Command::new("node").arg("tests/no_std/check.mjs").arg(&module))?;
        let size = std::fs::metadata(&module)
            .map_err(|error| error.to_string())?
            .len();
        println!("a module that validates, {name}: {size} bytes");
    }
    Ok(())
}

/// `cargo xtask bench-wasm`: the library in Node.js with and without simd128, and what JavaScript has.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    needs()?;
    let module = |simd| build("bench/wasm", "utf8kit_bench_wasm", simd);
    let mut node = Command::new("node");
    node.arg("bench/wasm/measure.mjs")
        .args([module(true)?, module(false)?]);
    process::run(node.args(args))
}
