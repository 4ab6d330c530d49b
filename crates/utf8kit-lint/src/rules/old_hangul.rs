//! The rule `old-hangul`: U+3400..=U+4DFF in a text that also has Hangul. Unicode 1.1 had Hangul at these code points.

use crate::definition::{Confirm, Definition, Example, Found, Search};
use crate::first_bytes::inside;
use crate::judgement::{Judgement, Until};
use crate::scene::Scene;
use crate::words::{Words, abbreviated};
use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;
use utf8kit_encodings::hangul;

pub(crate) const RULE: Definition = Definition {
    name: "old-hangul",
    description: "U+3400..=U+4DFF in Korean text, which Hangul of Unicode 1.1 had",
    documentation: "\
Unicode 1.1 had Hangul at U+3400..=U+4DFF. Unicode 2.0 moved it, and these code points became Chinese characters and hexagrams. A
Korean text with such characters may be partly from before.

The rule reports them if the text also has Hangul at the code points of today. `utf8 convert -f UNICODE-1-1-UTF-8` converts text from
Unicode 1.1.",
    clause: "RFC 3629 section 5",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-5",
    examples: &[
        Example::found("\u{3400} \u{D55C}\u{AE00}".as_bytes(), "old-hangul"),
        Example::clean("\u{3400} 漢字".as_bytes()),
    ],
    is_heuristic: true,
    search: Search::FirstBytes {
        first_bytes: || &FIRST_BYTES,
        confirm: Confirm::By(confirm),
    },
    ..Definition::EMPTY
};

static FIRST_BYTES: LazyLock<[bool; 256]> = LazyLock::new(|| inside(&[OLD_HANGUL, HANGUL]));

/// The code points of Hangul in Unicode 1.1.
const OLD_HANGUL: RangeInclusive<char> = '\u{3400}'..='\u{4DFF}';

/// The code points of Hangul syllables today.
const HANGUL: RangeInclusive<char> = '\u{AC00}'..='\u{D7A3}';

/// Bytes of characters in [`OLD_HANGUL`] that are one finding.
const LONGEST: usize = 192;

/// The clause about the label `UNICODE-1-1-UTF-8`.
pub(crate) const LABEL_CLAUSE: &str = "RFC 2279 section 5";

/// Returns `true` if `c` is a Hangul syllable.
pub(crate) fn is_hangul(c: char) -> bool {
    HANGUL.contains(&c)
}

/// Returns `true` if Unicode 1.1 had Hangul at the code point of `c`.
pub(crate) fn is_old_hangul(c: char) -> bool {
    OLD_HANGUL.contains(&c)
}

fn confirm(scene: &Scene<'_>, at: usize, c: char) -> Option<(Range<usize>, Found)> {
    if is_hangul(c) {
        return Some((at..at + c.len_utf8(), Found::Shows(Until::TextIsKorean)));
    }
    if !is_old_hangul(c) {
        return None;
    }
    let place = at..at + old_hangul_len(&scene.bytes[at..]);
    let text = String::from_utf8_lossy(&scene.bytes[place.clone()]);
    let judgement = Judgement {
        until: Until::TextIsKorean,
        ..Judgement::new(words(&text))
    };
    Some((place, Found::Judged(Box::new(judgement))))
}

/// Returns the length of the characters at the start of `bytes` at whose code points Unicode 1.1 had Hangul, up to a limit.
fn old_hangul_len(bytes: &[u8]) -> usize {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.find(|c| !is_old_hangul(c)).unwrap_or(valid.len())
}

/// Returns the kind and the message for `text`, which is between U+3400 and U+4DFF in a text that also has Hangul.
fn words(text: &str) -> Words {
    let syllables: String = text
        .chars()
        .map(|c| hangul::from_unicode_1_1(c).unwrap_or(c))
        .collect();
    let message = format!(
        "`{}` in Korean text was `{}` in Unicode 1.1, which had Hangul at U+3400..=U+4DFF; if this is such text, convert \
         it from `UNICODE-1-1-UTF-8`",
        abbreviated(text),
        abbreviated(&syllables),
    );
    (RULE.name.into(), message)
}

/// Returns the kind and the message for a text that is labelled `UNICODE-1-1-UTF-8`.
pub(crate) fn unicode_1_1(finding: hangul::Finding) -> Words {
    let (kind, message) = match finding {
        hangul::Finding::Mixed => (
            "mixed",
            "the text has Hangul at code points of Unicode 1.1 and, here, at those of today: no label is correct for both",
        ),
        hangul::Finding::WrongLabel => (
            "wrong-label",
            "the text has Hangul at the code points of today, not of Unicode 1.1: its label must be `UTF-8`, not \
             `UNICODE-1-1-UTF-8`",
        ),
        _ => (
            "needless-label",
            "the text has no Hangul: its label should be `UTF-8`, not `UNICODE-1-1-UTF-8`",
        ),
    };
    (kind.into(), message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_hangul_ends_at_another_character_or_the_limit() {
        assert_eq!(old_hangul_len("\u{3400}\u{4DFF}\u{4E00}".as_bytes()), 6);
        assert_eq!(old_hangul_len("\u{3400}".repeat(100).as_bytes()), LONGEST);
        assert_eq!(old_hangul_len(b"\xE3\x90\x80\xE3"), 3);
    }
}
