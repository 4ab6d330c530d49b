//! What a report needs to know about one place.

use super::block::Block;
use super::rules::Rule;
use std::borrow::Cow;
use std::ops::Range;

/// Bytes of a finding that reports show; longer ones are cut.
const SHOWN: usize = 64;

/// Something that a rule found.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) rule: Rule,
    /// The rule's own word for what it is: `overlong`, `forbidden`, …
    pub(crate) kind: Cow<'static, str>,
    /// Bytes from the beginning of the text.
    pub(crate) offset: u64,
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// The column behind it.
    pub(crate) end_column: u64,
    /// In bytes.
    pub(crate) length: u64,
    pub(crate) message: String,
    /// Would `fix` mend it without being told how?
    pub(crate) fixable: bool,
    pub(crate) context: Context,
}

/// The text around a finding, in its line and not further away than a block's margin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    pub(crate) before: Vec<u8>,
    pub(crate) found: Vec<u8>,
    pub(crate) after: Vec<u8>,
    /// Does `before` begin where the line does?
    pub(crate) from_line_start: bool,
    /// Does `after` end where the line does?
    pub(crate) to_line_end: bool,
}

impl Context {
    /// Of what stands at `found` in the block's bytes.
    pub(crate) fn new(block: &Block<'_>, found: Range<usize>) -> Context {
        let bytes = block.bytes;
        let window = found.start.saturating_sub(super::block::MARGIN / 2);
        let line = memchr::memrchr(b'\n', &bytes[window..found.start]).map(|lf| window + lf + 1);
        let mut begin = line.unwrap_or(window);
        let from_line_start = line.is_some() || block.start + window as u64 == 0;
        if !from_line_start {
            begin = super::block::cut(bytes, begin).min(found.start);
        }
        let window = (found.end + super::block::MARGIN / 2).min(bytes.len());
        let line_end = memchr::memchr(b'\n', &bytes[found.end..window]).map(|lf| found.end + lf);
        let to_line_end = line_end.is_some() || (block.last && window == bytes.len());
        let end = line_end.unwrap_or(window);
        Context {
            before: bytes[begin..found.start].to_vec(),
            found: bytes[found.start..found.end.min(found.start + SHOWN)].to_vec(),
            after: bytes[found.end..end].to_vec(),
            from_line_start,
            to_line_end,
        }
    }
}
