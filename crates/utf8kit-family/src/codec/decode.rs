//! [`StreamDecoder`]: decodes bytes that arrive in pieces.

use super::reader::{MAX_LOOKAHEAD, NumberReader};
use super::runs;
use crate::item::Item;
use utf8kit::stream::{IllFormedAt, Step, Stop};
use utf8kit::{ErrorKind, Policy, Replacement};

/// What a decoder writes.
pub(crate) trait Sink {
    /// The unit of the destination.
    type Unit;

    /// Writes `number`.
    fn put(number: u32, dst: &mut [Self::Unit], written: &mut usize) -> Put;

    /// Returns `true` if [`put_run`](Self::put_run) can convert numbers of this encoding.
    fn has_runs(reader: NumberReader) -> bool;

    /// Converts plain numbers of `src`, as many as it can at the speed of memory. Returns the number of bytes read and the
    /// number of units written, and moves `reader` to the state after them.
    fn put_run(reader: &mut NumberReader, src: &[u8], dst: &mut [Self::Unit]) -> (usize, usize);
}

/// What became of a number.
pub(crate) enum Put {
    Written,
    /// It does not fit.
    Full,
    /// The destination lacks it.
    Lacking,
}

/// Text in UTF-8.
pub(crate) struct Text;

impl Sink for Text {
    type Unit = u8;

    fn put(number: u32, dst: &mut [u8], written: &mut usize) -> Put {
        let Some(c) = char::from_u32(number) else {
            return Put::Lacking;
        };
        let Some(free) = dst.get_mut(*written..*written + c.len_utf8()) else {
            return Put::Full;
        };
        c.encode_utf8(free);
        *written += free.len();
        Put::Written
    }

    fn has_runs(reader: NumberReader) -> bool {
        matches!(
            reader,
            NumberReader::Utf7(_)
                | NumberReader::Utf1
                | NumberReader::Iso2022(_)
                | NumberReader::Ucs2(_)
                | NumberReader::Ucs4(_)
        )
    }

    fn put_run(reader: &mut NumberReader, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        runs::decode(reader, src, dst)
    }
}

/// Numbers.
pub(crate) struct Numbers;

impl Sink for Numbers {
    type Unit = u32;

    fn put(number: u32, dst: &mut [u32], written: &mut usize) -> Put {
        let Some(place) = dst.get_mut(*written) else {
            return Put::Full;
        };
        *place = number;
        *written += 1;
        Put::Written
    }

    fn has_runs(reader: NumberReader) -> bool {
        !matches!(
            reader,
            NumberReader::Utf7(_) | NumberReader::Utf1 | NumberReader::Iso2022(_)
        )
    }

    fn put_run(reader: &mut NumberReader, src: &[u8], dst: &mut [u32]) -> (usize, usize) {
        runs::read(*reader, src, dst)
    }
}

/// Decodes bytes that arrive in pieces to text or to numbers, always to the same of the two.
#[derive(Clone, Debug)]
pub(crate) struct StreamDecoder<'p> {
    reader: NumberReader,
    policy: Policy<'p>,
    /// Whether U+FEFF at the beginning is a signature to remove, and nothing but its beginning was read so far.
    removes_signature: bool,
    /// The bytes of a sequence that the previous piece cut.
    carry: [u8; MAX_LOOKAHEAD],
    carry_len: usize,
    /// The number of bytes to skip, after a replacement that takes more than its ill-formed sequence.
    skip: usize,
    /// Text to write before anything else is decoded.
    pending: Replacement<'p>,
    /// The number of bytes decoded, replaced or reported.
    pub(crate) position: u64,
    /// The number of sequences that the policy replaced.
    pub(crate) replaced: u64,
}

impl<'p> StreamDecoder<'p> {
    pub(crate) fn new(reader: NumberReader, policy: Policy<'p>, removes_signature: bool) -> Self {
        StreamDecoder {
            reader,
            policy,
            removes_signature,
            carry: [0; MAX_LOOKAHEAD],
            carry_len: 0,
            skip: 0,
            pending: Replacement::EMPTY,
            position: 0,
            replaced: 0,
        }
    }

    pub(crate) fn shift_state(&self) -> u8 {
        self.reader.shift_state()
    }

    pub(crate) fn set_shift_state(&mut self, state: u8) {
        self.reader.set_shift_state(state);
    }

    /// Decodes a piece. `last` is `true` if no bytes follow it.
    pub(crate) fn step<S: Sink>(&mut self, src: &[u8], dst: &mut [S::Unit], last: bool) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = self.run::<S>(src, dst, last, &mut read, &mut written);
        Step { read, written, stop }
    }

    fn run<S: Sink>(
        &mut self,
        src: &[u8],
        dst: &mut [S::Unit],
        last: bool,
        read: &mut usize,
        written: &mut usize,
    ) -> Stop {
        let has_runs = S::has_runs(self.reader) && !self.policy.doubles_backslashes();
        loop {
            while let Some(c) = self.pending.first() {
                match S::put(c.into(), dst, written) {
                    Put::Written => self.pending.drop_first(),
                    Put::Full => return Stop::OutputFull,
                    Put::Lacking => unreachable!("a character is text and a number"),
                }
            }
            self.skip_ahead(src, read);
            if has_runs && self.carry_len == 0 && self.skip == 0 && !self.removes_signature {
                let (bytes, units) = S::put_run(&mut self.reader, &src[*read..], &mut dst[*written..]);
                *read += bytes;
                *written += units;
                self.position += bytes as u64;
            }
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
                Item::Number(0xFEFF, len) if self.removes_signature => {
                    self.removes_signature = false;
                    len
                }
                Item::Number(number, len) => match S::put(number, dst, written) {
                    Put::Written => {
                        self.removes_signature = false;
                        if number == u32::from('\\') && self.policy.doubles_backslashes() {
                            self.pending = Replacement::char('\\');
                        }
                        len
                    }
                    Put::Full => return Stop::OutputFull,
                    Put::Lacking => match self.policy.replacement(&bytes[..len], ErrorKind::NotScalarValue) {
                        Some(replacement) => self.replace(replacement, len),
                        None => {
                            let offset = self.position;
                            self.advance(reader, len, read);
                            return Stop::NotScalarValue { number, offset };
                        }
                    },
                },
                Item::IllFormed(kind, len, expected) => match self.policy.replacement(&bytes[..len], kind) {
                    Some(replacement) => self.replace(replacement, len),
                    None => {
                        let error = IllFormedAt::new(self.reader.name(), self.position, bytes, len, kind);
                        self.advance(reader, len, read);
                        return Stop::IllFormed(error.with_expected(expected.words()));
                    }
                },
            };
            self.advance(reader, len, read);
        }
    }

    /// Sets what to write next instead of a sequence of `len` bytes. Returns how many of these it takes.
    fn replace(&mut self, replacement: Replacement<'p>, len: usize) -> usize {
        let taken = replacement.taken(len);
        self.pending = replacement;
        self.removes_signature = false;
        self.replaced += 1;
        self.skip = taken.saturating_sub(len);
        taken.min(len)
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
    fn advance(&mut self, reader: NumberReader, len: usize, read: &mut usize) {
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
