//! Helpers to start programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The variable of the environment by which tests try everything that they sample otherwise.
pub(crate) const THOROUGH: &str = "UTF8KIT_THOROUGH";

/// Makes the workspace's root the current folder.
pub(crate) fn go_to_root() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("xtask has no parent folder")?;
    std::env::set_current_dir(root).map_err(|error| format!("{}: {error}", root.display()))
}

/// Returns a command for the Cargo that started this task.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// Runs a command and waits for it. The error names the command, and so does a line for each that takes long.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let (start, time) = (Instant::now(), processor_time());
    let status = command.status();
    let seconds = start.elapsed().as_secs_f64();
    if seconds >= LONG {
        let processor = processor_time() - time;
        println!(
            "  {seconds:.0} s, {processor:.0} of the processors: {}",
            name(command)
        );
    }
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{}: {error}", command.get_program().display())),
    }
}

/// From how many seconds on the time of a command is printed.
const LONG: f64 = 5.0;

/// Returns the first words of a command.
fn name(command: &Command) -> String {
    const WORDS: usize = 8;
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = command
        .get_args()
        .take(WORDS)
        .map(|word| word.display().to_string());
    format!("{} {}", program.display(), words.collect::<Vec<_>>().join(" "))
}

/// Returns the processor time, in seconds, of the programs that this process has waited for. Returns 0 where the system has no
/// file that tells it.
pub(crate) fn processor_time() -> f64 {
    /// Linux counts these times in hundredths of a second on every processor.
    const TICKS: f64 = 100.0;
    let Ok(text) = std::fs::read_to_string("/proc/self/stat") else {
        return 0.0;
    };
    // The name of the program is in parentheses and may contain spaces. Then, `cutime` and `cstime` are the fields 13 and 14.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(13).take(2);
    ticks.map(|field| field.parse().unwrap_or(0.0)).sum::<f64>() / TICKS
}

/// Returns `true` if a command succeeds. Its output is discarded.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Returns the path of a program that is in `PATH`.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// Returns what a command prints, if it succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// Returns the target triple of this machine.
pub(crate) fn host() -> Result<String, String> {
    let version = output(Command::new("rustc").arg("-vV")).ok_or("`rustc -vV` fails")?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("`rustc -vV` prints no line `host: …`")?.to_owned())
}

/// Returns Cargo's target folder.
pub(crate) fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

/// Returns the path of the command `utf8` that the tests of the workspace have built.
pub(crate) fn tested_command() -> Result<PathBuf, String> {
    let name = format!("utf8{}", std::env::consts::EXE_SUFFIX);
    let path = target_folder().join("debug").join(name);
    std::path::absolute(&path)
        .ok()
        .filter(|path| path.is_file())
        .ok_or_else(|| {
            format!(
                "{} is missing; the tests of the workspace build it",
                path.display()
            )
        })
}

/// Returns the `clang++-N` with the greatest N in `PATH`, else `clang++`.
pub(crate) fn newest_clang() -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let entries = std::env::split_paths(&path)
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let version = |name: &str| match name.strip_prefix("clang++")? {
        "" => Some(0),
        suffix => suffix.strip_prefix('-')?.parse::<u32>().ok(),
    };
    names
        .filter_map(|name| Some((version(&name)?, name)))
        .max()
        .map(|(_, name)| name)
}

/// Returns an error if there is no C++ compiler.
pub(crate) fn needs_cxx() -> Result<(), String> {
    let found =
        newest_clang().is_some() || std::env::var_os("CXX").is_some() || find_program("c++").is_some();
    if found {
        Ok(())
    } else {
        Err("found no C++ compiler; `cargo xtask setup` installs one".to_owned())
    }
}
