//! Finds the rows of a text that may have a hot cell.

use super::clues::{Receive, clues};
use super::east_asian::{BLOCK, EastAsian};
use super::{CELL, Cell};
use std::ops::Range;

/// The number of cells whose ideographs are kept: those of 128 KiB.
const CELLS: usize = 512;

/// Longer rows are not counted: they are searched in blocks, whose cells begin elsewhere.
const LONGEST: usize = 16 << 10;

/// Calls `each` with the numbers of the rows of `text` that may have a hot cell. The rows are all of the text, one directly after the other,
/// and `end_of` returns where one ends. A row may be passed several times, and near ones in any order.
///
/// A row with a strange step may have one. Of one that only has rare characters side by side, those of its cells are counted.
pub(crate) fn rows(text: &str, end_of: impl Fn(usize) -> usize, each: impl FnMut(usize)) {
    if text.is_empty() {
        return;
    }
    let mut rows = Rows {
        text,
        row: 0,
        place: 0..end_of(0),
        end_of,
        each,
        pending: None,
        cells: [EastAsian::default(); CELLS],
    };
    clues(text, &mut rows);
    rows.decide();
}

struct Rows<'r, E, F> {
    text: &'r str,
    /// The row of the last clue.
    row: usize,
    /// The bytes of that row.
    place: Range<usize>,
    end_of: E,
    each: F,
    /// A row with rare characters side by side, and its bytes. It is decided behind its end.
    pending: Option<(usize, Range<usize>)>,
    cells: [EastAsian; CELLS],
}

impl<E: Fn(usize) -> usize, F: FnMut(usize)> Rows<'_, E, F> {
    /// Moves to the row that has the beginning of a clue. Returns `true` if it has all of it.
    #[inline(always)]
    fn move_to(&mut self, clue: &Range<usize>) -> bool {
        while clue.start < self.place.start {
            self.row -= 1;
            let start = self.row.checked_sub(1).map_or(0, &self.end_of);
            self.place = start..self.place.start;
        }
        while self.place.end <= clue.start {
            self.row += 1;
            self.place = self.place.end..(self.end_of)(self.row);
        }
        clue.end <= self.place.end
    }

    /// Passes the row with rare characters on, if one of its cells is hot by them, or if that is not known.
    fn decide(&mut self) {
        let Some((row, place)) = self.pending.take() else {
            return;
        };
        let is_known = place.end <= CELLS * CELL
            && place.len() <= LONGEST
            && self.text.is_char_boundary(place.start)
            && self.text.is_char_boundary(place.end)
            && !has_letters_among_ideographs(&self.text.as_bytes()[place.clone()]);
        let mut cells = place.clone().step_by(CELL);
        let is_hot = |from: usize| self.counted(from..place.end.min(from + CELL)).is_hot();
        if !is_known || cells.any(is_hot) {
            (self.each)(row);
        }
    }

    /// Returns the ideographs and syllables of a part of the text.
    fn counted(&self, part: Range<usize>) -> Cell {
        let (first, last) = (part.start / BLOCK, (part.end - 1) / BLOCK);
        let mut counted = Cell::default();
        for block in first..=last {
            let mut own = u64::MAX;
            if block == first {
                own &= u64::MAX << (part.start % BLOCK);
            }
            if block == last {
                own &= u64::MAX >> (BLOCK - 1 - (part.end - 1) % BLOCK);
            }
            let (cell, block) = (&self.cells[block * BLOCK / CELL], block % (CELL / BLOCK));
            let rare = (cell.rare[block] & own).count_ones();
            counted.rare += rare;
            counted.ideographs += rare + (cell.frequent[block] & own).count_ones();
        }
        counted
    }
}

impl<E: Fn(usize) -> usize, F: FnMut(usize)> Receive for Rows<'_, E, F> {
    fn step(&mut self, clue: Range<usize>) {
        if self.move_to(&clue) {
            (self.each)(self.row);
        }
    }

    #[inline(always)]
    fn cell(&mut self, number: usize, all: &EastAsian) {
        if let Some(cell) = self.cells.get_mut(number) {
            *cell = *all;
        }
    }

    fn rare(&mut self, clue: Range<usize>) {
        let is_pending = |pending: &(usize, Range<usize>)| pending.1.end > clue.start;
        // Most follow each other in a row. They come in order.
        if !self.pending.as_ref().is_some_and(is_pending) && self.move_to(&clue) {
            self.decide();
            self.pending = Some((self.row, self.place.clone()));
        }
    }
}

/// Returns `true` if `bytes` have one of U+A000..=U+ABFF or U+D780..=U+D7FF. The search for strange steps takes them for ideographs and
/// syllables, but they are letters and signs.
fn has_letters_among_ideographs(bytes: &[u8]) -> bool {
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    pairs.fold(false, |has, (&first, &second)| {
        has | ((first == 0xEA) & (second < 0xB0)) | ((first == 0xED) & (second >= 0x9E))
    })
}
