//! The text around a sequence.

use super::judge::Around;
use std::ops::Range;
use utf8kit::utf8;

/// Bytes on either side of a sequence that can decide about it.
pub(super) const REACH: usize = 512;

/// Characters on either side of a sequence that can belong to its word.
pub(super) const LONGEST_WORD: usize = 64;

/// Returns the characters around `range`.
pub(super) fn around(text: &str, range: &Range<usize>) -> Around {
    let mut before = text[..range.start].chars().rev();
    let mut after = text[range.end..].chars();
    Around {
        before: [before.next(), before.next()],
        after: [after.next(), after.next()],
    }
}

/// Returns `range` with `REACH` bytes to either side.
pub(super) fn passage(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = utf8::ceil_boundary(text.as_bytes(), range.start.saturating_sub(REACH));
    let end = utf8::floor_boundary(text.as_bytes(), (range.end + REACH).min(text.len()));
    start..end
}

/// Returns the part of [`passage`] that is in the line of `range`.
pub(super) fn passage_of_line(text: &str, range: &Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let near = passage(text, range);
    let start = memchr::memrchr2(b'\n', b'\r', &bytes[near.start..range.start])
        .map_or(near.start, |at| near.start + at + 1);
    let end =
        memchr::memchr2(b'\n', b'\r', &bytes[range.end..near.end]).map_or(near.end, |at| range.end + at);
    start..end
}
