//! Bytes that may be ill-formed, converted to text.

use super::validate;
use crate::Policy;
use crate::code_unit::before;
use crate::dispatch::kernels;
use crate::engine::{self, Search};
use crate::error::{IllFormed, IntoStringError};
use crate::reference::{Decode as _, Utf8};
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
/// let custom = |_: &[u8], kind: utf8kit::ErrorKind| Some(format!("[{}]", kind.name()).into());
/// assert_eq!(repair_with(b"a\xFFb", Policy::Custom(&custom)).unwrap(), "a[never-valid]b");
/// ```
pub fn repair_with<'a>(bytes: &'a [u8], policy: Policy<'_>) -> Result<Cow<'a, str>, IllFormed> {
    // The offset of the next backslash to double.
    let mut backslash = match policy.doubles_backslashes() {
        true => next_backslash(bytes, 0),
        false => bytes.len(),
    };
    let mut search = Search::new(kernels());
    let mut error = search.advance_to_len::<Utf8>(bytes);
    let mut text = String::new();
    let mut read = 0;
    loop {
        // SAFETY: the search has checked that the bytes between two errors are well-formed UTF-8.
        let valid = unsafe { core::str::from_utf8_unchecked(&bytes[read..search.read]) };
        if read == 0 {
            if error.is_none() && backslash == bytes.len() {
                return Ok(Cow::Borrowed(valid));
            }
            text.reserve(bytes.len() + bytes.len() / 8 + 64);
        }
        if backslash < search.read {
            push_doubled(valid, &mut text);
            backslash = next_backslash(bytes, search.read);
        } else if !valid.is_empty() {
            text.push_str(valid);
        }
        let Some(len) = error else {
            return Ok(Cow::Owned(text));
        };
        let rest = &bytes[search.read..];
        let taken = match policy.append_constant(&rest[..len], &mut text) {
            true => len,
            false => {
                let Err(error) = Utf8::decode(rest) else {
                    unreachable!("the search returns errors");
                };
                let Some(replacement) = policy.replacement(&rest[..len], error.kind) else {
                    return Err(IllFormed::new(Utf8::NAME, error, search.read, rest));
                };
                text.push_str(replacement.as_str());
                replacement.taken(len)
            }
        };
        read = bytes.len().min(search.read.saturating_add(taken));
        if taken == len {
            search.skip(len);
        } else {
            search.restart(read);
        }
        error = search.advance_to_len::<Utf8>(bytes);
    }
}

/// Returns the offset of the first backslash from `from` on, or the length of `bytes`.
fn next_backslash(bytes: &[u8], from: usize) -> usize {
    from + before(&bytes[from..], |&byte| byte == b'\\')
}

/// Appends `valid` to `text`, with two backslashes for each.
fn push_doubled(valid: &str, text: &mut String) {
    for piece in valid.split_inclusive('\\') {
        text.push_str(piece);
        if piece.ends_with('\\') {
            text.push('\\');
        }
    }
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
