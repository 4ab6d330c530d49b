//! A sequence of misread characters with nothing between them, before it is part of a run.

use super::judge::Verdict;
use super::run::{Doubt, Reading, Unit, Why};
use super::through::{Encodings, Through};
use std::ops::Range;

/// The number of encodings that may have been the one instead of Windows-1252.
pub(super) const RIVALS: usize = 4;

/// Misread characters with nothing between them.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) range: Range<usize>,
    pub(super) meant: String,
    pub(super) times: u8,
    pub(super) through: Through,
    /// Whether bytes of it are lost.
    pub(super) is_cut: bool,
    /// As in [`super::run::Run`].
    pub(super) is_restored: bool,
    pub(super) units: Vec<Unit>,
    /// Whether every character of each misread one but the first is punctuation that closes or joins.
    pub(super) is_punctuated: bool,
    pub(super) doubt: Option<Doubt>,
    /// The encodings that yield `meant`.
    pub(super) encodings: Encodings,
    /// As in [`super::run::Run`].
    pub(super) readings: Vec<Reading>,
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
    /// Returns a sequence that went through an encoding once, possibly, and of which nothing else is known.
    pub(super) fn new(range: Range<usize>, meant: String, units: Vec<Unit>, through: Through) -> Sequence {
        Sequence {
            range,
            meant,
            times: 1,
            through,
            is_cut: false,
            is_restored: false,
            units,
            is_punctuated: false,
            doubt: None,
            encodings: Encodings::of(through),
            readings: Vec::new(),
            has_rivals: [false; RIVALS],
            allows: Encodings::ALL,
            excludes_latin_9: false,
            may_be_windows: true,
            verdict: Verdict::Possible,
            why: None,
        }
    }
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
