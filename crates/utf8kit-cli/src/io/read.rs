//! Reads files in blocks, in order or on several threads.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use utf8kit_lint::{Block, DETECT_LEN, Source, Window};

/// The memory of a thread, used for one file after the other.
pub(crate) struct Buffers {
    /// For files that are read in order.
    window: Window,
    /// For files that are read at offsets.
    pub(crate) block: Vec<u8>,
}

impl Buffers {
    pub(crate) fn new(body_len: usize) -> Buffers {
        Buffers {
            window: Window::new(body_len),
            block: Vec::new(),
        }
    }
}

/// Opens a file to read it. The error for a directory says that it is one, also on Windows, which denies access to it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path).map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied if cfg!(windows) && path.is_dir() => ErrorKind::IsADirectory.into(),
        _ => error,
    })
}

/// Returns what a file has. Its errors are those of [`open`].
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A source that can only be read in order, as blocks.
pub(crate) struct Stream<'b, R> {
    source: R,
    window: &'b mut Window,
    /// Returns `true` if the source has nothing to read for some time.
    pauses: &'b dyn Fn() -> bool,
    /// The first block was returned.
    is_begun: bool,
    /// The error that ended the text.
    failed: Option<io::Error>,
}

/// What a stream yields.
pub(crate) enum Piece<'b> {
    Block(Block<'b>),
    /// The lines that are there when the source pauses.
    Lines(Block<'b>),
}

impl<'b> Piece<'b> {
    /// Returns the block.
    pub(crate) fn block(self) -> Block<'b> {
        match self {
            Piece::Block(block) | Piece::Lines(block) => block,
        }
    }
}

impl<'b, R: Read> Stream<'b, R> {
    pub(crate) fn new(source: R, buffers: &'b mut Buffers) -> Self {
        Stream::with_pauses(source, buffers, &|| false)
    }

    /// Returns a stream that yields complete lines whenever `pauses` returns `true`.
    pub(crate) fn with_pauses(source: R, buffers: &'b mut Buffers, pauses: &'b dyn Fn() -> bool) -> Self {
        buffers.window.restart();
        Stream {
            source,
            window: &mut buffers.window,
            pauses,
            is_begun: false,
            failed: None,
        }
    }

    /// Returns the next block; `None` after the last. A text without bytes is one empty block. An error of the source is
    /// returned after the blocks before it.
    pub(crate) fn next(&mut self) -> io::Result<Option<Block<'_>>> {
        Ok(self.next_piece()?.map(Piece::block))
    }

    /// Returns the next block, or the lines that are there when the source pauses; `None` after the last.
    pub(crate) fn next_piece(&mut self) -> io::Result<Option<Piece<'_>>> {
        loop {
            let space = self.window.space();
            if space.is_empty() {
                self.is_begun = true;
                return match self.window.next_block() {
                    None => self.failed.take().map_or(Ok(None), Err),
                    Some(block) => Ok(Some(Piece::Block(block))),
                };
            }
            let room = space.len();
            match self.source.read(space) {
                Ok(0) => self.window.end(),
                Ok(read) => {
                    self.window.advance(read);
                    if read < room && self.has_lines() && (self.pauses)() {
                        self.is_begun = true;
                        return Ok(self.window.next_lines().map(Piece::Lines));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.window.end_within();
                    self.failed = Some(error);
                }
            }
        }
    }

    /// Returns `true` if there are complete lines, and their encoding does not depend on more text: a zero byte or a
    /// signature at the start may be of UTF-16, of UTF-32 or of a binary file.
    fn has_lines(&self) -> bool {
        let bytes = self.window.pending();
        let is_open = !self.is_begun
            && bytes.len() < DETECT_LEN
            && (memchr::memchr(0, bytes).is_some() || matches!(bytes, [0xFE | 0xFF, ..]));
        !is_open && memchr::memchr(b'\n', bytes).is_some()
    }
}

/// The time without input after which a source pauses.
#[cfg(unix)]
const PAUSE_MS: libc::c_int = 1000;

/// Returns `true` if nothing comes from `source` for a second. What always can be read, such as a regular file,
/// never pauses.
#[cfg(unix)]
pub(crate) fn pauses(source: &impl std::os::fd::AsRawFd) -> bool {
    let mut fd = libc::pollfd {
        fd: source.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: the pointer is to one `pollfd`, which the call only writes to while it runs.
    unsafe { libc::poll(&mut fd, 1, PAUSE_MS) == 0 }
}

/// Elsewhere, whether something can be read is not known.
#[cfg(not(unix))]
pub(crate) fn pauses<T>(_: &T) -> bool {
    false
}

/// A file that can be read at any offset, by several threads.
#[derive(Clone, Copy)]
pub(crate) struct RandomAccess<'f>(pub(crate) &'f File);

impl Source for RandomAccess<'_> {
    type Error = io::Error;

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match read_at(self.0, offset, buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}

/// A regular file that is read in order, from its start. It does not use the file's own position.
pub(crate) struct Sequential<'f> {
    file: RandomAccess<'f>,
    at: u64,
    /// The size, if it is known.
    size: Option<u64>,
    is_ended: bool,
}

impl<'f> Sequential<'f> {
    pub(crate) fn new(file: &'f File) -> Self {
        Sequential {
            file: RandomAccess(file),
            at: 0,
            size: None,
            is_ended: false,
        }
    }

    /// Returns a reader of a file that has this size. If a read up to there gets less than it could, no other read looks for
    /// the end.
    pub(crate) fn with_size(file: &'f File, size: u64) -> Self {
        Sequential {
            size: Some(size),
            ..Sequential::new(file)
        }
    }
}

impl Read for Sequential<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_ended {
            return Ok(0);
        }
        let len = self.file.read_at(self.at, buffer)?;
        self.at += len as u64;
        // A file without a size may be one that the system makes while it is read.
        self.is_ended = len < buffer.len() && self.size.is_some_and(|size| (1..=self.at).contains(&size));
        Ok(len)
    }
}

#[cfg(unix)]
fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Moves the file's own position, which nothing else uses.
#[cfg(windows)]
fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// Reads to the end, `len` bytes at a time.
    fn read_all(mut source: impl Read, len: usize) -> Vec<u8> {
        let (mut all, mut buffer) = (Vec::new(), vec![0; len]);
        loop {
            match source.read(&mut buffer).unwrap() {
                0 => return all,
                read => all.extend(&buffer[..read]),
            }
        }
    }

    #[test]
    fn a_file_is_read_to_its_end_whatever_its_size_was() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        for size in [0, 1, 4, 9, 10, 11, 1000] {
            for len in [1, 3, 5, 10, 11, 64] {
                assert_eq!(
                    read_all(Sequential::with_size(&file, size), len),
                    b"0123456789",
                    "{size} {len}"
                );
            }
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_without_a_size_is_read_to_its_end() {
        let file = File::open("/proc/self/status").unwrap();
        assert_eq!(file.metadata().unwrap().len(), 0);
        let text = read_all(Sequential::with_size(&file, 0), 1 << 16);
        assert!(text.starts_with(b"Name:"));
    }
}
