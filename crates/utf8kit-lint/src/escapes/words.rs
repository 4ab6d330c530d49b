//! The words of mail that RFC 2047 encodes: `=?UTF-8?Q?caf=C3=A9?=`.

use std::ops::Range;
use utf8kit::utf8;

/// An encoded word.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// Its length.
    pub(super) len: usize,
    /// The name of its encoding, without a language.
    pub(super) charset: &'a str,
    /// Its text is in Base64, and else in the encoding `Q`.
    is_base64: bool,
    /// What stands before its text: `=?UTF-8?Q?`.
    head: &'a [u8],
    text: &'a [u8],
}

/// The longest word that is read. RFC 2047 allows [`MOST`] bytes, which not all programs obey.
pub(super) const LONGEST: usize = 512;

/// The longest word that is written, and the longest line that has one.
const MOST: usize = 75;

/// White space that can divide two words.
const MOST_SPACE: usize = 64;

const END: &[u8] = b"?=";

impl<'a> Word<'a> {
    /// Returns the word at the start of `bytes`.
    pub(super) fn at(bytes: &'a [u8]) -> Option<Word<'a>> {
        let bytes = &bytes[..bytes.len().min(LONGEST)];
        let rest = bytes.strip_prefix(b"=?")?;
        let mut parts = rest.splitn(3, |&byte| byte == b'?');
        let (label, encoding, rest) = (parts.next()?, parts.next()?, parts.next()?);
        let is_name = !label.is_empty() && label.iter().all(|&byte| byte.is_ascii_graphic() && byte != b'=');
        let is_base64 = match encoding {
            b"B" | b"b" => true,
            b"Q" | b"q" => false,
            _ => return None,
        };
        let text_len = rest.iter().position(|&byte| byte == b'?')?;
        let (text, end) = rest.split_at(text_len);
        let is_whole = end.starts_with(END) && text.iter().all(u8::is_ascii_graphic);
        let label = std::str::from_utf8(label).ok().filter(|_| is_name && is_whole)?;
        let head_len = bytes.len() - rest.len();
        Some(Word {
            len: head_len + text_len + END.len(),
            charset: label.split('*').next().unwrap_or(label),
            is_base64,
            head: &bytes[..head_len],
            text,
        })
    }

    /// Returns the word after this one, which is at `at`, if only white space divides them, and its place.
    pub(super) fn next(&self, bytes: &'a [u8], at: usize) -> Option<(usize, Word<'a>)> {
        let rest = &bytes[at + self.len..];
        let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let next = at + self.len + space;
        let word = Word::at(&bytes[next..]).filter(|_| (1..=MOST_SPACE).contains(&space))?;
        Some((next, word))
    }

    /// Returns the word before this one, which is at `at`, if only white space divides them.
    pub(super) fn before(bytes: &'a [u8], at: usize) -> Option<Word<'a>> {
        let near = &bytes[at.saturating_sub(2 * LONGEST)..at];
        let end = near.trim_ascii_end();
        if !(1..=MOST_SPACE).contains(&(near.len() - end.len())) {
            return None;
        }
        let starts = memchr::memmem::rfind_iter(end, b"=?");
        let mut words =
            starts.filter_map(|start| Word::at(&end[start..]).filter(|word| start + word.len == end.len()));
        words.next()
    }

    /// Returns the bytes that the text stands for, or `None` if it is not in Base64 and should be.
    pub(super) fn decode(&self) -> Option<Vec<u8>> {
        match self.is_base64 {
            true => from_base64(self.text),
            false => Some(tokens(self.text).map(|(byte, _)| byte).collect()),
        }
    }

    /// Returns the word with other bytes. Where they are the same, so is the text.
    pub(super) fn with(&self, bytes: &[u8]) -> Vec<u8> {
        let text = match self.is_base64 {
            true => to_base64(bytes),
            false => {
                let old: Vec<(u8, Range<usize>)> = tokens(self.text).collect();
                let same = |pair: &(&(u8, Range<usize>), &u8)| pair.0.0 == *pair.1;
                let start = old.iter().zip(bytes).take_while(same).count();
                let (rest, new) = (&old[start..], &bytes[start..]);
                let end = rest.iter().rev().zip(new.iter().rev()).take_while(same).count();
                let text_of = |tokens: &[(u8, Range<usize>)]| match tokens {
                    [] => &self.text[..0],
                    [(_, first), ..] => &self.text[first.start..tokens[tokens.len() - 1].1.end],
                };
                let mut text = text_of(&old[..start]).to_vec();
                for &byte in &new[..new.len() - end] {
                    match byte {
                        b' ' => text.push(b'_'),
                        byte if byte.is_ascii_alphanumeric() => text.push(byte),
                        byte => text.extend_from_slice(format!("={byte:02X}").as_bytes()),
                    }
                }
                text.extend_from_slice(text_of(&rest[rest.len() - end..]));
                text
            }
        };
        [self.head, &text, END].concat()
    }

    /// Returns `true` if another word can be appended to the same text.
    pub(super) fn is_like(&self, other: &Word<'_>) -> bool {
        self.charset.eq_ignore_ascii_case(other.charset)
    }
}

/// Returns `true` if a word may stand in the place of the one at `at`: neither it nor its line becomes too long.
pub(super) fn fits(bytes: &[u8], at: usize, old: &Word<'_>, new: &[u8]) -> bool {
    let grows = new.len().saturating_sub(old.len);
    let before = &bytes[at.saturating_sub(LONGEST)..at];
    let start = memchr::memrchr(b'\n', before).map_or(before.len(), |lf| before.len() - lf - 1);
    let rest = &bytes[at + old.len..bytes.len().min(at + old.len + LONGEST)];
    let end = memchr::memchr2(b'\r', b'\n', rest).unwrap_or(rest.len());
    let line = start + old.len + end;
    grows == 0 || (old.len + grows <= MOST && line + grows <= MOST + 1)
}

/// A character of which two words have a part.
pub(super) struct Cut {
    pub(super) character: char,
    /// Its bytes at the end of the first word, and those at the start of the second.
    pub(super) head: usize,
    pub(super) tail: usize,
}

/// Returns the character that is cut between the texts of two words.
pub(super) fn cut(first: &[u8], second: &[u8]) -> Option<Cut> {
    let (_, head) = utf8::split_incomplete(first);
    let continues = |byte: &&u8| matches!(byte, 0x80..=0xBF);
    let tail = second.iter().take(3).take_while(continues).count();
    let whole = [head, &second[..tail]].concat();
    match std::str::from_utf8(&whole).ok().map(|text| text.chars()) {
        Some(mut characters) if !head.is_empty() => Some(Cut {
            character: characters.next().filter(|_| characters.next().is_none())?,
            head: head.len(),
            tail,
        }),
        _ => None,
    }
}

/// Returns the bytes of a text in the encoding `Q`, and where each of them stands.
fn tokens(text: &[u8]) -> impl Iterator<Item = (u8, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let byte = match *text.get(at)? {
            b'_' => b' ',
            byte => byte,
        };
        let digits = text.get(at + 1..at + 3).filter(|_| byte == b'=');
        let hex = digits.and_then(|digits| {
            let digit = |i: usize| char::from(digits[i]).to_digit(16);
            Some((digit(0)? << 4 | digit(1)?) as u8)
        });
        at += if hex.is_some() { 3 } else { 1 };
        Some((hex.unwrap_or(byte), start..at))
    })
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn to_base64(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for group in bytes.chunks(3) {
        let byte = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            text.push(match i <= group.len() {
                true => BASE64[(bits >> (18 - 6 * i)) as usize & 0x3F],
                false => b'=',
            });
        }
    }
    text
}

fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text
        .strip_suffix(b"==")
        .or_else(|| text.strip_suffix(b"="))
        .unwrap_or(text);
    let mut bytes = Vec::new();
    for group in digits.chunks(4) {
        let mut bits = 0;
        for i in 0..4 {
            let digit = group
                .get(i)
                .map_or(Some(0), |digit| BASE64.iter().position(|of| of == digit))?;
            bits = bits << 6 | digit as u32;
        }
        let len = group.len() * 6 / 8;
        bytes.extend_from_slice(&bits.to_be_bytes()[1..=len]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_base64_is_read() {
        for len in 0..8 {
            let bytes: Vec<u8> = (0..len).map(|i| 0xF0 + i).collect();
            assert_eq!(from_base64(&to_base64(&bytes)), Some(bytes));
        }
        assert_eq!(to_base64(b"any carnal pleas"), b"YW55IGNhcm5hbCBwbGVhcw==");
        assert_eq!(from_base64(b"YW*5"), None);
    }

    #[test]
    fn a_word_has_a_name_an_encoding_and_text() {
        let word = Word::at(b"=?utf-8*en?q?a_=C3=A9=?= x").unwrap();
        assert_eq!((word.len, word.charset), (24, "utf-8"));
        assert_eq!(word.decode().unwrap(), "a é=".as_bytes());
        assert_eq!(word.with("a ü=".as_bytes()), b"=?utf-8*en?q?a_=C3=BC=?=");
        for none in [
            "=?utf-8?q?a b?=",
            "=?utf-8?x?a?=",
            "=??q?a?=",
            "=?utf-8?q?a?",
            "=?utf-8?q",
            "=? ?q?a?=",
            "?=",
        ] {
            assert!(Word::at(none.as_bytes()).is_none(), "{none}");
        }
    }

    #[test]
    fn only_white_space_divides_words() {
        let text = b"=?a?q?b?=\r\n =?c?q?d?=";
        let (at, next) = Word::at(text).unwrap().next(text, 0).unwrap();
        assert_eq!((at, next.charset), (12, "c"));
        assert_eq!(Word::before(text, 12).unwrap().charset, "a");
        let text = b"=?a?q?b?=,=?c?q?d?=";
        assert!(Word::at(text).unwrap().next(text, 0).is_none());
        assert!(Word::before(text, 10).is_none());
    }
}
