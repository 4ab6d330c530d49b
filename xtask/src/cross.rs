//! Other processors and systems: the library's tests on 64-bit Arm and on big-endian s390x under QEMU, and on WebAssembly
//! under Node.js; the command compiled for Windows.
//!
//! Rustup's toolchain builds for the targets that rustup has installed. For the others, Debian's Rust, in its own folder,
//! also builds the standard library (`-Zbuild-std`, which `RUSTC_BOOTSTRAP` permits).

use crate::process::{find_program, output};
use std::path::Path;
use std::process::Command;

/// The folder of Debian's Rust.
const DEBIAN_RUST: &str = "/usr/bin";
/// The folder of Debian's wasi-libc.
const WASI_LIBC: &str = "/usr/lib/wasm32-wasi";

/// A kind of processor, and what is needed to test on it.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// Whether only thorough runs test on it.
    pub(crate) is_thorough: bool,
    triple: &'static str,
    rustflags: &'static str,
    /// Programs that must be in `PATH`.
    needs: &'static [&'static str],
}

pub(crate) const TARGETS: &[Target] = &[
    Target {
        name: "64-bit Arm (QEMU)",
        is_thorough: false,
        triple: "aarch64-unknown-linux-gnu",
        rustflags: "",
        needs: &["qemu-aarch64", "aarch64-linux-gnu-gcc"],
    },
    // The library has no vector code for this processor: the tests run on the portable tier.
    Target {
        name: "big-endian s390x (QEMU)",
        is_thorough: false,
        triple: "s390x-unknown-linux-gnu",
        rustflags: "",
        needs: &["qemu-s390x", "s390x-linux-gnu-gcc"],
    },
    Target {
        name: "WebAssembly with simd128 (Node.js)",
        is_thorough: false,
        triple: "wasm32-wasip1",
        rustflags: "-Ctarget-feature=+simd128",
        needs: &["node"],
    },
    // The portable tier and 32-bit addresses are tested with simd128, too.
    Target {
        name: "WebAssembly without SIMD (Node.js)",
        is_thorough: true,
        triple: "wasm32-wasip1",
        rustflags: "",
        needs: &["node"],
    },
];

impl Target {
    /// Returns the command that runs the library's tests on this target, or the reason why there is none.
    pub(crate) fn test_command(&self) -> Result<Command, String> {
        if let Some(program) = self.needs.iter().find(|program| find_program(program).is_none()) {
            return Err(format!(
                "{program} is not installed; `cargo xtask setup` installs it"
            ));
        }
        let (mut command, mut rustflags) = cargo_for(self.triple, "test", "std,panic_abort,test")?;
        if !rustflags.is_empty() {
            // std refers to functions that it never calls on this target.
            rustflags.push_str(&format!(
                " -Clink-self-contained=no -Clink-arg={WASI_LIBC}/crt1-command.o -Clink-arg=-L{WASI_LIBC} \
                 -Clink-arg=-lc -Clink-arg=--unresolved-symbols=ignore-all"
            ));
        }
        rustflags = format!("{} {rustflags}", self.rustflags);
        // One folder for each set of flags, so that one does not cause the other to be rebuilt.
        let folder = if self.rustflags.is_empty() {
            "target/cross"
        } else {
            "target/cross-simd"
        };
        command.args([
            "--release",
            "-p",
            "utf8kit",
            "--features",
            "tiers",
            "--tests",
            "--target",
            self.triple,
            "--target-dir",
            folder,
        ]);
        for arch in ["aarch64", "s390x"] {
            let variable = format!("CARGO_TARGET_{}_UNKNOWN_LINUX_GNU", arch.to_uppercase());
            let name = format!("{arch}-linux-gnu");
            command.env(format!("{variable}_LINKER"), format!("{name}-gcc"));
            command.env(
                format!("{variable}_RUNNER"),
                format!("qemu-{arch} -L /usr/{name}"),
            );
        }
        let root = std::env::current_dir().map_err(|error| error.to_string())?;
        let runner = format!("node --no-warnings {}", root.join("xtask/wasi.mjs").display());
        command.env("CARGO_TARGET_WASM32_WASIP1_RUNNER", runner);
        command.env("RUSTFLAGS", rustflags.trim());
        Ok(command)
    }
}

/// Returns the command that checks that utf8kit's command compiles for Windows, or the reason why there is none. Checking
/// needs no compiler and no linker for C.
pub(crate) fn windows() -> Result<Command, String> {
    let triple = "x86_64-pc-windows-gnu";
    let (mut command, rustflags) = cargo_for(triple, "check", "std,panic_abort,test")?;
    command.args([
        "--quiet",
        "--all-targets",
        "-p",
        "utf8kit-cli",
        "-p",
        "utf8kit-lint",
    ]);
    command.args(["--target", triple, "--target-dir", "target/cross"]);
    command.env("RUSTFLAGS", rustflags);
    Ok(command)
}

/// Returns a command for a Cargo that can build for a target, with `subcommand`, and the flags that its compiler needs.
/// Where the target has no installed standard library, the command also builds these `crates` of it.
pub(crate) fn cargo_for(triple: &str, subcommand: &str, crates: &str) -> Result<(Command, String), String> {
    if has_rustup_target(triple) {
        return Ok((crate::process::cargo(&[subcommand]), String::new()));
    }
    let [cargo, rustc] = ["cargo", "rustc"].map(|name| Path::new(DEBIAN_RUST).join(name));
    if !cargo.is_file() || !Path::new("/usr/lib/rustlib/src").is_dir() {
        return Err(format!(
            "found no Rust that builds for {triple}; `cargo xtask setup` installs one"
        ));
    }
    let mut rustflags = String::new();
    if triple.starts_with("wasm32") {
        let linker = find_program("wasm-ld-14").or_else(|| find_program("wasm-ld"));
        let linker = linker.ok_or("wasm-ld is not installed; `cargo xtask setup` installs it")?;
        rustflags = format!("-Clinker={}", linker.display());
    }
    let mut command = Command::new(cargo);
    command.args([subcommand, &format!("-Zbuild-std={crates}")]);
    command.env("RUSTC_BOOTSTRAP", "1");
    command.env("RUSTC", rustc);
    Ok((command, rustflags))
}

/// Returns `true` if rustup has installed the standard library of a target.
pub(crate) fn has_rustup_target(triple: &str) -> bool {
    // Rustup installs the standard library of a target below the toolchain's folder.
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]));
    sysroot.is_some_and(|sysroot| {
        Path::new(sysroot.trim())
            .join("lib/rustlib")
            .join(triple)
            .is_dir()
    })
}
