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
                let table = encodings::find(label)?
                    .upper_half()
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
            OnError::Replace => Policy::Replace('\u{FFFD}'),
            OnError::Drop => Policy::Drop,
            OnError::Escape => Policy::Escape,
            OnError::Unicode => Policy::Custom(&in_unicode_braces),
            OnError::Xml => Policy::Custom(&as_reference),
            OnError::With(text) => Policy::With(text),
            OnError::Fail | OnError::As(_) => Policy::Fail,
        }
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
    /// Write the character that an overlong form, a surrogate pair or bytes that Python kept as surrogates stood for.
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
    fn the_notations_of_other_languages_are_written() {
        let unicode = OnError::Unicode.encoding_policy();
        assert_eq!(unicode.replacement_of('€').unwrap().as_str(), "\\u{20AC}");
        let xml = OnError::Xml.encoding_policy();
        assert_eq!(xml.replacement_of('\u{1F600}').unwrap().as_str(), "&#x1F600;");
    }
}
