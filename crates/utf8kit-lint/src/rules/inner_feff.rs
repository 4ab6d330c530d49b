//! The rule `inner-feff`: U+FEFF after the start of the text, where it is a character.

use crate::definition::{Characters, Definition, Example, Head, Search};
use crate::fix::Fix;
use crate::options::InnerFeff;
use crate::rules::Level;

pub(crate) const RULE: Definition = Definition {
    name: "inner-feff",
    is_default: true,
    level: Level::Note,
    description: "U+FEFF inside the text, as joining files can leave it; for information",
    documentation: "\
At the start of a text, U+FEFF is a signature. Inside the text it is a character without width that joins words. Most often it is
the signature of a file that was joined to another: at the start of a line (kind `line-start`) or after U+FEFF (`repeated`).
Compilers and parsers reject it there, and nobody sees it.

The rule reports it for information: findings of this rule alone do not fail a check. `utf8 fix --inner-feff remove` removes it,
and `--inner-feff word-joiner` writes U+2060, which joins words and is nothing else.",
    clause: "RFC 3629 section 6",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-6",
    examples: &[
        Example::found("one\n\u{FEFF}two".as_bytes(), "line-start"),
        Example::found("one\u{FEFF}two".as_bytes(), "inner-feff"),
        Example::found("\u{FEFF}\u{FEFF}one".as_bytes(), "repeated"),
        Example::clean("\u{FEFF}one".as_bytes()),
    ],
    search: Search::characters(
        Head::Pair {
            first: 0xEF,
            second: 0xBB,
            // Those of `hidden-data`, which costs nothing more.
            ignored: 3,
        },
        |x, y, z| (x == 0xEF) & (y == 0xBB) & (z == 0xBF),
    ),
    characters: Characters {
        reports: |code_point, is_start, _| code_point == 0xFEFF && !is_start,
        kind: Some(|_, before, _| match before.chars().next_back() {
            Some('\n' | '\r') => "line-start",
            Some('\u{FEFF}') => "repeated",
            _ => RULE.name,
        }),
        message: |_, kind| message(kind),
        fix: |options| match options.inner_feff {
            InnerFeff::Keep => Fix::None,
            InnerFeff::Remove => Fix::Replace(String::new()),
            InnerFeff::WordJoiner => Fix::Replace("\u{2060}".to_owned()),
        },
        ..Characters::NONE
    },
    has_repair: |_, options| !matches!(options.inner_feff, InnerFeff::Keep),
    ..Definition::EMPTY
};

/// Returns the message for U+FEFF of a kind.
fn message(kind: &str) -> String {
    let place = match kind {
        "line-start" => {
            "at the start of a line: if it is the signature of a file that was joined to the text before it"
        }
        "repeated" => "after U+FEFF: if the text was signed twice, or signed files were joined here",
        _ => {
            "inside the text, where it is a character: if it is the signature of a file that was joined here"
        }
    };
    format!(
        "U+FEFF {place}, `utf8 fix --inner-feff remove` removes it; if it joins words, `--inner-feff word-joiner` writes \
         U+2060"
    )
}
