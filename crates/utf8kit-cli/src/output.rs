//! Where results go: standard output, a device, or a file that appears whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Stdout, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A destination being written.
pub(crate) enum Output {
    Stdout(Stdout),
    /// A device or a pipe: it keeps its name and gets what comes.
    Direct(File),
    /// A regular file: what is new stands beside it until it is complete.
    Beside {
        new: NamedTempFile,
        path: PathBuf,
    },
}

impl Output {
    /// Opens `path`, or standard output.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Output> {
        let Some(path) = path else {
            return Ok(Output::Stdout(io::stdout()));
        };
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(data) if !data.is_file() => Ok(Output::Direct(OpenOptions::new().write(true).open(path)?)),
            Ok(data) => {
                // What a symbolic link points to is replaced, not the link.
                Self::beside(&path.canonicalize()?, Some(data.permissions()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::beside(path, None),
            Err(error) => Err(error),
        }
    }

    fn beside(path: &Path, permissions: Option<fs::Permissions>) -> io::Result<Output> {
        use std::os::unix::fs::PermissionsExt;
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let directory = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(name);
        // The umask takes from these what it takes from every new file.
        let all = fs::Permissions::from_mode(0o666);
        let new = Builder::new()
            .prefix(&prefix)
            .suffix(".new")
            .permissions(all)
            .tempfile_in(directory)?;
        if let Some(permissions) = permissions {
            new.as_file().set_permissions(permissions)?;
        }
        Ok(Output::Beside {
            new,
            path: path.to_owned(),
        })
    }

    /// All is written: a file gets its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        if let Output::Beside { new, path } = self {
            new.as_file().sync_all()?;
            new.persist(path)?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(stdout) => stdout.write(bytes),
            Output::Direct(file) => file.write(bytes),
            Output::Beside { new, .. } => new.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(stdout) => stdout.flush(),
            Output::Direct(file) => file.flush(),
            Output::Beside { new, .. } => new.flush(),
        }
    }
}
