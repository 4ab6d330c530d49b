//! Converts short texts, and texts with many errors, one character at a time.
//!
//! To call the C library takes as long as to convert 10 bytes, and a kernel starts and stops at an error in as much. So what the C
//! library would say is decided here where every version of it says the same:
//!
//! - a sequence is illegal if its first byte starts none, or if a byte that must continue it does not. Whether one with
//!   continuation bytes alone is, such as a surrogate or a number over U+10FFFF, is left to the C library;
//! - a sequence is incomplete if the text ends in it, and bytes can follow that complete a character;
//! - a character that the target lacks is illegal, but for tags, which the C library leaves out.
//!
//! Which bytes of a single-byte encoding are illegal is learned from the C library's answers.

use crate::charset::Encoding;
use crate::pair::Pair;
use crate::table::Table;
use std::mem::MaybeUninit;
use utf8kit::Endian;

/// Why a conversion ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The whole text was converted.
    Whole,
    /// The next sequence or its character is illegal.
    Illegal,
    /// The text ends in a sequence.
    Incomplete,
    /// The output is full, or the C library has to decide.
    Unknown,
}

/// What a conversion did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    pub(crate) read: usize,
    pub(crate) written: usize,
    pub(crate) end: End,
}

/// Converts the beginning of a text into an output, and writes nothing behind that.
pub(crate) type Convert = fn(&Bytes, &[u8], &mut [MaybeUninit<u8>]) -> Done;

/// The characters of a single-byte encoding.
pub(crate) struct Bytes {
    characters: [u16; 256],
    is_filled: bool,
}

/// Stands for a byte that the C library has to decide.
const UNKNOWN: u16 = 0xFFFF;

/// Stands for a byte that the C library has refused.
const ILLEGAL: u16 = 0xFFFE;

impl Bytes {
    pub(crate) const EMPTY: Bytes = Bytes {
        characters: [UNKNOWN; 256],
        is_filled: false,
    };

    /// Reads the characters of a table when it is first used.
    #[inline]
    pub(crate) fn prepare(&mut self, from: Encoding) {
        if let Encoding::Single(table) = from
            && !self.is_filled
        {
            self.fill(table);
        }
    }

    #[cold]
    fn fill(&mut self, table: Table) {
        self.is_filled = true;
        for (place, c) in self.characters.iter_mut().zip(table.characters()) {
            let number = c.and_then(|c| u16::try_from(u32::from(c)).ok());
            *place = number.filter(|&number| number < ILLEGAL).unwrap_or(UNKNOWN);
        }
    }

    /// Remembers that the C library has refused a byte.
    pub(crate) fn refuse(&mut self, byte: u8) {
        self.characters[usize::from(byte)] = ILLEGAL;
    }
}

/// Returns what converts a pair, or `None` if nothing here does.
pub(crate) fn find(pair: Pair) -> Option<Convert> {
    match pair.from {
        Encoding::Utf8 => to::<Utf8>(pair.to),
        Encoding::Ascii => to::<Ascii>(pair.to),
        Encoding::Latin1 => to::<Latin1>(pair.to),
        Encoding::Single(_) => to::<Single>(pair.to),
        Encoding::Utf16(Endian::Little) => to::<Utf16<false>>(pair.to),
        Encoding::Utf16(Endian::Big) => to::<Utf16<true>>(pair.to),
        Encoding::Utf32(_) | Encoding::Ucs2(_) => None,
    }
}

fn to<S: Source>(to: Encoding) -> Option<Convert> {
    Some(match to {
        Encoding::Utf8 => convert::<S, Utf8>,
        Encoding::Latin1 => convert::<S, Latin1>,
        Encoding::Ascii => convert::<S, Ascii>,
        Encoding::Utf16(Endian::Little) => convert::<S, Utf16<false>>,
        Encoding::Utf16(Endian::Big) => convert::<S, Utf16<true>>,
        Encoding::Utf32(Endian::Little) => convert::<S, Utf32<false>>,
        Encoding::Utf32(Endian::Big) => convert::<S, Utf32<true>>,
        Encoding::Ucs2(_) | Encoding::Single(_) => return None,
    })
}

/// The beginning of a text.
enum First {
    /// A character, and its length.
    Char(u32, usize),
    Illegal,
    Incomplete,
    Unknown,
}

trait Source {
    /// Whether bytes below 0x80 are ASCII.
    const HAS_ASCII: bool;

    /// Reads the beginning of `src`, which is not empty.
    fn first(bytes: &Bytes, src: &[u8]) -> First;
}

trait Target {
    /// The bytes that an ASCII character becomes.
    const WIDTH: usize;

    /// Returns the length of a character, and its bytes from the lowest of the number on, or `None` if it is lacking.
    fn encode(c: u32) -> Option<(usize, u32)>;

    /// Writes an ASCII character to the bytes that it becomes.
    #[inline(always)]
    fn put_ascii(dst: &mut [MaybeUninit<u8>], byte: u8) {
        if let Some((_, bytes)) = Self::encode(byte.into()) {
            for (place, byte) in dst.iter_mut().zip(bytes.to_le_bytes()) {
                place.write(byte);
            }
        }
    }
}

/// Writes the first `len` bytes of a number. Returns `false` if they do not fit.
#[inline(always)]
fn put(dst: &mut [MaybeUninit<u8>], at: usize, len: usize, bytes: u32) -> bool {
    let Some(dst) = dst.get_mut(at..at + len) else {
        return false;
    };
    for (place, byte) in dst.iter_mut().zip(bytes.to_le_bytes()) {
        place.write(byte);
    }
    true
}

/// Returns the number of ASCII characters that the first 8 bytes of `src` begin with.
#[inline(always)]
fn ascii(src: &[u8]) -> usize {
    let len = src.len();
    // Shorter ones are read in two parts, which may overlap.
    let word = if let Some(block) = src.first_chunk() {
        u64::from_le_bytes(*block)
    } else if let (Some(low), Some(high)) = (src.first_chunk(), src.last_chunk()) {
        u64::from(u32::from_le_bytes(*low)) | u64::from(u32::from_le_bytes(*high)) << (8 * (len - 4))
    } else {
        let byte = |index: usize| u64::from(src[index.min(len - 1)]) << (8 * index);
        byte(0) | byte(1) | byte(2)
    };
    let mask = word & 0x8080_8080_8080_8080;
    (mask.trailing_zeros() as usize / 8).min(len)
}

fn convert<S: Source, T: Target>(bytes: &Bytes, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Done {
    let (mut read, mut written) = (0, 0);
    let end = loop {
        let rest = &src[read..];
        if rest.is_empty() {
            break End::Whole;
        }
        if S::HAS_ASCII && rest[0] < 0x80 {
            let count = ascii(rest);
            let Some(dst) = dst.get_mut(written..written + count * T::WIDTH) else {
                break End::Unknown;
            };
            let characters = dst.chunks_exact_mut(T::WIDTH);
            if let (8, Some(block)) = (count, rest.first_chunk::<8>()) {
                // Their number is known, so that this becomes vector code.
                characters
                    .zip(block)
                    .for_each(|(dst, &byte)| T::put_ascii(dst, byte));
            } else {
                characters
                    .zip(rest)
                    .for_each(|(dst, &byte)| T::put_ascii(dst, byte));
            }
            read += count;
            written += count * T::WIDTH;
            continue;
        }
        match S::first(bytes, rest) {
            First::Char(c, len) => match T::encode(c) {
                Some((size, bytes)) if put(dst, written, size, bytes) => {
                    read += len;
                    written += size;
                }
                // Tags.
                None if !(0xE0000..=0xE007F).contains(&c) => break End::Illegal,
                _ => break End::Unknown,
            },
            First::Illegal => break End::Illegal,
            First::Incomplete => break End::Incomplete,
            First::Unknown => break End::Unknown,
        }
    };
    Done { read, written, end }
}

struct Utf8;

impl Source for Utf8 {
    const HAS_ASCII: bool = true;

    #[inline(always)]
    fn first(_: &Bytes, src: &[u8]) -> First {
        let lead = src[0];
        // The bytes that continue the sequence, those that the second one must be in, and the bits of the first one.
        let (count, second, bits) = match lead {
            0..0x80 => return First::Char(lead.into(), 1),
            0x80..0xC2 | 0xFE.. => return First::Illegal,
            0xC2..0xE0 => (1, 0x80..=0xBF, lead & 0x1F),
            0xE0 => (2, 0xA0..=0xBF, lead & 0xF),
            0xED => (2, 0x80..=0x9F, lead & 0xF),
            0xE1..0xF0 => (2, 0x80..=0xBF, lead & 0xF),
            0xF0 => (3, 0x90..=0xBF, lead & 7),
            0xF1..0xF4 => (3, 0x80..=0xBF, lead & 7),
            0xF4 => (3, 0x80..=0x8F, lead & 7),
            // Some targets have numbers over U+10FFFF, in five or six bytes.
            0xF5..0xFE => {
                let is_continued = src.get(1).is_none_or(|byte| byte & 0xC0 == 0x80);
                return if is_continued {
                    First::Unknown
                } else {
                    First::Illegal
                };
            }
        };
        let mut number = u32::from(bits);
        for index in 1..=count {
            match src.get(index) {
                None => return First::Incomplete,
                Some(&byte) if byte & 0xC0 != 0x80 => return First::Illegal,
                Some(byte) if index == 1 && !second.contains(byte) => return First::Unknown,
                Some(&byte) => number = number << 6 | u32::from(byte & 0x3F),
            }
        }
        First::Char(number, count + 1)
    }
}

impl Target for Utf8 {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn encode(c: u32) -> Option<(usize, u32)> {
        let trail = |shift: u32| 0x80 | c >> shift & 0x3F;
        Some(match c {
            0..0x80 => (1, c),
            0x80..0x800 => (2, 0xC0 | c >> 6 | trail(0) << 8),
            0x800..0x1_0000 => (3, 0xE0 | c >> 12 | trail(6) << 8 | trail(0) << 16),
            _ => (
                4,
                0xF0 | c >> 18 | trail(12) << 8 | trail(6) << 16 | trail(0) << 24,
            ),
        })
    }
}

struct Ascii;

impl Source for Ascii {
    const HAS_ASCII: bool = true;

    #[inline(always)]
    fn first(_: &Bytes, src: &[u8]) -> First {
        match src[0] {
            byte @ 0..0x80 => First::Char(byte.into(), 1),
            _ => First::Illegal,
        }
    }
}

impl Target for Ascii {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn encode(c: u32) -> Option<(usize, u32)> {
        (c < 0x80).then_some((1, c))
    }
}

struct Latin1;

impl Source for Latin1 {
    const HAS_ASCII: bool = true;

    #[inline(always)]
    fn first(_: &Bytes, src: &[u8]) -> First {
        First::Char(src[0].into(), 1)
    }
}

impl Target for Latin1 {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn encode(c: u32) -> Option<(usize, u32)> {
        (c < 0x100).then_some((1, c))
    }
}

/// An encoding with a table.
struct Single;

impl Source for Single {
    const HAS_ASCII: bool = false;

    #[inline(always)]
    fn first(bytes: &Bytes, src: &[u8]) -> First {
        match bytes.characters[usize::from(src[0])] {
            UNKNOWN => First::Unknown,
            ILLEGAL => First::Illegal,
            c => First::Char(c.into(), 1),
        }
    }
}

/// UTF-16 in a byte order.
struct Utf16<const IS_BIG: bool>;

impl<const IS_BIG: bool> Utf16<IS_BIG> {
    #[inline(always)]
    fn unit(src: &[u8], at: usize) -> Option<u32> {
        let unit = *src.get(at..)?.first_chunk()?;
        Some(u32::from(match IS_BIG {
            true => u16::from_be_bytes(unit),
            false => u16::from_le_bytes(unit),
        }))
    }
}

impl<const IS_BIG: bool> Source for Utf16<IS_BIG> {
    const HAS_ASCII: bool = false;

    #[inline(always)]
    fn first(_: &Bytes, src: &[u8]) -> First {
        match Self::unit(src, 0) {
            None => First::Incomplete,
            Some(high @ 0xD800..0xDC00) => match Self::unit(src, 2) {
                None => First::Incomplete,
                Some(low @ 0xDC00..0xE000) => {
                    First::Char(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00), 4)
                }
                Some(_) => First::Illegal,
            },
            Some(0xDC00..0xE000) => First::Illegal,
            Some(unit) => First::Char(unit, 2),
        }
    }
}

impl<const IS_BIG: bool> Target for Utf16<IS_BIG> {
    const WIDTH: usize = 2;

    #[inline(always)]
    fn encode(c: u32) -> Option<(usize, u32)> {
        let (len, units) = match c.checked_sub(0x1_0000) {
            None => (2, c),
            Some(bits) => (4, 0xD800 | bits >> 10 | (0xDC00 | bits & 0x3FF) << 16),
        };
        Some((
            len,
            match IS_BIG {
                true => units.swap_bytes().rotate_left(16),
                false => units,
            },
        ))
    }
}

/// UTF-32 in a byte order, as a target.
struct Utf32<const IS_BIG: bool>;

impl<const IS_BIG: bool> Target for Utf32<IS_BIG> {
    const WIDTH: usize = 4;

    #[inline(always)]
    fn encode(c: u32) -> Option<(usize, u32)> {
        Some((4, if IS_BIG { c.swap_bytes() } else { c }))
    }
}
