//! Repairs a text in pieces.

use crate::checker::Checker;
use crate::edits::Rewriting;
use crate::finding::Finding;
use crate::options::Options;
use crate::repair_pass::{NO_MEMORY, NOT_REPLACED, OnIllFormed, Pass, Passes, Rewrite};
use std::ops::ControlFlow;
use utf8kit::Encoding;
use utf8kit::stream::{Decoder, Step, Stop};

/// Repairs a text that comes in pieces as [`repair`](crate::repair()) repairs one in memory. It keeps a few hundred KiB, some bytes for each
/// repair, and the findings that are asked for.
///
/// The caller holds the text, and passes it several times. A pass [begins](Self::begin), takes the pieces ([`check`](Self::check)) and
/// [ends](Self::end). If there is something to repair, the same pieces are [rewritten](Self::rewrite), and the next pass is over
/// what that has written.
///
/// ```
/// use utf8kit_lint::{OnIllFormed, Options, Repairer, Rule, RuleSet};
///
/// let mut text = "caf\u{C3}\u{A9} cre\u{300}me".as_bytes().to_vec();
/// let options = Options::default().with_rules(RuleSet::default().with(Rule::NotNfc));
/// let mut repairer = Repairer::new(&options, None, OnIllFormed::Keep, 10);
/// while repairer.begin(&text, true) {
///     for piece in text.chunks(3) {
///         if repairer.check(piece).is_break() {
///             break;
///         }
///     }
///     if !repairer.end().unwrap() {
///         break;
///     }
///     let mut repaired = Vec::new();
///     for piece in text.chunks(3) {
///         repairer.rewrite(piece, &mut repaired).unwrap();
///     }
///     repairer.end_rewrite(&mut repaired).unwrap();
///     text = repaired;
/// }
/// assert_eq!(text, "café crème".as_bytes());
/// assert_eq!(repairer.finish().0, 2);
/// ```
#[derive(Debug)]
pub struct Repairer<'p> {
    passes: Passes<'p>,
    check: Option<(Checker, Pass<'p>)>,
    /// The length of the text of this pass.
    len: u64,
    write: Option<Write<'p>>,
}

/// What rewrites a text.
#[derive(Debug)]
enum Write<'p> {
    /// Edits, with which the text has this length.
    Edits(Rewriting, u64),
    Policy(Box<Decoder<'p>>),
}

impl<'p> Repairer<'p> {
    /// Returns a repairer of one text, with what [`repair`](crate::repair()) takes.
    pub fn new(
        options: &Options,
        is_binary: Option<bool>,
        on_ill_formed: OnIllFormed<'p>,
        most_findings: usize,
    ) -> Repairer<'p> {
        Repairer {
            passes: Passes::new(options, is_binary, on_ill_formed, most_findings),
            check: None,
            len: 0,
            write: None,
        }
    }

    /// Begins a pass over a text that starts with `head`, of which [`DETECT_LEN`](crate::DETECT_LEN) bytes are enough. `whole` says
    /// whether it is all of the text. Returns `false` if there were enough passes.
    pub fn begin(&mut self, head: &[u8], whole: bool) -> bool {
        self.len = 0;
        self.write = None;
        self.check = self
            .passes
            .begin(head, whole)
            .map(|(options, pass)| (Checker::new(options), pass));
        self.check.is_some()
    }

    /// Takes the next piece. Breaks if more have no effect.
    pub fn check(&mut self, piece: &[u8]) -> ControlFlow<()> {
        self.len += piece.len() as u64;
        match &mut self.check {
            Some((checker, pass)) => checker.push(piece, &mut |finding| pass.add(finding)),
            None => ControlFlow::Break(()),
        }
    }

    /// Ends the pass. Returns `true` if the text is to be rewritten.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`repair`](crate::repair()).
    pub fn end(&mut self) -> Result<bool, &'static str> {
        let Some((checker, mut pass)) = self.check.take() else {
            return Ok(false);
        };
        let _ = checker.finish(&mut |finding| pass.add(finding));
        self.write = self.passes.end(pass, self.len)?.map(|rewrite| match rewrite {
            Rewrite::Edits { rewriting, len } => Write::Edits(rewriting, len),
            Rewrite::Policy { policy, .. } => Write::Policy(Box::new(Decoder::new(Encoding::Utf8, policy))),
        });
        Ok(self.write.is_some())
    }

    /// Returns the length that the text will have, or `None` if a policy decides it. Then the text can be rewritten twice, once to measure it:
    /// [`end_rewrite`](Self::end_rewrite) begins again.
    pub fn rewritten_len(&self) -> Option<u64> {
        match &self.write {
            Some(Write::Edits(_, len)) => Some(*len),
            _ => None,
        }
    }

    /// Appends what the next piece of the text becomes to `out`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory for it, or if the policy does not replace every ill-formed sequence.
    pub fn rewrite(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), &'static str> {
        match &mut self.write {
            Some(Write::Edits(rewriting, _)) => {
                out.try_reserve(piece.len()).map_err(|_| NO_MEMORY)?;
                rewriting.push(piece, out);
                Ok(())
            }
            Some(Write::Policy(decoder)) => {
                append(out, |read, buffer| decoder.to_utf8(&piece[read..], buffer))
            }
            None => Ok(()),
        }
    }

    /// Ends the text that is rewritten, and appends the rest of it to `out`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`rewrite`](Self::rewrite).
    pub fn end_rewrite(&mut self, out: &mut Vec<u8>) -> Result<(), &'static str> {
        match &mut self.write {
            Some(Write::Edits(rewriting, _)) => rewriting.finish(out),
            Some(Write::Policy(decoder)) => {
                append(out, |_, buffer| decoder.finish_utf8(buffer))?;
                decoder.reset();
            }
            None => {}
        }
        Ok(())
    }

    /// Returns the number of places that were repaired, and the first findings.
    pub fn finish(self) -> (u64, Vec<Finding>) {
        (self.passes.count, self.passes.findings)
    }
}

/// Appends what `step` writes to a buffer to `out`, until it has read all; it is given how much it has read.
fn append(out: &mut Vec<u8>, mut step: impl FnMut(usize, &mut [u8]) -> Step) -> Result<(), &'static str> {
    let mut buffer = [0; 4096];
    let mut read = 0;
    loop {
        let step = step(read, &mut buffer);
        read += step.read;
        out.try_reserve(step.written).map_err(|_| NO_MEMORY)?;
        out.extend_from_slice(&buffer[..step.written]);
        match step.stop {
            Stop::InputUsed => return Ok(()),
            Stop::OutputFull => {}
            _ => return Err(NOT_REPLACED),
        }
    }
}
