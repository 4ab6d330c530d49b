//! The values of `--on-error`.

use crate::encodings;
use std::str::FromStr;
use utf8kit::{ErrorKind, Policy, Replacement};

/// What `convert` does with text that it cannot convert.
#[derive(Clone, Debug)]
pub(crate) enum OnError {
    Fail,
    Replace,
    Drop,
    Escape,
    /// Write characters that the output's encoding lacks as `\u{...}`, and ill-formed bytes as `Escape` does.
    Unicode,
    /// Write characters that the output's encoding lacks as `&#x...;`. Ill-formed bytes have no such reference.
    Xml,
    /// Write this text.
    With(String),
    /// Decode ill-formed bytes in a single-byte encoding. These are its characters for 0x80..=0xFF.
    As(Box<[char; 128]>),
}

impl FromStr for OnError {
    type Err = String;

    fn from_str(text: &str) -> Result<OnError, String> {
        Ok(match text {
            "fail" => OnError::Fail,
            "replace" => OnError::Replace,
            "drop" => OnError::Drop,
            "escape" => OnError::Escape,
            "unicode" => OnError::Unicode,
            "xml" => OnError::Xml,
            _ => {
                if let Some(replacement) = text.strip_prefix("with:") {
                    return Ok(OnError::With(replacement.to_owned()));
                }
                let label = text
                    .strip_prefix("as:")
                    .ok_or("expected fail, replace, drop, escape, unicode, xml, with:TEXT, or as:ENCODING")?;
                let table = encodings::upper_half(encodings::find(label)?)
                    .ok_or_else(|| format!("`{label}` is not a single-byte encoding"))?;
                OnError::As(Box::new(table))
            }
        })
    }
}

impl OnError {
    /// Returns the library's policy for what the output's encoding lacks.
    pub(crate) fn encoding_policy(&self) -> Policy<'_> {
        match self {
            OnError::Replace => Policy::Replace('?'),
            OnError::Drop => Policy::Drop,
            OnError::Escape => Policy::Escape,
            OnError::Unicode => Policy::Custom(&in_unicode_braces),
            OnError::Xml => Policy::Custom(&as_reference),
            OnError::With(text) => Policy::With(text),
            OnError::Fail | OnError::As(_) => Policy::Fail,
        }
    }

    /// Appends what is written for `c`, a character that the output's encoding lacks, as [`Self::encoding_policy`] says.
    /// Returns `false` if that is an error. The library's replacements take longer, and there can be one for each character.
    pub(crate) fn replace_character(&self, c: char, text: &mut String) -> bool {
        match self {
            OnError::Replace => text.push('?'),
            OnError::Drop => {}
            OnError::Escape => {
                for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
                    text.push_str(escaped(byte));
                }
            }
            OnError::Unicode => push_in_unicode_braces(c, text),
            OnError::Xml => push_as_reference(c, text),
            OnError::With(replacement) => text.push_str(replacement),
            OnError::Fail | OnError::As(_) => return false,
        }
        true
    }

    /// Calls `push` with the parts of what is written for `invalid`, ill-formed bytes, as [`Self::policy`] says. Returns `false`
    /// if that is an error.
    pub(crate) fn replace_bytes(&self, invalid: &[u8], mut push: impl FnMut(&str)) -> bool {
        match self {
            OnError::Replace => push("\u{FFFD}"),
            OnError::Drop => {}
            OnError::Escape | OnError::Unicode => invalid.iter().for_each(|&byte| push(escaped(byte))),
            OnError::With(replacement) => push(replacement),
            OnError::As(table) => {
                for &byte in invalid {
                    let c = match byte.checked_sub(0x80) {
                        Some(place) => table[usize::from(place)],
                        None => char::from(byte),
                    };
                    push(c.encode_utf8(&mut [0; 4]));
                }
            }
            OnError::Fail | OnError::Xml => return false,
        }
        true
    }

    /// Returns `true` if a backslash of the text is doubled, so that what is escaped can be told from it.
    pub(crate) fn doubles_backslashes(&self) -> bool {
        matches!(self, OnError::Escape | OnError::Unicode)
    }

    /// Returns the library's policy for the input.
    pub(crate) fn policy(&self) -> Policy<'_> {
        match self {
            OnError::Fail | OnError::Xml => Policy::Fail,
            OnError::Replace => Policy::Replace('\u{FFFD}'),
            OnError::Drop => Policy::Drop,
            OnError::Escape | OnError::Unicode => Policy::Escape,
            OnError::With(text) => Policy::With(text),
            OnError::As(table) => Policy::Legacy(table),
        }
    }
}

/// A value of `--on-error` of `fix`.
#[derive(Clone, Debug)]
pub(crate) enum OnErrorOr {
    /// Write the character that an overlong form or a surrogate pair stood for.
    Meant,
    OnError(OnError),
}

impl FromStr for OnErrorOr {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "meant" => Ok(OnErrorOr::Meant),
            "replace" | "drop" | "escape" => text.parse().map(OnErrorOr::OnError),
            _ if text.starts_with("as:") || text.starts_with("with:") => text.parse().map(OnErrorOr::OnError),
            _ => Err("expected replace, drop, escape, meant, with:TEXT, or as:ENCODING".to_owned()),
        }
    }
}

/// Returns the character as `\u{...}`. What is no character has no such escape: its bytes are escaped.
fn in_unicode_braces<'a>(bytes: &[u8], _: ErrorKind) -> Option<Replacement<'a>> {
    let Some(c) = character(bytes) else {
        return Some(Replacement::escaped(bytes));
    };
    let mut text = String::new();
    push_in_unicode_braces(c, &mut text);
    Some(text.into())
}

/// Returns the character as `&#x...;`.
fn as_reference<'a>(bytes: &[u8], _: ErrorKind) -> Option<Replacement<'a>> {
    let mut text = String::new();
    push_as_reference(character(bytes)?, &mut text);
    Some(text.into())
}

/// Returns the character that `bytes`, as a policy is given them, are in UTF-8.
fn character(bytes: &[u8]) -> Option<char> {
    str::from_utf8(bytes).ok()?.chars().next()
}

/// Returns the byte as `\xHH`.
fn escaped(byte: u8) -> &'static str {
    const ALL: [u8; 0x400] = {
        let mut all = [0; 0x400];
        let mut byte = 0;
        while byte < 0x100 {
            all[4 * byte] = b'\\';
            all[4 * byte + 1] = b'x';
            all[4 * byte + 2] = DIGITS[byte >> 4];
            all[4 * byte + 3] = DIGITS[byte & 0xF];
            byte += 1;
        }
        all
    };
    const TEXT: &str = match str::from_utf8(&ALL) {
        Ok(text) => text,
        Err(_) => panic!("it is ASCII"),
    };
    let at = 4 * usize::from(byte);
    &TEXT[at..at + 4]
}

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

fn push_in_unicode_braces(c: char, text: &mut String) {
    text.push_str("\\u{");
    push_hex(c.into(), text);
    text.push('}');
}

fn push_as_reference(c: char, text: &mut String) {
    text.push_str("&#x");
    push_hex(c.into(), text);
    text.push(';');
}

/// Appends a number in hexadecimal. `format!` takes several times as long, and there can be one for each character.
fn push_hex(number: u32, text: &mut String) {
    let digits = (u32::BITS - (number | 1).leading_zeros()).div_ceil(4);
    for digit in (0..digits).rev() {
        let digit = (number >> (4 * digit)) as u8 & 0xF;
        text.push(char::from(DIGITS[usize::from(digit)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_appended_is_what_the_policy_returns() {
        let values = [
            "fail",
            "replace",
            "drop",
            "escape",
            "unicode",
            "xml",
            "with:",
            "with:<é>",
            "as:latin1",
        ];
        for value in values {
            let on_error: OnError = value.parse().expect(value);
            for c in ['\0', '\t', 'é', '€', '\u{FFFF}', '\u{10000}', '\u{10FFFF}'] {
                let mut text = String::from("before ");
                let is_replaced = on_error.replace_character(c, &mut text);
                let expected = on_error.encoding_policy().replacement_of(c);
                assert_eq!(is_replaced, expected.is_some(), "{value}");
                let expected = expected.as_ref().map_or("", Replacement::as_str);
                assert_eq!(text, format!("before {expected}"), "{value}");
            }
            for bytes in [&b"\xFF"[..], b"\x80", b"\x1B$", b"\x8E\xA2\xA1"] {
                let mut text = String::new();
                let is_replaced = on_error.replace_bytes(bytes, |part| text.push_str(part));
                let expected = on_error.policy().replacement(bytes, ErrorKind::Undefined);
                assert_eq!(is_replaced, expected.is_some(), "{value}");
                assert_eq!(text, expected.as_ref().map_or("", Replacement::as_str), "{value}");
            }
        }
        let unicode = OnError::Unicode.encoding_policy();
        assert_eq!(unicode.replacement_of('€').unwrap().as_str(), "\\u{20AC}");
        let xml = OnError::Xml.encoding_policy();
        assert_eq!(xml.replacement_of('\u{1F600}').unwrap().as_str(), "&#x1F600;");
    }
}
