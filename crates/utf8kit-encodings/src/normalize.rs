//! Comparison and search under canonical equivalence (UAX #15).
//!
//! The same text can be several sequences of characters: `é` is U+00E9, or U+0065 U+0301. Readers cannot see
//! the difference, so a program that looks up identifiers must take it into account (RFC 3629 section 10).
//!
//! Only canonical equivalence counts. `ﬁ` (U+FB01) and `fi` are compatibility equivalent, and remain
//! different.

use core::ops::Range;
use memchr::memmem;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// The result of [`compare`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Equivalence {
    /// The texts have the same bytes.
    Identical,
    /// The texts have different bytes and are canonically equivalent: equal after normalization.
    Canonical,
    /// The texts are not equivalent.
    Different,
}

/// Compares two texts and returns whether they are identical or equivalent.
///
/// ```
/// use utf8kit_encodings::normalize::{Equivalence, compare};
///
/// assert_eq!(compare("é", "é"), Equivalence::Identical);
/// assert_eq!(compare("\u{E9}", "e\u{301}"), Equivalence::Canonical);
/// assert_eq!(compare("e", "é"), Equivalence::Different);
/// ```
pub fn compare(a: &str, b: &str) -> Equivalence {
    if a == b {
        Equivalence::Identical
    } else if a.nfd().eq(b.nfd()) {
        Equivalence::Canonical
    } else {
        Equivalence::Different
    }
}

/// Returns `text` in Normalization Form C. Canonically equivalent texts have the same result.
///
/// ```
/// assert_eq!(utf8kit_encodings::normalize::nfc("e\u{301}"), "\u{E9}");
/// ```
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// A text, prepared for search under canonical equivalence.
///
/// ```
/// use utf8kit_encodings::normalize::Haystack;
///
/// let text = "cafe\u{301} or café";
/// let haystack = Haystack::new(text);
/// let found: Vec<&str> = haystack.matches("é").map(|range| &text[range]).collect();
/// assert_eq!(found, ["e\u{301}", "é"]);
/// assert_eq!(haystack.matches("e").count(), 0); // both have an accent
/// ```
#[derive(Clone, Debug)]
pub struct Haystack {
    /// The text in Normalization Form D, with [`SEPARATOR`] before each unit and at the end.
    decomposed: Vec<u8>,
    /// The offset of each unit, in bytes: in `decomposed`, and in the text. The last entry is that of the last separator, and
    /// the length of the text.
    starts: Vec<(usize, usize)>,
}

/// A byte that UTF-8 lacks. It is before each unit, so that the bytes of a pattern occur only where whole units do. The search
/// rejects no match and takes linear time, whatever the text and the pattern are.
const SEPARATOR: u8 = 0xFF;

/// Calls `each` with the offset of each unit of `text` and the unit in Normalization Form D.
fn for_each_unit(text: &str, mut each: impl FnMut(usize, &mut dyn Iterator<Item = char>)) {
    let mut begin = 0;
    let mut unit = Unit::default();
    for (offset, c) in text.char_indices() {
        if !unit.push(c) && offset > begin {
            each(begin, &mut text[begin..offset].nfd());
            begin = offset;
        }
    }
    if begin < text.len() {
        each(begin, &mut text[begin..].nfd());
    }
}

/// Appends the separator and the bytes of a unit.
fn push_unit(to: &mut Vec<u8>, unit: &mut dyn Iterator<Item = char>) {
    to.push(SEPARATOR);
    for c in unit {
        to.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

impl Haystack {
    /// Returns `text`, prepared for search. This takes time and memory in proportion to its length.
    pub fn new(text: &str) -> Self {
        let mut decomposed = Vec::with_capacity(text.len());
        let mut starts = Vec::new();
        for_each_unit(text, |offset, unit| {
            starts.push((decomposed.len(), offset));
            push_unit(&mut decomposed, unit);
        });
        starts.push((decomposed.len(), text.len()));
        decomposed.push(SEPARATOR);
        Haystack { decomposed, starts }
    }

    /// Returns the ranges of the text, in bytes, that are canonically equivalent to `pattern`, in order and
    /// without overlap. A match consists of whole characters, each with all characters that combine with it.
    /// An empty pattern has no match.
    pub fn matches(&self, pattern: &str) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut needle = Vec::with_capacity(pattern.len());
        for_each_unit(pattern, |_, unit| push_unit(&mut needle, unit));
        let len = needle.len();
        needle.push(SEPARATOR);
        let finder = memmem::Finder::new(&needle).into_owned();
        let mut from = 0;
        core::iter::from_fn(move || {
            let found = self.decomposed.get(from..).filter(|_| len > 0)?;
            let start = from + finder.find(found)?;
            // The separator at the end is that of the next unit, which can begin a match.
            from = start + len;
            Some(self.offset_in_text(start)..self.offset_in_text(from))
        })
    }

    /// Returns the offset in the text of the unit whose separator is at `offset` in `decomposed`.
    fn offset_in_text(&self, offset: usize) -> usize {
        let found = self
            .starts
            .binary_search_by_key(&offset, |&(decomposed, _)| decomposed);
        self.starts[found.expect("a separator begins a unit")].1
    }
}

/// The end of a canonical unit: a character with all that combine with it. No unit begins inside a character, however it is
/// written: a vowel of two parts, such as U+09CB, is one unit also as U+09C7 and U+09BE.
#[derive(Default)]
struct Unit {
    /// What the last characters compose to, if the next one can compose with it.
    last: Option<char>,
}

impl Unit {
    /// Appends `c`. Returns `false` if it begins a new unit.
    fn push(&mut self, c: char) -> bool {
        let mut continues = None;
        unicode_normalization::char::decompose_canonical(c, |part| {
            let is_starter = canonical_combining_class(part) == 0;
            let composed = self
                .last
                .filter(|_| is_starter)
                .and_then(|last| compose(last, part));
            continues.get_or_insert(!is_starter || composed.is_some() || is_conjoining(part));
            // A combining mark blocks a starter from composing with the one before.
            self.last = is_starter.then_some(composed.unwrap_or(part));
        });
        continues == Some(true)
    }
}

/// Returns what two starters compose to, or the second one if they are the canonical decomposition of a character that
/// Normalization Form C does not use.
fn compose(first: char, second: char) -> Option<char> {
    let is_excluded = match second {
        '\u{FB5}' => matches!(first, '\u{F40}' | '\u{F90}'),
        '\u{FB7}' => matches!(
            first,
            '\u{F42}'
                | '\u{F4C}'
                | '\u{F51}'
                | '\u{F56}'
                | '\u{F5B}'
                | '\u{F92}'
                | '\u{F9C}'
                | '\u{FA1}'
                | '\u{FA6}'
                | '\u{FAB}'
        ),
        _ => false,
    };
    if is_excluded {
        return Some(second);
    }
    unicode_normalization::char::compose(first, second)
}

/// Returns `true` for the vowels and final consonants of Hangul. They combine with what is before them, though their
/// combining class is zero.
const fn is_conjoining(c: char) -> bool {
    matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}')
}
