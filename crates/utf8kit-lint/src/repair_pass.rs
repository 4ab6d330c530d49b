//! Passes of a repair: each checks the text, and finds what to write in place of it.

use crate::detect::{Detected, detect};
use crate::edits::{Edits, Rewriting};
use crate::finding::Finding;
use crate::fix::Fix;
use crate::options::Options;
use crate::rules::Rule;
use std::ops::ControlFlow;
use utf8kit::Policy;

/// Repairs of a repaired text: `é` that was encoded twice and is not in Normalization Form C needs two.
const MAX_PASSES: usize = 8;

/// More ill-formed sequences than text with U+0000 in it has: it is a script with an archive after it, for example.
const MOST_ILL_FORMED: u64 = 100;

/// The error of [`repair`](crate::repair()) if there is no memory for the repaired text.
pub const NO_MEMORY: &str = "there is no memory for the repaired text";

/// The error for a policy that fails.
pub(crate) const NOT_REPLACED: &str = "the policy does not replace every ill-formed sequence";

/// What becomes of ill-formed sequences in [`repair`](crate::repair()).
#[derive(Clone, Copy, Debug)]
pub enum OnIllFormed<'a> {
    /// They stay.
    Keep,
    /// They become the characters that they stand for, if there are any: see [`Fix::OnError`].
    Meant,
    /// A policy replaces them. It must not be [`Policy::Fail`], or a function that returns `None`.
    Policy(Policy<'a>),
}

/// The passes over a text, and what they have repaired.
#[derive(Debug)]
pub(crate) struct Passes<'p> {
    options: Options,
    /// Whether the text is a binary file. `None`: its first bytes show it.
    is_binary: Option<bool>,
    on_ill_formed: OnIllFormed<'p>,
    most_findings: usize,
    left: usize,
    /// The number of places that were repaired.
    pub(crate) count: u64,
    /// The first findings that were repaired.
    pub(crate) findings: Vec<Finding>,
}

/// What becomes of a text after a pass.
#[derive(Debug)]
pub(crate) enum Rewrite<'p> {
    Edits {
        rewriting: Rewriting,
        /// The length of the text with the edits.
        len: u64,
    },
    Policy {
        policy: Policy<'p>,
        ill_formed: u64,
    },
}

impl<'p> Passes<'p> {
    pub(crate) fn new(
        options: &Options,
        is_binary: Option<bool>,
        on_ill_formed: OnIllFormed<'p>,
        most_findings: usize,
    ) -> Self {
        Passes {
            options: options.with_separate_repairs(true),
            is_binary,
            on_ill_formed,
            most_findings,
            left: MAX_PASSES,
            count: 0,
            findings: Vec::new(),
        }
    }

    /// Returns what the next pass checks a text for that starts with `head`, and what collects the findings, or `None` after the last
    /// one. `whole` says whether `head` is all of it.
    pub(crate) fn begin(&mut self, head: &[u8], whole: bool) -> Option<(Options, Pass<'p>)> {
        self.left = self.left.checked_sub(1)?;
        let is_binary = self
            .is_binary
            .unwrap_or_else(|| detect(head, whole) == Detected::Binary);
        let most = self.most_findings - self.findings.len();
        let options = self.options.with_binary(is_binary).with_descriptions(most > 0);
        Some((options, Pass::new(self.on_ill_formed, most)))
    }

    /// Ends a pass over a text of `len` bytes. Returns what becomes of the text, or `None` if there is nothing to repair.
    pub(crate) fn end(&mut self, pass: Pass<'p>, len: u64) -> Result<Option<Rewrite<'p>>, &'static str> {
        let Some(step) = pass.finish(len)? else {
            return Ok(None);
        };
        self.count += step.count;
        // Most are of the first pass, and there may be thousands.
        match self.findings.is_empty() {
            true => self.findings = step.findings,
            false => self.findings.extend(step.findings),
        }
        Ok(Some(step.rewrite))
    }
}

/// What one pass repairs.
#[derive(Debug)]
struct Step<'p> {
    rewrite: Rewrite<'p>,
    count: u64,
    findings: Vec<Finding>,
}

/// Collects what one check finds.
#[derive(Debug)]
pub(crate) struct Pass<'p> {
    on_ill_formed: OnIllFormed<'p>,
    most_findings: usize,
    edits: Edits,
    /// The places that the edits repair.
    count: u64,
    of_edits: Vec<Finding>,
    /// The ill-formed sequences, without those that an edit repairs.
    ill_formed: u64,
    of_ill_formed: Vec<Finding>,
    has_nul: bool,
    has_no_memory: bool,
    /// In another encoding, its bytes mean something else than they would in UTF-8.
    is_in_other: bool,
}

impl<'p> Pass<'p> {
    fn new(on_ill_formed: OnIllFormed<'p>, most_findings: usize) -> Self {
        Pass {
            on_ill_formed,
            most_findings,
            edits: Edits::default(),
            count: 0,
            of_edits: Vec::new(),
            ill_formed: 0,
            of_ill_formed: Vec::new(),
            has_nul: false,
            has_no_memory: false,
            is_in_other: false,
        }
    }

    /// Takes the next finding. Breaks if it settles that nothing is repaired.
    pub(crate) fn add(&mut self, finding: Finding) -> ControlFlow<()> {
        self.has_nul |= finding.rule == Rule::Nul;
        match (&finding.fix, self.on_ill_formed) {
            (Fix::Transcode { .. } | Fix::Parts, _) => {
                self.is_in_other = true;
                return ControlFlow::Break(());
            }
            (Fix::Replace(_), _) | (Fix::OnError { meant: Some(_), .. }, OnIllFormed::Meant) => {
                return self.edit(finding);
            }
            (Fix::OnError { .. }, _) => {
                self.ill_formed += finding.count;
                keep(&mut self.of_ill_formed, finding, self.most_findings);
                if self.is_decoded() {
                    self.edits = Edits::default();
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Edits the text as a finding says. One that overlaps the one before is left for the next pass.
    fn edit(&mut self, finding: Finding) -> ControlFlow<()> {
        let (Fix::Replace(new) | Fix::OnError { meant: Some(new), .. }) = &finding.fix else {
            return ControlFlow::Continue(());
        };
        if finding.offset < self.edits.end() || self.is_decoded() {
            return ControlFlow::Continue(());
        }
        if self.edits.push(finding.offset, finding.length, new).is_err() {
            self.has_no_memory = true;
            return ControlFlow::Break(());
        }
        self.count += finding.count;
        keep(&mut self.of_edits, finding, self.most_findings);
        ControlFlow::Continue(())
    }

    /// Returns `true` if a policy replaces the ill-formed sequences of all of the text. The next pass finds the edits of the result.
    fn is_decoded(&self) -> bool {
        matches!(self.on_ill_formed, OnIllFormed::Policy(_)) && self.ill_formed > 0
    }

    /// Returns what is repaired in a text of `len` bytes.
    fn finish(self, len: u64) -> Result<Option<Step<'p>>, &'static str> {
        if self.has_no_memory {
            return Err(NO_MEMORY);
        }
        if self.is_in_other || (self.edits.is_empty() && !self.is_decoded()) {
            return Ok(None);
        }
        if self.has_nul && self.ill_formed > MOST_ILL_FORMED {
            return Err(
                "it has U+0000 and many ill-formed sequences: it is probably binary, so it is not repaired",
            );
        }
        Ok(Some(match self.on_ill_formed {
            OnIllFormed::Policy(policy) if self.ill_formed > 0 => {
                let rewrite = Rewrite::Policy {
                    policy,
                    ill_formed: self.ill_formed,
                };
                Step {
                    rewrite,
                    count: self.ill_formed,
                    findings: self.of_ill_formed,
                }
            }
            _ => {
                let rewrite = Rewrite::Edits {
                    len: self.edits.len_of(len),
                    rewriting: Rewriting::new(self.edits),
                };
                Step {
                    rewrite,
                    count: self.count,
                    findings: self.of_edits,
                }
            }
        }))
    }
}

/// Keeps a finding, unless there are enough. There is no memory for more than that.
fn keep(findings: &mut Vec<Finding>, finding: Finding, most: usize) {
    if findings.len() < most {
        if findings.len() == findings.capacity() {
            findings.reserve_exact(findings.len().max(4).min(most - findings.len()));
        }
        findings.push(finding);
    }
}
