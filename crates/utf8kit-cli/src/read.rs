//! Reads files in blocks, in order or on several threads.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use utf8kit_lint::{Block, MARGIN, Source, Window};

/// Blocks that all threads examine before anything of them is reported: 256 MiB.
pub(crate) const ROUND: u64 = 1024;

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

/// A source that can only be read in order, as blocks.
pub(crate) struct Stream<'b, R> {
    source: R,
    window: &'b mut Window,
    /// Tells whether more can be read soon, if the source may have nothing to read for a while.
    is_ready: Option<fn() -> bool>,
    /// Whether the last block was the last one before a pause.
    is_paused: bool,
}

impl<'b, R: Read> Stream<'b, R> {
    pub(crate) fn new(source: R, buffers: &'b mut Buffers) -> Self {
        buffers.window.restart();
        Stream {
            source,
            window: &mut buffers.window,
            is_ready: None,
            is_paused: false,
        }
    }

    /// Returns the stream with a function that tells whether more can be read soon. Where it cannot, the next block
    /// ends with the last whole line.
    pub(crate) fn with_pauses(self, is_ready: fn() -> bool) -> Self {
        let is_ready = Some(is_ready);
        Stream { is_ready, ..self }
    }

    /// Returns `true` if the source has nothing to read after the last block.
    pub(crate) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Returns the next block; `None` after the last. A text without bytes is one empty block.
    pub(crate) fn next(&mut self) -> io::Result<Option<Block<'_>>> {
        self.is_paused = false;
        loop {
            if self.window.space().is_empty() {
                return Ok(self.window.next_block());
            }
            if self.is_ready.is_some_and(|is_ready| !is_ready()) && self.window.has_lines() {
                self.is_paused = true;
                return Ok(self.window.next_lines());
            }
            let space = self.window.space();
            match self.source.read(space) {
                Ok(0) => self.window.end(),
                Ok(read) => self.window.advance(read),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
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

#[cfg(unix)]
fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Moves the file's own position, which nothing else uses.
#[cfg(windows)]
fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// Reads the block of `file` whose body nominally begins at `index * body_len`.
pub(crate) fn block_at<'b>(
    file: RandomAccess<'_>,
    index: u64,
    body_len: usize,
    buffer: &'b mut Vec<u8>,
) -> io::Result<Block<'b>> {
    let nominal = index * body_len as u64;
    let start = nominal.saturating_sub(MARGIN as u64);
    let before = (nominal - start) as usize;
    let wanted = before + body_len + MARGIN;
    if buffer.len() < wanted {
        buffer.resize(wanted, 0);
    }
    let mut len = 0;
    while len < wanted {
        match file.read_at(start + len as u64, &mut buffer[len..wanted])? {
            0 => break,
            read => len += read,
        }
    }
    let body = before.min(len)..(before + body_len).min(len);
    Ok(Block::new(&buffer[..len], start, body, len < wanted))
}

/// Returns what `examine` returns for each of the blocks of `file`, in order. `jobs` threads read and examine them.
pub(crate) fn for_each_block<T: Send>(
    file: RandomAccess<'_>,
    indexes: Range<u64>,
    body_len: usize,
    jobs: usize,
    buffer: &mut Vec<u8>,
    examine: &(impl Fn(io::Result<Block<'_>>) -> T + Sync),
) -> Vec<T> {
    let next = AtomicU64::new(indexes.start);
    let work = |buffer: &mut Vec<u8>| {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= indexes.end {
                return results;
            }
            results.push((index, examine(block_at(file, index, body_len, buffer))));
        }
    };
    let helpers = (jobs as u64)
        .min(indexes.end.saturating_sub(indexes.start))
        .saturating_sub(1);
    let mut results = std::thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers)
            .map(|_| scope.spawn(|| work(&mut Vec::new())))
            .collect();
        let own = work(buffer);
        let others = helpers
            .into_iter()
            .flat_map(|helper| helper.join().expect("no thread panics"));
        own.into_iter().chain(others).collect::<Vec<_>>()
    });
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns `true` if standard input has something to read within a second, or has ended.
#[cfg(unix)]
pub(crate) fn stdin_is_ready() -> bool {
    const WAIT: i32 = 1000;
    let mut stdin = libc::pollfd {
        fd: libc::STDIN_FILENO,
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: the pointer is to one structure, which lives as long as the call.
    let count = unsafe { libc::poll(&raw mut stdin, 1, WAIT) };
    count != 0 // an error is found when it is read
}

/// Returns `true`: whether standard input has something to read is not known.
#[cfg(not(unix))]
pub(crate) fn stdin_is_ready() -> bool {
    true
}
