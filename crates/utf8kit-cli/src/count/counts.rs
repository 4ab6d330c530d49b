//! The counts of a text, and how those of its parts add up.

use utf8kit::utf8;
use utf8kit_lint::{Block, count_characters};

/// The counts of some text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Count {
    pub(super) bytes: u64,
    pub(super) characters: u64,
    /// UTF-16 code units.
    pub(super) units: u64,
    /// Line ends (LF).
    pub(super) line_ends: u64,
    /// Characters up to the first line end.
    first: u64,
    /// Characters after the last line end. Equal to `first` if there is no line end.
    last: u64,
    /// Characters of the longest line.
    pub(super) longest: u64,
    /// Ill-formed sequences, as `check` reports them.
    pub(super) ill_formed: u64,
    /// Maximal subparts of ill-formed sequences: each counts as U+FFFD.
    pub(super) replaced: u64,
}

impl Count {
    /// Returns the counts of the block's body.
    pub(super) fn of(block: &Block<'_>) -> Count {
        let mut count = Count::of_text(block.body());
        if count.replaced > 0 {
            count.ill_formed = block.ill_formed_sequences();
        }
        count
    }

    /// Returns the counts of `bytes`, which begin and end between maximal subparts, without that of ill-formed sequences.
    fn of_text(bytes: &[u8]) -> Count {
        let mut count = Count {
            bytes: bytes.len() as u64,
            ..Count::default()
        };
        let mut rest = bytes;
        while let Err(error) = utf8::validate(rest) {
            count.add_well_formed(&rest[..error.valid_up_to()]);
            count.characters += 1;
            count.units += 1;
            count.replaced += 1;
            rest = &rest[error.valid_up_to() + error.bytes().len()..];
        }
        count.add_well_formed(rest);
        let characters = |line: &[u8]| match count.replaced {
            0 => utf8::count(line) as u64,
            _ => count_characters(line),
        };
        let mut line_start = match memchr::memchr(b'\n', bytes) {
            None => 0,
            Some(end) => {
                count.first = characters(&bytes[..end]);
                count.longest = count.first;
                end + 1
            }
        };
        // A line has no more characters than bytes, so no line that ends within `longest` bytes is longer.
        loop {
            let near = bytes.len().min(line_start + count.longest as usize + 1);
            if let Some(end) = memchr::memrchr(b'\n', &bytes[line_start..near]) {
                line_start += end + 1;
                continue;
            }
            let Some(end) = memchr::memchr(b'\n', &bytes[near..]) else {
                break;
            };
            count.longest = count.longest.max(characters(&bytes[line_start..near + end]));
            line_start = near + end + 1;
        }
        count.last = characters(&bytes[line_start..]);
        count.longest = count.longest.max(count.last);
        if count.line_ends == 0 {
            count.first = count.last;
        }
        count
    }

    fn add_well_formed(&mut self, bytes: &[u8]) {
        // Parts of 16 KiB stay in the nearest cache for three passes.
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = utf8::ceil_boundary(rest, rest.len().min(16 << 10));
            let (part, after) = rest.split_at(end);
            self.characters += utf8::count(part) as u64;
            self.units += utf8::utf16_len(part) as u64;
            self.line_ends += memchr::memchr_iter(b'\n', part).count() as u64;
            rest = after;
        }
    }

    /// Returns the counts of this text followed by `next`.
    pub(super) fn and(self, next: Count) -> Count {
        let joined = self.last + next.first;
        Count {
            bytes: self.bytes + next.bytes,
            characters: self.characters + next.characters,
            units: self.units + next.units,
            line_ends: self.line_ends + next.line_ends,
            first: if self.line_ends == 0 { joined } else { self.first },
            last: if next.line_ends == 0 { joined } else { next.last },
            longest: self.longest.max(next.longest).max(joined),
            ill_formed: self.ill_formed + next.ill_formed,
            replaced: self.replaced + next.replaced,
        }
    }
}
