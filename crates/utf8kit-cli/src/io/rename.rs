//! Renames what is in a directory, and never overwrites anything.
//!
//! A directory is opened from the root of its tree on, without following symbolic links. So nothing outside of the tree is renamed,
//! also if somebody replaces a directory by a link meanwhile.

use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, linkat, mkdirat, open, openat, renameat, statat, unlinkat,
};
use rustix::io::{Errno, Result};
use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::path::Path;

/// Opens the directory at `below` from the directory `root` on.
pub(crate) fn directory(root: &Path, below: &Path) -> Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let root = match root.as_os_str().is_empty() {
        true => Path::new("."),
        false => root,
    };
    let mut directory = open(root, flags, Mode::empty())?;
    for component in below.components() {
        directory = openat(
            &directory,
            component.as_os_str(),
            flags | OFlags::NOFOLLOW,
            Mode::empty(),
        )?;
    }
    Ok(directory)
}

/// Renames `from` in a directory to `to`.
///
/// # Errors
///
/// Fails with [`Errno::EXIST`] if there is anything called `to`. Then both are as they were.
pub(crate) fn rename(directory: &OwnedFd, from: &OsStr, to: &OsStr) -> Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{RenameFlags, renameat_with};

        match renameat_with(directory, from, directory, to, RenameFlags::NOREPLACE) {
            // The system or the file system does not know the flag.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            result => return result,
        }
    }
    rename_in_steps(directory, from, to)
}

/// Renames in steps of which each fails if there is anything called `to`: a file gets a second name before it loses the first one,
/// and a directory takes the place of a new one that is empty.
fn rename_in_steps(directory: &OwnedFd, from: &OsStr, to: &OsStr) -> Result<()> {
    let kind = FileType::from_raw_mode(statat(directory, from, AtFlags::SYMLINK_NOFOLLOW)?.st_mode);
    if kind == FileType::Directory {
        mkdirat(directory, to, Mode::RWXU)?;
        return renameat(directory, from, directory, to).inspect_err(|_| {
            let _ = unlinkat(directory, to, AtFlags::REMOVEDIR);
        });
    }
    linkat(directory, from, directory, to, AtFlags::empty())?;
    unlinkat(directory, from, AtFlags::empty()).inspect_err(|_| {
        let _ = unlinkat(directory, to, AtFlags::empty());
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// What both ways of renaming do.
    fn renames(rename: fn(&OwnedFd, &OsStr, &OsStr) -> Result<()>) {
        let place = tempfile::tempdir().expect("a directory");
        let path = |name: &str| place.path().join(name);
        let at = directory(place.path(), Path::new("")).expect("it is there");
        let renamed = |from: &str, to: &str| rename(&at, from.as_ref(), to.as_ref());
        fs::write(path("file"), "one").expect("a file");
        fs::write(path("other"), "two").expect("a file");
        fs::create_dir(path("directory")).expect("a directory");
        fs::write(path("directory/inner"), "three").expect("a file");
        fs::create_dir(path("empty")).expect("a directory");
        symlink("nowhere", path("link")).expect("a link");
        for from in ["file", "directory", "link"] {
            for to in ["other", "empty", "link", "directory"] {
                assert_eq!(renamed(from, to), Err(Errno::EXIST), "{from} to {to}");
            }
        }
        assert_eq!(renamed("missing", "new"), Err(Errno::NOENT));
        assert_eq!(fs::read(path("other")).expect("it is there"), b"two");
        for from in ["file", "directory", "link"] {
            renamed(from, &format!("new {from}")).expect("the name is free");
            assert!(path(from).symlink_metadata().is_err());
        }
        assert_eq!(fs::read(path("new file")).expect("it is there"), b"one");
        assert_eq!(
            fs::read(path("new directory/inner")).expect("it is there"),
            b"three"
        );
        assert_eq!(
            fs::read_link(path("new link")).expect("it is there"),
            Path::new("nowhere")
        );
    }

    #[test]
    fn nothing_is_overwritten() {
        renames(rename);
    }

    #[test]
    fn nothing_is_overwritten_where_the_system_cannot_exclude_it() {
        renames(rename_in_steps);
    }

    #[test]
    fn links_below_the_root_are_not_followed() {
        let place = tempfile::tempdir().expect("a directory");
        fs::create_dir_all(place.path().join("a/b")).expect("a directory");
        symlink("b", place.path().join("a/link")).expect("a link");
        symlink("a", place.path().join("root")).expect("a link");
        assert!(directory(&place.path().join("root"), Path::new("b")).is_ok());
        assert!(directory(&place.path().join("a"), Path::new("link")).is_err());
    }
}
