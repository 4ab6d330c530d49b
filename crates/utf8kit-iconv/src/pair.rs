//! Converts well-formed text from one encoding to another, as far as the kernels go.

use crate::charset::Encoding;
use crate::table::Progress;
use utf8kit::{Encoding as Base, Policy, utf8};

/// The most bytes that a conversion writes at once.
const LONGEST: usize = 16 * 1024;

/// The least that is allocated.
const SHORTEST: usize = 512;

/// Memory for conversions. It is kept with the descriptor: stacks of threads can be small.
#[derive(Default)]
pub(crate) struct Buffers {
    /// What is written to the output next.
    pub(crate) output: Vec<u8>,
    /// UTF-8 between two other encodings.
    middle: Vec<u8>,
}

impl Buffers {
    /// Makes room for a text of `len` bytes, as far as there is memory.
    pub(crate) fn prepare(&mut self, pair: Pair, len: usize) {
        let size = len.saturating_mul(4).clamp(SHORTEST, LONGEST).next_power_of_two();
        if self.output.len() < size {
            grow(&mut self.output, size);
            if !pair.is_direct() {
                grow(&mut self.middle, size);
            }
        }
    }
}

/// Makes a buffer longer, or empty if there is no memory.
fn grow(buffer: &mut Vec<u8>, len: usize) {
    buffer.clear();
    if buffer.try_reserve_exact(len).is_ok() {
        buffer.resize(len, 0);
    }
}

/// A pair of encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    pub(crate) from: Encoding,
    pub(crate) to: Encoding,
}

impl Pair {
    /// Returns `true` if the pair needs no UTF-8 between its encodings.
    fn is_direct(self) -> bool {
        self.from == Encoding::Utf8 || self.to == Encoding::Utf8 || self.bases().is_some()
    }

    /// Returns the length of the longest text that is converted faster without a kernel.
    #[inline]
    pub(crate) fn short(self) -> usize {
        match (self.from, self.to) {
            (_, Encoding::Single(_)) => 32,
            (Encoding::Single(_), _) => 64,
            (Encoding::Utf32(_) | Encoding::Ucs2(_), _) | (_, Encoding::Ucs2(_)) => 0,
            _ => 16,
        }
    }

    /// Returns the number of bytes at the end of `src` that are the beginning of a character. The kernels would stop there with an error,
    /// which takes longer than the text of a short call.
    #[inline]
    pub(crate) fn cut(self, src: &[u8]) -> usize {
        match self.from {
            // Most texts end in ASCII.
            Encoding::Utf8 if src.last().is_none_or(u8::is_ascii) => 0,
            Encoding::Utf8 => src.len() - utf8::split_incomplete(src).0.len(),
            Encoding::Utf16(_) | Encoding::Ucs2(_) => src.len() % 2,
            Encoding::Utf32(_) => src.len() % 4,
            Encoding::Latin1 | Encoding::Ascii | Encoding::Single(_) => 0,
        }
    }

    /// Returns both encodings if the library has them.
    fn bases(self) -> Option<(Base, Base)> {
        self.from.base().zip(self.to.base())
    }

    /// Converts the beginning of `src` to at most `room` bytes. Returns the numbers of bytes read, and written to
    /// `buffers.output`. Both end at the end of a character. No byte read is an answer for any input.
    pub(crate) fn convert(self, src: &[u8], room: usize, buffers: &mut Buffers) -> Progress {
        let Buffers { output, middle } = buffers;
        let room = room.min(output.len());
        let src = &src[..src.len().min(self.piece(output.len(), room))];
        let dst = &mut output[..room];
        if let Some((from, to)) = self.bases() {
            between(src, from, to, dst)
        } else if self.from == Encoding::Utf8 {
            from_utf8(self.to, src, dst)
        } else if self.to == Encoding::Utf8 {
            to_utf8(self.from, src, dst)
        } else {
            let (read, len) = to_utf8(self.from, src, middle);
            let (passed, written) = from_utf8(self.to, &middle[..len], dst);
            let read = if passed == len {
                read
            } else {
                source_len(self.from, &middle[..passed])
            };
            (read, written)
        }
    }

    /// Returns the number of bytes to read at once with buffers of `size` bytes, for an output of `room` bytes. No
    /// pair writes more than four bytes for one byte.
    fn piece(self, size: usize, room: usize) -> usize {
        match (self.from, self.to) {
            (Encoding::Utf8, Encoding::Utf8 | Encoding::Latin1 | Encoding::Ascii | Encoding::Single(_)) => {
                size
            }
            (Encoding::Utf16(_) | Encoding::Utf32(_), Encoding::Utf8)
            | (Encoding::Utf8, Encoding::Utf16(_)) => size / 2,
            (Encoding::Utf8, _) | (_, Encoding::Utf8) => size / 4,
            // What does not fit would be converted to UTF-8 for nothing.
            _ => (size / 4).min(room / self.to.width() * self.from.width() + 4),
        }
    }
}

/// Converts the well-formed beginning of `src` to UTF-8.
fn to_utf8(from: Encoding, src: &[u8], dst: &mut [u8]) -> Progress {
    match from {
        Encoding::Ucs2(endian) => {
            let (read, written) = between(src, Base::Utf16(endian), Base::Utf8, dst);
            let end = before_supplementary(&dst[..written]);
            if end == written {
                (read, written)
            } else {
                (source_len(from, &dst[..end]), end)
            }
        }
        Encoding::Single(table) => table.decode(src, dst),
        _ => from
            .base()
            .map_or((0, 0), |from| between(src, from, Base::Utf8, dst)),
    }
}

/// Converts the beginning of UTF-8 that is well-formed and has only characters of `to`.
fn from_utf8(to: Encoding, src: &[u8], dst: &mut [u8]) -> Progress {
    match to {
        Encoding::Ucs2(endian) => {
            let src = &src[..before_supplementary(src)];
            between(src, Base::Utf8, Base::Utf16(endian), dst)
        }
        Encoding::Single(table) => table.encode(src, dst),
        _ => to.base().map_or((0, 0), |to| between(src, Base::Utf8, to, dst)),
    }
}

/// Converts the beginning of `src` that is well-formed and has only characters of `to`.
fn between(src: &[u8], from: Base, to: Base, dst: &mut [u8]) -> Progress {
    match utf8kit::convert(src, from, to, Policy::Fail, dst) {
        Ok(done) => (src.len(), done.written),
        Err(error) => (error.read(), error.written()),
    }
}

/// Returns the offset of the first byte that can start a character over U+FFFF, or the length if there is none.
fn before_supplementary(text: &[u8]) -> usize {
    // The greatest byte of a block is found with vectors, the first one is not.
    let block = text
        .chunks(256)
        .position(|block| block.iter().fold(0, |max, &byte| byte.max(max)) >= 0xF0);
    block.map_or(text.len(), |block| {
        let start = block * 256;
        text[start..]
            .iter()
            .position(|&byte| byte >= 0xF0)
            .map_or(text.len(), |offset| start + offset)
    })
}

/// Returns the number of bytes in the encoding `from` that became `text`, which is well-formed UTF-8.
fn source_len(from: Encoding, text: &[u8]) -> usize {
    match from {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16(_) | Encoding::Ucs2(_) => 2 * utf8::utf16_len(text),
        Encoding::Utf32(_) => 4 * utf8::count(text),
        Encoding::Latin1 | Encoding::Ascii | Encoding::Single(_) => utf8::count(text),
    }
}
