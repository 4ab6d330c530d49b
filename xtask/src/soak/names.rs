//! Names of files with line ends, escape sequences, characters that reorder text, quotes, and 255 bytes, in every format that programs
//! read: parsers of Python read them, and find as many as there are.

use crate::process;
use std::path::Path;
use std::process::Command;

pub(super) fn run(command: &Path, folder: &Path) -> Result<(), String> {
    let script = Path::new("xtask/src/soak/names.py");
    let script = std::path::absolute(script).map_err(|error| error.to_string())?;
    process::run(
        Command::new("python3")
            .arg(script)
            .arg(command)
            .current_dir(folder),
    )
}
