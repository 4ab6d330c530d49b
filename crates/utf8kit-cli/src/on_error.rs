//! The values of `--on-error`.

use crate::encodings;
use std::str::FromStr;
use utf8kit::Policy;

/// What `convert` does with text that it cannot convert.
#[derive(Clone, Debug)]
pub(crate) enum OnError {
    Fail,
    Replace,
    Drop,
    Escape,
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
            _ => {
                let label = text
                    .strip_prefix("as:")
                    .ok_or("expected fail, replace, drop, escape, or as:ENCODING")?;
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
            OnError::Fail | OnError::As(_) => Policy::Fail,
        }
    }

    /// Returns the library's policy for the input.
    pub(crate) fn policy(&self) -> Policy<'_> {
        match self {
            OnError::Fail => Policy::Fail,
            OnError::Replace => Policy::Replace('\u{FFFD}'),
            OnError::Drop => Policy::Drop,
            OnError::Escape => Policy::Escape,
            OnError::As(table) => Policy::Legacy(table),
        }
    }
}
