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
//! ```
//! use utf8kit_family::iso2022::{Level, Segment, segments};
//!
//! let bytes = b"\x1B$B$\"\x1B%/I\xE3\x81\x82\x1B%@\x1B(B!";
//! let found: Vec<Segment> = segments(bytes).collect();
//! assert_eq!(found, [
//!     Segment::Other { bytes: b"\x1B$B$\"", offset: 0 },
//!     Segment::Utf8 { bytes: b"\xE3\x81\x82", offset: 9, level: Some(Level::Three) },
//!     Segment::Other { bytes: b"\x1B(B!", offset: 15 },
//! ]);
//! ```

use core::ops::Range;

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
/// use utf8kit_family::iso2022::{Level, RETURN, announcement};
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

/// Returns `sequence` with each byte padded to a code unit of `unit` bytes, in big-endian order.
///
/// `unit` is 1 for UTF-8 and other byte encodings, 2 for UCS-2 and UTF-16, 4 for UCS-4.
///
/// # Panics
///
/// Panics if `unit` is 0.
///
/// ```
/// use utf8kit_family::iso2022::{RETURN, padded};
///
/// assert_eq!(padded(RETURN, 2), b"\0\x1B\0%\0@");
/// ```
pub fn padded(sequence: &[u8], unit: usize) -> Vec<u8> {
    let mut padded = vec![0; sequence.len() * unit];
    for (code_unit, byte) in padded.chunks_exact_mut(unit).zip(sequence) {
        code_unit[unit - 1] = *byte;
    }
    padded
}

/// Returns the range in bytes and the meaning of the first announcement or return in ISO/IEC 2022 text, or
/// `None` if it has none.
///
/// `unit` is the number of bytes of a code unit, to which the sequence is [padded] in big-endian order: 2 in
/// UCS-2 and UTF-16, 4 in UCS-4, otherwise 1.
///
/// # Panics
///
/// Panics if `unit` is 0 and the text contains an ESC.
///
/// ```
/// use utf8kit_family::iso2022::{Switch, find};
///
/// assert_eq!(find(b"a\x1B%G", 1), Some((1..4, Switch::ToUtf8(None))));
/// assert_eq!(find(b"\0a\0\x1B\0%\0G", 2), Some((2..8, Switch::ToUtf8(None))));
/// ```
pub fn find(bytes: &[u8], unit: usize) -> Option<(Range<usize>, Switch)> {
    memchr::memchr_iter(0x1B, bytes).find_map(|escape| {
        let start = (escape + 1).checked_sub(unit).filter(|start| start % unit == 0)?;
        let (switch, len) = switch(&bytes[start..], unit)?;
        Some((start..start + len, switch))
    })
}

/// Returns the meaning and the length in bytes of the escape sequence that `bytes` begin with, or `None` if they
/// begin with no announcement or return.
fn switch(bytes: &[u8], unit: usize) -> Option<(Switch, usize)> {
    let begins_with = |sequence: &[u8]| {
        let code_units = bytes.chunks_exact(unit).take(sequence.len());
        let is_equal = |(code_unit, &byte): (&[u8], &u8)| {
            code_unit[..unit - 1].iter().all(|&byte| byte == 0) && code_unit[unit - 1] == byte
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
            let bytes = match find(rest, 1) {
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
