//! Single-byte encodings: each is a table of 256 characters, a [`Page`].
//!
//! What converts is made from the page when it is first used: for each byte the UTF-8 of its character, and for each character
//! of the basic multilingual plane its byte. So a conversion in either direction reads memory once for a character.

mod pages;

use crate::legacy::{LONG_RUN, encode_characters, store};
use pages::PAGES;
use std::sync::OnceLock;
use utf8kit::codec::Description;

/// A single-byte encoding.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) name: &'static str,
    /// Its other names.
    pub(crate) names: &'static [&'static str],
    table: Table,
}

#[derive(Debug)]
enum Table {
    /// The characters of the last bytes, this many. U+FFFD marks a byte without a character. The bytes before are the
    /// code points.
    Tail(&'static str),
    /// The characters of the bytes from `0x40` on. Those before are the control characters that all EBCDIC pages share.
    Ebcdic(&'static str),
    /// ASCII, where the second character of each pair stands in place of the first. There are no bytes beyond `0x7F`.
    Iso646(&'static str),
    /// Another table. These bytes are read and not written: another byte has the same character.
    ReadOnly(&'static [u8], &'static Table),
    /// As the Encoding Standard defines it.
    Web(&'static encoding_rs::Encoding),
}

/// The control characters of EBCDIC, bytes `0x00..0x40`, as code points of Latin-1.
const EBCDIC_CONTROLS: [u8; 0x40] = [
    0x00, 0x01, 0x02, 0x03, 0x9C, 0x09, 0x86, 0x7F, 0x97, 0x8D, 0x8E, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, //
    0x10, 0x11, 0x12, 0x13, 0x9D, 0x85, 0x08, 0x87, 0x18, 0x19, 0x92, 0x8F, 0x1C, 0x1D, 0x1E, 0x1F, //
    0x80, 0x81, 0x82, 0x83, 0x84, 0x0A, 0x17, 0x1B, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x05, 0x06, 0x07, //
    0x90, 0x91, 0x16, 0x93, 0x94, 0x95, 0x96, 0x04, 0x98, 0x99, 0x9A, 0x9B, 0x14, 0x15, 0x9E, 0x1A, //
];

/// Stands for no character.
const NONE: char = '\u{FFFD}';

/// The number of pages.
pub(crate) const COUNT: usize = PAGES.len();

static DESCRIPTIONS: [Description; COUNT] = {
    let mut all = [const { Description::new("") }; COUNT];
    let mut page = 0;
    while page < COUNT {
        all[page] = Description::new(PAGES[page].name);
        page += 1;
    }
    all
};

// In boxes: a program does not hold room for the tables that it does not use.
static DECODINGS: [OnceLock<Box<Decoding>>; COUNT] = [const { OnceLock::new() }; COUNT];
static ENCODINGS: [OnceLock<Encoding>; COUNT] = [const { OnceLock::new() }; COUNT];

/// Returns the page with this index.
pub(crate) fn page(index: usize) -> &'static Page {
    &PAGES[index]
}

/// Returns what error messages say about the page with this index.
pub(crate) fn description(index: usize) -> &'static Description {
    &DESCRIPTIONS[index]
}

impl Page {
    /// Returns the encoding of `encoding_rs` that has the same characters.
    pub(crate) fn web(&self) -> Option<&'static encoding_rs::Encoding> {
        match self.table {
            Table::Web(encoding) => Some(encoding),
            _ => None,
        }
    }

    /// Returns the character of each byte.
    pub(crate) fn characters(&self) -> [Option<char>; 256] {
        self.table.characters()
    }

    /// Returns the character that each byte is written for. No two bytes have the same.
    fn written(&self) -> [Option<char>; 256] {
        let mut characters = self.characters();
        if let Table::ReadOnly(bytes, _) = self.table {
            for &byte in bytes {
                characters[usize::from(byte)] = None;
            }
        }
        characters
    }
}

impl Table {
    /// Returns the character of each byte.
    fn characters(&self) -> [Option<char>; 256] {
        let mut characters: [char; 256] = std::array::from_fn(|byte| char::from(byte as u8));
        let mut put_tail = |tail: &str| {
            let first = 256 - tail.chars().count();
            for (place, c) in characters[first..].iter_mut().zip(tail.chars()) {
                *place = c;
            }
        };
        match self {
            Table::Tail(tail) => put_tail(tail),
            Table::Ebcdic(tail) => {
                put_tail(tail);
                for (place, &control) in characters.iter_mut().zip(&EBCDIC_CONTROLS) {
                    *place = char::from(control);
                }
            }
            Table::Iso646(pairs) => {
                characters[0x80..].fill(NONE);
                let mut pairs = pairs.chars();
                while let (Some(ascii), Some(c)) = (pairs.next(), pairs.next()) {
                    characters[ascii as usize] = c;
                }
            }
            Table::ReadOnly(_, table) => return table.characters(),
            Table::Web(encoding) => {
                let upper_half: [u8; 128] = std::array::from_fn(|byte| 0x80 | byte as u8);
                put_tail(&encoding.decode_without_bom_handling(&upper_half).0);
            }
        }
        characters.map(|c| (c != NONE).then_some(c))
    }
}

/// What decodes a page.
#[derive(Debug)]
pub(crate) struct Decoding {
    description: &'static Description,
    characters: [Option<char>; 256],
    /// The UTF-8 of each byte's character, least significant byte first, and its length in the most significant byte.
    utf8: [u32; 256],
    /// The byte of each ASCII character, unless there are several.
    ascii: [Option<u8>; 128],
    pub(crate) has_ascii: bool,
}

impl Decoding {
    /// Returns what decodes the page with this index.
    pub(crate) fn of(index: usize) -> &'static Self {
        DECODINGS[index].get_or_init(|| {
            let characters = PAGES[index].characters();
            Box::new(Decoding {
                description: description(index),
                characters,
                utf8: characters.map(|c| {
                    let Some(c) = c else { return 0 };
                    let mut bytes = [0; 4];
                    let len = c.encode_utf8(&mut bytes).len() as u8;
                    bytes[3] = len; // no page has a character of four bytes
                    u32::from_le_bytes(bytes)
                }),
                ascii: std::array::from_fn(|number| {
                    let is_its = |&byte: &u8| characters[usize::from(byte)] == Some(char::from(number as u8));
                    let mut bytes = (0..=0xFF).filter(is_its);
                    bytes.next().filter(|_| bytes.next().is_none())
                }),
                has_ascii: has_ascii(&characters),
            })
        })
    }

    pub(crate) fn description(&self) -> &'static Description {
        self.description
    }

    /// Returns the byte of `c`, an ASCII character, if there is one alone.
    pub(crate) fn byte_of(&self, c: u8) -> Option<u8> {
        *self.ascii.get(usize::from(c))?
    }

    /// Returns the character of `byte`.
    #[inline]
    pub(crate) fn character(&self, byte: u8) -> Option<char> {
        self.characters[usize::from(byte)]
    }

    /// Decodes `bytes` to `text`, until one of them ends or nearly ends, or a byte without a character. Returns the number of
    /// bytes read and written.
    pub(crate) fn decode(&self, bytes: &[u8], text: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        let mut ascii = 0;
        while read < bytes.len() && written + 8 <= text.len() {
            if self.has_ascii
                && let Some(eight) = bytes[read..].first_chunk::<8>()
                && eight.is_ascii()
            {
                store(&mut text[written..], *eight);
                (read, written) = (read + 8, written + 8);
                ascii += 1;
                if ascii == 2 * LONG_RUN {
                    break;
                }
                continue;
            }
            ascii = 0;
            let character = self.utf8[usize::from(bytes[read])].to_le_bytes();
            if character[3] == 0 {
                break;
            }
            store(&mut text[written..], character);
            (read, written) = (read + 1, written + usize::from(character[3]));
        }
        (read, written)
    }
}

/// What encodes to a page.
#[derive(Debug)]
pub(crate) struct Encoding {
    /// The byte of each character up to U+FFFF. Zero is that of U+0000 alone, in every page.
    bytes: Box<[u8]>,
    pub(crate) has_ascii: bool,
}

impl Encoding {
    /// Returns what encodes to the page with this index.
    pub(crate) fn of(index: usize) -> &'static Self {
        ENCODINGS[index].get_or_init(|| {
            let characters = PAGES[index].written();
            let mut bytes = vec![0; 1 << 16].into_boxed_slice();
            for (byte, c) in characters.into_iter().enumerate() {
                if let Some(c) = c {
                    bytes[c as usize] = byte as u8;
                }
            }
            Encoding {
                bytes,
                has_ascii: has_ascii(&characters),
            }
        })
    }

    /// Returns the byte of a character.
    #[inline]
    pub(crate) fn byte(&self, number: u32) -> Option<u8> {
        let byte = *self.bytes.get(number as usize)?;
        (byte != 0 || number == 0).then_some(byte)
    }

    /// Encodes `text` to `bytes`, until one of them ends or nearly ends, or a character that the page lacks. Returns the number
    /// of bytes read and written.
    pub(crate) fn encode(&self, text: &str, bytes: &mut [u8]) -> (usize, usize) {
        encode_characters(text, bytes, self.has_ascii, |number| {
            Some(([self.byte(number)?, 0, 0, 0], 1))
        })
    }
}

fn has_ascii(characters: &[Option<char>; 256]) -> bool {
    (0..0x80).all(|byte| characters[usize::from(byte)] == Some(char::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_is_written_as_one_byte() {
        for page in PAGES {
            let (read, written) = (page.characters(), page.written());
            assert!(
                read.iter().all(|c| c.is_none() || written.contains(c)),
                "{}",
                page.name
            );
            let mut all: Vec<char> = written.into_iter().flatten().collect();
            assert!(all.iter().all(|&c| c <= '\u{FFFF}'), "{}", page.name);
            let count = all.len();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count, "{}", page.name);
        }
    }
}
