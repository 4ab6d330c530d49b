//! The values of `errors` that are not Python's error handlers.

use encoding_rs::Encoding;
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use utf8kit::Policy;

/// What to do with ill-formed sequences.
pub(crate) enum OnError {
    Fail,
    Replace,
    Drop,
    Escape,
    BackslashReplace,
    /// Decode ill-formed bytes in a single-byte encoding. These are its characters for `0x80..=0xFF`.
    As(Box<[char; 128]>),
}

impl OnError {
    /// Returns the value with this name: `strict` or `raise`, `replace`, `ignore` or `drop`, `escape`, `backslashreplace`,
    /// `as:ENCODING`.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the name.
    pub(crate) fn new(name: &str) -> Result<OnError, String> {
        Ok(match name {
            "strict" | "raise" => OnError::Fail,
            "replace" => OnError::Replace,
            "ignore" | "drop" => OnError::Drop,
            "escape" => OnError::Escape,
            "backslashreplace" => OnError::BackslashReplace,
            _ => {
                let label = name.strip_prefix("as:").ok_or_else(|| {
                    format!("unknown value {name:?} of errors: expected raise, replace, drop, escape, backslashreplace or as:ENCODING")
                })?;
                let table = upper_half(label).ok_or_else(|| {
                    format!("{label:?} is not the name of a single-byte encoding, such as windows-1252")
                })?;
                OnError::As(Box::new(table))
            }
        })
    }

    pub(crate) fn policy(&self) -> Policy<'_> {
        match self {
            OnError::Fail => Policy::Fail,
            OnError::Replace => Policy::Replace('\u{FFFD}'),
            OnError::Drop => Policy::Drop,
            OnError::Escape => Policy::Escape,
            OnError::BackslashReplace => Policy::BackslashReplace,
            OnError::As(table) => Policy::Legacy(table),
        }
    }
}

impl OnError {
    /// Returns the text in place of an ill-formed sequence, or `None` if it is an error.
    pub(crate) fn replacement(&self, bytes: &[u8]) -> Option<String> {
        Some(match self {
            OnError::Fail => return None,
            OnError::Replace => "\u{FFFD}".to_owned(),
            OnError::Drop => String::new(),
            OnError::Escape => bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect(),
            OnError::BackslashReplace => bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect(),
            OnError::As(table) => {
                let decoded = bytes.iter().map(|&byte| match byte {
                    0x80.. => table[usize::from(byte - 0x80)],
                    _ => char::from(byte),
                });
                decoded.collect()
            }
        })
    }
}

/// Returns the characters of a single-byte encoding for `0x80..=0xFF`, or `None` if it is no such encoding.
fn upper_half(label: &str) -> Option<[char; 128]> {
    let mut table = ['\0'; 128];
    // The Encoding Standard reads the name as windows-1252.
    let is_latin1 = ["latin1", "latin-1", "iso-8859-1"].contains(&label.to_ascii_lowercase().as_str());
    let encoding = Encoding::for_label(label.as_bytes()).filter(|encoding| encoding.is_single_byte());
    for (place, byte) in table.iter_mut().zip(0x80u8..=0xFF) {
        *place = match encoding {
            _ if is_latin1 => char::from(byte),
            Some(encoding) => encoding.decode_without_bom_handling(&[byte]).0.chars().next()?,
            None => return None,
        };
    }
    Some(table)
}

/// Returns what replaces ill-formed sequences for a function that takes the names of Python's error handlers, too: `None` for
/// `strict` and for the name of a handler that is Python's.
///
/// # Errors
///
/// Returns a `LookupError` if the encoding of `as:ENCODING` is unknown.
pub(crate) fn of_text(errors: &str) -> PyResult<Option<OnError>> {
    match OnError::new(errors) {
        Ok(OnError::Fail) => Ok(None),
        Ok(on_error) => Ok(Some(on_error)),
        Err(message) if errors.starts_with("as:") => Err(PyLookupError::new_err(message)),
        Err(_) => Ok(None),
    }
}

/// Returns the error for a value of `errors` that says what to do with bytes, where there are characters.
pub(crate) fn only_decodes(errors: &str) -> PyErr {
    PyLookupError::new_err(format!(
        "errors={errors:?} replaces bytes that are ill-formed, not characters that an encoding lacks"
    ))
}
