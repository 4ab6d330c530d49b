//! Baselines: the findings of an old tree, of which `check` reports only what was added.
//!
//! A baseline has a JSON object in each line: first its version, then an entry for each path, rule, kind and context, with
//! the number of such findings. The lines are sorted, so that a change of the tree changes few of them, and a merge of two
//! versions by lines is a baseline again.
//!
//! The context is a hash of the bytes of the finding and of those around it in its line, without whitespace. So an entry
//! keeps its meaning when lines before it are added or removed, or when the line is indented. If the text around a finding
//! changes, the finding counts as new.

use crate::escape::{self, hex};
use crate::io::output::Output;
use crate::io::path::absolute;
use crate::message::reason;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use utf8kit::utf8;
use utf8kit_lint::{Finding, Rule, RuleSet};

/// The version of the format.
const VERSION: u64 = 1;

/// Bytes before and after a finding that belong to its context, without whitespace.
const AROUND: usize = 32;

/// What findings are equal by.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Key {
    rule: Cow<'static, str>,
    kind: Cow<'static, str>,
    context: u64,
}

impl Key {
    pub(crate) fn of(finding: &Finding) -> Key {
        let is_ink = |byte: &&u8| !byte.is_ascii_whitespace();
        let before = finding.context.before.iter().rev().filter(is_ink).take(AROUND);
        let after = finding.context.after.iter().filter(is_ink).take(AROUND);
        let mut hash = Fnv::default();
        before.for_each(|&byte| hash.add(byte));
        hash.separate();
        finding.bytes.iter().for_each(|&byte| hash.add(byte));
        hash.separate();
        after.for_each(|&byte| hash.add(byte));
        Key {
            rule: Cow::Borrowed(finding.rule.name()),
            kind: finding.kind.clone(),
            context: hash.0,
        }
    }

    /// Returns a hash of all that findings are equal by.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = Fnv(self.context);
        for part in [&self.rule, &self.kind] {
            hash.separate();
            part.bytes().for_each(|byte| hash.add(byte));
        }
        hash.0
    }
}

/// The hash FNV-1a, which is the same in every version and on every system.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    /// Adds what no byte is.
    fn separate(&mut self) {
        self.mix(0x100);
    }

    fn mix(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x0100_0000_01B3);
    }
}

/// The first line of a baseline.
#[derive(Serialize, Deserialize)]
struct Head {
    utf8_baseline: u64,
}

/// An entry, in the order in which entries are sorted.
#[derive(Serialize, Deserialize)]
struct Entry<'a> {
    path: Cow<'a, str>,
    /// The path's bytes in hexadecimal, where they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    rule: Cow<'a, str>,
    kind: Cow<'a, str>,
    /// 16 hexadecimal digits.
    context: String,
    count: u64,
}

/// A baseline to compare with.
#[derive(Debug)]
pub(crate) struct Baseline {
    /// The directory that its paths start from.
    root: PathBuf,
    files: HashMap<Vec<u8>, OfFile>,
}

/// The entries of a file.
#[derive(Default, Debug)]
struct OfFile {
    counts: HashMap<Key, u64>,
    is_checked: AtomicBool,
}

impl Baseline {
    /// Reads the baseline at `path`, from the directory `here` on. Messages call it `name`.
    ///
    /// # Errors
    ///
    /// Returns `name: message` or `name:line:column: message`.
    pub(crate) fn read(path: &Path, name: &str, here: &Path) -> Result<Baseline, String> {
        let bytes = std::fs::read(here.join(path)).map_err(|error| format!("{name}: {}", reason(&error)))?;
        let root = absolute(here, path.parent().unwrap_or(path));
        let files = entries(&bytes).map_err(|error| format!("{name}:{error}"))?;
        Ok(Baseline { root, files })
    }

    /// Returns the findings that the baseline knows of the file with this absolute path.
    pub(crate) fn file(&self, path: &Path) -> Option<KnownFindings<'_>> {
        if self.files.is_empty() {
            return None;
        }
        let file = self.files.get(&relative(&self.root, path))?;
        Some(KnownFindings {
            file,
            left: file.counts.clone(),
            taken: 0,
        })
    }

    /// Returns the number of findings in files that no longer exist.
    pub(crate) fn missing(&self) -> u64 {
        let unchecked = |(_, file): &(&Vec<u8>, &OfFile)| !file.is_checked.load(Ordering::Relaxed);
        self.files
            .iter()
            .filter(unchecked)
            .filter(|(path, _)| is_missing(&self.root, path))
            .flat_map(|(_, file)| file.counts.values())
            .sum()
    }
}

/// Returns `true` if the path of an entry is below `root` and nothing is there.
fn is_missing(root: &Path, path: &[u8]) -> bool {
    let Some(path) = native(path) else {
        return false;
    };
    let is_below = path
        .components()
        .all(|component| matches!(component, Component::Normal(_)));
    is_below
        && root
            .join(path)
            .symlink_metadata()
            .is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}

/// The findings that a baseline knows of a file, while the file is checked.
#[derive(Debug)]
pub(crate) struct KnownFindings<'b> {
    file: &'b OfFile,
    left: HashMap<Key, u64>,
    taken: u64,
}

impl KnownFindings<'_> {
    /// Returns `true` if the baseline has this finding, each as often as it has it.
    pub(crate) fn take(&mut self, finding: &Finding) -> bool {
        match self.left.get_mut(&Key::of(finding)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                self.taken += 1;
                true
            }
            _ => false,
        }
    }

    /// Returns the number of findings that were taken.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// Marks the file as checked by `rules`, and returns the number of findings of these rules that were not taken.
    pub(crate) fn gone(&self, rules: RuleSet) -> u64 {
        self.file.is_checked.store(true, Ordering::Relaxed);
        let is_checked = |key: &Key| key.rule.parse::<Rule>().is_ok_and(|rule| rules.contains(rule));
        let left = self.left.iter().filter(|(key, _)| is_checked(key));
        left.map(|(_, count)| count).sum()
    }
}

/// Returns the entries of a baseline by their paths, or `line:column: message`.
fn entries(bytes: &[u8]) -> Result<HashMap<Vec<u8>, OfFile>, String> {
    let mut lines = bytes
        .split(|&byte| byte == b'\n')
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_ascii()));
    let first = lines.next().map_or(&b""[..], |(_, line)| line);
    let first = first.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first);
    match serde_json::from_slice(first) {
        Ok(Head {
            utf8_baseline: VERSION,
        }) => {}
        Ok(Head { utf8_baseline }) => {
            return Err(format!(
                "1:1: this is a baseline of version {utf8_baseline}, and this `utf8` reads version {VERSION}: write it \
                 again with --write-baseline"
            ));
        }
        Err(_) => {
            return Err(format!(
                "1:1: expected the first line of a baseline, {{\"utf8_baseline\":{VERSION}}}"
            ));
        }
    }
    let mut files: HashMap<Vec<u8>, OfFile> = HashMap::new();
    for (number, line) in lines {
        if line.is_empty() {
            continue;
        }
        let invalid = |column: usize, message: &str| {
            let message = escape::text(message.as_bytes());
            format!("{number}:{column}: expected an entry of a baseline: {message}")
        };
        let entry: Entry<'_> = serde_json::from_slice(line).map_err(|error| {
            let message = error.to_string();
            let end = message.rfind(" at line ").unwrap_or(message.len());
            invalid(error.column().max(1), &message[..end])
        })?;
        let path = match &entry.path_bytes {
            Some(digits) => bytes_of(digits).ok_or_else(|| invalid(1, "`path_bytes` is not hexadecimal"))?,
            None => entry.path.into_owned().into_bytes(),
        };
        let context = u64::from_str_radix(&entry.context, 16)
            .map_err(|_| invalid(1, "`context` is not a hexadecimal number"))?;
        let key = Key {
            rule: entry.rule.into_owned().into(),
            kind: entry.kind.into_owned().into(),
            context,
        };
        // Two versions of an entry, after a merge, are one.
        let count = files.entry(path).or_default().counts.entry(key).or_default();
        *count = entry.count.max(*count);
    }
    Ok(files)
}

/// Returns the bytes that hexadecimal digits stand for.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = digits.bytes().filter(|&digit| digit != b' ').collect();
    let nibble = |digit: u8| char::from(digit).to_digit(16);
    digits
        .chunks(2)
        .map(|pair| match *pair {
            [high, low] => u8::try_from(nibble(high)? << 4 | nibble(low)?).ok(),
            _ => None,
        })
        .collect()
}

/// Returns an absolute path as an entry has it: relative to `root`, with slashes.
fn relative(root: &Path, path: &Path) -> Vec<u8> {
    let path = match path.strip_prefix(root) {
        Ok(below) => Cow::Borrowed(below),
        Err(_) => Cow::Owned(beside(root, path)),
    };
    let bytes = path.as_os_str().as_encoded_bytes();
    if cfg!(windows) {
        return bytes
            .iter()
            .map(|&byte| if byte == b'\\' { b'/' } else { byte })
            .collect();
    }
    bytes.to_vec()
}

/// Returns a path relative to `root` that is not below it.
fn beside(root: &Path, path: &Path) -> PathBuf {
    let same = root
        .components()
        .zip(path.components())
        .take_while(|(a, b)| a == b)
        .count();
    if same == 0 {
        return path.to_owned();
    }
    let up = root.components().skip(same).map(|_| Component::ParentDir);
    up.chain(path.components().skip(same)).collect()
}

/// Returns the path of an entry as the system has it, if it can be one.
#[cfg(unix)]
fn native(path: &[u8]) -> Option<&Path> {
    use std::os::unix::ffi::OsStrExt;
    Some(Path::new(std::ffi::OsStr::from_bytes(path)))
}

/// Elsewhere paths are not bytes.
#[cfg(not(unix))]
fn native(path: &[u8]) -> Option<&Path> {
    utf8::validate(path).ok().map(Path::new)
}

/// A baseline to write.
#[derive(Debug)]
pub(crate) struct NewBaseline {
    /// Its file, or standard output.
    path: Option<PathBuf>,
    root: PathBuf,
    entries: Mutex<BTreeMap<(Vec<u8>, Key), u64>>,
}

impl NewBaseline {
    /// Returns an empty baseline for the file at `path`, from the directory `here` on; `-` is standard output.
    pub(crate) fn new(path: &Path, here: &Path) -> NewBaseline {
        let is_stdout = path.as_os_str() == "-";
        NewBaseline {
            path: (!is_stdout).then(|| path.to_owned()),
            root: absolute(here, path.parent().unwrap_or(path)),
            entries: Mutex::default(),
        }
    }

    /// Adds the findings of the file with this absolute path.
    pub(crate) fn add(&self, path: &Path, findings: Vec<Key>) {
        if findings.is_empty() {
            return;
        }
        let path = relative(&self.root, path);
        let mut entries = self.entries.lock().expect("no thread panics while it adds");
        for key in findings {
            *entries.entry((path.clone(), key)).or_default() += 1;
        }
    }

    /// Writes the baseline. Returns the name of the file, or `None` if it was written to standard output.
    ///
    /// # Errors
    ///
    /// Returns what could not be done.
    pub(crate) fn write(&self) -> Result<Option<String>, String> {
        let name = match &self.path {
            Some(path) => escape::path(path),
            None => "standard output".to_owned(),
        };
        let failed = |error: &std::io::Error| format!("{name}: {}", reason(error));
        let mut output = Output::open(self.path.as_deref()).map_err(|error| format!("{name}: {error}"))?;
        let entries = self.entries.lock().expect("no thread panics while it adds");
        let text = text(&entries);
        let written = output.write_all(text.as_bytes()).and_then(|()| output.finish());
        for warning in written.map_err(|error| failed(&error))? {
            crate::message::complain(&format!("{name}: {warning}"));
        }
        Ok(self.path.is_some().then_some(name))
    }
}

/// Returns the lines of a baseline.
fn text(entries: &BTreeMap<(Vec<u8>, Key), u64>) -> String {
    let mut text = format!("{{\"utf8_baseline\":{VERSION}}}\n");
    for ((path, key), count) in entries {
        let entry = Entry {
            path: String::from_utf8_lossy(path),
            path_bytes: utf8::validate(path).is_err().then(|| hex(path)),
            rule: Cow::Borrowed(&key.rule),
            kind: Cow::Borrowed(&key.kind),
            context: format!("{:016x}", key.context),
            count: *count,
        };
        text += &serde_json::to_string(&entry).expect("strings and numbers can be written as JSON");
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit_lint::{Options, check};

    fn keys(text: &[u8]) -> Vec<Key> {
        let options = Options::default().with_rules(Rule::IllFormed.into());
        check(text, &options).iter().map(Key::of).collect()
    }

    #[test]
    fn a_key_does_not_depend_on_lines_and_indentation() {
        let before = keys(b"a \xFF b\r\nc");
        assert_eq!(before, keys(b"new\n\n\ta\t\xFF   b\nanother"));
        assert_ne!(before, keys(b"a \xFE b\r\n"));
        assert_ne!(before, keys(b"x \xFF b\r\n"));
        assert_ne!(before, keys(b"\xFF ab\r\n"));
        // The hash is part of the format.
        assert_eq!(before[0].context, 10_961_239_571_454_231_875);
    }

    #[test]
    fn far_text_is_not_context() {
        let long = |start: &str| [start.as_bytes(), &[b'-'; 40], b"\xFF"].concat();
        assert_eq!(keys(&long("a")), keys(&long("b")));
    }

    #[test]
    fn paths_are_relative_to_the_baseline() {
        let told = |root: &str, path: &str| {
            String::from_utf8(relative(Path::new(root), Path::new(path))).expect("it is ASCII")
        };
        assert_eq!(told("/a/b", "/a/b/c/d"), "c/d");
        assert_eq!(told("/a/b", "/a/x/d"), "../x/d");
        assert_eq!(told("/a/b", "/a/bc"), "../bc");
        assert_eq!(told("/", "/a"), "a");
    }

    #[test]
    fn entries_outside_are_not_looked_up() {
        for path in ["../missing", "/missing", "a/../../missing", "a/./../missing"] {
            assert!(!is_missing(Path::new("/"), path.as_bytes()), "{path}");
        }
        assert!(is_missing(Path::new("/"), b"missing/file"));
    }
}
