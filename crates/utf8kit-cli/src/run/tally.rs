//! The counts of a run, which its threads share, and those of one file.

use crate::report::{Compared, Counts, Next, Step, Steps, Summary, explain, fix_flags};
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
    counts: Mutex<BTreeMap<(Rule, Cow<'static, str>), Counts>>,
}

impl Tally {
    /// Returns the counts, without those of findings.
    pub(super) fn summary(&self) -> Summary {
        Summary {
            files: self.files.load(Ordering::Relaxed),
            with_findings: self.with_findings.load(Ordering::Relaxed),
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
        let mut counts = self.counts.lock().expect("no thread panics while it counts");
        for (rule, kind, of_file) in file.counts {
            let of_run = counts.entry((rule, kind)).or_default();
            of_run.findings += of_file.findings;
            of_run.places += of_file.places;
            of_run.files += 1;
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

    /// Returns the counts of each rule and kind.
    pub(super) fn into_counts(self) -> Vec<(Rule, Cow<'static, str>, Counts)> {
        let counts = self
            .counts
            .into_inner()
            .expect("no thread panics while it counts");
        counts
            .into_iter()
            .map(|((rule, kind), counts)| (rule, kind, counts))
            .collect()
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
