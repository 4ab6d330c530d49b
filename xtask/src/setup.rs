//! `cargo xtask setup`: installs what `cargo xtask test --all` needs beyond Rust.
//!
//! Rustup installs the standard library for the other processors. Where it cannot, Debian's packages install a second Rust
//! with the sources of the standard library. Emulators and compilers always come from Debian's packages. Python's packages are
//! installed into a virtual environment below `target`.

use crate::process::{self, find_program, succeeds};
use crate::{python, web};
use std::process::Command;

/// Debian's packages, and the purpose of each.
const PACKAGES: &[(&str, &str)] = &[
    (
        "clang-22",
        "builds the C++ library that the benchmark and the fuzz targets compare with, and tests of the C library",
    ),
    (
        "libclang-rt-22-dev",
        "the sanitizers of clang, for the tests of the C library",
    ),
    ("gcc", "compiles the tests of the C library"),
    ("g++", "compiles those in C++"),
    ("golang-go", "compiles the example of the C library in Go"),
    ("cmake", "builds a program with the C library, as its users do"),
    ("make", "runs what CMake writes"),
    ("pkg-config", "finds the C library, as its users do"),
    ("valgrind", "checks the tests of the C library"),
    ("qemu-user", "runs programs for 64-bit Arm and for s390x"),
    ("gcc-aarch64-linux-gnu", "links programs for 64-bit Arm"),
    ("libc6-dev-arm64-cross", "the C library for 64-bit Arm"),
    (
        "gcc-s390x-linux-gnu",
        "links programs for s390x, which is big-endian",
    ),
    ("libc6-dev-s390x-cross", "the C library for s390x"),
    ("lld", "links programs for WebAssembly"),
    ("wasi-libc", "the C library for WebAssembly"),
    ("chromium", "the browser in which the page is tested"),
    ("openjdk-17-jre-headless", "Java, in which Spark runs"),
    ("xz-utils", "compresses texts for the tests of the command"),
    ("bzip2", "compresses texts for the tests of the command"),
    ("zstd", "compresses texts for the tests of the command"),
    (
        "tmux",
        "says where the cursor of a terminal stands, for the tests of the command",
    ),
    ("zsh", "parses the completions of the command"),
    ("fish", "parses the completions of the command"),
    ("git", "runs with the iconv library"),
    ("php-cli", "runs with the iconv library"),
    ("vim", "runs with the iconv library"),
    (
        "libc-bin",
        "the program iconv, which the iconv library is compared with, and the locale C.UTF-8",
    ),
    ("binutils", "`nm`, which lists what the iconv library exports"),
];

/// Debian's packages of Rust, for machines on which rustup cannot install targets.
const RUST_PACKAGES: &[(&str, &str)] = &[
    (
        "rustc-web",
        "a Rust that can build its standard library for other processors",
    ),
    ("cargo-web", "its Cargo"),
    ("rust-web-src", "the sources of its standard library"),
];

pub(crate) const TARGETS: &[&str] = &[
    "aarch64-unknown-linux-gnu",
    "s390x-unknown-linux-gnu",
    "wasm32-wasip1",
    "wasm32-unknown-unknown",
    "x86_64-pc-windows-gnu",
];

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("setup takes no arguments, found {arg:?}"));
    }
    let rustup = TARGETS
        .iter()
        .all(|target| succeeds(Command::new("rustup").args(["target", "add", target])));
    println!(
        "rustup has installed the targets {}: {}",
        TARGETS.join(", "),
        if rustup { "yes" } else { "no" }
    );

    let mut missing: Vec<_> = PACKAGES.iter().filter(|(name, _)| !is_installed(name)).collect();
    if !rustup {
        missing.extend(RUST_PACKAGES.iter().filter(|(name, _)| !is_installed(name)));
    }
    if !missing.is_empty() {
        install(&missing)?;
    }
    python::setup()?;
    match web::needs() {
        Ok(()) => web::setup()?,
        Err(reason) => println!("not installed: what builds and tests the page: {reason}"),
    }
    println!("Everything is installed.");
    Ok(())
}

/// Installs Debian's packages.
fn install(packages: &[&(&str, &str)]) -> Result<(), String> {
    for (name, purpose) in packages {
        println!("missing: {name}: {purpose}");
    }
    if find_program("apt-get").is_none() {
        return Err(
            "found no apt-get: install the packages listed above by other means; \
             `cargo xtask test` reports the steps that it skips"
                .to_owned(),
        );
    }
    let names = packages.iter().map(|(name, _)| *name);
    process::run(Command::new("apt-get").args(["update", "-qq"]))?;
    process::run(
        Command::new("apt-get")
            .args(["install", "-y", "-qq", "--no-install-recommends"])
            .args(names)
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

fn is_installed(package: &str) -> bool {
    let mut query = Command::new("dpkg-query");
    query.args(["-W", "-f", "${Status}", package]);
    query
        .output()
        .is_ok_and(|output| output.stdout == b"install ok installed")
}
