//! The rule `hidden-data`: three or more characters in a row that show nothing and do nothing. Packages have carried whole
//! programs in them, and texts carry instructions to language models.

use super::invisible::{idle_at, is_in_run, is_tag, name};
use crate::definition::{Characters, Confirm, Definition, Example, Found, Head, Pattern, Search, within};
use crate::rules::{Level, Rule};
use crate::scene::Scene;
use std::ops::Range;
use utf8kit::Number;

pub(crate) const RULE: Definition = Definition {
    name: "hidden-data",
    is_default: true,
    level: Level::Error,
    description: "three or more characters in a row that show nothing",
    documentation: "\
Some characters show nothing: variation selectors, zero-width characters, Hangul fillers, tags. One of them can be left over from
another program. A row of them is data: each stands for bits, and a program beside it reads them. Packages have carried whole programs
in variation selectors, and texts have carried instructions that a language model reads and people do not see.

The rule reports three or more in a row that do nothing, in any file, as one finding. A selector after a character that has variants,
a joiner of a script or of an emoji, and the tags of a flag do something. Rows of tag characters are reported by `tag-character`, if
that is on.

Look at the data with `utf8 inspect`, and remove it: nothing that people see changes. A file that has such rows for a reason, such as a
test, is allowed with `ignore` in `utf8kit.toml`.",
    clause: "Unicode Standard section 5.21",
    url: "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-5/",
    examples: &[
        Example::found("hi\u{FE00}\u{FE01}\u{E0100}\u{E01EF}".as_bytes(), "hidden-data"),
        Example::found("eval(\"\u{FFA0}\u{3164}\u{FFA0}\u{FFA0}\")".as_bytes(), "hidden-data"),
        Example::clean("❤\u{FE0F}\u{200D}🔥 a\u{200B}\u{200B}b".as_bytes()),
    ],
    search: Search::Patterns {
        patterns: [Pattern::new(HEAD, begins), Pattern::NONE],
        confirm: Confirm::By(confirm),
    },
    characters: Characters {
        message: |code_point, _| {
            let name = char::from_u32(code_point).map_or("", name);
            format!(
                "{}{name} shows nothing, in a row of three or more that can hide data",
                Number(code_point)
            )
        },
        ..Characters::NONE
    },
    ..Definition::EMPTY
};

const HEAD: Head = Head::By {
    leads: &[0xC2, 0xCD, 0xE1, 0xE2, 0xE3, 0xEF, 0xF3],
    distance,
};

fn confirm(scene: &Scene<'_>, at: usize, c: char) -> Option<(Range<usize>, Found)> {
    if is_tag(c) && scene.options.has(Rule::TagCharacter) {
        return None;
    }
    idle_at(scene.bytes, scene.start, at)?;
    is_in_run(scene.bytes, scene.start, at).then(|| (at..at + c.len_utf8(), Found::Character(c)))
}

/// Returns 0 if the bytes may begin U+200B..=U+200F, U+202A..=U+202E or U+2060..=U+206F, and seldom for others.
#[inline(always)]
pub(super) fn distance_of_format(x: u8, y: u8, z: u8) -> u8 {
    (x ^ 0xE2) | ((y | 1) ^ 0x81) | ((z & 0x90) ^ 0x80)
}

/// Returns 0 if the bytes may begin a character of [`begins`], and seldom for others.
#[inline(always)]
fn distance(x: u8, y: u8, z: u8) -> u8 {
    let jamo = ((x | 2) ^ 0xE3) | (y ^ 0x85);
    let khmer_or_mongolian = (x ^ 0xE1) | ((y ^ 0x9E).min(y ^ 0xA0));
    let selector = (x ^ 0xEF) | ((y | 3) ^ 0xBB);
    let half_width = (x ^ 0xEF) | ((y | 1) ^ 0xBF);
    let hyphen = (x ^ 0xC2) | (y ^ 0xAD);
    let planes = 0xF3_u8.saturating_sub(x);
    distance_of_format(x, y, z)
        .min(jamo)
        .min(khmer_or_mongolian)
        .min(selector)
        .min(half_width)
        .min(hyphen)
        .min(x ^ 0xCD)
        .min(planes)
}

/// Matches what begins a character that may show nothing, by three bytes.
#[inline(always)]
fn begins(x: u8, y: u8, z: u8) -> bool {
    ((x == 0xC2) & (y == 0xAD))
        | ((x == 0xCD) & (y == 0x8F))
        | ((x == 0xE1) & (y == 0x85) & within(z, 0x9F, 0xA0))
        | ((x == 0xE1) & (y == 0x9E) & within(z, 0xB4, 0xB5))
        | ((x == 0xE1) & (y == 0xA0) & within(z, 0x8B, 0x8F))
        | ((x == 0xE2) & (y == 0x80) & within(z, 0x8B, 0x8F))
        | ((x == 0xE2) & (y == 0x81) & within(z, 0xA0, 0xAF))
        | ((x == 0xE3) & (y == 0x85) & (z == 0xA4))
        | ((x == 0xEF) & (y == 0xB8) & within(z, 0x80, 0x8F))
        | ((x == 0xEF) & (y == 0xBB) & (z == 0xBF))
        | ((x == 0xEF) & (y == 0xBE) & (z == 0xA0))
        | ((x == 0xEF) & (y == 0xBF) & within(z, 0xB0, 0xB8))
        | ((x == 0xF3) & (y == 0xA0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::invisible::is_ignorable;

    #[test]
    fn every_character_that_shows_nothing_begins_with_the_pattern() {
        for c in '\0'..=char::MAX {
            let mut buffer = [b' '; 4];
            c.encode_utf8(&mut buffer);
            let [x, y, z, _] = buffer;
            assert!(begins(x, y, z) || !is_ignorable(c), "{c:?}");
            assert!(distance(x, y, z) == 0 || !begins(x, y, z), "{c:?}");
        }
    }

    #[test]
    fn a_row_of_three_is_found_as_a_whole() {
        let found = |text: &str| -> Vec<usize> {
            let places = text.char_indices();
            places
                .filter(|&(at, _)| is_in_run(text.as_bytes(), 0, at))
                .map(|(at, _)| at)
                .collect()
        };
        assert_eq!(found("a\u{200B}\u{3164}\u{E0100}b"), [1, 4, 7]);
        assert_eq!(found("a\u{200B}\u{200B}b\u{200B}"), []);
        assert_eq!(
            found("\u{FEFF}\u{200B}\u{200B}"),
            [],
            "a signature is none of them"
        );
        assert_eq!(found("a\u{FEFF}\u{200B}\u{200B}"), [1, 4, 7]);
        assert_eq!(
            found("❤\u{FE0F}\u{FE0F}\u{FE0F}\u{FE0F}"),
            [6, 9, 12],
            "the first selects"
        );
        assert_eq!(found("👨\u{200D}👩\u{200D}👧 می\u{200C}خ 葛\u{E0100}"), []);
        assert_eq!(found(&"\u{2065}".repeat(5)), [0, 3, 6, 9, 12]);
        assert_eq!(
            found("លើ\u{200B}\u{200B}\u{200B}ចំណុច"),
            [],
            "the end of a word, three times"
        );
    }
}
