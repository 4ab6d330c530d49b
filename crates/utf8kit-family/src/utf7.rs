//! UTF-7 (RFC 2152): Unicode in the bytes that old mail lets through.
//!
//! Letters, digits and some punctuation stand for themselves (sets D and O of the RFC, space, tab, CR, LF).
//! Anything can be written in a *run*: `+`, then the UTF-16 code units in Base64 without padding, then `-` if
//! what follows could be taken for more of the run; `+-` is `+` itself. So one text has many spellings, and a
//! filter that looks for `<` does not see `+ADw-`: UTF-7 is only ever read because someone named it, and
//! never guessed.
//!
//! The reader is strict where the RFC is: a byte that may not stand for itself (`~`, `\`, controls,
//! anything over 7F), a `+` with nothing behind it, a run that ends inside a code unit or with bits left over
//! that are not zero, and a surrogate without its partner are ill-formed. The writer uses sets D and O
//! directly, or [D alone](crate::Encoder::utf7_for_headers).

use crate::codec::Item;
use utf8kit::ErrorKind;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn sextet(byte: u8) -> Option<u32> {
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

/// Set D and rule 3: what stands for itself everywhere.
fn is_direct(byte: u8) -> bool {
    matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'\'' | b'(' | b')' | b',' | b'-' | b'.' | b'/' | b':' | b'?')
        || matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Set O: what may stand for itself, though a mail header's own syntax can be in the way.
fn is_optional(byte: u8) -> bool {
    b"!\"#$%&*;<=>@[]^_`{|}".contains(&byte)
}

/// Where a reader is between two characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Direct,
    /// In a run, with so many bits (0, 2 or 4) of the last byte not used yet.
    Run {
        bits: u32,
        value: u32,
    },
}

/// A code unit read from a run.
struct Unit {
    unit: u16,
    len: usize,
    bits: u32,
    value: u32,
}

/// One code unit, or what keeps it from being one.
fn unit(bytes: &[u8], mut bits: u32, mut value: u32, last: bool) -> Result<Unit, Item> {
    let mut len = 0;
    while bits < 16 {
        match bytes.get(len) {
            None if !last => return Err(Item::Unfinished),
            None if len == 0 => return Err(Item::Nothing(0)),
            None => return Err(Item::IllFormed(ErrorKind::UnexpectedEnd, len)),
            Some(&byte) => match sextet(byte) {
                Some(six) => {
                    value = value << 6 | six;
                    bits += 6;
                    len += 1;
                }
                None if len == 0 => return Err(Item::Nothing(0)),
                None => return Err(Item::IllFormed(ErrorKind::MissingContinuation, len)),
            },
        }
    }
    bits -= 16;
    let unit = (value >> bits) as u16;
    Ok(Unit {
        unit,
        len,
        bits,
        value: value & ((1 << bits) - 1),
    })
}

impl Reading {
    /// What the not empty `bytes` begin with; goes on behind it. `last`: nothing follows them.
    pub(crate) fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        match *self {
            Reading::Direct => self.direct(bytes, last),
            Reading::Run { bits, value } => self.run(bytes, bits, value, last),
        }
    }

    fn direct(&mut self, bytes: &[u8], last: bool) -> Item {
        match bytes[0] {
            b'+' => match bytes.get(1) {
                None if last => Item::IllFormed(ErrorKind::UnexpectedEnd, 1),
                None => Item::Unfinished,
                Some(b'-') => Item::Char('+', 2),
                Some(&next) if sextet(next).is_some() => {
                    *self = Reading::Run { bits: 0, value: 0 };
                    Item::Nothing(1)
                }
                Some(_) => Item::IllFormed(ErrorKind::MissingContinuation, 1),
            },
            byte if is_direct(byte) || is_optional(byte) => Item::Char(char::from(byte), 1),
            0x80.. => Item::IllFormed(ErrorKind::NeverValid, 1),
            _ => Item::IllFormed(ErrorKind::Undefined, 1),
        }
    }

    fn run(&mut self, bytes: &[u8], bits: u32, value: u32, last: bool) -> Item {
        let first = match unit(bytes, bits, value, last) {
            Ok(unit) => unit,
            // Another byte ends the run: `-` is part of it, what else it is stands for itself.
            Err(Item::Nothing(0)) => {
                *self = Reading::Direct;
                return if bytes[0] == b'-' {
                    Item::Nothing(1)
                } else {
                    self.direct(bytes, last)
                };
            }
            Err(item) => return item,
        };
        let lone = Item::IllFormed(ErrorKind::Surrogate, first.len);
        let (character, end) = match first.unit {
            0xD800..=0xDBFF => match unit(&bytes[first.len..], first.bits, first.value, last) {
                Ok(second) if matches!(second.unit, 0xDC00..=0xDFFF) => {
                    let number =
                        0x1_0000 + (u32::from(first.unit & 0x3FF) << 10 | u32::from(second.unit & 0x3FF));
                    (
                        char::from_u32(number),
                        Unit {
                            len: first.len + second.len,
                            ..second
                        },
                    )
                }
                Err(Item::Unfinished) => return Item::Unfinished,
                Ok(_) | Err(_) => (None, first),
            },
            number => (char::from_u32(u32::from(number)), first),
        };
        // Bits left over are the beginning of another code unit, or zeros.
        let cut = match bytes.get(end.len) {
            None if !last && end.value != 0 => return Item::Unfinished,
            Some(&byte) => end.value != 0 && sextet(byte).is_none(),
            None => end.value != 0,
        };
        *self = Reading::Run {
            bits: end.bits,
            value: end.value,
        };
        match character {
            _ if cut => {
                *self = Reading::Run { bits: 0, value: 0 };
                Item::IllFormed(ErrorKind::MissingContinuation, end.len)
            }
            Some(c) => Item::Char(c, end.len),
            None => lone,
        }
    }
}

/// Where a writer is between two characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Writing {
    /// Set O goes into runs too.
    headers: bool,
    run: Option<(u32, u32)>,
}

/// The bytes of one character, and of what ends a run before it.
pub(crate) struct Bytes {
    bytes: [u8; 16],
    len: usize,
}

impl Bytes {
    pub(crate) const fn new() -> Self {
        Bytes {
            bytes: [0; 16],
            len: 0,
        }
    }

    pub(crate) fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Writing {
    pub(crate) const fn new(headers: bool) -> Self {
        Writing { headers, run: None }
    }

    pub(crate) fn write(&mut self, c: char, out: &mut Bytes) {
        let direct = u8::try_from(c)
            .ok()
            .filter(|&byte| is_direct(byte) || (!self.headers && is_optional(byte)));
        if let Some(byte) = direct {
            self.end(sextet(byte).is_some() || byte == b'-', out);
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

    /// Ends the run, if one is open; `marked`: with `-`, since what follows could be taken for more of it.
    pub(crate) fn end(&mut self, marked: bool, out: &mut Bytes) {
        if let Some((bits, value)) = self.run.take() {
            if bits > 0 {
                out.push(BASE64[(value << (6 - bits) & 0x3F) as usize]);
            }
            if marked {
                out.push(b'-');
            }
        }
    }
}
