//! The rule `unicode-assignables`: controls, noncharacters and all else that is never assigned to a character.

use crate::definition::{Characters, Confirm, Definition, Example, Search};
use crate::first_bytes::outside;
use std::sync::LazyLock;
use utf8kit::{Number, Subset};

pub(crate) const RULE: Definition = Definition {
    name: "unicode-assignables",
    description: "never assigned to a character, or a control (RFC 9839)",
    documentation: "\
RFC 9839 recommends this set to protocols: all code points but for surrogates, noncharacters and the legacy controls, which are those of
C0 and C1 without tab, LF and CR. The others are assigned to characters, or may be one day.",
    clause: "RFC 9839 section 4.3",
    url: "https://www.rfc-editor.org/rfc/rfc9839#section-4.3",
    examples: &[Example::found("\u{FDD0}".as_bytes(), "unicode-assignables"), Example::clean("Größe\r\n".as_bytes()),],
    search: Search::FirstBytes {
        first_bytes: || &FIRST_BYTES,
        confirm: Confirm::Characters,
    },
    characters: Characters {
        reports: |code_point, _, _| !Subset::UNICODE_ASSIGNABLES.contains(code_point),
        message: |code_point, _| format!("{} is not a Unicode assignable (RFC 9839)", Number(code_point)),
        ..Characters::NONE
    },
    ..Definition::EMPTY
};

static FIRST_BYTES: LazyLock<[bool; 256]> = LazyLock::new(|| outside(Subset::UNICODE_ASSIGNABLES));
