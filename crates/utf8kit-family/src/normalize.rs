//! Comparison and search under canonical equivalence (UAX #15).
//!
//! The same text can be several sequences of characters: `é` is U+00E9, or U+0065 U+0301. Readers cannot see
//! the difference, so a program that looks up identifiers must take it into account (RFC 3629 section 10).
//!
//! Only canonical equivalence counts. `ﬁ` (U+FB01) and `fi` are compatibility equivalent, and remain
//! different.

use core::ops::Range;
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
/// use utf8kit_family::normalize::{Equivalence, compare};
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
/// assert_eq!(utf8kit_family::normalize::nfc("e\u{301}"), "\u{E9}");
/// ```
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// A text, prepared for search under canonical equivalence.
///
/// ```
/// use utf8kit_family::normalize::Haystack;
///
/// let text = "cafe\u{301} or café";
/// let haystack = Haystack::new(text);
/// let found: Vec<&str> = haystack.matches("é").map(|range| &text[range]).collect();
/// assert_eq!(found, ["e\u{301}", "é"]);
/// assert_eq!(haystack.matches("e").count(), 0); // both have an accent
/// ```
#[derive(Clone, Debug)]
pub struct Haystack {
    decomposed: String,
    /// The offset of each character that does not combine with the one before it, in bytes: in `decomposed`, and
    /// in the text. The last entry is the two lengths.
    starts: Vec<(usize, usize)>,
}

impl Haystack {
    /// Returns `text`, prepared for search. This takes time and memory in proportion to its length.
    pub fn new(text: &str) -> Self {
        let mut decomposed = String::with_capacity(text.len());
        let mut starts = Vec::new();
        let mut begin = 0;
        let mut push = |begin: usize, end: usize| {
            starts.push((decomposed.len(), begin));
            decomposed.extend(text[begin..end].nfd());
        };
        let mut unit = Unit::default();
        for (offset, c) in text.char_indices() {
            if !unit.push(c) && offset > begin {
                push(begin, offset);
                begin = offset;
            }
        }
        if begin < text.len() {
            push(begin, text.len());
        }
        starts.push((decomposed.len(), text.len()));
        Haystack { decomposed, starts }
    }

    /// Returns the ranges of the text, in bytes, that are canonically equivalent to `pattern`, in order and
    /// without overlap. A match consists of whole characters, each with all characters that combine with it.
    /// An empty pattern has no match.
    pub fn matches(&self, pattern: &str) -> impl Iterator<Item = Range<usize>> + '_ {
        let pattern: String = pattern.nfd().collect();
        let mut from = 0;
        core::iter::from_fn(move || {
            while let Some(found) = self.decomposed.get(from..).and_then(|rest| rest.find(&pattern)) {
                let (start, end) = (from + found, from + found + pattern.len());
                if let (Some(a), Some(b)) = (self.offset_in_text(start), self.offset_in_text(end))
                    && start < end
                {
                    from = end;
                    return Some(a..b);
                }
                from = start + self.decomposed[start..].chars().next()?.len_utf8();
            }
            None
        })
    }

    /// Returns the offset in the text of the character that begins at `offset` in `decomposed`, or `None` if none
    /// begins there.
    fn offset_in_text(&self, offset: usize) -> Option<usize> {
        let found = self
            .starts
            .binary_search_by_key(&offset, |&(decomposed, _)| decomposed);
        found.ok().map(|index| self.starts[index].1)
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
