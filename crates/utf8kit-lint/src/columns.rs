//! Columns in other units than characters.

use utf8kit::utf8;

/// The columns from one stop of the tabulator to the next.
const TAB: u64 = 8;

/// The column of a place in other units than characters, each from 1. A signature has no column.
///
/// ```
/// use utf8kit_lint::{Options, check};
///
/// let findings = check("\t👍 \0".as_bytes(), &Options::default());
/// let columns = findings[0].columns;
/// assert_eq!((findings[0].column, columns.byte, columns.utf16), (4, 7, 5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// In bytes of UTF-8. In a text in another encoding, an ill-formed sequence has the three bytes of U+FFFD.
    pub byte: u64,
    /// In code units of UTF-16. Each maximal subpart of an ill-formed sequence counts as one.
    pub utf16: u64,
    /// In cells of a terminal: a tab ends at the next multiple of 8; a wide character takes two cells, a combining one none, and
    /// a control or a maximal subpart of an ill-formed sequence one. Only the feature `display` has the tables: without it, every
    /// character but a tab takes one cell.
    pub display: u64,
}

impl Columns {
    /// The start of a line.
    pub const START: Columns = Columns {
        byte: 1,
        utf16: 1,
        display: 1,
    };

    /// Moves past `text`, a part of a line that ends between maximal subparts.
    pub(crate) fn advance(&mut self, mut text: &[u8]) {
        loop {
            let error = match utf8::validate(text) {
                Ok(text) => return self.pass(text),
                Err(error) => error,
            };
            let (valid, rest) = text.split_at(error.valid_up_to());
            self.pass(utf8::validate(valid).unwrap_or_default());
            let len = error.bytes().len();
            self.byte += len as u64;
            self.utf16 += 1;
            self.display += 1;
            text = &rest[len..];
        }
    }

    /// Moves past characters.
    fn pass(&mut self, text: &str) {
        self.byte += text.len() as u64;
        self.utf16 += utf8::utf16_len(text.as_bytes()) as u64;
        let mut rest = text;
        while !rest.is_empty() {
            match rest.as_bytes().first_chunk::<CHUNK>() {
                Some(chunk) if chunk.iter().all(|&byte| is_plain(byte)) => {
                    self.display += CHUNK as u64;
                    rest = &rest[CHUNK..];
                }
                _ => {
                    let (near, far) = rest.split_at(rest.ceil_char_boundary(CHUNK));
                    near.chars().for_each(|c| self.pass_cells(c));
                    rest = far;
                }
            }
        }
    }

    /// Moves past the characters of a text in another encoding.
    pub(crate) fn pass_all(&mut self, characters: impl Iterator<Item = char>) {
        characters.for_each(|c| self.pass_char(c));
    }

    /// Moves past a character.
    pub(crate) fn pass_char(&mut self, c: char) {
        self.byte += c.len_utf8() as u64;
        self.utf16 += c.len_utf16() as u64;
        self.pass_cells(c);
    }

    /// Moves past the cells of a character.
    fn pass_cells(&mut self, c: char) {
        self.display += match c {
            '\t' => TAB - (self.display - 1) % TAB,
            ' '..='~' => 1,
            c => width(c),
        };
    }
}

/// The bytes that are tested at once for printable ASCII.
const CHUNK: usize = 64;

/// Returns `true` for printable ASCII, each of which takes a cell.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// Returns the cells of a terminal that a character other than a tab takes.
#[cfg(feature = "display")]
fn width(c: char) -> u64 {
    unicode_width::UnicodeWidthChar::width(c).unwrap_or(1) as u64
}

/// Returns one cell.
#[cfg(not(feature = "display"))]
fn width(_: char) -> u64 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &[u8]) -> [u64; 3] {
        let mut columns = Columns::START;
        columns.advance(text);
        [columns.byte, columns.utf16, columns.display]
    }

    #[test]
    fn each_unit_counts_what_it_says() {
        assert_eq!(after(b""), [1, 1, 1]);
        assert_eq!(after(&[b'a'; 200]), [201, 201, 201]);
        assert_eq!(after("é".as_bytes())[..2], [3, 2]);
        assert_eq!(after("👍".as_bytes())[..2], [5, 3]);
        // Each maximal subpart is a unit: that of F0 9F 98, and the two of ED A0.
        assert_eq!(after(b"\xF0\x9F\x98a\xED\xA0"), [7, 5, 5]);
    }

    #[test]
    fn a_tab_ends_at_a_multiple_of_eight() {
        assert_eq!(after(b"\t")[2], 9);
        assert_eq!(after(b"1234567\t")[2], 9);
        assert_eq!(after(b"12345678\t")[2], 17);
        assert_eq!(after(b"\t\t")[2], 17);
        assert_eq!(after(b"\xFF\t"), [3, 3, 9]);
    }

    #[cfg(feature = "display")]
    #[test]
    fn wide_characters_take_two_cells_and_combining_ones_none() {
        assert_eq!(after("中👍".as_bytes())[2], 5);
        assert_eq!(after("e\u{301}\u{200D}\u{202E}".as_bytes())[2], 2);
        assert_eq!(after(b"\x1B\r")[2], 3);
    }

    #[test]
    fn parts_of_a_line_add_up() {
        let text = "a\té👍 中e\u{301}\t\u{FEFF}".repeat(9);
        let mut whole = Columns::START;
        whole.advance(text.as_bytes());
        let mut parts = Columns::START;
        for c in text.chars() {
            parts.advance(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        assert_eq!(whole, parts);
    }
}
