//! Single-byte encodings: each is a table of 256 characters, a [`Page`].
//!
//! What converts is made from the page when it is first used: for each byte the UTF-8 of its character, and for each character
//! of the basic multilingual plane its byte. So a conversion in either direction reads memory once for a character.

mod page;
mod pages;

use crate::buffer::{LONG_RUN, encode_characters, store};
pub(crate) use page::Page;
use pages::PAGES;
use std::sync::OnceLock;
use utf8kit::codec::Description;

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
