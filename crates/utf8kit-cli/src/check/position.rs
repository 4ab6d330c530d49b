//! Lines and columns.

use super::block::{At, PIECE};
use std::fs::File;
use std::io::{self, Read};
use utf8kit::utf8;

/// A place in a text, between maximal subparts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    /// Bytes before it.
    pub(crate) offset: u64,
    /// From 1. Only LF ends a line.
    pub(crate) line: u64,
    /// From 1, in characters; each maximal subpart of what is ill-formed counts as one.
    pub(crate) column: u64,
}

impl Position {
    pub(crate) const START: Position = Position {
        offset: 0,
        line: 1,
        column: 1,
    };

    /// Moves behind `bytes`, which end between maximal subparts.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        let in_line = match memchr::memrchr(b'\n', bytes) {
            None => bytes,
            Some(last) => {
                self.line += 1 + memchr::memchr_iter(b'\n', &bytes[..last]).count() as u64;
                self.column = 1;
                &bytes[last + 1..]
            }
        };
        self.column += characters(in_line);
    }

    /// Moves to `offset`, which is not before it and lies between maximal subparts, by reading `file` again.
    pub(crate) fn advance_in(&mut self, file: &File, offset: u64) -> io::Result<()> {
        let mut buffer = Vec::new();
        while self.offset < offset {
            // Four bytes more than a block needs: enough to end between maximal subparts.
            let wanted = (offset - self.offset).min(PIECE as u64 + 4);
            buffer.clear();
            At {
                file,
                offset: self.offset,
            }
            .take(wanted)
            .read_to_end(&mut buffer)?;
            if buffer.is_empty() {
                return Ok(()); // the file has become shorter
            }
            if self.offset + (buffer.len() as u64) < offset {
                let at = buffer.len().saturating_sub(4);
                let end = super::block::cut(&buffer, at).max(1);
                buffer.truncate(end);
            }
            self.advance(&buffer);
        }
        Ok(())
    }
}

/// How many characters `bytes` hold, each maximal subpart of what is ill-formed counted as one.
pub(crate) fn characters(mut bytes: &[u8]) -> u64 {
    let mut count = 0;
    while let Err(error) = utf8::validate(bytes) {
        count += starts(&bytes[..error.valid_up_to()]) + 1;
        bytes = &bytes[error.valid_up_to() + error.bytes().len()..];
    }
    count + starts(bytes)
}

/// How many bytes do not continue a character.
fn starts(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte as i8 >= -0x40).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_each_maximal_subpart_as_one() {
        let mut position = Position::START;
        position.advance(b"a\n\xC3\xA9\xF0\x9F\x98\xE2\x82z");
        assert_eq!(
            position,
            Position {
                offset: 10,
                line: 2,
                column: 5
            }
        );
        assert_eq!(characters(b"\xED\xA1\x8C"), 3);
        assert_eq!(characters(b"\xC3"), 1);
    }

    #[test]
    fn only_lf_ends_a_line() {
        let mut position = Position::START;
        position.advance("a\r\u{85}\u{2028}b".as_bytes());
        assert_eq!((position.line, position.column), (1, 6));
    }
}
