//! Edits: text in place of ranges of a file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::ops::Range;

/// Text in place of a range of bytes.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) range: Range<u64>,
    pub(super) text: String,
}

/// Writes `old` with the edits to `new`. The edits are in order and do not overlap.
pub(super) fn apply(mut old: &File, edits: &[Edit], new: &File) -> io::Result<()> {
    old.rewind()?;
    let mut old = BufReader::with_capacity(64 << 10, old);
    let mut new = BufWriter::with_capacity(64 << 10, new);
    let mut at = 0;
    for Edit { range, text } in edits {
        debug_assert!(at <= range.start && range.start <= range.end);
        copy(&mut old, range.start - at, &mut new)?;
        new.write_all(text.as_bytes())?;
        at = range.end;
        copy(&mut old, range.end - range.start, &mut io::sink())?;
    }
    io::copy(&mut old, &mut new)?;
    new.flush()
}

/// Copies `len` bytes.
fn copy(old: &mut impl Read, len: u64, new: &mut impl Write) -> io::Result<()> {
    if io::copy(&mut old.by_ref().take(len), new)? < len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}
