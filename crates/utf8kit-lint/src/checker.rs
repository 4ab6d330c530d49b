//! Checks whole texts and texts in pieces.

use crate::block::{BODY_LEN, Window, blocks};
use crate::block_checker::BlockChecker;

use crate::finding::{Emit, Finding};
use crate::options::Options;
use std::ops::ControlFlow;

/// Returns the findings of a whole text, in order.
///
/// Memory grows with the findings; a [`Checker`] passes each one on instead.
///
/// ```
/// use utf8kit_lint::{Options, Rule, check};
///
/// let text = "// caf\u{c3}\u{a9}\nlet a = \"\u{202E}\";\n";
/// let findings = check(text.as_bytes(), &Options::default());
/// assert_eq!(findings.len(), 2);
/// assert_eq!((findings[0].rule, findings[0].line, findings[0].column), (Rule::DoubleEncoded, 1, 7));
/// assert!(findings[0].message.contains("is probably `é`"));
/// assert_eq!((findings[1].rule, findings[1].line), (Rule::BidiControl, 2));
///
/// let only_nul = Options::default().with_rules(Rule::Nul.into());
/// assert_eq!(check(text.as_bytes(), &only_nul), []);
/// ```
pub fn check(text: &[u8], options: &Options) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut emit = |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    };
    check_each(text, options, &mut || true, &mut emit);
    findings
}

/// Calls `emit` with the findings of a whole text, in order, until it breaks, or until `goes_on`, which is called before each
/// block, returns `false`.
pub(crate) fn check_each(text: &[u8], options: &Options, goes_on: &mut dyn FnMut() -> bool, emit: Emit<'_>) {
    let mut checker = BlockChecker::with_source(*options, text);
    for block in blocks(text, BODY_LEN) {
        if !goes_on() {
            return;
        }
        let Ok(flow) = checker.check(&block, emit);
        if flow.is_break() {
            return;
        }
    }
    let _ = checker.finish(emit);
}

/// Checks a text that comes in pieces of any size. It copies them and keeps a few hundred KiB, whatever the size of the
/// text.
///
/// ```
/// use std::ops::ControlFlow;
/// use utf8kit_lint::{Checker, Finding, Options};
///
/// let mut checker = Checker::new(Options::default());
/// let mut lines = Vec::new();
/// let mut emit = |finding: Finding| {
///     lines.push((finding.line, finding.message));
///     ControlFlow::Continue(())
/// };
/// for piece in [&b"one\ntwo \xE2"[..], b"\x82", b"\xAC\nthree \xC0", b"\xAF\n"] {
///     if checker.push(piece, &mut emit).is_break() {
///         break;
///     }
/// }
/// let _ = checker.finish(&mut emit);
/// assert_eq!(lines, [(3, "`C0 AF` is an overlong encoding of U+002F".to_owned())]);
/// ```
#[derive(Debug)]
pub struct Checker {
    window: Window,
    checker: BlockChecker,
}

impl Checker {
    /// Returns a checker for one text.
    pub fn new(options: Options) -> Checker {
        Checker {
            window: Window::new(BODY_LEN),
            checker: BlockChecker::new(options),
        }
    }

    /// Takes the next piece of the text and reports what is certain now.
    ///
    /// Returns `Break` if `emit` did, or if there is nothing more to report of this text. Then more pieces have no
    /// effect.
    pub fn push(&mut self, mut piece: &[u8], emit: Emit<'_>) -> ControlFlow<()> {
        while !piece.is_empty() {
            piece = self.window.fill(piece);
            self.check(emit)?;
        }
        ControlFlow::Continue(())
    }

    /// Ends the text and reports the rest.
    pub fn finish(mut self, emit: Emit<'_>) -> ControlFlow<()> {
        self.window.end();
        self.check(emit)?;
        self.checker.finish(emit)
    }

    /// Checks the blocks that are complete.
    fn check(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        while let Some(block) = self.window.next_block() {
            let Ok(flow) = self.checker.check(&block, emit);
            flow?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rule, RuleSet};

    /// Text that all rules find something in, several times longer than a block.
    fn text() -> Vec<u8> {
        let line = "clean Größe 漢字\n".repeat(3000);
        let some = b"\xC0\xAF \xED\xA1\x8C\xED\xBE\xB4 caf\xC3\x83\xC2\xA9 \0 \xE2\x80\xAE e\xCC\x81 \xFF\n";
        [line.as_bytes(), some, line.as_bytes()].concat().repeat(6)
    }

    #[test]
    fn pieces_give_what_the_whole_text_gives() {
        let text = text();
        let options = Options::default().with_rules(RuleSet::all().difference(Rule::NetUnicode.into()));
        let whole = check(&text, &options);
        assert_eq!(whole.len(), 6 * 9);
        for len in [1000, 65_537, 400_000, text.len()] {
            let mut checker = Checker::new(options);
            let mut found = Vec::new();
            let mut emit = |finding| {
                found.push(finding);
                ControlFlow::Continue(())
            };
            for piece in text.chunks(len) {
                assert!(checker.push(piece, &mut emit).is_continue());
            }
            let _ = checker.finish(&mut emit);
            assert_eq!(found, whole, "{len}");
        }
    }

    #[test]
    fn a_break_ends_the_text() {
        let mut checker = Checker::new(Options::default());
        let mut count = 0;
        let mut emit = |_| {
            count += 1;
            ControlFlow::Break(())
        };
        let _ = checker.push(&b"a \xFF\n".repeat(200_000), &mut emit);
        let _ = checker.finish(&mut emit);
        assert_eq!(count, 1);
    }

    /// RFC 3629 section 6: U+FEFF inside a text joins words, for which U+2060 is the character to use. An initial one may be
    /// a signature.
    #[test]
    fn inner_feff_names_the_word_joiner() {
        let options = Options::default().with_rules(Rule::InnerFeff.into());
        let found = check("\u{FEFF}one\u{FEFF}two\n\u{2060}".as_bytes(), &options);
        let [finding] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!(
            (finding.offset, finding.length, &*finding.kind),
            (6, 3, "inner-feff")
        );
        assert!(finding.message.contains("U+FEFF"), "{}", finding.message);
        assert!(finding.message.contains("U+2060"), "{}", finding.message);
    }
}
