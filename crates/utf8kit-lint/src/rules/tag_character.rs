//! The rule `tag-character`: U+E0000..=U+E007F outside flags of regions. They show nothing and can hide text from people that
//! programs read.

use super::invisible::{CHARACTERS, at_place};
use crate::definition::{Confirm, Definition, Example, Found, Head, Pattern, Search, within};
use crate::rules::Level;
use crate::scene::Scene;
use std::ops::Range;

pub(crate) const RULE: Definition = Definition {
    name: "tag-character",
    is_default: true,
    level: Level::Error,
    description: "tag characters outside flags: text that is hidden from people",
    documentation: "\
Tag characters are a copy of ASCII that shows nothing. They are in use only in the flags of some regions, such as Scotland. Elsewhere
they hide text: a language model reads them as letters, and people do not see them.

Flags are not reported: a black flag, the tags of a region, and U+E007F.",
    clause: "Unicode Standard section 23.9",
    url: "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-23/",
    examples: &[
        Example::found("hi\u{E0068}\u{E0069}".as_bytes(), "tag"),
        Example::clean("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}".as_bytes()),
    ],
    search: Search::Patterns {
        patterns: [
            Pattern::new(Head::Highest(0xF3), |x, y, z| {
                (x == 0xF3) & (y == 0xA0) & within(z, 0x80, 0x81)
            }),
            Pattern::NONE,
        ],
        confirm: Confirm::By(confirm),
    },
    characters: CHARACTERS,
    ..Definition::EMPTY
};

fn confirm(scene: &Scene<'_>, at: usize, c: char) -> Option<(Range<usize>, Found)> {
    if !matches!(c, '\u{E0000}'..='\u{E007F}') {
        return None;
    }
    at_place(scene.bytes, at)?;
    Some((at..at + c.len_utf8(), Found::Character(c)))
}
