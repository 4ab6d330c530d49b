//! A double-encoded run, its parts and its readings.

use super::through::{Encodings, Through};
use std::ops::Range;

/// What is undone besides what is very likely.
#[derive(Clone, Copy, Default, Debug)]
#[cfg_attr(
    not(feature = "legacy"),
    expect(dead_code, reason = "only models tell what else is likely")
)]
pub(crate) struct Repairs {
    /// What is likely.
    pub(crate) likely: bool,
    /// What lost bytes, if only one character fits.
    pub(crate) restore: bool,
    /// Whether each run says why.
    pub(crate) explain: bool,
    /// Whether only runs that can be undone are wanted, of a text that is searched as a whole.
    pub(crate) only_undone: bool,
}

/// Text that is encoded more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    /// Its bytes in the text.
    pub(crate) range: Range<usize>,
    /// The text without the mistake.
    pub(crate) meant: String,
    /// The number of times that the mistake was made.
    pub(crate) times: u8,
    /// The encoding that it went through.
    pub(crate) through: Through,
    /// Whether bytes of it are lost, so that it cannot be undone.
    pub(crate) is_cut: bool,
    /// Whether it lost bytes and only one character fits.
    pub(crate) is_restored: bool,
    /// Why it is not undone, although it can be.
    pub(crate) doubt: Option<Doubt>,
    /// The encodings that yield `meant`.
    pub(crate) encodings: Encodings,
    /// What it is in the encodings that it may have gone through, if they yield different text. Others decide. It has one
    /// unit then.
    pub(crate) readings: Vec<Reading>,
    /// The encodings that this text went through, as far as this run shows.
    pub(crate) evidence: Encodings,
    /// Its parts that can be undone alone, in order. Between them there is only ASCII.
    pub(crate) units: Vec<Unit>,
    /// What speaks for it, if that is asked for and evidence decided.
    pub(crate) why: Option<Box<Why>>,
}

/// What speaks for a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Why {
    /// How many bits more likely the text around is than what stands there.
    pub(crate) bits: i32,
    /// The next reading, if there is one.
    pub(crate) second: Option<Second>,
}

/// The reading that is next after the most likely one, besides what stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Second {
    pub(crate) through: Through,
    pub(crate) meant: String,
    /// How many bits less likely the text around is.
    pub(crate) behind: i32,
}

/// What a part of a text is, if it went through one of some encodings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    pub(crate) encodings: Encodings,
    pub(crate) meant: String,
}

/// Returns the one of `readings` that `evidence` allows, if it allows one alone.
pub(crate) fn decided<R>(
    readings: &[R],
    evidence: Encodings,
    encodings: impl Fn(&R) -> Encodings,
) -> Option<&R> {
    let mut allowed = readings
        .iter()
        .filter(|reading| !encodings(reading).and(evidence).is_empty());
    allowed.next().filter(|_| allowed.next().is_none())
}

/// A part of a text that is undone as a whole: a misread character, or a span that went through another encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit {
    /// Its offset in the run, or in the sequence.
    pub(super) at: usize,
    pub(super) len: u32,
    /// The offset of what is meant in that of the run, or of the sequence.
    pub(super) meant_at: usize,
    pub(super) meant_len: u32,
}

impl Unit {
    /// Returns the unit of these lengths that a run, or a sequence, begins with.
    pub(super) fn first(len: usize, meant_len: usize) -> Unit {
        Unit {
            at: 0,
            len: len as u32,
            meant_at: 0,
            meant_len: meant_len as u32,
        }
    }

    /// Adds a unit of these lengths to `units`, directly after the last one.
    pub(super) fn push(units: &mut Vec<Unit>, len: usize, meant_len: usize) {
        let (at, meant_at) = units.last().map_or((0, 0), |last| {
            (
                last.at + last.len as usize,
                last.meant_at + last.meant_len as usize,
            )
        });
        units.push(Unit {
            at,
            meant_at,
            ..Unit::first(len, meant_len)
        });
    }

    /// Returns the units of text that was encoded once more: each of `deeper` is undone with all of `units` that mean it.
    pub(super) fn joined(
        mut units: impl Iterator<Item = Unit>,
        deeper: impl Iterator<Item = (usize, usize)>,
    ) -> Vec<Unit> {
        let mut all = Vec::with_capacity(deeper.size_hint().0);
        for (of_meant, meant_len) in deeper {
            let (mut len, mut done) = (0, 0);
            while done < of_meant
                && let Some(unit) = units.next()
            {
                len += unit.len as usize;
                done += unit.meant_len as usize;
            }
            Unit::push(&mut all, len, meant_len);
        }
        all
    }
}

impl Run {
    /// Returns `true` if nothing speaks against undoing it.
    pub(crate) fn can_be_undone(&self) -> bool {
        !self.is_cut && self.doubt.is_none() && self.readings.is_empty()
    }

    /// Decides between its readings, if `evidence` allows one alone.
    pub(crate) fn decide(&mut self, evidence: Encodings) {
        if let Some(reading) = decided(&self.readings, evidence, |reading| reading.encodings) {
            self.meant.clone_from(&reading.meant);
            self.encodings = reading.encodings;
            self.readings.clear();
        }
    }

    /// Returns its parts that can be undone alone, in order: the place of each in the text, and what it means.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        self.units.iter().map(|unit| {
            let start = self.range.start + unit.at;
            let meant = &self.meant[unit.meant_at..unit.meant_at + unit.meant_len as usize];
            (start..start + unit.len as usize, meant)
        })
    }

    /// Returns `true` if a character that is not ASCII stands directly beside it in `bytes`.
    #[cfg(feature = "legacy")]
    pub(crate) fn is_part_of_word(&self, bytes: &[u8]) -> bool {
        let before = self.range.start.checked_sub(1).map(|at| bytes[at]);
        let after = bytes.get(self.range.end).copied();
        before.into_iter().chain(after).any(|byte| !byte.is_ascii())
    }

    /// Returns the index of the unit that begins at `at`, if one does.
    fn unit_at(&self, at: usize) -> Option<usize> {
        let at = at.checked_sub(self.range.start)?;
        self.units.binary_search_by_key(&at, |unit| unit.at).ok()
    }

    /// Returns the place of the first unit that begins at or after `from`.
    pub(crate) fn next_unit(&self, from: usize) -> Option<usize> {
        let from = from.saturating_sub(self.range.start);
        let next = self.units.partition_point(|unit| unit.at < from);
        self.units.get(next).map(|unit| self.range.start + unit.at)
    }

    /// Returns the part of the run from the unit at `from` on, with the units that begin before `to`, or at least one.
    ///
    /// If `to_next`, it reaches to the next unit, so that another part can follow. Otherwise it ends with its last unit.
    /// Returns `None` if no unit begins at `from`.
    pub(crate) fn part(&self, from: usize, to: usize, to_next: bool) -> Option<Part> {
        let first = self.unit_at(from)?;
        let to = to.saturating_sub(self.range.start);
        let past = self.units.partition_point(|unit| unit.at < to).max(first + 1);
        let begin = self.units[first];
        let last = self.units[past - 1];
        let next = self.units.get(past);
        let (end, meant_end) = match next {
            None => (self.range.len(), self.meant.len()),
            Some(next) if to_next => (next.at, next.meant_at),
            Some(_) => (
                last.at + last.len as usize,
                last.meant_at + last.meant_len as usize,
            ),
        };
        Some(Part {
            run: Run {
                range: from..self.range.start + end,
                meant: self.meant[begin.meant_at..meant_end].to_owned(),
                units: Vec::new(),
                readings: self.readings.clone(),
                why: self.why.as_deref().map(|why| {
                    Box::new(Why {
                        bits: why.bits,
                        // It is about all of the run.
                        second: why.second.clone().filter(|_| first == 0 && next.is_none()),
                    })
                }),
                ..*self
            },
            is_all: next.is_none(),
        })
    }
}

/// A part of a run.
pub(crate) struct Part {
    /// The part, without its units.
    pub(crate) run: Run,
    /// Whether the run ends with it.
    pub(crate) is_all: bool,
}

/// Why a repair is not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doubt {
    /// A capital would stand after a small letter.
    Capital,
    /// A symbol would stand between small letters.
    Symbol,
    /// What would remain looks misread, too.
    Remainder,
    /// Another encoding would yield another text.
    Encoding,
    /// Text beside it lost bytes.
    #[cfg_attr(
        not(feature = "legacy"),
        expect(dead_code, reason = "only models tell what is lost")
    )]
    Lost,
}
