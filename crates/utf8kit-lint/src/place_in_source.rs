//! A place in a source file, as rules see it that judge by the part of the source.

use crate::options::Options;
use crate::syntax::{Lexer, Part, Syntax};
use utf8kit::utf8;

/// A character in a source file.
pub(crate) struct PlaceInSource<'a> {
    /// The text around, as far as a block has it.
    pub(crate) bytes: &'a [u8],
    /// The offset in the text of the first of `bytes`.
    pub(crate) start: u64,
    /// Where in `bytes` it is.
    pub(crate) at: usize,
    pub(crate) c: char,
    pub(crate) part: Part,
    pub(crate) syntax: Syntax,
    pub(crate) options: &'a Options,
}

/// Bytes of a line before a place that a second look goes through.
const LONGEST_LINE: usize = 1024;

impl PlaceInSource<'_> {
    /// Returns the character before it, or U+0000.
    pub(crate) fn before(&self) -> char {
        match utf8::decode_last(&self.bytes[..self.at]) {
            Some((Ok(c), _)) => c,
            _ => '\0',
        }
    }

    /// Returns the character after it, or U+0000.
    pub(crate) fn after(&self) -> char {
        match utf8::decode_first(&self.bytes[self.at + self.c.len_utf8()..]) {
            Some((Ok(c), _)) => c,
            _ => '\0',
        }
    }

    /// Returns `true` if it is in code. Where strings can have several lines, one that was missed would make code of all strings
    /// after it, so that the line by itself has to say the same.
    pub(crate) fn is_in_code(&self) -> bool {
        match self.part {
            Part::Code if self.syntax.has_long_strings() => self.is_in_code_by_its_line(),
            part => part == Part::Code,
        }
    }

    fn is_in_code_by_its_line(&self) -> bool {
        let from = self.at.saturating_sub(LONGEST_LINE);
        let line = match memchr::memrchr(b'\n', &self.bytes[from..self.at]) {
            Some(end) => from + end + 1,
            None if self.start == 0 && from == 0 => 0,
            None => return false,
        };
        let mut lexer = Lexer::of_line(self.syntax);
        lexer.advance(&self.bytes[line..], 0, (self.at - line) as u64);
        lexer.part() == Part::Code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether the place of U+00A0 is in code, where the lexer takes it for that.
    fn is_in_code(file: &str, text: &str) -> bool {
        let place = PlaceInSource {
            bytes: text.as_bytes(),
            start: 0,
            at: text.find('\u{A0}').unwrap(),
            c: '\u{A0}',
            part: Part::Code,
            syntax: Syntax::of_file(file, b"").unwrap(),
            options: &Options::default(),
        };
        is_the_same_elsewhere(&place);
        place.is_in_code()
    }

    /// Requires that a line says the same wherever it is in the text.
    fn is_the_same_elsewhere(place: &PlaceInSource<'_>) {
        let text = [&b"x\n".repeat(600)[..], place.bytes].concat();
        let later = PlaceInSource {
            bytes: &text,
            start: 1 << 20,
            at: place.at + 1200,
            ..*place
        };
        assert_eq!(later.is_in_code(), place.is_in_code());
    }

    #[test]
    fn the_line_by_itself_has_to_be_code_where_strings_are_long() {
        assert!(is_in_code("a.pl", "a\nif\u{A0}x"));
        assert!(!is_in_code("a.pl", "a\n# if\u{A0}x"));
        assert!(!is_in_code("a.pl", "a\nx '\u{A0}'"));
        assert!(
            is_in_code("a.c", "a\n// \u{A0}"),
            "a string in C ends with its line"
        );
        assert!(!is_in_code(
            "a.pl",
            &format!("{}\u{A0}", "x".repeat(LONGEST_LINE + 1))
        ));
    }
}
