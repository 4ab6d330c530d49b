//! Decompresses gzip, Zstandard, bzip2 and xz while they are read, and reads the members of tar and zip.
//!
//! Nothing is written to a disk. A member is not decompressed again, and an archive within an archive is not read.

use super::memory;
use rawzip::{CompressionMethod, FileReader, ZipArchive, ZipFileHeaderRecord, ZipVerification};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::cell::Cell;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use utf8kit_lint::NameEncoding;

/// Bytes of text from which on the ratio is limited: 64 MiB.
const FREE: u64 = 64 << 20;
/// The most bytes of text for each byte read, beyond `FREE`.
const MAX_RATIO: u64 = 1000;
/// KiB of memory that xz may use for one block: 256 MiB. `xz -9` needs 65 MiB.
const XZ_MEMORY: u32 = 256 << 10;
/// Bytes from which a format is recognized: the first header of tar.
const HEAD_LEN: u64 = 512;

/// A format that holds texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
    Tar,
    Zip,
}

impl Format {
    /// Returns the format whose signature `head` has.
    fn of(head: &[u8]) -> Option<Format> {
        match head {
            [0x1F, 0x8B, 8, ..] => Some(Format::Gzip),
            // A frame, or one to skip.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Format::Zstd),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => Some(Format::Bzip2),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Format::Xz),
            // A member, or the end of an empty archive.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Format::Zip),
            _ if head.get(257..262) == Some(b"ustar") => Some(Format::Tar),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Format::Gzip => "gzip",
            Format::Zstd => "Zstandard",
            Format::Bzip2 => "bzip2",
            Format::Xz => "xz",
            Format::Tar => "tar",
            Format::Zip => "zip",
        }
    }
}

/// Returns the first bytes of `source`, and the error that ended them.
fn head(source: impl Read) -> (Vec<u8>, Option<io::Error>) {
    let mut head = Vec::new();
    let error = source.take(HEAD_LEN).read_to_end(&mut head).err();
    (head, error)
}

/// Returns `true` if [`unpack`] has to read `file`: it is compressed or an archive, or has no size, so that its start cannot
/// be read twice. Does not move its position.
pub(crate) fn is_packed(mut file: &File, size: Option<u64>) -> io::Result<bool> {
    if size.is_none() {
        return Ok(true);
    }
    let (head, error) = head(file);
    file.rewind()?;
    error.map_or(Ok(Format::of(&head).is_some()), Err)
}

/// The name of a text.
#[derive(Clone, Copy)]
pub(crate) struct Name<'a> {
    /// As it is shown: `a.zip!/b.txt`.
    pub(crate) shown: &'a Path,
    /// The path in the archive, for globs.
    pub(crate) own: &'a Path,
    /// Whether it was given on the command line.
    pub(crate) named: bool,
}

/// A text to read, or why it is not read.
pub(crate) enum Text<'a> {
    Source(&'a mut dyn Read),
    Failed(io::Error),
    Skipped(&'static str),
    /// The name of a member, which is read so. It comes before the text, if there is one.
    Named(NameEncoding),
}

/// Receives the texts of a file.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(Name<'_>, Text<'_>) -> ControlFlow<()>;

/// Passes each text in `source` to `visit`. `file` is `source` if it has a size; only then can a zip archive be read.
pub(crate) fn unpack(
    source: impl Read,
    file: Option<&File>,
    name: Name<'_>,
    visit: Visit<'_>,
) -> io::Result<()> {
    let (format, source) = recognized(source);
    let format = match format {
        Some(Format::Zip) => match file {
            Some(file) => return zip_members(file, name, visit),
            None => {
                return Err(io::Error::other(
                    "a zip archive can be read only from a regular file",
                ));
            }
        },
        Some(Format::Tar) | None => {
            return texts(format, source, name, visit);
        }
        Some(format) => format,
    };
    let read = Rc::new(Cell::new(0));
    let source = Counting {
        source,
        read: Rc::clone(&read),
    };
    let source = BufReader::with_capacity(64 << 10, source);
    let text: Box<dyn Read + '_> = match format {
        Format::Zstd => Box::new(Frames {
            source,
            decoder: Box::new(FrameDecoder::new()),
            is_within: false,
        }),
        Format::Bzip2 => {
            memory::map_large_blocks();
            Box::new(bzip2::bufread::MultiBzDecoder::new(source))
        }
        Format::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(source, true, XZ_MEMORY)),
        _ => Box::new(GzipMembers(Some(flate2::bufread::GzDecoder::new(source)))),
    };
    let text = Limited {
        text,
        format,
        read,
        len: Rc::default(),
    };
    match recognized(text) {
        (Some(Format::Tar), mut text) => {
            if tar_members(&mut text, name, visit)?.is_continue() {
                // The checksum of the compressed data is after the archive.
                io::copy(&mut text, &mut io::sink())?;
            }
            Ok(())
        }
        (_, text) => texts(None, text, name, visit),
    }
}

/// Returns the format of `source`, and all that it yields.
fn recognized<'a>(source: impl Read + 'a) -> (Option<Format>, Box<dyn Read + 'a>) {
    let mut source = source;
    let (head, error) = head(&mut source);
    let format = Format::of(&head);
    let head = Cursor::new(head);
    match error {
        None => (format, Box::new(head.chain(source))),
        error => (format, Box::new(head.chain(Failing(error)))),
    }
}

/// Passes the members of a tar archive, or the one text that `source` is.
fn texts(
    format: Option<Format>,
    mut source: Box<dyn Read + '_>,
    name: Name<'_>,
    visit: Visit<'_>,
) -> io::Result<()> {
    if format == Some(Format::Tar) {
        return tar_members(&mut source, name, visit).map(drop);
    }
    let _ = visit(name, Text::Source(&mut source));
    Ok(())
}

/// Passes the members of a tar archive on. Breaks if no more are wanted or can be read.
fn tar_members(source: &mut dyn Read, archive: Name<'_>, visit: Visit<'_>) -> io::Result<ControlFlow<()>> {
    let mut tar = tar::Archive::new(source);
    for entry in tar.entries()? {
        let entry = entry?;
        let kind = entry.header().entry_type();
        if kind.is_pax_global_extensions() {
            continue;
        }
        if named(&entry.path_bytes(), NameEncoding::Unspecified, archive, visit).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if !(kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse()) {
            continue;
        }
        let path = entry.path_bytes().into_owned();
        let mut entry = Watched {
            source: entry,
            failed: false,
        };
        let flow = member(&path, &mut entry, archive, visit);
        // The error was passed on; the archive cannot be read on.
        if flow.is_break() || entry.failed {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn zip_members(file: &File, archive: Name<'_>, visit: Visit<'_>) -> io::Result<()> {
    let size = file.metadata()?.len();
    let mut buffer = vec![0; rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let zip = ZipArchive::from_file(file.try_clone()?, &mut buffer).map_err(zip_error)?;
    let mut entries = zip.entries(&mut buffer);
    let len = Rc::new(Cell::new(0));
    let mut count = 0u64;
    while let Some(entry) = entries.next_entry().map_err(zip_error)? {
        count += 1;
        let path = entry.file_path();
        let (path, encoding) = match unicode_path(&entry) {
            Some(path) => (path, NameEncoding::Utf8),
            None if entry.flags().is_utf8() => (path.as_bytes(), NameEncoding::Utf8),
            None => (path.as_bytes(), NameEncoding::Ibm437),
        };
        if named(path, encoding, archive, visit).is_break() {
            return Ok(());
        }
        // Some archivers end directories with the separator of Windows.
        if path.ends_with(b"/") || path.ends_with(b"\\") || entry.mode().is_symlink() {
            continue;
        }
        let flow = match zip_text(&zip, &entry) {
            Err(error) => {
                let (own, shown) = paths(archive.shown, path);
                let name = Name {
                    shown: &shown,
                    own: &own,
                    named: false,
                };
                visit(name, Text::Failed(error))
            }
            Ok(text) => {
                let mut text = Limited {
                    text,
                    format: Format::Zip,
                    read: Rc::new(Cell::new(size)),
                    len: Rc::clone(&len),
                };
                member(path, &mut text, archive, visit)
            }
        };
        if flow.is_break() {
            return Ok(());
        }
    }
    let expected = zip.entries_hint();
    // Archives without the extensions of Zip64 keep the lowest 16 bits of the number only.
    if count as u16 != expected as u16 {
        return Err(io::Error::other(format!(
            "zip data is corrupt: the directory has {count} members, but its end says {expected}"
        )));
    }
    Ok(())
}

/// Returns the path of a member that Info-ZIP's Unicode Path Extra Field has, if it is about the path that the member has now.
fn unicode_path<'e>(entry: &'e ZipFileHeaderRecord<'_>) -> Option<&'e [u8]> {
    const UNICODE_PATH: u16 = 0x7075;
    const VERSION: u8 = 1;

    let mut fields = entry.extra_fields();
    let (_, field) = fields.find(|(id, _)| id.as_u16() == UNICODE_PATH)?;
    let (&[VERSION, a, b, c, d], path) = field.split_first_chunk()? else {
        return None;
    };
    let mut checksum = flate2::Crc::new();
    checksum.update(entry.file_path().as_bytes());
    (checksum.sum() == u32::from_le_bytes([a, b, c, d])).then_some(path)
}

/// Passes the name of a member on.
fn named(path: &[u8], encoding: NameEncoding, archive: Name<'_>, visit: Visit<'_>) -> ControlFlow<()> {
    let (own, shown) = paths(archive.shown, path);
    let name = Name {
        shown: &shown,
        own: &own,
        named: false,
    };
    visit(name, Text::Named(encoding))
}

/// Returns the text of a member of `zip`.
fn zip_text<'z>(
    zip: &'z ZipArchive<FileReader>,
    entry: &ZipFileHeaderRecord<'_>,
) -> io::Result<Box<dyn Read + 'z>> {
    if entry.flags().is_encrypted() {
        return Err(io::Error::other(
            "the member is encrypted, which is not supported",
        ));
    }
    let packed = zip.get_entry(entry.wayfinder()).map_err(zip_error)?.reader();
    let expected = packed.claim_verifier();
    let buffered = |packed| BufReader::with_capacity(64 << 10, packed);
    let text: Box<dyn Read + 'z> = match entry.compression_method() {
        CompressionMethod::STORE => Box::new(packed),
        CompressionMethod::DEFLATE => Box::new(flate2::bufread::DeflateDecoder::new(buffered(packed))),
        CompressionMethod::BZIP2 => {
            memory::map_large_blocks();
            Box::new(bzip2::bufread::BzDecoder::new(buffered(packed)))
        }
        method => {
            return Err(io::Error::other(format!(
                "the compression method of the member, {}, is not supported",
                method.name().unwrap_or("which is unknown")
            )));
        }
    };
    Ok(Box::new(Verified {
        text: flate2::CrcReader::new(text),
        len: 0,
        expected,
    }))
}

fn zip_error(error: rawzip::Error) -> io::Error {
    match error.into_kind() {
        rawzip::ErrorKind::IO(error) if error.raw_os_error().is_some() => error,
        kind => io::Error::other(format!("zip data is corrupt: {kind}")),
    }
}

/// Passes a member on.
fn member(path: &[u8], source: &mut dyn Read, archive: Name<'_>, visit: Visit<'_>) -> ControlFlow<()> {
    let (own, shown) = paths(archive.shown, path);
    let name = Name {
        shown: &shown,
        own: &own,
        named: false,
    };
    let (format, mut source) = recognized(source);
    let text = match format {
        Some(Format::Zip) => {
            Text::Skipped("a zip archive within an archive cannot be read; extract it first")
        }
        Some(Format::Tar) => Text::Skipped("a tar archive within an archive is not read; extract it first"),
        _ => Text::Source(&mut source),
    };
    visit(name, text)
}

/// Returns the path of a member in its archive, and as it is shown.
fn paths(archive: &Path, path: &[u8]) -> (PathBuf, PathBuf) {
    let path = path.strip_prefix(b"./").unwrap_or(path);
    #[cfg(unix)]
    let own: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(path);
    #[cfg(not(unix))]
    let path = String::from_utf8_lossy(path);
    #[cfg(not(unix))]
    let own = std::ffi::OsStr::new(&*path);
    let mut shown = OsString::from(archive);
    shown.push("!/");
    shown.push(own);
    (PathBuf::from(own), PathBuf::from(shown))
}

/// A source that counts what is read of it.
struct Counting<R> {
    source: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.source.read(buffer) {
                // Not every decoder can go on after an error.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(len) => {
                    self.read.set(self.read.get() + len as u64);
                    return Ok(len);
                }
            }
        }
    }
}

/// A source that only fails.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A source that keeps in mind whether it failed.
struct Watched<R> {
    source: R,
    failed: bool,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = self.source.read(buffer);
        self.failed |= result.is_err();
        result
    }
}

/// A decompressed text that is not far longer than what it is decompressed from.
struct Limited<'a> {
    text: Box<dyn Read + 'a>,
    format: Format,
    read: Rc<Cell<u64>>,
    /// Bytes of text so far, of all members of a zip archive.
    len: Rc<Cell<u64>>,
}

impl Read for Limited<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (name, before) = (self.format.name(), self.len.get());
        let len = match self.text.read(buffer) {
            Ok(len) => len,
            Err(error) if error.raw_os_error().is_some() => return Err(error),
            Err(error) if error.kind() == ErrorKind::OutOfMemory => {
                return Err(io::Error::other(format!(
                    "{name} data needs more than {} MiB of memory; if this is expected, decompress it and pass it on \
                     standard input",
                    XZ_MEMORY >> 10
                )));
            }
            Err(error) if self.format == Format::Zip => {
                return Err(io::Error::other(format!("{name} data is corrupt: {error}")));
            }
            Err(error) => {
                let read = self.read.get();
                return Err(io::Error::other(format!(
                    "{name} data is corrupt or ends early, in the first {read} bytes of the file, after {before} bytes of text: \
                     {error}"
                )));
            }
        };
        let (read, after) = (self.read.get(), before + len as u64);
        self.len.set(after);
        if after > FREE && after / MAX_RATIO > read {
            return Err(io::Error::other(format!(
                "{name} data expands to more than {MAX_RATIO} times its length: {read} bytes to over {after} bytes; \
                 if this is expected, decompress it and pass it on standard input"
            )));
        }
        Ok(len)
    }
}

/// The text of a member of a zip archive, whose length and checksum the directory states.
struct Verified<R> {
    text: flate2::CrcReader<R>,
    len: u64,
    expected: ZipVerification,
}

impl<R: Read> Read for Verified<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.text.read(buffer)?;
        self.len += len as u64;
        if len == 0 && !buffer.is_empty() {
            let actual = ZipVerification {
                crc: self.text.crc().sum(),
                uncompressed_size: self.len,
            };
            self.expected
                .valid(actual)
                .map_err(|error| io::Error::other(error.to_string()))?;
        }
        Ok(len)
    }
}

/// The members of gzip, one after the other. Zeros after the last are padding.
struct GzipMembers<R>(Option<flate2::bufread::GzDecoder<R>>);

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.0 {
            let len = decoder.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            let Some(mut source) = self.0.take().map(flate2::bufread::GzDecoder::into_inner) else {
                break;
            };
            let mut is_padded = false;
            let is_end = loop {
                let bytes = source.fill_buf()?;
                let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
                match bytes.get(zeros) {
                    _ if bytes.is_empty() => break true,
                    Some(_) if is_padded || zeros > 0 => {
                        return Err(io::Error::other("bytes follow the padding after the last member"));
                    }
                    Some(_) => break false,
                    None => is_padded = true,
                }
                source.consume(zeros);
            };
            if !is_end {
                self.0 = Some(flate2::bufread::GzDecoder::new(source));
            }
        }
        Ok(0)
    }
}

/// The frames of Zstandard, one after the other.
struct Frames<R> {
    source: R,
    decoder: Box<FrameDecoder>,
    is_within: bool,
}

impl<R: BufRead> Frames<R> {
    /// Begins the next frame; `false` if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let skipped = io::copy(&mut (&mut self.source).take(length), &mut io::sink())?;
                    if skipped < length {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_within && !self.begin()? {
                return Ok(0);
            }
            self.is_within = true;
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(io::Error::other)?;
            }
            let len = self.decoder.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            let stored = self.decoder.get_checksum_from_data();
            if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
                return Err(io::Error::other("the checksum of a frame differs"));
            }
            self.is_within = false;
        }
    }
}
