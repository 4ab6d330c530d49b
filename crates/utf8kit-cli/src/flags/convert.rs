//! The flags of `convert`.

use super::Flags;
use super::values::{self, known};
use crate::encodings::announcement;
use crate::encodings::on_error::OnError;
use clap::builder::StringValueParser;
use clap::{Args as Group, ValueEnum};
use std::path::PathBuf;
use utf8kit_encodings::iso2022::Announcement;

/// Convert text between encodings.
///
/// Exit codes: 0 done, 1 ill-formed or not representable text, 2 usage errors and files that cannot be read or written.
#[derive(Group, Debug)]
pub(crate) struct ConvertArgs {
    /// Files to convert and concatenate [default: `-`, standard input]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Encoding of the input; `auto` recognizes it, and prints on standard error what it took [default: UTF-8]
    #[arg(
        short,
        long = "from-code",
        visible_alias = "from",
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::encodings_or_auto),
        hide_possible_values = true
    )]
    pub(crate) from: Option<String>,

    /// Encoding of the output
    #[arg(
        short,
        long = "to-code",
        visible_alias = "to",
        value_name = "ENCODING",
        default_value = "UTF-8",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    pub(crate) to: String,

    /// What `-t ISO-2022` announces: UTF-8, UTF-16, UCS-2 or UCS-4, and the implementation level of ISO/IEC 10646-1, as in
    /// UTF-8:3. Level 1 has no combining characters, level 2 those that scripts need [default: UTF-8 without a level]
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = known(announcement::parse, values::announcements),
        hide_possible_values = true
    )]
    pub(crate) announce: Option<Announcement>,

    /// Line end of EBCDIC, in the input and the output: lf (byte 25; byte 15 is U+0085), nl (byte 15; byte 25 is U+0085), any
    /// (both are read, byte 15 is written) [default: lf]
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true)]
    pub(crate) ebcdic_line_end: Option<LineEnd>,

    /// Write to FILE, which is replaced only when everything is converted
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// U+FEFF at the start of the output: keep (that of the first input), strip, add [default: what the definitions of
    /// the encodings say]
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(crate) signature: Option<Signature>,

    /// For what cannot be converted: fail, replace (by U+FFFD or `?`), with:TEXT, drop (joins what stood on both sides, which
    /// can make something new), escape (as `\xHH`; a backslash is doubled), unicode (as `\u{...}`, ill-formed bytes as
    /// escape), xml (as `&#x...;`, ill-formed bytes fail), as:ENCODING (decode ill-formed bytes in a single-byte encoding)
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "fail",
        value_parser = known(str::parse::<OnError>, values::policies),
        hide_possible_values = true
    )]
    pub(crate) on_error: OnError,

    /// Same as --on-error drop: what stood on both sides is joined, which can make something new
    #[arg(short = 'c', conflicts_with = "on_error")]
    pub(crate) drop: bool,

    /// Undo --on-error escape and --on-error unicode, and names that Git prints: `\xHH` and `\303` are UTF-8, or else bytes of
    /// the output; `\u{...}` is a character, `\\` a backslash, `\"` and `\n` what they are in C
    #[arg(long)]
    pub(crate) unescape: bool,

    /// Name of standard input in messages
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,

    /// List the encodings
    #[arg(short, long, exclusive = true)]
    pub(crate) list: bool,
}

impl Flags for ConvertArgs {
    fn writes_to_stdout(&self) -> bool {
        self.output.as_ref().is_none_or(|path| path.as_os_str() == "-")
    }
}

/// What `convert` does with signatures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Signature {
    Keep,
    Strip,
    Add,
}

/// What ends a line in EBCDIC.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum LineEnd {
    Lf,
    Nl,
    Any,
}
