//! The rule `control`: C0 and C1 controls other than tab, LF and CR.

use crate::definition::{Characters, Definition, Example, Head, Search};
use crate::rules::Rule;
use utf8kit::Number;

pub(crate) const RULE: Definition = Definition {
    name: "control",
    description: "controls other than tab and line ends",
    documentation: "\
Controls command a terminal or a printer. In text, only tab, LF and CR are expected: others do nothing, or do something that nobody
sees in an editor. ESC can hide text in a terminal. Kind `c0` is a control below U+0020 or U+007F, kind `c1` one of
U+0080..=U+009F, which often shows that a text in Windows-1252 was decoded as Latin-1.

U+0000 is reported by the rule `nul`, if that is on.",
    clause: "RFC 5198 section 2",
    url: "https://www.rfc-editor.org/rfc/rfc5198#section-2",
    examples: &[
        Example::found(b"\x1B[8mhidden", "c0"),
        Example::found("one\u{85}two".as_bytes(), "c1"),
        Example::clean(b"one\ttwo\r\n"),
    ],
    search: Search::characters(Head::Any, begins),
    characters: Characters {
        reports: |code_point, _, options| match code_point {
            0x9 | 0xA | 0xD => false,
            0 => !options.has(Rule::Nul),
            ..0x20 | 0x7F..0xA0 => true,
            _ => false,
        },
        kind: Some(|code_point, _, _| if code_point < 0x80 { "c0" } else { "c1" }),
        message: |code_point, _| format!("{} is a control character", Number(code_point)),
        ..Characters::NONE
    },
    ..Definition::EMPTY
};

/// Matches U+0000..=U+001F but for tab, LF and CR, and U+007F..=U+009F.
#[inline(always)]
fn begins(x: u8, y: u8, _: u8) -> bool {
    let c0 = ((x < 0x20) & (x != b'\t') & (x != b'\n') & (x != b'\r')) | (x == 0x7F);
    c0 | ((x == 0xC2) & (y < 0xA0))
}
