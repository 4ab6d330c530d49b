//! The rule `bidi-control`: characters that make text look as if it stood in another order (CVE-2021-42574).
//!
//! U+202C closes embeddings and overrides, U+2069 closes isolates, and the end of the line closes all of them. A control
//! that only the end of the line closes reorders the text after it: code can look like a comment.

use super::hidden_data::distance_of_format;
use crate::definition::{Characters, Confirm, Course, Definition, Example, Head, Pattern, Search, within};
use crate::options::{Bidi, Options};
use crate::pairs::Pair;
use crate::rules::Level;
use utf8kit::Number;

pub(crate) const RULE: Definition = Definition {
    name: "bidi-control",
    is_default: true,
    level: Level::Error,
    description: "unpaired characters that reorder text (CVE-2021-42574)",
    documentation: "\
Embeddings, overrides and isolates make text look as if it stood in another order. They are for text that mixes directions. In source
code they can make what a compiler reads look like a comment or a string: CVE-2021-42574, called Trojan Source.

The rule reports controls that are not closed in their line, as kind `unpaired`: they reorder the text after them. In source, it also
reports an isolate that is closed and was not opened in its line, as kind `unopened`: it does nothing, and shows that its beginning was
removed, or stands in a line before. With `--bidi all`, or
`bidi = \"all\"` in `utf8kit.toml`, it reports every control, and the marks that set a direction, as kind `present`.",
    clause: "UTS #55",
    url: "https://www.unicode.org/reports/tr55/",
    examples: &[
        Example::found("/*\u{202E} } \u{2066}if (admin) begin */".as_bytes(), "unpaired"),
        Example::found("a = b; // c\u{2069}".as_bytes(), UNOPENED).in_file("a.c"),
        Example::clean("a \u{2067}b\u{2069} c".as_bytes()),
    ],
    security_severity: Some("8.3"),
    search: Search::Patterns {
        patterns: [
            Pattern::new(
                Head::By {
                    leads: &[0xE2],
                    distance: distance_of_format,
                },
                begins,
            ),
            Pattern {
                is_wanted: |options| matches!(options.bidi, Bidi::All),
                ..Pattern::new(Head::Any, begins_mark)
            },
        ],
        confirm: Confirm::Characters,
    },
    characters: Characters {
        reports: |code_point, _, options| match control(code_point) {
            Some(Control::Mark) => !is_unpaired(options),
            control => control.is_some(),
        },
        kind: Some(|_, _, options| if is_unpaired(options) { UNPAIRED } else { "present" }),
        message,
        course: |code_point, options| match control(code_point) {
            Some(Control::Opens(pair)) if is_unpaired(options) => Course::Opens(pair),
            Some(Control::Closes(pair)) if is_unpaired(options) => Course::Closes(pair),
            _ => Course::Single("UAX #9"),
        },
        ..Characters::NONE
    },
    ..Definition::EMPTY
};

const UNPAIRED: &str = "unpaired";

/// The kind of what closes an isolate that was not opened.
pub(crate) const UNOPENED: &str = "unopened";

/// Returns `true` if what closes a pair is reported where nothing was opened: in source, if it closes an isolate. What closes an
/// embedding is written before it by some programs, to be sure.
pub(crate) const fn is_reported_unopened(pair: Pair, options: &Options) -> bool {
    matches!(pair, Pair::Isolate) && options.syntax.is_some()
}

/// The effect of a control.
#[derive(Clone, Copy)]
enum Control {
    Opens(Pair),
    Closes(Pair),
    /// A mark, which only has a direction.
    Mark,
}

/// Matches U+202A..=U+202E and U+2066..=U+2069.
#[inline(always)]
fn begins(x: u8, y: u8, z: u8) -> bool {
    (x == 0xE2) & (((y == 0x80) & within(z, 0xAA, 0xAE)) | ((y == 0x81) & within(z, 0xA6, 0xA9)))
}

/// Matches U+061C, U+200E and U+200F.
#[inline(always)]
fn begins_mark(x: u8, y: u8, z: u8) -> bool {
    ((x == 0xE2) & (y == 0x80) & ((z == 0x8E) | (z == 0x8F))) | ((x == 0xD8) & (y == 0x9C))
}

/// Returns `true` if only controls are reported that are not closed in their line.
const fn is_unpaired(options: &Options) -> bool {
    matches!(options.bidi, Bidi::Unpaired)
}

/// Returns what a code point does, if it is a control.
const fn control(code_point: u32) -> Option<Control> {
    Some(match code_point {
        0x202A | 0x202B | 0x202D | 0x202E => Control::Opens(Pair::Embedding),
        0x2066..=0x2068 => Control::Opens(Pair::Isolate),
        0x202C => Control::Closes(Pair::Embedding),
        0x2069 => Control::Closes(Pair::Isolate),
        0x61C | 0x200E | 0x200F => Control::Mark,
        _ => return None,
    })
}

/// Returns the message for a control of a kind.
fn message(code_point: u32, kind: &'static str) -> String {
    let (number, name) = (Number(code_point), name(code_point));
    match kind {
        UNOPENED => format!("{number} {name} closes an isolate, but none is open in its line"),
        UNPAIRED => format!("{number} {name} is not closed in its line and reorders the text after it"),
        _ => format!("{number} {name}"),
    }
}

/// Returns the name of a control in the Unicode Standard.
const fn name(code_point: u32) -> &'static str {
    match code_point {
        0x202A => "LEFT-TO-RIGHT EMBEDDING",
        0x202B => "RIGHT-TO-LEFT EMBEDDING",
        0x202C => "POP DIRECTIONAL FORMATTING",
        0x202D => "LEFT-TO-RIGHT OVERRIDE",
        0x202E => "RIGHT-TO-LEFT OVERRIDE",
        0x2066 => "LEFT-TO-RIGHT ISOLATE",
        0x2067 => "RIGHT-TO-LEFT ISOLATE",
        0x2068 => "FIRST STRONG ISOLATE",
        0x2069 => "POP DIRECTIONAL ISOLATE",
        0x61C => "ARABIC LETTER MARK",
        0x200E => "LEFT-TO-RIGHT MARK",
        _ => "RIGHT-TO-LEFT MARK",
    }
}
