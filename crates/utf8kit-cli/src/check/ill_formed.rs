//! The rule `ill-formed`: one finding for each attempted sequence.
//!
//! The library reports maximal subparts. What somebody tried to write is often several of them: `C0 AF` for `/`, the six
//! bytes of a CESU-8 pair, a sequence of five bytes. They are told as one, by the kind of the first.

use crate::shown::hex;
use utf8kit::ErrorKind;

/// The length of the attempted sequence that begins with a maximal subpart of `len` bytes at `bytes[0]`.
pub(crate) fn attempt(bytes: &[u8], kind: ErrorKind, len: usize) -> usize {
    match kind {
        ErrorKind::Surrogate => {
            let first = with_tail(bytes, 2);
            let is_high = matches!(bytes[1], 0xA0..=0xAF) && first == 3;
            match bytes[first..] {
                [0xED, 0xB0..=0xBF, ..] if is_high => first + with_tail(&bytes[first..], 2),
                _ => first,
            }
        }
        ErrorKind::Overlong | ErrorKind::TooLarge | ErrorKind::NeverValid => {
            with_tail(bytes, announced(bytes[0]))
        }
        _ => len,
    }
}

/// How many bytes `first` says that follow it, by the rules of RFC 2279.
fn announced(first: u8) -> usize {
    match first {
        0xC0..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF7 => 3,
        0xF8..=0xFB => 4,
        0xFC..=0xFD => 5,
        _ => 0,
    }
}

/// The first byte and what continues it, at most `most` bytes.
fn with_tail(bytes: &[u8], most: usize) -> usize {
    1 + bytes[1..]
        .iter()
        .take(most)
        .take_while(|&byte| matches!(byte, 0x80..=0xBF))
        .count()
}

/// What is wrong with `bytes`, an attempted sequence.
pub(crate) fn message(bytes: &[u8], kind: ErrorKind) -> String {
    let mut message = format!("{}: {kind}", hex(bytes));
    let complete = bytes.len() == 1 + announced(bytes[0]);
    match kind {
        ErrorKind::Overlong if complete => {
            message.push_str(&format!(" of U+{:04X}", scalar(bytes)));
        }
        ErrorKind::Surrogate if bytes.len() == 6 => {
            let (high, low) = (scalar(&bytes[..3]), scalar(&bytes[3..]));
            let number = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            message.push_str(&format!(" pair: U+{number:04X} in CESU-8"));
        }
        ErrorKind::Surrogate if bytes.len() == 3 => {
            message.push_str(&format!(", U+{:04X}", scalar(bytes)));
        }
        ErrorKind::TooLarge if complete => message.push_str(&format!(", {:X}", scalar(bytes))),
        ErrorKind::NeverValid => match bytes[0] {
            0xF8..=0xFB => message.push_str(" (it began five bytes in RFC 2279)"),
            0xFC..=0xFD => message.push_str(" (it began six bytes in RFC 2279)"),
            _ => {}
        },
        _ => {}
    }
    message
}

/// The number that a sequence of one to six bytes stands for, whatever it may be.
fn scalar(bytes: &[u8]) -> u32 {
    let bits = match bytes.len() {
        1 => 7,
        len => 7 - len,
    };
    let first = u32::from(bytes[0]) & ((1 << bits) - 1);
    bytes[1..]
        .iter()
        .fold(first, |number, byte| number << 6 | u32::from(byte & 0x3F))
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit::utf8;

    fn first_attempt(bytes: &[u8]) -> (usize, String) {
        let error = utf8::validate(bytes).unwrap_err();
        assert_eq!(error.valid_up_to(), 0);
        let len = attempt(bytes, error.kind(), error.bytes().len());
        (len, message(&bytes[..len], error.kind()))
    }

    #[test]
    fn joins_what_was_one_attempt() {
        let cases: &[(&[u8], usize, &str)] = &[
            (b"\xC0\xAF\xAF", 2, "C0 AF: an overlong encoding of U+002F"),
            (b"\xC0\x80", 2, "C0 80: an overlong encoding of U+0000"),
            (b"\xE0\x80\xAF/", 3, "E0 80 AF: an overlong encoding of U+002F"),
            (b"\xE0\x80z", 2, "E0 80: an overlong encoding"),
            (
                b"\xF0\x80\x80\xAF",
                4,
                "F0 80 80 AF: an overlong encoding of U+002F",
            ),
            (
                b"\xED\xA1\x8C\xED\xBE\xB4\xED",
                6,
                "ED A1 8C ED BE B4: a surrogate pair: U+233B4 in CESU-8",
            ),
            (b"\xED\xBE\xB4\xED\xBE\xB4", 3, "ED BE B4: a surrogate, U+DFB4"),
            (b"\xED\xA1\x8C\xED\xA1\x8C", 3, "ED A1 8C: a surrogate, U+D84C"),
            (b"\xED\xA1\xED\xBE\xB4", 2, "ED A1: a surrogate"),
            (
                b"\xF4\x90\x80\x80\x80",
                4,
                "F4 90 80 80: a value over U+10FFFF, 110000",
            ),
            (b"\xF5\x80z", 2, "F5 80: a value over U+10FFFF"),
            (
                b"\xF8\x88\x80\x80\x80\x80",
                5,
                "F8 88 80 80 80: a byte that is never valid (it began five bytes in RFC 2279)",
            ),
            (
                b"\xFD\xBF\xBF\xBF\xBF\xBF\xBF",
                6,
                "FD BF BF BF BF BF: a byte that is never valid (it began six bytes in RFC 2279)",
            ),
            (b"\xFF\x80", 1, "FF: a byte that is never valid"),
            (
                b"\x80\x80",
                1,
                "80: a continuation byte where a character should start",
            ),
            (
                b"\xE2\x82z",
                2,
                "E2 82: a sequence that lacks a continuation byte",
            ),
            (
                b"\xF0\x9F\x98",
                3,
                "F0 9F 98: a sequence cut off by the end of the text",
            ),
        ];
        for &(bytes, len, message) in cases {
            assert_eq!(first_attempt(bytes), (len, message.to_owned()), "{}", hex(bytes));
        }
    }
}
