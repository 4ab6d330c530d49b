//! The rule `xml-characters`: code points that XML excludes.

use crate::definition::{Characters, Confirm, Definition, Example, Search};
use crate::first_bytes::outside;
use std::sync::LazyLock;
use utf8kit::{Number, Subset};

pub(crate) const RULE: Definition = Definition {
    name: "xml-characters",
    description: "not a character of XML (RFC 9839)",
    documentation: "\
XML 1.0 excludes surrogates, U+FFFE, U+FFFF and all controls below U+0020 but for tab, LF and CR. A document with one of them is not
well-formed, and no escape helps: a parser rejects it.",
    clause: "RFC 9839 section 4.2",
    url: "https://www.rfc-editor.org/rfc/rfc9839#section-4.2",
    examples: &[Example::found(b"\x0C", "xml-characters"), Example::clean("Größe\r\n".as_bytes()),],
    search: Search::FirstBytes {
        first_bytes: || &FIRST_BYTES,
        confirm: Confirm::Characters,
    },
    characters: Characters {
        reports: |code_point, _, _| !Subset::XML_CHARACTERS.contains(code_point),
        message: |code_point, _| format!("{} is not a character of XML (RFC 9839)", Number(code_point)),
        ..Characters::NONE
    },
    ..Definition::EMPTY
};

static FIRST_BYTES: LazyLock<[bool; 256]> = LazyLock::new(|| outside(Subset::XML_CHARACTERS));
