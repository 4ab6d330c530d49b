//! Checks a text that is in UTF-16 in part: a finding for each part in UTF-16, with what comes after it. `parts` finds the parts.

use crate::block::MARGIN;
use crate::finding::{Context, Emit, Finding, kept};
use crate::fix::Fix;
use crate::parts::{Part, PartKind, Parts, is_usual};
use crate::position::{Passed, Position};
use crate::rules::{Rule, other_encoding};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use utf8kit::{Encoding as Base, Endian};
use utf8kit_encodings::Encoding;

/// Bytes of a part that are shown.
const SHOWN: usize = 128;

/// Code units of ASCII in UTF-16, and others that differ, that are no accident.
const FEWEST: usize = 3;

/// Returns `true` if `bytes`, a part of a text that has zero bytes, are in UTF-16 in part, and the rest is text of single bytes.
pub(crate) fn is_mixed(bytes: &[u8]) -> bool {
    first_utf_16(bytes).is_some()
}

/// Returns where the first part in UTF-16 begins in `bytes`, if they are in UTF-16 in part, and the rest is text of single bytes.
pub(crate) fn first_utf_16(bytes: &[u8]) -> Option<u64> {
    // Two of them can be halves of code units, in a line end that lost a byte.
    if memchr::memmem::find(bytes, &[0; 3]).is_some() {
        return None;
    }
    let mut found = Vec::new();
    let mut parts = Parts::new();
    parts.push(bytes, &mut |part| found.push(part));
    parts.finish(&mut |part| found.push(part));
    let ends = found
        .iter()
        .skip(1)
        .map(|part| part.start)
        .chain([bytes.len() as u64]);
    let (mut others, mut units, mut usual, mut ascii, mut printable) = (0, 0, 0, 0, 0);
    let mut distinct = BTreeSet::new();
    for (part, end) in found.iter().zip(ends) {
        let text = &bytes[part.start as usize..end as usize];
        match part.kind {
            PartKind::Utf16(endian) => {
                for unit in units_of(text, endian) {
                    units += 1;
                    usual += usize::from(is_usual(unit));
                    let is_line_end = matches!(unit, 0x9 | 0xA | 0xD);
                    let is_printable = matches!(unit, 0x20..=0x7E);
                    ascii += usize::from(is_line_end || is_printable);
                    printable += usize::from(is_printable);
                    if !is_line_end {
                        distinct.insert(unit);
                    }
                }
            }
            PartKind::LineEnd(_) => others += 1,
            PartKind::Bytes if text.iter().any(|&byte| is_control(byte)) => return None,
            PartKind::Bytes => others += 1,
        }
    }
    let is_utf_16 = |part: &&Part| matches!(part.kind, PartKind::Utf16(_));
    let first = found.iter().find(is_utf_16)?.start;
    // Records of a binary file can look like one character on each line.
    let is_varied = printable > 1 || distinct.len() >= FEWEST;
    (others > 0 && is_varied && ascii >= FEWEST && usual * 8 >= units * 7).then_some(first)
}

/// Returns the code units of a part.
fn units_of(bytes: &[u8], endian: Endian) -> impl Iterator<Item = u16> {
    bytes.as_chunks::<2>().0.iter().map(move |&unit| match endian {
        Endian::Little => u16::from_le_bytes(unit),
        Endian::Big => u16::from_be_bytes(unit),
    })
}

/// Returns `true` for controls that text does not have.
const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0xE..=0x1A | 0x1C..=0x1F | 0x7F)
}

/// A check of a text that is in UTF-16 in part.
#[derive(Debug)]
pub(crate) struct Mixed {
    parts: Parts,
    /// The offset up to which the text was taken.
    taken: u64,
    /// The text from the position on.
    rest: Vec<u8>,
    position: Position,
    /// The part at the position, and the one before it.
    region: Option<Region>,
    last: Option<Region>,
}

/// A part, with the line ends in it that are bytes by themselves.
#[derive(Debug)]
struct Region {
    kind: PartKind,
    start: Position,
    /// The first bytes, up to the first line end that is a byte by itself.
    head: Vec<u8>,
    line_ends: u64,
}

impl Mixed {
    /// Returns a check of a text from `position` on.
    pub(crate) fn new(position: Position) -> Mixed {
        Mixed {
            parts: Parts::new(),
            taken: position.offset,
            rest: Vec::new(),
            position,
            region: None,
            last: None,
        }
    }

    /// Takes bytes that begin at `offset` in the text. What was taken before is left out.
    pub(crate) fn push(&mut self, offset: u64, bytes: &[u8], emit: Emit<'_>) -> ControlFlow<()> {
        let known = self.taken.saturating_sub(offset) as usize;
        let start = self.taken - self.parts.read();
        for piece in bytes.get(known..).unwrap_or_default().chunks(MARGIN) {
            self.taken += piece.len() as u64;
            self.rest.extend_from_slice(piece);
            let mut found = Vec::new();
            self.parts.push(piece, &mut |part| found.push(part));
            for part in found {
                self.begin(part.kind, start + part.start, emit)?;
            }
            self.advance(start + self.parts.settled());
        }
        ControlFlow::Continue(())
    }

    /// Ends the text.
    pub(crate) fn finish(mut self, emit: Emit<'_>) -> ControlFlow<()> {
        let start = self.taken - self.parts.read();
        let mut found = Vec::new();
        std::mem::take(&mut self.parts).finish(&mut |part: Part| found.push(part));
        for part in found {
            self.begin(part.kind, start + part.start, emit)?;
        }
        self.advance(self.taken);
        let (last, region) = (self.last.take(), self.region.take());
        let end = self.taken;
        match (last, region) {
            (Some(last), Some(region)) => {
                emit_part(&last, region.start.offset, Some(&region), emit)?;
                emit_part(&region, end, None, emit)
            }
            (_, Some(region)) => emit_part(&region, end, None, emit),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Begins a part.
    fn begin(&mut self, kind: PartKind, offset: u64, emit: Emit<'_>) -> ControlFlow<()> {
        self.advance(offset);
        match (&mut self.region, kind) {
            (Some(region), PartKind::LineEnd(_)) if region.kind != PartKind::Bytes => {
                region.line_ends += 1;
                return ControlFlow::Continue(());
            }
            (Some(region), kind) if region.kind == kind => return ControlFlow::Continue(()),
            _ => {}
        }
        let region = Region {
            kind,
            start: self.position,
            head: Vec::new(),
            line_ends: 0,
        };
        let ended = self.region.replace(region);
        let before = std::mem::replace(&mut self.last, ended);
        match (before, &self.last) {
            (Some(before), Some(ended)) => emit_part(&before, ended.start.offset, Some(ended), emit),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Moves the position.
    fn advance(&mut self, to: u64) {
        let len = to.saturating_sub(self.position.offset) as usize;
        let passed = &self.rest[..len];
        if let Some(region) = self.region.as_mut().filter(|region| region.line_ends == 0) {
            let room = SHOWN.saturating_sub(region.head.len()).min(len);
            region.head.extend_from_slice(&passed[..room]);
        }
        self.position.advance(passed);
        self.rest.drain(..len);
    }
}

/// Calls `emit` with the finding about a part that ends at `end`, if it is in UTF-16. `next` is the part after it.
fn emit_part(region: &Region, end: u64, next: Option<&Region>, emit: Emit<'_>) -> ControlFlow<()> {
    let PartKind::Utf16(endian) = region.kind else {
        return ControlFlow::Continue(());
    };
    let Position {
        offset,
        line,
        column,
        columns,
    } = region.start;
    let encoding = Encoding::Base(Base::Utf16(endian));
    let next = next.map(|next| (name(next.kind), shown(next)));
    let words = other_encoding::part(
        encoding.name(),
        offset..end,
        &shown(region),
        region.line_ends,
        next,
    );
    let head = kept(&region.head);
    let (end_column, end_columns) = Passed::Text(&head[..head.len().min(1)]).end(column, columns);
    emit(Finding {
        rule: Rule::OtherEncoding,
        level: Rule::OtherEncoding.level(),
        kind: words.0,
        offset,
        line,
        column,
        end_column,
        columns,
        end_columns,
        length: end - offset,
        count: 1,
        bytes: head,
        message: words.1,
        clause: Rule::OtherEncoding.clause(),
        fix: Fix::Parts,
        context: Context {
            found: Some(shown(region).into_bytes()),
            from_line_start: true,
            to_line_end: true,
            ..Context::default()
        },
    })
}

const fn name(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Utf16(Endian::Little) => "UTF-16LE",
        PartKind::Utf16(Endian::Big) => "UTF-16BE",
        _ => "UTF-8",
    }
}

/// Returns the first line of a part.
fn shown(region: &Region) -> String {
    let text = match region.kind {
        PartKind::Utf16(endian) => char::decode_utf16(units_of(&region.head, endian))
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect(),
        _ => String::from_utf8_lossy(&region.head).into_owned(),
    };
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_a_binary_file_are_no_utf_16() {
        let script = b"#!/bin/sh\nexit\n";
        for record in [b"\0\xFF\n", b"\xFF\0\n"] {
            assert!(!is_mixed(&[&script[..], &record.repeat(40)].concat()));
        }
        let text = [&script[..], b"h\0i\0\n\0h\0i\0\n\0"].concat();
        assert!(is_mixed(&text));
        assert!(!is_mixed(&[b"echo \x07\n", &text[..]].concat()));
        // Two characters are too few.
        assert!(!is_mixed(&[&script[..], b"h\0i\0"].concat()));
    }

    #[test]
    fn a_part_has_its_length_and_its_line_ends() {
        let found = |text: &[u8]| {
            let mut found = Vec::new();
            let mut emit = |finding| {
                found.push(finding);
                ControlFlow::Continue(())
            };
            let mut mixed = Mixed::new(Position::START);
            let _ = mixed.push(0, text, &mut emit);
            let _ = mixed.finish(&mut emit);
            found
        };
        let of_two = found(b"\xFF\xFEh\0i\0\n\0added\n");
        assert_eq!((of_two.len(), of_two[0].offset, of_two[0].length), (1, 0, 8));
        let added = found(b"before\nh\0i\0\n\0y\0o\0\n\0");
        assert_eq!((added.len(), added[0].offset, added[0].length), (1, 7, 12));
        // A filter of line ends wrote CR before each LF.
        let filtered = found(b"\xFF\xFEa\0b\0\r\n\0c\0d\0\r\n\0e\0f\0\r\n\0");
        assert_eq!(filtered[0].length, 23);
        let told = "in which line ends are cut or have a byte too much";
        assert!(filtered[0].message.contains(told), "{}", filtered[0].message);
    }
}
