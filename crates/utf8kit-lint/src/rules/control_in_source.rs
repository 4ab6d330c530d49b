//! The rule `control-in-source`: controls that make source look other than it is, in a terminal or in an editor.

use crate::definition::{Characters, Definition, Example, Search};
use crate::place_in_source::PlaceInSource;
use crate::rules::Level;
use crate::syntax::Part;
use utf8kit::Number;

pub(crate) const RULE: Definition = Definition {
    name: "control-in-source",
    is_default: true,
    level: Level::Error,
    description: "controls in source: backspace, escape, C1, a lone CR, U+2028 and U+2029",
    documentation: "\
A control can make source look other than it is. In a terminal, a backspace (kind `backspace`) writes over the character before it, and
an escape sequence (`escape`, or one of the C1 controls, `c1`) moves the cursor, hides text, or sets the title. A CR that no LF follows
(`carriage-return`) is the end of a line to some programs and none to others, so that a comment ends where nobody sees it; so are U+2028
and U+2029 (`line-separator`). `git diff` and `cat` show what is left.

The rule is about source, which the name of a file or its `#!` shows, and reports these characters in code, comments and strings. A
string that is one control, or a list of them, is data, as is one in a line of thousands of bytes, and an escape sequence that sets a
color hides nothing: none of these is reported.
Nor is a CR in a file whose lines end with CR, or with CR LF. In Vim script, controls are keys.

Write the escape of the language instead: `\\x1b`, `\\u2028`. A file that needs the character is allowed with `ignore` in
`utf8kit.toml`.",
    clause: "UTS #55",
    url: "https://www.unicode.org/reports/tr55/",
    examples: &[
        Example::found(b"x = 1 # \x1B[2K\x1B[1A", "escape").in_file("a.py"),
        Example::found(b"int a;\n// comment \rint b;\n", "carriage-return").in_file("a.c"),
        Example::found("// comment \u{2028} alert(1)".as_bytes(), "line-separator").in_file("a.js"),
        Example::clean(b"RED='\x1B[31m'").in_file("a.sh"),
        Example::clean(b"\x1B[2J").in_file("a.txt"),
    ],
    search: Search::Source,
    characters: Characters {
        reports: |code_point, _, options| options.syntax.is_some() && control(code_point).is_some(),
        message,
        ..Characters::NONE
    },
    judge,
    ..Definition::EMPTY
};

const CARRIAGE_RETURN: &str = "carriage-return";
const C1: &str = "c1";
const ESCAPE: &str = "escape";
const LINE_SEPARATOR: &str = "line-separator";

/// Returns the kind of a control.
const fn control(code_point: u32) -> Option<&'static str> {
    Some(match code_point {
        0x8 => "backspace",
        0xD => CARRIAGE_RETURN,
        0x1B => ESCAPE,
        0x80..=0x9F => C1,
        0x2028 | 0x2029 => LINE_SEPARATOR,
        _ => return None,
    })
}

fn message(code_point: u32, kind: &'static str) -> String {
    let number = Number(code_point);
    match kind {
        CARRIAGE_RETURN => {
            format!("{number} CARRIAGE RETURN without LF, in a file of LF, ends a line for some programs")
        }
        LINE_SEPARATOR => format!("{number} ends a line for some programs, and shows nothing"),
        ESCAPE => format!("{number} ESCAPE begins what a terminal obeys and does not show"),
        C1 => format!("{number} is a control character, which a terminal can obey"),
        _ => format!("{number} BACKSPACE lets a terminal write over the character before it"),
    }
}

fn judge(place: &PlaceInSource<'_>) -> Option<&'static str> {
    let kind = control(place.c.into())?;
    let is_right = match kind {
        CARRIAGE_RETURN => place.syntax.has_keys() || !is_alone_among_lf(place),
        C1 | LINE_SEPARATOR => is_data(place, |c| !c.is_ascii() || is_quote(c) || is_of_class(c)),
        ESCAPE => place.syntax.has_keys() || is_data(place, is_quote) || sets_color(place),
        _ => place.syntax.has_keys() || is_data(place, |c| is_quote(c) || is_of_class(c)),
    };
    (!is_right).then_some(kind)
}

const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`')
}

/// Returns `true` if `c` stands beside a character in a class of a regular expression, or in a list of expressions.
const fn is_of_class(c: char) -> bool {
    matches!(c, '[' | ']' | '-' | '|' | '/' | '^' | '\\')
}

/// Returns `true` if the place is in a string that names the character: nothing that reads as text is beside it. So is a string
/// in a line that a program wrote, which nobody reads.
fn is_data(place: &PlaceInSource<'_>, is_beside: impl Fn(char) -> bool) -> bool {
    let is_named = || is_beside(place.before()) && is_beside(place.after());
    place.part == Part::String && (is_named() || is_in_long_line(place))
}

/// Returns `true` if the line has thousands of bytes.
fn is_in_long_line(place: &PlaceInSource<'_>) -> bool {
    const HALF: usize = 1000;
    let (before, after) = place.bytes.split_at(place.at);
    before.len() >= HALF
        && after.len() >= HALF
        && memchr::memchr(b'\n', &before[before.len() - HALF..]).is_none()
        && memchr::memchr(b'\n', &after[..HALF]).is_none()
}

/// Returns `true` if an escape sequence only sets colors and weights: `ESC [ 1 ; 31 m`. 8 would hide what follows.
fn sets_color(place: &PlaceInSource<'_>) -> bool {
    const LONGEST: usize = 24;
    let sequence = &place.bytes[place.at + 1..];
    let Some(parameters) = sequence.strip_prefix(b"[") else {
        return false;
    };
    let is_parameter = |byte: &&u8| matches!(byte, b'0'..=b'9' | b';' | b':');
    let len = parameters.iter().take(LONGEST).take_while(is_parameter).count();
    parameters.get(len) == Some(&b'm')
        && parameters[..len]
            .split(|&byte| byte == b';')
            .all(|part| part != b"8")
}

/// Returns `true` if no LF follows a CR, and the lines around it end with LF alone.
fn is_alone_among_lf(place: &PlaceInSource<'_>) -> bool {
    const AROUND: usize = 1000;
    if place.after() == '\n' {
        return false;
    }
    let (bytes, at) = (place.bytes, place.at);
    let around = &bytes[at.saturating_sub(AROUND)..bytes.len().min(at + AROUND)];
    let feeds = memchr::memchr_iter(b'\n', around).count();
    let returns = memchr::memchr_iter(b'\r', around).count();
    feeds > returns
}
