//! The rule `private-use-in-code`: characters of private use in source, outside of strings.

use crate::definition::{Characters, Definition, Example, Search};
use crate::rules::Level;
use crate::syntax::Part;
use utf8kit::Number;

pub(crate) const RULE: Definition = Definition {
    name: "private-use-in-code",
    is_default: true,
    level: Level::Error,
    description: "characters of private use in source, outside of strings",
    documentation: "\
Characters of private use have no meaning of their own. They show what a font has for them, or nothing. In a string they can be an icon.
In a name, or between tokens, they are left over from another program, or somebody put them there to make another name that looks equal
where the font has nothing.

The rule is about source, which the name of a file or its `#!` shows. It reports such characters outside of comments and strings, and
inside of words of comments. An icon that stands by itself in a comment is not reported.

Remove the character, or write its escape in a string. A file that needs it is allowed with `ignore` in `utf8kit.toml`.",
    clause: "UAX #31",
    url: "https://www.unicode.org/reports/tr31/",
    examples: &[
        Example::found("int pass\u{E000}word;".as_bytes(), "private-use-in-code").in_file("a.c"),
        Example::clean("icon = '\u{F015}' # \u{F015} home".as_bytes()).in_file("a.py"),
    ],
    search: Search::Source,
    characters: Characters {
        reports: |code_point, _, options| {
            let is_private = matches!(code_point, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD);
            options.syntax.is_some() && is_private
        },
        message: |code_point, _| {
            format!(
                "{} is a character of private use, which shows what a font has for it or nothing",
                Number(code_point)
            )
        },
        ..Characters::NONE
    },
    judge: |place| {
        let is_found = match place.part {
            Part::Code => place.is_in_code(),
            Part::Name => true,
            Part::Comment => place.before().is_alphanumeric() && place.after().is_alphanumeric(),
            Part::String | Part::Unknown => false,
        };
        is_found.then_some(RULE.name)
    },
    ..Definition::EMPTY
};
