//! Decompresses gzip, Zstandard, bzip2 and xz while they are read.

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::rc::Rc;

/// Bytes of text from which on the ratio is limited: 64 MiB.
const FREE: u64 = 64 << 20;
/// The most bytes of text for each byte read, beyond `FREE`.
const MAX_RATIO: u64 = 1000;
/// Bytes of the longest signature.
const HEAD_LEN: u64 = 6;

/// A compressed format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

impl Format {
    /// Returns the format whose signature `head` begins with.
    fn of(head: &[u8]) -> Option<Format> {
        match head {
            [0x1F, 0x8B, 8, ..] => Some(Format::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Format::Zstd),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => Some(Format::Bzip2),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Format::Xz),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Format::Gzip => "gzip",
            Format::Zstd => "Zstandard",
            Format::Bzip2 => "bzip2",
            Format::Xz => "xz",
        }
    }
}

fn head(source: impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    source.take(HEAD_LEN).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns `true` if `file` is compressed, or if its start cannot be read twice: it has no size. Does not move its position.
pub(crate) fn is_stream(mut file: &File, size: Option<u64>) -> io::Result<bool> {
    if size.is_none() {
        return Ok(true);
    }
    let head = head(file)?;
    file.rewind()?;
    Ok(Format::of(&head).is_some())
}

/// Returns the text that `source` yields when it is decompressed, or `source` itself if it is not compressed.
pub(crate) fn stream<'a>(mut source: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let head = head(&mut source)?;
    let format = Format::of(&head);
    let source = Cursor::new(head).chain(source);
    let Some(format) = format else {
        return Ok(Box::new(source));
    };
    let read = Rc::new(Cell::new(0));
    let source = Counting {
        source,
        read: Rc::clone(&read),
    };
    let source = BufReader::with_capacity(64 << 10, source);
    let text: Box<dyn Read + 'a> = match format {
        Format::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(source)),
        Format::Zstd => Box::new(Frames::Between(source)),
        Format::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
        Format::Xz => Box::new(lzma_rust2::XzReader::new(source, true)),
    };
    Ok(Box::new(Limited {
        text,
        format,
        read,
        len: 0,
    }))
}

/// A source that counts what is read of it.
struct Counting<R> {
    source: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.source.read(buffer)?;
        self.read.set(self.read.get() + len as u64);
        Ok(len)
    }
}

/// A decompressed text that is not far longer than what it is decompressed from.
struct Limited<'a> {
    text: Box<dyn Read + 'a>,
    format: Format,
    read: Rc<Cell<u64>>,
    /// Bytes of the text so far.
    len: u64,
}

impl Read for Limited<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (name, len) = (self.format.name(), self.len);
        match self.text.read(buffer) {
            Ok(read) => self.len += read as u64,
            Err(error) if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted => {
                return Err(error);
            }
            Err(error) => {
                let read = self.read.get();
                return Err(io::Error::other(format!(
                    "{name} data is corrupt or ends early, in the first {read} bytes of the file, after {len} bytes of text: {error}"
                )));
            }
        }
        let read = self.read.get();
        if self.len > FREE && self.len / MAX_RATIO > read {
            return Err(io::Error::other(format!(
                "{name} data expands to more than {MAX_RATIO} times its length: {read} bytes to over {len} bytes; \
                 if this is expected, decompress it and pass it on standard input"
            )));
        }
        Ok((self.len - len) as usize)
    }
}

/// The frames of Zstandard, one after the other.
enum Frames<R: BufRead> {
    Between(R),
    Within(Box<StreamingDecoder<R, FrameDecoder>>),
    Ended,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            *self = match std::mem::replace(self, Frames::Ended) {
                Frames::Ended => return Ok(0),
                Frames::Between(mut source) => {
                    if source.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    Frames::Within(Box::new(StreamingDecoder::new(source).map_err(io::Error::other)?))
                }
                Frames::Within(mut decoder) => {
                    let len = decoder.read(buffer)?;
                    if len > 0 {
                        *self = Frames::Within(decoder);
                        return Ok(len);
                    }
                    let stored = decoder.decoder.get_checksum_from_data();
                    if stored.is_some() && stored != decoder.decoder.get_calculated_checksum() {
                        return Err(io::Error::other("the checksum of a frame differs"));
                    }
                    Frames::Between(decoder.into_inner())
                }
            };
        }
    }
}
