//! Tests of the archive without dependencies: what it has, what it needs, and how long a program with it is.

use super::build::{CRATE, read};
use super::compilers::{Compilers, declared};
use super::install::{CORE, Folders};
use crate::process::{self, find_program};
use crate::sizes::loaded_size;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most bytes of a program that only validates.
const MOST: usize = 150_000;

/// What such a program takes from the C library: what the archive needs, which is in every C library and easily written where there is
/// none, and what the program itself does.
const NEEDED: [&str; 7] = [
    "bcmp",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "strlen",
    "__libc_start_main",
];

/// Parts of the names of the standard library, of formatting, and of what unwinds stacks.
const FOREIGN: [&str; 6] = [
    "3std",
    "5alloc",
    "4core3fmt",
    "Unwind",
    "eh_personality",
    "getaddrinfo",
];

/// Compiles the programs in `tests/core` with each compiler, dynamically, statically and with musl, and runs them.
pub(super) fn test(compilers: &[Compilers], folders: &Folders) -> Result<(), String> {
    let functions = functions_of_the_header(folders)?;
    let mut linkers: Vec<(&Path, Option<&str>)> = vec![];
    for compilers in compilers {
        linkers.extend([(compilers.c.as_path(), None), (&compilers.c, Some("-static"))]);
    }
    // `setup` does not install it: the loader of musl makes a library of Spark load what is for musl.
    let musl = find_program("musl-gcc");
    match &musl {
        Some(musl) => linkers.push((musl, Some("-static"))),
        None => println!("found no musl-gcc: the archive is not linked with musl"),
    }
    for &(compiler, flag) in &linkers {
        let program = compile(compiler, "convert", flag, folders)?;
        process::run(&mut Command::new(program))?;
        let program = compile(compiler, "validate", flag, folders)?;
        for (text, is_valid) in [(&b"caf\xC3\xA9"[..], true), (b"caf\xE9", false)] {
            if process::succeeds(Command::new(&program).arg(OsStr::from_bytes(text))) != is_valid {
                return Err(format!(
                    "{} is wrong on {}",
                    program.display(),
                    text.escape_ascii()
                ));
            }
        }
        if flag.is_none() {
            only_what_is_needed(&program)?;
        }
        let size = loaded_size(&program)?;
        // The GNU C library alone is longer.
        if size > MOST && (flag.is_none() || musl.as_deref() == Some(compiler)) {
            return Err(format!(
                "{}: {size} bytes, and at most {MOST} are wanted",
                program.display()
            ));
        }
        println!(
            "a program that validates, {} {flag:?}: {size} bytes",
            compiler.display()
        );
    }
    println!(
        "the archive without dependencies has {functions} functions, linked {} times",
        linkers.len()
    );
    Ok(())
}

/// Checks that the archive has the functions of those sections of the header that say so, and no others. Returns their number.
fn functions_of_the_header(folders: &Folders) -> Result<usize, String> {
    let header = read(folders.include.join("utf8kit.h"))?;
    let mut expected: Vec<&str> = header
        .split("// ---- ")
        .skip(1)
        .filter(|section| section.lines().next().is_some_and(|title| title.contains(CORE)))
        .flat_map(declared)
        .collect();
    expected.sort_unstable();
    let archive = folders.lib.join(format!("lib{CORE}.a"));
    let symbols = process::output(
        Command::new("nm")
            .args(["--defined-only", "--extern-only"])
            .arg(&archive),
    )
    .ok_or_else(|| format!("`nm {}` fails", archive.display()))?;
    let mut found: Vec<&str> = symbols
        .lines()
        .filter_map(|line| line.split(' ').nth(2))
        .filter(|name| name.starts_with("utf8kit_"))
        .collect();
    found.sort_unstable();
    let differs = |name: &&&str| expected.contains(name) != found.contains(name);
    match expected.iter().chain(&found).find(differs) {
        None => Ok(expected.len()),
        Some(name) => Err(format!(
            "{}: {name} is in the archive or in a section of the header that says so, but not in both",
            archive.display()
        )),
    }
}

/// Compiles a program with the flags that `pkg-config` prints.
fn compile(compiler: &Path, name: &str, flag: Option<&str>, folders: &Folders) -> Result<PathBuf, String> {
    let flags = process::output(
        Command::new("pkg-config")
            .args(["--cflags", "--libs", "utf8kit-core"])
            .env("PKG_CONFIG_PATH", folders.lib.join("pkgconfig")),
    );
    let flags = flags.ok_or("pkg-config does not find utf8kit-core")?;
    let program = folders.prefix.join(format!("core-{name}"));
    let mut command = Command::new(compiler);
    command
        .args([
            "-std=c11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pedantic",
            "-O2",
            "-o",
        ])
        .arg(&program)
        .arg(Path::new(CRATE).join(format!("tests/core/{name}.c")))
        .args(flags.split_whitespace())
        .args(flag);
    process::run(&mut command)?;
    Ok(program)
}

/// Checks that nothing of the standard library is in a program, and that it takes little from the C library.
fn only_what_is_needed(program: &Path) -> Result<(), String> {
    let symbols = process::output(Command::new("nm").arg(program))
        .ok_or_else(|| format!("`nm {}` fails", program.display()))?;
    for line in symbols.lines() {
        let mut words = line.split_whitespace().rev();
        let (name, kind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let name = name.split('@').next().unwrap_or_default();
        if FOREIGN.iter().any(|part| name.contains(part)) || (kind == "U" && !NEEDED.contains(&name)) {
            return Err(format!(
                "{}: `{line}` is not expected in a program that validates",
                program.display()
            ));
        }
    }
    Ok(())
}
