//! Files and folders of a part.

use std::fs;
use std::path::Path;

/// Makes a folder empty.
pub(super) fn empty(folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

/// Writes a file.
pub(super) fn write(path: &Path, text: &[u8]) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a file, which may be missing.
pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).ok()
}
