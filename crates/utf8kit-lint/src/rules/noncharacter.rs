//! The rule `noncharacter`: U+FDD0..=U+FDEF and the last two code points of each plane.

use crate::definition::{Characters, Definition, Example, Head, Search};
use utf8kit::Number;

pub(crate) const RULE: Definition = Definition {
    name: "noncharacter",
    description: "U+FDD0..=U+FDEF and the last two code points of each plane",
    documentation: "\
Unicode has 66 code points that will never be characters: U+FDD0..=U+FDEF, and the last two of each plane, such as U+FFFE. They are
well-formed in UTF-8, and programs may use them inside. They are not for text that is interchanged: U+FFFE often stems from UTF-16
that was read in the other byte order.",
    clause: "Unicode Standard section 23.7",
    url: "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-23/",
    examples: &[
        Example::found("\u{FDD0}".as_bytes(), "noncharacter"),
        Example::found("\u{1FFFE}".as_bytes(), "noncharacter"),
        Example::clean("Größe".as_bytes()),
    ],
    search: Search::characters(Head::Any, begins),
    characters: Characters {
        reports: |code_point, _, _| {
            matches!(code_point, 0xFDD0..=0xFDEF) || (code_point <= 0x10_FFFF && code_point & 0xFFFE == 0xFFFE)
        },
        message: |code_point, _| {
            format!(
                "{} is a noncharacter, which is not for interchange",
                Number(code_point)
            )
        },
        ..Characters::NONE
    },
    ..Definition::EMPTY
};

/// Matches U+FDC0..=U+FDFF, U+FFFE, U+FFFF, and the last code points of the other planes.
#[inline(always)]
fn begins(x: u8, y: u8, z: u8) -> bool {
    let specials = (x == 0xEF) & (((y == 0xBF) & (z >= 0xBE)) | (y == 0xB7));
    let last_of_plane = (x >= 0xF0) & (y & 0x8F == 0x8F) & (z == 0xBF);
    specials | last_of_plane
}
