//! The rule `replacement-char`: U+FFFD, which stands for information that is lost.

use crate::definition::{Characters, Definition, Example, Head, Search};
use utf8kit::Number;

pub(crate) const RULE: Definition = Definition {
    name: "replacement-char",
    description: "U+FFFD: information already lost",
    documentation: "\
A program that could not decode some bytes wrote U+FFFD in their place. What they were is lost: look for it in an older version
of the text.

The rule is off by default, because texts about encodings and tests have U+FFFD on purpose.",
    clause: "Unicode Standard section 23.8",
    url: "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-23/",
    examples: &[
        Example::found("caf\u{FFFD}".as_bytes(), "replacement-char"),
        Example::clean("café".as_bytes()),
    ],
    is_suggested: true,
    search: Search::characters(Head::Any, |x, y, z| (x == 0xEF) & (y == 0xBF) & (z == 0xBD)),
    characters: Characters {
        reports: |code_point, _, _| code_point == 0xFFFD,
        message: |code_point, _| {
            format!(
                "{} replaces something that could not be decoded and is lost",
                Number(code_point)
            )
        },
        ..Characters::NONE
    },
    ..Definition::EMPTY
};
