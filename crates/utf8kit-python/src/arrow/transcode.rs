//! Columns in other encodings.

use super::Data;
use super::build::Builder;
use super::check::each_row_of_part;
use super::column::Column;
use super::export::Field;
use crate::policy::OnError;
use crate::text::find_encoding;
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use utf8kit_family::Encoding;

/// A conversion of each row from an encoding to another.
pub(super) struct Transcoding {
    from: Encoding,
    to: Encoding,
    to_name: String,
    /// What to do with rows that cannot be converted, or `None` if they become null.
    on_error: Option<OnError>,
}

impl Transcoding {
    pub(super) fn new(to: &str, from: &str, errors: &str) -> PyResult<Transcoding> {
        let find = |name: &str| {
            find_encoding(name).ok_or_else(|| {
                PyLookupError::new_err(format!(
                    "unknown encoding {name:?}: expected UTF-8 or a relative of it"
                ))
            })
        };
        let (from, encoding) = (find(from)?, find(to)?);
        if !encoding.can_be_written() {
            return Err(PyLookupError::new_err(format!(
                "{to} can be decoded, but not encoded: use utf-8"
            )));
        }
        let on_error = match errors {
            "null" => None,
            _ => Some(OnError::new(errors).map_err(PyValueError::new_err)?),
        };
        Ok(Transcoding {
            from,
            to: encoding,
            to_name: to.to_owned(),
            on_error,
        })
    }

    pub(super) fn run(&self, column: &Column) -> PyResult<Data> {
        let mut builders = Vec::new();
        let mut before = 0;
        for part in &column.parts {
            let mut builder = Builder::new();
            each_row_of_part(column, part, |row, value| {
                let converted = value.map(|value| self.convert(value)).transpose();
                match converted {
                    Ok(converted) => builder.push(converted.as_deref()),
                    Err(_) if self.on_error.is_none() => builder.push(None),
                    Err(error) => {
                        return Err(PyValueError::new_err(format!("row {}: {error}", before + row)));
                    }
                }
                Ok(())
            })?;
            before += part.rows().len;
            builders.push(builder);
        }
        let is_small = builders
            .iter()
            .all(|builder| i32::try_from(builder.bytes()).is_ok());
        let is_text = self.to == Encoding::UTF_8;
        let format = match (is_small, is_text) {
            (true, true) => c"u",
            (true, false) => c"z",
            (false, true) => c"U",
            (false, false) => c"Z",
        };
        let chunk = |builder: Builder| {
            if is_small {
                builder.into_small_chunk()
            } else {
                builder.into_chunk()
            }
        };
        Ok(Data::new(
            Field::new("", format),
            builders.into_iter().map(chunk).collect(),
        ))
    }

    /// Converts a row.
    fn convert(&self, value: &[u8]) -> Result<Vec<u8>, String> {
        let policy = self
            .on_error
            .as_ref()
            .map_or(utf8kit::Policy::Fail, OnError::policy);
        let text = self
            .from
            .decode(value, policy)
            .map_err(|error| error.to_string())?;
        if self.to == Encoding::UTF_8 {
            return Ok(text.into_bytes());
        }
        // What the encoding lacks is replaced as an encoder does it.
        let policy = match self.on_error {
            Some(OnError::Replace) => utf8kit::Policy::Replace('?'),
            Some(OnError::Drop) => utf8kit::Policy::Drop,
            Some(OnError::Escape | OnError::BackslashReplace) => utf8kit::Policy::BackslashReplace,
            _ => utf8kit::Policy::Fail,
        };
        self.to
            .encode(&text, policy)
            .map_err(|error| format!("{error}, in {}", self.to_name))
    }
}
