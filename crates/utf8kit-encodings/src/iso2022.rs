//! Escape sequences of ISO/IEC 2022 that announce UTF-8 (ISO/IEC 10646-1, Annex R, R.6).
//!
//! | bytes | meaning |
//! | --- | --- |
//! | `1B 25 2F 47` | UTF-8 of implementation level 1 follows |
//! | `1B 25 2F 48` | UTF-8 of implementation level 2 follows |
//! | `1B 25 2F 49` | UTF-8 of implementation level 3 follows |
//! | `1B 25 47` | UTF-8 follows, its level is not given |
//! | `1B 25 40` | ISO/IEC 2022 follows again |
//!
//! Use these functions only for text that is known to be ISO/IEC 2022: in other text, ESC (`0x1B`) is an
//! ordinary control character. The level is reported, not checked.
//!
//! [`segments`] divides a whole text. A [`Decoder`](crate::Decoder) of [`Encoding::Iso2022`](crate::Encoding::Iso2022)
//! decodes a text in pieces: the parts that are announced as UTF-8, and of the others what is ASCII.
//!
//! ```
//! use utf8kit_encodings::iso2022::{Level, Segment, segments};
//!
//! let bytes = b"\x1B$B$\"\x1B%/I\xE3\x81\x82\x1B%@\x1B(B!";
//! let found: Vec<Segment> = segments(bytes).collect();
//! assert_eq!(found, [
//!     Segment::Other { bytes: b"\x1B$B$\"", offset: 0 },
//!     Segment::Utf8 { bytes: b"\xE3\x81\x82", offset: 9, level: Some(Level::Three) },
//!     Segment::Other { bytes: b"\x1B(B!", offset: 15 },
//! ]);
//! ```

use crate::item::{Expected, Item};
use core::ops::Range;
use utf8kit::codec::{Decode as _, Description, Utf8};
use utf8kit::{Encoding, Endian, ErrorKind, utf8};

/// An implementation level of ISO/IEC 10646-1: the combining characters that text may contain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// No combining characters.
    One,
    /// The combining characters of the scripts that need them.
    Two,
    /// All combining characters.
    Three,
}

/// A part of ISO/IEC 2022 text between two announcements or returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Segment<'a> {
    /// Bytes that are not announced as UTF-8, with all other escape sequences.
    Other {
        /// The bytes of the segment.
        bytes: &'a [u8],
        /// The offset of the segment in the text, in bytes.
        offset: usize,
    },
    /// Bytes that are announced as UTF-8. They are not validated. A sequence that the next announcement or
    /// return cuts is truncated.
    Utf8 {
        /// The bytes of the segment.
        bytes: &'a [u8],
        /// The offset of the segment in the text, in bytes.
        offset: usize,
        /// The level, if the announcement gives one.
        level: Option<Level>,
    },
}

/// The meaning of an escape sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Switch {
    /// UTF-8 follows, of this level if one is given.
    ToUtf8(Option<Level>),
    /// ISO/IEC 2022 follows again.
    Return,
}

/// Returns the escape sequence that announces UTF-8 of `level`, or UTF-8 whose level is not given.
///
/// ```
/// use utf8kit_encodings::iso2022::{Level, RETURN, announcement};
///
/// let text = [announcement(Some(Level::Three)), "あ".as_bytes(), RETURN].concat();
/// assert_eq!(text, b"\x1B%/I\xE3\x81\x82\x1B%@");
/// ```
pub const fn announcement(level: Option<Level>) -> &'static [u8] {
    match level {
        None => b"\x1B%G",
        Some(Level::One) => b"\x1B%/G",
        Some(Level::Two) => b"\x1B%/H",
        Some(Level::Three) => b"\x1B%/I",
    }
}

/// The escape sequence that returns to ISO/IEC 2022: `1B 25 40`.
pub const RETURN: &[u8] = b"\x1B%@";

/// Returns `sequence` with each byte padded to a code unit of `unit` bytes in this byte order.
///
/// `unit` is 1 for UTF-8 and other byte encodings, 2 for UCS-2 and UTF-16, 4 for UCS-4.
///
/// # Panics
///
/// Panics if `unit` is 0.
///
/// ```
/// use utf8kit::Endian;
/// use utf8kit_encodings::iso2022::{RETURN, padded};
///
/// assert_eq!(padded(RETURN, 2, Endian::Big), b"\0\x1B\0%\0@");
/// assert_eq!(padded(RETURN, 2, Endian::Little), b"\x1B\0%\0@\0");
/// ```
pub fn padded(sequence: &[u8], unit: usize, endian: Endian) -> Vec<u8> {
    let mut padded = vec![0; sequence.len() * unit];
    for (code_unit, byte) in padded.chunks_exact_mut(unit).zip(sequence) {
        code_unit[place_of_byte(unit, endian)] = *byte;
    }
    padded
}

/// Returns the place of a byte in its code unit of `unit` bytes. The other bytes are zero.
const fn place_of_byte(unit: usize, endian: Endian) -> usize {
    match endian {
        Endian::Big => unit - 1,
        Endian::Little => 0,
    }
}

/// Returns the range in bytes and the meaning of the first announcement or return in ISO/IEC 2022 text, or
/// `None` if it has none.
///
/// `unit` is the number of bytes of a code unit, to which the sequence is [padded] in this byte order: 2 in
/// UCS-2 and UTF-16, 4 in UCS-4, otherwise 1, where the order has no effect.
///
/// # Panics
///
/// Panics if `unit` is 0 and the text contains an ESC.
///
/// ```
/// use utf8kit::Endian;
/// use utf8kit_encodings::iso2022::{Switch, find};
///
/// assert_eq!(find(b"a\x1B%G", 1, Endian::Big), Some((1..4, Switch::ToUtf8(None))));
/// assert_eq!(find(b"\0a\0\x1B\0%\0G", 2, Endian::Big), Some((2..8, Switch::ToUtf8(None))));
/// assert_eq!(find(b"a\0\x1B\0%\0G\0", 2, Endian::Little), Some((2..8, Switch::ToUtf8(None))));
/// ```
pub fn find(bytes: &[u8], unit: usize, endian: Endian) -> Option<(Range<usize>, Switch)> {
    memchr::memchr_iter(0x1B, bytes).find_map(|escape| {
        let start = escape
            .checked_sub(place_of_byte(unit, endian))
            .filter(|start| start % unit == 0)?;
        let (switch, len) = switch(&bytes[start..], unit, endian)?;
        Some((start..start + len, switch))
    })
}

/// Returns the meaning and the length in bytes of the escape sequence that `bytes` begin with, or `None` if they
/// begin with no announcement or return.
fn switch(bytes: &[u8], unit: usize, endian: Endian) -> Option<(Switch, usize)> {
    let begins_with = |sequence: &[u8]| {
        let code_units = bytes.chunks_exact(unit).take(sequence.len());
        let is_equal = |(code_unit, &byte): (&[u8], &u8)| {
            let place = place_of_byte(unit, endian);
            let is_padding = |(at, &padding): (usize, &u8)| at == place || padding == 0;
            code_unit[place] == byte && code_unit.iter().enumerate().all(is_padding)
        };
        bytes.len() >= unit * sequence.len() && code_units.zip(sequence).all(is_equal)
    };
    let levels = [None, Some(Level::One), Some(Level::Two), Some(Level::Three)];
    let announced = levels.into_iter().find(|&level| begins_with(announcement(level)));
    match announced {
        Some(level) => Some((Switch::ToUtf8(level), unit * announcement(level).len())),
        None => begins_with(RETURN).then_some((Switch::Return, unit * RETURN.len())),
    }
}

/// Returns the segments of ISO/IEC 2022 text, in order. Empty segments are left out.
///
/// The text begins as [`Segment::Other`]: UTF-8 must be announced. The [module](self) has an example.
pub fn segments(bytes: &[u8]) -> Segments<'_> {
    Segments {
        bytes,
        offset: 0,
        level: None,
    }
}

/// An iterator over the segments of ISO/IEC 2022 text. [`segments`] returns it.
#[derive(Clone, Debug)]
pub struct Segments<'a> {
    bytes: &'a [u8],
    offset: usize,
    /// The level announced for UTF-8 at `offset`, if it gives one; `None` outside UTF-8.
    level: Option<Option<Level>>,
}

impl<'a> Iterator for Segments<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        while self.offset < self.bytes.len() {
            let (offset, utf8) = (self.offset, self.level);
            let rest = &self.bytes[offset..];
            let bytes = match find(rest, 1, Endian::Big) {
                Some((sequence, switch)) => {
                    self.offset += sequence.end;
                    self.level = match switch {
                        Switch::ToUtf8(level) => Some(level),
                        Switch::Return => None,
                    };
                    &rest[..sequence.start]
                }
                None => {
                    self.offset = self.bytes.len();
                    rest
                }
            };
            if !bytes.is_empty() {
                return Some(match utf8 {
                    Some(level) => Segment::Utf8 { bytes, offset, level },
                    None => Segment::Other { bytes, offset },
                });
            }
        }
        None
    }
}

static ISO_2022: Description = Description::new("ISO/IEC 2022")
    .with_clause(|_| "ISO/IEC 10646-1 R.6")
    .with_expected(Expected::words);

/// Reads ISO/IEC 2022 text one character at a time; holds the state between two of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reader {
    /// Whether the text is announced as UTF-8.
    in_utf8: bool,
}

impl Reader {
    pub(crate) const fn new() -> Self {
        Reader { in_utf8: false }
    }

    pub(crate) fn description(&self) -> &'static Description {
        match self.in_utf8 {
            true => Encoding::Utf8.description(),
            false => &ISO_2022,
        }
    }

    /// Returns the state between two items as a number, which is zero at the beginning of a text.
    pub(crate) fn shift_state(&self) -> u8 {
        self.in_utf8.into()
    }

    /// Moves to a state that [`shift_state`](Self::shift_state) returned.
    pub(crate) fn set_shift_state(&mut self, state: u8) {
        self.in_utf8 = state == 1;
    }

    /// Returns what `bytes`, which are not empty, begin with, and moves to the state after it. `last` is `true` if no
    /// bytes follow.
    pub(crate) fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        let is_escape = bytes[0] == 0x1B;
        if is_escape && let Some((switch, len)) = switch(bytes, 1, Endian::Big) {
            self.in_utf8 = matches!(switch, Switch::ToUtf8(_));
            return Item::Skip(len);
        }
        if is_escape
            && !last
            && [&b"\x1B%/"[..], b"\x1B%"]
                .iter()
                .any(|escape| escape.starts_with(bytes))
        {
            return Item::Incomplete;
        }
        match bytes[0] {
            byte @ 0x00..=0x7F => Item::Number(byte.into(), 1),
            _ if !self.in_utf8 => Item::IllFormed(ErrorKind::Undefined, 1, Expected::AsciiInIso2022),
            _ => match Utf8.decode(bytes, last) {
                Ok((number, len)) => Item::Number(number, len),
                Err(error) if error.kind == ErrorKind::UnexpectedEnd && !last => Item::Incomplete,
                Err(error) => Item::IllFormed(error.kind, error.len, Expected::ByKind),
            },
        }
    }

    /// Returns the number of bytes of the characters at the beginning that are the same in UTF-8.
    pub(crate) fn plain_len(&self, src: &[u8]) -> usize {
        /// Bytes searched at once. Text with an error every few bytes must not be searched to its end at each of them.
        const BLOCK: usize = 1024;

        let mut len = 0;
        while len < src.len() {
            let block = &src[len..src.len().min(len + BLOCK)];
            let end = memchr::memchr(0x1B, block).unwrap_or(block.len());
            let plain = &block[..end];
            let error = match self.in_utf8 {
                true => utf8::validate(plain).err(),
                false => utf8kit::ascii::validate(plain).err(),
            };
            let copied = error.map_or(end, |error| error.valid_up_to());
            len += copied;
            // The end of a block can cut a character.
            let is_cut = end == block.len() && error.is_some_and(|error| error.error_len().is_none());
            if copied == 0 || (copied < block.len() && !is_cut) {
                break;
            }
        }
        len
    }
}
