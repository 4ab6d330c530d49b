//! Findings: the results of a check.

use crate::block::{Block, MARGIN, boundary};
use crate::columns::Columns;
use crate::escape;
use crate::fix::Fix;
use crate::position::Passed;
use crate::rules::{Level, Rule};
use std::borrow::Cow;
use std::fmt;
use std::ops::{ControlFlow, Range};
use utf8kit::utf8;

/// Bytes that a finding keeps of its place. Reports cut longer ones.
const KEPT: usize = 64;

/// Takes a finding. It breaks if it takes no more of this text.
pub type Emit<'e> = &'e mut dyn FnMut(Finding) -> ControlFlow<()>;

/// Something that a rule found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that found it.
    pub rule: Rule,
    /// How much it matters: the [level of the rule](Rule::level), unless who checks decides otherwise.
    pub level: Level,
    /// How the text breaks the rule: `overlong`, `forbidden`, `windows-1252`. Programs can rely on it.
    pub kind: Cow<'static, str>,
    /// The number of bytes before it in the text.
    pub offset: u64,
    /// Its line, from 1. Only LF ends a line.
    pub line: u64,
    /// Its column in characters, from 1. Each maximal subpart of an ill-formed sequence counts as one. A signature has no column, as
    /// editors do not show it.
    pub column: u64,
    /// The column after it.
    pub end_column: u64,
    /// Its column in other units.
    pub columns: Columns,
    /// The column after it in other units.
    pub end_columns: Columns,
    /// Its length in bytes.
    pub length: u64,
    /// The number of places that it covers. Places of one rule and kind that follow each other directly are one finding: a
    /// run of a million NULs has a count of 1,000,000, and its message is about the first.
    pub count: u64,
    /// Its bytes: the first 64, if there are more.
    pub bytes: Vec<u8>,
    /// What was found and what was expected, in words for people.
    pub message: String,
    /// The clause of the standard that the text breaks, or that the rule rests on: `RFC 3629 section 3`.
    pub clause: &'static str,
    /// What repairs it.
    pub fix: Fix,
    /// The text around it.
    pub context: Context,
}

/// Writes `line:column: rule: message`, in one line and safe to print.
///
/// ```
/// use utf8kit_lint::{Options, check};
///
/// let findings = check(b"one\ntwo \xFF\n", &Options::default());
/// assert_eq!(findings[0].to_string(), "2:5: ill-formed: `FF` never occurs in UTF-8");
/// ```
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = escape::text(self.message.as_bytes());
        write!(f, "{}:{}: {}: {message}", self.line, self.column, self.rule)
    }
}

/// The text around a finding, in its line and at most [`MARGIN`] / 2 bytes to either side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// The text before the finding. Like all of the context it is in UTF-8, as far as the text is well-formed, also if the
    /// text itself is in another encoding.
    pub before: Vec<u8>,
    /// The text of the finding in UTF-8, if the text itself is in another encoding.
    pub found: Option<Vec<u8>>,
    /// The text after the finding.
    pub after: Vec<u8>,
    /// Whether `before` begins where the line does.
    pub from_line_start: bool,
    /// Whether `after` ends where the line does.
    pub to_line_end: bool,
}

impl Finding {
    /// Adds what follows directly: `bytes`, which `passed` are in the line.
    pub(crate) fn lengthen(&mut self, bytes: &[u8], length: u64, passed: Passed<'_>) {
        self.length += length;
        (self.end_column, self.end_columns) = passed.end(self.end_column, self.end_columns);
        let room = KEPT.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..room.min(bytes.len())]);
    }
}

/// Returns the bytes that a finding keeps of those of its place.
pub(crate) fn kept(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len().min(KEPT)].to_vec()
}

impl Context {
    /// Returns the text around `place` in the bytes of `block`.
    pub(crate) fn new(block: &Block<'_>, place: &Range<usize>) -> Context {
        let bytes = block.bytes;
        let window = place.start.saturating_sub(MARGIN / 2);
        let line = memchr::memrchr(b'\n', &bytes[window..place.start]).map(|lf| window + lf + 1);
        let mut begin = line.unwrap_or(window);
        let from_line_start = line.is_some() || block.start + window as u64 == 0;
        if !from_line_start {
            begin = boundary(bytes, begin).min(place.start);
        }
        let After { text, to_line_end } = After::new(block, place.end);
        Context {
            before: bytes[begin..place.start].to_vec(),
            found: None,
            after: text,
            from_line_start,
            to_line_end,
        }
    }
}

/// The text after a finding.
#[derive(Debug)]
pub(crate) struct After {
    pub(crate) text: Vec<u8>,
    /// Whether it ends where the line does.
    pub(crate) to_line_end: bool,
}

impl After {
    /// Returns the text from `end` on in the bytes of `block`.
    pub(crate) fn new(block: &Block<'_>, end: usize) -> After {
        let bytes = block.bytes;
        let window = match end + MARGIN / 2 {
            // A part of a character would look like an error.
            window if window < bytes.len() => utf8::floor_boundary(bytes, window).max(end),
            _ => bytes.len(),
        };
        let line_end = memchr::memchr(b'\n', &bytes[end..window]).map(|lf| end + lf);
        After {
            text: bytes[end..line_end.unwrap_or(window)].to_vec(),
            to_line_end: line_end.is_some() || (block.is_last && window == bytes.len()),
        }
    }
}
