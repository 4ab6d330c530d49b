//! The line and the column of an error, for messages.
//!
//! Counting takes a tenth of the time of a conversion. So only what cannot be read again, such as a pipe, is counted as it
//! is converted. A file is read again up to the error.

use crate::encodings::decode::Decoding;
use crate::encodings::on_error::OnError;
use crate::encodings::stopped::Stopped;
use crate::io::pieces::Pieces;
use std::fmt::{self, Display, Formatter};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use utf8kit::utf8;
use utf8kit_encodings::Encoding;

const LINE_END: char = '\n';

/// A place in the decoded text. Only LF ends a line. A column counts characters from 1, as in `check`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// The line ends before it.
    lines: u64,
    /// The characters before it on its line.
    characters: u64,
}

impl Position {
    /// Moves over `text`.
    pub(super) fn advance(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let line = match memchr::memrchr(LINE_END as u8, bytes) {
            Some(last) => {
                self.lines += memchr::memchr_iter(LINE_END as u8, &bytes[..=last]).count() as u64;
                self.characters = 0;
                &bytes[last + 1..]
            }
            None => bytes,
        };
        self.characters += utf8::count(line) as u64;
    }

    /// Moves back by `characters` of the same line.
    pub(super) fn retreat(&mut self, characters: u64) {
        self.characters = self.characters.saturating_sub(characters);
    }

    /// Moves over `numbers`.
    pub(super) fn advance_numbers(&mut self, numbers: &[u32]) {
        let ends_line = |number: &&u32| **number == u32::from(LINE_END);
        let lines = numbers.iter().filter(ends_line).count();
        self.lines += lines as u64;
        self.characters = match numbers.iter().rposition(|number| ends_line(&number)) {
            Some(last) => (numbers.len() - last - 1) as u64,
            None => self.characters + numbers.len() as u64,
        };
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.lines + 1, self.characters + 1)
    }
}

/// A file that can be read again from where it was.
pub(super) struct Again {
    file: File,
    start: u64,
}

impl Again {
    /// Returns the file if it is a regular file. Reading again moves the position that `file` shares with its copies.
    pub(super) fn new(file: io::Result<File>) -> Option<Self> {
        let mut file = file.ok()?;
        let start = match file.metadata().ok()?.is_file() {
            true => file.stream_position().ok()?,
            false => return None,
        };
        Some(Again { file, start })
    }

    /// Returns what `read` returns for the text, from its start on. The position in the file stays as it is.
    pub(super) fn read<T>(&self, read: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
        let mut file = &self.file;
        let position = file.stream_position()?;
        file.seek(SeekFrom::Start(self.start))?;
        let result = read(file)?;
        file.seek(SeekFrom::Start(position))?;
        Ok(result)
    }

    /// Returns the position of the byte at `offset` of the text, which is in the encoding `from`.
    pub(super) fn position(mut self, from: Encoding, offset: u64) -> Option<Position> {
        let end = self.file.stream_position().ok()?;
        self.file.seek(SeekFrom::Start(self.start)).ok()?;
        let mut pieces = Pieces::new(Box::new(self.file.try_clone().ok()?.take(offset)));
        let mut decoder = Decoding::new(from, &OnError::Replace);
        let mut position = Position::default();
        loop {
            let (piece, last) = pieces.next(|bytes| decoder.whole_characters(bytes)).ok()?;
            // The text does not end here, so that what a run of UTF-7 has begun is not an error.
            let counted = decoder.decode(piece, false, &mut |text, _| {
                position.advance(text);
                Ok::<(), Stopped>(())
            });
            counted.ok()?;
            if last {
                self.file.seek(SeekFrom::Start(end)).ok()?;
                return Some(position);
            }
        }
    }
}
