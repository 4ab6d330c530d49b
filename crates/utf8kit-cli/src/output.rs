//! Destinations: standard output, a device, or a file that is replaced as a whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Stdout, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A destination being written.
pub(crate) enum Output {
    Stdout(Stdout),
    /// A device or a pipe, which is written directly.
    Direct(File),
    /// A regular file. A new one beside it takes its name when it is complete.
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
                // The target of a symbolic link is replaced, not the link.
                Self::beside(&path.canonicalize()?, Some(data.permissions()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::beside(path, None),
            Err(error) => Err(error),
        }
    }

    /// Creates a file beside `path`.
    fn beside(path: &Path, permissions: Option<fs::Permissions>) -> io::Result<Output> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let directory = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(name);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(".new");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As of every new file, the umask takes its part from these.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let new = builder.tempfile_in(directory)?;
        if let Some(permissions) = permissions {
            new.as_file().set_permissions(permissions)?;
        }
        Ok(Output::Beside {
            new,
            path: path.to_owned(),
        })
    }

    /// Completes the output: a file gets its name.
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
