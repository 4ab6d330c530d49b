//! What each byte of a single-byte encoding is.

use super::letters::{Script, fold, is_letter};
use super::model::{BIT, Model, NO_LETTER, OTHER_LETTER, Rows};
use super::models::{LANGUAGES, LETTERS};
use super::pairs::Byte;
use crate::Legacy;

/// What a byte is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    /// A letter: its place in [`LETTERS`], or [`OTHER_LETTER`].
    Letter {
        letter: u16,
        upper: bool,
        script: Script,
    },
    /// Another character, and where words have it.
    Symbol { place: Place },
    /// None.
    Undefined,
}

/// Where a character that is no letter stands beside words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Inside of them, too: an apostrophe.
    Anywhere,
    /// Before or after them: a quotation mark.
    Around,
    /// Before them: `¿`.
    Before,
    /// In text from right to left: Arabic and Hebrew encodings of the Macintosh have ASCII twice.
    RightToLeft,
}

impl Place {
    fn of(c: char) -> Place {
        match c {
            '\'' | '’' | '´' | '·' | '-' | '\u{AD}' | '–' | '—' | '_' | '/' | '.' | ':' | '\u{A0}' | ' '
            | '@' | '\\' => Place::Anywhere,
            // The line ends of EBCDIC are between letters.
            _ if c.is_ascii_control() => Place::Anywhere,
            '¿'
            | '¡'
            | '‚'
            | '„'
            | '•'
            | '§'
            | '¶'
            | '£'
            | '¥'
            | '¤'
            | '†'
            | '‡'
            | '±'
            | '×'
            | '÷'
            | '¦'
            | 'ˆ'
            | '¯'
            | '\u{2500}'..='\u{25A0}' => Place::Before,
            _ => Place::Around,
        }
    }
}

/// The byte of EBCDIC that ends a line on its own systems: U+0085.
pub(super) const EBCDIC_NL: u8 = 0x15;

/// What it costs that an encoding was not made for a language.
const GUEST: i32 = 6 * BIT;

/// The case and script of a letter, or that there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind(u8);

impl Kind {
    fn of(cell: Cell) -> Kind {
        match cell {
            Cell::Letter { upper, script, .. } => Kind((script as u8 + 1) << 1 | u8::from(upper)),
            _ => Kind(0),
        }
    }

    /// Returns `true` for a capital letter.
    pub(super) fn is_upper(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns `true` for a letter that is not capital.
    pub(super) fn is_lower(self) -> bool {
        self.0 > 0 && !self.is_upper()
    }

    /// Returns `true` for two letters of two scripts.
    pub(super) fn is_of_other_script(self, other: Kind) -> bool {
        self.0 > 1 && other.0 > 1 && self.0 >> 1 != other.0 >> 1
    }
}

/// A single-byte encoding.
pub(super) struct Page {
    pub(super) encoding: Legacy,
    /// What it costs to take this encoding: how rare its texts are.
    pub(super) prior: i32,
    /// Whether the bytes of ASCII are others.
    pub(super) is_ebcdic: bool,
    /// What it costs that it was not made for a language.
    pub(super) guest: [i32; LANGUAGES.len()],
    pub(super) cells: [Cell; 256],
    /// The letter of each byte, or [`NO_LETTER`].
    pub(super) letters: [u16; 256],
    /// The case and script of the letter of each byte.
    pub(super) kinds: [Kind; 256],
    pub(super) characters: [Option<char>; 256],
    /// The row of what each byte costs in each language.
    pub(super) rows: [u16; 256],
    /// The least that each byte costs in any language.
    pub(super) least: [u8; 256],
}

impl Page {
    /// Returns an encoding made for the languages of these tags, separated by spaces, or for those of its script if there are none.
    pub(super) fn new(
        encoding: Legacy,
        prior: u8,
        made_for: &str,
        models: &[Model],
        rows: &Rows,
    ) -> Option<Page> {
        let letters: Vec<char> = LETTERS.chars().collect();
        let mut characters = encoding.characters()?;
        let is_ebcdic = characters[0x41] != Some('A');
        if is_ebcdic {
            // Lines end with either.
            characters[usize::from(EBCDIC_NL)] = Some('\n');
        }
        let mut byte = 0;
        let cells = characters.map(|c| {
            let is_high = byte >= 0x80;
            byte += 1;
            c.map_or(Cell::Undefined, |c| cell(c, is_high && !is_ebcdic, &letters))
        });
        let mut counts = [0; Script::COUNT];
        let mut most = Script::Latin;
        for cell in cells {
            if let Cell::Letter { letter, script, .. } = cell
                && letters.get(usize::from(letter)).is_none_or(|c| !c.is_ascii())
            {
                counts[script as usize] += 1;
                if counts[script as usize] > counts[most as usize] {
                    most = script;
                }
            }
        }
        let mut guest = [0; LANGUAGES.len()];
        for (guest, model) in guest.iter_mut().zip(models) {
            let is_made_for = match made_for {
                "" => model.known.script == most,
                tags => tags.split(' ').any(|tag| tag == model.known.language.tag()),
            };
            *guest = if is_made_for { 0 } else { GUEST };
        }
        let row = |byte: usize| match (cells[byte], characters[byte]) {
            (Cell::Letter { letter, .. }, _) => letter,
            // No text in the language has ASCII twice.
            (
                Cell::Symbol {
                    place: Place::RightToLeft,
                },
                Some(c),
            ) => rows.strange_symbol(c),
            (Cell::Symbol { .. }, Some(c)) => rows.symbol(c),
            _ => rows.nothing(),
        };
        let rows_of: [u16; 256] = std::array::from_fn(row);
        let least = |row: u16| {
            rows.all[usize::from(row)][..LANGUAGES.len()]
                .iter()
                .copied()
                .min()
        };
        Some(Page {
            least: rows_of.map(|row| least(row).unwrap_or(u8::MAX)),
            rows: rows_of,
            letters: cells.map(|cell| match cell {
                Cell::Letter { letter, .. } => letter,
                _ => NO_LETTER,
            }),
            kinds: cells.map(Kind::of),
            encoding,
            guest,
            prior: i32::from(prior) * BIT,
            is_ebcdic,
            cells,
            characters,
        })
    }

    /// Returns `true` if text of these bytes is the same in the other encoding.
    pub(super) fn is_same(&self, other: &Page, bytes: &[Byte]) -> bool {
        let at = |byte: &Byte| usize::from(byte.byte);
        bytes
            .iter()
            .all(|byte| self.characters[at(byte)] == other.characters[at(byte)])
    }

    /// Returns how many more there are of one of two characters.
    pub(super) fn unpaired(&self, bytes: &[Byte], one: char, other: char) -> i32 {
        let count = |c: char| -> i32 {
            let of = bytes
                .iter()
                .filter(|byte| self.characters[usize::from(byte.byte)] == Some(c));
            of.map(|byte| i32::from(byte.count)).sum()
        };
        (count(one) - count(other)).abs()
    }
}

fn cell(c: char, is_high: bool, letters: &[char]) -> Cell {
    let small = fold(c);
    if is_high && c.is_ascii() {
        return Cell::Symbol {
            place: Place::RightToLeft,
        };
    }
    match letters.binary_search(&small) {
        Ok(letter) => Cell::Letter {
            letter: letter as u16,
            upper: c.is_uppercase(),
            script: Script::of(small),
        },
        Err(_) if is_letter(c) => Cell::Letter {
            letter: OTHER_LETTER,
            upper: c.is_uppercase(),
            script: Script::of(small),
        },
        Err(_) => Cell::Symbol { place: Place::of(c) },
    }
}
