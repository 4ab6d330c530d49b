//! Mail: what each of its parts declares, while the text is checked.

use super::BlockChecker;
use crate::block::Block;
use crate::declared::{Declaration, Declared, Unknown, misspelt};
use crate::finding::Finding;
use crate::in_mail::InMail;
use crate::legacy::is_utf8_against;
use crate::rules::Rule;
use crate::rules::wrong_declaration;
use crate::source::Source;
use std::ops::Range;

impl<S: Source> BlockChecker<S> {
    /// Reads the lines of mail up to `to` in the block's bytes. Returns the findings that a part declares something other than UTF-8 and
    /// is in UTF-8, or a name under which no encoding is known, each with the place that shows it.
    pub(super) fn check_mail(
        &mut self,
        block: &Block<'_>,
        to: usize,
    ) -> Result<Vec<(usize, Finding)>, S::Error> {
        let Some(mut state) = self.mail.take() else {
            return Ok(Vec::new());
        };
        self.advance(block, block.body.start)?;
        // What stands before the names is still to be checked.
        let position = self.position;
        let mut found = Vec::new();
        while let Some(line) = state.next_line(block, to) {
            if let Some(finding) = self.unknown_in_mail(block, &state, &line)? {
                found.push((line.start, finding));
            }
            if let Some(at) = state.note_high(block, &line)
                && let Some(finding) = self.wrong_part(block, &mut state, at)?
            {
                found.push((at, finding));
            }
        }
        let part = state.mail.part();
        if part.number > state.decided
            && let Some(declaration) = declaration_in(block, &state)
            && part.encoding().is_some_and(|encoding| !encoding.is_utf8())
        {
            let number = part.number;
            let finding = self.at_name(block, &declaration)?;
            state.at_name = Some((number, Box::new(finding)));
        }
        self.position = position;
        self.mail = Some(state);
        if !self.options.has(Rule::WrongDeclaration) {
            found.clear();
        }
        Ok(found)
    }

    /// Returns what the part declares in which the text, at `at` in the block's bytes, is not UTF-8, and where it ends there.
    pub(super) fn part_at(&self, block: &Block<'_>, at: usize) -> Option<(Option<Declared>, usize)> {
        let state = self.mail.clone()?;
        Some(state.part_at(block, at))
    }

    /// Returns the finding that a name in a line of a header is unknown, if it is misspelt.
    fn unknown_in_mail(
        &mut self,
        block: &Block<'_>,
        state: &InMail,
        line: &Range<usize>,
    ) -> Result<Option<Finding>, S::Error> {
        let part = state.mail.part();
        let Some(declaration) = declaration_in(block, state) else {
            return Ok(None);
        };
        let is_in_line = line.contains(&declaration.place.start) && state.mail.body().is_none();
        if !is_in_line || part.is_encoded || part.encoding().is_some() {
            return Ok(None);
        }
        let name = part.charset.as_ref().map_or("", |(name, _)| name);
        let Some(nearest) = misspelt(name) else {
            return Ok(None);
        };
        let words = wrong_declaration::unknown(&Unknown {
            name: name.to_owned(),
            nearest: Some(nearest),
            place: declaration.place.clone(),
        });
        self.finding(block, declaration.place, Rule::WrongDeclaration, words)
            .map(Some)
    }

    /// Returns the finding that the part declares something other than UTF-8, if it is in UTF-8 at `at` in the block's bytes.
    fn wrong_part(
        &mut self,
        block: &Block<'_>,
        state: &mut InMail,
        at: usize,
    ) -> Result<Option<Finding>, S::Error> {
        let part = state.mail.part();
        let Some(encoding) = part.encoding().filter(|encoding| !encoding.is_utf8()) else {
            return Ok(None);
        };
        let end = state.clone().part_at(block, at).1;
        if !is_utf8_against(encoding, &block.bytes[..end], at) {
            return Ok(None);
        }
        if let Some(declaration) = declaration_in(block, state) {
            return self.at_name(block, &declaration).map(Some);
        }
        let number = part.number;
        let before = state.at_name.take().filter(|(of, _)| *of == number);
        Ok(before.map(|(_, finding)| *finding))
    }

    fn at_name(&mut self, block: &Block<'_>, declaration: &Declaration) -> Result<Finding, S::Error> {
        let words = wrong_declaration::words(declaration, "UTF-8", "");
        self.finding(block, declaration.place.clone(), Rule::WrongDeclaration, words)
    }
}

/// Returns what the part declares, if that is in the body of the block.
fn declaration_in(block: &Block<'_>, state: &InMail) -> Option<Declaration> {
    let part = state.mail.part();
    let (name, place) = part.charset.as_ref()?;
    let at = |offset: u64| offset.checked_sub(block.start).map(|at| at as usize);
    let place = at(place.start)?..at(place.end)?;
    let is_in_body = block.body.contains(&place.start) && place.end <= block.bytes.len();
    is_in_body.then(|| Declaration {
        encoding: part.encoding().unwrap_or(Declared::Utf8),
        name: format!("`{name}`"),
        place,
    })
}
