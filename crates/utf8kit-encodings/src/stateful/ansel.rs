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

/// The characters from `0xA0` on. The marks are those from [`FIRST_MARK`] on.
const UPPER: &str = concat!(
    "\u{FFFD}ŁØĐÞÆŒʹ·♭®±ƠƯʼ\u{FFFD}ʻłøđþæœʺı£ð\u{FFFD}ơư\u{FFFD}\u{FFFD}",
    "°ℓ℗©♯¿¡ß€\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
    "\u{309}\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30C}\u{30A}\u{FE20}\u{FE21}\u{315}\u{30B}\u{310}\u{327}\u{328}\u{323}\u{324}\u{325}\u{333}\u{332}\u{326}\u{31C}\u{32E}\u{FE22}\u{FE23}\u{FFFD}\u{FFFD}\u{313}",
);

/// Control characters of MARC 21: what is around text that is not sorted, and the joiner and the non-joiner.
const CONTROLS: [(u8, char); 4] = [
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

const FIRST_MARK: u8 = 0xE0;

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

/// Returns `true` for a byte that can be a mark's.
fn is_mark(byte: u8) -> bool {
    byte >= FIRST_MARK
}

/// Returns `true` for a character that can have marks.
fn is_letter(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{200C}' | '\u{200D}')
}

/// Reads a character. The state is a mark whose letter is read, and which is to be returned next.
pub(super) fn read(part: Part, state: &mut u8, bytes: &[u8], last: bool) -> Item {
    let table = table(part);
    if let Some(mark) = table.character(*state).filter(|_| is_mark(*state)) {
        // A byte is left for each mark: the next mark's, and at last the letter's.
        *state = if is_mark(bytes[0]) { bytes[0] } else { 0 };
        return character(mark, 1);
    }
    let marks = bytes.iter().take_while(|&&byte| is_mark(byte)).count();
    match bytes[..marks]
        .iter()
        .position(|&byte| table.character(byte).is_none())
    {
        Some(0) => return ill_formed(1),
        Some(unknown) => return ill_formed(unknown),
        None if marks > MOST => return ill_formed(1),
        None => {}
    }
    let Some(&byte) = bytes.get(marks) else {
        return incomplete(bytes, last);
    };
    match table.character(byte) {
        Some(c) if marks == 0 => character(c, 1),
        Some(c) if is_letter(c) => {
            *state = bytes[0];
            character(c, 1)
        }
        _ => ill_formed(marks.max(1)),
    }
}

/// A letter that is not written, because marks can follow, and its marks.
#[derive(Clone, Copy, Default, Debug)]
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
}

pub(super) fn write(part: Part, held: &mut Held, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    match table(part).byte(c) {
        Some(mark) if is_mark(mark) => {
            *held
                .marks
                .get_mut(usize::from(held.count))
                .filter(|_| held.letter != 0)? = mark;
            held.count += 1;
        }
        Some(byte) => {
            held.flush(out);
            match is_letter(c) {
                true => held.letter = byte,
                false => out.push(byte),
            }
        }
        None => {
            let (letter, mark) = marks::decompose(c)?;
            write(part, held, letter, out)?;
            write(part, held, mark, out)?;
        }
    }
    Some(())
}
