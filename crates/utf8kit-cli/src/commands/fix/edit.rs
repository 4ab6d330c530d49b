//! Edits: text in place of ranges of a file, written as they are found.

use crate::io::read::Sequential;
use crate::message::reason;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::ops::Range;

/// Bytes of each file that are held.
const BUFFER: usize = 64 << 10;

/// Writes a file with edits. It holds the same memory however many they are.
pub(super) struct Editor<'f, W: Write> {
    old: BufReader<Sequential<'f>>,
    /// Bytes of the old file that are written or replaced.
    at: u64,
    new: BufWriter<W>,
}

impl<'f, W: Write> Editor<'f, W> {
    /// Returns an editor that writes `old` with edits to `new`. It does not use the position of `old`, which may be read
    /// meanwhile.
    pub(super) fn new(old: &'f File, new: W) -> Self {
        Editor {
            old: BufReader::with_capacity(BUFFER, Sequential::new(old)),
            at: 0,
            new: BufWriter::with_capacity(BUFFER, new),
        }
    }

    /// Writes `text` in place of `range`, and before it what stands there. The ranges are in order and do not overlap.
    pub(super) fn replace(&mut self, range: &Range<u64>, text: &str) -> io::Result<()> {
        self.replace_by(range, |new| new.write_all(text.as_bytes()))
    }

    /// Writes what `write` writes in place of `range`, as [`replace`](Self::replace) does, and returns what it returns.
    pub(super) fn replace_by<T>(
        &mut self,
        range: &Range<u64>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        debug_assert!(self.at <= range.start && range.start <= range.end);
        copy(&mut self.old, range.start - self.at, &mut self.new)?;
        let written = write(&mut self.new)?;
        copy(&mut self.old, range.end - range.start, &mut io::sink())?;
        self.at = range.end;
        Ok(written)
    }

    /// Writes the rest of the old file, and returns the new one.
    pub(super) fn finish(mut self) -> io::Result<W> {
        io::copy(&mut self.old, &mut self.new)?;
        self.new.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// Returns the message that a repaired text cannot be written.
pub(super) fn cannot_write(error: &io::Error) -> String {
    format!("cannot write the repaired text: {}", reason(error))
}

/// Copies `len` bytes.
fn copy(old: &mut impl BufRead, mut len: u64, new: &mut impl Write) -> io::Result<()> {
    while len > 0 {
        let bytes = old.fill_buf()?;
        if bytes.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let now = bytes.len().min(usize::try_from(len).unwrap_or(usize::MAX));
        new.write_all(&bytes[..now])?;
        old.consume(now);
        len -= now as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_replace_ranges_and_the_rest_is_copied() {
        let mut old = tempfile::tempfile().unwrap();
        let text = "0123456789".repeat(20_000);
        old.write_all(text.as_bytes()).unwrap();
        let mut editor = Editor::new(&old, Vec::new());
        for (range, text) in [(0..0, "a"), (2..4, ""), (4..5, "bcd"), (150_000..150_001, "e")] {
            editor.replace(&range, text).unwrap();
        }
        let new = String::from_utf8(editor.finish().unwrap()).unwrap();
        assert!(new == format!("a01bcd{}e{}", &text[5..150_000], &text[150_001..]));
        let mut editor = Editor::new(&old, Vec::new());
        let past = editor.replace(&(text.len() as u64..text.len() as u64 + 1), "");
        assert_eq!(past.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
