//! The rule `space-in-code`: spaces in source that look like U+0020 and are not.

use crate::definition::{Characters, Definition, Example, Search};
use crate::fix::Fix;
use crate::rules::{Level, Rule};
use utf8kit::Number;

pub(crate) const RULE: Definition = Definition {
    name: "space-in-code",
    is_default: true,
    level: Level::Error,
    description: "spaces in code that look like U+0020 and are not",
    documentation: "\
A no-break space looks like a space. In code, it is none: a shell takes `rm\\u{A0}-r` for the name of a command, YAML takes
`key:\\u{A0}value` for a text, and a compiler stops with a message about a character that nobody sees. They come from a web page, from a
word processor, or from a key that was held too long.

The rule is about source, which the name of a file or its `#!` shows, in languages whose comments and strings are known. It reports
U+00A0 and U+202F (kind `no-break-space`), U+3000 (`ideographic-space`), and U+1680, U+2000 to U+200A and U+205F (`other-space`) outside
of comments and strings. In data and in text they are right.

`utf8 fix --select space-in-code` writes U+0020. A file that needs the space is allowed with `ignore` in `utf8kit.toml`.",
    clause: "UAX #31",
    url: "https://www.unicode.org/reports/tr31/",
    examples: &[
        Example::found("rm\u{A0}-r build".as_bytes(), "no-break-space").in_file("a.sh"),
        Example::found("a =\u{3000}1".as_bytes(), "ideographic-space").in_file("a.rb"),
        Example::clean("price: 1\u{A0}234,56 €".as_bytes()).in_file("a.yaml"),
        Example::clean("1\u{A0}234,56".as_bytes()).in_file("a.csv"),
    ],
    search: Search::Source,
    characters: Characters {
        reports: |code_point, _, options| options.syntax.is_some() && kind(code_point).is_some(),
        message: |code_point, _| {
            format!(
                "{} {} stands in code like a space, and is none: `utf8 fix --select space-in-code` writes U+0020",
                Number(code_point),
                name(code_point)
            )
        },
        fix: |options| match options.repairs.contains(Rule::SpaceInCode) {
            true => Fix::Replace(" ".to_owned()),
            false => Fix::None,
        },
        ..Characters::NONE
    },
    judge: |place| kind(place.c.into()).filter(|_| place.is_in_code()),
    has_repair: |_, options| options.repairs.contains(Rule::SpaceInCode),
    ..Definition::EMPTY
};

/// Returns the kind of a space.
const fn kind(code_point: u32) -> Option<&'static str> {
    Some(match code_point {
        0xA0 | 0x202F => "no-break-space",
        0x3000 => "ideographic-space",
        0x1680 | 0x2000..=0x200A | 0x205F => "other-space",
        _ => return None,
    })
}

/// Returns the name of a space in the Unicode Standard.
const fn name(code_point: u32) -> &'static str {
    match code_point {
        0xA0 => "NO-BREAK SPACE",
        0x1680 => "OGHAM SPACE MARK",
        0x2000 => "EN QUAD",
        0x2001 => "EM QUAD",
        0x2002 => "EN SPACE",
        0x2003 => "EM SPACE",
        0x2004 => "THREE-PER-EM SPACE",
        0x2005 => "FOUR-PER-EM SPACE",
        0x2006 => "SIX-PER-EM SPACE",
        0x2007 => "FIGURE SPACE",
        0x2008 => "PUNCTUATION SPACE",
        0x2009 => "THIN SPACE",
        0x200A => "HAIR SPACE",
        0x202F => "NARROW NO-BREAK SPACE",
        0x205F => "MEDIUM MATHEMATICAL SPACE",
        _ => "IDEOGRAPHIC SPACE",
    }
}
