//! What a person types in place of a file: `é`, `U+20AC`, `\xE2\x82\xAC`, `E2 82 AC`.

use super::encode;
use std::ffi::OsStr;
use std::path::Path;
use utf8kit_encodings::Encoding;

/// What an argument that names no file stands for.
#[derive(PartialEq, Debug)]
pub(super) enum Typed {
    /// Bytes or code points, in a notation that hardly a file has as its name.
    Notation(Vec<u8>),
    /// The text itself.
    Text(Vec<u8>),
}

/// A part of a text with escapes.
enum Part {
    Byte(u8),
    Number(u32),
}

/// Returns what `argument` stands for if no file has this name; `None` if it looks like the name of a file. Code points and
/// text are encoded in `encoding`.
///
/// # Errors
///
/// Returns a message if `encoding` lacks a character.
pub(super) fn read(argument: &OsStr, encoding: Encoding) -> Result<Option<Typed>, String> {
    if is_like_path(argument) {
        return Ok(None);
    }
    let Some(text) = argument.to_str() else {
        let is_utf8 = encoding == Encoding::UTF_8;
        return Ok(is_utf8.then(|| Typed::Text(argument.as_encoded_bytes().to_vec())));
    };
    if let Some(parts) = code_points(text).or_else(|| escapes(text)) {
        let mut bytes = Vec::new();
        for part in parts {
            match part {
                Part::Byte(byte) => bytes.push(byte),
                Part::Number(number) => bytes.extend(encode::number(number, encoding)?),
            }
        }
        return Ok(Some(Typed::Notation(bytes)));
    }
    if is_hex(text) {
        return encode::from_hex(text).map(|bytes| Some(Typed::Notation(bytes)));
    }
    match text.is_ascii() {
        true => Ok(None),
        false => encode::text(text, encoding).map(|bytes| Some(Typed::Text(bytes))),
    }
}

/// Returns `true` if an argument is meant as the name of a file: it has a directory or an extension.
fn is_like_path(argument: &OsStr) -> bool {
    argument.as_encoded_bytes().contains(&b'/') || Path::new(argument).extension().is_some()
}

/// Returns the numbers of `U+0065 U+0301`.
fn code_points(text: &str) -> Option<Vec<Part>> {
    let number = |word: &str| {
        let digits = word.strip_prefix("U+").or(word.strip_prefix("u+"))?;
        let digits = digits.strip_suffix(',').unwrap_or(digits);
        hex(digits, 1..=8).filter(|&number| number <= 0x7FFF_FFFF)
    };
    let parts: Option<Vec<Part>> = text
        .split_ascii_whitespace()
        .map(|word| number(word).map(Part::Number))
        .collect();
    parts.filter(|parts| !parts.is_empty())
}

/// Returns the parts of a text with escapes such as `\xE2`, `\u{20AC}`, `\u20AC`, `&#x20AC;` and `%E2`; `None` if it has none,
/// or a backslash that begins none.
fn escapes(text: &str) -> Option<Vec<Part>> {
    // In the middle of a word, a percent sign is hardly an escape.
    let has_percent = text.starts_with('%');
    let mut parts = Vec::new();
    let mut has_escape = false;
    let mut left = text;
    while let Some(c) = left.chars().next() {
        let found = match c {
            '\\' => Some(backslash(left)?),
            '&' => reference(left),
            '%' if has_percent => {
                let digits = left.get(1..3)?;
                Some((Part::Byte(u8::try_from(hex(digits, 2..=2)?).ok()?), 3))
            }
            _ => None,
        };
        has_escape |= found.is_some();
        let (part, len) = found.unwrap_or((Part::Number(c.into()), c.len_utf8()));
        parts.push(part);
        left = &left[len..];
    }
    has_escape.then_some(parts)
}

/// Returns what the escape is that `text` begins with, and its length.
fn backslash(text: &str) -> Option<(Part, usize)> {
    let (kind, rest) = text.get(1..2).zip(text.get(2..))?;
    let fixed = |len: usize| Some((hex(rest.get(..len)?, len..=len)?, 2 + len));
    match kind {
        "x" => {
            let (byte, len) = fixed(2)?;
            Some((Part::Byte(u8::try_from(byte).ok()?), len))
        }
        "u" | "U" => {
            let braced = rest.strip_prefix('{').and_then(|rest| {
                let (digits, _) = rest.split_once('}')?;
                Some((hex(digits, 1..=8)?, "\\u{}".len() + digits.len()))
            });
            let (number, len) = braced.or_else(|| fixed(if kind == "u" { 4 } else { 8 }))?;
            // JSON and Java write two surrogates for a character.
            if let 0xD800..=0xDBFF = number
                && let Some(low @ 0xDC00..=0xDFFF) = text[len..]
                    .strip_prefix("\\u")
                    .and_then(|rest| hex(rest.get(..4)?, 4..=4))
            {
                let number = 0x1_0000 + ((number & 0x3FF) << 10 | low & 0x3FF);
                return Some((Part::Number(number), 2 * len));
            }
            (number <= 0x7FFF_FFFF).then_some((Part::Number(number), len))
        }
        _ => None,
    }
}

/// Returns the number of a reference such as `&#x20AC;` or `&#8364;` that `text` begins with, and its length.
fn reference(text: &str) -> Option<(Part, usize)> {
    let (inner, _) = text.strip_prefix("&#")?.split_once(';')?;
    let number = match inner.strip_prefix(['x', 'X']) {
        Some(digits) => hex(digits, 1..=8)?,
        None => {
            let is_plain = inner.bytes().all(|byte| byte.is_ascii_digit());
            inner.parse().ok().filter(|_| is_plain)?
        }
    };
    (number <= 0x10_FFFF).then_some((Part::Number(number), "&#;".len() + inner.len()))
}

/// Returns `true` if `text` is two or more bytes in hexadecimal.
fn is_hex(text: &str) -> bool {
    let mut words = text.split(' ');
    text.contains(' ') && words.all(|word| word.len() == 2 && hex(word, 2..=2).is_some())
}

/// Returns the number that `digits` are in hexadecimal, if there are as many as allowed.
fn hex(digits: &str, allowed: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_long = allowed.contains(&digits.len());
    (is_hex && is_long).then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_is_read() {
        let utf8 = Encoding::UTF_8;
        let read = |text: &str| read(OsStr::new(text), utf8).expect("UTF-8 has all characters");
        let notations: [(&str, &[u8]); 15] = [
            ("U+20AC", "€".as_bytes()),
            ("u+20ac", "€".as_bytes()),
            ("U+0065 U+0301", "e\u{301}".as_bytes()),
            ("U+D800", b"\xED\xA0\x80"),
            (r"\xe2\x82\xac", "€".as_bytes()),
            (r"\xFF", b"\xFF"),
            (r"caf\xc3\xa9", "café".as_bytes()),
            (r"\u20ac\u{20AC}\U000020ac", "€€€".as_bytes()),
            (r"\ud83d\ude00", "😀".as_bytes()),
            (r"\ud83d\ud83d", b"\xED\xA0\xBD\xED\xA0\xBD"),
            ("&#x20AC;&#8364;", "€€".as_bytes()),
            ("R&D &#x20AC;", "R&D €".as_bytes()),
            ("%E2%82%AC", "€".as_bytes()),
            ("E2 82 AC", "€".as_bytes()),
            (r"é\xFF", b"\xC3\xA9\xFF"),
        ];
        for (text, bytes) in notations {
            assert_eq!(read(text), Some(Typed::Notation(bytes.to_vec())), "{text}");
        }
        for text in ["é", "naïve", "日本語", "a b é", "R&D é", "50 % é", "é:12"] {
            assert_eq!(read(text), Some(Typed::Text(text.into())), "{text}");
        }
        for text in [
            "",
            "README",
            "a.txt",
            "é.txt",
            "é/è",
            "/é",
            "./é",
            "20AC",
            "U+",
            "U+XY",
            "U+FFFFFFFF",
            "U+20AC é.",
            r"\q",
            r"a\b",
            r"\xZZ",
            r"\u20",
            r"\u{}",
            "&#;",
            "&#x;",
            "&amp;",
            "%E2%8",
            "100%25",
            "E2",
            "E2 8",
            "C:",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
