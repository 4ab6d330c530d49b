//! ThreadSanitizer: the tests that change the instruction set while other threads call functions, and the command with several threads.
//!
//! The standard library is built with it, too, because otherwise it does not see what that synchronizes. So this needs a nightly compiler.

use crate::process::{self, host, output, succeeds};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder for this set of flags, so that it does not cause others to be rebuilt.
const FOLDER: &str = "target/thread";

/// The exit code of a program with a data race.
const RACE: i32 = 66;

/// Runs of the command in a folder with a tree of small files, `many`, and a large one, `large.txt`, in this order: `fix` changes them. Of
/// the blocks that a file is read in there are 17 of `large.txt`: few enough that threads hardly work at the same time on a machine that
/// does something else, and a race is seen in one of eight runs. Of blocks of 512 bytes there are thousands.
const RUNS: [&[&str]; 14] = [
    &["check", "--no-config", "-j", "4", "many"],
    &[
        "check",
        "--no-config",
        "-j",
        "4",
        "--format",
        "json",
        "many",
        "large.txt",
    ],
    &[
        "check",
        "--no-config",
        "-j",
        "4",
        "--statistics",
        "many",
        "large.txt",
    ],
    &["check", "--no-config", "-j", "4", "-q", "large.txt"],
    &["check", "--no-config", "-j", "4", "-l", "many.tar.gz", "many"],
    &[
        "check",
        "--no-config",
        "-j",
        "4",
        "--piece-size",
        "512",
        "large.txt",
    ],
    &["detect", "many", "large.txt"],
    &["count", "-j", "4", "many", "large.txt"],
    &[
        "convert",
        "-f",
        "windows-1252",
        "-t",
        "UTF-8",
        "-o",
        "wide.txt",
        "large.txt",
    ],
    &[
        "convert",
        "-t",
        "UTF-16LE",
        "--on-error=replace",
        "-o",
        "wide.txt",
        "large.txt",
    ],
    &["fix", "--no-config", "-j", "4", "--diff", "many", "large.txt"],
    &[
        "fix",
        "--no-config",
        "-j",
        "4",
        "--piece-size",
        "512",
        "--diff",
        "large.txt",
    ],
    &["fix", "--no-config", "-j", "4", "--on-error=replace", "many"],
    &["fix", "--no-config", "-j", "4", "--on-error=replace", "large.txt"],
];

/// Runs both.
pub(super) fn run() -> Result<(), String> {
    process::run(
        cargo()?
            .args(["test", "-p", "utf8kit", "--features", "tiers", "--test", "tiers"])
            .args(target()?),
    )?;
    // With names of functions in reports, and optimized so that blocks are found in the order in which they are elsewhere.
    let mut build = cargo()?;
    build.args(["build", "-p", "utf8kit-cli"]).args(target()?);
    process::run(build.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1"))?;
    let command = Path::new(FOLDER).join(host()?).join("debug/utf8");
    let command = std::path::absolute(&command).map_err(|error| format!("{}: {error}", command.display()))?;
    let folder = files()?;
    for args in RUNS {
        check(&command, &folder, args)?;
    }
    println!("the command, {} runs: no data race", RUNS.len());
    Ok(())
}

/// Returns Cargo of the nightly toolchain, with the sanitizer.
fn cargo() -> Result<Command, String> {
    let rustup = ["run", "nightly", "cargo"];
    if !succeeds(Command::new("rustup").args(rustup).arg("--version")) {
        return Err(
            "found no nightly Rust; `rustup toolchain install nightly --component rust-src` installs it"
                .to_owned(),
        );
    }
    let mut cargo = Command::new("rustup");
    cargo.args(rustup).env("RUSTFLAGS", "-Zsanitizer=thread");
    // `cargo xtask` sets these for the toolchain that runs this task.
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN"] {
        cargo.env_remove(variable);
    }
    Ok(cargo)
}

/// Returns the arguments that build the standard library too.
fn target() -> Result<[String; 5], String> {
    let target = host()?;
    Ok(["-Zbuild-std", "--target", &target, "--target-dir", FOLDER].map(str::to_owned))
}

/// Writes the files, and returns their folder.
fn files() -> Result<PathBuf, String> {
    let folder = Path::new(FOLDER).join("files");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    let lines: [&[u8]; 5] = [
        b"plain text\n",
        b"un caf\xC3\xA9 noir\n",
        b"un caf\xC3\x83\xC2\xA9 noir\n",
        b"caf\xE9 au lait\n",
        b"a\xE2\x80\xAEb\n",
    ];
    for number in 0..200 {
        let below = folder.join(format!("many/{}", number % 7));
        fs::create_dir_all(&below).map_err(failed)?;
        let text = [lines[0], lines[number % 5]].concat().repeat(1 + number * 3);
        fs::write(below.join(format!("{number}.txt")), text).map_err(failed)?;
    }
    // Several blocks, with findings in each.
    let text = [lines[0].repeat(1000), lines.concat()].concat().repeat(400);
    fs::write(folder.join("large.txt"), text).map_err(failed)?;
    output(
        Command::new("tar")
            .current_dir(&folder)
            .args(["-czf", "many.tar.gz", "many"]),
    );
    std::path::absolute(&folder).map_err(failed)
}

/// Runs the command, and returns an error if threads race.
fn check(command: &Path, folder: &Path, args: &[&str]) -> Result<(), String> {
    let mut run = Command::new(command);
    run.current_dir(folder).args(args);
    run.env("TSAN_OPTIONS", format!("exitcode={RACE}"));
    let run = run
        .output()
        .map_err(|error| format!("{}: {error}", command.display()))?;
    let said = String::from_utf8_lossy(&run.stderr);
    match run.status.code() {
        Some(0 | 1) if !said.contains("ThreadSanitizer") => Ok(()),
        _ => Err(format!("utf8 {}: {}\n{said}", args.join(" "), run.status)),
    }
}
