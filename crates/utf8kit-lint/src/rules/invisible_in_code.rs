//! The rule `invisible-in-code`: characters that show nothing in names and between tokens of source. Two names look equal and are not.

use super::invisible::{idle_at, is_ignorable, is_in_run, is_tag, name};
use crate::definition::{Characters, Definition, Example, Search};
use crate::place_in_source::PlaceInSource;
use crate::rules::{Level, Rule};
use crate::syntax::Part;
use utf8kit::{Number, utf8};

pub(crate) const RULE: Definition = Definition {
    name: "invisible-in-code",
    is_default: true,
    level: Level::Error,
    description: "characters that show nothing, in names and between tokens of source",
    documentation: "\
A character that shows nothing makes another name of a name: a program that reads `user` and one that reads `us\\u{200B}er` look equal.
Between tokens it is an error that nobody sees, or a name of its own: U+3164 is a letter, and a language that allows letters in names
allows a variable that shows nothing.

The rule is about source, which the name of a file or its `#!` shows. Kind `in-name` is a character beside a letter or a digit, kind
`between-tokens` any other outside of comments and strings. It reports zero-width characters, marks of direction, soft hyphens, fillers,
blanks of Braille, selectors and others. A joiner between letters of a script that joins, as UAX #31 allows it in identifiers, a selector
in an emoji, and a mark of direction beside right-to-left text are not reported.

Remove the character: the name is then what it looks like. A file that needs one is allowed with `ignore` in `utf8kit.toml`.",
    clause: "UAX #31",
    url: "https://www.unicode.org/reports/tr31/",
    examples: &[
        Example::found("us\u{200B}er = 1".as_bytes(), "in-name").in_file("a.py"),
        Example::found("const { x, \u{3164} } = y;".as_bytes(), "between-tokens").in_file("a.js"),
        Example::clean("x = 'us\u{200B}er' # us\u{200B}er".as_bytes()).in_file("a.py"),
        Example::clean("نامه\u{200C}ای = 1".as_bytes()).in_file("a.py"),
        Example::clean("us\u{200B}er = 1".as_bytes()).in_file("a.txt"),
    ],
    search: Search::Source,
    characters: Characters {
        reports: |code_point, _, options| {
            options.syntax.is_some() && char::from_u32(code_point).is_some_and(is_reported)
        },
        message: |code_point, kind| {
            let place = match kind {
                IN_NAME => "in a name",
                _ => "between tokens",
            };
            let name = char::from_u32(code_point).map_or("", name);
            format!("{}{name} shows nothing {place}", Number(code_point))
        },
        ..Characters::NONE
    },
    judge,
    ..Definition::EMPTY
};

const IN_NAME: &str = "in-name";

/// Returns `true` if the rule reports `c` in some places.
const fn is_reported(c: char) -> bool {
    // U+FEFF is reported by `inner-feff`.
    (is_ignorable(c) && c != '\u{FEFF}') || is_blank(c)
}

/// Returns `true` if `c` shows nothing and does nothing in code: a blank, or what other characters are marked with.
const fn is_blank(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{2800}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}')
}

fn judge(place: &PlaceInSource<'_>) -> Option<&'static str> {
    let &PlaceInSource {
        bytes, start, at, c, ..
    } = place;
    if !place.is_in_code() && place.part != Part::Name {
        return None;
    }
    let options = place.options;
    let is_of_other_rule = (is_tag(c) && options.has(Rule::TagCharacter))
        || (options.has(Rule::HiddenData) && is_in_run(bytes, start, at));
    let (before, after) = (place.before(), place.after());
    // No digit of code becomes an emoji.
    let selects_nothing = before.is_ascii() && matches!(c, '\u{FE00}'..='\u{FE0F}');
    let is_idle = is_blank(c) || selects_nothing || idle_at(bytes, start, at).is_some();
    let is_mark = matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}');
    if is_of_other_rule || !is_idle || (is_mark && is_beside_right_to_left(place)) {
        return None;
    }
    let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    match is_part_of_name(before) || is_part_of_name(after) {
        true => Some(IN_NAME),
        false => Some("between-tokens"),
    }
}

/// Returns `true` if the letter before the place, or that after it, is of a script that is written from right to left, and near.
fn is_beside_right_to_left(place: &PlaceInSource<'_>) -> bool {
    const NEAR: usize = 16;
    let before = utf8_chunk(&place.bytes[..place.at], true);
    let after = utf8_chunk(&place.bytes[place.at + place.c.len_utf8()..], false);
    let is_right_to_left = |c: Option<char>| {
        matches!(
            c,
            Some(
                '\u{590}'..='\u{8FF}'
                | '\u{FB1D}'..='\u{FDFF}'
                | '\u{FE70}'..='\u{FEFC}'
                | '\u{10800}'..='\u{10FFF}'
                | '\u{1E800}'..='\u{1EFFF}',
            )
        )
    };
    is_right_to_left(before.chars().rev().take(NEAR).find(|c| c.is_alphabetic()))
        || is_right_to_left(after.chars().take(NEAR).find(|c| c.is_alphabetic()))
}

/// Returns the text at the end or at the start of the bytes, as far as it is near.
fn utf8_chunk(bytes: &[u8], is_end: bool) -> &str {
    const NEAR: usize = 64;
    let chunk = match is_end {
        true => &bytes[crate::block::boundary(bytes, bytes.len().saturating_sub(NEAR))..],
        false => &bytes[..utf8::floor_boundary(bytes, bytes.len().min(NEAR))],
    };
    utf8::validate(chunk).unwrap_or_default()
}
