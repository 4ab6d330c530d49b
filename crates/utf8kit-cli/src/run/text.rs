//! The findings of one text: which are reported, which are counted only, and which a baseline knows.

use super::file::Outcome;
use super::order::Message;
use super::settings::Settings;
use super::sinks::{Sink, push_to};
use super::survey::Survey;
use super::tally::{FileTally, Tally};
use crate::config::Directory;
use crate::config::baseline::{Key, KnownFindings};
use crate::escape;
use crate::flags::check::CheckArgs;
use crate::report::Checked;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::Path;
use utf8kit_lint::{Finding, Rule, RuleSet};

/// What findings of all texts are reported by.
pub(super) struct Context<'a> {
    pub(super) settings: &'a Settings,
    pub(super) args: &'a CheckArgs,
    /// The reports: the first is that of `--format`.
    pub(super) sinks: &'a [Sink],
    /// The rules that are selected by their names.
    pub(super) named: RuleSet,
}

impl Context<'_> {
    /// Returns `true` if a report cannot be written any more: then none is.
    pub(super) fn is_closed(&self) -> bool {
        self.sinks.iter().any(|sink| sink.ordered.is_closed())
    }

    /// Returns `Break` if nothing more can be written.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        match self.is_closed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Returns `true` if files are repaired, but not changed.
    fn is_dry(&self) -> bool {
        self.settings
            .repair
            .as_ref()
            .is_some_and(|repair| repair.is_dry())
    }

    /// Returns a path as `-l` prints it: as it is if a program reads it, and safe to print on a terminal.
    pub(super) fn listed(&self, path: &Path) -> Vec<u8> {
        let bytes = path.as_os_str().as_encoded_bytes();
        if self.args.files.null {
            [bytes, b"\0"].concat()
        } else if self.settings.on_terminal {
            format!("{}\n", escape::text(bytes)).into_bytes()
        } else {
            [bytes, b"\n"].concat()
        }
    }
}

/// What a finding is beside what is known.
pub(super) enum Taken {
    /// A new one, with the level of the configuration.
    New(Finding),
    /// One that the baseline has.
    Known(Finding),
    /// One of a rule that only `all` selects, where another one was: it has nothing to add.
    Repeated,
}

/// Takes the findings of one text, in order.
pub(super) struct Unknown<'a> {
    directory: &'a Directory,
    /// The findings that the baseline knows.
    known: Option<KnownFindings<'a>>,
    /// The rules that are selected by their names.
    named: RuleSet,
    /// The place of the last finding.
    last: Option<(u64, u64)>,
}

impl<'a> Unknown<'a> {
    pub(super) fn new(path: &Path, directory: &'a Directory, named: RuleSet) -> Unknown<'a> {
        let baseline = directory.config.baseline.as_deref();
        Unknown {
            directory,
            known: baseline.and_then(|baseline| baseline.file(&directory.absolute(path))),
            named,
            last: None,
        }
    }

    /// Returns what the next finding of the text is.
    pub(super) fn take(&mut self, mut finding: Finding) -> Taken {
        if self.is_repeated(&finding) {
            return Taken::Repeated;
        }
        if self.known.as_mut().is_some_and(|known| known.take(&finding)) {
            return Taken::Known(finding);
        }
        finding.level = self.directory.config.level(finding.rule);
        Taken::New(finding)
    }

    /// Returns `true` if a finding is [repeated](Taken::Repeated).
    fn is_repeated(&mut self, finding: &Finding) -> bool {
        let place = Some((finding.offset, finding.length));
        let is_known = std::mem::replace(&mut self.last, place) == place;
        is_known && !finding.rule.is_default() && !self.named.contains(finding.rule)
    }
}

/// Receives the findings of one text.
pub(super) struct OfText<'a> {
    context: &'a Context<'a>,
    path: &'a Path,
    directory: &'a Directory,
    unknown: Unknown<'a>,
    /// The findings for the baseline that is written.
    keys: Vec<Key>,
    tally: FileTally,
    /// Whether it receives all findings.
    is_complete: bool,
    /// What each report shows.
    shown: Vec<Shown>,
    /// How many findings that are equal were shown, if a report has fingerprints.
    equal: HashMap<u64, u64>,
}

/// What a report shows of a text.
#[derive(Clone, Default)]
struct Shown {
    /// Findings that are shown.
    findings: u64,
    /// The findings that are shown with the whole file.
    of_file: Vec<String>,
    /// Findings that are left out because there are too many, by rule.
    left_out: BTreeMap<Rule, u64>,
}

impl<'a> OfText<'a> {
    pub(super) fn new(context: &'a Context<'a>, path: &'a Path, directory: &'a Directory) -> OfText<'a> {
        OfText {
            context,
            path,
            directory,
            unknown: Unknown::new(path, directory, context.named),
            keys: Vec::new(),
            tally: FileTally::default(),
            is_complete: true,
            shown: vec![Shown::default(); context.sinks.len()],
            equal: HashMap::new(),
        }
    }

    /// Returns `true` if it received all findings so far.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Takes the next finding. Returns `Break` if no more are wanted.
    pub(super) fn add(&mut self, finding: Finding, push: &mut dyn FnMut(Message)) -> ControlFlow<()> {
        let Context { settings, args, .. } = self.context;
        let finding = match self.unknown.take(finding) {
            Taken::New(finding) => finding,
            Taken::Known(finding) => {
                self.tally.suppress(&finding);
                return ControlFlow::Continue(());
            }
            Taken::Repeated => return ControlFlow::Continue(()),
        };
        if !settings.changed.concern(self.path, &finding) {
            return ControlFlow::Continue(());
        }
        let fails = args.fail_on;
        self.tally.count(&finding, fails);
        if self.context.is_dry() {
            // What would remain is only counted.
            return ControlFlow::Continue(());
        }
        if settings.new_baseline.is_some() {
            self.keys.push(Key::of(&finding));
            return ControlFlow::Continue(());
        }
        if args.quiet || args.list {
            if finding.level < fails {
                return ControlFlow::Continue(());
            }
            // One finding says it all.
            self.is_complete = false;
            if !args.quiet {
                push(Message::Finding(self.context.listed(self.path)));
            }
            return ControlFlow::Break(());
        }
        self.show(&finding, push);
        self.context.flow()
    }

    /// Shows a finding in each report, as far as there may be more of them.
    fn show(&mut self, finding: &Finding, push: &mut dyn FnMut(Message)) {
        let Context { args, sinks, .. } = self.context;
        let mut fingerprint = None;
        for (index, (sink, shown)) in sinks.iter().zip(&mut self.shown).enumerate() {
            if args.statistics.is_some() || args.max.is_some_and(|max| shown.findings >= max) {
                continue;
            }
            if shown.findings >= sink.max_per_file {
                *shown.left_out.entry(finding.rule).or_default() += 1;
                continue;
            }
            if sink.report.has_fingerprints() && fingerprint.is_none() {
                let key = Key::of(finding);
                let equal = self.equal.entry(key.fingerprint(0)).or_default();
                *equal += 1;
                fingerprint = Some(key.fingerprint(*equal - 1));
            }
            let text = sink.report.finding(self.path, finding, fingerprint.unwrap_or(0));
            if sink.report.is_by_file() {
                shown.of_file.push(text);
            } else {
                push_to(index, Message::Finding(text.into_bytes()), push);
            }
            shown.findings += 1;
        }
    }

    /// Ends the text, of which `rules` were checked with this outcome, or that could not be read. Returns its counts. A name has no
    /// survey.
    pub(super) fn finish(
        mut self,
        outcome: Option<Outcome>,
        rules: RuleSet,
        survey: Option<Survey>,
        of_run: &Tally,
        push: &mut dyn FnMut(Message),
    ) -> FileTally {
        let Context { settings, sinks, .. } = self.context;
        if let Some(new) = &settings.new_baseline {
            new.add(
                &self.directory.absolute(self.path),
                if outcome.is_some() { rules } else { RuleSet::EMPTY },
                std::mem::take(&mut self.keys),
            );
        }
        if let Some(known) = &self.unknown.known {
            let is_complete = self.is_complete && outcome == Some(Outcome::Checked) && !self.context.is_dry();
            let gone = if is_complete {
                known.gone(rules)
            } else {
                Vec::new()
            };
            of_run.compare(known.taken(), gone.iter().map(|(_, _, count)| count).sum());
            self.tally.gone(&gone);
        }
        let mut survey = survey;
        // Then no report has surveys.
        if self.context.args.statistics.is_some() {
            let survey = survey.take().filter(|_| outcome == Some(Outcome::Checked));
            of_run.group(
                self.path,
                survey.map(|survey| survey.finish().encoding),
                &self.tally,
            );
        }
        for (index, (sink, shown)) in sinks.iter().zip(self.shown).enumerate() {
            let report = &sink.report;
            if !report.is_by_file() {
                if !shown.left_out.is_empty() {
                    let left_out = most_first(shown.left_out);
                    push_to(index, Message::Note(report.left_out(self.path, &left_out)), push);
                }
                continue;
            }
            // A file without findings of which nothing was read has no encoding to count.
            if outcome.is_some() || !self.tally.counts().is_empty() {
                let survey = survey.take_if(|_| report.has_surveys());
                let text = report.file(Checked {
                    path: self.path,
                    shown: shown.of_file,
                    counts: self.tally.counts(),
                    seen: survey.map(Survey::finish),
                });
                if let Some(text) = text {
                    push_to(index, Message::File(text), push);
                }
            }
        }
        self.tally
    }
}

/// Returns the counts of rules, those with most first.
fn most_first(counts: BTreeMap<Rule, u64>) -> Vec<(Rule, u64)> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts
}
