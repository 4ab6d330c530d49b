//! Builds the libraries that C programs use.

use crate::process::{self, cargo};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const CRATE: &str = "crates/utf8kit-capi";

/// The profile that the libraries are built with.
pub(super) const PROFILE: &str = "release-c";

/// What is built of the C library.
pub(super) struct Built {
    /// The shared library, unless it is built for another target. On Windows, the library that programs are linked with has the same
    /// name, and `.lib` after it.
    pub(super) shared: Option<PathBuf>,
    /// The archive of the whole library.
    pub(super) archive: PathBuf,
    /// The archive of the functions that need neither memory nor an operating system.
    pub(super) core: PathBuf,
    /// The flags of the system's libraries that a program needs which links the archive of the whole library.
    pub(super) system_libraries: String,
}

/// Builds the library, for another target only its archives.
pub(super) fn build(target: Option<&str>) -> Result<Built, String> {
    // On Linux, the archive is linked to a shared library: rustc gives symbols no versions.
    let links = cfg!(target_os = "linux");
    let types = match links || target.is_some() {
        true => "staticlib",
        false => "cdylib,staticlib",
    };
    const LIBRARIES: &str = "target/capi-native-static-libs.txt";
    fs::create_dir_all("target").map_err(|error| format!("target: {error}"))?;
    let print = format!("native-static-libs={LIBRARIES}");
    let target_folder = process::target_folder();
    let folder = rustc(
        &target_folder,
        target,
        &["--crate-type", types, "--", "--print", &print],
    )?;
    let archive = folder.join(archive_name("utf8kit_capi"));
    let libraries = read(LIBRARIES)?;
    let shared = match (target, links) {
        (Some(_), _) => None,
        (None, true) => Some(link_shared(&folder, &archive, libraries.trim())?),
        (None, false) => Some(folder.join(format!(
            "{}utf8kit_capi{}",
            std::env::consts::DLL_PREFIX,
            std::env::consts::DLL_SUFFIX
        ))),
    };
    // `libgcc_eh` has what the library needs of `libgcc_s`, and is there for `-static`, too.
    let libraries = match cfg!(all(target_os = "linux", target_env = "gnu")) {
        true => libraries.replace("-lgcc_s", "-lgcc_eh"),
        false => libraries,
    };
    Ok(Built {
        shared,
        archive,
        core: build_core(target)?,
        system_libraries: libraries.trim().to_owned(),
    })
}

/// Builds the archive of the functions that need neither memory nor an operating system, and returns its path.
pub(super) fn build_core(target: Option<&str>) -> Result<PathBuf, String> {
    // Of the same name as the whole library, so in another folder.
    let folder = rustc(
        &process::target_folder().join("capi-core"),
        target,
        &["--no-default-features", "--crate-type", "staticlib"],
    )?;
    Ok(folder.join(archive_name("utf8kit_capi")))
}

/// Runs rustc for the library, and returns the folder with what it built.
fn rustc(target_folder: &Path, target: Option<&str>, args: &[&str]) -> Result<PathBuf, String> {
    let mut command = cargo(&[
        "rustc",
        "--quiet",
        "--profile",
        PROFILE,
        "-p",
        "utf8kit-capi",
        "--lib",
    ]);
    command.arg("--target-dir").arg(target_folder);
    if let Some(target) = target {
        command.args(["--target", target]);
    }
    process::run(command.args(args))?;
    absolute(target_folder.join(target.unwrap_or_default()).join(PROFILE))
}

/// Returns the name of the file of an archive.
pub(super) fn archive_name(name: &str) -> String {
    match cfg!(windows) {
        true => format!("{name}.lib"),
        false => format!("lib{name}.a"),
    }
}

/// Links the archive to a shared library, whose symbols have the version that `utf8kit.map` states.
fn link_shared(folder: &Path, archive: &Path, system_libraries: &str) -> Result<PathBuf, String> {
    let shared = folder.join("libutf8kit.so");
    let mut command = linker(&shared, &Path::new(CRATE).join("utf8kit.map"));
    command.arg(format!("-Wl,-soname,libutf8kit.so.{}", compatible_version()));
    // All functions are in one object, so one of them brings all.
    command.arg("-Wl,--undefined=utf8kit_version").arg(archive);
    process::run(command.args(system_libraries.split_whitespace()))?;
    Ok(shared)
}

/// Returns the linker of a shared library, which exports what the script says.
fn linker(shared: &Path, script: &Path) -> Command {
    let mut command = Command::new("cc");
    command
        .args(["-shared", "-s", "-nodefaultlibs", "-o"])
        .arg(shared)
        .arg(format!("-Wl,--version-script={}", script.display()))
        .args(["-Wl,--gc-sections", "-Wl,-O1", "-Wl,--no-undefined"])
        .args(["-Wl,--as-needed", "-Wl,-z,relro,-z,now"]);
    command
}

/// Builds the shared library and returns its path.
pub(crate) fn build_shared() -> Result<PathBuf, String> {
    build(None)?
        .shared
        .ok_or_else(|| "no shared library was built".to_owned())
}

/// Returns the archive of the functions that unwind stacks, which Rust has for programs with musl: that of GCC needs glibc.
pub(super) fn unwinder(target: &str) -> Result<PathBuf, String> {
    let sysroot = process::output(Command::new("rustc").args(["--print", "sysroot"]));
    let sysroot = sysroot.ok_or("`rustc --print sysroot` fails")?;
    Ok(Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(target)
        .join("lib/self-contained/libunwind.a"))
}

/// The files of the iconv library.
pub(crate) struct Iconv {
    /// What programs load, which loads the rest from the folder `utf8kit` beside it.
    pub(crate) loader: PathBuf,
    pub(crate) rest: PathBuf,
}

/// Builds the iconv library.
///
/// It has what unwinds stacks in itself: each program that calls `iconv` would load `libgcc_s` otherwise, which takes 0.08 ms.
pub(crate) fn build_iconv() -> Result<Iconv, String> {
    const PROFILE: &str = "release-iconv";
    let mut command = cargo(&[
        "rustc",
        "--quiet",
        "-p",
        "utf8kit-iconv",
        "--lib",
        "--profile",
        PROFILE,
    ]);
    process::run(command.args(["--crate-type", "staticlib"]))?;
    let folder = absolute(process::target_folder().join(PROFILE))?;
    let inner = folder.join("utf8kit");
    std::fs::create_dir_all(&inner).map_err(|error| format!("{}: {error}", inner.display()))?;
    let (loader, rest) = (folder.join("libutf8kit_iconv.so"), inner.join("iconv.so"));
    let exports = Path::new("crates/utf8kit-iconv/iconv.map");
    let mut command = linker(&rest, exports);
    command.arg("-Wl,-z,nodelete");
    command.args(["iconv_open", "iconv", "iconv_close"].map(|name| format!("-Wl,--undefined={name}")));
    command
        .arg(folder.join("libutf8kit_iconv.a"))
        .args(["-lgcc_eh", "-lgcc", "-lc"]);
    process::run(&mut command)?;
    let mut command = linker(&loader, exports);
    command.args(["-std=gnu11", "-O2", "-fPIC", "-Wall", "-Wextra", "-Werror"]);
    command.args(["crates/utf8kit-iconv/loader.c", "-lc"]);
    process::run(&mut command)?;
    Ok(Iconv { loader, rest })
}

/// Returns the version of the library.
pub(super) fn version() -> &'static str {
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

pub(super) fn absolute(path: impl AsRef<Path>) -> Result<PathBuf, String> {
    std::path::absolute(&path).map_err(|error| format!("{}: {error}", path.as_ref().display()))
}

pub(super) fn read(path: impl AsRef<Path>) -> Result<String, String> {
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.as_ref().display()))
}
