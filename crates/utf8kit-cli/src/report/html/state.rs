//! What is kept of the files until the page is written.

use super::markup::{counted, name};
use super::strip;
use crate::report::{Checked, Counts, Directories, Group, by_rule};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::mem;
use utf8kit_lint::Rule;

/// Files that the page lists.
const MAX_FILES: usize = 1000;

/// What is known of the files so far.
#[derive(Default)]
pub(super) struct State {
    /// The files to list, in their order.
    pub(super) listed: BTreeMap<Rank, Listed>,
    /// Findings that are kept for the files to list.
    pub(super) kept: u64,
    /// The number of files of each encoding.
    pub(super) encodings: BTreeMap<Cow<'static, str>, u64>,
    pub(super) rules: BTreeMap<Rule, Counts>,
    pub(super) directories: Directories,
}

/// The place of a file in the list: by its findings, its path, and a number for a path that is given twice.
type Rank = (Reverse<u64>, Vec<u8>, u64);

/// A file with findings.
pub(super) struct Listed {
    /// Its name and what it is, as the page shows it.
    pub(super) head: String,
    /// The composition of its bytes, as the page shows it.
    pub(super) about: String,
    /// Its findings, as the page shows them.
    pub(super) shown: Vec<String>,
}

impl State {
    /// Counts the findings of a file by rule and by directory.
    pub(super) fn count(&mut self, file: &Checked<'_>) {
        let mut of_file: BTreeMap<Rule, Counts> = BTreeMap::new();
        for (rule, _, counts) in file.counts {
            let of_rule = of_file.entry(*rule).or_default();
            of_rule.findings += counts.findings;
            of_rule.places += counts.places;
        }
        let mut whole = Group::default();
        for (rule, counts) in of_file {
            whole.counts.findings += counts.findings;
            whole.counts.places += counts.places;
            whole.counts.files = 1;
            let of_rule = self.rules.entry(rule).or_default();
            of_rule.findings += counts.findings;
            of_rule.places += counts.places;
            of_rule.files += 1;
        }
        if !whole.is_empty() {
            self.directories.add(file.path, &whole);
        }
    }

    /// Lists a file with `findings`, and drops what the page cannot have any more.
    pub(super) fn list(&mut self, findings: u64, path: Vec<u8>, file: Listed, most: u64) {
        let mut rank = (Reverse(findings), path, 0);
        while self.listed.contains_key(&rank) {
            rank.2 += 1;
        }
        self.kept += file.shown.len() as u64;
        self.listed.insert(rank, file);
        if self.listed.len() > MAX_FILES
            && let Some((_, last)) = self.listed.pop_last()
        {
            self.kept -= last.shown.len() as u64;
        }
        // A file only moves down in the list. Where enough findings are above it, its own are never shown.
        for last in self.listed.values_mut().rev() {
            if self.kept <= most {
                break;
            }
            let above = self.kept - last.shown.len() as u64;
            if above < most {
                break;
            }
            last.shown = Vec::new();
            self.kept = above;
        }
    }
}

impl Listed {
    pub(super) fn new(file: &mut Checked<'_>, findings: u64) -> Listed {
        let mut rules: Vec<(Rule, u64)> = Vec::new();
        for (rule, _, counts) in file.counts {
            match rules.iter_mut().find(|(other, _)| other == rule) {
                Some((_, count)) => *count += counts.findings,
                None => rules.push((*rule, counts.findings)),
            }
        }
        rules.sort_by_key(|&(rule, count)| (Reverse(count), rule));
        let mut head = format!(
            "<h3>{}</h3> <span class=\"facts\"><b>{}</b>: {}; {}",
            name(file.path),
            counted(findings, "finding"),
            by_rule(&rules),
            file.seen.as_ref().map_or("its name", |seen| &seen.encoding),
        );
        let map = file.seen.as_ref().and_then(|seen| seen.map.as_ref());
        let mut about = String::new();
        if let Some(map) = map {
            head.push_str(&format!("; {}", counted(map.len(), "byte")));
            about = strip::composition(&map.total());
        }
        head.push_str("</span>");
        if let Some(map) = map {
            strip::push(&mut head, map, &about);
        }
        Listed {
            head,
            about,
            shown: mem::take(&mut file.shown),
        }
    }
}
