//! More than fits into memory: the command has 512 MiB of address space, 64 threads, and for a text from a pipe 128 MiB of resident memory.

use super::disk::{empty, write};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// KiB of address space.
const ADDRESS_SPACE: usize = 512 << 10;

/// The most KiB of resident memory.
const RESIDENT: usize = 128 << 10;

/// Returns the number of findings, files or bytes: what the variable `UTF8KIT_INPUTS` says, to try a part in less time.
fn inputs(usual: usize) -> usize {
    let inputs = std::env::var("UTF8KIT_INPUTS").ok();
    inputs.and_then(|inputs| inputs.parse().ok()).unwrap_or(usual)
}

/// Starts the command with little address space.
fn start(command: &Path, folder: &Path, args: &str) -> Result<Child, String> {
    let mut shell = Command::new("sh");
    shell.current_dir(folder).arg("-c");
    shell
        .arg(format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\" {args}"))
        .arg(command);
    shell.stdin(Stdio::piped()).stdout(Stdio::piped());
    shell.spawn().map_err(|error| format!("sh: {error}"))
}

/// Waits for the command, and returns the number of lines that it prints and the last one.
fn finish(mut child: Child, code: i32) -> Result<(usize, String), String> {
    let (mut count, mut last) = (0, String::new());
    let output = child.stdout.take().ok_or("the command has no output")?;
    for line in BufReader::with_capacity(1 << 20, output).lines() {
        last = line.map_err(|error| error.to_string())?;
        count += 1;
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    match status.code() == Some(code) {
        true => Ok((count, last)),
        false => Err(format!("{status}, expected {code}: {last}")),
    }
}

/// Ten million findings in one file.
pub(super) fn findings(command: &Path, folder: &Path) -> Result<(), String> {
    let wanted = inputs(10_000_000);
    write(&folder.join("a.txt"), &b"caf\xE9 au lait\n".repeat(wanted))?;
    for (args, expected) in [
        (
            "check --no-config --select ill-formed -j 64 --max-per-file 0 --format concise",
            wanted,
        ),
        (
            "check --no-config --select ill-formed -j 64 --max-per-file 0 --format json",
            wanted,
        ),
        (
            "check --no-config --select ill-formed -j 64 --max-per-file 0 --format rdjsonl",
            wanted,
        ),
        ("check --no-config --select ill-formed -j 64 --format sarif", 1),
        ("check --no-config --select ill-formed -j 64 --statistics", 1),
    ] {
        let (count, last) = finish(start(command, folder, &format!("{args} a.txt"))?, 1)?;
        if count < expected {
            return Err(format!("{args}: {count} lines, expected {expected}: {last}"));
        }
        println!("  {args}: {count} lines");
    }
    let args = "fix --no-config --select ill-formed --on-error=replace a.txt";
    finish(start(command, folder, args)?, 0)?;
    finish(
        start(command, folder, "check --no-config --select ill-formed -q a.txt")?,
        0,
    )?;
    println!("  {args}: nothing is left");
    Ok(())
}

/// A line of a gigabyte, from a pipe.
pub(super) fn line(command: &Path, folder: &Path) -> Result<(), String> {
    let len = inputs(1 << 30);
    let block = b"un caf\xC3\xA9 de plus ".repeat(1 << 16);
    for (args, code, expected) in [
        ("check --no-config --format concise", 1, "-:1:"),
        ("convert -t UTF-16LE -o out.txt -", 1, ""),
        ("convert -t UTF-16LE --on-error=replace -o out.txt -", 0, ""),
        ("count", 0, ""),
        ("fix --no-config --on-error=replace > fixed.txt -", 0, ""),
    ] {
        let args = if args.ends_with('-') {
            args.to_owned()
        } else {
            format!("{args} -")
        };
        let mut child = start(command, folder, &args)?;
        let mut input = child.stdin.take().ok_or("the command has no input")?;
        let block = block.clone();
        let writer = std::thread::spawn(move || {
            // The command may stop before the end.
            let mut left = len;
            while left > 0 && input.write_all(&block).is_ok() {
                left = left.saturating_sub(block.len());
            }
            let _ = input.write_all(b"\xFF");
        });
        let (count, last) = finish(child, code).map_err(|error| format!("{args}: {error}"))?;
        writer.join().map_err(|_| "a thread panicked")?;
        if !last.contains(expected) && count < 2 {
            return Err(format!("{args}: {last}"));
        }
        println!("  {args}: exit code {code}");
    }
    Ok(())
}

/// Ten gigabytes from a pipe, of right text and of text with two findings in each MiB, in little resident memory.
pub(super) fn pipe(command: &Path, folder: &Path) -> Result<(), String> {
    let right = lines(
        "Les \u{E9}l\u{E8}ves sont \u{E0} l\u{2019}\u{E9}cole. \u{41C}\u{438}\u{440}. \u{6F22}\u{5B57}\n",
    );
    let wrong = [&right[..], b"un caf\xC3\x83\xC2\xA9 noir\ncaf\xE9 au lait\n"].concat();
    for (args, block, gigabytes, code) in [
        ("check --no-config -j 64 -", &right, 10, 0),
        ("check --no-config -j 64 --max-per-file 0 -", &wrong, 10, 1),
        ("detect -", &right, 10, 0),
        ("count -j 64 -", &right, 10, 0),
        ("count -j 64 -", &wrong, 10, 0),
        ("convert -f UTF-8 -t UTF-16LE -", &right, 10, 0),
        ("convert -f UTF-8 -t UTF-8 --on-error=replace -", &wrong, 10, 0),
        // It keeps what it reads in a file, because it reads it twice.
        ("fix --no-config -j 64 -", &right, 4, 0),
        ("fix --no-config -j 64 --on-error=replace -", &wrong, 4, 0),
    ] {
        let len = inputs(gigabytes << 30);
        let mut child = start(command, folder, &format!("{args} > /dev/null"))?;
        let mut input = child.stdin.take().ok_or("the command has no input")?;
        let pid = child.id();
        let mut resident = 0;
        let (mut left, mut blocks) = (len, 0);
        while left > 0 && input.write_all(block).is_ok() {
            left = left.saturating_sub(block.len());
            blocks += 1;
            if blocks % 64 == 0 || left == 0 {
                resident = most_resident(pid).unwrap_or(resident);
            }
        }
        drop(input);
        // What it needs at the end of the text counts, too.
        while let Ok(None) = child.try_wait() {
            resident = most_resident(pid).unwrap_or(resident);
            std::thread::sleep(Duration::from_millis(10));
        }
        finish(child, code).map_err(|error| format!("{args}: {error}"))?;
        if left > 0 {
            return Err(format!("{args}: {left} of {len} bytes were not read"));
        }
        match resident {
            1..=RESIDENT => println!(
                "  {args}: {len} bytes, {} MiB of memory",
                resident.div_ceil(1 << 10)
            ),
            _ => {
                return Err(format!(
                    "{args}: {resident} KiB of memory, expected {RESIDENT} at most"
                ));
            }
        }
    }
    Ok(())
}

/// Returns `line` again and again, about a MiB.
fn lines(line: &str) -> Vec<u8> {
    line.repeat((1 << 20) / line.len()).into_bytes()
}

/// Returns the most KiB of memory that a process has had at once, as Linux counts them, or `None` if it has ended.
fn most_resident(pid: u32) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// A million files.
pub(super) fn files(command: &Path, folder: &Path) -> Result<(), String> {
    let count = inputs(1_000_000);
    for number in 0..count {
        let below = folder.join(format!("{:03}", number / 1000));
        if number % 1000 == 0 {
            empty(&below)?;
        }
        let text: &[u8] = if number % 1000 == 7 {
            b"caf\xC3\x83\xC2\xA9\n"
        } else {
            b"caf\xC3\xA9\n"
        };
        write(&below.join(format!("{:03}.txt", number % 1000)), text)?;
    }
    let wrong = (count + 992) / 1000;
    let (lines, _) = finish(start(command, folder, "check --no-config -j 64 -l .")?, 1)?;
    if lines != wrong {
        return Err(format!("{lines} files with findings, expected {wrong}"));
    }
    finish(start(command, folder, "fix --no-config -j 64 .")?, 0)?;
    finish(start(command, folder, "check --no-config -q -j 64 .")?, 0)?;
    println!("  {count} files, {wrong} of them repaired");
    Ok(())
}

/// A hundred gigabytes that take no space.
pub(super) fn sparse(command: &Path, folder: &Path) -> Result<(), String> {
    const LEN: u64 = 100 << 30;
    let path = folder.join("a.txt");
    let file = File::create(&path).and_then(|file| file.set_len(LEN));
    file.map_err(|error| format!("{}: {error}", path.display()))?;
    let (_, last) = finish(start(command, folder, "count -j 64 a.txt")?, 0)?;
    if !last.contains(&LEN.to_string()) && !last.replace(',', "").contains(&LEN.to_string()) {
        return Err(format!("count: {last}, expected {LEN} bytes"));
    }
    println!("  100 GB: counted");
    Ok(())
}
