//! UTF-7 (RFC 2152): Unicode text in ASCII bytes, for mail transports of 7 bits.
//!
//! Letters, digits and some punctuation are written directly, each as its ASCII byte (sets D and O of the
//! RFC, space, tab, CR, LF). Any character can be written in a *run*: `+`, then the UTF-16 code units in
//! Base64 without padding, then `-` if the next byte could be taken for more of the run. `+-` encodes `+`.
//!
//! One text can therefore be encoded in several ways, and a filter that searches for `<` misses `+ADw-`. For
//! this reason UTF-7 is decoded only where a caller names it, and never guessed.
//!
//! The decoder is as strict as the RFC. These are ill-formed:
//!
//! - a byte that may not be written directly: `~`, `\`, control characters, `0x80..=0xFF`;
//! - a `+` that neither a Base64 character nor `-` follows;
//! - a run that ends inside a code unit, or whose bits left over are not zero;
//! - a lone surrogate.
//!
//! The encoder writes sets D and O directly, or [set D alone](crate::Encoder::utf7_for_headers).
//!
//! ```
//! use utf8kit::{ErrorKind, Policy};
//! use utf8kit_family::Encoding;
//!
//! assert_eq!(Encoding::Utf7.decode(b"A+ImIDkQ.", Policy::Fail).unwrap(), "A\u{2262}\u{391}.");
//! assert_eq!(Encoding::Utf7.encode("1 + 1 = \u{2460}", Policy::Fail).unwrap(), b"1 +- 1 = +JGA-");
//! let error = Encoding::Utf7.decode(b"a~", Policy::Fail).unwrap_err();
//! assert_eq!((error.kind(), error.offset()), (ErrorKind::Undefined, 1));
//! ```

use crate::item::{Item, NumberBytes};
use utf8kit::ErrorKind;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns the six bits that a Base64 character encodes, or `None` for any other byte.
fn base64_value(byte: u8) -> Option<u32> {
    let number = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(number))
}

/// Returns `true` for the characters of set D and of rule 3, which can be written directly everywhere.
fn is_direct(byte: u8) -> bool {
    matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'\'' | b'(' | b')' | b',' | b'-' | b'.' | b'/' | b':' | b'?')
        || matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns `true` for the characters of set O, which can be written directly except where they belong to the
/// syntax of a mail header.
fn is_optional(byte: u8) -> bool {
    b"!\"#$%&*;<=>@[]^_`{|}".contains(&byte)
}

/// The state of the decoder between two characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reader {
    /// Outside a run.
    Direct,
    /// In a run. `value` holds the low `bits` bits (0, 2 or 4) of the last byte, which are not decoded yet.
    Run { bits: u32, value: u32 },
}

/// A code unit read from a run.
struct RunUnit {
    unit: u16,
    /// The number of bytes read.
    len: usize,
    /// The bits left over, as in [`Reader::Run`].
    bits: u32,
    value: u32,
}

/// Reads one code unit of a run, or returns the item that stands there instead: [`Item::Skip`] of no bytes
/// if the run ends here.
fn read_unit(bytes: &[u8], mut bits: u32, mut value: u32, last: bool) -> Result<RunUnit, Item> {
    let mut len = 0;
    while bits < 16 {
        match bytes.get(len) {
            None if !last => return Err(Item::Incomplete),
            None if len == 0 => return Err(Item::Skip(0)),
            None => return Err(Item::IllFormed(ErrorKind::UnexpectedEnd, len, "")),
            Some(&byte) => match base64_value(byte) {
                Some(six_bits) => {
                    value = value << 6 | six_bits;
                    bits += 6;
                    len += 1;
                }
                None if len == 0 => return Err(Item::Skip(0)),
                None => return Err(Item::IllFormed(ErrorKind::MissingContinuation, len, "")),
            },
        }
    }
    bits -= 16;
    let unit = (value >> bits) as u16;
    Ok(RunUnit {
        unit,
        len,
        bits,
        value: value & ((1 << bits) - 1),
    })
}

impl Reader {
    /// Returns what `bytes`, which are not empty, begin with, and moves to the state after it. `last` is
    /// `true` if no bytes follow.
    pub(crate) fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        match *self {
            Reader::Direct => self.read_direct(bytes, last),
            Reader::Run { bits, value } => self.read_run(bytes, bits, value, last),
        }
    }

    /// Reads outside a run.
    fn read_direct(&mut self, bytes: &[u8], last: bool) -> Item {
        match bytes[0] {
            b'+' => match bytes.get(1) {
                None if last => Item::IllFormed(ErrorKind::UnexpectedEnd, 1, ""),
                None => Item::Incomplete,
                Some(b'-') => Item::Number('+'.into(), 2),
                Some(&next) if base64_value(next).is_some() => {
                    *self = Reader::Run { bits: 0, value: 0 };
                    Item::Skip(1)
                }
                Some(_) => Item::IllFormed(ErrorKind::MissingContinuation, 1, ""),
            },
            byte if is_direct(byte) || is_optional(byte) => Item::Number(byte.into(), 1),
            0x80.. => Item::IllFormed(ErrorKind::NeverValid, 1, ""),
            _ => Item::IllFormed(ErrorKind::Undefined, 1, ""),
        }
    }

    /// Reads a character of a run, or what ends the run.
    fn read_run(&mut self, bytes: &[u8], bits: u32, value: u32, last: bool) -> Item {
        let first = match read_unit(bytes, bits, value, last) {
            Ok(unit) => unit,
            // A byte outside Base64 ends the run. `-` belongs to the run, any other byte is read directly.
            Err(Item::Skip(0)) => {
                *self = Reader::Direct;
                return if bytes[0] == b'-' {
                    Item::Skip(1)
                } else {
                    self.read_direct(bytes, last)
                };
            }
            Err(item) => return item,
        };
        let lone_surrogate = Item::IllFormed(ErrorKind::Surrogate, first.len, "");
        let (character, end) = match first.unit {
            0xD800..=0xDBFF => match read_unit(&bytes[first.len..], first.bits, first.value, last) {
                Ok(second) if matches!(second.unit, 0xDC00..=0xDFFF) => {
                    let number =
                        0x1_0000 + (u32::from(first.unit & 0x3FF) << 10 | u32::from(second.unit & 0x3FF));
                    (
                        char::from_u32(number),
                        RunUnit {
                            len: first.len + second.len,
                            ..second
                        },
                    )
                }
                Err(Item::Incomplete) => return Item::Incomplete,
                Ok(_) | Err(_) => (None, first),
            },
            number => (char::from_u32(u32::from(number)), first),
        };
        // Bits left over at the end of a run must be zero. Inside a run they begin the next code unit.
        let leftover_bits = match bytes.get(end.len) {
            None if !last && end.value != 0 => return Item::Incomplete,
            Some(&byte) => end.value != 0 && base64_value(byte).is_none(),
            None => end.value != 0,
        };
        *self = Reader::Run {
            bits: end.bits,
            value: end.value,
        };
        match character {
            _ if leftover_bits => {
                *self = Reader::Run { bits: 0, value: 0 };
                Item::IllFormed(ErrorKind::MissingContinuation, end.len, "")
            }
            Some(c) => Item::Number(c.into(), end.len),
            None => lone_surrogate,
        }
    }
}

/// The state of the encoder between two characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Writer {
    /// Whether set O is written in runs too.
    for_headers: bool,
    /// In a run, the number of bits that are not written yet, and their value.
    run: Option<(u32, u32)>,
}

impl Writer {
    pub(crate) const fn new(for_headers: bool) -> Self {
        Writer {
            for_headers,
            run: None,
        }
    }

    pub(crate) fn write(&mut self, c: char, out: &mut NumberBytes) {
        let direct = u8::try_from(c)
            .ok()
            .filter(|&byte| is_direct(byte) || (!self.for_headers && is_optional(byte)));
        if let Some(byte) = direct {
            self.end_run(base64_value(byte).is_some() || byte == b'-', out);
            out.push(byte);
            return;
        }
        let (mut bits, mut value) = match self.run {
            Some(run) => run,
            None if c == '+' => return out.extend(b"+-"),
            None => {
                out.push(b'+');
                (0, 0)
            }
        };
        for &unit in &*c.encode_utf16(&mut [0; 2]) {
            value = value << 16 | u32::from(unit);
            bits += 16;
            while bits >= 6 {
                bits -= 6;
                out.push(BASE64[(value >> bits & 0x3F) as usize]);
            }
            value &= (1 << bits) - 1;
        }
        self.run = Some((bits, value));
    }

    /// Ends the run, if one is open. `with_hyphen` writes `-` after it, which is needed if the next byte could
    /// be taken for more of the run.
    pub(crate) fn end_run(&mut self, with_hyphen: bool, out: &mut NumberBytes) {
        if let Some((bits, value)) = self.run.take() {
            if bits > 0 {
                out.push(BASE64[(value << (6 - bits) & 0x3F) as usize]);
            }
            if with_hyphen {
                out.push(b'-');
            }
        }
    }
}
