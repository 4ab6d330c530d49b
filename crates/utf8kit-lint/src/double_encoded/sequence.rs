//! A sequence of misread characters with nothing between them, before it is part of a run.

use super::judge::Verdict;
use super::run::{Doubt, Reading, Unit, Why};
use super::through::{Encodings, Through};
use std::ops::{Deref, Range};
use std::rc::Rc;

/// The number of encodings that may have been the one instead of Windows-1252.
pub(super) const RIVALS: usize = 4;

/// What a sequence means. Sequences that are found together share the memory.
#[derive(Clone, Debug)]
pub(super) struct Meant {
    text: Rc<str>,
    range: Range<usize>,
}

impl Meant {
    /// Returns a part of `text`.
    #[cfg(feature = "legacy")]
    pub(super) fn part(text: &Rc<str>, range: Range<usize>) -> Meant {
        Meant {
            text: Rc::clone(text),
            range,
        }
    }
}

impl From<String> for Meant {
    fn from(text: String) -> Meant {
        Meant {
            range: 0..text.len(),
            text: text.into(),
        }
    }
}

impl Deref for Meant {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text[self.range.clone()]
    }
}

/// Misread characters with nothing between them. Dense text has 100,000 in a block, so it is kept small.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) range: Range<usize>,
    pub(super) meant: Meant,
    pub(super) times: u8,
    pub(super) through: Through,
    /// Whether bytes of it are lost.
    pub(super) is_cut: bool,
    /// As in [`super::run::Run`].
    pub(super) is_restored: bool,
    /// Its parts that can be undone alone, or nothing if it is one: see [`Sequence::units`].
    pub(super) units: Vec<Unit>,
    /// Whether every character of each misread one but the first is punctuation that closes or joins.
    pub(super) is_punctuated: bool,
    pub(super) doubt: Option<Doubt>,
    /// The encodings that yield `meant`.
    pub(super) encodings: Encodings,
    /// As in [`super::run::Run`].
    pub(super) readings: Box<[Reading]>,
    /// Which other encodings of Latin letters yield other text.
    pub(super) has_rivals: [bool; RIVALS],
    /// The encodings that other text of this text can have gone through.
    pub(super) allows: Encodings,
    /// Whether ISO-8859-15 lacks a character that it has.
    pub(super) excludes_latin_9: bool,
    /// Whether it may have gone through Windows-1252, and not through Latin-1 alone.
    pub(super) may_be_windows: bool,
    pub(super) verdict: Verdict,
    /// As in [`super::run::Run`].
    pub(super) why: Option<Box<Why>>,
}

impl Sequence {
    /// Returns a sequence that went through an encoding once, possibly, and of which nothing else is known. `units` are all of it, or none
    /// if it is one.
    pub(super) fn new(range: Range<usize>, meant: Meant, units: Vec<Unit>, through: Through) -> Sequence {
        Sequence {
            range,
            meant,
            times: 1,
            through,
            is_cut: false,
            is_restored: false,
            units: several(units),
            is_punctuated: false,
            doubt: None,
            encodings: Encodings::of(through),
            readings: Box::default(),
            has_rivals: [false; RIVALS],
            allows: Encodings::ALL,
            excludes_latin_9: false,
            may_be_windows: true,
            verdict: Verdict::Possible,
            why: None,
        }
    }

    /// Removes U+FEFF from what is meant: it was a signature, which is no part of a text, and its place is not the start of one.
    pub(super) fn remove_signatures(&mut self) {
        // Most text does not even have the first byte of one.
        if memchr::memchr(0xEF, self.meant.as_bytes()).is_none() || !self.meant.contains('\u{FEFF}') {
            return;
        }
        let mut units: Vec<Unit> = self.units().collect();
        let mut meant = String::with_capacity(self.meant.len());
        for unit in &mut units {
            let text = &self.meant[unit.meant_at..unit.meant_at + unit.meant_len as usize];
            unit.meant_at = meant.len();
            meant.extend(text.chars().filter(|&c| c != '\u{FEFF}'));
            unit.meant_len = (meant.len() - unit.meant_at) as u32;
        }
        self.meant = meant.into();
        self.units = several(units);
    }

    /// Returns its parts that can be undone alone, in order.
    pub(super) fn units(&self) -> impl Iterator<Item = Unit> {
        let whole = Unit::first(self.range.len(), self.meant.len());
        let is_one = self.units.is_empty();
        is_one
            .then_some(whole)
            .into_iter()
            .chain(self.units.iter().copied())
    }

    /// Returns the number of the parts.
    pub(super) fn unit_count(&self) -> usize {
        self.units.len().max(1)
    }
}

/// Returns what a sequence keeps of its units: none if it is one.
fn several(units: Vec<Unit>) -> Vec<Unit> {
    if units.len() == 1 { Vec::new() } else { units }
}

/// Returns `range` of the text with the sequences in it undone.
pub(super) fn undone(text: &str, range: &Range<usize>, sequences: &[Sequence]) -> String {
    let mut right = String::with_capacity(range.len());
    let mut at = range.start;
    for sequence in sequences {
        right.push_str(&text[at..sequence.range.start]);
        right.push_str(&sequence.meant);
        at = sequence.range.end;
    }
    right.push_str(&text[at..range.end]);
    right
}
