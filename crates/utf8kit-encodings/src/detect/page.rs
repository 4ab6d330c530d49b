//! What each byte of a single-byte encoding is.

use super::model::{BIT, OTHER_LETTER, Script};
use super::models::LETTERS;
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
    /// Another character, and what it costs in a language that does not have it.
    Symbol { c: char, cost: u8 },
    /// None.
    Undefined,
}

/// A single-byte encoding.
pub(super) struct Page {
    pub(super) encoding: Legacy,
    /// What it costs to take this encoding: how rare its texts are.
    pub(super) prior: i32,
    /// Whether the bytes of ASCII are others.
    pub(super) is_ebcdic: bool,
    /// That of most letters beyond ASCII.
    pub(super) script: Script,
    pub(super) cells: [Cell; 256],
    pub(super) characters: [Option<char>; 256],
}

impl Page {
    pub(super) fn new(encoding: Legacy, prior: u8) -> Option<Page> {
        let letters: Vec<char> = LETTERS.chars().collect();
        let characters = encoding.characters()?;
        let is_ebcdic = characters[0x41] != Some('A');
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
        Some(Page {
            encoding,
            script: most,
            prior: i32::from(prior) * BIT,
            is_ebcdic,
            cells,
            characters,
        })
    }
}

fn cell(c: char, is_high: bool, letters: &[char]) -> Cell {
    let small = fold(c);
    if is_high && c.is_ascii() {
        // Right-to-left pages of the Macintosh have ASCII twice.
        let cost = if c.is_ascii_control() { 26 } else { 12 } * BIT as u8;
        return Cell::Symbol { c, cost };
    }
    match letters.binary_search(&small) {
        Ok(letter) => Cell::Letter {
            letter: letter as u16,
            upper: c.is_uppercase(),
            script: script(small),
        },
        Err(_) if c.is_alphabetic() => Cell::Letter {
            letter: OTHER_LETTER,
            upper: c.is_uppercase(),
            script: script(small),
        },
        Err(_) => Cell::Symbol {
            c,
            cost: symbol_cost(c),
        },
    }
}

/// Returns the small letter of a capital one, if it is one character.
pub(super) fn fold(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        // Romanian had a cedilla before it had a comma.
        (Some('ș'), None) => 'ş',
        (Some('ț'), None) => 'ţ',
        (Some(lower), None) => lower,
        _ => c,
    }
}

fn script(c: char) -> Script {
    match c {
        '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Script::Greek,
        '\u{400}'..='\u{52F}' => Script::Cyrillic,
        '\u{530}'..='\u{58F}' => Script::Armenian,
        '\u{590}'..='\u{5FF}' => Script::Hebrew,
        '\u{600}'..='\u{6FF}' | '\u{FB50}'..='\u{FEFF}' => Script::Arabic,
        '\u{E00}'..='\u{E7F}' => Script::Thai,
        '\u{E80}'..='\u{EFF}' => Script::Lao,
        '\u{10A0}'..='\u{10FF}' => Script::Georgian,
        _ => Script::Latin,
    }
}

/// Returns what a character that is no letter costs.
fn symbol_cost(c: char) -> u8 {
    let bits = match c {
        '\0'..='\u{7F}' => 4,
        '\u{A0}' | '«' | '»' | '‘'..='„' | '–' | '—' | '…' => 10,
        '°' | '§' | '©' | '·' | '•' | '£' | '€' | '®' | '№' | '¿' | '¡' | '‹' | '›' | '×' | '±' | '™'
        | '\u{AD}' => 13,
        '\u{2500}'..='\u{25A0}' => 15,
        '\u{80}'..='\u{9F}' => 26,
        '\u{E000}'..='\u{F8FF}' => 24,
        _ => 17,
    };
    bits * BIT as u8
}
