//! The counts of a text, and how those of its parts add up.

use utf8kit::utf8;
use utf8kit_lint::{Block, count_characters};

/// What is counted besides bytes, characters and ill-formed sequences, which all output needs. The others stay 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) units: bool,
    pub(super) line_ends: bool,
    /// Needs the line ends, too.
    pub(super) longest: bool,
}

impl Wanted {
    pub(super) const ALL: Wanted = Wanted {
        units: true,
        line_ends: true,
        longest: true,
    };
}

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
    pub(super) fn of(block: &Block<'_>, wanted: Wanted) -> Count {
        let mut count = Count::of_text(block.body(), wanted);
        if count.replaced > 0 {
            count.ill_formed = block.ill_formed_sequences();
        }
        count
    }

    /// Returns the counts of `bytes`, which begin and end between maximal subparts, without that of ill-formed sequences.
    fn of_text(bytes: &[u8], wanted: Wanted) -> Count {
        let mut count = Count {
            bytes: bytes.len() as u64,
            ..Count::default()
        };
        let mut rest = bytes;
        while let Err(error) = utf8::validate(rest) {
            count.add_well_formed(&rest[..error.valid_up_to()], wanted);
            count.characters += 1;
            count.units += u64::from(wanted.units);
            count.replaced += 1;
            rest = &rest[error.valid_up_to() + error.bytes().len()..];
        }
        count.add_well_formed(rest, wanted);
        if wanted.longest {
            count.add_longest(bytes);
        }
        count
    }

    /// Counts the characters of the first, the last and the longest line.
    fn add_longest(&mut self, bytes: &[u8]) {
        let is_well_formed = self.replaced == 0;
        let characters = |line: &[u8]| match is_well_formed {
            true => utf8::count(line) as u64,
            false => count_characters(line),
        };
        let mut line_start = match memchr::memchr(b'\n', bytes) {
            None => 0,
            Some(end) => {
                self.first = characters(&bytes[..end]);
                self.longest = self.first;
                end + 1
            }
        };
        // A line has no more characters than bytes, so no line that ends within `longest` bytes is longer.
        loop {
            let near = bytes.len().min(line_start + self.longest as usize + 1);
            if let Some(end) = memchr::memrchr(b'\n', &bytes[line_start..near]) {
                line_start += end + 1;
                continue;
            }
            let Some(end) = memchr::memchr(b'\n', &bytes[near..]) else {
                break;
            };
            self.longest = self.longest.max(characters(&bytes[line_start..near + end]));
            line_start = near + end + 1;
        }
        self.last = characters(&bytes[line_start..]);
        self.longest = self.longest.max(self.last);
        if line_start == 0 {
            self.first = self.last;
        }
    }

    fn add_well_formed(&mut self, bytes: &[u8], wanted: Wanted) {
        // Parts of 16 KiB stay in the nearest cache for three passes.
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = utf8::ceil_boundary(rest, rest.len().min(16 << 10));
            let (part, after) = rest.split_at(end);
            self.characters += utf8::count(part) as u64;
            if wanted.units {
                self.units += utf8::utf16_len(part) as u64;
            }
            if wanted.line_ends {
                self.line_ends += memchr::memchr_iter(b'\n', part).count() as u64;
            }
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
