//! The input, read in pieces, of a large file on a thread of its own.

use crate::encodings::bytes::END;
use crate::encodings::stopped::Stopped;
use crate::io::read::Sequential;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

/// Bytes read at once.
const PIECE: usize = 128 << 10;

/// The size from which a file is read on a thread. To start it and to wake it again and again takes about a millisecond.
const LARGE: u64 = 64 << 20;

/// Bytes that the thread reads at once: fewer, and the threads wake each other more often than it pays.
const BLOCK: usize = 256 << 10;

/// The number of blocks that are read ahead at most.
const AHEAD: usize = 2;

/// Bytes before a piece that are kept, so that an input that cannot be read again is recognized by more than a piece of a few
/// bytes.
const BEFORE: usize = 4096;

/// An input that is read in pieces.
pub(crate) struct Pieces {
    source: Source,
    buffer: Vec<u8>,
    /// The bytes that are read and not yet taken.
    start: usize,
    end: usize,
    has_ended: bool,
    /// What is changed at the end, once it is read.
    at_end: Option<AtEnd>,
    is_end_changed: bool,
    /// Whether the first bytes are skipped.
    is_cut: bool,
}

/// What is changed at the end of an input.
pub(crate) struct AtEnd {
    /// The number of bytes that are replaced.
    pub(crate) len: usize,
    /// Returns the character to put in the place of the last bytes, this many, with what follows, or `None` to leave them.
    pub(crate) replace: fn(&[u8], u32) -> Option<char>,
    /// What follows.
    pub(crate) next: u32,
}

enum Source {
    Input(Box<dyn Read>),
    Thread(ReadAhead),
}

impl Pieces {
    pub(crate) fn new(input: Box<dyn Read>) -> Self {
        Pieces::of(Source::Input(input))
    }

    /// Reads a file, from its start. If it is large, a thread reads it while this one converts.
    pub(crate) fn of_file(file: File) -> Self {
        // Elsewhere, a thread that reads at an offset moves the position in the file, which `Again` uses.
        let is_large = || {
            let size = file.metadata().ok().filter(|data| data.is_file())?.len();
            let threads = thread::available_parallelism().ok()?.get();
            Some(cfg!(unix) && size >= LARGE && threads > 1)
        };
        if is_large() == Some(true)
            && let Ok(copy) = file.try_clone()
            && let Ok(ahead) = ReadAhead::start(copy)
        {
            return Pieces::of(Source::Thread(ahead));
        }
        Pieces::new(Box::new(file))
    }

    fn of(source: Source) -> Self {
        Pieces {
            source,
            buffer: vec![0; PIECE],
            start: 0,
            end: 0,
            has_ended: false,
            at_end: None,
            is_end_changed: false,
            is_cut: false,
        }
    }

    /// Changes the end of the input when it is read.
    pub(crate) fn change_end(&mut self, at_end: AtEnd) {
        self.at_end = Some(at_end);
    }

    /// Returns `true` if the end of the input was changed.
    pub(crate) fn is_end_changed(&self) -> bool {
        self.is_end_changed
    }

    /// Returns the first bytes of the input, at least `len` of them if it has so many, without taking them.
    pub(crate) fn peek(&mut self, len: usize) -> Result<&[u8], Stopped> {
        while self.end - self.start < len && !self.has_ended {
            self.read()?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// Skips `len` bytes that were [peeked](Self::peek) at.
    pub(crate) fn skip(&mut self, len: usize) {
        self.start += len;
        self.is_cut = true;
    }

    /// Returns `true` if bytes before the first piece are skipped: it is not the beginning of a text.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the first bytes of the input, as many as are read at once, without taking them, and whether they are all.
    pub(crate) fn head(&mut self) -> Result<(&[u8], bool), Stopped> {
        self.peek(PIECE)?;
        Ok((&self.buffer[self.start..self.end], self.has_ended))
    }

    /// Returns the last piece, as far as it is known what comes before and after it, and whether the input ends with that.
    pub(crate) fn seen(&self) -> (&[u8], bool) {
        let start = match self.source {
            Source::Input(_) => 0,
            // Only files are read on a thread, and they can be read again.
            Source::Thread(_) => self.start,
        };
        (&self.buffer[start..self.end], self.has_ended)
    }

    /// Takes the next piece. Returns it, and whether the input ends with it. `whole` returns how many of the bytes read to
    /// take; the others belong to the next piece.
    pub(crate) fn next(&mut self, whole: impl Fn(&[u8]) -> usize) -> Result<(&[u8], bool), Stopped> {
        loop {
            if self.has_ended
                && let Some(at_end) = self.at_end.take()
                && let Some(at) = self.end.checked_sub(at_end.len).filter(|&at| at >= self.start)
                && let Some(c) = (at_end.replace)(&self.buffer[at..self.end], at_end.next)
            {
                self.buffer.truncate(at);
                self.buffer
                    .extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                self.end = self.buffer.len();
                self.is_end_changed = true;
            }
            let start = self.start;
            let kept = self.at_end.as_ref().map_or(0, |at_end| at_end.len);
            let taken = match self.has_ended {
                true => self.end - start,
                false => whole(&self.buffer[start..self.end]).min((self.end - start).saturating_sub(kept)),
            };
            if taken > 0 || self.has_ended {
                self.start += taken;
                return Ok((&self.buffer[start..start + taken], self.has_ended));
            }
            self.read()?;
        }
    }

    /// Reads once.
    fn read(&mut self) -> Result<(), Stopped> {
        let input = match &mut self.source {
            Source::Input(input) => input,
            Source::Thread(ahead) => {
                match ahead.next() {
                    None => self.has_ended = true,
                    Some(block) => self.append(block.map_err(Stopped::Input)?),
                }
                return Ok(());
            }
        };
        let moved = self.start.saturating_sub(BEFORE);
        self.buffer.copy_within(moved..self.end, 0);
        self.end -= moved;
        self.start -= moved;
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        loop {
            match input.read(&mut self.buffer[self.end..]) {
                Ok(len) => {
                    self.end += len;
                    self.has_ended = len == 0;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Stopped::Input(error)),
            }
        }
    }

    /// Adds what the thread has read, most often by moving the few bytes that are not taken in front of it.
    fn append(&mut self, mut block: Block) {
        let kept = self.start..self.end;
        if kept.len() > ROOM {
            self.buffer.truncate(self.end);
            self.buffer
                .extend_from_slice(&block.buffer[ROOM..ROOM + block.len]);
            self.end = self.buffer.len();
        } else {
            self.start = ROOM - kept.len();
            self.end = ROOM + block.len;
            block.buffer[self.start..ROOM].copy_from_slice(&self.buffer[kept]);
            std::mem::swap(&mut self.buffer, &mut block.buffer);
        }
        if let Source::Thread(ahead) = &self.source {
            ahead.give_back(block.buffer);
        }
    }
}

/// Room in front of what a thread reads, for bytes that are not taken: all that [`whole_sequences`](crate::encodings::bytes::whole_sequences) leaves.
const ROOM: usize = END;

/// Bytes that were read, after [`ROOM`] others.
struct Block {
    buffer: Vec<u8>,
    len: usize,
}

/// A file that a thread reads ahead. The thread ends with the file, at an error, or when this is dropped.
struct ReadAhead {
    blocks: Receiver<io::Result<Block>>,
    /// Buffers to be used again.
    used: Sender<Vec<u8>>,
}

impl ReadAhead {
    fn start(file: File) -> io::Result<Self> {
        let (send, blocks) = sync_channel(AHEAD);
        let (used, free) = channel::<Vec<u8>>();
        thread::Builder::new().spawn(move || {
            let mut file = Sequential::new(&file);
            loop {
                let mut buffer = free.try_recv().unwrap_or_default();
                buffer.resize(ROOM + BLOCK, 0);
                let block = match file.read(&mut buffer[ROOM..]) {
                    Ok(0) => return,
                    Ok(len) => Ok(Block { buffer, len }),
                    Err(error) => Err(error),
                };
                let is_last = block.is_err();
                if send.send(block).is_err() || is_last {
                    return;
                }
            }
        })?;
        Ok(ReadAhead { blocks, used })
    }

    /// Returns what was read next; `None` at the end.
    fn next(&self) -> Option<io::Result<Block>> {
        self.blocks.recv().ok()
    }

    fn give_back(&self, buffer: Vec<u8>) {
        // The thread has ended if it takes no more.
        let _ = self.used.send(buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::bytes::whole_sequences;
    use std::io::Write;

    fn on_thread(file: File) -> Pieces {
        Pieces::of(Source::Thread(ReadAhead::start(file).unwrap()))
    }

    /// Returns all pieces.
    fn all(mut pieces: Pieces, whole: impl Fn(&[u8]) -> usize + Copy) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        loop {
            let Ok((piece, last)) = pieces.next(whole) else {
                panic!("the file can be read");
            };
            all.push(piece.to_vec());
            if last {
                return all;
            }
        }
    }

    #[test]
    fn a_thread_reads_what_is_in_the_file() {
        let ascii = b"words and more words\n".repeat(40_000);
        let chinese = "\u{6F22}".repeat(300_000).into_bytes();
        // Longer and longer between two bytes that a piece can end after.
        let rare: Vec<u8> = (0..1_200_000_u32)
            .map(|i| if i.is_power_of_two() { b' ' } else { 0xE9 })
            .collect();
        for text in [&b""[..], b"a", &ascii, &chinese, &rare] {
            for len in [text.len(), text.len() / 2, BLOCK, BLOCK + 1, 2 * BLOCK] {
                let text = &text[..len.min(text.len())];
                let mut file = tempfile::tempfile().unwrap();
                file.write_all(text).unwrap();
                let after_space = |bytes: &[u8]| {
                    bytes
                        .iter()
                        .rposition(|&byte| byte == b' ')
                        .map_or(0, |at| at + 1)
                };
                for whole in [whole_sequences, after_space, <[u8]>::len] {
                    let pieces = all(on_thread(file.try_clone().unwrap()), whole);
                    assert!(pieces.concat() == text, "{} bytes", text.len());
                    let (_, others) = pieces.split_last().unwrap();
                    assert!(others.iter().all(|piece| whole(piece) == piece.len()));
                }
                let mut pieces = on_thread(file);
                let head = pieces
                    .head()
                    .ok()
                    .map(|(head, is_all)| (head.to_vec(), is_all))
                    .unwrap();
                assert!(text.starts_with(&head.0) && head.0.len() >= PIECE.min(text.len()));
                assert!(!head.1 || head.0.len() == text.len());
                assert!(all(pieces, <[u8]>::len).concat() == text);
            }
        }
    }

    #[test]
    fn an_error_of_the_thread_is_returned() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let file = File::options().write(true).open(&path).unwrap();
        assert!(matches!(
            on_thread(file).next(<[u8]>::len),
            Err(Stopped::Input(_))
        ));
    }

    #[test]
    fn the_thread_ends_with_its_reader() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![b'a'; 8 * BLOCK]).unwrap();
        let ahead = ReadAhead::start(file).unwrap();
        assert!(ahead.next().is_some_and(|block| block.is_ok()));
        let used = ahead.used.clone();
        drop(ahead);
        while used.send(Vec::new()).is_ok() {
            thread::yield_now();
        }
    }
}
