//! Checks a text that an editor holds, as a run of `check` checks the file.

use super::allowed::Allowed;
use super::file::{Outcome, Subject, check_text};
use super::text::{Taken, Unknown};
use crate::config::Directory;
use crate::io::neighbors::Directories;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use utf8kit_lint::{Emit, Finding, InnerFeff, Position, Rule, RuleSet};

/// The rules that judge by the whole text, or by what stands far before a place: where comments and strings begin.
const FAR: RuleSet = RuleSet::EMPTY
    .with(Rule::Signature)
    .with(Rule::OtherEncoding)
    .with(Rule::WrongDeclaration)
    .with(Rule::UnusedAllow)
    .with(Rule::InvisibleInCode)
    .with(Rule::ControlInSource)
    .with(Rule::PrivateUseInCode)
    .with(Rule::SpaceInCode);

/// How a text is checked.
pub(crate) struct Document<'a> {
    pub(crate) path: &'a Path,
    pub(crate) directory: &'a Directory,
    /// The directories whose files decide about doubts, if the text is a file's.
    pub(crate) directories: Option<&'a Arc<Directories>>,
    /// The rules that are left out.
    pub(crate) without: RuleSet,
    /// Whether the text is in UTF-8, whatever the configuration says of the file.
    pub(crate) is_decoded: bool,
    /// What is repaired, if each place is a finding of its own that has its repair, as far as there is one.
    pub(crate) repairs: Option<Repairs>,
}

/// What is repaired that `utf8 fix` repairs only with an option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repairs {
    /// The rules that repair what they find although that can change what the text means.
    pub(crate) rules: RuleSet,
    /// What becomes of U+FEFF inside the text.
    pub(crate) inner_feff: InnerFeff,
}

/// The bytes before a part that are checked with it at most, so that it does not begin as a text does.
const BEFORE: usize = 4 << 10;

impl Document<'_> {
    fn subject(&self) -> Subject<'_> {
        let subject = Subject::new(self.path, false, self.directory);
        // A text that the editor has decoded is in UTF-8, and its file need not be.
        let without = match subject.elsewhere {
            Some(_) if self.is_decoded => self.without.with(Rule::WrongDeclaration),
            _ => self.without,
        };
        Subject {
            rules: subject.rules.difference(without),
            elsewhere: subject.elsewhere.filter(|_| !self.is_decoded),
            encoding: subject.encoding.filter(|_| !self.is_decoded),
            directories: self.directories,
            has_separate_repairs: self.repairs.is_some(),
            inner_feff: self.repairs.map_or(InnerFeff::Keep, |repairs| repairs.inner_feff),
            repairs: self.repairs.map_or(RuleSet::EMPTY, |repairs| repairs.rules),
            ..subject
        }
    }

    /// Passes the findings of a text on, in order, until `emit` breaks, or until `goes_on`, which is called before each block
    /// but the first, returns `false`.
    pub(crate) fn check(&self, text: &[u8], goes_on: &mut dyn FnMut() -> bool, emit: Emit<'_>) {
        let subject = self.subject();
        let mut filter = self.filter(&subject, text);
        let mut flow = ControlFlow::Continue(());
        let mut pass = |finding: Finding| {
            flow = filter.pass(finding, emit);
            flow
        };
        let mut is_whole = true;
        let mut goes_on = || {
            is_whole = goes_on();
            is_whole
        };
        let outcome = check_text(&subject, text, 0..text.len(), &mut goes_on, &mut pass);
        let is_over = !is_whole || flow.is_break() || outcome == Outcome::Binary;
        if is_over || !subject.rules.contains(Rule::UnusedAllow) {
            return;
        }
        for finding in filter
            .allowed
            .unused(subject.rules.difference(Rule::Names.into()))
        {
            if filter.pass_new(finding, emit).is_break() {
                return;
            }
        }
    }

    /// Passes the findings of a part of a text on, by the [rules](Self::near) that judge by what is near. The part begins and ends
    /// where lines do.
    pub(crate) fn check_part(&self, text: &[u8], part: Range<usize>, emit: Emit<'_>) {
        let subject = Subject {
            rules: self.near(),
            ..self.subject()
        };
        let mut filter = self.filter(&subject, text);
        let from = before(text, part.start);
        let mut start = Position::START;
        start.advance(&text[..from]);
        let mut pass = |mut finding: Finding| {
            finding.offset += start.offset;
            finding.line += start.line - 1;
            let skipped = (part.start as u64).saturating_sub(finding.offset);
            if skipped > 0 && finding.length <= skipped {
                return ControlFlow::Continue(());
            }
            finding.offset += skipped;
            finding.length -= skipped;
            filter.pass(finding, emit)
        };
        check_text(&subject, text, from..part.end, &mut || true, &mut pass);
    }

    /// Returns the rules of the text that judge by what is near.
    pub(crate) fn near(&self) -> RuleSet {
        self.subject().rules.difference(FAR)
    }

    fn filter<'s, 't>(&'s self, subject: &Subject<'s>, text: &'t [u8]) -> Filter<'s, 't> {
        let mut allowed = Allowed::new(subject, true);
        allowed.is_text(text);
        Filter {
            allowed,
            unknown: Unknown::new(self.path, self.directory, RuleSet::EMPTY),
        }
    }
}

/// Passes the findings of a text on, in order, that nothing allows or knows.
struct Filter<'s, 't> {
    allowed: Allowed<'s, 't>,
    unknown: Unknown<'s>,
}

impl Filter<'_, '_> {
    /// Passes a finding on, unless a comment or the configuration allows it, or it is none that is new.
    fn pass(&mut self, finding: Finding, emit: Emit<'_>) -> ControlFlow<()> {
        match self.allowed.allow(&finding) {
            true => ControlFlow::Continue(()),
            false => self.pass_new(finding, emit),
        }
    }

    /// Passes a finding on if it is new.
    fn pass_new(&mut self, finding: Finding, emit: Emit<'_>) -> ControlFlow<()> {
        match self.unknown.take(finding) {
            Taken::New(finding) => emit(finding),
            Taken::Known(_) | Taken::Repeated => ControlFlow::Continue(()),
        }
    }
}

/// Returns the start of the line before the one that begins at `start`, or a place in that line if it is long.
fn before(text: &[u8], start: usize) -> usize {
    let Some(last) = start.checked_sub(1) else {
        return 0;
    };
    let floor = utf8kit::utf8::floor_boundary(text, start.saturating_sub(BEFORE));
    memchr::memrchr(b'\n', &text[floor..last]).map_or(floor, |lf| floor + lf + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_before_is_checked_too_or_some_of_it() {
        assert_eq!(before(b"ab\ncd\nef", 0), 0);
        assert_eq!(before(b"ab\ncd\nef", 3), 0);
        assert_eq!(before(b"ab\ncd\nef", 6), 3);
        let long = format!("ab\n{}\nef", "\u{E9}".repeat(BEFORE));
        let start = long.len() - 2;
        let from = before(long.as_bytes(), start);
        assert!(long.is_char_boundary(from));
        assert!((start - BEFORE - 1..=start - BEFORE).contains(&from), "{from}");
    }
}
