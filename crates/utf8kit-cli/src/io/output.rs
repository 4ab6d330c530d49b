//! Destinations: standard output, a device, or a file that is replaced as a whole.

use crate::io::interrupt::Temporary;
use crate::message::reason;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Stdout, Write};
use std::path::{Path, PathBuf};
use tempfile::Builder;

/// A destination being written.
pub(crate) enum Output {
    Stdout(Stdout),
    /// A device or a pipe, which is written directly.
    Direct(File),
    /// A regular file. A new one beside it takes its name when it is complete.
    Beside {
        new: Temporary,
        path: PathBuf,
        /// Whether a file has that name now.
        exists: bool,
    },
}

impl Output {
    /// Opens `path`, or standard output.
    ///
    /// # Errors
    ///
    /// Returns what is wrong, in words, if `path` cannot be written.
    pub(crate) fn open(path: Option<&Path>) -> Result<Output, String> {
        let Some(path) = path else {
            return Ok(Output::Stdout(io::stdout()));
        };
        let output = match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(data) if !data.is_file() => OpenOptions::new().write(true).open(path).map(Output::Direct),
            Ok(data) if links(&data) > 1 => {
                return Err(format!(
                    "it has {} hard links, and the others would keep the old text; to write through all of them, use `>`",
                    links(&data)
                ));
            }
            // The target of a symbolic link is replaced, not the link.
            Ok(_) => path.canonicalize().and_then(|path| Self::new_file(&path, true)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::new_file(path, false),
            Err(error) => Err(error),
        };
        output.map_err(|error| reason(&error))
    }

    fn new_file(path: &Path, exists: bool) -> io::Result<Output> {
        Ok(Output::Beside {
            new: beside(path, exists)?,
            path: path.to_owned(),
            exists,
        })
    }

    /// Completes the output: a file gets its name. Returns what could not be done besides, in words.
    pub(crate) fn finish(mut self) -> io::Result<Vec<String>> {
        self.flush()?;
        let Output::Beside { new, path, exists } = self else {
            return Ok(Vec::new());
        };
        if exists {
            return replace(new, &path, || Ok(()));
        }
        new.as_file().sync_all()?;
        new.persist(&path, || Ok(()))?;
        Ok(sync_directory(&path).into_iter().collect())
    }
}

/// Creates a file beside `path`. `exists`: it will replace a file there.
pub(crate) fn beside(path: &Path, exists: bool) -> io::Result<Temporary> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut prefix = std::ffi::OsString::from(".");
    // Names have at most 255 bytes.
    prefix.push(if name.len() < 200 { name } else { "utf8".as_ref() });
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".new");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Of every new file, the umask takes its part from these. What replaces a file is private until it is complete.
        let mode = if exists { 0o600 } else { 0o666 };
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = exists;
    let new = Temporary::new(|| builder.tempfile_in(directory(path)))?;
    // Another run that finds it must not repair it while it is incomplete.
    match new.as_file().try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
        _ => Ok(new),
    }
}

/// Gives `new` the name, the owner and the other attributes of the file at `path`. Calls `last` at the last moment before that;
/// its errors leave the file at `path` as it is. Returns what could not be kept and what else could not be done, in words.
pub(crate) fn replace(
    new: Temporary,
    path: &Path,
    last: impl FnOnce() -> io::Result<()>,
) -> io::Result<Vec<String>> {
    let mut warnings = keep(path, new.as_file())?;
    new.as_file().sync_all()?;
    new.persist(path, last)?;
    warnings.extend(sync_directory(path));
    Ok(warnings)
}

/// Returns the directory of a file.
fn directory(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes the new name of a file to the disk. Returns the warning that this failed, if the system can do it.
fn sync_directory(path: &Path) -> Option<String> {
    #[cfg(unix)]
    {
        let synced = File::open(directory(path)).and_then(|directory| directory.sync_all());
        // Some file systems cannot sync directories.
        let failed = synced.err().filter(|error| {
            !matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            )
        });
        failed.map(|error| {
            format!(
                "it is written, but its directory cannot be synced: {}; after a loss of power, the old file may be back",
                reason(&error)
            )
        })
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Returns the number of names that a file has.
pub(crate) fn links(data: &fs::Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(data);
    #[cfg(not(unix))]
    {
        let _ = data;
        1
    }
}

/// The attribute that holds the access control list of a file.
#[cfg(unix)]
const ACCESS_CONTROL_LIST: &str = "system.posix_acl_access";

/// Gives `new` the owner, the group, the extended attributes and the mode of the file at `path`. Returns what the system
/// does not allow.
#[cfg(unix)]
fn keep(path: &Path, new: &File) -> io::Result<Vec<String>> {
    use crate::escape;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    use xattr::FileExt;

    let old = fs::metadata(path)?;
    let now = new.metadata()?;
    let mut lost = Vec::new();
    if old.uid() != now.uid() && fchown(new, Some(old.uid()), None).is_err() {
        lost.push(format!("its owner, {}, could not be kept", old.uid()));
    }
    let mut has_other_group = false;
    if old.gid() != now.gid() && fchown(new, None, Some(old.gid())).is_err() {
        lost.push(format!("its group, {}, could not be kept", old.gid()));
        has_other_group = true;
    }
    // The directory may have given the new file an access control list.
    let _ = new.remove_xattr(ACCESS_CONTROL_LIST);
    for name in xattr::list(path).into_iter().flatten() {
        let value = xattr::get(path, &name).ok().flatten();
        if value.is_none_or(|value| new.set_xattr(&name, &value).is_err()) {
            lost.push(format!(
                "its attribute {} could not be kept",
                escape::path(name.as_ref())
            ));
            has_other_group |= name == ACCESS_CONTROL_LIST;
        }
    }
    let mut mode = old.permissions().mode() & 0o7777;
    if !lost.is_empty() {
        // What runs with the rights of its owner or group must not run with those of others.
        mode &= 0o777;
    }
    if has_other_group {
        // The mode gave its rights to another group, or was the most that an access control list gave: the group that the
        // file has now gets no more than everyone.
        mode &= 0o707 | (mode & 0o007) << 3;
    }
    new.set_permissions(fs::Permissions::from_mode(mode))?;
    Ok(lost)
}

/// Gives `new` the permissions of the file at `path`.
#[cfg(not(unix))]
fn keep(path: &Path, new: &File) -> io::Result<Vec<String>> {
    new.set_permissions(fs::metadata(path)?.permissions())?;
    Ok(Vec::new())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(stdout) => stdout.write(bytes),
            Output::Direct(file) => file.write(bytes),
            Output::Beside { new, .. } => new.as_file().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(stdout) => stdout.flush(),
            Output::Direct(file) => file.flush(),
            Output::Beside { new, .. } => new.as_file().flush(),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_directory_that_cannot_be_synced_is_reported() {
        let missing = sync_directory(Path::new("missing directory/a.txt")).unwrap();
        assert!(missing.contains("cannot be synced: No such file"), "{missing}");
        assert_eq!(sync_directory(Path::new("a.txt")), None);
        // This file system cannot sync.
        if Path::new("/proc/self").exists() {
            assert_eq!(sync_directory(Path::new("/proc/self/status")), None);
        }
    }
}
