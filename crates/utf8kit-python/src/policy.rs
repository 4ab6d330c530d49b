//! The values of `errors` that are not Python's error handlers.

use encoding_rs::Encoding;
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use std::sync::Mutex;
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
    let encoding = Encoding::for_label(label.as_bytes());
    if encoding.is_none() && !is_latin1 {
        let all = &Python::attach(|py| self::table(py, label))?.characters;
        table.copy_from_slice(&all[128..]);
        // The others are more than ASCII, or no characters.
        return all[..128]
            .iter()
            .zip(0u8..)
            .all(|(&c, byte)| c == char::from(byte))
            .then_some(table);
    }
    let encoding = encoding.filter(|encoding| encoding.is_single_byte());
    for (place, byte) in table.iter_mut().zip(0x80u8..=0xFF) {
        *place = match encoding {
            _ if is_latin1 => char::from(byte),
            Some(encoding) => encoding.decode_without_bom_handling(&[byte]).0.chars().next()?,
            None => return None,
        };
    }
    Some(table)
}

/// Returns the name of Python's codec for a text encoding.
pub(crate) fn codec_name(py: Python<'_>, label: &str) -> Option<String> {
    let info = py.import("codecs").ok()?.call_method1("lookup", (label,)).ok()?;
    let is_text: bool = info.getattr("_is_text_encoding").ok()?.extract().ok()?;
    is_text
        .then(|| info.getattr("name").ok()?.extract().ok())
        .flatten()
}

/// A single-byte encoding of Python's.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Table {
    /// The name of its codec.
    pub(crate) name: String,
    /// The characters of its bytes, U+FFFD for those that have none.
    pub(crate) characters: [char; 256],
}

/// Returns one of Python's single-byte encodings, such as `IBM850`.
pub(crate) fn table(py: Python<'_>, label: &str) -> Option<&'static Table> {
    /// The encodings so far, which live as long as the process. There are as many as Python has.
    static TABLES: Mutex<Vec<&Table>> = Mutex::new(Vec::new());
    let name = codec_name(py, label)?;
    let module = format!("encodings.{}", name.replace('-', "_"));
    let module = py.import(module.as_str()).ok()?;
    let text: String = module.getattr("decoding_table").ok()?.extract().ok()?;
    let mut characters = ['\0'; 256];
    let mut count = 0;
    for c in text.chars() {
        // Python writes U+FFFE for no character.
        let c = if c == '\u{FFFE}' {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        };
        *characters.get_mut(count)? = c;
        count += 1;
    }
    if count < characters.len() {
        return None;
    }
    let mut tables = TABLES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = tables.iter().find(|known| known.name == name) {
        return Some(known);
    }
    let new = Box::leak(Box::new(Table { name, characters }));
    tables.push(new);
    Some(new)
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
