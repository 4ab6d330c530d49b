//! Files in blocks.
//!
//! A block is a stretch of a text with a margin of the text on either side, so that whatever begins in its body can be
//! looked at whole. Bodies follow each other without a gap and begin and end between maximal subparts: wherever the
//! borders fall, the same is found.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes known on either side of a body: enough for every sequence, for the context a report shows,
/// and for what has a say about double-encoded text.
pub(crate) const MARGIN: usize = 1024;

/// Bytes of a body, if nothing else is asked for: they stay in a processor's own cache while they are looked at.
pub(crate) const PIECE: usize = 256 << 10;

/// Blocks that all processors look at before anything is told of them: 256 MiB.
pub(crate) const ROUND: u64 = 1024;

/// A stretch of a text.
pub(crate) struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    /// The offset in the text of the first of `bytes`.
    pub(crate) start: u64,
    /// The part of `bytes` that this block answers for.
    pub(crate) body: Range<usize>,
    /// Do `bytes` reach the end of the text?
    pub(crate) last: bool,
}

/// Where the body that nominally begins at `at` begins: behind at most three bytes that may continue a character.
///
/// No maximal subpart begins before `at` and ends behind this place: it would have five bytes.
pub(crate) fn cut(bytes: &[u8], at: usize) -> usize {
    if at >= bytes.len() {
        return bytes.len();
    }
    at + bytes[at..]
        .iter()
        .take(3)
        .take_while(|&byte| matches!(byte, 0x80..=0xBF))
        .count()
}

/// A source that can only be read on and on, as blocks.
pub(crate) struct Stream<'b, R> {
    source: R,
    piece: usize,
    buffer: &'b mut Vec<u8>,
    /// Bytes of the text in `buffer`; what is behind them is left over.
    len: usize,
    start: u64,
    /// Where the next body begins in `buffer`.
    next: usize,
    /// The source has no more bytes.
    ended: bool,
    /// The last block was given.
    done: bool,
}

impl<'b, R: Read> Stream<'b, R> {
    pub(crate) fn new(source: R, piece: usize, buffer: &'b mut Vec<u8>) -> Self {
        Stream {
            source,
            piece,
            buffer,
            len: 0,
            start: 0,
            next: 0,
            ended: false,
            done: false,
        }
    }

    /// The next block; `None` behind the last. A text without bytes is one empty block.
    pub(crate) fn next(&mut self) -> io::Result<Option<Block<'_>>> {
        if self.done {
            return Ok(None);
        }
        let passed = self.next.saturating_sub(MARGIN);
        self.buffer.copy_within(passed..self.len, 0);
        self.len -= passed;
        self.start += passed as u64;
        self.next -= passed;
        if !self.ended {
            let wanted = self.next + self.piece + MARGIN;
            self.len = fill(&mut self.source, self.buffer, self.len, wanted)?;
            self.ended = self.len < wanted;
        }
        let bytes = &self.buffer[..self.len];
        let end = cut(bytes, self.next + self.piece);
        let body = self.next..end;
        self.next = end;
        self.done = self.ended && end == self.len;
        Ok(Some(Block {
            bytes,
            start: self.start,
            body,
            last: self.ended,
        }))
    }
}

/// Reads until `buffer` holds `wanted` bytes, of which it has `len`; returns how many it holds: fewer at the end.
fn fill(source: &mut impl Read, buffer: &mut Vec<u8>, mut len: usize, wanted: usize) -> io::Result<usize> {
    if buffer.len() < wanted {
        buffer.resize(wanted, 0);
    }
    while len < wanted {
        match source.read(&mut buffer[len..wanted]) {
            Ok(0) => break,
            Ok(read) => len += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

/// The block of `file` whose body nominally begins at `index * piece`.
pub(crate) fn read_at<'b>(
    file: &File,
    index: u64,
    piece: usize,
    buffer: &'b mut Vec<u8>,
) -> io::Result<Block<'b>> {
    let nominal = index * piece as u64;
    let start = nominal.saturating_sub(MARGIN as u64);
    let before = (nominal - start) as usize;
    let wanted = before + piece + MARGIN;
    let len = fill(&mut At { file, offset: start }, buffer, 0, wanted)?;
    let buffer = &buffer[..len];
    let begin = if index == 0 { 0 } else { cut(buffer, before) };
    let end = cut(buffer, before + piece);
    Ok(Block {
        bytes: buffer,
        start,
        body: begin..end.max(begin),
        last: len < wanted,
    })
}

/// What `look` makes of each of the blocks of `file`, on `jobs` threads, in order.
pub(crate) fn for_each_block<T: Send>(
    file: &File,
    indexes: Range<u64>,
    piece: usize,
    jobs: usize,
    buffer: &mut Vec<u8>,
    look: &(impl Fn(io::Result<Block<'_>>) -> T + Sync),
) -> Vec<T> {
    let next = AtomicU64::new(indexes.start);
    let work = |buffer: &mut Vec<u8>| {
        let mut looked = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= indexes.end {
                return looked;
            }
            looked.push((index, look(read_at(file, index, piece, buffer))));
        }
    };
    let helpers = (jobs as u64).min(indexes.end - indexes.start).saturating_sub(1);
    let mut looked = std::thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers)
            .map(|_| scope.spawn(|| work(&mut Vec::new())))
            .collect();
        let own = work(buffer);
        let others = helpers
            .into_iter()
            .flat_map(|helper| helper.join().expect("looking does not panic"));
        own.into_iter().chain(others).collect::<Vec<_>>()
    });
    looked.sort_by_key(|&(index, _)| index);
    looked.into_iter().map(|(_, what)| what).collect()
}

/// Reads a file from some place on, without moving its own position.
pub(crate) struct At<'f> {
    pub(crate) file: &'f File,
    pub(crate) offset: u64,
}

impl Read for At<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.offset)?;
        self.offset += read as u64;
        Ok(read)
    }
}
