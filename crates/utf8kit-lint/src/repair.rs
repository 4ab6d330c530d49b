//! Repairs a text in memory as `utf8 fix` repairs a file.

use crate::checker;
use crate::finding::Finding;
use crate::options::Options;
use crate::repair_pass::{NO_MEMORY, NOT_REPLACED, OnIllFormed, Passes, Rewrite};
use utf8kit::utf8;

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
    let mut passes = Passes::new(options, is_binary, on_ill_formed, most_findings);
    let mut repaired: Option<Vec<u8>> = None;
    loop {
        let old = repaired.as_deref().unwrap_or(text);
        let Some((options, mut pass)) = passes.begin(old, true) else {
            break;
        };
        let mut is_stopped = false;
        let mut goes_on = || {
            is_stopped = !goes_on();
            !is_stopped
        };
        checker::check_each(old, &options, &mut goes_on, &mut |finding| pass.add(finding));
        if is_stopped {
            return Err(STOPPED);
        }
        let Some(rewrite) = passes.end(pass, old.len() as u64)? else {
            break;
        };
        repaired = Some(rewritten(old, rewrite)?);
    }
    Ok(repaired.map(|text| Repaired {
        text,
        count: passes.count,
        findings: passes.findings,
    }))
}

/// Returns what becomes of a text.
fn rewritten(old: &[u8], rewrite: Rewrite<'_>) -> Result<Vec<u8>, &'static str> {
    let room = |len: u64| {
        let mut text = Vec::new();
        let is_enough = usize::try_from(len).is_ok_and(|len| text.try_reserve_exact(len).is_ok());
        is_enough.then_some(text).ok_or(NO_MEMORY)
    };
    match rewrite {
        Rewrite::Edits { mut rewriting, len } => {
            let mut text = room(len)?;
            rewriting.push(old, &mut text);
            rewriting.finish(&mut text);
            Ok(text)
        }
        Rewrite::Policy { policy, ill_formed } => {
            // The policy writes at most four bytes for one, and a text that grows is copied.
            let most = (old.len() as u64).saturating_add(12 * ill_formed);
            let _: Vec<u8> = room(most)?;
            let text = utf8::repair_with(old, policy).map_err(|_| NOT_REPLACED)?;
            Ok(text.into_owned().into_bytes())
        }
    }
}
