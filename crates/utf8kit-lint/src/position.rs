//! Lines and columns.

use crate::block::{BODY_LEN, boundary};
use crate::columns::Columns;
use crate::count::count;
use crate::source::Source;
use utf8kit::utf8;

/// A place in a text, between maximal subparts.
///
/// ```
/// use utf8kit_lint::Position;
///
/// let mut position = Position::START;
/// position.advance("one\ntwö".as_bytes());
/// assert_eq!((position.offset, position.line, position.column), (8, 2, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The number of bytes before it.
    pub offset: u64,
    /// The line, from 1. Only LF ends a line.
    pub line: u64,
    /// The column in characters, from 1. Each maximal subpart of an ill-formed sequence counts as one. A signature has no column.
    pub column: u64,
    /// The column in other units.
    pub columns: Columns,
}

impl Position {
    /// The start of a text.
    pub const START: Position = Position {
        offset: 0,
        line: 1,
        column: 1,
        columns: Columns::START,
    };

    /// Moves past `bytes`, which end between maximal subparts.
    pub fn advance(&mut self, bytes: &[u8]) {
        let text = after_signature(self.offset, bytes);
        self.offset += bytes.len() as u64;
        let in_line = match memchr::memrchr(b'\n', text) {
            None => text,
            Some(last) => {
                self.line += 1 + memchr::memchr_iter(b'\n', &text[..last]).count() as u64;
                self.column = 1;
                self.columns = Columns::START;
                &text[last + 1..]
            }
        };
        self.column += count_characters(in_line);
        self.columns.advance(in_line);
    }

    /// Moves past `bytes` as [`advance`](Self::advance) does, but for the columns, which are not known any more.
    pub(crate) fn advance_lines(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
    }

    /// Moves to `offset`, which is not before this position and lies between maximal subparts, by reading the text
    /// again. If the text has become shorter, the position stays at its end.
    pub(crate) fn advance_in<S: Source>(&mut self, source: &S, offset: u64) -> Result<(), S::Error> {
        let mut buffer = Vec::new();
        while self.offset < offset {
            // Four bytes more than a block has: enough to end between maximal subparts.
            let wanted = (offset - self.offset).min(BODY_LEN as u64 + 4) as usize;
            buffer.resize(wanted, 0);
            let mut len = 0;
            while len < wanted {
                match source.read_at(self.offset + len as u64, &mut buffer[len..])? {
                    0 => break,
                    read => len += read,
                }
            }
            if len == 0 {
                return Ok(());
            }
            if self.offset + (len as u64) < offset {
                len = boundary(&buffer[..len], len.saturating_sub(4)).max(1);
            }
            self.advance(&buffer[..len]);
        }
        Ok(())
    }
}

/// What a place in a line has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Passed<'b> {
    /// Text in UTF-8.
    Text(&'b [u8]),
    /// In another encoding, a character, so many times.
    Characters(char, u64),
}

impl Passed<'_> {
    /// Returns the column after the place that begins at a column, in characters and in the other units.
    pub(crate) fn end(self, column: u64, mut columns: Columns) -> (u64, Columns) {
        match self {
            Passed::Text(text) => {
                columns.advance(text);
                (column + count_characters(text), columns)
            }
            Passed::Characters(c, count) => {
                (0..count).for_each(|_| columns.pass_char(c));
                (column + count, columns)
            }
        }
    }
}

/// Returns the bytes at `offset` of a text without the signature, which editors do not show (SARIF 2.1.0 section 3.30.2).
pub(crate) fn after_signature(offset: u64, bytes: &[u8]) -> &[u8] {
    match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(text) if offset == 0 => text,
        _ => bytes,
    }
}

/// Returns the number of characters in `bytes`. Each maximal subpart of an ill-formed sequence counts as one.
///
/// ```
/// use utf8kit_lint::count_characters;
///
/// assert_eq!(count_characters("né".as_bytes()), 2);
/// assert_eq!(count_characters(b"\xED\xA0\x80"), 3); // a surrogate: no two of its bytes belong together
/// ```
pub fn count_characters(mut bytes: &[u8]) -> u64 {
    let mut count = 0;
    while let Err(error) = utf8::validate(bytes) {
        count += starts(&bytes[..error.valid_up_to()]) + 1;
        bytes = &bytes[error.valid_up_to() + error.bytes().len()..];
    }
    count + starts(bytes)
}

/// Returns the number of bytes that do not continue a character.
fn starts(bytes: &[u8]) -> u64 {
    count(bytes, |byte| byte as i8 >= -0x40) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_each_maximal_subpart_as_one() {
        let mut position = Position::START;
        position.advance(b"a\n\xC3\xA9\xF0\x9F\x98\xE2\x82z");
        let expected = Position {
            offset: 10,
            line: 2,
            column: 5,
            columns: Columns {
                byte: 9,
                utf16: 5,
                display: 5,
            },
        };
        assert_eq!(position, expected);
        assert_eq!(count_characters(b"\xED\xA1\x8C"), 3);
        assert_eq!(count_characters(b"\xC3"), 1);
    }

    #[test]
    fn a_signature_has_no_column() {
        let mut position = Position::START;
        position.advance("\u{FEFF}".as_bytes());
        assert_eq!((position.offset, position.column), (3, 1));
        assert_eq!(position.columns, Columns::START);
        // The second one is a character.
        position.advance("\u{FEFF}a".as_bytes());
        assert_eq!((position.offset, position.column), (7, 3));
        assert_eq!(position.columns.byte, 5);
        assert_eq!(after_signature(0, "\u{FEFF}é".as_bytes()), "é".as_bytes());
        assert_eq!(after_signature(3, "\u{FEFF}é".as_bytes()).len(), 5);
    }

    #[test]
    fn only_lf_ends_a_line() {
        let mut position = Position::START;
        position.advance("a\r\u{85}\u{2028}b".as_bytes());
        assert_eq!((position.line, position.column), (1, 6));
    }
}
