//! `cargo xtask bench-iconv`: compares the speed of `libutf8kit_iconv.so` with that of the C library.

use crate::process::{self, cargo};

/// Builds the library, then the example that loads it, and runs it with `args`.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    let package = ["--release", "--quiet", "-p", "utf8kit-iconv"];
    process::run(cargo(&["build"]).args(package).arg("--lib"))?;
    let mut example = cargo(&["run"]);
    process::run(
        example
            .args(package)
            .args(["--example", "bench_iconv", "--"])
            .args(args),
    )
}
