//! UTF-8 announced by escape sequences of ISO/IEC 2022 (Annex R, R.6).
//!
//! `ESC 25 2F 47`, `48` and `49` announce UTF-8 with implementation level 1, 2 and 3, `ESC 25 47` UTF-8 with
//! its level not given. `ESC 25 40` returns to ISO/IEC 2022. All this only where the caller says that a text
//! *is* ISO/IEC 2022: in any other, ESC is a control character like others. The level is reported, not
//! checked.
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

/// An implementation level of ISO/IEC 10646-1: what combining characters there may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// No combining characters.
    One,
    /// Some, for the scripts that need them.
    Two,
    /// Any.
    Three,
}

/// A stretch of a text in ISO/IEC 2022, without the sequences around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Segment<'o> {
    /// Not UTF-8: untouched, its own escape sequences included.
    Other {
        /// The stretch.
        bytes: &'o [u8],
        /// Where it begins: bytes.
        offset: usize,
    },
    /// Announced as UTF-8; whether it is well-formed is for the caller to ask. A sequence that the next ESC
    /// cuts off is truncated, and ends there.
    Utf8 {
        /// The stretch.
        bytes: &'o [u8],
        /// Where it begins: bytes.
        offset: usize,
        /// The level announced, if one is.
        level: Option<Level>,
    },
}

/// What a sequence says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Switch {
    /// What follows is UTF-8, of this level if one is given.
    ToUtf8(Option<Level>),
    /// What follows is ISO/IEC 2022 again.
    Return,
}

/// The announcement of UTF-8 at `level`, or of UTF-8 with its level not given.
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

/// The return to ISO/IEC 2022.
pub const RETURN: &[u8] = b"\x1B%@";

/// A sequence as it stands inside UCS-2 or UTF-16 (`unit` is 2) or UCS-4 (4): each byte padded to the code
/// element, the most significant byte first. In bytes and in UTF-8 (1) it is as it is.
///
/// ```
/// use utf8kit_family::iso2022::{RETURN, padded};
///
/// assert_eq!(padded(RETURN, 2), b"\0\x1B\0%\0@");
/// ```
pub fn padded(sequence: &[u8], unit: usize) -> Vec<u8> {
    let mut padded = vec![0; sequence.len() * unit];
    for (element, byte) in padded.chunks_exact_mut(unit).zip(sequence) {
        element[unit - 1] = *byte;
    }
    padded
}

/// The first announcement or return in a text that the caller knows to be in ISO/IEC 2022, and the bytes
/// that it takes. `unit` is the number of bytes of a code element, to which the sequence is [padded]: 2 in
/// UCS-2 and UTF-16, 4 in UCS-4, the most significant byte first; else 1.
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

/// The sequence that `bytes` begin with, if it is one of R.6's or the return, and its length.
fn switch(bytes: &[u8], unit: usize) -> Option<(Switch, usize)> {
    let begins_with = |sequence: &[u8]| {
        let elements = bytes.chunks_exact(unit).take(sequence.len());
        let same = |(element, &byte): (&[u8], &u8)| {
            element[..unit - 1].iter().all(|&byte| byte == 0) && element[unit - 1] == byte
        };
        bytes.len() >= unit * sequence.len() && elements.zip(sequence).all(same)
    };
    let levels = [None, Some(Level::One), Some(Level::Two), Some(Level::Three)];
    let announced = levels.into_iter().find(|&level| begins_with(announcement(level)));
    match announced {
        Some(level) => Some((Switch::ToUtf8(level), unit * announcement(level).len())),
        None => begins_with(RETURN).then_some((Switch::Return, unit * RETURN.len())),
    }
}

/// The stretches of a text that the caller knows to be in ISO/IEC 2022, in order. It begins as something
/// other than UTF-8. Empty stretches are left out.
pub fn segments(bytes: &[u8]) -> Segments<'_> {
    Segments {
        bytes,
        offset: 0,
        level: None,
    }
}

/// See [`segments`].
#[derive(Clone, Debug)]
pub struct Segments<'o> {
    bytes: &'o [u8],
    offset: usize,
    /// The level, if any, that is announced where we are, if UTF-8 is.
    level: Option<Option<Level>>,
}

impl<'o> Iterator for Segments<'o> {
    type Item = Segment<'o>;

    fn next(&mut self) -> Option<Segment<'o>> {
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
