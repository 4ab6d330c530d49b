//! ANSEL (ANSI/NISO Z39.47) and its use in GEDCOM: marks, of which there can be several, come before their letter.
//!
//! In Unicode they come after it. Marks are read as one sequence with the letter, which yields the letter first, and then a mark
//! for each byte that is left.

use super::items::{character, ill_formed, incomplete};
use super::table::Table;
use crate::item::{Item, NumberBytes};
use crate::marks;
use std::sync::OnceLock;

/// A repertoire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// With what MARC 21 adds.
    Ansel,
    /// With what GEDCOM 5.5 adds, too.
    Gedcom,
}

/// The characters from `0xA0` on.
pub(super) const UPPER: &str = concat!(
    "\u{FFFD}ŁØĐÞÆŒʹ·♭®±ƠƯʼ\u{FFFD}ʻłøđþæœʺı£ð\u{FFFD}ơư\u{FFFD}\u{FFFD}",
    "°ℓ℗©♯¿¡ß€\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
    "\u{309}\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30C}\u{30A}\u{FE20}\u{FE21}\u{315}\u{30B}\u{310}\u{327}\u{328}\u{323}\u{324}\u{325}\u{333}\u{332}\u{326}\u{31C}\u{32E}\u{FE22}\u{FE23}\u{FFFD}\u{FFFD}\u{313}",
);

/// Control characters of MARC 21: what is around text that is not sorted, and the joiner and the non-joiner.
pub(super) const CONTROLS: [(u8, char); 4] = [
    (0x88, '\u{98}'),
    (0x89, '\u{9C}'),
    (0x8D, '\u{200D}'),
    (0x8E, '\u{200C}'),
];

/// What GEDCOM adds. Its letters in the middle of a line, `CD` and `CE`, are read only.
const GEDCOM: [(u8, char); 6] = [
    (0xBE, '□'),
    (0xBF, '■'),
    (0xCF, 'ß'),
    (0xFC, '\u{338}'),
    (0xCD, 'e'),
    (0xCE, 'o'),
];

/// The most marks that a letter can have.
const MOST: usize = 7;

fn table(part: Part) -> &'static Table {
    static TABLES: [OnceLock<Table>; 2] = [const { OnceLock::new() }; 2];
    TABLES[part as usize].get_or_init(|| {
        let ascii = (0..0x80).map(|byte| (byte, char::from(byte)));
        let all = ascii.chain(CONTROLS).chain((0xA0..=0xFF).zip(UPPER.chars()));
        Table::new(all.chain(GEDCOM.into_iter().filter(|_| part == Part::Gedcom)))
    })
}

/// Returns `true` for a character that is a mark in ANSEL or MARC-8.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{5B0}'..='\u{5BC}' | '\u{5BF}' | '\u{5C1}' | '\u{64B}'..='\u{652}' | '\u{FB1E}' | '\u{FE20}'..='\u{FE23}')
}

/// Returns `true` for a character that can have marks.
pub(super) fn is_letter(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{200C}' | '\u{200D}')
}

/// Reads a character. The state is a mark whose letter is read, and which is to be returned next.
pub(super) fn read(part: Part, state: &mut u8, bytes: &[u8], last: bool) -> Item {
    let table = table(part);
    read_marked(|byte| table.character(byte), state, bytes, last)
}

/// Reads a character where `character_of` returns that of a byte. The state is a mark whose letter is read, and which is to be
/// returned next.
pub(super) fn read_marked(
    character_of: impl Fn(u8) -> Option<char>,
    state: &mut u8,
    bytes: &[u8],
    last: bool,
) -> Item {
    if *state == 0 {
        match character_of(bytes[0]) {
            Some(c) if !is_mark(c) => return character(c, 1),
            Some(_) => {}
            None => return ill_formed(1),
        }
    }
    let mark = |byte| character_of(byte).filter(|&c| is_mark(c));
    if let Some(c) = mark(*state) {
        // A byte is left for each mark: the next mark's, and at last the letter's.
        *state = mark(bytes[0]).map_or(0, |_| bytes[0]);
        return character(c, 1);
    }
    let is_mark = |&&byte: &&u8| mark(byte).is_some();
    let marks = bytes.iter().take(MOST + 1).take_while(is_mark).count();
    if marks > MOST {
        return ill_formed(1);
    }
    let Some(&byte) = bytes.get(marks) else {
        return incomplete(bytes, last);
    };
    match character_of(byte) {
        Some(c) if marks == 0 => character(c, 1),
        Some(c) if is_letter(c) => {
            *state = bytes[0];
            character(c, 1)
        }
        _ => ill_formed(marks.max(1)),
    }
}

/// A letter that is not written, because marks can follow, and its marks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Held {
    /// The letter, or zero.
    letter: u8,
    marks: [u8; MOST],
    count: u8,
}

impl Held {
    /// Writes what is held.
    pub(super) fn flush(&mut self, out: &mut NumberBytes<'_>) {
        if self.letter != 0 {
            out.extend(&self.marks[..self.count.into()]);
            out.push(self.letter);
        }
        *self = Held::default();
    }

    /// Writes what is held, and holds a letter.
    pub(super) fn begin(&mut self, letter: u8, out: &mut NumberBytes<'_>) {
        self.flush(out);
        self.letter = letter;
    }

    /// Returns the letter, if one is held.
    pub(super) fn letter(&self) -> Option<u8> {
        (self.letter != 0).then_some(self.letter)
    }

    /// Holds `letter` instead of the letter that is held, and returns that. Does nothing if none is held, or one with marks.
    pub(super) fn replace_letter(&mut self, letter: u8) -> Option<u8> {
        let held = self.letter().filter(|_| self.count == 0)?;
        self.letter = letter;
        Some(held)
    }

    /// Adds a mark, or returns `None` if there is no letter, or no room.
    pub(super) fn add(&mut self, mark: u8) -> Option<()> {
        let place = self.marks.get_mut(usize::from(self.count));
        *place.filter(|_| self.letter != 0)? = mark;
        self.count += 1;
        Some(())
    }

    /// Returns the bytes of the letter, or zero, and of its marks.
    pub(super) fn bytes_mut(&mut self) -> impl Iterator<Item = &mut u8> {
        let marks = &mut self.marks[..self.count.into()];
        [&mut self.letter].into_iter().chain(marks)
    }
}

pub(super) fn write(part: Part, held: &mut Held, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    match table(part).byte(c) {
        Some(mark) if is_mark(c) => held.add(mark)?,
        Some(letter) if is_letter(c) => held.begin(letter, out),
        Some(byte) => {
            held.flush(out);
            out.push(byte);
        }
        None => {
            let (letter, mark) = marks::decompose(c)?;
            write(part, held, letter, out)?;
            write(part, held, mark, out)?;
        }
    }
    Some(())
}
