//! What was found and what was expected, in words: the one place where reports of ill-formed sequences are worded.

use super::ErrorKind;
use crate::codec::Description;
use crate::parts;
use core::fmt;

/// An ill-formed sequence and what follows it, as bytes, for its message. Seven bytes hold every maximal subpart. Of a
/// longer run of continuation bytes, which is one malformed sequence in Annex R, the first seven are kept.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// At most [`Found::MAX`] bytes, zeros, and last the length of the sequence in the low four bits and the number of bytes that are
    /// kept in the high ones.
    bytes: [u8; 8],
}

impl Found {
    const MAX: usize = 7;

    /// Returns the first `len` bytes of `text` as an ill-formed sequence.
    #[inline]
    pub(crate) const fn new(text: &[u8], len: usize) -> Self {
        Found::of(Found::start(text), len)
    }

    /// Returns the first `len` bytes of a text, of which [`start`](Self::start) has returned the start, as an ill-formed sequence.
    #[inline]
    pub(crate) const fn of((word, kept): (u64, usize), len: usize) -> Self {
        let len = if len < kept { len } else { kept };
        Found {
            bytes: (word | ((kept << 4 | len) as u64) << 56).to_le_bytes(),
        }
    }

    /// Returns the first [`MAX`](Self::MAX) bytes of `text`, the first one lowest, zeros where there are none, and how many bytes there are.
    #[inline]
    pub(crate) const fn start(text: &[u8]) -> (u64, usize) {
        // In a register: to store single bytes and to load them together takes longer.
        match (text.first_chunk(), text.first_chunk(), text.last_chunk()) {
            (Some(eight), _, _) => (u64::from_le_bytes(*eight) << 8 >> 8, Found::MAX),
            // Four to seven bytes: the first four and the last four.
            (_, Some(first), Some(last)) => {
                let shift = 8 * (text.len() - 4);
                let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
                (first as u64 | (last as u64) << shift, text.len())
            }
            _ => match *text {
                [] => (0, 0),
                [a] => (a as u64, 1),
                [a, b] => (a as u64 | (b as u64) << 8, 2),
                [a, b, c, ..] => (a as u64 | (b as u64) << 8 | (c as u64) << 16, 3),
            },
        }
    }

    /// Returns the value in a register.
    #[inline]
    pub(super) const fn to_bits(self) -> u64 {
        u64::from_le_bytes(self.bytes)
    }

    /// Returns the value that [`to_bits`](Self::to_bits) returned.
    #[inline]
    pub(super) const fn from_bits(bits: u64) -> Self {
        Found {
            bytes: bits.to_le_bytes(),
        }
    }

    /// Returns the ill-formed sequence.
    #[inline]
    pub(crate) fn sequence(&self) -> &[u8] {
        parts::to(&self.bytes, usize::from(self.bytes[Found::MAX] & 0xF))
    }

    /// Returns the ill-formed sequence and what follows it, as far as it is kept.
    pub(crate) fn context(&self) -> &[u8] {
        parts::to(&self.bytes, usize::from(self.bytes[Found::MAX] >> 4))
    }

    /// Returns the bytes that were meant as one character.
    pub(crate) fn attempt(&self, kind: ErrorKind, encoding: &Description) -> &[u8] {
        let bytes = self.context();
        let len = if encoding.is_utf8_like {
            attempt_len(bytes, kind)
        } else {
            0
        };
        parts::to(bytes, len.max(self.sequence().len()))
    }
}

/// Returns the number of bytes of the attempt to write a character that begins with an error of `kind` at `bytes[0]`.
fn attempt_len(bytes: &[u8], kind: ErrorKind) -> usize {
    match kind {
        ErrorKind::Surrogate | ErrorKind::UnexpectedEnd if bytes.first() == Some(&0xED) => {
            let first = with_tail(bytes, 2);
            let is_high = first == 3 && matches!(bytes.get(1), Some(0xA0..=0xAF));
            match *parts::from(bytes, first) {
                [0xED, 0xB0..=0xBF, ..] if is_high => first + with_tail(parts::from(bytes, first), 2),
                _ => first,
            }
        }
        ErrorKind::Overlong | ErrorKind::TooLarge | ErrorKind::NeverValid => {
            with_tail(bytes, announced(bytes.first().copied().unwrap_or(0)) - 1)
        }
        _ => 0,
    }
}

/// Returns the length of the sequence that `first` starts by the rules of RFC 2279.
fn announced(first: u8) -> usize {
    match first {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        0xF8..=0xFB => 5,
        0xFC..=0xFD => 6,
        _ => 1,
    }
}

/// Returns the number of bytes of the first one and those that continue it, at most `most`.
fn with_tail(bytes: &[u8], most: usize) -> usize {
    let tail = bytes.iter().skip(1).take(most);
    1 + tail.take_while(|&byte| matches!(byte, 0x80..=0xBF)).count()
}

/// Returns the number that a sequence of one to six bytes encodes by RFC 2279, well-formed or not.
pub(crate) fn number_of(sequence: &[u8]) -> u32 {
    let bits = match sequence.len() {
        1 => 7,
        len => 7 - len,
    };
    let first = u32::from(sequence.first().copied().unwrap_or(0)) & ((1 << bits) - 1);
    let rest = sequence.iter().skip(1);
    rest.fold(first, |number, byte| number << 6 | u32::from(byte & 0x3F))
}

/// A code point or a number of UCS-4, whose `Display` is what the standards write: `U+20AC` (RFC 3629 section 2), and over
/// U+10FFFF eight digits in two groups (ISO/IEC 10646-1 Annex R).
///
/// ```
/// use utf8kit::Number;
///
/// assert_eq!(Number(0x20AC).to_string(), "U+20AC");
/// assert_eq!(Number(0x7FFF_FFFF).to_string(), "7FFF FFFF");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number(
    /// The number.
    pub u32,
);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            number @ 0..=0x10_FFFF => write!(f, "U+{number:04X}"),
            number => write!(f, "{:04X} {:04X}", number >> 16, number & 0xFFFF),
        }
    }
}

/// What was found and what was expected, in words. [`IllFormed::reason`](crate::IllFormed::reason) returns it, and its
/// `Display` writes it.
#[derive(Clone, Copy, Debug)]
pub struct Reason<'e> {
    found: &'e Found,
    kind: ErrorKind,
    encoding: &'static Description,
    /// What was expected, as a number of the encoding's own. 0 if the kind says it.
    detail: u8,
    /// Whether not all bytes of the sequence are kept.
    is_cut: bool,
}

impl<'e> Reason<'e> {
    pub(crate) fn new(
        found: &'e Found,
        kind: ErrorKind,
        encoding: &'static Description,
        detail: u8,
        error_len: usize,
    ) -> Self {
        Reason {
            found,
            kind,
            encoding,
            detail,
            is_cut: error_len > found.sequence().len(),
        }
    }

    /// Writes what follows the bytes of an attempt to write a character in UTF-8 or a relative of it.
    fn write_attempt(&self, f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
        let announced = announced(bytes[0]);
        let is_complete = bytes.len() == announced;
        match self.kind {
            ErrorKind::MissingContinuation => {
                write!(f, " starts a sequence of {announced} bytes, but ")?;
                match self.found.context().get(bytes.len()) {
                    Some(next) => write!(f, "`{next:02X}` does not continue it"),
                    None => f.write_str("the next byte does not continue it"),
                }
            }
            ErrorKind::UnexpectedEnd if bytes.len() >= 3 && bytes[0] == 0xED => {
                f.write_str(" is a pair of surrogates that the end of the text cuts off")
            }
            ErrorKind::UnexpectedEnd => {
                write!(f, " starts a sequence of {announced} bytes, but the text ends")
            }
            ErrorKind::Overlong if is_complete => {
                write!(f, " is an overlong encoding of {}", Number(number_of(bytes)))
            }
            ErrorKind::Overlong => f.write_str(" starts an overlong encoding"),
            ErrorKind::Surrogate => match bytes.len() {
                ..3 => f.write_str(" starts a surrogate, which is not a character"),
                3 if self.encoding.has_pairs => {
                    let (number, other) = match number_of(bytes) {
                        high @ ..0xDC00 => (high, "low"),
                        low => (low, "high"),
                    };
                    write!(
                        f,
                        " is the surrogate {}, half of a pair that lacks its {other} surrogate",
                        Number(number)
                    )
                }
                3 => write!(
                    f,
                    " is the surrogate {}, which is not a character",
                    Number(number_of(bytes))
                ),
                4..6 => f.write_str(" is a pair of surrogates that is cut off"),
                _ => {
                    let (high, low) = (number_of(&bytes[..3]), number_of(&bytes[3..]));
                    let number = Number(0x1_0000 + ((high & 0x3FF) << 10 | low & 0x3FF));
                    if self.found.sequence().len() == bytes.len() {
                        return write!(
                            f,
                            " is a pair of surrogates: together they are {number}, which {} writes in four bytes",
                            self.encoding.name
                        );
                    }
                    write!(f, " is a pair of surrogates, which is {number} in CESU-8")
                }
            },
            ErrorKind::TooLarge if is_complete => {
                write!(f, " is {}, which is over U+10FFFF", Number(number_of(bytes)))
            }
            ErrorKind::TooLarge => f.write_str(" starts a number over U+10FFFF"),
            ErrorKind::NeverValid => self.write_never_valid(f, bytes, announced),
            _ => self.write_other(f, bytes),
        }
    }

    /// Writes what follows the bytes of a sequence that starts with a byte that the encoding does not have.
    fn write_never_valid(&self, f: &mut fmt::Formatter<'_>, bytes: &[u8], announced: usize) -> fmt::Result {
        /// The smallest numbers of four, five and six bytes.
        const SMALLEST: [u32; 3] = [0x1_0000, 0x20_0000, 0x400_0000];

        let encoding = self.encoding.name;
        let where_valid = match (announced, bytes[0]) {
            (..4, 0) => return write!(f, " never occurs in {encoding}, which encodes U+0000 as `C0 80`"),
            (..4, _) => return write!(f, " never occurs in {encoding}"),
            (4, ..0xF5) => "UTF-8",
            _ => "RFC 2279",
        };
        if bytes.len() < announced {
            write!(f, " starts a sequence of {announced} bytes in {where_valid}")?;
        } else {
            let number = number_of(bytes);
            let shown = Number(number);
            if number < SMALLEST[announced - 4] {
                write!(f, " is an overlong encoding of {shown}, even in {where_valid}")?;
            } else {
                write!(f, " is {shown} in {where_valid}")?;
            }
        }
        write!(f, ", but {encoding} has no sequences of {announced} bytes")
    }

    /// Writes what follows the bytes in any encoding.
    fn write_other(&self, f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
        let (kind, encoding) = (self.kind, self.encoding.name);
        match kind {
            ErrorKind::UnexpectedContinuation if bytes.len() > 1 => {
                f.write_str(" are continuation bytes where a character should start")
            }
            ErrorKind::MissingContinuation => {
                f.write_str(" starts a sequence, but the next byte does not continue it")
            }
            ErrorKind::UnexpectedEnd => {
                f.write_str(" starts a sequence, but the text ends before it is complete")
            }
            ErrorKind::NeverValid => write!(f, " never occurs in {encoding}"),
            ErrorKind::Surrogate => f.write_str(" is an unpaired surrogate"),
            ErrorKind::TooLarge => write!(f, " is a number over {}", self.encoding.largest),
            ErrorKind::Undefined => write!(f, " stands for no character in {encoding}"),
            ErrorKind::UnexpectedContinuation | ErrorKind::Overlong | ErrorKind::OutsideSubset => {
                write!(f, " is {kind}")
            }
        }
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.found.attempt(self.kind, self.encoding);
        if bytes.is_empty() {
            return write!(f, "{}", self.kind);
        }
        for (i, byte) in bytes.iter().enumerate() {
            write!(f, "{}{byte:02X}", if i == 0 { "`" } else { " " })?;
        }
        if self.is_cut {
            f.write_str(" …")?;
        }
        f.write_str("`")?;
        match self.detail {
            0 if self.encoding.is_utf8_like => self.write_attempt(f, bytes),
            0 => self.write_other(f, bytes),
            detail => write!(f, ": {}", (self.encoding.expected)(detail)),
        }
    }
}
