//! Repairs a text in memory as `utf8 fix` repairs a file.

use crate::{Detected, Finding, Fix, Options, Rule, checker, detect};
use utf8kit::{Policy, utf8};

/// Repairs of a repaired text: `é` that was encoded twice and is not in Normalization Form C needs two.
const MAX_PASSES: usize = 8;

/// More ill-formed sequences than text with U+0000 in it has: it is a script with an archive after it, for example.
const MOST_ILL_FORMED: usize = 100;

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
    /// What was repaired. Places are those in the text at the time of their repair, which can be the result of another.
    pub findings: Vec<Finding>,
}

/// Returns the text with what [`Finding::fix`] repairs, or `None` if there is nothing to repair. Text in another encoding is not
/// repaired. `is_binary` says whether the text is a binary file; `None`: its first bytes show it.
///
/// # Errors
///
/// Returns an error if the text has U+0000 and many ill-formed sequences. It is probably no text.
///
/// ```
/// use utf8kit_lint::{OnIllFormed, Options, repair};
///
/// let options = Options::default();
/// let repaired = repair("caf\u{C3}\u{A9}".as_bytes(), &options, None, OnIllFormed::Keep).unwrap().unwrap();
/// assert_eq!(repaired.text, "café".as_bytes());
/// assert_eq!(repair(b"\xC0\xAF", &options, None, OnIllFormed::Keep), Ok(None));
/// let repaired = repair(b"\xC0\xAF", &options, None, OnIllFormed::Meant).unwrap().unwrap();
/// assert_eq!(repaired.text, b"/");
/// ```
pub fn repair(
    text: &[u8],
    options: &Options,
    is_binary: Option<bool>,
    on_ill_formed: OnIllFormed<'_>,
) -> Result<Option<Repaired>, &'static str> {
    let options = options.with_separate_places(true);
    let mut all: Option<Repaired> = None;
    for _ in 0..MAX_PASSES {
        let old = all.as_ref().map_or(text, |repaired| &repaired.text);
        let is_binary = is_binary.unwrap_or_else(|| detect(old, true) == Detected::Binary);
        let findings = checker::check(old, &options.with_binary(is_binary));
        let Some(step) = pass(old, findings, on_ill_formed)? else {
            break;
        };
        match &mut all {
            None => all = Some(step),
            Some(all) => {
                all.text = step.text;
                all.findings.extend(step.findings);
            }
        }
    }
    Ok(all)
}

/// Repairs what one check found, if anything is to be repaired.
fn pass(
    old: &[u8],
    findings: Vec<Finding>,
    on_ill_formed: OnIllFormed<'_>,
) -> Result<Option<Repaired>, &'static str> {
    // In another encoding, its bytes mean something else than they would in UTF-8.
    if findings
        .iter()
        .any(|finding| matches!(finding.fix, Fix::Transcode { .. }))
    {
        return Ok(None);
    }
    let has_nul = findings.iter().any(|finding| finding.rule == Rule::Nul);
    let (mut of_errors, mut others) = (Vec::new(), Vec::new());
    for finding in findings {
        match (&finding.fix, on_ill_formed) {
            (Fix::Replace(_), _) | (Fix::OnError { meant: Some(_), .. }, OnIllFormed::Meant) => {
                others.push(finding);
            }
            (Fix::OnError { .. }, _) => of_errors.push(finding),
            _ => {}
        }
    }
    let is_binary = has_nul && of_errors.len() > MOST_ILL_FORMED;
    let repaired = match on_ill_formed {
        OnIllFormed::Policy(policy) if !of_errors.is_empty() => {
            let Ok(text) = utf8::repair_with(old, policy) else {
                return Err("the policy does not replace every ill-formed sequence");
            };
            Some(Repaired {
                text: text.into_owned().into_bytes(),
                findings: of_errors,
            })
        }
        _ if others.is_empty() => None,
        _ => Some(edited(old, others)),
    };
    if repaired.is_some() && is_binary {
        return Err(
            "it has U+0000 and many ill-formed sequences: it is probably binary, so it is not repaired",
        );
    }
    Ok(repaired)
}

/// Returns the text with each finding's bytes replaced, and the findings. One that overlaps the one before is left for the
/// next pass.
fn edited(old: &[u8], findings: Vec<Finding>) -> Repaired {
    let mut repaired = Repaired {
        text: Vec::with_capacity(old.len()),
        findings: Vec::new(),
    };
    let mut at = 0;
    for finding in findings {
        let (Fix::Replace(new) | Fix::OnError { meant: Some(new), .. }) = &finding.fix else {
            continue;
        };
        let start = finding.offset as usize;
        if start < at {
            continue;
        }
        repaired.text.extend_from_slice(&old[at..start]);
        repaired.text.extend_from_slice(new.as_bytes());
        at = start + finding.length as usize;
        repaired.findings.push(finding);
    }
    repaired.text.extend_from_slice(&old[at..]);
    repaired
}
