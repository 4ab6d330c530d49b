//! The rules about all characters of a text: those that name a repertoire, and `old-hangul`.
//!
//! A table of the first bytes of the characters that may be reported lets the search skip all others.

use crate::rule::{Rule, RuleSet};
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use utf8kit::Subset;

/// The rules that name a repertoire, and their repertoires.
const REPERTOIRES: [(Rule, Subset<'static>); 4] = [
    (Rule::NetUnicode, Subset::NET_UNICODE),
    (Rule::UnicodeScalars, Subset::UNICODE_SCALARS),
    (Rule::XmlCharacters, Subset::XML_CHARACTERS),
    (Rule::UnicodeAssignables, Subset::UNICODE_ASSIGNABLES),
];

/// For each repertoire, whether a byte starts the UTF-8 sequence of a character outside it.
static FIRST_BYTES: [LazyLock<[bool; 256]>; REPERTOIRES.len()] = [
    LazyLock::new(|| first_bytes(0)),
    LazyLock::new(|| first_bytes(1)),
    LazyLock::new(|| first_bytes(2)),
    LazyLock::new(|| first_bytes(3)),
];

/// The code points of Hangul in Unicode 1.1.
const OLD_HANGUL: RangeInclusive<char> = '\u{3400}'..='\u{4DFF}';

/// The code points of Hangul syllables today.
const HANGUL: RangeInclusive<char> = '\u{AC00}'..='\u{D7A3}';

/// Bytes of characters in [`OLD_HANGUL`] that are one finding.
const LONGEST: usize = 192;

/// Returns the table of the `index`th repertoire.
fn first_bytes(index: usize) -> [bool; 256] {
    let (_, subset) = REPERTOIRES[index];
    let mut table = [false; 256];
    for c in '\0'..=char::MAX {
        let first = first_byte(c);
        if !table[first] {
            table[first] = !subset.contains(c.into());
        }
    }
    table
}

/// Returns the first byte of the UTF-8 sequence of `c`.
fn first_byte(c: char) -> usize {
    usize::from(c.encode_utf8(&mut [0; 4]).as_bytes()[0])
}

/// Returns `true` if one of `rules` is about all characters of a text.
pub(crate) fn has_any(rules: RuleSet) -> bool {
    let mut all = REPERTOIRES.iter().map(|&(rule, _)| rule).chain([Rule::OldHangul]);
    all.any(|rule| rules.contains(rule))
}

/// Returns those of `rules` whose repertoires lack the code point.
pub(crate) fn lacking(rules: RuleSet, code_point: u32) -> RuleSet {
    let lacking = REPERTOIRES
        .iter()
        .filter(|(rule, subset)| rules.contains(*rule) && !subset.contains(code_point));
    lacking.map(|&(rule, _)| rule).collect()
}

/// Returns `true` if `c` is a Hangul syllable.
pub(crate) fn is_hangul(c: char) -> bool {
    HANGUL.contains(&c)
}

/// Returns `true` if Unicode 1.1 had Hangul at the code point of `c`.
pub(crate) fn is_old_hangul(c: char) -> bool {
    OLD_HANGUL.contains(&c)
}

/// Returns the length of the characters at the start of `bytes` at whose code points Unicode 1.1 had Hangul, up to a limit.
pub(crate) fn old_hangul_len(bytes: &[u8]) -> usize {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.find(|c| !is_old_hangul(c)).unwrap_or(valid.len())
}

/// The search for characters that the selected rules may report.
pub(crate) struct Outside {
    rules: RuleSet,
    first_bytes: [bool; 256],
}

impl Outside {
    pub(crate) fn new(rules: RuleSet) -> Outside {
        let mut first_bytes = [false; 256];
        for (index, &(rule, _)) in REPERTOIRES.iter().enumerate() {
            if rules.contains(rule) {
                let table: &[bool; 256] = &FIRST_BYTES[index];
                for (any, outside) in first_bytes.iter_mut().zip(table) {
                    *any |= outside;
                }
            }
        }
        if rules.contains(Rule::OldHangul) {
            for range in [OLD_HANGUL, HANGUL] {
                first_bytes[first_byte(*range.start())..=first_byte(*range.end())].fill(true);
            }
        }
        Outside { rules, first_bytes }
    }

    /// Returns the first place in `bytes[from..to]` where a character may begin that a rule reports.
    pub(crate) fn find(&self, bytes: &[u8], from: usize, to: usize) -> Option<usize> {
        let may_begin = |&byte: &u8| self.first_bytes[usize::from(byte)];
        let found = bytes.get(from..to)?.iter().position(may_begin)?;
        Some(from + found)
    }

    /// Returns the rules whose repertoires lack `c`.
    pub(crate) fn rules(&self, c: char) -> RuleSet {
        lacking(self.rules, c.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_finds_what_the_subsets_lack() {
        let rules = RuleSet::all();
        let outside = Outside::new(rules.difference(Rule::OldHangul.into()));
        for c in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let bytes = c.encode_utf8(&mut bytes).as_bytes();
            let found = outside.find(bytes, 0, bytes.len()) == Some(0);
            assert!(found || outside.rules(c).is_empty(), "{c:?}");
        }
        assert!(lacking(rules, 0x20AC).is_empty());
        assert_eq!(lacking(rules, 0xD800).iter().count(), 4);
        assert_eq!(lacking(rules, 0x7FFF_FFFF).iter().count(), 4);
    }

    #[test]
    fn old_hangul_ends_at_another_character_or_the_limit() {
        assert_eq!(old_hangul_len("\u{3400}\u{4DFF}\u{4E00}".as_bytes()), 6);
        assert_eq!(old_hangul_len("\u{3400}".repeat(100).as_bytes()), LONGEST);
        assert_eq!(old_hangul_len(b"\xE3\x90\x80\xE3"), 3);
    }
}
