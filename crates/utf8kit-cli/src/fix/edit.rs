//! Edits: text in place of ranges of a file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;

/// Text in place of a range of bytes.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) range: Range<u64>,
    pub(super) text: String,
}

/// Writes `old` with the edits to `new`. The edits are in order and do not overlap.
pub(super) fn apply(mut old: &File, edits: &[Edit], new: &File) -> io::Result<()> {
    let mut new = BufWriter::with_capacity(64 << 10, new);
    let mut at = 0;
    old.seek(SeekFrom::Start(0))?;
    for Edit { range, text } in edits {
        debug_assert!(at <= range.start && range.start <= range.end);
        copy(old, range.start - at, &mut new)?;
        new.write_all(text.as_bytes())?;
        at = range.end;
        old.seek(SeekFrom::Start(at))?;
    }
    io::copy(&mut old, &mut new)?;
    new.flush()
}

/// Copies `len` bytes.
fn copy(old: &File, len: u64, new: &mut impl Write) -> io::Result<()> {
    if io::copy(&mut old.take(len), new)? < len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}
