//! What Git says is changed: the files, their lines, and what is staged of them.

use crate::escape;
use crate::io::path::{absolute, here, path_from_bytes};
use crate::message::reason;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use utf8kit_lint::{Finding, Rule};

/// What is compared with what.
pub(crate) struct Comparison<'a> {
    /// The revision from whose common ancestor with HEAD on files are changed; HEAD if there is none.
    pub(crate) since: Option<&'a str>,
    /// Whether what is staged counts, and not the files of the working tree.
    pub(crate) staged: bool,
    /// The files and directories that count; all below the working directory if there are none.
    pub(crate) paths: &'a [PathBuf],
}

/// A file that is changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Changed {
    pub(crate) path: PathBuf,
    /// The name of what is staged of it, if that is asked for.
    pub(crate) staged: Option<String>,
    /// What is changed of its text; `None` if all is new.
    pub(crate) lines: Option<Changes>,
}

/// The lines of a text that are changed.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Changes {
    /// The first and the last line of each change, in order.
    lines: Vec<(u64, u64)>,
    /// Whether there are bytes in them that are not ASCII, on which its encoding depends.
    beyond_ascii: bool,
}

/// Returns what is changed, in the order of the paths.
///
/// # Errors
///
/// Returns a message if Git has none of it, as outside of a repository.
pub(crate) fn changed(comparison: &Comparison<'_>) -> Result<Vec<Changed>, String> {
    let places = git(["rev-parse", "--show-prefix", "--show-cdup"])?;
    let places: Vec<_> = places.split(|&byte| byte == b'\n').collect();
    let [prefix, up, ..] = places[..] else {
        return Err("git rev-parse: expected two lines".to_owned());
    };
    let base = match comparison.since {
        Some(revision) => Some(merge_base(revision)?),
        None if comparison.staged => None,
        None => Some("HEAD".to_owned()),
    };
    let mut arguments: Vec<OsString> = DIFF.iter().map(OsString::from).collect();
    arguments.extend(comparison.staged.then(|| "--cached".into()));
    arguments.extend(base.map(OsString::from));
    arguments.push("--".into());
    let difference = git(arguments)?;
    let from_here = |name: &[u8]| match name.strip_prefix(prefix) {
        Some(below) => native(below),
        None => native(&[up, name].concat()),
    };
    let paths = match comparison.paths {
        [] => &[PathBuf::from(".")],
        paths => paths,
    };
    let here = here()?;
    let roots: Vec<_> = paths.iter().map(|path| absolute(&here, path)).collect();
    // If Git compared only these, a file that came from elsewhere would be new.
    let is_below = |path: &Path| {
        let path = absolute(&here, path);
        roots.iter().any(|root| path.starts_with(root))
    };
    let mut all = Vec::new();
    for record in read(&difference)? {
        let path = from_here(record.name)?;
        if let Some(id) = record.file.filter(|_| is_below(&path)) {
            all.push(Changed {
                path,
                staged: comparison
                    .staged
                    .then(|| String::from_utf8_lossy(id).into_owned()),
                lines: record.lines,
            });
        }
    }
    if !comparison.staged {
        let list = ["ls-files", "--others", "--exclude-standard", "-z", "--"];
        let new = git(list.iter().map(OsStr::new).chain(paths.iter().map(OsStr::new)))?;
        for name in new.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
            all.push(Changed {
                path: native(name)?,
                staged: None,
                lines: None,
            });
        }
    }
    all.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(all)
}

/// Returns the path that Git writes with `/`, as the system has it.
fn native(path: &[u8]) -> Result<PathBuf, String> {
    Ok(path_from_bytes(path)?.components().collect())
}

/// Records of all changes, and then the lines of each. What a person has set for `git diff` has no effect: not its paths from the
/// working directory on, not lines between changes, not files that are as they were.
const DIFF: [&str; 18] = [
    "-c",
    "diff.relative=false",
    "-c",
    "diff.interHunkContext=0",
    "-c",
    "diff.autoRefreshIndex=true",
    "diff",
    "--raw",
    "-z",
    "--no-abbrev",
    "--patch",
    "--unified=0",
    "--text",
    "--find-renames",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=all",
];

/// Returns the name of the common ancestor of a revision and HEAD.
fn merge_base(revision: &str) -> Result<String, String> {
    // A revision that begins with a hyphen would be a flag.
    let commit = format!("{revision}^{{commit}}");
    let id = git(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
    let id = id.map_err(|_| {
        format!(
            "--since {}: Git knows no such revision",
            escape::text(revision.as_bytes())
        )
    })?;
    let base = git(["merge-base", String::from_utf8_lossy(&id).trim(), "HEAD"]).map_err(|_| {
        format!(
            "--since {}: it has no common ancestor with HEAD; a shallow clone lacks it (`git fetch --unshallow`)",
            escape::text(revision.as_bytes())
        )
    })?;
    Ok(String::from_utf8_lossy(&base).trim().to_owned())
}

/// Returns what Git writes.
fn git<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Result<Vec<u8>, String> {
    let output = command(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("git: {}", reason(&error)))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = escape::text(output.stderr.trim_ascii());
    Err(format!(
        "git: {}",
        message.strip_prefix("fatal: ").unwrap_or(&message)
    ))
}

fn command<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new("git");
    // `git diff` would refresh the index, and wait for who has it open.
    command
        .args(arguments)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env_remove("GIT_DIFF_OPTS")
        .env("LC_ALL", "C");
    command
}

/// A change of a file.
struct Record<'d> {
    /// Its name from the top of the repository on.
    name: &'d [u8],
    /// The name of its content, if it is a file now.
    file: Option<&'d [u8]>,
    is_new: bool,
    /// The number of parts of the patch that are about it.
    parts: usize,
    lines: Option<Changes>,
}

/// Reads what `git diff` writes: `:100644 100644 <id> <id> M`, a name, …, an empty name, and a patch.
fn read(difference: &[u8]) -> Result<Vec<Record<'_>>, String> {
    let unexpected = || "git diff: its output is not as expected".to_owned();
    let mut rest = difference;
    let mut next = || -> Option<&[u8]> {
        let end = memchr::memchr(0, rest)?;
        let word = &rest[..end];
        rest = &rest[end + 1..];
        Some(word)
    };
    let mut records = Vec::new();
    while let Some(head) = next().filter(|head| !head.is_empty()) {
        let words: Vec<_> = head.split(|&byte| byte == b' ').collect();
        let [_, mode, _, id, status] = words[..] else {
            return Err(unexpected());
        };
        let kind = *status.first().ok_or_else(unexpected)?;
        let mut name = next().ok_or_else(unexpected)?;
        if matches!(kind, b'R' | b'C') {
            name = next().ok_or_else(unexpected)?;
        }
        records.push(Record {
            name,
            file: mode.starts_with(b"100").then_some(id),
            is_new: matches!(kind, b'A' | b'T'),
            // What was a link, and is a file, is removed and then added.
            parts: if kind == b'T' { 2 } else { 1 },
            lines: None,
        });
    }
    let mut parts = parts(rest);
    // Of a merge with conflicts, the parts have another form. Then all lines count.
    let expected: usize = records.iter().map(|record| record.parts).sum();
    if parts.len() == expected {
        parts.reverse();
        for record in &mut records {
            let lines = (0..record.parts).filter_map(|_| parts.pop()).next_back();
            record.lines = lines.filter(|_| !record.is_new);
        }
    }
    Ok(records)
}

/// Returns the lines that each part of a patch adds.
fn parts(patch: &[u8]) -> Vec<Changes> {
    let mut parts: Vec<Changes> = Vec::new();
    let mut is_text = false;
    for line in patch.split(|&byte| byte == b'\n') {
        if line.starts_with(b"diff --git ") {
            parts.push(Changes::default());
            is_text = false;
        } else if let Some(part) = parts.last_mut() {
            if let Some((first, count)) = added(line) {
                part.lines.extend((count > 0).then(|| (first, first + count - 1)));
                is_text = true;
            }
            part.beyond_ascii |= is_text && line.starts_with(b"+") && !line.is_ascii();
        }
    }
    parts
}

/// Returns the first line that a part of a patch adds, and their number: `@@ -1,2 +3,4 @@`.
fn added(line: &[u8]) -> Option<(u64, u64)> {
    let line = line.strip_prefix(b"@@ -")?;
    let mut words = std::str::from_utf8(line.split(|&byte| byte == b'@').next()?)
        .ok()?
        .split(' ');
    let range = words.nth(1)?.strip_prefix('+')?;
    let (first, count) = range.split_once(',').unwrap_or((range, "1"));
    Some((first.parse().ok()?, count.parse().ok()?))
}

/// Reads what is staged, by one process.
pub(crate) struct Staged(Mutex<Reader>);

struct Reader {
    child: Child,
    ids: ChildStdin,
    contents: BufReader<ChildStdout>,
}

impl Staged {
    pub(crate) fn new() -> Result<Staged, String> {
        let start = || -> io::Result<Reader> {
            let mut child = command(["cat-file", "--batch"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()?;
            let missing = || io::Error::other("its pipe is missing");
            Ok(Reader {
                ids: child.stdin.take().ok_or_else(missing)?,
                contents: BufReader::new(child.stdout.take().ok_or_else(missing)?),
                child,
            })
        };
        let reader = start().map_err(|error| format!("git: {}", reason(&error)))?;
        Ok(Staged(Mutex::new(reader)))
    }

    /// Returns the content with this name.
    pub(crate) fn read(&self, id: &str) -> io::Result<Vec<u8>> {
        let mut reader = self.0.lock().expect("no thread panics while it reads");
        let Reader { ids, contents, .. } = &mut *reader;
        ids.write_all(format!("{id}\n").as_bytes())?;
        ids.flush()?;
        let mut head = String::new();
        contents.read_line(&mut head)?;
        let size = head
            .trim_end()
            .rsplit_once(' ')
            .and_then(|(_, size)| size.parse::<u64>().ok());
        let Some(size) = size else {
            return Err(io::Error::other("Git cannot read what is staged"));
        };
        let mut bytes = Vec::new();
        contents.by_ref().take(size).read_to_end(&mut bytes)?;
        // A line end follows.
        contents.by_ref().take(1).read_to_end(&mut Vec::new())?;
        match bytes.len() as u64 == size {
            true => Ok(bytes),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is changed, by paths.
#[derive(Default)]
pub(crate) struct Lines(HashMap<PathBuf, Changes>);

impl Lines {
    /// Returns the lines of files, of which those that are new have none.
    pub(crate) fn of(changed: &[Changed]) -> Lines {
        let lines = changed
            .iter()
            .filter_map(|of| Some((of.path.clone(), of.lines.clone()?)));
        Lines(lines.collect())
    }

    /// Returns `true` if a change can have made a finding of a file: it is in a changed line, or it is a wrong declaration of the
    /// encoding, and a changed line is what makes it wrong.
    pub(crate) fn concern(&self, path: &Path, finding: &Finding) -> bool {
        let Some(changes) = self.0.get(path) else {
            return true;
        };
        let after = changes.lines.partition_point(|&(first, _)| first <= finding.line);
        (after > 0 && finding.line <= changes.lines[after - 1].1)
            || (finding.rule == Rule::WrongDeclaration && changes.beyond_ascii)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_lines_are_read() {
        let text = b":100644 100644 1 2 M\0a b\0:100644 000000 3 0 D\0gone\0:000000 100755 0 4 A\0new\0\
            :100644 100644 5 6 R090\0old\0moved\0:120000 100644 7 8 T\0link\0:100644 120000 9 a T\0file\0\0\
            diff --git a/a b b/a b\n@@ -1 +1,2 @@ def f\n-x\n+@@ -1 +9 @@\n+diff --git a/x b/x\n@@ -5,2 +6,0 @@\n@@ -9 +9 @@\n+y\n\
            diff --git a/gone b/gone\n@@ -1 +0,0 @@\n-x\ndiff --git a/new b/new\n@@ -0,0 +1,3 @@\n\
            diff --git a/old b/moved\nsimilarity index 90%\n@@ -2 +3 @@\n\
            diff --git a/link b/link\n@@ -1 +0,0 @@\ndiff --git a/link b/link\n@@ -0,0 +1 @@\n\
            diff --git a/file b/file\n@@ -1 +0,0 @@\ndiff --git a/file b/file\n@@ -0,0 +1 @@\n";
        let found: Vec<_> = read(text)
            .unwrap()
            .into_iter()
            .map(|record| {
                (
                    String::from_utf8_lossy(record.name).into_owned(),
                    record.file.is_some(),
                    record.lines,
                )
            })
            .collect();
        let expected = [
            ("a b", true, Some(changes(&[(1, 2), (9, 9)]))),
            ("gone", false, Some(changes(&[]))),
            ("new", true, None),
            ("moved", true, Some(changes(&[(3, 3)]))),
            ("link", true, None),
            ("file", false, None),
        ];
        assert_eq!(
            found,
            expected.map(|(name, file, lines)| (name.to_owned(), file, lines))
        );
        // The parts of a conflict are not those of the records.
        let conflict = b":100644 100644 1 2 M\0a\0\0diff --cc a\n@@@ -1 -1 +1 @@@\n";
        assert_eq!(read(conflict).unwrap()[0].lines, None);
        assert!(read(b"").unwrap().is_empty());
        assert!(read(b":what\0x\0").is_err());
        assert!(read(b":100644 100644 1 2 M\0").is_err());
    }

    fn changes(lines: &[(u64, u64)]) -> Changes {
        Changes {
            lines: lines.to_vec(),
            beyond_ascii: false,
        }
    }

    #[test]
    fn what_is_not_ascii_counts_where_it_is_added() {
        let parts = parts("diff --git a/é b/é\n--- a/é\n+++ b/é\n@@ -1 +1 @@ é\n-é\n+e\ndiff --git a/b b/b\n@@ -1 +1 @@\n+é\n".as_bytes());
        let beyond_ascii: Vec<_> = parts.iter().map(|part| part.beyond_ascii).collect();
        assert_eq!(beyond_ascii, [false, true]);
    }
}
