//! Each call of the system fails in turn, with each error that it can have: no file is half written, nothing is left behind, and the exit
//! code says what happened.

use super::disk::{empty, read, write};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The calls, and what they can fail with. An interrupted call must have no effect on the result, unless it opens something: the standard
/// library does not try again to open a folder, and the command says so. What fails to close is not here: the standard library panics if it
/// is a folder, and ignores it otherwise.
const CALLS: [(&str, &[&str]); 10] = [
    ("read", &["EIO", "EINTR"]),
    ("pread64", &["EIO", "EINTR"]),
    ("write", &["EIO", "ENOSPC", "EDQUOT", "EINTR"]),
    ("openat", &["EIO", "EMFILE", "ENOSPC", "EACCES", "EINTR"]),
    ("fsync", &["EIO", "ENOSPC", "EINTR"]),
    ("renameat", &["EIO", "ENOSPC", "EDQUOT"]),
    ("statx", &["EIO"]),
    ("getdents64", &["EIO"]),
    ("fchmod", &["EIO", "EPERM"]),
    ("flock", &["ENOLCK", "EINTR"]),
];

/// More calls of one kind than a run makes.
const MOST: usize = 400;

/// What the loader of programs exits with, and what it says: the command did not start.
const NOT_STARTED: i32 = 127;

/// Text that is repaired, and what it becomes.
const TEXT: [&str; 2] = ["un caf\u{C3}\u{A9} noir\n", "un caf\u{E9} noir\n"];

/// The files.
const NAMES: [&str; 3] = ["a.txt", "b.txt", "c.txt"];

/// A run of the command.
struct Run {
    args: &'static [&'static str],
    /// The file that it writes, unless it repairs files in place.
    output: Option<&'static str>,
}

const RUNS: [Run; 2] = [
    Run {
        args: &["fix", "--no-config", "-j", "1", "."],
        output: None,
    },
    Run {
        args: &["convert", "-t", "UTF-16LE", "-o", "out.txt", "b.txt"],
        output: Some("out.txt"),
    },
];

pub(super) fn run(command: &Path, folder: &Path) -> Result<(), String> {
    let files = folder.join("files");
    let trace = folder.join("trace");
    for run in RUNS {
        let mut count = 0;
        for (call, errors) in CALLS {
            for &error in errors {
                for when in 1.. {
                    prepare(&files)?;
                    let output = fail(command, &files, &trace, &run, call, error, when)?;
                    let trace = read(&trace).unwrap_or_default();
                    if !String::from_utf8_lossy(&trace).contains("(INJECTED)") {
                        break;
                    }
                    check(&run, &files, &output, error == "EINTR" && call != "openat").map_err(
                        |problem| format!("{:?}, {error} of {call} {when}: {problem}\n{output:?}", run.args),
                    )?;
                    count += 1;
                    if when == MOST {
                        return Err(format!("{:?} calls {call} more than {MOST} times", run.args));
                    }
                }
            }
        }
        println!("  {}: {count} calls failed", run.args.join(" "));
    }
    Ok(())
}

/// Writes the files. Those of `b.txt` take several blocks.
fn prepare(files: &Path) -> Result<(), String> {
    empty(files)?;
    for (place, name) in NAMES.iter().enumerate() {
        write(&files.join(name), TEXT[0].repeat(content(place)).as_bytes())?;
    }
    write(&files.join("out.txt"), b"old\n")
}

/// Returns how many lines a file has.
const fn content(place: usize) -> usize {
    if place == 1 { 10_000 } else { 1 }
}

/// Runs the command with a call that fails.
fn fail(
    command: &Path,
    files: &Path,
    trace: &Path,
    run: &Run,
    call: &str,
    error: &str,
    when: usize,
) -> Result<Output, String> {
    let mut strace = Command::new("strace");
    strace.current_dir(files).args(["-f", "-qq", "-o"]).arg(trace);
    strace.args(["-e", &format!("trace={call}")]);
    strace.args(["-e", &format!("inject={call}:error={error}:when={when}")]);
    strace.arg(command).args(run.args);
    strace.output().map_err(|error| format!("strace: {error}"))
}

/// Checks what a run that failed has left.
fn check(run: &Run, files: &Path, output: &Output, is_interrupted: bool) -> Result<(), String> {
    let said = String::from_utf8_lossy(&output.stderr);
    let code = match output.status.code() {
        Some(NOT_STARTED) if said.contains("error while loading") => return Ok(()),
        Some(code @ 0..=2) => code,
        _ => return Err(format!("exit status: {}", output.status)),
    };
    if code == 2 && said.is_empty() {
        return Err("an error without a message".to_owned());
    }
    let mut is_done = true;
    for (place, name) in NAMES.iter().enumerate() {
        let found = read(&files.join(name)).unwrap_or_default();
        let [old, new] = TEXT.map(|text| text.repeat(content(place)).into_bytes());
        if found != old && (run.output.is_some() || found != new) {
            return Err(format!("{name} is neither old nor new"));
        }
        is_done &= run.output.is_some() || found == new;
    }
    if let Some(name) = run.output {
        let found = read(&files.join(name)).unwrap_or_default();
        let text = TEXT[0].repeat(content(1));
        let new: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        if found != b"old\n" && found != new {
            return Err(format!("{name} is neither old nor new"));
        }
        is_done = found == new;
    }
    if is_interrupted && (code == 2 || !is_done) {
        return Err("an interrupted call had an effect".to_owned());
    }
    if code == 0 && !is_done {
        return Err("success, but a file is old".to_owned());
    }
    let names = fs::read_dir(files).map_err(|error| error.to_string())?;
    for name in names.filter_map(Result::ok).map(|entry| entry.file_name()) {
        let known = NAMES.iter().chain(&["out.txt"]).any(|known| **known == *name);
        if !known {
            return Err(format!("{} is left behind", name.display()));
        }
    }
    Ok(())
}
