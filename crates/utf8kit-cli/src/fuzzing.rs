//! What the fuzz targets call: what reads files that somebody else wrote. It is outside semantic versioning.

use crate::config::{self, baseline};
use crate::io::decompress::{self, Name, Text};
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A text of an archive: its path, and what it has.
pub type Unpacked = (PathBuf, io::Result<Vec<u8>>);

/// Returns the texts that `packed` has, of each at most `most` bytes, and whether the archive could be read to its end. `file` is
/// overwritten with it. At most `at_once` bytes are read at a time.
///
/// # Errors
///
/// Returns the error of the file.
pub fn unpack(
    packed: &[u8],
    file: &mut File,
    at_once: usize,
    most: usize,
) -> io::Result<(Vec<Unpacked>, io::Result<()>)> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(packed)?;
    file.rewind()?;
    let path = Path::new("archive");
    let name = Name {
        shown: path,
        own: path,
        named: true,
    };
    let mut texts = Vec::new();
    let source = Slow {
        source: packed,
        at_once,
    };
    let end = decompress::unpack(source, Some(file), name, &mut |name, text| {
        let text = match text {
            Text::Named(_) => return ControlFlow::Continue(()),
            Text::Skipped(reason) => Err(io::Error::other(reason)),
            Text::Failed(error) => Err(error),
            Text::Source(source) => {
                let mut bytes = Vec::new();
                source.take(most as u64).read_to_end(&mut bytes).map(|_| bytes)
            }
        };
        texts.push((name.own.to_owned(), text));
        ControlFlow::Continue(())
    });
    Ok((texts, end))
}

/// A source that yields few bytes at a time.
struct Slow<'s> {
    source: &'s [u8],
    at_once: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.at_once.max(1));
        self.source.read(&mut buffer[..len])
    }
}

/// Returns what a `utf8kit.toml` says, or the table of a `pyproject.toml`, in words for programmers.
///
/// # Errors
///
/// Returns `line:column: message`.
pub fn configuration(bytes: &[u8], is_table: bool) -> Result<Option<String>, String> {
    config::described(bytes, is_table)
}

/// Returns a baseline as it would be written again.
///
/// # Errors
///
/// Returns `line:column: message`.
pub fn baseline(bytes: &[u8]) -> Result<String, String> {
    baseline::written_again(bytes)
}
