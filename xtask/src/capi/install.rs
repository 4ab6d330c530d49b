//! Builds and installs the C library.

use crate::process::{self, cargo};
use std::fs;
use std::path::{Component, Path, PathBuf};

pub(super) const CRATE: &str = "crates/utf8kit-capi";

/// The profile that the library is built with.
pub(super) const PROFILE: &str = "release-c";

/// The headers.
pub(super) const HEADERS: [&str; 2] = ["utf8kit.h", "utf8kit.hpp"];

/// The folders that a library is installed into.
pub(super) struct Folders {
    pub(super) prefix: PathBuf,
    pub(super) lib: PathBuf,
    pub(super) include: PathBuf,
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

/// Builds the library and returns the system libraries that a program needs which links it statically.
pub(super) fn build() -> Result<String, String> {
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
    // `libgcc_eh` has what the library needs of `libgcc_s`, and is there for `-static`, too.
    let libraries = match cfg!(all(target_os = "linux", target_env = "gnu")) {
        true => libraries.replace("-lgcc_s", "-lgcc_eh"),
        false => libraries,
    };
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

pub(super) fn read(path: impl AsRef<Path>) -> Result<String, String> {
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.as_ref().display()))
}

/// Builds the library and installs it.
pub(super) fn install(folders: &Folders) -> Result<(), String> {
    let system_libraries = build()?;
    let pkgconfig = folders.lib.join("pkgconfig");
    let cmake = folders.lib.join("cmake/utf8kit");
    for folder in [&folders.lib, &folders.include, &pkgconfig, &cmake] {
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
    write(&pkgconfig.join("utf8kit.pc"), description.as_bytes())?;
    let package = cmake_package(folders, &system_libraries);
    write(&cmake.join("utf8kitConfig.cmake"), package.as_bytes())?;
    let package = cmake_version();
    write(&cmake.join("utf8kitConfigVersion.cmake"), package.as_bytes())
}

/// Returns the file from which CMake's `find_package` takes the targets `utf8kit::utf8kit`, the shared library, and
/// `utf8kit::static`. It finds the libraries and the headers from where it is itself, so that all can be moved together.
fn cmake_package(folders: &Folders, system_libraries: &str) -> String {
    let (shared, archive) = if cfg!(windows) {
        ("utf8kit.dll", "utf8kit.lib")
    } else if cfg!(target_os = "macos") {
        ("libutf8kit.dylib", "libutf8kit.a")
    } else {
        ("libutf8kit.so", "libutf8kit.a")
    };
    let import = match cfg!(windows) {
        true => "    IMPORTED_IMPLIB \"${_utf8kit_lib}/utf8kit.dll.lib\"\n",
        false => "",
    };
    let include = relative(&folders.lib, &folders.include);
    let include = include.display().to_string().replace('\\', "/");
    let system_libraries = system_libraries.split_whitespace().collect::<Vec<_>>().join(";");
    format!(
        "get_filename_component(_utf8kit_lib \"${{CMAKE_CURRENT_LIST_DIR}}/../..\" ABSOLUTE)\n\
         get_filename_component(_utf8kit_include \"{include}\" ABSOLUTE BASE_DIR \"${{_utf8kit_lib}}\")\n\
         if(NOT TARGET utf8kit::utf8kit)\n  \
           add_library(utf8kit::utf8kit SHARED IMPORTED)\n  \
           set_target_properties(utf8kit::utf8kit PROPERTIES\n    \
             IMPORTED_LOCATION \"${{_utf8kit_lib}}/{shared}\"\n\
         {import}    \
             INTERFACE_INCLUDE_DIRECTORIES \"${{_utf8kit_include}}\")\n  \
           add_library(utf8kit::static STATIC IMPORTED)\n  \
           set_target_properties(utf8kit::static PROPERTIES\n    \
             IMPORTED_LOCATION \"${{_utf8kit_lib}}/{archive}\"\n    \
             INTERFACE_LINK_LIBRARIES \"{system_libraries}\"\n    \
             INTERFACE_INCLUDE_DIRECTORIES \"${{_utf8kit_include}}\")\n\
         endif()\n\
         unset(_utf8kit_lib)\n\
         unset(_utf8kit_include)\n"
    )
}

/// Returns the file by which CMake decides whether the package has the version that a project asks for.
fn cmake_version() -> String {
    // What is not set is false.
    format!(
        "set(PACKAGE_VERSION \"{}\")\n\
         if(\"${{PACKAGE_FIND_VERSION}}.\" MATCHES \"^{}[.]\" AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)\n  \
           set(PACKAGE_VERSION_COMPATIBLE TRUE)\n\
         endif()\n\
         if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)\n  \
           set(PACKAGE_VERSION_EXACT TRUE)\n\
         endif()\n",
        version(),
        compatible_version().replace('.', "[.]")
    )
}

/// Returns the path of `to`, relative to the folder `from`. Both are absolute.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components());
    let shared = shared.take_while(|(from, to)| from == to).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}

/// Copies a file, so that at no time there is a part of it under its name.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let bytes = fs::read(from).map_err(|error| format!("{}: {error}", from.display()))?;
    write(to, &bytes)
}

/// Writes a file, so that at no time there is a part of it under its name.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let new = temporary(path);
    fs::write(&new, bytes)
        .and_then(|()| fs::rename(&new, path))
        .map_err(|error| {
            let _ = fs::remove_file(&new);
            format!("{}: {error}", path.display())
        })
}

/// Makes a symbolic link to a file in the same folder.
pub(super) fn link(target: &str, path: &Path) -> Result<(), String> {
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

pub(super) fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    name.into()
}
