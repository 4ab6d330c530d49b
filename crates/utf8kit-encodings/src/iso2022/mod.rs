//! Escape sequences of ISO/IEC 2022 that announce text of ISO/IEC 10646 (ISO/IEC 10646-1 clause 16, and Annex R, R.6).
//!
//! | bytes | what follows |
//! | --- | --- |
//! | `1B 25 2F 47` | UTF-8 of implementation level 1 |
//! | `1B 25 2F 48` | UTF-8 of implementation level 2 |
//! | `1B 25 2F 49` | UTF-8 of implementation level 3 |
//! | `1B 25 47` | UTF-8, its level is not given |
//! | `1B 25 2F 40`, `43`, `45` | UCS-2 of levels 1 to 3 |
//! | `1B 25 2F 41`, `44`, `46` | UCS-4 of levels 1 to 3 |
//! | `1B 25 2F 4A`, `4B`, `4C` | UTF-16 of levels 1 to 3 |
//! | `1B 25 40` | ISO/IEC 2022 again |
//!
//! The UTF-8 is that of Annex R: its sequences have up to six bytes. UCS-2, UCS-4 and UTF-16 have the most significant byte
//! first, and there, each byte of an escape sequence is [padded] to a code unit. A [`Level`] says which combining characters
//! there are.
//!
//! Use these functions only for text that is known to be ISO/IEC 2022: in other text, ESC (`0x1B`) is an
//! ordinary control character.
//!
//! [`segments`] divides a whole text. A [`Decoder`](crate::Decoder) of [`Encoding::Iso2022`] decodes a text in pieces: the
//! parts that are announced, and of the others what is ASCII. A designation of another character set is ill-formed, and so is
//! what is in that set. An [`Encoder`](crate::Encoder) writes a text that is announced as a whole.
//!
//! ```
//! use utf8kit_encodings::iso2022::{Announcement, Level, Segment, segments};
//!
//! let bytes = b"\x1B$B$\"\x1B%/I\xE3\x81\x82\x1B%@\x1B(B!";
//! let found: Vec<Segment> = segments(bytes).collect();
//! let announcement = Announcement::Utf8(Some(Level::Three));
//! assert_eq!(found, [
//!     Segment::Other { bytes: b"\x1B$B$\"", offset: 0 },
//!     Segment::Announced { bytes: b"\xE3\x81\x82", offset: 9, announcement },
//!     Segment::Other { bytes: b"\x1B(B!", offset: 15 },
//! ]);
//! ```

mod escape;
mod level;
mod reader;
mod writer;

use crate::Encoding;
use core::fmt;
use core::ops::Range;
use utf8kit::{Encoding as Base, Endian};

pub use level::Level;
pub(crate) use reader::Reader;
pub(crate) use writer::Writer;

/// An encoding of ISO/IEC 10646 that an escape sequence announces, and its implementation level.
///
/// ```
/// use utf8kit_encodings::iso2022::{Announcement, Level, RETURN};
///
/// let announcement = Announcement::Utf8(Some(Level::Three));
/// let text = [announcement.sequence(), "あ".as_bytes(), RETURN].concat();
/// assert_eq!(text, b"\x1B%/I\xE3\x81\x82\x1B%@");
/// assert_eq!(announcement.to_string(), "UTF-8, level 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Announcement {
    /// UTF-8 as Annex R defines it, of this level if one is given.
    Utf8(Option<Level>),
    /// UCS-2.
    Ucs2(Level),
    /// UCS-4.
    Ucs4(Level),
    /// UTF-16, as Annex Q defines it.
    Utf16(Level),
}

impl Announcement {
    /// Every announcement.
    pub const ALL: [Announcement; 13] = {
        use Announcement::{Ucs2, Ucs4, Utf8, Utf16};
        use Level::{One, Three, Two};
        [
            Utf8(None),
            Utf8(Some(One)),
            Utf8(Some(Two)),
            Utf8(Some(Three)),
            Ucs2(One),
            Ucs4(One),
            Ucs2(Two),
            Ucs4(Two),
            Ucs2(Three),
            Ucs4(Three),
            Utf16(One),
            Utf16(Two),
            Utf16(Three),
        ]
    };

    /// Returns the escape sequence.
    pub const fn sequence(self) -> &'static [u8] {
        match self {
            Announcement::Utf8(None) => b"\x1B%G",
            Announcement::Utf8(Some(Level::One)) => b"\x1B%/G",
            Announcement::Utf8(Some(Level::Two)) => b"\x1B%/H",
            Announcement::Utf8(Some(Level::Three)) => b"\x1B%/I",
            Announcement::Ucs2(Level::One) => b"\x1B%/@",
            Announcement::Ucs4(Level::One) => b"\x1B%/A",
            Announcement::Ucs2(Level::Two) => b"\x1B%/C",
            Announcement::Ucs4(Level::Two) => b"\x1B%/D",
            Announcement::Ucs2(Level::Three) => b"\x1B%/E",
            Announcement::Ucs4(Level::Three) => b"\x1B%/F",
            Announcement::Utf16(Level::One) => b"\x1B%/J",
            Announcement::Utf16(Level::Two) => b"\x1B%/K",
            Announcement::Utf16(Level::Three) => b"\x1B%/L",
        }
    }

    /// Returns the implementation level, if one is given.
    pub const fn level(self) -> Option<Level> {
        match self {
            Announcement::Utf8(level) => level,
            Announcement::Ucs2(level) | Announcement::Ucs4(level) | Announcement::Utf16(level) => Some(level),
        }
    }

    /// Returns the encoding.
    pub const fn encoding(self) -> Encoding {
        match self {
            Announcement::Utf8(_) => Encoding::Base(Base::AnnexR),
            Announcement::Ucs2(_) => Encoding::Ucs2(Some(Endian::Big)),
            Announcement::Ucs4(_) => Encoding::Ucs4(Some(Endian::Big)),
            Announcement::Utf16(_) => Encoding::Base(Base::Utf16(Endian::Big)),
        }
    }

    /// Returns the length of a code unit in bytes, to which escape sequences are [padded] where the encoding is in use.
    pub const fn unit_len(self) -> usize {
        match self {
            Announcement::Utf8(_) => 1,
            Announcement::Ucs2(_) | Announcement::Utf16(_) => 2,
            Announcement::Ucs4(_) => 4,
        }
    }

    /// Returns `true` if the text may contain `code_point`. If no level is given, it may contain all.
    pub(crate) fn allows(self, code_point: u32) -> bool {
        self.level().is_none_or(|level| level.allows(code_point))
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Announcement::Utf8(_) => "UTF-8",
            Announcement::Ucs2(_) => "UCS-2",
            Announcement::Ucs4(_) => "UCS-4",
            Announcement::Utf16(_) => "UTF-16",
        })?;
        match self.level() {
            Some(level) => write!(f, ", level {}", level.number()),
            None => Ok(()),
        }
    }
}

/// A part of ISO/IEC 2022 text between two announcements or returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Segment<'a> {
    /// Bytes that are not announced, with all other escape sequences.
    Other {
        /// The bytes of the segment.
        bytes: &'a [u8],
        /// The offset of the segment in the text, in bytes.
        offset: usize,
    },
    /// Bytes that are announced. They are not validated. A sequence that the next announcement or
    /// return cuts is truncated.
    Announced {
        /// The bytes of the segment.
        bytes: &'a [u8],
        /// The offset of the segment in the text, in bytes.
        offset: usize,
        /// The encoding that they are in, and its level.
        announcement: Announcement,
    },
}

/// The meaning of an escape sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Switch {
    /// Text in an encoding of ISO/IEC 10646 follows.
    To(Announcement),
    /// ISO/IEC 2022 follows again.
    Return,
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Switch::To(announcement) => write!(f, "announces {announcement}"),
            Switch::Return => f.write_str("returns to ISO/IEC 2022"),
        }
    }
}

/// Returns what is announced at the beginning of `bytes`, or `None` if they do not begin with an announcement.
///
/// ```
/// use utf8kit_encodings::iso2022::{Announcement, announced};
///
/// assert_eq!(announced(b"\x1B%G\xC3\xA9"), Some(Announcement::Utf8(None)));
/// assert_eq!(announced(b"a\x1B%G"), None);
/// ```
pub fn announced(bytes: &[u8]) -> Option<Announcement> {
    // Each begins with ESC, and hardly any text does.
    if bytes.first() != Some(&0x1B) {
        return None;
    }
    Announcement::ALL
        .into_iter()
        .find(|announcement| bytes.starts_with(announcement.sequence()))
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
/// use utf8kit_encodings::iso2022::{Announcement, Switch, find};
///
/// assert_eq!(find(b"a\x1B%G", 1, Endian::Big), Some((1..4, Switch::To(Announcement::Utf8(None)))));
/// assert_eq!(find(b"\0a\0\x1B\0%\0G", 2, Endian::Big), Some((2..8, Switch::To(Announcement::Utf8(None)))));
/// assert_eq!(find(b"a\0\x1B\0%\0G\0", 2, Endian::Little), Some((2..8, Switch::To(Announcement::Utf8(None)))));
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
    let place = place_of_byte(unit, endian);
    let mut sequence = [0; LONGEST];
    let mut len = 0;
    for code_unit in bytes.chunks_exact(unit).take(LONGEST) {
        let mut padding = code_unit.iter().enumerate().filter(|&(at, _)| at != place);
        if !padding.all(|(_, &byte)| byte == 0) {
            return None;
        }
        sequence[len] = code_unit[place];
        len += 1;
        if len == 2 && sequence[1] != b'%' {
            return None;
        }
        if let Some(switch) = Switch::of(&sequence[..len]) {
            return Some((switch, unit * len));
        }
    }
    None
}

/// The length of the longest announcement, in code units.
const LONGEST: usize = 4;

/// Returns the segments of ISO/IEC 2022 text, in order. Empty segments are left out.
///
/// The text begins as [`Segment::Other`]: what it is otherwise in must be announced. The [module](self) has an example.
pub fn segments(bytes: &[u8]) -> Segments<'_> {
    Segments {
        bytes,
        offset: 0,
        announced: None,
    }
}

/// An iterator over the segments of ISO/IEC 2022 text. [`segments`] returns it.
#[derive(Clone, Debug)]
pub struct Segments<'a> {
    bytes: &'a [u8],
    offset: usize,
    /// What is announced for the text at `offset`.
    announced: Option<Announcement>,
}

impl<'a> Iterator for Segments<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        while self.offset < self.bytes.len() {
            let (offset, announced) = (self.offset, self.announced);
            let rest = &self.bytes[offset..];
            let unit = announced.map_or(1, Announcement::unit_len);
            let bytes = match find(rest, unit, Endian::Big) {
                Some((sequence, switch)) => {
                    self.offset += sequence.end;
                    self.announced = match switch {
                        Switch::To(announcement) => Some(announcement),
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
                return Some(match announced {
                    Some(announcement) => Segment::Announced {
                        bytes,
                        offset,
                        announcement,
                    },
                    None => Segment::Other { bytes, offset },
                });
            }
        }
        None
    }
}
