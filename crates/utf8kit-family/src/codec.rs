//! What this crate's own encodings have in common: one character at a time, in pieces, under a policy.

use crate::utf7::{self, Bytes};
use crate::{ucs, utf1};
use utf8kit::stream::{IllFormedAt, Step, Stop};
use utf8kit::{Endian, ErrorKind, Policy, Replacement};

/// What some bytes begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A character of this many bytes.
    Char(char, usize),
    /// So many bytes that stand for no character.
    Nothing(usize),
    IllFormed(ErrorKind, usize),
    /// More bytes are needed.
    Unfinished,
}

/// Where a reader is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Utf7(utf7::Reading),
    Utf1,
    Ucs2(Endian),
    Ucs4(Endian),
}

impl Reading {
    /// What the not empty `bytes` begin with; goes on behind it. `last`: nothing follows them.
    fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        let first = match self {
            Reading::Utf7(reading) => return reading.read(bytes, last),
            Reading::Utf1 => utf1::decode_first(bytes),
            Reading::Ucs2(endian) => ucs::decode_ucs2(bytes, *endian),
            Reading::Ucs4(endian) => ucs::decode_ucs4(bytes, *endian),
        };
        match first {
            None | Some((Err(ErrorKind::UnexpectedEnd), _)) if !last => Item::Unfinished,
            None => Item::Nothing(0),
            Some((Err(kind), len)) => Item::IllFormed(kind, len),
            Some((Ok(number), len)) => match char::from_u32(number) {
                Some(c) => Item::Char(c, len),
                None => Item::IllFormed(ErrorKind::TooLarge, len),
            },
        }
    }
}

/// The most bytes that must be seen to know a character: UTF-7's surrogates and what follows them.
const MOST: usize = 8;

/// Bytes that arrive in pieces, into UTF-8.
#[derive(Debug)]
pub(crate) struct PiecesDecoder<'p> {
    reading: Reading,
    policy: Policy<'p>,
    kept: [u8; MOST],
    kept_len: usize,
    pending: Replacement,
    pub(crate) position: u64,
    pub(crate) mended: u64,
}

impl<'p> PiecesDecoder<'p> {
    pub(crate) fn new(reading: Reading, policy: Policy<'p>) -> Self {
        let pending = Replacement::EMPTY;
        PiecesDecoder {
            reading,
            policy,
            kept: [0; MOST],
            kept_len: 0,
            pending,
            position: 0,
            mended: 0,
        }
    }

    pub(crate) fn step(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = self.run(src, dst, last, &mut read, &mut written);
        Step { read, written, stop }
    }

    fn run(&mut self, src: &[u8], dst: &mut [u8], last: bool, read: &mut usize, written: &mut usize) -> Stop {
        loop {
            while let Some(c) = self.pending.first() {
                if !put(c, dst, written) {
                    return Stop::OutputFull;
                }
                self.pending.drop_first();
            }
            let bytes = match self.kept_len {
                0 => &src[*read..],
                len => &self.kept[..len],
            };
            if bytes.is_empty() {
                return Stop::InputUsed;
            }
            let mut reading = self.reading;
            let len = match reading.read(bytes, last) {
                Item::Unfinished if self.kept_len > 0 => match src.get(*read) {
                    Some(&byte) => {
                        self.kept[self.kept_len] = byte;
                        self.kept_len += 1;
                        *read += 1;
                        continue;
                    }
                    None => return Stop::InputUsed,
                },
                Item::Unfinished => {
                    let rest = &src[*read..];
                    self.kept_len = rest.len();
                    self.kept[..rest.len()].copy_from_slice(rest);
                    *read = src.len();
                    return Stop::InputUsed;
                }
                Item::Nothing(len) => len,
                Item::Char(c, len) => {
                    if !put(c, dst, written) {
                        return Stop::OutputFull;
                    }
                    if c == '\\' && self.policy.doubles_backslashes() {
                        self.pending = Replacement::char(c);
                    }
                    len
                }
                Item::IllFormed(kind, len) => {
                    let bad = &bytes[..len];
                    match self.policy.replacement(bad, kind) {
                        Some(mended) => {
                            self.pending = mended;
                            self.mended += 1;
                        }
                        None => {
                            let stop = Stop::IllFormed(IllFormedAt::new(self.position, bad, kind));
                            self.done(reading, len, read);
                            return stop;
                        }
                    }
                    len
                }
            };
            self.done(reading, len, read);
        }
    }

    fn done(&mut self, reading: Reading, len: usize, read: &mut usize) {
        self.reading = reading;
        self.position += len as u64;
        if self.kept_len > 0 {
            self.kept.copy_within(len..self.kept_len, 0);
            self.kept_len -= len;
        } else {
            *read += len;
        }
    }
}

/// Writes a character as UTF-8: was there room?
fn put(c: char, dst: &mut [u8], written: &mut usize) -> bool {
    let Some(room) = dst.get_mut(*written..*written + c.len_utf8()) else {
        return false;
    };
    c.encode_utf8(room);
    *written += room.len();
    true
}

/// Where a writer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Writing {
    Utf7(utf7::Writing),
    Utf1,
    Ucs2(Endian),
    Ucs4(Endian),
}

impl Writing {
    /// Writes one character, or `None` if the encoding lacks it.
    fn write(&mut self, c: char, out: &mut Bytes) -> Option<()> {
        match self {
            Writing::Utf7(writing) => writing.write(c, out),
            Writing::Utf1 => out.extend(utf1::encode(c as u32, &mut [0; 5]).ok()?),
            Writing::Ucs2(endian) => out.extend(&ucs::encode_ucs2(c as u32, *endian)?),
            Writing::Ucs4(endian) => out.extend(&ucs::encode_ucs4(c as u32, *endian).ok()?),
        }
        Some(())
    }

    fn end(&mut self, out: &mut Bytes) {
        if let Writing::Utf7(writing) = self {
            writing.end(true, out);
        }
    }
}

/// Text that arrives in pieces, into bytes.
#[derive(Debug)]
pub(crate) struct PiecesEncoder<'p> {
    writing: Writing,
    policy: Policy<'p>,
    pending: Replacement,
    pub(crate) position: u64,
    pub(crate) mended: u64,
}

impl<'p> PiecesEncoder<'p> {
    pub(crate) fn new(writing: Writing, policy: Policy<'p>) -> Self {
        PiecesEncoder {
            writing,
            policy,
            pending: Replacement::EMPTY,
            position: 0,
            mended: 0,
        }
    }

    pub(crate) fn encode(&mut self, text: &str, dst: &mut [u8]) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = loop {
            if let Some(c) = self.pending.first() {
                match self.put(c, dst, &mut written) {
                    Some(true) => self.pending.drop_first(),
                    _ => break Stop::OutputFull,
                }
                continue;
            }
            let Some(c) = text[read..].chars().next() else {
                break Stop::InputUsed;
            };
            let offset = self.position;
            match self.put(c, dst, &mut written) {
                Some(false) => break Stop::OutputFull,
                Some(true) => {}
                None => {
                    let mended = self
                        .policy
                        .replacement(c.encode_utf8(&mut [0; 4]).as_bytes(), ErrorKind::Undefined);
                    let can_be_written =
                        |c: &char| self.writing.clone().write(*c, &mut Bytes::new()).is_some();
                    match mended {
                        Some(mended) if mended.chars().iter().all(can_be_written) => {
                            self.pending = mended;
                            self.mended += 1;
                        }
                        _ => {
                            read += c.len_utf8();
                            self.position += c.len_utf8() as u64;
                            break Stop::NotRepresentable { character: c, offset };
                        }
                    }
                }
            }
            read += c.len_utf8();
            self.position += c.len_utf8() as u64;
        };
        Step { read, written, stop }
    }

    pub(crate) fn finish(&mut self, dst: &mut [u8]) -> Step {
        let mut step = self.encode("", dst);
        if step.stop == Stop::InputUsed {
            let mut writing = self.writing;
            let mut out = Bytes::new();
            writing.end(&mut out);
            match copy(out.as_slice(), dst, &mut step.written) {
                true => self.writing = writing,
                false => step.stop = Stop::OutputFull,
            }
        }
        step
    }

    /// Writes a character: was there room? `None` if the encoding lacks it.
    fn put(&mut self, c: char, dst: &mut [u8], written: &mut usize) -> Option<bool> {
        let mut writing = self.writing;
        let mut out = Bytes::new();
        writing.write(c, &mut out)?;
        let room = copy(out.as_slice(), dst, written);
        if room {
            self.writing = writing;
        }
        Some(room)
    }
}

fn copy(bytes: &[u8], dst: &mut [u8], written: &mut usize) -> bool {
    let Some(room) = dst.get_mut(*written..*written + bytes.len()) else {
        return false;
    };
    room.copy_from_slice(bytes);
    *written += bytes.len();
    true
}
