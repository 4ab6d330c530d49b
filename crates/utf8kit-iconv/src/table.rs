//! Single-byte encodings, by the tables of `utf8kit_encodings`.
//!
//! What the C library reads or writes otherwise, and what only one of the two has, is left to it.

use std::sync::{Mutex, PoisonError};
use utf8kit::stream::Stop;
use utf8kit::{Policy, utf8};
use utf8kit_encodings::{Decoder, Encoder, Encoding, Legacy, Reading};

/// How many bytes a conversion read and wrote.
pub(crate) type Progress = (usize, usize);

/// The length of the longest name that is looked for.
pub(crate) const LONGEST_NAME: usize = 40;

/// A single-byte encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Table {
    legacy: Legacy,
    /// The bytes that are left to the C library.
    left: &'static [u8],
}

/// What is left to the C library: a name that means another encoding there, and an encoding of which it reads a third of the bytes
/// otherwise.
const OTHERS: &[&str] = &["KOI8", "IBM290"];

/// The bytes of each encoding for which the C library has another character or none.
const LEFT: &[(&str, &[u8])] = &[
    ("CWI-2", b"\x9F\xE1\xE6\xED\xF8\xF9\xFA"),
    ("IBM1026", b"\x9D\xBC"),
    ("IBM1132", b"\x70"),
    ("IBM1133", b"\xDF"),
    ("IBM1161", b"\x1A\x1C\x7F"),
    ("IBM278", b"\x71\xE0"),
    ("IBM285", b"\xA1"),
    ("IBM420", b"\x45"),
    ("IBM423", b"\x6A\x74\xAF\xBA\xCA\xCC"),
    ("IBM424", b"\x78\x8F"),
    ("IBM851", b"\xB7\xB8\xF7"),
    ("IBM856", b"\x1A\x1C\x7F\xEE\xFA"),
    ("IBM870", b"\xB0"),
    ("IBM871", b"\x4A\xC0"),
    ("IBM875", b"\x6A\x74\xDD"),
    ("IBM880", b"\x41\x45\x55\x64\x6A\x73\x74\x79\xA1\xC0\xD0"),
    ("IBM905", b"\x41\x9D\xB0\xB7"),
    ("KOI8-RU", b"\x93\x96\x97\x98\x99\x9B\x9C\x9D\x9F"),
    ("hp-roman9", b"\xBA"),
    ("macintosh", b"\xC6\xF0"),
    ("windows-1250", b"\x81\x83\x88\x90\x98"),
    ("windows-1251", b"\x98"),
    ("windows-1252", b"\x81\x8D\x8F\x90\x9D"),
    (
        "windows-1253",
        b"\x81\x88\x8A\x8C\x8D\x8E\x8F\x90\x98\x9A\x9C\x9D\x9E\x9F",
    ),
    ("windows-1254", b"\x81\x8D\x8E\x8F\x90\x9D\x9E"),
    ("windows-1257", b"\x81\x83\x88\x8A\x8C\x90\x98\x9A\x9C\x9F"),
    (
        "windows-874",
        b"\x81\x82\x83\x84\x86\x87\x88\x89\x8A\x8B\x8C\x8D\x8E\x8F\x90\x98\x99\x9A\x9B\x9C\x9D\x9E\x9F",
    ),
    ("x-mac-cyrillic", b"\xA2\xFF"),
    (
        "x-mac-icelandic",
        b"\xA0\xC6\xD0\xD1\xD7\xDB\xDC\xDD\xE0\xF0\xF6\xF7",
    ),
];

impl Table {
    /// Returns the table of an encoding by its name in capitals. Returns `None` if it is not known here, or there is no memory.
    pub(crate) fn find(name: &str) -> Option<Table> {
        /// The names that were looked for last, each in a place of its own, with what was found.
        static KNOWN: Mutex<[([u8; LONGEST_NAME], Option<Table>); 64]> =
            Mutex::new([([0; LONGEST_NAME], None); 64]);
        let mut padded = [0; LONGEST_NAME];
        padded.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
        let hash = name.bytes().fold(0_usize, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(byte.into())
        });
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let place = &mut known[hash % 64];
        if place.0 == padded {
            return place.1;
        }
        let table = match Table::named(name) {
            // There may be memory next time.
            Some(table) => Some(table.prepared()?),
            None => None,
        };
        *place = (padded, table);
        table
    }

    fn named(name: &str) -> Option<Table> {
        let Encoding::Legacy(legacy) = Encoding::for_label(name, Reading::Iconv)? else {
            return None;
        };
        // With marks, letters are composed and decomposed: there by some rules, here by others.
        let has_marks = |characters: [Option<char>; 256]| {
            let mut characters = characters.into_iter().flatten();
            characters.any(|c| matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}'))
        };
        if legacy.characters().is_none_or(has_marks)
            || [name, legacy.name()].iter().any(|name| OTHERS.contains(name))
        {
            return None;
        }
        let left = LEFT.iter().find(|(page, _)| *page == legacy.name());
        Some(Table {
            legacy,
            left: left.map_or(&[], |(_, left)| left),
        })
    }

    /// Returns the table if there is memory for what converts, or `None`.
    fn prepared(self) -> Option<Table> {
        self.legacy.try_prepare().ok().map(|()| self)
    }

    /// Returns the length of the beginning of `bytes` in which none is left to the C library.
    fn own(self, bytes: &[u8]) -> usize {
        let before = |end: usize, &byte: &u8| memchr::memchr(byte, &bytes[..end]).unwrap_or(end);
        self.left.iter().fold(bytes.len(), before)
    }

    /// Returns the character of each byte, or `None` for those that are left to the C library.
    pub(crate) fn characters(self) -> [Option<char>; 256] {
        let mut characters = self.legacy.characters().unwrap_or([None; 256]);
        for &byte in self.left {
            characters[usize::from(byte)] = None;
        }
        characters
    }

    /// Converts the beginning of `src` to UTF-8.
    pub(crate) fn decode(self, src: &[u8], dst: &mut [u8]) -> Progress {
        let src = &src[..self.own(src)];
        let step = Decoder::new(Encoding::Legacy(self.legacy), Policy::Fail).to_utf8(src, dst);
        match step.stop {
            Stop::IllFormed(error) => (error.valid_up_to(), step.written),
            _ => (step.read, step.written),
        }
    }

    /// Converts the beginning of UTF-8 that is well-formed and has only characters of this encoding.
    pub(crate) fn encode(self, src: &[u8], dst: &mut [u8]) -> Progress {
        let text = utf8::chunks(src).next().map_or("", |chunk| chunk.text());
        let step = Encoder::new(Encoding::Legacy(self.legacy), Policy::Fail).encode(text, dst);
        let own = self.own(&dst[..step.written]);
        if own < step.written {
            // A byte is a character.
            return (utf8::char_to_byte_index(src, own), own);
        }
        match step.stop {
            Stop::NotRepresentable { offset, .. } => (offset as usize, own),
            _ => (step.read, own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn encodings_that_the_c_library_reads_otherwise_are_left_to_it() {
        for (name, left) in [("KOI8-R", 0), ("EBCDIC-CP-US", 0), ("CP1252", 5), ("MAC-IS", 12)] {
            assert_eq!(Table::find(name).unwrap().left.len(), left, "{name}");
        }
        for name in [
            "KOI8",
            "CP1255",
            "CP1258",
            "TCVN-5712",
            "IBM290",
            "SJIS",
            "UTF-7",
            "none",
        ] {
            assert_eq!(Table::find(name), None, "{name}");
        }
    }

    #[test]
    fn bytes_and_characters_are_converted_up_to_one_that_is_left() {
        let table = Table::find("CP1252").unwrap();
        let mut dst = [0; 16];
        assert_eq!(table.decode(b"\xE9\x80a\x81b", &mut dst), (3, 6));
        assert_eq!(&dst[..6], "é€a".as_bytes());
        assert_eq!(table.encode("é€a\u{81}b".as_bytes(), &mut dst), (6, 3));
        assert_eq!(table.encode("é€ж".as_bytes(), &mut dst), (5, 2));
        assert_eq!(table.encode(b"\xC3\xA9\xFF", &mut dst), (2, 1));
    }
}
