//! The C library: installs it, and tests it with programs in C and C++.

mod examples;

use crate::process::{self, cargo, find_program};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CRATE: &str = "crates/utf8kit-capi";

/// The profile that the library is built with.
const PROFILE: &str = "release-c";

/// Where the tests install the library.
const TEST_PREFIX: &str = "target/capi";

/// The headers.
const HEADERS: [&str; 2] = ["utf8kit.h", "utf8kit.hpp"];

/// The folders that a library is installed into.
struct Folders {
    prefix: PathBuf,
    lib: PathBuf,
    include: PathBuf,
}

/// `cargo xtask install-c`: builds the library and installs it.
pub(crate) fn install_command(args: &[String]) -> Result<(), String> {
    const USAGE: &str = "cargo xtask install-c --prefix DIR [--libdir DIR] [--includedir DIR]";
    let (mut prefix, mut lib, mut include) = (None, None, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let (name, value) = match arg.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (arg.as_str(), args.next().cloned()),
        };
        let folder = match name {
            "--prefix" => &mut prefix,
            "--libdir" => &mut lib,
            "--includedir" => &mut include,
            _ => return Err(format!("unknown option {arg}; {USAGE}")),
        };
        let value = value.filter(|value| !value.is_empty());
        *folder = Some(absolute(value.ok_or(format!("{name} has no value; {USAGE}"))?)?);
    }
    let prefix = prefix.ok_or(format!("--prefix is missing; {USAGE}"))?;
    let folders = Folders {
        lib: lib.unwrap_or_else(|| prefix.join("lib")),
        include: include.unwrap_or_else(|| prefix.join("include")),
        prefix,
    };
    install(&folders)?;
    println!(
        "Installed utf8kit {} below {}.",
        version(),
        folders.prefix.display()
    );
    Ok(())
}

/// Returns the version of the library.
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Returns the part of the version that changes when programs must be compiled again: `0.1` of `0.1.2`, `1` of `1.2.3`.
pub(crate) fn compatible_version() -> String {
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    match major {
        "0" => format!("0.{minor}"),
        major => major.to_owned(),
    }
}

fn absolute(path: impl AsRef<Path>) -> Result<PathBuf, String> {
    std::path::absolute(&path).map_err(|error| format!("{}: {error}", path.as_ref().display()))
}

/// Builds the library and returns the system libraries that a program needs which links it statically.
fn build() -> Result<String, String> {
    let mut command = cargo(&[
        "rustc",
        "--quiet",
        "--profile",
        PROFILE,
        "-p",
        "utf8kit-capi",
        "--lib",
        "--crate-type",
        "cdylib,staticlib",
        "--",
        "--print",
        "native-static-libs=target/capi-native-static-libs.txt",
    ]);
    fs::create_dir_all("target").map_err(|error| format!("target: {error}"))?;
    process::run(&mut command)?;
    let libraries = read("target/capi-native-static-libs.txt")?;
    Ok(libraries.trim().to_owned())
}

/// Builds the shared library and returns its path.
pub(crate) fn build_shared() -> Result<PathBuf, String> {
    build()?;
    absolute(process::target_folder().join(PROFILE).join(format!(
        "{}utf8kit_capi{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    )))
}

fn read(path: impl AsRef<Path>) -> Result<String, String> {
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.as_ref().display()))
}

/// Builds the library and installs it.
fn install(folders: &Folders) -> Result<(), String> {
    let system_libraries = build()?;
    let pkgconfig = folders.lib.join("pkgconfig");
    for folder in [&folders.lib, &folders.include, &pkgconfig] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let built = process::target_folder().join(PROFILE);
    let (version, compatible) = (version(), compatible_version());
    if cfg!(windows) {
        copy(&built.join("utf8kit_capi.dll"), &folders.lib.join("utf8kit.dll"))?;
        copy(
            &built.join("utf8kit_capi.dll.lib"),
            &folders.lib.join("utf8kit.dll.lib"),
        )?;
        copy(&built.join("utf8kit_capi.lib"), &folders.lib.join("utf8kit.lib"))?;
    } else {
        let (suffix, named): (_, fn(&str) -> String) = if cfg!(target_os = "macos") {
            ("dylib", |version| format!("libutf8kit.{version}.dylib"))
        } else {
            ("so", |version| format!("libutf8kit.so.{version}"))
        };
        let file = named(version);
        copy(
            &built.join(format!("libutf8kit_capi.{suffix}")),
            &folders.lib.join(&file),
        )?;
        link(&file, &folders.lib.join(named(&compatible)))?;
        link(&file, &folders.lib.join(format!("libutf8kit.{suffix}")))?;
        copy(
            &built.join("libutf8kit_capi.a"),
            &folders.lib.join("libutf8kit.a"),
        )?;
    }
    for header in HEADERS {
        copy(
            &Path::new(CRATE).join("include").join(header),
            &folders.include.join(header),
        )?;
    }
    let description = format!(
        "prefix={}\nlibdir={}\nincludedir={}\n\n\
         Name: utf8kit\n\
         Description: Validates, converts, streams and repairs UTF-8 and related encodings\n\
         URL: {}\n\
         Version: {version}\n\
         Libs: -L${{libdir}} -lutf8kit\n\
         Libs.private: {system_libraries}\n\
         Cflags: -I${{includedir}}\n",
        folders.prefix.display(),
        folders.lib.display(),
        folders.include.display(),
        env!("CARGO_PKG_REPOSITORY"),
    );
    write(&pkgconfig.join("utf8kit.pc"), description.as_bytes())
}

/// Copies a file, so that at no time there is a part of it under its name.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let bytes = fs::read(from).map_err(|error| format!("{}: {error}", from.display()))?;
    write(to, &bytes)
}

/// Writes a file, so that at no time there is a part of it under its name.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let new = temporary(path);
    fs::write(&new, bytes)
        .and_then(|()| fs::rename(&new, path))
        .map_err(|error| {
            let _ = fs::remove_file(&new);
            format!("{}: {error}", path.display())
        })
}

/// Makes a symbolic link to a file in the same folder.
fn link(target: &str, path: &Path) -> Result<(), String> {
    #[cfg(unix)]
    {
        let new = temporary(path);
        let _ = fs::remove_file(&new);
        std::os::unix::fs::symlink(target, &new)
            .and_then(|()| fs::rename(&new, path))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
    #[cfg(not(unix))]
    Err(format!(
        "{}: no symbolic link to {target} can be made here",
        path.display()
    ))
}

fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    name.into()
}

/// The compilers of C and C++.
struct Compilers {
    name: &'static str,
    c: PathBuf,
    cxx: PathBuf,
}

fn compilers() -> Result<[Compilers; 2], String> {
    let find = |name: &str| {
        find_program(name).ok_or_else(|| format!("found no {name}; `cargo xtask setup` installs it"))
    };
    let clangxx = crate::bench::newest_clang().ok_or("found no clang++; `cargo xtask setup` installs it")?;
    Ok([
        Compilers {
            name: "gcc",
            c: find("gcc")?,
            cxx: find("g++")?,
        },
        Compilers {
            name: "clang",
            c: find(&clangxx.replace("clang++", "clang"))?,
            cxx: find(&clangxx)?,
        },
    ])
}

/// Returns an error if the tests cannot run here.
pub(crate) fn needs() -> Result<(), String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("the tests in C run on Linux, on x86-64".to_owned());
    }
    for compilers in compilers()? {
        has_sanitizers(&compilers)?;
    }
    for program in ["valgrind", "pkg-config"] {
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
    test_iconv(&compilers()?[0], &folders)?;
    examples::test(&compilers()?, &folders)
}

/// Builds the iconv library, and returns its path.
pub(crate) fn build_iconv() -> Result<PathBuf, String> {
    process::run(&mut cargo(&[
        "build",
        "-p",
        "utf8kit-iconv",
        "--profile",
        PROFILE,
    ]))?;
    absolute(process::target_folder().join(PROFILE).join("libutf8kit_iconv.so"))
}

/// Compiles the programs of the iconv library, and runs them with it.
fn test_iconv(compilers: &Compilers, folders: &Folders) -> Result<(), String> {
    let library = build_iconv()?;
    for source in sources(Path::new("crates/utf8kit-iconv/tests/c"))? {
        let name = source.file_stem().unwrap_or_default().display();
        let program = folders.prefix.join(format!("iconv-{name}"));
        process::run(
            Command::new(&compilers.c)
                .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-o"])
                .args([&program, &source]),
        )?;
        process::run(Command::new(&program).env("LD_PRELOAD", &library))?;
    }
    Ok(())
}

/// Returns the files in C and C++ in a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut sources: Vec<_> = paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "c" || extension == "cpp")
        })
        .collect();
    sources.sort();
    Ok(sources)
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

/// Checks that the shared library exports the functions of the header, and nothing else.
fn only_the_interface_is_exported(folders: &Folders) -> Result<(), String> {
    let library = folders.lib.join("libutf8kit.so");
    let symbols = process::output(Command::new("nm").args(["-D", "--defined-only"]).arg(&library))
        .ok_or_else(|| format!("`nm -D {}` fails", library.display()))?;
    let mut exported: Vec<&str> = symbols
        .lines()
        .filter_map(|line| line.split(' ').nth(2))
        .collect();
    exported.sort_unstable();
    let header = read(folders.include.join("utf8kit.h"))?;
    let mut declared: Vec<&str> = header
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .filter_map(|line| {
            let before = line.split_once('(')?.0;
            let name = before.rsplit([' ', '*']).next()?;
            name.starts_with("utf8kit_").then_some(name)
        })
        .collect();
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
    println!("exported functions: {}", exported.len());
    examples::every_function_is_tested(&declared)
}
