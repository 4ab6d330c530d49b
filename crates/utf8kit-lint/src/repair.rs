//! Repairs a text in memory as `utf8 fix` repairs a file.

use crate::checker;
use crate::detect::{Detected, detect};
use crate::finding::Finding;
use crate::fix::Fix;
use crate::options::Options;
use crate::rules::Rule;
use std::ops::ControlFlow;
use utf8kit::{Policy, utf8};

/// Repairs of a repaired text: `é` that was encoded twice and is not in Normalization Form C needs two.
const MAX_PASSES: usize = 8;

/// More ill-formed sequences than text with U+0000 in it has: it is a script with an archive after it, for example.
const MOST_ILL_FORMED: u64 = 100;

/// What becomes of ill-formed sequences in [`repair`].
#[derive(Clone, Copy, Debug)]
pub enum OnIllFormed<'a> {
    /// They stay.
    Keep,
    /// They become the characters that they stand for, if there are any: see [`Fix::OnError`].
    Meant,
    /// A policy replaces them. It must not be [`Policy::Fail`], or a function that returns `None`.
    Policy(Policy<'a>),
}

/// A repaired text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Repaired {
    /// The text.
    pub text: Vec<u8>,
    /// The number of places that were repaired.
    pub count: u64,
    /// The first findings that were repaired, as many as were asked for. Places are those in the text at the time of their repair,
    /// which can be the result of another.
    pub findings: Vec<Finding>,
}

/// Returns the text with what [`Finding::fix`] repairs, or `None` if there is nothing to repair. Text in another encoding is not
/// repaired. `is_binary` says whether the text is a binary file; `None`: its first bytes show it.
///
/// At most `most_findings` findings are kept. Without them, memory is that of the text and the repaired text.
///
/// # Errors
///
/// Returns an error if the text has U+0000 and many ill-formed sequences: it is probably no text. Returns [`NO_MEMORY`] if there is
/// none for the repaired text.
///
/// ```
/// use utf8kit_lint::{OnIllFormed, Options, repair};
///
/// let options = Options::default();
/// let repaired = repair("caf\u{C3}\u{A9}".as_bytes(), &options, None, OnIllFormed::Keep, 10).unwrap().unwrap();
/// assert_eq!((repaired.text, repaired.count), ("café".as_bytes().to_vec(), 1));
/// assert_eq!(repair(b"\xC0\xAF", &options, None, OnIllFormed::Keep, 10), Ok(None));
/// let repaired = repair(b"\xC0\xAF", &options, None, OnIllFormed::Meant, 10).unwrap().unwrap();
/// assert_eq!(repaired.text, b"/");
/// ```
pub fn repair(
    text: &[u8],
    options: &Options,
    is_binary: Option<bool>,
    on_ill_formed: OnIllFormed<'_>,
    most_findings: usize,
) -> Result<Option<Repaired>, &'static str> {
    repair_while(
        text,
        options,
        is_binary,
        on_ill_formed,
        most_findings,
        &mut || true,
    )
}

/// The error of [`repair`] if there is no memory for the repaired text.
pub const NO_MEMORY: &str = "there is no memory for the repaired text";

/// The error of [`repair_while`] if it was stopped.
pub const STOPPED: &str = "the repair was stopped";

/// Does what [`repair`] does as long as `goes_on`, which is called every few hundred KiB, returns `true`.
///
/// # Errors
///
/// Returns the errors of [`repair`], or [`STOPPED`].
///
/// ```
/// use utf8kit_lint::{OnIllFormed, Options, STOPPED, repair_while};
///
/// let stopped = repair_while(b"text", &Options::default(), None, OnIllFormed::Keep, 0, &mut || false);
/// assert_eq!(stopped, Err(STOPPED));
/// ```
pub fn repair_while(
    text: &[u8],
    options: &Options,
    is_binary: Option<bool>,
    on_ill_formed: OnIllFormed<'_>,
    most_findings: usize,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Repaired>, &'static str> {
    let options = options.with_separate_repairs(true);
    let mut all: Option<Repaired> = None;
    for _ in 0..MAX_PASSES {
        let (old, kept) = match &all {
            None => (text, 0),
            Some(repaired) => (&repaired.text[..], repaired.findings.len()),
        };
        let is_binary = is_binary.unwrap_or_else(|| detect(old, true) == Detected::Binary);
        let mut pass = Pass::new(old, on_ill_formed, most_findings - kept);
        let mut is_stopped = false;
        let mut goes_on = || {
            is_stopped |= !goes_on();
            !is_stopped
        };
        let options = options.with_binary(is_binary);
        checker::check_each(old, &options, &mut goes_on, &mut |finding| pass.add(finding));
        if is_stopped {
            return Err(STOPPED);
        }
        let Some(step) = pass.finish()? else {
            break;
        };
        match &mut all {
            None => all = Some(step),
            Some(all) => {
                all.text = step.text;
                all.count += step.count;
                all.findings.extend(step.findings);
            }
        }
    }
    Ok(all)
}

/// A repair of what one check finds.
#[derive(Debug)]
struct Pass<'t, 'p> {
    old: &'t [u8],
    on_ill_formed: OnIllFormed<'p>,
    most_findings: usize,
    /// The text with the edits so far, up to `at` in the old one.
    edited: Repaired,
    at: usize,
    /// The ill-formed sequences, without those that an edit repairs.
    ill_formed: u64,
    of_ill_formed: Vec<Finding>,
    has_nul: bool,
    has_no_memory: bool,
    /// In another encoding, its bytes mean something else than they would in UTF-8.
    is_in_other: bool,
}

impl<'t, 'p> Pass<'t, 'p> {
    fn new(old: &'t [u8], on_ill_formed: OnIllFormed<'p>, most_findings: usize) -> Self {
        Pass {
            old,
            on_ill_formed,
            most_findings,
            edited: Repaired {
                text: Vec::new(),
                count: 0,
                findings: Vec::new(),
            },
            at: 0,
            ill_formed: 0,
            of_ill_formed: Vec::new(),
            has_nul: false,
            has_no_memory: false,
            is_in_other: false,
        }
    }

    fn add(&mut self, finding: Finding) -> ControlFlow<()> {
        self.has_nul |= finding.rule == Rule::Nul;
        match (&finding.fix, self.on_ill_formed) {
            (Fix::Transcode { .. } | Fix::Parts, _) => {
                self.is_in_other = true;
                return ControlFlow::Break(());
            }
            (Fix::Replace(new), _) | (Fix::OnError { meant: Some(new), .. }, OnIllFormed::Meant) => {
                let start = finding.offset as usize;
                // One that overlaps the one before is left for the next pass.
                if start >= self.at && !self.is_decoded() {
                    let kept = &self.old[self.at..start];
                    if self.edited.text.try_reserve(kept.len() + new.len()).is_err() {
                        self.has_no_memory = true;
                        return ControlFlow::Break(());
                    }
                    self.edited.text.extend_from_slice(kept);
                    self.edited.text.extend_from_slice(new.as_bytes());
                    self.at = start + finding.length as usize;
                    self.edited.count += finding.count;
                    keep(&mut self.edited.findings, finding, self.most_findings);
                }
            }
            (Fix::OnError { .. }, _) => {
                self.ill_formed += finding.count;
                keep(&mut self.of_ill_formed, finding, self.most_findings);
                if self.is_decoded() {
                    self.edited.text = Vec::new();
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Returns `true` if a policy replaces the ill-formed sequences of all of the text. The next pass finds the edits of the result.
    fn is_decoded(&self) -> bool {
        matches!(self.on_ill_formed, OnIllFormed::Policy(_)) && self.ill_formed > 0
    }

    /// Returns the repaired text, if anything is to be repaired.
    fn finish(mut self) -> Result<Option<Repaired>, &'static str> {
        if self.has_no_memory {
            return Err(NO_MEMORY);
        }
        if self.is_in_other || (self.edited.count == 0 && !self.is_decoded()) {
            return Ok(None);
        }
        if self.has_nul && self.ill_formed > MOST_ILL_FORMED {
            return Err(
                "it has U+0000 and many ill-formed sequences: it is probably binary, so it is not repaired",
            );
        }
        if let OnIllFormed::Policy(policy) = self.on_ill_formed
            && self.ill_formed > 0
        {
            // The policy writes at most four bytes for one, and a text that grows is copied.
            let most = self.old.len().saturating_add(12 * self.ill_formed as usize);
            if Vec::<u8>::new().try_reserve_exact(most).is_err() {
                return Err(NO_MEMORY);
            }
            let Ok(text) = utf8::repair_with(self.old, policy) else {
                return Err("the policy does not replace every ill-formed sequence");
            };
            return Ok(Some(Repaired {
                text: text.into_owned().into_bytes(),
                count: self.ill_formed,
                findings: self.of_ill_formed,
            }));
        }
        let rest = &self.old[self.at..];
        if self.edited.text.try_reserve_exact(rest.len()).is_err() {
            return Err(NO_MEMORY);
        }
        self.edited.text.extend_from_slice(rest);
        Ok(Some(self.edited))
    }
}

/// Keeps a finding, unless there are enough.
fn keep(findings: &mut Vec<Finding>, finding: Finding, most: usize) {
    if findings.len() < most {
        findings.push(finding);
    }
}
