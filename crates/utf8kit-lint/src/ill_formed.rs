//! The rule `ill-formed`: one finding for each attempted sequence.
//!
//! The library reports maximal subparts. One attempt to write a character is often several of them: `C0 AF` for `/`, the
//! six bytes of a CESU-8 pair, a sequence of five bytes. They are reported as one finding, with the kind of the first.

use crate::escape::hex;
use utf8kit::ErrorKind;

/// Returns the length of the attempted sequence that begins with a maximal subpart of `len` bytes at `bytes[0]`.
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

/// Returns the number of bytes that follow `first` by the rules of RFC 2279.
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

/// Returns the number of bytes of the first one and those that continue it, at most `most`.
fn with_tail(bytes: &[u8], most: usize) -> usize {
    1 + bytes[1..]
        .iter()
        .take(most)
        .take_while(|&byte| matches!(byte, 0x80..=0xBF))
        .count()
}

/// Returns the message about `bytes`, an attempted sequence, with `next` after it.
pub(crate) fn message(bytes: &[u8], next: Option<u8>, kind: ErrorKind) -> String {
    let shown = format!("`{}`", hex(bytes));
    let announced = 1 + announced(bytes[0]);
    let is_complete = bytes.len() == announced;
    match kind {
        ErrorKind::MissingContinuation => match next {
            Some(next) => {
                format!(
                    "{shown} starts a sequence of {announced} bytes, but `{next:02X}` does not continue it"
                )
            }
            None => format!("{shown} starts a sequence of {announced} bytes that is not continued"),
        },
        ErrorKind::UnexpectedEnd => {
            format!("{shown} starts a sequence of {announced} bytes, but the text ends")
        }
        ErrorKind::UnexpectedContinuation => {
            format!("{shown} is a continuation byte where a character should start")
        }
        ErrorKind::Overlong if is_complete => {
            format!("{shown} is an overlong encoding of U+{:04X}", scalar(bytes))
        }
        ErrorKind::Overlong => format!("{shown} starts an overlong encoding"),
        ErrorKind::Surrogate if bytes.len() == 6 => {
            let (high, low) = (scalar(&bytes[..3]), scalar(&bytes[3..]));
            let number = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            format!("{shown} is a pair of surrogates, which is U+{number:04X} in CESU-8")
        }
        ErrorKind::Surrogate if is_complete => {
            format!("{shown} encodes the surrogate U+{:04X}", scalar(bytes))
        }
        ErrorKind::Surrogate => format!("{shown} starts the encoding of a surrogate"),
        ErrorKind::TooLarge if is_complete => {
            format!("{shown} encodes 0x{:X}, which is over U+10FFFF", scalar(bytes))
        }
        ErrorKind::TooLarge => format!("{shown} starts the encoding of a value over U+10FFFF"),
        ErrorKind::NeverValid if announced >= 5 => {
            let first = bytes[0];
            format!("{shown}: `{first:02X}` never occurs in UTF-8 (in RFC 2279 it starts {announced} bytes)")
        }
        ErrorKind::NeverValid => format!("{shown} never occurs in UTF-8"),
        _ => format!("{shown}: {kind}"),
    }
}

/// Returns the number that a sequence of one to six bytes encodes, valid or not.
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
        let next = bytes.get(len).copied();
        (len, message(&bytes[..len], next, error.kind()))
    }

    #[test]
    fn subparts_of_one_attempt_are_joined() {
        let cases: &[(&[u8], usize, &str)] = &[
            (b"\xC0\xAF\xAF", 2, "`C0 AF` is an overlong encoding of U+002F"),
            (b"\xC0\x80", 2, "`C0 80` is an overlong encoding of U+0000"),
            (
                b"\xE0\x80\xAF/",
                3,
                "`E0 80 AF` is an overlong encoding of U+002F",
            ),
            (b"\xE0\x80z", 2, "`E0 80` starts an overlong encoding"),
            (
                b"\xF0\x80\x80\xAF",
                4,
                "`F0 80 80 AF` is an overlong encoding of U+002F",
            ),
            (
                b"\xED\xA1\x8C\xED\xBE\xB4\xED",
                6,
                "`ED A1 8C ED BE B4` is a pair of surrogates, which is U+233B4 in CESU-8",
            ),
            (
                b"\xED\xBE\xB4\xED\xBE\xB4",
                3,
                "`ED BE B4` encodes the surrogate U+DFB4",
            ),
            (
                b"\xED\xA1\x8C\xED\xA1\x8C",
                3,
                "`ED A1 8C` encodes the surrogate U+D84C",
            ),
            (
                b"\xED\xA1\xED\xBE\xB4",
                2,
                "`ED A1` starts the encoding of a surrogate",
            ),
            (
                b"\xF4\x90\x80\x80\x80",
                4,
                "`F4 90 80 80` encodes 0x110000, which is over U+10FFFF",
            ),
            (
                b"\xF5\x80z",
                2,
                "`F5 80` starts the encoding of a value over U+10FFFF",
            ),
            (
                b"\xF8\x88\x80\x80\x80\x80",
                5,
                "`F8 88 80 80 80`: `F8` never occurs in UTF-8 (in RFC 2279 it starts 5 bytes)",
            ),
            (
                b"\xFD\xBF\xBF\xBF\xBF\xBF\xBF",
                6,
                "`FD BF BF BF BF BF`: `FD` never occurs in UTF-8 (in RFC 2279 it starts 6 bytes)",
            ),
            (b"\xFF\x80", 1, "`FF` never occurs in UTF-8"),
            (
                b"\x80\x80",
                1,
                "`80` is a continuation byte where a character should start",
            ),
            (
                b"\xE2\x82z",
                2,
                "`E2 82` starts a sequence of 3 bytes, but `7A` does not continue it",
            ),
            (
                b"\xF0\x9F\x98",
                3,
                "`F0 9F 98` starts a sequence of 4 bytes, but the text ends",
            ),
        ];
        for &(bytes, len, message) in cases {
            assert_eq!(first_attempt(bytes), (len, message.to_owned()), "{}", hex(bytes));
        }
    }
}
