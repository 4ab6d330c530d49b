//! Divides a text that is in UTF-16 in part: programs that know nothing of UTF-16 add lines of single bytes to it, or a byte to each
//! line end, and others add UTF-16 to a file of single bytes.
//!
//! Each byte begins a code unit of UTF-16LE, one of UTF-16BE, or is by itself. What a reading of the text costs is the sum of what its
//! code units and bytes cost, more the less likely they are in text, and of what each change costs. The reading that costs least is
//! found by dynamic programming (Viterbi 1967), in one pass: at each byte there are five readings, one for bytes and one for each byte
//! order and parity, and the best that ends there is known of each. What all five have in common is settled.

use std::sync::LazyLock;
use unicode_script::{Script, UnicodeScript};
use utf8kit::{Endian, utf8};

/// What a part of a text is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// Single bytes: ASCII, UTF-8, or another encoding.
    Bytes,
    /// UTF-16 in this byte order.
    Utf16(Endian),
    /// A byte between code units: half of a line end that lost the other half, or a byte that was added to one. It stands for this
    /// text.
    LineEnd(&'static str),
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Part {
    /// What it is in.
    pub kind: PartKind,
    /// The offset at which it begins. It ends where the next one begins, or the text ends.
    pub start: u64,
}

/// Divides a text that comes in pieces of any size into parts in UTF-16 and parts of single bytes. It keeps a few KiB of it.
///
/// ```
/// use utf8kit::Endian;
/// use utf8kit_lint::{PartKind, Parts};
///
/// let mut parts = Parts::new();
/// let mut found = Vec::new();
/// for piece in [&b"\xFF\xFEh\0i\0"[..], b"\n\0added by echo\n"] {
///     parts.push(piece, &mut |part| found.push((part.kind, part.start)));
/// }
/// parts.finish(&mut |part| found.push((part.kind, part.start)));
/// assert_eq!(found, [(PartKind::Utf16(Endian::Little), 0), (PartKind::Bytes, 8)]);
/// ```
#[derive(Debug)]
pub struct Parts {
    /// The reading of single bytes, and those of each byte order of which a code unit begins at an even or odd offset.
    readings: [Reading; READINGS],
    /// The offset up to which all is read.
    at: u64,
    /// The bytes before `at`, as far as they matter, and those after it.
    window: Vec<u8>,
    /// The number of bytes in the window before `at`.
    before: usize,
    /// The offset at which the last sequence of UTF-8 ends.
    sequence_end: u64,
}

const READINGS: usize = 5;

/// The number of the reading in UTF-16 of which code units begin at offsets of this parity.
const fn wide(endian: Endian, parity: usize) -> usize {
    match endian {
        Endian::Little => 1 + parity,
        Endian::Big => 3 + parity,
    }
}

/// A way to read the text up to an offset.
#[derive(Clone, Debug)]
struct Reading {
    kind: PartKind,
    /// In bits.
    cost: u64,
    /// The parts that are not settled.
    parts: Vec<Part>,
}

/// More than any reading costs.
const NONE: u64 = 1 << 62;

/// What it costs that a text begins in UTF-16.
const AT_START: u64 = 10;

/// What a change costs at the start of a line.
const AT_LINE: u64 = 14;

/// What a change costs in a line.
const IN_LINE: u64 = 26;

/// What a byte costs that is all that is left of a line end, or was added to it.
const LINE_END: u64 = 12;

/// The parts of a reading that wait at most. There are more only where all readings are as good as each other.
const MOST_PARTS: usize = 64;

/// Bytes before a place that matter.
const BEFORE: usize = 4;

/// Bytes after it.
const AFTER: usize = 4;

impl Default for Parts {
    fn default() -> Parts {
        Parts::new()
    }
}

impl Parts {
    /// Returns a division at the start of a text.
    pub fn new() -> Parts {
        let reading = |kind: PartKind, cost| Reading {
            kind,
            cost,
            parts: vec![Part { kind, start: 0 }],
        };
        Parts {
            readings: [
                reading(PartKind::Bytes, 0),
                reading(PartKind::Utf16(Endian::Little), AT_START),
                reading(PartKind::Utf16(Endian::Little), NONE),
                reading(PartKind::Utf16(Endian::Big), AT_START),
                reading(PartKind::Utf16(Endian::Big), NONE),
            ],
            at: 0,
            window: Vec::new(),
            before: 0,
            sequence_end: 0,
        }
    }

    /// Takes the next bytes of the text, and calls `emit` with the parts of which the start is known now.
    pub fn push(&mut self, piece: &[u8], emit: &mut dyn FnMut(Part)) {
        for piece in piece.chunks(4096) {
            self.window.extend_from_slice(piece);
            while self.window.len() - self.before >= AFTER {
                self.step();
            }
            self.settle(emit);
            let passed = self.before.saturating_sub(BEFORE);
            self.window.drain(..passed);
            self.before -= passed;
        }
    }

    /// Ends the text, and calls `emit` with the last parts.
    pub fn finish(mut self, emit: &mut dyn FnMut(Part)) {
        while self.before < self.window.len() {
            self.step();
        }
        let best = self.best_here();
        let parts = self.readings[best].parts.clone();
        parts.into_iter().for_each(emit);
    }

    /// Returns the number of bytes that were taken.
    pub(crate) const fn read(&self) -> u64 {
        self.at + (self.window.len() - self.before) as u64
    }

    /// Returns the offset before which no part begins whose start is not known yet.
    pub(crate) fn settled(&self) -> u64 {
        let parts = self.readings.iter().filter_map(|reading| reading.parts.first());
        parts.map(|part| part.start).fold(self.at, u64::min)
    }

    /// Returns the readings that end at the current offset: not inside a code unit.
    const fn here(&self) -> [usize; 3] {
        let parity = (self.at % 2) as usize;
        [0, wide(Endian::Little, parity), wide(Endian::Big, parity)]
    }

    /// Returns the best of them.
    fn best_here(&self) -> usize {
        let here = self.here().into_iter();
        here.min_by_key(|&reading| self.readings[reading].cost)
            .unwrap_or(0)
    }

    /// Reads the next byte, and the code units that begin with it.
    fn step(&mut self) {
        let (before, rest) = self.window.split_at(self.before);
        let line_end = lone_line_end(before, rest);
        let unit = |endian| cost_of_unit(endian, before, rest);
        let (little, big) = (unit(Endian::Little), unit(Endian::Big));
        let change = match before {
            [] | [.., b'\n'] | [.., b'\n', 0] => AT_LINE,
            _ => IN_LINE,
        };
        let byte = match (self.at < self.sequence_end, utf8::decode_first(rest)) {
            (true, _) => 1,
            (false, Some((Ok(c), len))) if !c.is_ascii() => {
                self.sequence_end = self.at + len as u64;
                7
            }
            _ => cost_of_byte(rest[0]),
        };
        let at = self.at;
        let best = self.best_here();
        let changed = self.readings[best].cost + change;
        for reading in self.here() {
            if self.readings[reading].cost > changed {
                let kind = self.readings[reading].kind;
                self.continue_with(best, reading, changed, &[Part { kind, start: at }]);
            }
        }
        if let Some(text) = line_end {
            for endian in [Endian::Little, Endian::Big] {
                let parity = (at % 2) as usize;
                let (from, to) = (wide(endian, parity), wide(endian, 1 - parity));
                let cost = self.readings[from].cost + LINE_END;
                if cost < self.readings[to].cost {
                    let part = |kind, start| Part { kind, start };
                    let added = [
                        part(PartKind::LineEnd(text), at),
                        part(PartKind::Utf16(endian), at + 1),
                    ];
                    self.continue_with(from, to, cost, &added);
                }
            }
        }
        for (reading, cost) in self.here().into_iter().zip([byte, little, big]) {
            let reading = &mut self.readings[reading];
            reading.cost = (reading.cost + cost).min(NONE);
        }
        self.at += 1;
        self.before += 1;
    }

    /// Makes a reading continue another one with these parts.
    fn continue_with(&mut self, other: usize, reading: usize, cost: u64, added: &[Part]) {
        let mut parts = std::mem::take(&mut self.readings[reading].parts);
        parts.clone_from(&self.readings[other].parts);
        // A part without bytes is none.
        parts.pop_if(|last| last.start == added[0].start);
        parts.extend_from_slice(added);
        self.readings[reading].parts = parts;
        self.readings[reading].cost = cost;
    }

    /// Calls `emit` with the parts that all readings begin with.
    fn settle(&mut self, emit: &mut dyn FnMut(Part)) {
        if self
            .readings
            .iter()
            .any(|reading| reading.parts.len() > MOST_PARTS)
        {
            let best = self.readings[self.best_here()].parts.clone();
            let start = self.at;
            for reading in &mut self.readings {
                let kind = reading.kind;
                let is_other = best.last().is_some_and(|last| last.kind != kind);
                reading.parts.clone_from(&best);
                reading.parts.extend(is_other.then_some(Part { kind, start }));
            }
        }
        let first = |readings: &[Reading; READINGS]| {
            let first = *readings[0].parts.first()?;
            let is_common = |reading: &Reading| reading.parts.first() == Some(&first);
            readings.iter().all(is_common).then_some(first)
        };
        while let Some(part) = first(&self.readings) {
            for reading in &mut self.readings {
                reading.parts.remove(0);
            }
            emit(part);
        }
    }
}

/// Returns the text that the first byte of `rest` stands for as a line end in UTF-16 that lost a byte or won one.
fn lone_line_end(before: &[u8], rest: &[u8]) -> Option<&'static str> {
    Some(match (before, rest) {
        (_, [b'\n', ..]) => "\n",
        // CR LF in UTF-16LE of which the first is one byte: a program wrote CR before each byte that is LF.
        (_, [b'\r', b'\n', 0, ..]) => "\r",
        // A byte of CR after a line end.
        ([.., b'\n'] | [.., b'\n', 0], [b'\r', ..]) => "\r",
        // The other half of CR, which was removed, before LF.
        (_, [0, b'\n', 0, ..] | [0, 0, b'\n', ..]) => "\r",
        // That of LF, which was removed after CR.
        ([.., b'\r'] | [.., b'\r', 0], [0, ..]) => "\n",
        // The line ends between its halves, and something was written there.
        ([.., b'\n'] | [.., b'\n', b'+' | b'-' | b' '], [0, ..]) => "",
        _ => return None,
    })
}

/// Returns what a byte costs in text of single bytes that is not a character of UTF-8 over U+007F.
const fn cost_of_byte(byte: u8) -> u64 {
    match byte {
        b' ' | b'a'..=b'z' => 2,
        b'\t' | b'\n' | b'\r' | b'0'..=b'9' | b'A'..=b'Z' | b',' | b'.' => 4,
        0x21..=0x7E => 5,
        0 => 40,
        0x80.. => 5,
        0x1B => 8,
        _ => 16,
    }
}

/// Returns what the code unit that `rest` begins with costs.
fn cost_of_unit(endian: Endian, before: &[u8], rest: &[u8]) -> u64 {
    let number = |bytes: &[u8]| {
        let unit = *bytes.first_chunk()?;
        Some(match endian {
            Endian::Little => u16::from_le_bytes(unit),
            Endian::Big => u16::from_be_bytes(unit),
        })
    };
    let Some(unit) = number(rest) else {
        return NONE;
    };
    let is_high = |unit: Option<u16>| unit.is_some_and(|unit| matches!(unit, 0xD800..=0xDBFF));
    let is_low = |unit: Option<u16>| unit.is_some_and(|unit| matches!(unit, 0xDC00..=0xDFFF));
    match unit {
        b if b < 0x80 => match b as u8 {
            0 => 40,
            byte => 2 + cost_of_byte(byte) / 2,
        },
        0x80..=0x9F | 0xFFFE | 0xFFFF => 40,
        0xA0..=0xFF => 7,
        0xD800..=0xDBFF if is_low(rest.get(2..).and_then(number)) => 10,
        0xDC00..=0xDFFF
            if is_high(
                before
                    .len()
                    .checked_sub(2)
                    .and_then(|from| number(&before[from..])),
            ) =>
        {
            10
        }
        0xD800..=0xDFFF => 40,
        0xE000..=0xF8FF => 26,
        0xFEFF => 2,
        _ if IS_FREQUENT[usize::from(unit >> 6)] >> (unit & 0x3F) & 1 == 1 => 8,
        0x2000..=0x206F | 0x3000..=0x30FF | 0xFF00..=0xFFEF => 9,
        _ if char::from_u32(unit.into()).is_some_and(|c| c.script() == Script::Unknown) => 40,
        0x100..=0x97F | 0xE00..=0xE7F => 9,
        0x980..=0x1FFF | 0xAC00..=0xD7A3 => 12,
        _ => 16,
    }
}

/// Returns `true` for a code unit that most texts in UTF-16 are made of.
pub(crate) fn is_usual(unit: u16) -> bool {
    let bytes = unit.to_be_bytes();
    // By itself, a surrogate says nothing.
    matches!(unit, 0xD800..=0xDFFF) || cost_of_unit(Endian::Big, &[], &bytes) <= 12
}

/// The ideographs and syllables that are frequent in Chinese, Japanese or Korean, a bit for each.
static IS_FREQUENT: LazyLock<[u64; 1024]> = LazyLock::new(|| {
    #[cfg_attr(not(feature = "legacy"), expect(unused_mut, reason = "none is known"))]
    let mut table = [0; 1024];
    #[cfg(feature = "legacy")]
    for c in utf8kit_encodings::detect::frequent_characters() {
        if let Ok(unit) = u16::try_from(u32::from(c)) {
            table[usize::from(unit >> 6)] |= 1 << (unit & 0x3F);
        }
    }
    table
});

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit::{Encoding as Base, Policy};
    use utf8kit_encodings::Encoding;

    fn parts(text: &[u8], piece: usize) -> Vec<(PartKind, u64)> {
        let mut parts = Parts::new();
        let mut found = Vec::new();
        let mut emit = |part: Part| found.push((part.kind, part.start));
        for piece in text.chunks(piece) {
            parts.push(piece, &mut emit);
        }
        parts.finish(&mut emit);
        found
    }

    fn utf16(text: &str, endian: Endian) -> Vec<u8> {
        let encoding = Encoding::Base(Base::Utf16(endian));
        encoding.encode(text, Policy::Fail).unwrap()
    }

    #[test]
    fn what_was_appended_is_a_part_in_any_pieces() {
        let texts = [
            "\u{FEFF}Zeile eins\r\n",
            "\u{FEFF}Привет, мир\n",
            "\u{FEFF}我们的文件\n",
            "ab\n",
        ];
        let added = [
            "second",
            "added by echo\n",
            "Größe: 5 €\r\n",
            "2024-01-01 error\n",
        ];
        for endian in [Endian::Little, Endian::Big] {
            for (text, added) in texts.iter().flat_map(|text| added.map(|added| (text, added))) {
                let wide = utf16(text, endian);
                let whole = [&wide[..], added.as_bytes()].concat();
                let expected = [(PartKind::Utf16(endian), 0), (PartKind::Bytes, wide.len() as u64)];
                for piece in [1, 3, whole.len()] {
                    assert_eq!(parts(&whole, piece), expected, "{text:?} {added:?} {piece}");
                }
                let whole = [added.as_bytes(), b"\n", &wide].concat();
                let start = added.len() as u64 + 1;
                let expected = [(PartKind::Bytes, 0), (PartKind::Utf16(endian), start)];
                assert_eq!(parts(&whole, 4096), expected, "{added:?} {text:?}");
            }
        }
    }
}
