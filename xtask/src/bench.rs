//! `cargo xtask bench`: builds and runs the workspace in `bench/`.

use crate::process::{self, cargo, newest_clang};
use std::process::Command;

/// Runs the benchmark with `args`. `--c` builds the C library and measures calls through it, too. The newest clang in `PATH` builds
/// the C++ library, else the compiler that `CXX` names.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    process::run(&mut command(args)?)
}

/// Returns the command that runs the benchmark.
pub(crate) fn command(args: &[String]) -> Result<Command, String> {
    let tier = args
        .iter()
        .position(|arg| arg == "--tier")
        .and_then(|i| args.get(i + 1));
    let mut bench = cargo(&[
        "run",
        "--release",
        "--quiet",
        "--manifest-path",
        "bench/Cargo.toml",
    ]);
    if let Some(tier) = tier {
        // The C++ library is built with other flags for each tier. A folder for each tier keeps the builds.
        bench.arg("--target-dir").arg(format!("bench/target/{tier}"));
    }
    if let Some(clang) = newest_clang() {
        bench.env("CXX", clang);
    }
    if std::env::var_os("CXXFLAGS").is_none() {
        bench.env("CXXFLAGS", cxx_flags(tier.map(String::as_str)));
    }
    if args.iter().any(|arg| arg == "--c") {
        bench.env("UTF8KIT_C_LIBRARY", crate::capi::build_shared()?);
    }
    bench.arg("--").args(args.iter().filter(|arg| *arg != "--c"));
    Ok(bench)
}

/// Returns the flags with which the C++ library is fastest on the instruction set of `tier`: built for exactly this
/// processor, its conversion from UTF-16 is up to 2.6 times as fast as in a generic build.
fn cxx_flags(tier: Option<&str>) -> &'static str {
    match tier {
        _ if !cfg!(target_arch = "x86_64") => "",
        None | Some("avx512") => "-march=native",
        Some("avx2") => "-march=x86-64-v3 -mtune=native",
        Some("sse41") => "-march=x86-64-v2 -mtune=native",
        Some(_) => "-march=x86-64 -mtune=native",
    }
}
