//! The counts of a run, which its threads share, and those of one file.

use super::groups::Groups;
use crate::config::baseline::{Gone, Missing};
use crate::report::{Compared, Counts, Group, Next, Statistics, Step, Steps, Summary, explain, fix_flags};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use utf8kit_lint::{Finding, Level, Rule};

/// The counts of a run.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) files: AtomicU64,
    pub(super) binary: AtomicU64,
    pub(super) failed: AtomicU64,
    with_findings: AtomicU64,
    /// Files repaired, or that would be.
    pub(super) fixed: AtomicU64,
    pub(super) repairs: AtomicU64,
    /// Findings that `fix` repairs.
    fixable: AtomicU64,
    /// Findings that `fix` repairs with flags, by these.
    fixable_by: Mutex<BTreeMap<Cow<'static, str>, u64>>,
    unfixable: AtomicU64,
    notes: AtomicU64,
    /// Findings of the level that fails a run, or of a higher one.
    failing: AtomicU64,
    /// What repairs each file.
    steps: Mutex<Steps>,
    /// Findings that `fix` does not repair, by rule.
    unfixable_of: Mutex<BTreeMap<Rule, u64>>,
    /// What rules that are off find in files with findings.
    others: Mutex<BTreeMap<Rule, u64>>,
    /// Findings that comments or the configuration of some lines allow.
    pub(super) allowed: AtomicU64,
    /// Findings that are in a baseline.
    suppressed: AtomicU64,
    /// Findings of a baseline that are gone.
    gone: AtomicU64,
    findings: AtomicU64,
    places: AtomicU64,
    /// What `--statistics` counts.
    groups: Option<Groups>,
}

impl Tally {
    /// Returns the counts of no files.
    pub(super) fn of(groups: Option<Groups>) -> Tally {
        Tally {
            groups,
            ..Tally::default()
        }
    }

    /// Adds what `--statistics` counts of a text at `path`. `encoding`: its own, if it was recognized.
    pub(super) fn group(&self, path: &Path, encoding: Option<Cow<'static, str>>, file: &FileTally) {
        if let Some(groups) = &self.groups {
            groups.add(path, encoding, &file.groups());
        }
    }

    /// Adds findings of a baseline in a file that no longer exists, and returns what `--statistics` counts. `has_baseline`: findings
    /// were compared with one.
    pub(super) fn statistics(&mut self, missing: Vec<Missing>, has_baseline: bool) -> Option<Statistics> {
        let groups = self.groups.take()?;
        // One file after the other.
        for of_file in missing.chunk_by(|a, b| a.path == b.path) {
            let mut file = FileTally::default();
            for missing in of_file {
                file.gone(&missing.findings);
            }
            groups.add(&of_file[0].path, None, &file.groups());
        }
        Some(groups.finish(has_baseline))
    }

    /// Returns the counts.
    pub(super) fn summary(&self) -> Summary {
        Summary {
            files: self.files.load(Ordering::Relaxed),
            with_findings: self.with_findings.load(Ordering::Relaxed),
            findings: self.findings.load(Ordering::Relaxed),
            places: self.places.load(Ordering::Relaxed),
            binary: self.binary.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            fixable: self.fixable.load(Ordering::Relaxed),
            unfixable: self.unfixable.load(Ordering::Relaxed),
            notes: self.notes.load(Ordering::Relaxed),
            failing: self.failing.load(Ordering::Relaxed),
            fixed: self.fixed.load(Ordering::Relaxed),
            repairs: self.repairs.load(Ordering::Relaxed),
            allowed: self.allowed.load(Ordering::Relaxed),
            ..Summary::default()
        }
    }

    /// Adds the counts of the file at `path`, if it has one.
    pub(super) fn add(&self, file: FileTally, path: Option<&Path>) {
        if file.counts.is_empty() {
            return;
        }
        self.with_findings.fetch_add(1, Ordering::Relaxed);
        self.fixable.fetch_add(file.fixable, Ordering::Relaxed);
        self.unfixable.fetch_add(file.unfixable, Ordering::Relaxed);
        self.notes.fetch_add(file.notes, Ordering::Relaxed);
        self.failing.fetch_add(file.failing, Ordering::Relaxed);
        if let Some(path) = path
            && let Some(step) = Step::of(file.fixable, &file.fixable_by)
        {
            let mut steps = self.steps.lock().expect("no thread panics while it counts");
            steps.add(step, path);
        }
        if path.is_some() && !file.unfixable_of.is_empty() {
            let mut unfixable_of = self
                .unfixable_of
                .lock()
                .expect("no thread panics while it counts");
            for (rule, count) in file.unfixable_of {
                *unfixable_of.entry(rule).or_default() += count;
            }
        }
        if !file.fixable_by.is_empty() {
            let mut fixable_by = self.fixable_by.lock().expect("no thread panics while it counts");
            for (flags, count) in file.fixable_by {
                *fixable_by.entry(flags).or_default() += count;
            }
        }
        for (_, _, counts) in &file.counts {
            self.findings.fetch_add(counts.findings, Ordering::Relaxed);
            self.places.fetch_add(counts.places, Ordering::Relaxed);
        }
    }

    /// Adds what rules that are off find in a file.
    pub(super) fn add_others(&self, found: BTreeMap<Rule, u64>) {
        let mut others = self.others.lock().expect("no thread panics while it counts");
        for (rule, count) in found {
            *others.entry(rule).or_default() += count;
        }
    }

    /// Returns what rules that are off find in files with findings.
    pub(super) fn others(&self) -> Vec<(Rule, u64)> {
        let others = self.others.lock().expect("no thread panics while it counts");
        others.iter().map(|(&rule, &count)| (rule, count)).collect()
    }

    /// Adds what the comparison of a file with a baseline found.
    pub(super) fn compare(&self, suppressed: u64, gone: u64) {
        self.suppressed.fetch_add(suppressed, Ordering::Relaxed);
        self.gone.fetch_add(gone, Ordering::Relaxed);
    }

    /// Returns the comparison of all files. `missing` is the number of findings in files that no longer exist.
    pub(super) fn compared(&self, missing: u64) -> Compared {
        Compared {
            suppressed: self.suppressed.load(Ordering::Relaxed),
            gone: self.gone.load(Ordering::Relaxed) + missing,
        }
    }

    /// Returns the number of findings that `fix` repairs with flags, by these.
    pub(super) fn fixable_by(&self) -> BTreeMap<Cow<'static, str>, u64> {
        let fixable_by = self.fixable_by.lock();
        fixable_by.expect("no thread panics while it counts").clone()
    }

    /// Returns the command that goes on. `flags` are those of the run that it repeats, `paths` the paths of the run.
    pub(super) fn next(&self, flags: &[String], paths: &[PathBuf]) -> Option<Next> {
        let steps = self.steps.lock().expect("no thread panics while it counts");
        let unfixable_of = self
            .unfixable_of
            .lock()
            .expect("no thread panics while it counts");
        let most = unfixable_of.iter().max_by_key(|&(_, count)| count);
        steps
            .next(flags, paths)
            .or_else(|| most.map(|(&rule, _)| explain(rule)))
    }
}

/// The counts of a file.
#[derive(Default)]
pub(super) struct FileTally {
    /// By rule and kind. There are few.
    counts: Vec<(Rule, Cow<'static, str>, Counts)>,
    fixable: u64,
    fixable_by: BTreeMap<Cow<'static, str>, u64>,
    unfixable: u64,
    notes: u64,
    failing: u64,
    /// The same by rule.
    unfixable_of: BTreeMap<Rule, u64>,
    /// The comparison with a baseline, by rule and kind.
    compared: Vec<(Rule, Cow<'static, str>, Compared)>,
}

impl FileTally {
    /// Counts a finding. One of the level `fails`, or of a higher one, fails the run.
    pub(super) fn count(&mut self, finding: &Finding, fails: Level) {
        self.notes += u64::from(finding.level == Level::Note);
        self.failing += u64::from(finding.level >= fails);
        let index = self
            .counts
            .iter()
            .position(|(rule, kind, _)| *rule == finding.rule && *kind == finding.kind);
        let index = index.unwrap_or_else(|| {
            self.counts
                .push((finding.rule, finding.kind.clone(), Counts::default()));
            self.counts.len() - 1
        });
        let counts = &mut self.counts[index].2;
        counts.findings += 1;
        counts.places += finding.count;
        match fix_flags(finding) {
            _ if finding.fix.is_safe() => self.fixable += 1,
            // It need not be repaired.
            _ if finding.level == Level::Note => {}
            Some(flags) => *self.fixable_by.entry(flags).or_default() += 1,
            None => {
                self.unfixable += 1;
                *self.unfixable_of.entry(finding.rule).or_default() += 1;
            }
        }
    }

    /// Counts a finding that a baseline has.
    pub(super) fn suppress(&mut self, finding: &Finding) {
        self.compared(finding.rule, finding.kind.clone()).suppressed += 1;
    }

    /// Counts findings of a baseline that the file no longer has.
    pub(super) fn gone(&mut self, gone: &[Gone]) {
        for (rule, kind, count) in gone {
            self.compared(*rule, kind.clone()).gone += count;
        }
    }

    fn compared(&mut self, rule: Rule, kind: Cow<'static, str>) -> &mut Compared {
        let mut all = self.compared.iter();
        let index = all.position(|(known, of, _)| *known == rule && *of == kind);
        let index = index.unwrap_or_else(|| {
            self.compared.push((rule, kind, Compared::default()));
            self.compared.len() - 1
        });
        &mut self.compared[index].2
    }

    /// Returns what `--statistics` counts, by rule and kind.
    fn groups(&self) -> Vec<(Rule, Cow<'static, str>, Group)> {
        let counted = self.counts.iter().map(|(rule, kind, counts)| {
            let counts = Counts { files: 1, ..*counts };
            let group = Group {
                counts,
                ..Group::default()
            };
            (*rule, kind.clone(), group)
        });
        let compared = self.compared.iter().map(|(rule, kind, compared)| {
            let group = Group {
                compared: *compared,
                ..Group::default()
            };
            (*rule, kind.clone(), group)
        });
        counted.chain(compared).collect()
    }

    /// Returns the counts by rule and kind.
    pub(super) fn counts(&self) -> &[(Rule, Cow<'static, str>, Counts)] {
        &self.counts
    }

    /// Returns `true` if there are findings, and the text is UTF-8: what is not has no characters for other rules.
    pub(super) fn is_text_with_findings(&self) -> bool {
        let is_other = |rule: Rule, kind: &str| rule == Rule::OtherEncoding || kind == "binary";
        let is_text = !self.counts.iter().any(|(rule, kind, _)| is_other(*rule, kind));
        is_text && !self.counts.is_empty()
    }
}
