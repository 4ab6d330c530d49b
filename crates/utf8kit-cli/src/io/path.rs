//! Paths: from the root of the file system on, and from bytes.

use crate::message::reason;
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// Returns the working directory.
pub(crate) fn here() -> Result<PathBuf, String> {
    std::env::current_dir().map_err(|error| format!("the working directory: {}", reason(&error)))
}

/// Returns the absolute path of a directory, without `.` and `..`. Symbolic links stay, except before `..`.
pub(crate) fn absolute(here: &Path, directory: &Path) -> PathBuf {
    let path = here.join(directory);
    if !path
        .components()
        .any(|component| component == Component::ParentDir)
    {
        return path.components().collect();
    }
    if cfg!(unix)
        && let Ok(path) = path.canonicalize()
    {
        return path;
    }
    let mut absolute = PathBuf::new();
    for component in path.components() {
        if component == Component::ParentDir {
            absolute.pop();
        } else {
            absolute.push(component);
        }
    }
    absolute
}

/// Returns the path with `/` between its parts, as everything has it that is the same on every system: what programs read, and
/// files that are kept.
#[cfg(windows)]
pub(crate) fn with_slashes(path: &Path) -> Cow<'_, Path> {
    use std::os::windows::ffi::{OsStrExt, OsStringExt};
    let units = path.as_os_str().encode_wide();
    let units: Vec<u16> = units
        .map(|unit| {
            if unit == u16::from(b'\\') {
                u16::from(b'/')
            } else {
                unit
            }
        })
        .collect();
    Cow::Owned(std::ffi::OsString::from_wide(&units).into())
}

/// Returns the path: its parts have `/` between them, and a backslash is a character of a name.
#[cfg(not(windows))]
pub(crate) fn with_slashes(path: &Path) -> Cow<'_, Path> {
    Cow::Borrowed(path)
}

/// Returns the path that bytes are.
#[cfg(unix)]
pub(crate) fn path_from_bytes(bytes: &[u8]) -> Result<PathBuf, String> {
    use std::os::unix::ffi::OsStrExt;
    Ok(Path::new(std::ffi::OsStr::from_bytes(bytes)).to_owned())
}

/// Returns the path that bytes are. Elsewhere paths are not bytes; lists are in UTF-8.
#[cfg(not(unix))]
pub(crate) fn path_from_bytes(bytes: &[u8]) -> Result<PathBuf, String> {
    match utf8kit::utf8::validate(bytes) {
        Ok(path) => Ok(PathBuf::from(path)),
        Err(_) => Err(format!("the path `{}` is not UTF-8", crate::escape::text(bytes))),
    }
}
