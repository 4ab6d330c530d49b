//! What is proposed, by what was found.
//!
//! A finding is in code of others, in data of tests, in a file that is in UTF-16 or UTF-32 on purpose, or remains. Which one, is
//! judged by names of directories and of kinds of files, and each proposal says so, for people to correct.

use crate::config::{array, string};
use crate::escape;
use crate::message::counted;
use crate::report::Summary;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use utf8kit_lint::Rule;

/// Directories whose names say that they hold code of others.
const OF_OTHERS: [&str; 12] = [
    "vendor",
    "vendored",
    "vendors",
    "third_party",
    "third-party",
    "thirdparty",
    "3rdparty",
    "external",
    "extern",
    "node_modules",
    "bower_components",
    "jspm_packages",
];

/// Directories whose names say that they hold data of tests.
const OF_TESTS: [&str; 12] = [
    "testdata",
    "test-data",
    "test_data",
    "fixtures",
    "__fixtures__",
    "corpus",
    "corpora",
    "golden",
    "goldens",
    "snapshots",
    "__snapshots__",
    "samples",
];

/// Files that a program has written for a browser, by the ends of their names.
const MINIFIED: [&str; 2] = [".min.js", ".min.css"];

/// Most paths in a list.
const MOST: usize = 100;

/// What was found in a file.
#[derive(Debug)]
pub(super) struct Seen {
    /// Its path as it was found.
    pub(super) path: PathBuf,
    /// The findings by rule and kind.
    pub(super) findings: Vec<(Rule, Cow<'static, str>, u64)>,
}

impl Seen {
    /// Returns the encoding of code units of several bytes that the file is in, if nothing else is found in it.
    fn wide(&self) -> Option<&str> {
        match &self.findings[..] {
            [(Rule::OtherEncoding, kind, _)] if kind.starts_with("UTF-16") || kind.starts_with("UTF-32") => {
                Some(kind)
            }
            _ => None,
        }
    }
}

/// Findings that one proposal is about.
#[derive(Clone, Default, Debug)]
struct Found {
    files: u64,
    by_rule: BTreeMap<Rule, u64>,
}

impl Found {
    fn add(&mut self, seen: &Seen) {
        self.files += 1;
        for (rule, _, count) in &seen.findings {
            *self.by_rule.entry(*rule).or_default() += count;
        }
    }

    /// Returns the findings for people.
    fn text(&self) -> String {
        let findings = counted(self.by_rule.values().sum(), "finding");
        let rules = self.by_rule.iter().map(|(rule, count)| format!("{count} {rule}"));
        let rules: Vec<_> = rules.collect();
        format!(
            "{findings} in {}: {}",
            counted(self.files, "file"),
            rules.join(", ")
        )
    }
}

/// A proposal for a tree.
#[derive(Default, Debug)]
pub(super) struct Proposal {
    /// Globs to exclude.
    of_others: BTreeMap<String, Found>,
    /// Globs of data, whose rules are ignored.
    of_tests: BTreeMap<String, Found>,
    /// Kinds of files, or single ones, that are in one encoding.
    wide: BTreeMap<(String, String), Found>,
    remaining: Found,
    all: Found,
    checked: u64,
    binary: u64,
}

impl Proposal {
    /// Returns what to propose for the files of a tree.
    pub(super) fn of(directory: &Path, all: &[Seen], summary: &Summary) -> Proposal {
        let mut proposal = Proposal {
            checked: summary.files,
            binary: summary.binary,
            ..Proposal::default()
        };
        let wide_kinds = wide_kinds(all);
        for seen in all.iter().filter(|seen| !seen.findings.is_empty()) {
            let path = relative(directory, &seen.path);
            proposal.all.add(seen);
            let found = match place(path) {
                Some(Place::OfOthers(glob)) => proposal.of_others.entry(glob).or_default(),
                Some(Place::OfTests(glob)) => proposal.of_tests.entry(glob).or_default(),
                None => match seen.wide().and_then(|encoding| {
                    let kind = extension(path).filter(|kind| wide_kinds.contains(&(*kind, encoding)));
                    let glob = kind.map(|kind| format!("*.{}", globset::escape(kind)));
                    Some((encoding.to_owned(), glob.or_else(|| glob_of(path))?))
                }) {
                    Some(key) => proposal.wide.entry(key).or_default(),
                    None => &mut proposal.remaining,
                },
            };
            found.add(seen);
        }
        proposal
    }

    /// Returns the proposal as TOML. `existing` is the configuration that is there.
    pub(super) fn text(&self, existing: Option<&Path>) -> String {
        let mut text = format!(
            "# Proposed by `utf8 init`, which checked {}",
            counted(self.checked, "file")
        );
        if self.binary > 0 {
            text += &format!(" and skipped {}", counted(self.binary, "binary file"));
        }
        text += &match self.all.files {
            0 => ".\n# No findings: nothing needs a configuration.\n".to_owned(),
            _ => format!(".\n# {}.\n", self.all.text()),
        };
        if let Some(existing) = existing {
            let existing = escape::path(existing);
            text += &format!("# {existing} is there, and counts already: this would be added to it.\n");
        }
        if !self.of_others.is_empty() {
            text += "\n# Code of others, by the names of directories and files: it is not checked.\nexclude = [\n";
            for (glob, found) in &self.of_others {
                text += &format!("    {},  # {}\n", string(glob), found.text());
            }
            text += "]\n";
        }
        text += &self.rest();
        for (glob, found) in &self.of_tests {
            text += &format!(
                "\n# Data of tests, by the name of the directory: {}.\n[[files]]\nglob = {}\nignore = {}\n",
                found.text(),
                array(&[glob]),
                array(&found.by_rule.keys().map(|rule| rule.name()).collect::<Vec<_>>()),
            );
        }
        let mut encodings: BTreeMap<&str, (Vec<&str>, u64)> = BTreeMap::new();
        for ((encoding, glob), found) in &self.wide {
            let (globs, files) = encodings.entry(encoding).or_default();
            globs.push(glob);
            *files += found.files;
        }
        for (encoding, (globs, files)) in encodings {
            let is_cut = globs.len() > MOST;
            text += &format!(
                "\n# {} in {encoding}, and nothing else is found in them: they are checked in it. To convert them, remove\n\
                 # this and use `utf8 fix --transcode`.\n[[files]]\nglob = {}\nencoding = {}\n",
                counted(files, "file"),
                array(&globs[..globs.len().min(MOST)]),
                string(encoding),
            );
            if is_cut {
                text += &format!("# {} more are left out.\n", globs.len() - MOST);
            }
        }
        text
    }

    /// Returns what is said of the findings that remain. It comes before all tables, as it has a key.
    fn rest(&self) -> String {
        if self.remaining.files == 0 {
            return String::new();
        }
        format!(
            "\n# {} remain for you: `utf8 fix --diff` shows what it repairs. To keep the others as they are and report new ones\n\
             # only, run `utf8 check --write-baseline utf8-baseline.jsonl`, and remove the # before this key:\n\
             # baseline = \"utf8-baseline.jsonl\"\n",
            self.remaining.text()
        )
    }
}

/// Whose a file is.
enum Place {
    OfOthers(String),
    OfTests(String),
}

/// Returns whose a file is, and the glob of all such files, if its path says so. The outermost directory decides.
fn place(path: &Path) -> Option<Place> {
    let name = path.file_name()?.to_str().unwrap_or_default();
    if let Some(end) = MINIFIED.iter().find(|end| name.ends_with(**end)) {
        return Some(Place::OfOthers(format!("*{end}")));
    }
    let mut so_far = PathBuf::new();
    let mut above = "";
    for component in path.parent()?.components() {
        so_far.push(component);
        let name = component.as_os_str().to_str()?;
        let lower = name.to_ascii_lowercase();
        let is_data = lower == "data" && ["test", "tests"].contains(&above);
        if OF_OTHERS.contains(&&*lower) {
            return glob_of(&so_far).map(Place::OfOthers);
        }
        if is_data || OF_TESTS.contains(&&*lower) {
            return glob_of(&so_far).map(|glob| Place::OfTests(format!("{glob}/**")));
        }
        above = name;
    }
    None
}

/// Returns the kinds of files, by what follows the last dot of their names, of which all are in the same encoding.
fn wide_kinds(all: &[Seen]) -> BTreeSet<(&str, &str)> {
    let mut kinds: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for seen in all {
        if let Some(kind) = extension(&seen.path) {
            let encoding = kinds.entry(kind).or_insert_with(|| seen.wide());
            *encoding = encoding.filter(|encoding| seen.wide() == Some(encoding));
        }
    }
    kinds
        .into_iter()
        .filter_map(|(kind, encoding)| Some((kind, encoding?)))
        .collect()
}

/// Returns what follows the last dot of the name of a file.
fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// Returns a path from the directory of the configuration on.
fn relative<'p>(directory: &Path, path: &'p Path) -> &'p Path {
    path.strip_prefix(directory).unwrap_or(path)
}

/// Returns the glob that matches this path only, if its bytes are UTF-8, as those of a configuration are.
fn glob_of(path: &Path) -> Option<String> {
    let mut glob = String::new();
    for component in path.components() {
        if let Component::Normal(name) = component {
            glob.push('/');
            // `escape` leaves what escapes in globs.
            let parts = name.to_str()?.split('\\').map(globset::escape);
            glob += &parts.collect::<Vec<_>>().join("[\\]");
        }
    }
    Some(glob)
}
