//! Why a conversion ended early.

use std::io;
use utf8kit::IllFormed;

/// Why a conversion ended early.
pub(crate) enum Stopped {
    /// The input is ill-formed.
    IllFormed(IllFormed),
    /// The text cannot be converted. The error is at this offset in the input.
    Text(String, u64),
    /// The output's encoding lacks this number, which is at this offset in the input.
    Lacking(u32, u64),
    /// The input cannot be read.
    Input(io::Error),
    Output(io::Error),
}

/// Returns the message for ill-formed input.
pub(crate) fn ill_formed(error: &IllFormed) -> String {
    match error.clause() {
        "" => error.reason().to_string(),
        clause => format!("{} ({clause})", error.reason()),
    }
}
