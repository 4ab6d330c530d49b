//! The stream decoder and encoder for the encodings that this crate implements itself: UTF-7, UTF-1, UCS-2
//! and UCS-4.
//!
//! Each of them reads and writes one character at a time. [`CharReader`] and [`CharWriter`] select the
//! encoding; [`StreamDecoder`] and [`StreamEncoder`] add what is the same for all: text that arrives in
//! pieces, and the policy for errors.

use crate::item::{CharBytes, Item};
use crate::{ucs, utf1, utf7};
use utf8kit::stream::{IllFormedAt, Step, Stop};
use utf8kit::{Endian, ErrorKind, Policy, Replacement};

/// Reads one character at a time; holds the state between two of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CharReader {
    Utf7(utf7::Reader),
    Utf1,
    Ucs2(Endian),
    Ucs4(Endian),
}

impl CharReader {
    /// Returns the name of the encoding in error messages.
    const fn name(&self) -> &'static str {
        match self {
            CharReader::Utf7(_) => "UTF-7",
            CharReader::Utf1 => "UTF-1",
            CharReader::Ucs2(_) => "UCS-2",
            CharReader::Ucs4(_) => "UCS-4",
        }
    }

    /// Returns what `bytes`, which are not empty, begin with, and moves to the state after it. `last` is
    /// `true` if no bytes follow.
    fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        let first = match self {
            CharReader::Utf7(reader) => return reader.read(bytes, last),
            CharReader::Utf1 => utf1::decode_first(bytes),
            CharReader::Ucs2(endian) => ucs::decode_ucs2(bytes, *endian),
            CharReader::Ucs4(endian) => ucs::decode_ucs4(bytes, *endian),
        };
        match first {
            None | Some((Err(ErrorKind::UnexpectedEnd), _)) if !last => Item::Incomplete,
            None => Item::Skip(0),
            Some((Err(kind), len)) => Item::IllFormed(kind, len),
            Some((Ok(number), len)) => match char::from_u32(number) {
                Some(c) => Item::Char(c, len),
                None => Item::IllFormed(ErrorKind::TooLarge, len),
            },
        }
    }
}

/// Enough bytes for a reader to decide on one character. The most are a surrogate pair in UTF-7, at most 6
/// bytes, and the byte after it.
const MAX_LOOKAHEAD: usize = 8;

/// Decodes bytes that arrive in pieces to UTF-8.
#[derive(Clone, Debug)]
pub(crate) struct StreamDecoder<'p> {
    reader: CharReader,
    policy: Policy<'p>,
    /// The bytes of a character that the previous piece cut.
    carry: [u8; MAX_LOOKAHEAD],
    carry_len: usize,
    /// The number of bytes to skip, after a replacement that takes more than its ill-formed sequence.
    skip: usize,
    /// Text to write before anything else is decoded.
    pending: Replacement<'p>,
    /// The number of bytes decoded, replaced or reported.
    pub(crate) position: u64,
    /// The number of ill-formed sequences that the policy replaced.
    pub(crate) replaced: u64,
}

impl<'p> StreamDecoder<'p> {
    pub(crate) fn new(reader: CharReader, policy: Policy<'p>) -> Self {
        let pending = Replacement::EMPTY;
        StreamDecoder {
            reader,
            policy,
            carry: [0; MAX_LOOKAHEAD],
            carry_len: 0,
            skip: 0,
            pending,
            position: 0,
            replaced: 0,
        }
    }

    /// Decodes a piece. `last` is `true` if no bytes follow it.
    pub(crate) fn step(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = self.run(src, dst, last, &mut read, &mut written);
        Step { read, written, stop }
    }

    fn run(&mut self, src: &[u8], dst: &mut [u8], last: bool, read: &mut usize, written: &mut usize) -> Stop {
        loop {
            while let Some(c) = self.pending.first() {
                if !write_utf8(c, dst, written) {
                    return Stop::OutputFull;
                }
                self.pending.drop_first();
            }
            self.skip_ahead(src, read);
            let bytes = match self.carry_len {
                0 => &src[*read..],
                len => &self.carry[..len],
            };
            if bytes.is_empty() {
                return Stop::InputUsed;
            }
            let mut reader = self.reader;
            let len = match reader.read(bytes, last) {
                Item::Incomplete if self.carry_len > 0 => match src.get(*read) {
                    Some(&byte) => {
                        self.carry[self.carry_len] = byte;
                        self.carry_len += 1;
                        *read += 1;
                        continue;
                    }
                    None => return Stop::InputUsed,
                },
                Item::Incomplete => {
                    let rest = &src[*read..];
                    self.carry_len = rest.len();
                    self.carry[..rest.len()].copy_from_slice(rest);
                    *read = src.len();
                    return Stop::InputUsed;
                }
                Item::Skip(len) => len,
                Item::Char(c, len) => {
                    if !write_utf8(c, dst, written) {
                        return Stop::OutputFull;
                    }
                    if c == '\\' && self.policy.doubles_backslashes() {
                        self.pending = Replacement::char(c);
                    }
                    len
                }
                Item::IllFormed(kind, len) => match self.policy.replacement(&bytes[..len], kind) {
                    Some(replacement) => {
                        let taken = replacement.taken(len);
                        self.pending = replacement;
                        self.replaced += 1;
                        self.skip = taken.saturating_sub(len);
                        taken.min(len)
                    }
                    None => {
                        let stop = Stop::IllFormed(IllFormedAt::new(
                            self.reader.name(),
                            self.position,
                            bytes,
                            len,
                            kind,
                        ));
                        self.advance(reader, len, read);
                        return stop;
                    }
                },
            };
            self.advance(reader, len, read);
        }
    }

    /// Skips what a replacement takes after its ill-formed sequence.
    fn skip_ahead(&mut self, src: &[u8], read: &mut usize) {
        while self.skip > 0 {
            let len = match self.carry_len {
                0 => src.len() - *read,
                kept => kept,
            };
            let len = len.min(self.skip);
            if len == 0 {
                return;
            }
            self.skip -= len;
            self.advance(self.reader, len, read);
        }
    }

    /// Moves past `len` bytes to the state `reader`. The bytes come from the carry if it holds any.
    fn advance(&mut self, reader: CharReader, len: usize, read: &mut usize) {
        self.reader = reader;
        self.position += len as u64;
        if self.carry_len > 0 {
            self.carry.copy_within(len..self.carry_len, 0);
            self.carry_len -= len;
        } else {
            *read += len;
        }
    }
}

/// Writes `c` as UTF-8 and returns `true`, or returns `false` if it does not fit.
fn write_utf8(c: char, dst: &mut [u8], written: &mut usize) -> bool {
    let Some(free) = dst.get_mut(*written..*written + c.len_utf8()) else {
        return false;
    };
    c.encode_utf8(free);
    *written += free.len();
    true
}

/// Writes one character at a time; holds the state between two of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CharWriter {
    Utf7(utf7::Writer),
    Utf1,
    Ucs2(Endian),
    Ucs4(Endian),
}

impl CharWriter {
    /// Writes one character, or returns `None` if the encoding lacks it.
    fn write(&mut self, c: char, out: &mut CharBytes) -> Option<()> {
        match self {
            CharWriter::Utf7(writer) => writer.write(c, out),
            CharWriter::Utf1 => out.extend(utf1::encode(c as u32, &mut [0; 5]).ok()?),
            CharWriter::Ucs2(endian) => out.extend(&ucs::encode_ucs2(c as u32, *endian)?),
            CharWriter::Ucs4(endian) => out.extend(&ucs::encode_ucs4(c as u32, *endian).ok()?),
        }
        Some(())
    }

    /// Writes what ends the text.
    fn end(&mut self, out: &mut CharBytes) {
        if let CharWriter::Utf7(writer) = self {
            writer.end_run(true, out);
        }
    }
}

/// Encodes text that arrives in pieces.
#[derive(Clone, Debug)]
pub(crate) struct StreamEncoder<'p> {
    writer: CharWriter,
    policy: Policy<'p>,
    /// The number of bytes to skip, after a replacement that takes more than its character.
    skip: usize,
    /// Text to write before anything else is encoded.
    pending: Replacement<'p>,
    /// The number of bytes of the text encoded, replaced or reported.
    pub(crate) position: u64,
    /// The number of characters that the policy replaced.
    pub(crate) replaced: u64,
}

impl<'p> StreamEncoder<'p> {
    pub(crate) fn new(writer: CharWriter, policy: Policy<'p>) -> Self {
        StreamEncoder {
            writer,
            policy,
            skip: 0,
            pending: Replacement::EMPTY,
            position: 0,
            replaced: 0,
        }
    }

    pub(crate) fn encode(&mut self, text: &str, dst: &mut [u8]) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = loop {
            if let Some(c) = self.pending.first() {
                match self.write(c, dst, &mut written) {
                    Some(true) => self.pending.drop_first(),
                    _ => break Stop::OutputFull,
                }
                continue;
            }
            if self.skip > 0 {
                let len = text.ceil_char_boundary(self.skip.saturating_add(read)) - read;
                self.skip = self.skip.saturating_sub(len);
                read += len;
                self.position += len as u64;
            }
            let Some(c) = text[read..].chars().next() else {
                break Stop::InputUsed;
            };
            let offset = self.position;
            match self.write(c, dst, &mut written) {
                Some(false) => break Stop::OutputFull,
                Some(true) => {}
                None => {
                    let can_be_written = |c| self.writer.clone().write(c, &mut CharBytes::new()).is_some();
                    match self.policy.replacement_of(c) {
                        Some(replacement) if replacement.as_str().chars().all(can_be_written) => {
                            self.skip = replacement.taken(c.len_utf8()).saturating_sub(c.len_utf8());
                            self.pending = replacement;
                            self.replaced += 1;
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
            let mut writer = self.writer;
            let mut out = CharBytes::new();
            writer.end(&mut out);
            match write_bytes(out.as_slice(), dst, &mut step.written) {
                true => self.writer = writer,
                false => step.stop = Stop::OutputFull,
            }
        }
        step
    }

    /// Writes a character. Returns `Some(false)` if it does not fit, and `None` if the encoding lacks it.
    fn write(&mut self, c: char, dst: &mut [u8], written: &mut usize) -> Option<bool> {
        let mut writer = self.writer;
        let mut out = CharBytes::new();
        writer.write(c, &mut out)?;
        let fits = write_bytes(out.as_slice(), dst, written);
        if fits {
            self.writer = writer;
        }
        Some(fits)
    }
}

/// Writes `bytes` and returns `true`, or returns `false` if they do not fit.
fn write_bytes(bytes: &[u8], dst: &mut [u8], written: &mut usize) -> bool {
    let Some(free) = dst.get_mut(*written..*written + bytes.len()) else {
        return false;
    };
    free.copy_from_slice(bytes);
    *written += bytes.len();
    true
}
