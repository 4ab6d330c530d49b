//! `cargo xtask soak`: the command where the system fails at each call in turn, what reaches the disk in which order, odd names in every
//! format, and more than fits into memory. It takes minutes, and some 5 GB of disk for as long.
//!
//! `strace` makes the calls fail and records them, on Linux.

mod calls;
mod disk;
mod names;
mod order;
mod sizes;

use crate::process::{self, cargo, find_program, target_folder};
use disk::empty;
use std::path::{Path, PathBuf};

/// A part: its name, and what it does with the command in an empty folder.
type Part = (&'static str, fn(&Path, &Path) -> Result<(), String>);

const PARTS: [Part; 8] = [
    ("calls", calls::run),
    ("order", order::run),
    ("names", names::run),
    ("findings", sizes::findings),
    ("line", sizes::line),
    ("pipe", sizes::pipe),
    ("files", sizes::files),
    ("sparse", sizes::sparse),
];

/// Runs all parts, or those that `args` name. The variable `UTF8KIT_COMMAND` names another command than the one that is built.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let names = PARTS.map(|(name, _)| name);
    if let Some(unknown) = args.iter().find(|arg| !names.contains(&arg.as_str())) {
        return Err(format!("{unknown}: expected some of {}", names.join(", ")));
    }
    if find_program("strace").is_none() {
        return Err("strace is not installed; install the package of that name".to_owned());
    }
    let command = match std::env::var_os("UTF8KIT_COMMAND") {
        Some(command) => PathBuf::from(command),
        None => {
            process::run(&mut cargo(&[
                "build",
                "--quiet",
                "--release",
                "-p",
                "utf8kit-cli",
            ]))?;
            target_folder().join("release/utf8")
        }
    };
    let command = std::path::absolute(&command).map_err(|error| format!("{}: {error}", command.display()))?;
    for (name, part) in PARTS {
        if !args.is_empty() && !args.iter().any(|arg| arg == name) {
            continue;
        }
        let folder = target_folder().join("soak").join(name);
        let folder = std::path::absolute(&folder).map_err(|error| error.to_string())?;
        println!("{name}");
        empty(&folder)?;
        part(&command, &folder).map_err(|error| format!("{name}: {error}"))?;
        empty(&folder)?;
    }
    Ok(())
}
