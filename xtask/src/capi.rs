//! The C library: installs it, and tests it with programs in C and C++.

mod build;
mod compilers;
#[cfg(unix)]
mod core;
mod examples;
mod install;
pub(crate) mod panics;

pub(crate) use build::{build_iconv, build_shared, compatible_version};
pub(crate) use install::install_command;

use crate::process::{self, find_program};
use build::{CRATE, absolute, read};
use compilers::{Compilers, compilers, declared, sources};
use install::{Folders, install};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the tests install the library.
const TEST_PREFIX: &str = "target/capi";

/// Returns an error if the tests cannot run here.
pub(crate) fn needs() -> Result<(), String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("the tests in C run on Linux, on x86-64".to_owned());
    }
    for compilers in compilers()? {
        has_sanitizers(&compilers)?;
    }
    for program in ["valgrind", "pkg-config", "cmake", "make"] {
        find_program(program)
            .ok_or_else(|| format!("found no {program}; `cargo xtask setup` installs it"))?;
    }
    Ok(())
}

/// Returns an error if the compilers cannot link programs with sanitizers: clang's are in a package of their own.
fn has_sanitizers(compilers: &Compilers) -> Result<(), String> {
    let folder = Path::new(TEST_PREFIX);
    let source = folder.join("empty.c");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&source, "int main(void) { return 0; }\n"))
        .map_err(|error| format!("{}: {error}", source.display()))?;
    let mut command = Command::new(&compilers.c);
    command
        .args(SANITIZERS)
        .arg("-o")
        .arg(folder.join("empty"))
        .arg(&source);
    match process::succeeds(&mut command) {
        true => Ok(()),
        false => Err(format!(
            "{} has no sanitizers; `cargo xtask setup` installs them",
            compilers.name
        )),
    }
}

/// The flags with which programs report accesses outside of their memory, and undefined behavior.
const SANITIZERS: [&str; 3] = [
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
];

/// How a program is linked.
#[derive(Clone, Copy, PartialEq)]
enum Linkage {
    Shared,
    Static,
}

/// How a program is checked while it runs.
#[derive(Clone, Copy, PartialEq)]
enum Check {
    Plain,
    Sanitizers,
    Valgrind,
}

/// Installs the library, compiles the programs in `tests/c`, `examples/c` and the guide, and runs them.
pub(crate) fn test() -> Result<(), String> {
    crate::header::run(&["--check".to_owned()])?;
    let prefix = absolute(TEST_PREFIX)?;
    let folders = Folders {
        lib: prefix.join("lib"),
        include: prefix.join("include"),
        prefix: prefix.clone(),
    };
    install(&folders)?;
    only_the_interface_is_exported(&folders)?;
    let programs = sources(&Path::new(CRATE).join("tests/c"))?;
    if programs.is_empty() {
        return Err(format!("found no program in {CRATE}/tests/c"));
    }
    let mut runs = 0;
    for compilers in compilers()? {
        for source in &programs {
            for (linkage, check) in [
                (Linkage::Shared, Check::Plain),
                (Linkage::Static, Check::Plain),
                (Linkage::Static, Check::Sanitizers),
                (Linkage::Shared, Check::Valgrind),
            ] {
                // Valgrind takes long, and does not depend on the compiler.
                if check == Check::Valgrind && compilers.name != "gcc" {
                    continue;
                }
                let program = compile(&compilers, source, linkage, check, &folders)?;
                run(&program, check, &folders)?;
                runs += 1;
            }
        }
    }
    println!("{} programs, {runs} runs", programs.len());
    #[cfg(unix)]
    core::test(&compilers()?, &folders)?;
    an_unknown_tier_is_reported_once(&folders)?;
    test_iconv(&compilers()?[0], &folders)?;
    examples::test(&compilers()?, &folders)
}

/// Compiles the programs of the iconv library, and runs them with it, without its loader, and with the loader alone.
fn test_iconv(compilers: &Compilers, folders: &Folders) -> Result<(), String> {
    let built = build_iconv()?;
    let alone = folders.prefix.join("libutf8kit_iconv.so");
    std::fs::copy(&built.loader, &alone).map_err(|error| format!("{}: {error}", alone.display()))?;
    for source in sources(Path::new("crates/utf8kit-iconv/tests/c"))? {
        let name = source.file_stem().unwrap_or_default().display();
        let program = folders.prefix.join(format!("iconv-{name}"));
        process::run(
            Command::new(&compilers.c)
                .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-o"])
                .args([&program, &source]),
        )?;
        for (library, what) in [(&built.loader, "all"), (&built.rest, "rest"), (&alone, "loader")] {
            process::run(Command::new(&program).arg(what).env("LD_PRELOAD", library))?;
        }
    }
    Ok(())
}

/// Compiles a program, which finds the library by `pkg-config` alone.
fn compile(
    compilers: &Compilers,
    source: &Path,
    linkage: Linkage,
    check: Check,
    folders: &Folders,
) -> Result<PathBuf, String> {
    let is_cxx = source.extension().is_some_and(|extension| extension == "cpp");
    let name = source.file_stem().unwrap_or_default().display();
    let kind = match (linkage, check) {
        (Linkage::Shared, _) => "shared",
        (Linkage::Static, Check::Sanitizers) => "sanitizers",
        (Linkage::Static, _) => "static",
    };
    let program = folders.prefix.join(format!("{name}-{}-{kind}", compilers.name));
    let mut command = Command::new(if is_cxx { &compilers.cxx } else { &compilers.c });
    command.args([
        match (is_cxx, linkage) {
            (false, _) => "-std=c11",
            (true, Linkage::Shared) => "-std=c++17",
            (true, Linkage::Static) => "-std=c++20",
        },
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pedantic",
        "-O1",
        "-g",
    ]);
    if check == Check::Sanitizers {
        command.args(SANITIZERS);
    }
    command.arg("-o").arg(&program).arg(source);
    let mut pkg_config = Command::new("pkg-config");
    pkg_config.args(["--cflags", "--libs", "utf8kit"]);
    if linkage == Linkage::Static {
        pkg_config.arg("--static");
    }
    pkg_config.env("PKG_CONFIG_PATH", folders.lib.join("pkgconfig"));
    let flags = process::output(&mut pkg_config).ok_or("pkg-config does not find utf8kit")?;
    for flag in flags.split_whitespace() {
        match flag {
            // Without this the shared library is preferred.
            "-lutf8kit" if linkage == Linkage::Static => command.arg("-l:libutf8kit.a"),
            flag => command.arg(flag),
        };
    }
    // Tests of threads.
    command.arg("-pthread");
    process::run(&mut command)?;
    Ok(program)
}

/// Runs a program.
fn run(program: &Path, check: Check, folders: &Folders) -> Result<(), String> {
    let mut command = if check == Check::Valgrind {
        let mut valgrind = Command::new("valgrind");
        valgrind.args([
            "--quiet",
            "--error-exitcode=99",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite",
        ]);
        // Valgrind knows no AVX-512.
        valgrind
            .env("UTF8KIT_TIER", "avx2")
            .env("UTF8KIT_TEST_QUICK", "1");
        valgrind.arg(program);
        valgrind
    } else {
        Command::new(program)
    };
    command.env("LD_LIBRARY_PATH", &folders.lib);
    process::run(&mut command)
}

/// Checks that a program says once that the environment names an instruction set that does not exist.
fn an_unknown_tier_is_reported_once(folders: &Folders) -> Result<(), String> {
    let program = folders.prefix.join("threads-gcc-shared");
    for (name, expected) in [("avx3", 1), ("", 0), ("portable", 0)] {
        let output = Command::new(&program)
            .env("LD_LIBRARY_PATH", &folders.lib)
            .env("UTF8KIT_TIER", name)
            .output()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if said.matches("UTF8KIT_TIER").count() != expected || !output.status.success() {
            return Err(format!(
                "with UTF8KIT_TIER={name}, {} says: {said}",
                program.display()
            ));
        }
    }
    Ok(())
}

/// Checks that the shared library exports the functions of the header in the version that it is compatible with, and nothing else.
fn only_the_interface_is_exported(folders: &Folders) -> Result<(), String> {
    let library = folders.lib.join("libutf8kit.so");
    let symbols = process::output(Command::new("nm").args(["-D", "--defined-only"]).arg(&library))
        .ok_or_else(|| format!("`nm -D {}` fails", library.display()))?;
    let version = format!("UTF8KIT_{}", compatible_version());
    let mut exported = vec![];
    for line in symbols.lines() {
        match line.split(' ').nth(2).unwrap_or(line).split_once("@@") {
            Some((name, of)) if of == version => exported.push(name),
            None if line.ends_with(&format!(" A {version}")) => {}
            _ => return Err(format!("{}: `{line}` is not of {version}", library.display())),
        }
    }
    exported.sort_unstable();
    let header = read(folders.include.join("utf8kit.h"))?;
    let mut declared: Vec<&str> = declared(&header).collect();
    declared.sort_unstable();
    match exported.iter().find(|name| !declared.contains(name)) {
        Some(name) => {
            return Err(format!(
                "{}: {name} is exported, but not in the header",
                library.display()
            ));
        }
        None if exported == declared => {}
        None => {
            let missing = declared.iter().find(|name| !exported.contains(name));
            return Err(format!(
                "{}: {missing:?} is in the header, but not exported",
                library.display()
            ));
        }
    }
    println!("exported functions: {}, of {version}", exported.len());
    every_text_is_taken_in_cxx(&header, folders)?;
    examples::every_function_is_tested(&declared)
}

/// Checks that `utf8kit.hpp` has each function that takes text, for all character types.
fn every_text_is_taken_in_cxx(header: &str, folders: &Folders) -> Result<(), String> {
    let code: String = header
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join(" ");
    let wrapper = read(folders.include.join("utf8kit.hpp"))?;
    for declaration in code.split(';') {
        let Some((before, arguments)) = declaration.split_once('(') else {
            continue;
        };
        let name = before.rsplit([' ', '*']).next().unwrap_or_default();
        let takes_text = ["char *", "uint16_t *", "uint32_t *"].iter().any(|text| {
            let mut rest = arguments.split(text).skip(1);
            rest.any(|after| !after.starts_with('*'))
        });
        let Some(name) = name.strip_prefix("utf8kit_").filter(|_| takes_text) else {
            continue;
        };
        if !wrapper.contains(&format!("\nUTF8KIT_ANY_TEXT({name})\n")) {
            return Err(format!("utf8kit.hpp has no UTF8KIT_ANY_TEXT({name})"));
        }
    }
    Ok(())
}
