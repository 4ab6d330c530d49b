//! Baselines: the findings of an old tree, of which `check` reports only what was added.
//!
//! A baseline has a JSON object in each line: first its version, then an entry for each path, rule, kind and context, with
//! the number of such findings. The lines are sorted, so that a change of the tree changes few of them, and a merge of two
//! versions by lines is a baseline again.
//!
//! The context is a hash of the bytes of the finding and of those around it in its line, without whitespace. So an entry
//! keeps its meaning when lines before it are added or removed, or when the line is indented. If the text around a finding
//! changes, the finding counts as new. A finding that is about the whole file is equal by rule and kind alone.
//!
//! The entries of a file that is gone apply to a file without entries that has the first of these findings: it was renamed.

use crate::escape::{self, hex};
use crate::io::output::Output;
use crate::io::path::{absolute, here, with_slashes};
use crate::io::read::read_file;
use crate::message::reason;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, OnceLock};
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

    /// Returns `true` if such findings are about the whole file, whatever stands at their place.
    fn is_of_file(&self) -> bool {
        [Rule::OtherEncoding, Rule::Signature]
            .map(Rule::name)
            .contains(&&*self.rule)
    }

    /// Returns `true` if the finding belongs to one of `rules`.
    fn is_of(&self, rules: RuleSet) -> bool {
        self.rule.parse::<Rule>().is_ok_and(|rule| rules.contains(rule))
    }

    /// Returns a hash of all that findings are equal by, and of the number of equal ones before it in the file.
    pub(crate) fn fingerprint(&self, before: u64) -> u64 {
        let mut hash = Fnv(self.context);
        hash.mix(before);
        for part in [&self.rule, &self.kind] {
            hash.separate();
            part.bytes().for_each(|byte| hash.add(byte));
        }
        hash.0
    }
}

/// Returns a hash of a path, which is the same in every version and on every system.
pub(crate) fn hash_of(path: &str) -> u64 {
    let mut hash = Fnv::default();
    path.bytes().for_each(|byte| hash.add(byte));
    hash.0
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

/// The findings of files, by their paths.
type Files = BTreeMap<Vec<u8>, Counts>;

/// How often a file has each finding.
type Counts = BTreeMap<Key, u64>;

/// A baseline to compare with.
#[derive(Debug)]
pub(crate) struct Baseline {
    /// Its file.
    path: PathBuf,
    /// The directory that its paths start from.
    root: PathBuf,
    files: Files,
    state: Mutex<State>,
    /// The files that no longer exist. They are searched for when they are needed first.
    missing: OnceLock<Vec<Vec<u8>>>,
}

/// What a run found out about the files of a baseline.
#[derive(Default, Debug)]
struct State {
    /// The findings that files no longer have, for each that was checked.
    checked: HashMap<Vec<u8>, Counts>,
    /// The new paths of files that were renamed.
    renamed: HashMap<Vec<u8>, Vec<u8>>,
}

impl Baseline {
    /// Reads the baseline at `path`, from the directory `here` on. Messages call it `name`.
    ///
    /// # Errors
    ///
    /// Returns `name: message` or `name:line:column: message`.
    pub(crate) fn read(path: &Path, name: &str, here: &Path) -> Result<Baseline, String> {
        let bytes = read_file(&here.join(path)).map_err(|error| format!("{name}: {}", reason(&error)))?;
        let files = entries(&bytes).map_err(|error| format!("{name}:{error}"))?;
        let root = absolute(here, path.parent().unwrap_or(path));
        Ok(Baseline {
            path: root.join(path.file_name().unwrap_or_default()),
            root,
            files,
            state: Mutex::default(),
            missing: OnceLock::new(),
        })
    }

    /// Returns what the baseline knows of the file with this absolute path.
    pub(crate) fn file(&self, path: &Path) -> Option<KnownFindings<'_>> {
        if self.files.is_empty() {
            return None;
        }
        let path = relative(&self.root, path);
        let entry = self.files.get_key_value(&path);
        Some(KnownFindings {
            baseline: self,
            left: entry.map(|(_, counts)| counts.clone()).unwrap_or_default(),
            entry: entry.map(|(path, _)| &**path),
            path,
            is_new: entry.is_none(),
            taken: 0,
        })
    }

    /// Returns the entry of a file that no longer exists and had this finding, for the file at `path`, which has it now.
    fn renamed(&self, finding: &Key, path: &[u8]) -> Option<(&[u8], &Counts)> {
        let mut state = self.state.lock().expect("no thread panics while it compares");
        let has_it = |old: &&Vec<u8>| self.files[*old].contains_key(finding);
        let old = self
            .missing_files()
            .iter()
            .filter(|old| state.renamed.get(*old).is_none_or(|new| new == path))
            .find(has_it)?;
        state.renamed.insert(old.clone(), path.to_owned());
        Some((old, &self.files[old]))
    }

    fn missing_files(&self) -> &[Vec<u8>] {
        self.missing.get_or_init(|| {
            let missing = self.files.keys().filter(|path| is_missing(&self.root, path));
            missing.cloned().collect()
        })
    }

    /// Returns the number of findings in files that no longer exist.
    pub(crate) fn missing(&self) -> u64 {
        self.missing_counts()
            .iter()
            .flat_map(|(_, counts)| counts.values())
            .sum()
    }

    /// Returns the files that no longer exist, with their findings. Paths are relative to the working directory, if they are below it.
    pub(crate) fn missing_findings(&self) -> Vec<Missing> {
        let here = here().unwrap_or_default();
        let of_file = |(path, counts): (&Vec<u8>, &Counts)| {
            let path = self.root.join(native(path)?);
            Some(Missing {
                path: path.strip_prefix(&here).unwrap_or(&path).to_owned(),
                findings: gone(counts.iter().map(|(key, &count)| (key, count))),
            })
        };
        self.missing_counts().into_iter().filter_map(of_file).collect()
    }

    /// Returns the entries of files that no longer exist, and were not renamed.
    fn missing_counts(&self) -> Vec<(&Vec<u8>, &Counts)> {
        let state = self.state.lock().expect("no thread panics while it compares");
        let missing = self.missing_files().iter();
        missing
            .filter(|path| !state.renamed.contains_key(*path))
            .map(|path| (path, &self.files[path]))
            .collect()
    }

    /// Removes the findings that are gone from the file of the baseline, and gives those of renamed files their new paths. Returns how
    /// many findings were removed, and the name of the file.
    ///
    /// # Errors
    ///
    /// Returns what could not be done.
    pub(crate) fn prune(&self) -> Result<(u64, String), String> {
        let here = here().unwrap_or_default();
        let name = escape::path(self.path.strip_prefix(here).unwrap_or(&self.path));
        let state = self.state.lock().expect("no thread panics while it compares");
        let missing = self.missing_files();
        let mut removed = 0;
        let mut files = Files::new();
        for (path, counts) in &self.files {
            let new_path = state.renamed.get(path);
            if new_path.is_none() && missing.contains(path) {
                removed += counts.values().sum::<u64>();
                continue;
            }
            let gone = state.checked.get(path);
            let kept = files.entry(new_path.unwrap_or(path).clone()).or_default();
            for (key, &count) in counts {
                let gone = gone.and_then(|gone| gone.get(key)).copied().unwrap_or(0);
                removed += gone;
                if count > gone {
                    kept.insert(key.clone(), count - gone);
                }
            }
        }
        if removed > 0 || !state.renamed.is_empty() {
            write(Some(&self.path), &name, &text(&files))?;
        }
        Ok((removed, name))
    }
}

/// Returns `true` if the path of an entry is below `root` and nothing is there. The members of an archive are not files, and
/// only a run that reads the archive knows whether they are there.
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
            .is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// A rule and a kind, and the number of such findings of a baseline that a file no longer has.
pub(crate) type Gone = (Rule, Cow<'static, str>, u64);

/// A file of a baseline that no longer exists.
pub(crate) struct Missing {
    pub(crate) path: PathBuf,
    pub(crate) findings: Vec<Gone>,
}

/// Returns findings by rule and kind. A rule that this version does not have is left out.
fn gone<'k>(findings: impl Iterator<Item = (&'k Key, u64)>) -> Vec<Gone> {
    let of_rule = |(key, count): (&'k Key, u64)| Some((key.rule.parse().ok()?, key.kind.clone(), count));
    findings.filter_map(of_rule).collect()
}

/// The findings that a baseline knows of a file, while the file is checked.
#[derive(Debug)]
pub(crate) struct KnownFindings<'b> {
    baseline: &'b Baseline,
    /// The path of the file as entries have it.
    path: Vec<u8>,
    /// The path of its entry: its own, or the one that it had.
    entry: Option<&'b [u8]>,
    /// Whether it has no entry, and its first finding is not known yet.
    is_new: bool,
    left: Counts,
    taken: u64,
}

impl KnownFindings<'_> {
    /// Returns `true` if the baseline has this finding, each as often as it has it.
    pub(crate) fn take(&mut self, finding: &Finding) -> bool {
        let key = Key::of(finding);
        if std::mem::take(&mut self.is_new)
            && let Some((entry, counts)) = self.baseline.renamed(&key, &self.path)
        {
            self.entry = Some(entry);
            self.left = counts.clone();
        }
        let is_left = |left: &Counts, key: &Key| left.get(key).is_some_and(|&left| left > 0);
        let known = if is_left(&self.left, &key) || !key.is_of_file() {
            Some(key)
        } else {
            let mut others = self.left.keys();
            let is_same =
                |other: &&Key| other.rule == key.rule && other.kind == key.kind && is_left(&self.left, other);
            others.find(is_same).cloned()
        };
        match known.and_then(|key| self.left.get_mut(&key)) {
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

    /// Marks the file as checked by `rules`, and returns the findings of these rules that were not taken.
    pub(crate) fn gone(&self, rules: RuleSet) -> Vec<Gone> {
        let Some(entry) = self.entry else {
            return Vec::new();
        };
        let mut state = self
            .baseline
            .state
            .lock()
            .expect("no thread panics while it compares");
        let checked = state.checked.entry(entry.to_owned()).or_default();
        let left = self
            .left
            .iter()
            .filter(|(key, left)| key.is_of(rules) && **left > 0);
        checked.extend(left.clone().map(|(key, &left)| (key.clone(), left)));
        gone(left.map(|(key, &left)| (key, left)))
    }
}

/// Returns the entries of a baseline by their paths, or `line:column: message`.
fn entries(bytes: &[u8]) -> Result<Files, String> {
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
    let mut files = Files::new();
    for (number, line) in lines {
        if line.is_empty() {
            continue;
        }
        if [&b"<<<<<<<"[..], b"=======", b">>>>>>>", b"|||||||"]
            .iter()
            .any(|marker| line.starts_with(marker))
        {
            return Err(format!(
                "{number}:1: this line marks a conflict of a merge: keep the lines of both sides, and remove the marks"
            ));
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
        let count = files.entry(path).or_default().entry(key).or_default();
        *count = entry.count.max(*count);
    }
    Ok(files)
}

/// Returns a baseline as it would be written again, for the fuzz targets.
#[cfg(feature = "fuzzing")]
pub(crate) fn written_again(bytes: &[u8]) -> Result<String, String> {
    entries(bytes).map(|files| text(&files))
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
    with_slashes(&path).as_os_str().as_encoded_bytes().to_vec()
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
    /// The files and directories that are checked.
    checked: Vec<PathBuf>,
    files: Mutex<NewFiles>,
}

/// The findings of a baseline that is written.
#[derive(Default, Debug)]
struct NewFiles {
    /// Those that it has, as far as nothing was checked since that they are about.
    old: Files,
    new: Files,
}

impl NewBaseline {
    /// Returns a baseline for the file at `path`, from the directory `here` on; `-` is standard output. What it has of files and
    /// rules that are not checked stays. `paths` are checked.
    ///
    /// # Errors
    ///
    /// Returns what is wrong if another file is at `path`.
    pub(crate) fn new(path: &Path, paths: &[PathBuf], here: &Path) -> Result<NewBaseline, String> {
        let is_stdout = path.as_os_str() == "-";
        let checked = match paths {
            [] => vec![here.to_owned()],
            paths => paths.iter().map(|path| absolute(here, path)).collect(),
        };
        Ok(NewBaseline {
            path: (!is_stdout).then(|| path.to_owned()),
            root: absolute(here, path.parent().unwrap_or(path)),
            checked,
            files: Mutex::new(NewFiles {
                old: if is_stdout {
                    Files::new()
                } else {
                    old_entries(path)?
                },
                new: Files::new(),
            }),
        })
    }

    /// Adds the findings of the file with this absolute path, which `rules` checked.
    pub(crate) fn add(&self, path: &Path, rules: RuleSet, findings: Vec<Key>) {
        let path = relative(&self.root, path);
        let mut files = self.files.lock().expect("no thread panics while it adds");
        if let Some(old) = files.old.get_mut(&path) {
            old.retain(|key, _| !key.is_of(rules));
        }
        if findings.is_empty() {
            return;
        }
        let counts = files.new.entry(path).or_default();
        for key in findings {
            *counts.entry(key).or_default() += 1;
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
        let mut files = self.files.lock().expect("no thread panics while it adds");
        let NewFiles { old, new } = std::mem::take(&mut *files);
        let mut all = new;
        for (path, counts) in old {
            if self.is_gone(&path) {
                continue;
            }
            let of_file = all.entry(path).or_default();
            for (key, count) in counts {
                *of_file.entry(key).or_default() += count;
            }
        }
        write(self.path.as_deref(), &name, &text(&all))?;
        Ok(self.path.is_some().then_some(name))
    }

    /// Returns `true` if no file is at the path of an entry, and it would have been checked.
    fn is_gone(&self, path: &[u8]) -> bool {
        let is_checked = native(path).is_some_and(|path| {
            let path = absolute(&self.root, path);
            self.checked.iter().any(|checked| path.starts_with(checked))
        });
        is_checked && is_missing(&self.root, path)
    }
}

/// Returns what the baseline at `path` has, if one is there. One of another version is replaced.
fn old_entries(path: &Path) -> Result<Files, String> {
    let name = escape::path(path);
    let bytes = match read_file(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Files::new()),
        Err(error) => return Err(format!("{name}: {}", reason(&error))),
    };
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match serde_json::from_slice(first.trim_ascii()) {
        Ok(Head { utf8_baseline }) if utf8_baseline != VERSION => Ok(Files::new()),
        _ if bytes.is_empty() => Ok(Files::new()),
        _ => entries(&bytes)
            .map_err(|error| format!("{name}:{error}; --write-baseline replaces only a baseline")),
    }
}

/// Writes a baseline to the file at `path`, or to standard output. Messages call it `name`.
fn write(path: Option<&Path>, name: &str, text: &str) -> Result<(), String> {
    let mut output = Output::open(path).map_err(|error| format!("{name}: {error}"))?;
    let written = output.write_all(text.as_bytes()).and_then(|()| output.finish());
    for warning in written.map_err(|error| format!("{name}: {}", reason(&error)))? {
        crate::message::complain(&format!("{name}: {warning}"));
    }
    Ok(())
}

/// Returns the lines of a baseline.
fn text(files: &Files) -> String {
    let mut text = format!("{{\"utf8_baseline\":{VERSION}}}\n");
    for (path, counts) in files {
        for (key, count) in counts {
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
