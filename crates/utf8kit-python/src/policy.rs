//! The values of `errors` that are not Python's error handlers.

use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use utf8kit::Policy;
use utf8kit_encodings::{Encoding, Reading};

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

/// Returns the characters of a single-byte encoding for `0x80..=0xFF`, or `None` if it is no such encoding, or one without ASCII.
fn upper_half(label: &str) -> Option<[char; 128]> {
    // The Encoding Standard reads the name as windows-1252.
    if ["latin1", "latin-1", "iso-8859-1"].contains(&label.to_ascii_lowercase().as_str()) {
        return Some(std::array::from_fn(|place| char::from(0x80 | place as u8)));
    }
    let known = |label: &str| Encoding::for_label(label, Reading::Web).or_else(|| label.parse().ok());
    let encoding = known(label).or_else(|| known(&Python::attach(|py| codec_name(py, label))?));
    encoding?.upper_half()
}

/// Returns the name of Python's codec for a text encoding.
pub(crate) fn codec_name(py: Python<'_>, label: &str) -> Option<String> {
    let info = py.import("codecs").ok()?.call_method1("lookup", (label,)).ok()?;
    let is_text: bool = info.getattr("_is_text_encoding").ok()?.extract().ok()?;
    is_text
        .then(|| info.getattr("name").ok()?.extract().ok())
        .flatten()
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

/// Returns the name that Python has for a value of `errors`, if it has another one.
pub(crate) fn of_python(errors: &str) -> &str {
    match errors {
        "raise" => "strict",
        "drop" => "ignore",
        errors => errors,
    }
}

/// Returns the error for a value of `errors` that says what to do with bytes, where there are characters.
pub(crate) fn only_decodes(errors: &str) -> PyErr {
    PyLookupError::new_err(format!(
        "errors={errors:?} replaces bytes that are ill-formed, not characters that an encoding lacks"
    ))
}
