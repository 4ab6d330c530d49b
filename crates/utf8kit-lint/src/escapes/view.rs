//! A part of a text without its escapes, and where everything in it comes from.

use super::files::Escapes;
use super::notation::{Digits, Meaning, Notation};
use super::words::Word;
use std::ops::Range;

/// Backslashes before a part that decide whether its first byte is escaped.
const BACKSLASHES: usize = 64;

/// What an unpaired half of a surrogate pair is in the text without escapes: it is no text.
const NO_TEXT: u8 = 0xFF;

/// A part of a text without its escapes.
pub(super) struct View<'a> {
    bytes: &'a [u8],
    /// Where the part begins.
    start: usize,
    /// The part without escapes.
    pub(super) text: Vec<u8>,
    /// Its escapes, in order.
    pub(super) escapes: Vec<Escape>,
}

/// An escape.
pub(super) struct Escape {
    /// Its place in the bytes.
    pub(super) place: Range<usize>,
    /// What it stands for, in the text of the view.
    pub(super) text: Range<usize>,
    notation: &'static Notation,
    /// The half of a surrogate pair that it is, if the other half does not stand beside it.
    pub(super) surrogate: Option<u16>,
    /// Whether it is two halves of a pair, each in an escape of its own.
    is_pair: bool,
}

impl<'a> View<'a> {
    /// Returns the part of `bytes` at `part` without the escapes of some notations, which begin with the same byte.
    pub(super) fn new(bytes: &'a [u8], part: Range<usize>, (lead, escapes): (u8, Escapes)) -> View<'a> {
        let mut view = View {
            bytes,
            start: part.start,
            text: Vec::with_capacity(part.len()),
            escapes: Vec::with_capacity(memchr::memchr_iter(lead, &bytes[part.clone()]).count()),
        };
        let mut at = part.start;
        // What stands after a backslash that is none is no escape.
        if lead == b'\\' {
            let before = &bytes[at.saturating_sub(BACKSLASHES)..at];
            let backslashes = before.iter().rev().take_while(|&&byte| byte == b'\\').count();
            if backslashes % 2 == 1 && at < part.end {
                view.text.push(bytes[at]);
                at += 1;
            }
        }
        while at < part.end {
            // Many escapes follow each other.
            if bytes[at] == lead {
                at += view.push(at, part.end, escapes);
                continue;
            }
            let rest = &bytes[at..part.end];
            let len = memchr::memchr(lead, rest).unwrap_or(rest.len());
            view.text.extend_from_slice(&rest[..len]);
            at += len;
        }
        view
    }

    /// Adds what stands at `at`, which may be an escape, and returns its length.
    fn push(&mut self, at: usize, end: usize, escapes: Escapes) -> usize {
        let rest = &self.bytes[at..end];
        // The escapes in a word of a header belong to that.
        if escapes.has(Escapes::MAIL)
            && let Some(word) = Word::at(rest)
        {
            self.text.extend_from_slice(&rest[..word.len]);
            return word.len;
        }
        let Some((notation, meaning, len)) = Notation::read(escapes, rest) else {
            self.text.push(rest[0]);
            return 1;
        };
        let place = at..at + len;
        let mut start = self.text.len();
        let mut surrogate = None;
        let mut is_pair = false;
        match meaning {
            Meaning::Character(c) => self.push_character(c),
            Meaning::Byte(byte) => self.text.push(byte),
            Meaning::Nothing => {}
            Meaning::Surrogate(unit) => {
                if let Some(high) = self.escapes.last()
                    && high.place.end == at
                    && high.notation.lead == notation.lead
                    && let Some(c) = high.surrogate.and_then(|high| pair(high, unit))
                {
                    start -= 1;
                    self.text.pop();
                    self.push_character(c);
                    is_pair = true;
                } else {
                    surrogate = Some(unit);
                    self.text.push(NO_TEXT);
                }
            }
        }
        let mut escape = Escape {
            place,
            text: start..self.text.len(),
            notation,
            surrogate,
            is_pair,
        };
        if is_pair && let Some(high) = self.escapes.pop() {
            escape.place.start = high.place.start;
        }
        self.escapes.push(escape);
        len
    }

    /// Adds a character, byte by byte: that takes half the time of a copy.
    fn push_character(&mut self, c: char) {
        for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
            self.text.push(byte);
        }
    }

    /// Returns the escapes that stand for parts of `text`.
    fn escapes_in(&self, text: &Range<usize>) -> &[Escape] {
        let from = self
            .escapes
            .partition_point(|escape| escape.text.end <= text.start);
        let to = self
            .escapes
            .partition_point(|escape| escape.text.start < text.end);
        &self.escapes[from..to.max(from)]
    }

    /// Returns the place in the bytes of a part of the text.
    pub(super) fn place(&self, text: &Range<usize>) -> Range<usize> {
        let from = self
            .escapes
            .partition_point(|escape| escape.text.end <= text.start);
        let start = match self.escapes.get(from) {
            Some(escape) if escape.text.start <= text.start => escape.place.start,
            _ => self.after(from, text.start),
        };
        let to = self
            .escapes
            .partition_point(|escape| escape.text.start < text.end);
        let end = match to.checked_sub(1).map(|last| &self.escapes[last]) {
            Some(escape) if escape.text.end >= text.end => escape.place.end,
            _ => self.after(to, text.end),
        };
        start..end
    }

    /// Returns the place in the bytes of a place in the text that is after this many escapes, and in none.
    fn after(&self, escapes: usize, at: usize) -> usize {
        match escapes.checked_sub(1).map(|last| &self.escapes[last]) {
            Some(escape) => escape.place.end + (at - escape.text.end),
            None => self.start + at,
        }
    }

    /// Returns what has the meaning `meant` and can stand in the place of a part of the text, in the notation of its first escape
    /// that is not ASCII. It is `None` if there is no such escape.
    pub(super) fn written(&self, text: &Range<usize>, meant: &str) -> Option<String> {
        let escapes = self.escapes_in(text);
        let first = escapes.iter().find(|escape| escape.is_not_ascii(self))?;
        let mut written = String::new();
        for c in meant.chars() {
            match c.is_ascii_alphanumeric() {
                true => written.push(c),
                false => written += &(first.notation.write)(c, self.digits(escapes)),
            }
        }
        // A line that was divided stays so.
        for escape in escapes.iter().filter(|escape| escape.text.is_empty()) {
            written += &String::from_utf8_lossy(&self.bytes[escape.place.clone()]);
        }
        Some(written)
    }

    /// Returns the digits that escapes have.
    fn digits(&self, escapes: &[Escape]) -> Digits {
        let mut of_each = escapes
            .iter()
            .map(|escape| Digits::of(&self.bytes[escape.place.clone()]));
        of_each
            .find(|&digits| digits == Digits::Small)
            .unwrap_or(Digits::Capital)
    }

    /// Returns the escapes, each with the characters beside it up to one of ASCII, that included.
    pub(super) fn around_escapes(&self) -> Vec<u8> {
        let mut parts = Vec::new();
        let mut end = 0;
        for escape in self.escapes.iter().map(|escape| &escape.text) {
            if escape.end <= end {
                continue;
            }
            let before = self.text[end..escape.start.max(end)].iter();
            let from = before.rev().take_while(|byte| !byte.is_ascii()).count();
            let start = escape.start.max(end) - from;
            let after = self.text[escape.end..].iter();
            let stop = escape.end + after.take_while(|byte| !byte.is_ascii()).count();
            let one_before = start.saturating_sub(1).max(end);
            let one_after = self.text.len().min(stop + 1);
            if one_before > end {
                parts.push(b'\n');
            }
            parts.extend(&self.text[one_before..one_after]);
            end = one_after;
        }
        parts
    }

    /// Returns `true` if an escape for a character that is not ASCII stands beside another such character.
    pub(super) fn has_neighbors(&self) -> bool {
        let is_high = |at: usize| self.text.get(at).is_some_and(|byte| !byte.is_ascii());
        self.escapes.iter().any(|escape| {
            let Range { start, end } = escape.text;
            is_high(start) && (is_high(end) || start.checked_sub(1).is_some_and(is_high))
        })
    }
}

impl Escape {
    fn is_not_ascii(&self, view: &View<'_>) -> bool {
        view.text
            .get(self.text.start)
            .is_some_and(|byte| !byte.is_ascii())
            && !self.text.is_empty()
    }

    /// Returns the character of a surrogate pair if its halves are written as references, which have whole characters.
    pub(super) fn pair_of_references(&self, view: &View<'_>) -> Option<char> {
        if !self.is_pair || self.notation.lead != b'&' {
            return None;
        }
        std::str::from_utf8(&view.text[self.text.clone()])
            .ok()?
            .chars()
            .next()
    }

    /// Returns the escape of a character in the notation of this one.
    pub(super) fn written(&self, c: char, view: &View<'_>) -> String {
        (self.notation.write)(c, Digits::of(&view.bytes[self.place.clone()]))
    }
}

/// Returns the character of a surrogate pair.
fn pair(high: u16, low: u16) -> Option<char> {
    let mut characters = char::decode_utf16([high, low]);
    let first = characters.next()?.ok()?;
    characters.next().is_none().then_some(first)
}
