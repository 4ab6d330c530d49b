//! Bytes that may be ill-formed, converted to text.

use super::validate;
use crate::Encoding;
use crate::Policy;
use crate::engine;
use crate::error::{DecodeError, IllFormed, IntoStringError};
use crate::reference::{Decode as _, Utf8};
use crate::stream::{Decoder, Stop};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// Returns `bytes` as text, with U+FFFD for each maximal subpart of an ill-formed sequence. Well-formed input is
/// returned itself, without a copy.
///
/// ```
/// use std::borrow::Cow;
/// use utf8kit::utf8::repair;
///
/// assert!(matches!(repair("tout va bien".as_bytes()), Cow::Borrowed("tout va bien")));
/// assert_eq!(repair(b"\xF0\x9F\x98 \xC0\xAF"), "\u{FFFD} \u{FFFD}\u{FFFD}");
/// ```
pub fn repair(bytes: &[u8]) -> Cow<'_, str> {
    match validate(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(error) => Cow::Owned(replaced(bytes, error.valid_up_to())),
    }
}

/// Returns `bytes` with U+FFFD for each maximal subpart. The first `valid` bytes are well-formed: they end at the first
/// error that [`validate`] found.
pub(crate) fn replaced(bytes: &[u8], valid: usize) -> String {
    let (valid, rest) = bytes.split_at(valid);
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8 + 64);
    // SAFETY: `valid` is empty or ends at the first error that `validate` found, so it is well-formed.
    text.push_str(unsafe { core::str::from_utf8_unchecked(valid) });
    engine::append_text_lossy::<Utf8>(rest, &mut text, rest.len(), 3);
    text
}

/// Returns `bytes` as text, with each ill-formed sequence replaced as `policy` says. Input that needs no change is
/// returned itself, without a copy.
///
/// # Errors
///
/// Returns the first ill-formed sequence for which `policy` has no replacement. Its offset is in bytes.
///
/// ```
/// use utf8kit::{Policy, utf8::repair_with};
///
/// let mut seen = Vec::new();
/// let mut custom = |bytes: &[u8], kind: utf8kit::ErrorKind| {
///     seen.push((bytes.to_vec(), kind.name()));
///     Some(utf8kit::Replacement::char('?'))
/// };
/// assert_eq!(repair_with(b"a\xFFb", Policy::Custom(&mut custom)).unwrap(), "a?b");
/// assert_eq!(seen, [(vec![0xFF], "never-valid")]);
/// ```
pub fn repair_with<'a>(bytes: &'a [u8], policy: Policy<'_>) -> Result<Cow<'a, str>, IllFormed> {
    if let Ok(text) = validate(bytes)
        && !(policy.doubles_backslashes() && bytes.contains(&b'\\'))
    {
        return Ok(Cow::Borrowed(text));
    }
    let mut decoder = Decoder::new(Encoding::Utf8, policy);
    let mut text = Vec::new();
    let mut read = 0;
    let mut capacity = bytes.len() + bytes.len() / 8 + 64;
    loop {
        let len = text.len();
        text.resize(len + capacity, 0);
        let step = match read == bytes.len() {
            false => decoder.to_utf8(&bytes[read..], &mut text[len..]),
            true => decoder.finish_utf8(&mut text[len..]),
        };
        text.truncate(len + step.written);
        let ended = read == bytes.len();
        read += step.read;
        match step.stop {
            Stop::InputUsed if ended => break,
            Stop::InputUsed => {}
            Stop::OutputFull => capacity = (bytes.len() - read) + 64,
            Stop::IllFormed(at) => {
                let error = DecodeError {
                    kind: at.kind(),
                    len: at.bytes().len(),
                };
                return Err(IllFormed::new(
                    Utf8::NAME,
                    error,
                    at.offset() as usize,
                    at.bytes(),
                ));
            }
            Stop::NotRepresentable { .. } => unreachable!("UTF-8 has every character"),
        }
    }
    // SAFETY: a decoder writes well-formed UTF-8 and whole characters only.
    Ok(Cow::Owned(unsafe { String::from_utf8_unchecked(text) }))
}

/// Converts `bytes` to a `String`, without a copy.
///
/// # Errors
///
/// Returns the bytes and the first error if they are not well-formed UTF-8 (RFC 3629 section 4).
///
/// ```
/// assert_eq!(utf8kit::utf8::into_string(b"caf\xC3\xA9".to_vec()).unwrap(), "café");
/// ```
pub fn into_string(bytes: Vec<u8>) -> Result<String, IntoStringError> {
    match validate(&bytes) {
        // SAFETY: `validate` has checked that the bytes are well-formed UTF-8.
        Ok(_) => Ok(unsafe { String::from_utf8_unchecked(bytes) }),
        Err(error) => Err(IntoStringError::new(bytes, error)),
    }
}

/// Converts `bytes` to a `String`: without a copy if they are well-formed, [repaired](repair) otherwise.
///
/// ```
/// assert_eq!(utf8kit::utf8::into_string_lossy(b"caf\xE9".to_vec()), "caf\u{FFFD}");
/// ```
pub fn into_string_lossy(bytes: Vec<u8>) -> String {
    match into_string(bytes) {
        Ok(text) => text,
        Err(refused) => refused.into_string_lossy(),
    }
}
