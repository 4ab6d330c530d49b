//! Installs the C library and the iconv library.

use super::build::{
    Built, CRATE, absolute, archive_name, build, build_iconv, compatible_version, unwinder, version,
};
use std::fs;
use std::path::{Component, Path, PathBuf};

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
    const USAGE: &str =
        "cargo xtask install-c --prefix DIR [--libdir DIR] [--includedir DIR] [--target TRIPLE]";
    let (mut prefix, mut lib, mut include, mut target) = (None, None, None, None);
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
            "--target" => &mut target,
            _ => return Err(format!("unknown option {arg}; {USAGE}")),
        };
        let value = value.filter(|value| !value.is_empty());
        *folder = Some(value.ok_or(format!("{name} has no value; {USAGE}"))?);
    }
    let folder = |given: Option<String>| given.map(absolute).transpose();
    let (prefix, lib, include) = (folder(prefix)?, folder(lib)?, folder(include)?);
    let prefix = prefix.ok_or(format!("--prefix is missing; {USAGE}"))?;
    let folders = Folders {
        lib: lib.unwrap_or_else(|| prefix.join("lib")),
        include: include.unwrap_or_else(|| prefix.join("include")),
        prefix,
    };
    match &target {
        Some(target) => install_archives(&folders, target)?,
        None => install(&folders)?,
    }
    println!(
        "Installed utf8kit {} below {}.",
        version(),
        folders.prefix.display()
    );
    Ok(())
}

/// Builds the libraries and installs them.
pub(super) fn install(folders: &Folders) -> Result<(), String> {
    let built = build(None)?;
    install_common(folders, &built)?;
    if let Some(shared) = &built.shared {
        install_shared(shared, &folders.lib)?;
    }
    whole_library(&format!(
        "Libs: -L${{libdir}} -lutf8kit\nLibs.private: {}\nCflags: -I${{includedir}}\n",
        built.system_libraries
    ))
    .install(folders)?;
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        let built = build_iconv()?;
        copy(&built.loader, &folders.lib.join(ICONV))?;
        let inner = folders.lib.join("utf8kit");
        fs::create_dir_all(&inner).map_err(|error| format!("{}: {error}", inner.display()))?;
        copy(&built.rest, &inner.join("iconv.so"))?;
        let package = Package {
            name: "utf8kit-iconv",
            description: "Makes iconv of the GNU C library faster in programs that are started with LD_PRELOAD",
            fields: format!("preload=${{libdir}}/{ICONV}\n"),
        };
        package.install(folders)?;
    }
    let cmake = folders.lib.join("cmake/utf8kit");
    fs::create_dir_all(&cmake).map_err(|error| format!("{}: {error}", cmake.display()))?;
    let package = cmake_package(folders, &built.system_libraries);
    write(&cmake.join("utf8kitConfig.cmake"), package.as_bytes())?;
    let package = cmake_version();
    write(&cmake.join("utf8kitConfigVersion.cmake"), package.as_bytes())
}

/// Builds the archives for another target, and installs them, the headers, and what `pkg-config` says of them.
fn install_archives(folders: &Folders, target: &str) -> Result<(), String> {
    let built = build(Some(target))?;
    install_common(folders, &built)?;
    let mut libraries = built.system_libraries;
    if libraries.contains("-lunwind") {
        // Under another name, because it is not that of the system.
        copy(&unwinder(target)?, &folders.lib.join("libutf8kit_unwind.a"))?;
        libraries = libraries.replace("-lunwind", "-lutf8kit_unwind");
    }
    whole_library(&format!(
        "Libs: -L${{libdir}} -lutf8kit {libraries}\nCflags: -I${{includedir}}\n"
    ))
    .install(folders)
}

/// Installs the archives, the headers, and what `pkg-config` says of the archive without dependencies.
fn install_common(folders: &Folders, built: &Built) -> Result<(), String> {
    for folder in [&folders.lib.join("pkgconfig"), &folders.include] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    for (archive, name) in [(&built.archive, "utf8kit"), (&built.core, CORE)] {
        copy(archive, &folders.lib.join(archive_name(name)))?;
    }
    for header in HEADERS {
        let from = Path::new(CRATE).join("include").join(header);
        copy(&from, &folders.include.join(header))?;
    }
    let package = Package {
        name: "utf8kit-core",
        description: "Validates, converts and repairs UTF-8, UTF-16, UTF-32, Latin-1 and ASCII; an archive without dependencies",
        fields: format!("Libs: -L${{libdir}} -l{CORE} {COLLECT}\nCflags: -I${{includedir}}\n"),
    };
    package.install(folders)
}

/// Returns what `pkg-config` knows of the whole library.
fn whole_library(fields: &str) -> Package {
    Package {
        name: "utf8kit",
        description: "Validates, converts, streams and repairs UTF-8 and related encodings",
        fields: fields.to_owned(),
    }
}

/// The archive of the functions that need neither memory nor an operating system.
pub(super) const CORE: &str = "utf8kit_core";

/// The flag by which a program has of an archive what it calls, and nothing else.
const COLLECT: &str = match cfg!(target_os = "macos") {
    true => "-Wl,-dead_strip",
    false => "-Wl,--gc-sections",
};

/// The iconv library.
const ICONV: &str = "libutf8kit_iconv.so";

/// Installs the shared library under its names.
fn install_shared(shared: &Path, lib: &Path) -> Result<(), String> {
    if cfg!(windows) {
        copy(shared, &lib.join("utf8kit.dll"))?;
        return copy(&shared.with_extension("dll.lib"), &lib.join("utf8kit.dll.lib"));
    }
    let named = |version: &str| match cfg!(target_os = "macos") {
        true => format!("libutf8kit.{version}.dylib"),
        false => format!("libutf8kit.so.{version}"),
    };
    let file = named(version());
    copy(shared, &lib.join(&file))?;
    link(&file, &lib.join(named(&compatible_version())))?;
    link(
        &file,
        &lib.join(format!("libutf8kit{}", std::env::consts::DLL_SUFFIX)),
    )
}

/// What `pkg-config` knows of a library.
struct Package {
    name: &'static str,
    description: &'static str,
    /// What only this one has.
    fields: String,
}

impl Package {
    /// Writes the file for `pkg-config`.
    fn install(&self, folders: &Folders) -> Result<(), String> {
        let file = folders.lib.join(format!("pkgconfig/{}.pc", self.name));
        write(&file, self.text(folders).as_bytes())
    }

    /// Returns the file for `pkg-config`.
    fn text(&self, folders: &Folders) -> String {
        format!(
            "prefix={}\nlibdir={}\nincludedir={}\n\nName: {}\nDescription: {}\nURL: {}\nVersion: {}\n{}",
            folders.prefix.display(),
            folders.lib.display(),
            folders.include.display(),
            self.name,
            self.description,
            env!("CARGO_PKG_REPOSITORY"),
            version(),
            self.fields
        )
    }
}

/// Returns the file from which CMake's `find_package` takes the targets `utf8kit::utf8kit`, the shared library,
/// `utf8kit::static` and `utf8kit::core`. It finds the libraries and the headers from where it is itself, so that all can be moved
/// together.
fn cmake_package(folders: &Folders, system_libraries: &str) -> String {
    let shared = format!(
        "{}utf8kit{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let (archive, core) = (archive_name("utf8kit"), archive_name(CORE));
    let collect = match cfg!(target_env = "msvc") {
        true => String::new(),
        false => format!("    INTERFACE_LINK_OPTIONS \"{COLLECT}\"\n"),
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
             INTERFACE_INCLUDE_DIRECTORIES \"${{_utf8kit_include}}\")\n  \
           add_library(utf8kit::core STATIC IMPORTED)\n  \
           set_target_properties(utf8kit::core PROPERTIES\n    \
             IMPORTED_LOCATION \"${{_utf8kit_lib}}/{core}\"\n\
         {collect}    \
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
