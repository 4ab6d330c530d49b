//! Comparison and search that take canonically equivalent texts for equal (UAX 15).
//!
//! The same text can be several sequences: `é` is U+00E9, or U+0065 U+0301. Bytes that differ can be the
//! same identifier to whoever reads them, so what looks things up by name has to know (RFC 3629 section 10).
//!
//! Canonical equivalence only: `ﬁ` and `fi`, which look alike and are compatible, stay different.

use core::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// How two texts compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sameness {
    /// The same bytes.
    Equal,
    /// Other bytes, and equal after normalization.
    EqualAfterNormalization,
    /// Not equal.
    Different,
}

/// Compares two texts, identifiers for example.
///
/// ```
/// use utf8kit_family::normalize::{Sameness, compare};
///
/// assert_eq!(compare("é", "é"), Sameness::Equal);
/// assert_eq!(compare("\u{E9}", "e\u{301}"), Sameness::EqualAfterNormalization);
/// assert_eq!(compare("e", "é"), Sameness::Different);
/// ```
pub fn compare(a: &str, b: &str) -> Sameness {
    if a == b {
        Sameness::Equal
    } else if a.nfd().eq(b.nfd()) {
        Sameness::EqualAfterNormalization
    } else {
        Sameness::Different
    }
}

/// `text` in Normalization Form C, in which each text has one sequence.
///
/// ```
/// assert_eq!(utf8kit_family::normalize::nfc("e\u{301}"), "\u{E9}");
/// ```
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// A text made ready to be searched in, whatever sequences it is written in.
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
    /// Where a character with all that combines with it begins: in `decomposed`, and in the text.
    starts: Vec<(usize, usize)>,
}

impl Haystack {
    /// Prepares `text`.
    pub fn new(text: &str) -> Self {
        let mut decomposed = String::with_capacity(text.len());
        let mut starts = Vec::new();
        let mut begin = 0;
        let mut unit = |begin: usize, end: usize| {
            starts.push((decomposed.len(), begin));
            decomposed.extend(text[begin..end].nfd());
        };
        for (offset, c) in text.char_indices() {
            if offset > begin && starts_anew(c) {
                unit(begin, offset);
                begin = offset;
            }
        }
        if begin < text.len() {
            unit(begin, text.len());
        }
        starts.push((decomposed.len(), text.len()));
        Haystack { decomposed, starts }
    }

    /// Where in the text, in bytes, there is what `pattern` is or what is equivalent to it: whole characters
    /// with all that combines with them, which do not overlap.
    pub fn matches(&self, pattern: &str) -> impl Iterator<Item = Range<usize>> + '_ {
        let pattern: String = pattern.nfd().collect();
        let mut from = 0;
        core::iter::from_fn(move || {
            while let Some(found) = self.decomposed.get(from..).and_then(|rest| rest.find(&pattern)) {
                let (start, end) = (from + found, from + found + pattern.len());
                if let (Some(a), Some(b)) = (self.source(start), self.source(end))
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

    /// The offset in the text of what begins at `offset` in `decomposed`, if something does.
    fn source(&self, offset: usize) -> Option<usize> {
        let found = self
            .starts
            .binary_search_by_key(&offset, |&(decomposed, _)| decomposed);
        found.ok().map(|index| self.starts[index].1)
    }
}

/// Does `c` combine with nothing before it? Hangul's vowels and final consonants do as well.
fn starts_anew(c: char) -> bool {
    let mut first = None;
    unicode_normalization::char::decompose_canonical(c, |part| {
        first.get_or_insert(part);
    });
    let first = first.unwrap_or(c);
    canonical_combining_class(first) == 0
        && !matches!(first, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}')
}
