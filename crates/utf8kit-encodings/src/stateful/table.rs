//! [`Table`]: characters of one byte, both ways.

use crate::order::sort_by_key;

/// The characters of bytes. They are on the heap: a library does not hold room for the tables that a program does not use.
#[derive(Debug)]
pub(super) struct Table {
    characters: Box<[Option<char>]>,
    /// The byte of each character below U+0400, or zero, which is that of U+0000 and of none beside.
    low: Box<[u8]>,
    /// The byte of each other character, in ascending order of these.
    high: Vec<(char, u8)>,
}

/// Stands for a byte without a character.
const NONE: char = '\u{FFFD}';

impl Table {
    /// Returns the table of bytes with their characters, of which U+FFFD stands for none. Of several bytes with one character, the
    /// first is written.
    pub(super) fn new(rows: impl IntoIterator<Item = (u8, char)>) -> Self {
        let mut table = Table {
            characters: vec![None; 0x100].into(),
            low: vec![0; 0x400].into(),
            high: Vec::new(),
        };
        for (byte, c) in rows.into_iter().filter(|&(_, c)| c != NONE) {
            table.characters[usize::from(byte)] = Some(c);
            match table.low.get_mut(c as usize) {
                Some(place) if *place == 0 => *place = byte,
                Some(_) => {}
                None => table.high.push((c, byte)),
            }
        }
        sort_by_key(&mut table.high, |&(c, _)| u32::from(c).into());
        table.high.dedup_by_key(|&mut (c, _)| c);
        table
    }

    /// Returns the character of `byte`.
    pub(super) fn character(&self, byte: u8) -> Option<char> {
        self.characters[usize::from(byte)]
    }

    /// Returns the byte of `c`.
    pub(super) fn byte(&self, c: char) -> Option<u8> {
        match self.low.get(c as usize) {
            Some(&byte) => (byte != 0 || self.characters[0] == Some(c)).then_some(byte),
            None => {
                let place = self.high.binary_search_by_key(&c, |&(known, _)| known).ok()?;
                Some(self.high[place].1)
            }
        }
    }
}
