//! Places: `FILE:LINE:COLUMN`, `--line L:C`, and where they are in a text.

use super::input::Input;
use super::state::State;
use crate::escape;
use crate::message::counted;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use utf8kit::{Encoding as Base, Endian};
use utf8kit_encodings::Encoding;
use utf8kit_lint::inspect::{Items, Meaning};

/// Bytes searched at once.
const CHUNK: usize = 256 << 10;

/// More bytes than any item has. Nearer to the end of a part, an item may be cut.
pub(super) const LONGEST: usize = 64;

/// A line, and a character in it, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: Option<u64>,
}

impl Place {
    /// Returns the place that `text`, `12` or `12:4`, names.
    pub(super) fn parse(text: &str) -> Option<Place> {
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|&number: &u64| is_plain && number > 0)
        };
        Some(match text.split_once(':') {
            None => Place {
                line: number(text)?,
                column: None,
            },
            Some((line, column)) => Place {
                line: number(line)?,
                column: Some(number(column)?),
            },
        })
    }

    /// Returns the file and the place that an argument names. A file of that whole name comes first.
    ///
    /// # Errors
    ///
    /// Returns a message if what follows the name of a file cannot be a place.
    pub(super) fn split(path: &Path) -> Result<(PathBuf, Option<Place>), String> {
        let exists = |path: &Path| std::fs::symlink_metadata(path).is_ok();
        if exists(path) {
            return Ok((path.to_owned(), None));
        }
        let bytes = path.as_os_str().as_encoded_bytes();
        // `check` prints a colon after the place, too.
        let bytes = bytes.strip_suffix(b":").unwrap_or(bytes);
        let last_number = |bytes: &[u8]| -> Option<usize> {
            let digits = bytes
                .iter()
                .rev()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            let colon = bytes.len().checked_sub(digits + 1)?;
            (digits > 0 && colon > 0 && bytes[colon] == b':').then_some(colon)
        };
        let Some(one) = last_number(bytes) else {
            return Ok((path.to_owned(), None));
        };
        let colon = last_number(&bytes[..one]).unwrap_or(one);
        let place = str::from_utf8(&bytes[colon + 1..]).ok().and_then(Place::parse);
        Ok(match (os_str(&bytes[..colon]), place) {
            (Some(file), Some(place)) => (file.into(), Some(place)),
            (Some(file), None) if exists(Path::new(file)) => {
                return Err(format!(
                    "`{}` is not a place in {}: lines and columns are numbers from 1 on",
                    escape::text(&bytes[colon + 1..]),
                    escape::text(&bytes[..colon])
                ));
            }
            _ => (path.to_owned(), None),
        })
    }

    /// Returns the offset of the place in a text, or why there is no such place.
    /// `head` is the beginning of the text.
    pub(super) fn find(self, input: &mut Input, encoding: Encoding, head: &[u8]) -> Result<u64, String> {
        let line_end = LineEnd::of(encoding);
        let start = self.find_line(input, line_end)?;
        match self.column {
            None | Some(1) => Ok(start),
            Some(column) => {
                let state = match encoding {
                    Encoding::Iso2022 => Some(State::before(input, head, start)?),
                    _ => None,
                };
                self.find_column(input, encoding, start, state, column)
            }
        }
    }

    fn find_line(self, input: &mut Input, line_end: LineEnd) -> Result<u64, String> {
        let (mut line, mut start_of_line, mut at) = (1, 0, 0);
        while line < self.line {
            let part = input.part(at, CHUNK)?;
            let mut next = part.start + part.bytes.len() as u64;
            for end in line_end.all(part.bytes) {
                line += 1;
                start_of_line = part.start + end as u64;
                if line == self.line {
                    next = start_of_line;
                    break;
                }
            }
            if part.bytes.is_empty() {
                // After the last line end, there is no other line.
                let is_empty = line > 1 && start_of_line == at;
                return Err(self.no_line(line - u64::from(is_empty)));
            }
            at = next;
        }
        match at > 0 && input.part(at, 1)?.bytes.is_empty() {
            true => Err(self.no_line(line - 1)),
            false => Ok(at),
        }
    }

    fn find_column(
        self,
        input: &mut Input,
        encoding: Encoding,
        start: u64,
        mut state: Option<State>,
        wanted: u64,
    ) -> Result<u64, String> {
        let (mut column, mut at) = (1, start);
        loop {
            let part = input.part(at, CHUNK)?;
            let (is_end, len) = (part.is_end, part.bytes.len());
            let safe = if is_end { len } else { len.saturating_sub(LONGEST) };
            let mut next = at;
            for item in Items::in_state(part.bytes, encoding, state.map_or(0, |state| state.shift))
                .in_text(at, is_end)
            {
                if item.offset >= at + safe as u64 {
                    break;
                }
                if column + item.columns() > wanted {
                    return Ok(item.offset);
                }
                column += item.columns();
                if item.meaning == Meaning::Numbers(vec![u32::from('\n')]) {
                    return Err(self.no_column(column - 2));
                }
                next = item.offset + item.bytes.len() as u64;
            }
            if is_end || next == at {
                return Err(self.no_column(column - 1));
            }
            if let Some(state) = &mut state {
                *state = state.advanced(input, next)?;
            }
            at = next;
        }
    }

    fn no_line(self, count: u64) -> String {
        let count = counted(count, "line");
        format!("line {} is past the end, after {count}", self.line)
    }

    fn no_column(self, count: u64) -> String {
        let (wanted, count) = (self.column.unwrap_or(1), counted(count, "character"));
        format!(
            "column {wanted} is past the end of line {}, which has {count}",
            self.line
        )
    }
}

#[cfg(unix)]
fn os_str(bytes: &[u8]) -> Option<&OsStr> {
    Some(std::os::unix::ffi::OsStrExt::from_bytes(bytes))
}

#[cfg(not(unix))]
fn os_str(bytes: &[u8]) -> Option<&OsStr> {
    str::from_utf8(bytes).ok().map(OsStr::new)
}

/// How an encoding writes U+000A.
#[derive(Clone, Copy)]
pub(super) struct LineEnd {
    byte: u8,
    /// The length of a code unit in bytes, and which of its bytes that one is. The others are zero.
    pub(super) unit: usize,
    index: usize,
}

impl LineEnd {
    pub(super) fn of(encoding: Encoding) -> LineEnd {
        let wide = |unit: usize, endian| LineEnd {
            byte: b'\n',
            unit,
            index: match endian {
                Endian::Big => unit - 1,
                Endian::Little => 0,
            },
        };
        match encoding {
            Encoding::Base(Base::Utf16(endian)) | Encoding::Ucs2(Some(endian)) => wide(2, endian),
            Encoding::Base(Base::Utf32(endian)) | Encoding::Ucs4(Some(endian)) => wide(4, endian),
            Encoding::Legacy(legacy) if let Some(characters) = legacy.characters() => {
                let byte = characters.iter().position(|&c| c == Some('\n'));
                LineEnd {
                    byte: byte.map_or(b'\n', |byte| byte as u8),
                    unit: 1,
                    index: 0,
                }
            }
            _ => LineEnd {
                byte: b'\n',
                unit: 1,
                index: 0,
            },
        }
    }

    /// Returns where lines end in `bytes`, which begin with a code unit: the offsets after the line ends.
    pub(super) fn all(self, bytes: &[u8]) -> impl Iterator<Item = usize> {
        memchr::memchr_iter(self.byte, bytes).filter_map(move |at| {
            let start = at.checked_sub(self.index)?;
            let unit = bytes.get(start..start + self.unit)?;
            let others = unit.iter().enumerate().filter(|&(i, _)| i != self.index);
            let is_line_end = start % self.unit == 0 && others.map(|(_, byte)| byte).all(|&byte| byte == 0);
            is_line_end.then_some(start + self.unit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_at_the_end_of_a_name() {
        let split = |text: &str| {
            let (path, place) = Place::split(Path::new(text)).unwrap();
            (
                path.to_str().unwrap().to_owned(),
                place.map(|place| (place.line, place.column)),
            )
        };
        assert_eq!(split("no such:12:4"), ("no such".into(), Some((12, Some(4)))));
        assert_eq!(split("no such:12:4:"), ("no such".into(), Some((12, Some(4)))));
        assert_eq!(split("no such:12"), ("no such".into(), Some((12, None))));
        assert_eq!(split("no:such:12:4"), ("no:such".into(), Some((12, Some(4)))));
        assert_eq!(split("no such:0"), ("no such:0".into(), None));
        assert_eq!(split(":1:2"), (":1".into(), Some((2, None))));
        assert_eq!(split("no such"), ("no such".into(), None));
        assert_eq!(split("-:1:2"), ("-".into(), Some((1, Some(2)))));
    }
}
