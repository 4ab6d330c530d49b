//! What a loss of power can leave: a file is written and synchronized before it gets its name, and its folder after that.

use super::disk::{empty, read, write};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The calls that write to a file, give it a name, or synchronize it.
const CALLS: &str = "trace=write,pwrite64,writev,copy_file_range,sendfile,ftruncate,fsync,fdatasync,rename,renameat,renameat2,linkat";

pub(super) fn run(command: &Path, folder: &Path) -> Result<(), String> {
    let files = folder.join("files");
    let trace = folder.join("trace");
    for (args, renamed) in [
        (&["fix", "--no-config", "-j", "1", "."][..], 2),
        (&["convert", "-t", "UTF-16LE", "-o", "out.txt", "a.txt"], 1),
        (&["convert", "-t", "UTF-16LE", "-o", "new.txt", "a.txt"], 1),
    ] {
        empty(&files)?;
        for name in ["a.txt", "b.txt", "out.txt"] {
            let text = if name == "out.txt" {
                "old\n"
            } else {
                "un caf\u{C3}\u{A9} noir\n"
            };
            write(&files.join(name), text.repeat(50_000).as_bytes())?;
        }
        let mut strace = Command::new("strace");
        strace
            .current_dir(&files)
            .args(["-f", "-y", "-qq", "-e", CALLS, "-o"])
            .arg(&trace);
        let output = strace.arg(command).args(args).output();
        let output = output.map_err(|error| format!("strace: {error}"))?;
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("{args:?}: {output:?}"));
        }
        let trace = read(&trace).unwrap_or_default();
        let count = check(&String::from_utf8_lossy(&trace), &files)?;
        if count != renamed {
            return Err(format!("{args:?}: {count} files got a name, expected {renamed}"));
        }
        println!(
            "  {}: {count} synchronized before they got their names",
            args.join(" ")
        );
    }
    Ok(())
}

/// Checks the order of the calls in a trace, and returns the number of files below `folder` that got a name.
fn check(trace: &str, folder: &Path) -> Result<usize, String> {
    // Whether the files that were written are synchronized, by name.
    let mut synced: BTreeMap<String, bool> = BTreeMap::new();
    let (mut renamed, mut waiting) = (0, None);
    for line in trace.lines() {
        let Some((call, rest)) = line
            .split_once(' ')
            .and_then(|(_, line)| line.trim_start().split_once('('))
        else {
            continue;
        };
        let path = rest
            .split_once('<')
            .and_then(|(_, rest)| rest.split_once('>'))
            .map_or("", |(path, _)| path);
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let is_inside = Path::new(path).starts_with(folder);
        match call {
            "fsync" | "fdatasync" if Path::new(path) == folder => waiting = None,
            "fsync" | "fdatasync" if is_inside => {
                synced.insert(name, true);
            }
            "rename" | "renameat" | "renameat2" | "linkat" => {
                let old = rest.split('"').nth(1).unwrap_or_default();
                let old = old.rsplit('/').next().unwrap_or_default();
                if synced.remove(old) != Some(true) {
                    return Err(format!("not synchronized before it gets its name: {line}"));
                }
                if let Some(before) = waiting.replace(line.to_owned()) {
                    return Err(format!("the folder was not synchronized after: {before}"));
                }
                renamed += 1;
            }
            _ if is_inside => {
                synced.insert(name, false);
            }
            _ => {}
        }
    }
    match waiting {
        Some(line) => Err(format!("the folder was not synchronized after: {line}")),
        None => Ok(renamed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_order_is_found() {
        let check = |lines: &[&str]| check(&lines.map_lines(), Path::new("/w"));
        let (write, sync) = ("1 write(7</w/.a.new>, \"\", 8) = 8", "1 fsync(7</w/.a.new>) = 0");
        let (rename, folder) = (
            "1 renameat(AT_FDCWD</w>, \"/w/./.a.new\", AT_FDCWD</w>, \"a\") = 0",
            "1 fsync(3</w>) = 0",
        );
        assert_eq!(check(&[write, sync, rename, folder]), Ok(1));
        assert!(check(&[write, rename, folder]).is_err());
        assert!(check(&[sync, write, rename, folder]).is_err());
        assert!(check(&[write, sync, rename]).is_err());
        assert!(check(&[write, sync, folder, rename]).is_err());
        assert_eq!(check(&["1 write(1<pipe:[2]>, \"\", 3) = 3"]), Ok(0));
    }

    trait Lines {
        fn map_lines(&self) -> String;
    }

    impl Lines for &[&str] {
        fn map_lines(&self) -> String {
            self.join("\n")
        }
    }
}
