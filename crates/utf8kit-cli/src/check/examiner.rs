//! What is careful: takes the blocks of one text in order and makes findings of their events.

use super::Options;
use super::block::Block;
use super::events::{Event, Events, What};
use super::finding::{Context, Finding};
use super::ill_formed;
use super::position::{Position, characters};
use super::rules::Rule;
use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::{ControlFlow, Range};

/// Takes a finding; breaks if it wants no more of this text.
pub(crate) type Emit<'e> = &'e mut dyn FnMut(Finding) -> ControlFlow<()>;

/// What has been seen of a text so far.
pub(crate) struct Examiner<'a> {
    options: &'a Options,
    /// To look again at what has passed: line ends are only counted when there is something to say.
    file: Option<&'a File>,
    position: Position,
    /// The octets before it are done with.
    done: u64,
}

impl<'a> Examiner<'a> {
    /// For a text that is read in order, and can be read again if it is a `file`.
    pub(crate) fn new(options: &'a Options, file: Option<&'a File>) -> Self {
        Examiner {
            options,
            file,
            position: Position::START,
            done: 0,
        }
    }

    /// May a block without events be left out?
    pub(crate) fn is_at_rest(&self, block_start: u64) -> bool {
        self.done <= block_start
    }

    /// Reports what begins in the body of `block`.
    pub(crate) fn examine(&mut self, block: &Block<'_>, emit: Emit<'_>) -> io::Result<ControlFlow<()>> {
        let from = block
            .body
            .start
            .max(self.done.saturating_sub(block.start) as usize);
        for event in Events::new(block, from, self.options.rules) {
            self.done = block.start + event.place.end as u64;
            let finding = self.finding(block, event)?;
            if emit(finding).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.file.is_none() && !block.last {
            self.advance(block, block.body.end)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Moves the position to `to` in the block's octets.
    fn advance(&mut self, block: &Block<'_>, to: usize) -> io::Result<()> {
        if self.position.offset < block.start + block.body.start as u64
            && let Some(file) = self.file
        {
            self.position
                .advance_in(file, block.start + block.body.start as u64)?;
        }
        let from = self.position.offset.saturating_sub(block.start) as usize;
        if from < to {
            self.position.advance(&block.octets[from..to]);
        }
        Ok(())
    }

    fn finding(&mut self, block: &Block<'_>, event: Event) -> io::Result<Finding> {
        let octets = &block.octets[event.place.clone()];
        let (rule, kind, message, fixable) = match event.what {
            What::IllFormed(kind) => (
                Rule::IllFormed,
                kind.name().into(),
                ill_formed::message(octets, kind),
                false,
            ),
        };
        self.place(block, event.place, rule, kind, message, fixable)
    }

    /// A finding at `place` in the block's octets.
    pub(crate) fn place(
        &mut self,
        block: &Block<'_>,
        place: Range<usize>,
        rule: Rule,
        kind: Cow<'static, str>,
        message: String,
        fixable: bool,
    ) -> io::Result<Finding> {
        self.advance(block, place.start)?;
        let Position { line, column, .. } = self.position;
        Ok(Finding {
            rule,
            kind,
            offset: block.start + place.start as u64,
            line,
            column,
            end_column: column + characters(&block.octets[place.clone()]),
            length: place.len() as u64,
            message,
            fixable,
            context: Context::new(block, place),
        })
    }
}
