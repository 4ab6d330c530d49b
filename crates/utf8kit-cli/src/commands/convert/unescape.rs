//! `--unescape`: undoes what `--on-error escape` and `--on-error unicode` write, and the names in C's notation that Git prints.
//!
//! Escaped characters, and parts of them, are UTF-8. Other bytes were ill-formed in the encoding that the text had, so they are
//! copied to the output. UTF-16 and its kind have no single bytes: there they are errors.

use super::sink::Sink;
use crate::encodings::stopped::Stopped;
use crate::io::output::Output;
use std::borrow::Cow;
use std::cell::Cell;
use std::io::{BufWriter, Write};

/// Bytes written at once.
const BUFFER: usize = 64 << 10;

/// One input with escapes.
pub(super) struct Unescape<'a> {
    /// The end of the text so far, which may be the beginning of an escape, and its offset in the input.
    held: String,
    held_at: u64,
    /// How many characters before the text that is given the part being written starts.
    behind: &'a Cell<u64>,
}

impl<'a> Unescape<'a> {
    pub(super) fn new(behind: &'a Cell<u64>) -> Self {
        Unescape {
            held: String::new(),
            held_at: 0,
            behind,
        }
    }

    /// Writes `text` without its escapes. `last`: the input ends with it. `offset` returns the offset in the input at which
    /// the first bytes of it, this many, end.
    pub(super) fn write(
        &mut self,
        text: &str,
        last: bool,
        offset: &dyn Fn(usize) -> u64,
        sink: &mut Sink<'_>,
        output: &mut Output,
    ) -> Result<(), Stopped> {
        // There can be an escape for each character.
        let mut output = BufWriter::with_capacity(BUFFER, output);
        let written = self.write_parts(text, last, offset, sink, &mut output);
        // What comes before an error is written.
        let flushed = output.flush().map_err(Stopped::Output);
        written.and(flushed)
    }

    fn write_parts(
        &mut self,
        text: &str,
        last: bool,
        offset: &dyn Fn(usize) -> u64,
        sink: &mut Sink<'_>,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        let held = std::mem::take(&mut self.held);
        let (held_len, held_at) = (held.len(), self.held_at);
        let whole = match held.is_empty() {
            true => Cow::Borrowed(text),
            false => Cow::Owned(held + text),
        };
        let offset = |end: usize| match end.checked_sub(held_len) {
            Some(end) => offset(end),
            None => held_at,
        };
        let mut at = 0;
        while at < whole.len() {
            let (part, len) = part(&whole[at..], last);
            self.behind.set(held_len.saturating_sub(at) as u64); // what is held is ASCII
            match part {
                Part::Text(Cow::Borrowed(text)) => sink.write(text, &|end| offset(at + end), output)?,
                Part::Text(Cow::Owned(text)) => sink.write(&text, &|_| offset(at), output)?,
                Part::Bytes(bytes) => sink.write_bytes(&bytes, &|| offset(at), output)?,
                Part::NoEscape => {
                    let message = r#"`\` starts no escape: expected `\\`, `\xHH`, `\OOO`, `\u{...}`, `\"` or one of C's `\n`, `\t`, ..."#;
                    return Err(Stopped::Text(message.to_owned(), offset(at)));
                }
                Part::Unfinished => {
                    self.held_at = offset(at);
                    whole[at..].clone_into(&mut self.held);
                    break;
                }
            }
            at += len;
        }
        Ok(())
    }
}

/// A part of a text with escapes.
enum Part<'t> {
    Text(Cow<'t, str>),
    /// A byte that is not UTF-8.
    Bytes(Vec<u8>),
    /// A backslash that begins no escape.
    NoEscape,
    /// The text ends in what may be the beginning of an escape, or in bytes that may go on.
    Unfinished,
}

/// Returns the first part of `text`, which is not empty, and its length. `last`: the text ends there.
fn part(text: &str, last: bool) -> (Part<'_>, usize) {
    match memchr::memchr(b'\\', text.as_bytes()) {
        Some(0) => {}
        Some(end) => return (Part::Text(Cow::Borrowed(&text[..end])), end),
        None => return (Part::Text(Cow::Borrowed(text)), text.len()),
    }
    match escape(text) {
        Some((Escape::Character(c), len)) => (Part::Text(Cow::Owned(c.to_string())), len),
        Some((Escape::Byte(first), mut len)) => {
            // A character of the output is at most four bytes.
            let mut bytes = vec![first];
            while let Some((Escape::Byte(byte), more)) = escape(&text[len..]) {
                bytes.push(byte);
                len += more;
                if bytes.len() == 4 {
                    break;
                }
            }
            if bytes.len() < 4 && !last && escape_may_start(&text[len..]) {
                return (Part::Unfinished, 0);
            }
            // The longest character at the start, or one byte.
            for end in (1..=bytes.len()).rev() {
                if let Ok(character) = str::from_utf8(&bytes[..end])
                    && character.chars().count() == 1
                {
                    return (Part::Text(Cow::Owned(character.to_owned())), 4 * end);
                }
            }
            (Part::Bytes(vec![first]), 4)
        }
        None if !last && escape_may_start(text) => (Part::Unfinished, 0),
        None => (Part::NoEscape, 0),
    }
}

enum Escape {
    Byte(u8),
    Character(char),
}

/// Returns the escape that `text` starts with, and its length.
fn escape(text: &str) -> Option<(Escape, usize)> {
    let rest = text.strip_prefix('\\')?;
    if rest.starts_with('\\') {
        return Some((Escape::Character('\\'), 2));
    }
    // Git writes controls and `"` so, beside bytes in octal.
    let in_c = match rest.as_bytes().first()? {
        b'"' => Some('"'),
        b'a' => Some('\x07'),
        b'b' => Some('\x08'),
        b't' => Some('\t'),
        b'n' => Some('\n'),
        b'v' => Some('\x0B'),
        b'f' => Some('\x0C'),
        b'r' => Some('\r'),
        _ => None,
    };
    if let Some(c) = in_c {
        return Some((Escape::Character(c), 2));
    }
    if let Some(digits) = rest.get(..3).filter(|digits| is_octal(digits)) {
        let byte = u8::from_str_radix(digits, 8).ok()?;
        return Some((Escape::Byte(byte), 4));
    }
    let number = |digits: &str| {
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    };
    if let Some(digits) = rest.strip_prefix('x') {
        let byte = u8::try_from(number(digits.get(..2)?)?).ok()?;
        return Some((Escape::Byte(byte), 4));
    }
    let (digits, _) = rest.strip_prefix("u{")?.split_once('}')?;
    let c = (digits.len() <= 6)
        .then(|| char::from_u32(number(digits)?))
        .flatten()?;
    Some((Escape::Character(c), "\\u{}".len() + digits.len()))
}

/// Returns `true` if `text` may be the beginning of an escape that is cut off.
fn escape_may_start(text: &str) -> bool {
    let is_hex = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    match text.strip_prefix('\\') {
        None => text.is_empty(),
        Some("" | "u") => true,
        Some(rest) if rest.len() < 3 && is_octal(rest) => true,
        Some(rest) => match (rest.strip_prefix('x'), rest.strip_prefix("u{")) {
            (Some(digits), _) => digits.len() < 2 && is_hex(digits),
            (_, Some(digits)) => digits.len() <= 6 && is_hex(digits),
            _ => false,
        },
    }
}

/// Returns `true` if all are octal digits.
fn is_octal(digits: &str) -> bool {
    digits.bytes().all(|digit| matches!(digit, b'0'..=b'7'))
}
