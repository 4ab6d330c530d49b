//! Converts a file in UTF-16LE to UTF-8 on standard output.
//!
//! ```text
//! cargo run --example utf16_to_utf8 -- export.csv > export-utf8.csv
//! ```

use std::io::Write as _;
use std::process::ExitCode;
use utf8kit::{ConvertError, Encoding, Endian, Policy};

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: utf16_to_utf8 FILE");
        return ExitCode::from(2);
    };
    let text = std::fs::read(&path)
        .map_err(|error| error.to_string())
        .and_then(|bytes| to_utf8(bytes).map_err(|error| error.to_string()));
    match text {
        Ok(text) if std::io::stdout().write_all(text.as_bytes()).is_ok() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

/// Returns `bytes`, which are UTF-16LE, as UTF-8 without the signature.
pub fn to_utf8(bytes: Vec<u8>) -> Result<String, ConvertError> {
    let bytes = bytes.strip_prefix(b"\xFF\xFE").unwrap_or(&bytes);
    let text = Encoding::Utf16(Endian::Little).decode(bytes, Policy::Fail)?;
    Ok(text.into_owned())
}
