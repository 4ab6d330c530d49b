//! Findings that wait, in order.
//!
//! A character that reorders text waits until its line ends or its partner comes. Double-encoded text that encodings yield
//! different text for waits until the end of the text, all of which decides. Later findings wait too, so that all are
//! reported in order, up to a limit: memory is bounded.
//!
//! Places of one rule and kind that follow each other directly are a run, which is one finding. It waits until something
//! else follows.

use crate::definition::Course;
use crate::double_encoded::{Encodings, decided};
use crate::finding::{After, Emit, Finding};
use crate::fix::Fix;
use crate::judgement::{Outcome, Until};
use crate::pairs::{Line, Pair};
use crate::position::Passed;
use crate::rules::Rule;
use crate::words;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Findings that may wait.
const MAX_WAITING: usize = 4096;

#[derive(Debug)]
struct Waiting {
    /// `None` if it turned out to be none, or was taken out of the order.
    finding: Option<Finding>,
    until: Until,
    /// What it may become.
    outcomes: Vec<Outcome>,
}

/// The finding of a control that is open.
#[derive(Debug)]
enum Opener {
    /// It is the nth that was ever queued.
    Queued(u64),
    /// It was taken out of the queue.
    Taken(Box<Finding>),
}

/// A place that may continue a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'b> {
    pub(crate) rule: Rule,
    pub(crate) kind: &'b str,
    /// The offset in the text.
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// How many places of the rule it is.
    pub(crate) count: u64,
    /// What moves the column.
    pub(crate) passed: Passed<'b>,
    pub(crate) bytes: &'b [u8],
}

/// A finding that the next place may continue.
#[derive(Debug)]
struct Run {
    /// It is the nth that was ever queued.
    number: u64,
    rule: Rule,
    kind: Cow<'static, str>,
    /// The offset of its end.
    end: u64,
    /// The context of the finding is not that after its last place.
    is_outdated: bool,
}

#[derive(Debug)]
pub(crate) struct Queue {
    waiting: VecDeque<Waiting>,
    /// Findings that have left the front.
    passed: u64,
    /// The controls that are open in the current line.
    line: Line<Opener>,
    /// The finding, by its number, that waits for the end of the text: its message is not complete.
    held: Option<u64>,
    /// The runs that the next place may continue.
    runs: Vec<Run>,
}

impl Queue {
    pub(crate) const fn new() -> Queue {
        Queue {
            waiting: VecDeque::new(),
            passed: 0,
            line: Line::new(),
            held: None,
            runs: Vec::new(),
        }
    }

    /// Returns `true` if no control is open in the current line.
    pub(crate) fn is_line_closed(&self) -> bool {
        self.line.is_closed()
    }

    /// Returns `true` if more findings wait than may.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.len() > MAX_WAITING
    }

    pub(crate) fn push(&mut self, finding: Finding, until: Until) {
        self.push_undecided(finding, until, Vec::new());
    }

    /// Adds a finding that becomes one of `outcomes`, if that is decided.
    pub(crate) fn push_undecided(&mut self, finding: Finding, until: Until, outcomes: Vec<Outcome>) {
        self.waiting.push_back(Waiting {
            finding: Some(finding),
            until,
            outcomes,
        });
    }

    /// Ends the wait of double-encoded text that has several readings: the encodings of all text around it are known.
    pub(crate) fn decide_through(&mut self, evidence: Encodings) {
        for waiting in &mut self.waiting {
            if waiting.until != Until::ThroughIsKnown {
                continue;
            }
            waiting.until = Until::Nothing;
            let outcomes = std::mem::take(&mut waiting.outcomes);
            if let Some(finding) = &mut waiting.finding
                && let Some(outcome) = decided(&outcomes, evidence, |outcome| outcome.encodings)
            {
                (finding.kind, finding.message) = outcome.words.clone();
                finding.fix = outcome.fix.clone();
            }
        }
    }

    /// Adds a finding that the next places may continue.
    pub(crate) fn push_run(&mut self, finding: Finding, until: Until) {
        self.runs.push(Run {
            number: self.passed + self.waiting.len() as u64,
            rule: finding.rule,
            kind: finding.kind.clone(),
            end: finding.offset + finding.length,
            is_outdated: false,
        });
        self.push(finding, until);
    }

    /// Adds the finding of a character, which one that closes a pair is not.
    pub(crate) fn push_character(&mut self, mut finding: Finding, course: Course) {
        match course {
            Course::Run => self.push_run(finding, Until::Nothing),
            Course::Single(clause) => {
                finding.clause = clause;
                self.push(finding, Until::Nothing);
            }
            Course::Opens(pair) => self.open(pair, finding),
            Course::Closes(_) => {}
        }
    }

    /// Returns the kind of the run of a rule that ends at an offset, if there is one.
    pub(crate) fn run_to(&self, rule: Rule, end: u64) -> Option<Cow<'static, str>> {
        let run = self.runs.iter().find(|run| run.end == end && run.rule == rule)?;
        Some(run.kind.clone())
    }

    /// Adds a place to the run that it continues, if there is one.
    pub(crate) fn extend(&mut self, place: Place<'_>) -> bool {
        let Some(finding) = self.continued(&place) else {
            return false;
        };
        if let Some(finding) = finding {
            finding.count += place.count;
            finding.lengthen(place.bytes, place.length, place.passed);
        }
        true
    }

    /// Adds the next part of a place to the finding of the parts before it, if it waits. `text` continues its repair.
    pub(crate) fn lengthen(&mut self, place: &Place<'_>, text: &str) -> bool {
        let Some(finding) = self.continued(place) else {
            return false;
        };
        if let Some(finding) = finding {
            finding.lengthen(place.bytes, place.length, place.passed);
            if let Fix::Replace(whole) = &mut finding.fix {
                whole.push_str(text);
            }
        }
        true
    }

    /// Returns the finding of the run that the place continues, if there is one, after moving the run's end.
    fn continued(&mut self, place: &Place<'_>) -> Option<Option<&mut Finding>> {
        let run = self
            .runs
            .iter_mut()
            .find(|run| run.end == place.offset && run.rule == place.rule && run.kind == place.kind)?;
        run.end = place.offset + place.length;
        run.is_outdated = true;
        let number = run.number;
        Some(self.queued(number).and_then(|waiting| waiting.finding.as_mut()))
    }

    /// Ends the runs that end before `offset`. `after` returns the text after an offset. Returns `true` if there were any.
    pub(crate) fn end_runs(&mut self, offset: u64, after: &mut dyn FnMut(u64) -> After) -> bool {
        if self.runs.iter().all(|run| run.end >= offset) {
            return false;
        }
        for mut run in std::mem::take(&mut self.runs) {
            if run.end >= offset {
                self.runs.push(run);
                continue;
            }
            self.update(&mut run, after);
            if let Some(waiting) = self.queued(run.number)
                && let Some(finding) = &mut waiting.finding
                && finding.count > 1
            {
                finding.message.push_str(&words::run(finding.count));
            }
        }
        true
    }

    /// Gives the runs the context after their last places.
    pub(crate) fn update_runs(&mut self, after: &mut dyn FnMut(u64) -> After) {
        let mut runs = std::mem::take(&mut self.runs);
        for run in &mut runs {
            self.update(run, after);
        }
        self.runs = runs;
    }

    fn update(&mut self, run: &mut Run, after: &mut dyn FnMut(u64) -> After) {
        if std::mem::take(&mut run.is_outdated)
            && let Some(waiting) = self.queued(run.number)
            && let Some(finding) = &mut waiting.finding
        {
            let After { text, to_line_end } = after(run.end);
            finding.context.after = text;
            finding.context.to_line_end = to_line_end;
        }
    }

    /// Ends all runs, whose context is up to date.
    pub(crate) fn end_all_runs(&mut self) {
        self.end_runs(u64::MAX, &mut |_| {
            unreachable!("the context of each run is up to date")
        });
    }

    /// Adds the finding of an opening control, which waits for the line's end.
    fn open(&mut self, opened: Pair, finding: Finding) {
        let number = self.passed + self.waiting.len() as u64;
        self.line.open(opened, Opener::Queued(number));
        self.push(finding, Until::LineEnd);
    }

    /// Drops the findings of the controls that a closing one closes. Returns `true` if there are any.
    pub(crate) fn close(&mut self, closed: Pair) -> bool {
        let openers = self.line.close(closed);
        let has_any = !openers.is_empty();
        for opener in openers {
            if let Opener::Queued(number) = opener
                && let Some(waiting) = self.queued(number)
            {
                waiting.finding = None;
                waiting.until = Until::Nothing;
            }
        }
        has_any
    }

    fn queued(&mut self, number: u64) -> Option<&mut Waiting> {
        self.waiting.get_mut((number - self.passed) as usize)
    }

    /// Releases the findings of open controls if a line ends in `bytes`.
    pub(crate) fn end_lines(&mut self, bytes: &[u8]) {
        if self.line.is_closed() || memchr::memchr(b'\n', bytes).is_none() {
            return;
        }
        for opener in self.line.end() {
            match opener {
                Opener::Queued(number) => {
                    if let Some(waiting) = self.queued(number) {
                        waiting.until = Until::Nothing;
                    }
                }
                Opener::Taken(finding) => self.push(*finding, Until::Nothing),
            }
        }
    }

    /// Takes the findings of open controls out of the order, so that the others need not wait for them.
    pub(crate) fn make_room(&mut self) {
        if self.line.depth() > MAX_WAITING {
            self.end_lines(b"\n"); // no text closes that many
        }
        let (waiting, passed) = (&mut self.waiting, self.passed);
        for opener in self.line.openers() {
            if let Opener::Queued(number) = *opener
                && let Some(queued) = waiting.get_mut((number - passed) as usize)
                && let Some(finding) = queued.finding.take()
            {
                queued.until = Until::Nothing;
                *opener = Opener::Taken(Box::new(finding));
            }
        }
    }

    /// Holds the last finding until its message is complete.
    pub(crate) fn hold_last(&mut self) {
        self.held = Some(self.passed + self.waiting.len() as u64 - 1);
    }

    /// Ends the message of the finding that is held, and its wait for that.
    pub(crate) fn complete_held(&mut self, ending: &str) {
        if let Some(number) = self.held.take()
            && let Some(waiting) = self.queued(number)
            && let Some(finding) = &mut waiting.finding
        {
            finding.message.push_str(ending);
        }
    }

    /// Ends the wait for what is known now: the findings that waited for it are kept or dropped.
    pub(crate) fn settle(&mut self, known: Until, keep: bool) {
        for waiting in &mut self.waiting {
            if waiting.until == known {
                waiting.until = Until::Nothing;
                if !keep {
                    waiting.finding = None;
                }
            }
        }
    }

    /// Passes the findings at the front that wait for nothing to `emit`.
    pub(crate) fn release(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        while let Some(front) = self.waiting.front()
            && front.until == Until::Nothing
            && self.held != Some(self.passed)
            && self.runs.iter().all(|run| run.number != self.passed)
        {
            let front = self.waiting.pop_front();
            self.passed += 1;
            if let Some(finding) = front.and_then(|front| front.finding) {
                emit(finding)?;
            }
        }
        ControlFlow::Continue(())
    }
}
