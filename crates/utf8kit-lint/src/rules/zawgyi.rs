//! The rule `zawgyi`: Burmese in the encoding of the font Zawgyi.

use crate::definition::{Confirm, Definition, Example, Found, Search};
use crate::first_bytes::inside;
use crate::judgement::Judgement;
use crate::scene::Scene;
use crate::words::{Words, abbreviated};
use crate::zawgyi::{MYANMAR, is_counter_evidence, is_evidence, to_unicode};
use std::ops::Range;
use std::sync::LazyLock;
use utf8kit::utf8;

pub(crate) const RULE: Definition = Definition {
    name: "zawgyi",
    description: "Burmese in the encoding of the font Zawgyi, which is not Unicode",
    documentation: "\
The font Zawgyi gave other meanings to the code points of Myanmar. Text for it is well-formed UTF-8, but other fonts show it wrong, and
it is neither found nor sorted: the vowel U+1031 and the medial ra stand before their consonant, the medials are one code point lower,
and U+1039 is the visible asat, which in Unicode joins two consonants.

The rule reports text with sequences that Unicode does not have, if it has no more that only Unicode has, and shows how it begins in
Unicode. It has no repair: a few code points have several meanings there. Programs for that have tables of words.",
    clause: "Unicode Standard section 16.3",
    url: "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-16/",
    examples: &[
        Example::found(
            "\u{1000}\u{102F}\u{1014}\u{1039}\u{1011}\u{102F}\u{1010}\u{1039}".as_bytes(),
            "zawgyi",
        ),
        Example::clean("\u{1000}\u{102F}\u{1014}\u{103A}\u{1011}\u{102F}\u{1010}\u{103A}".as_bytes()),
    ],
    is_heuristic: true,
    search: Search::FirstBytes {
        first_bytes: || &FIRST_BYTES,
        confirm: Confirm::By(confirm),
    },
    ..Definition::EMPTY
};

static FIRST_BYTES: LazyLock<[bool; 256]> = LazyLock::new(|| inside(&[MYANMAR]));

/// Bytes of Burmese on either side that decide, and that are one finding.
const NEAR: usize = 384;

/// Evidence in a text of so many characters, and fewer, is none: somebody shows a sign.
const SHORTEST: usize = 3;

/// Reports a place as Zawgyi has it, and the Burmese after it.
fn confirm(scene: &Scene<'_>, at: usize, c: char) -> Option<(Range<usize>, Found)> {
    let bytes = scene.bytes;
    let after = bytes.get(at + c.len_utf8()..).unwrap_or_default();
    let last = |bytes: &[u8]| {
        lossless(&bytes[utf8::floor_boundary(bytes, bytes.len().saturating_sub(4))..])
            .chars()
            .next_back()
    };
    if !is_evidence(
        last(&bytes[..at]),
        c,
        lossless(&after[..after.len().min(4)]).chars().next(),
    ) {
        return None;
    }
    let first = utf8::ceil_boundary(bytes, at.saturating_sub(NEAR));
    let before = last_part(lossless(&bytes[first..at]));
    let place = at..at + first_part(lossless(&bytes[at..bytes.len().min(at + NEAR)])).len();
    let text = lossless(&bytes[at - before.len()..place.end]);
    let is_zawgyi = text.chars().count() > SHORTEST && balance(text) > 0;
    is_zawgyi.then(|| (place, Found::Judged(Box::new(Judgement::new(words(text))))))
}

/// Returns the text that `bytes` begin with. The end may cut a character.
fn lossless(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// Returns `true` for what is in a text in Burmese.
fn is_inside(c: char) -> bool {
    MYANMAR.contains(&c) || matches!(c, ' ' | '\u{200B}')
}

fn first_part(text: &str) -> &str {
    let end = text.find(|c| !is_inside(c)).unwrap_or(text.len());
    text[..end].trim_end()
}

fn last_part(text: &str) -> &str {
    let start = text
        .rfind(|c| !is_inside(c))
        .map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    text[start..].trim_start()
}

/// Returns how many places are as only Zawgyi has them, less those that only Unicode has.
fn balance(text: &str) -> i32 {
    let mut balance = 0;
    let mut before = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let after = rest.clone().next();
        balance +=
            i32::from(is_evidence(before, c, after)) - i32::from(is_counter_evidence(before, c, after));
        before = Some(c);
    }
    balance
}

fn words(text: &str) -> Words {
    let message = format!(
        "`{}` is Burmese in the encoding of the font Zawgyi; in Unicode it is `{}`",
        abbreviated(text),
        abbreviated(&to_unicode(text)),
    );
    (RULE.name.into(), message)
}
