//! The flags of `inspect`.

use super::Flags;
use super::common::Color;
use super::values::{self, known};
use clap::builder::StringValueParser;
use clap::{Args as Group, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Show text byte by byte: bits, code points, names, and what is ill-formed and why.
///
/// Exit codes: 0 done, 1 some bytes are ill-formed, 2 usage errors and files that cannot be read.
#[derive(Group, Debug)]
#[command(
    after_help = "FILE:LINE:COLUMN is a place as check prints it; a file of that whole name comes first. Up to three \
    characters are shown with all that is known of them. More are a table, with what is ill-formed, and what stands at the \
    given place, below it. Bits are shown as prefix and payload. --format json prints an object for each character or \
    ill-formed sequence, and a summary."
)]
pub(crate) struct InspectArgs {
    // In a comment of documentation, this would be a link.
    #[arg(
        value_name = "FILE",
        help = "File to read, or FILE:LINE[:COLUMN]; if there is none of this name, text that is not ASCII, U+20AC, or \
                \\xE2\\x82\\xAC [default: `-`, standard input]"
    )]
    pub(crate) file: Option<PathBuf>,

    /// Show TEXT
    #[arg(long, value_name = "TEXT", conflicts_with = "file")]
    pub(crate) text: Option<OsString>,

    /// Show bytes in hexadecimal, such as `E2 82 AC`
    #[arg(long, value_name = "BYTES", conflicts_with_all = ["file", "text"])]
    pub(crate) hex: Option<String>,

    /// Show a code point, such as U+20AC
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["file", "text", "hex"])]
    pub(crate) scalar: Option<String>,

    /// Begin at the byte with this offset, or at the start of its character
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bytes)]
    pub(crate) offset: Option<u64>,

    /// Begin at line L, at character C of it
    #[arg(long, value_name = "L[:C]", conflicts_with = "offset")]
    pub(crate) line: Option<String>,

    /// Show N bytes, at most 1048576 [default: 64; with a line, up to its end]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bytes)]
    pub(crate) length: Option<u64>,

    /// Read the bytes as ENCODING; with --text and --scalar, encode in it [default: UTF-8, or for a file what its first
    /// bytes show]
    #[arg(
        long = "as",
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    pub(crate) encoding: Option<String>,

    /// Output format: human, json
    #[arg(long, value_enum, default_value = "human", hide_possible_values = true)]
    pub(crate) format: InspectFormat,

    /// Same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    pub(crate) json: bool,

    /// Name of standard input in the output and in messages
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,

    /// Use colors: auto, always, never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) color: Color,
}

impl Flags for InspectArgs {}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum InspectFormat {
    Human,
    Json,
}

/// Reads a number of bytes, as decimal or hexadecimal.
fn bytes(text: &str) -> Result<u64, &'static str> {
    let number = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    number
        .ok()
        .filter(|_| is_plain)
        .ok_or("expected a number of bytes from 0 on, such as 4096 or 0x1000")
}
