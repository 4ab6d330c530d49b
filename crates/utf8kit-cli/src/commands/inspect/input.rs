//! What is inspected: a part of a file, of standard input, or of bytes that are given.

use crate::io::read;
use crate::io::stdin;
use crate::message::reason;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes read at once.
const CHUNK: usize = 256 << 10;

/// A text of which parts are read.
pub(super) struct Input {
    reader: Reader,
    /// The part that was read last.
    buffer: Vec<u8>,
    /// The offset of the buffer in the text.
    start: u64,
    is_end: bool,
}

enum Reader {
    /// A regular file, and the offset at which the text begins: standard input may be read from the middle of one.
    File(File, u64),
    Stream(Box<dyn Read>),
}

/// A part of a text.
pub(super) struct Part<'b> {
    /// The offset of the first byte.
    pub(super) start: u64,
    pub(super) bytes: &'b [u8],
    /// Whether the text ends with them.
    pub(super) is_end: bool,
}

impl Input {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> Result<Input, String> {
        let open = || {
            let file = read::open(path)?;
            let data = file.metadata()?;
            match data.is_dir() {
                true => Err(io::ErrorKind::IsADirectory.into()),
                false => Ok((file, data.is_file())),
            }
        };
        let (file, is_regular) = open().map_err(|error| reason(&error))?;
        Ok(Input::new(match is_regular {
            true => Reader::File(file, 0),
            false => Reader::Stream(Box::new(file)),
        }))
    }

    /// Opens standard input.
    pub(super) fn stdin(why: stdin::Why) -> io::Result<Input> {
        #[cfg(unix)]
        if let Ok(mut file) = stdin::as_file() {
            let is_regular = file.metadata().is_ok_and(|data| data.is_file());
            if is_regular && let Ok(start) = file.stream_position() {
                return Ok(Input::new(Reader::File(file, start)));
            }
        }
        Ok(Input::new(Reader::Stream(Box::new(stdin::open(why)?))))
    }

    /// Returns the input of bytes that are given.
    pub(super) fn bytes(bytes: Vec<u8>) -> Input {
        Input::new(Reader::Stream(Box::new(Cursor::new(bytes))))
    }

    fn new(reader: Reader) -> Input {
        Input {
            reader,
            buffer: Vec::new(),
            start: 0,
            is_end: false,
        }
    }

    /// Returns the part that begins at `offset` and has `len` bytes, or those up to the end. Of a stream, what comes before
    /// the last part that was read is gone; then the part begins later.
    pub(super) fn part(&mut self, offset: u64, len: usize) -> Result<Part<'_>, String> {
        self.read(offset, len).map_err(|error| reason(&error))?;
        let from = offset.saturating_sub(self.start).min(self.buffer.len() as u64) as usize;
        let to = (from + len).min(self.buffer.len());
        Ok(Part {
            start: self.start + from as u64,
            bytes: &self.buffer[from..to],
            is_end: self.is_end && to == self.buffer.len(),
        })
    }

    fn read(&mut self, offset: u64, len: usize) -> io::Result<()> {
        let end = self.start + self.buffer.len() as u64;
        match &mut self.reader {
            Reader::File(file, base) if offset < self.start || offset > end => {
                self.buffer.clear();
                self.start = offset;
                // No file is so long that an offset in it does not fit.
                self.is_end = i64::try_from(base.saturating_add(offset)).is_err();
                if !self.is_end {
                    file.seek(SeekFrom::Start(*base + offset))?;
                }
            }
            _ => {}
        }
        loop {
            // What comes before the part is needed no more.
            let before = offset.saturating_sub(self.start).min(self.buffer.len() as u64);
            self.buffer.drain(..before as usize);
            self.start += before;
            // One byte more shows whether the text ends.
            let wanted = offset.saturating_sub(self.start).saturating_add(len as u64 + 1);
            if self.is_end || self.buffer.len() as u64 >= wanted {
                return Ok(());
            }
            let most = (wanted - self.buffer.len() as u64).min(CHUNK as u64);
            let read = match &mut self.reader {
                Reader::File(file, _) => file.take(most).read_to_end(&mut self.buffer)?,
                Reader::Stream(stream) => stream.take(most).read_to_end(&mut self.buffer)?,
            };
            self.is_end = read == 0;
        }
    }

    /// Returns the number of bytes of the text, which is read to its end unless it is a file with a size.
    pub(super) fn len(&mut self) -> Result<u64, String> {
        if let Reader::File(file, base) = &mut self.reader {
            let len = file.metadata().map_err(|error| reason(&error))?.len();
            if len > 0 {
                return Ok(len.saturating_sub(*base));
            }
            // The system makes the contents of some files when they are read, and has no size for them.
            file.seek(SeekFrom::Start(*base))
                .map_err(|error| reason(&error))?;
            self.buffer.clear();
            (self.start, self.is_end) = (0, false);
        }
        while !self.is_end {
            let end = self.start + self.buffer.len() as u64;
            self.part(end, CHUNK)?;
        }
        Ok(self.start + self.buffer.len() as u64)
    }
}
