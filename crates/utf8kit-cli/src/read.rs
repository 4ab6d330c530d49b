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
    /// The error that ended the text.
    failed: Option<io::Error>,
}

impl<'b, R: Read> Stream<'b, R> {
    pub(crate) fn new(source: R, buffers: &'b mut Buffers) -> Self {
        buffers.window.restart();
        Stream {
            source,
            window: &mut buffers.window,
            failed: None,
        }
    }

    /// Returns the next block; `None` after the last. A text without bytes is one empty block. An error of the source is
    /// returned after the blocks before it.
    pub(crate) fn next(&mut self) -> io::Result<Option<Block<'_>>> {
        loop {
            let space = self.window.space();
            if space.is_empty() {
                return match self.window.next_block() {
                    None => self.failed.take().map_or(Ok(None), Err),
                    block => Ok(block),
                };
            }
            match self.source.read(space) {
                Ok(0) => self.window.end(),
                Ok(read) => self.window.advance(read),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.window.end_within();
                    self.failed = Some(error);
                }
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
