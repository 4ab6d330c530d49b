//! The rule `unicode-scalars`: code points that are not Unicode scalar values.

use crate::definition::{Characters, Confirm, Definition, Example, Search};
use crate::first_bytes::outside;
use std::sync::LazyLock;
use utf8kit::{Number, Subset};

pub(crate) const RULE: Definition = Definition {
    name: "unicode-scalars",
    description: "not a Unicode scalar value (RFC 9839; for --as WTF-8, RFC2279)",
    documentation: "\
Surrogates, and numbers over U+10FFFF, are not Unicode scalar values. Well-formed UTF-8 has none of them, so the rule finds something
only in texts in other encodings, such as `utf8 check --as WTF-8`.",
    clause: "RFC 9839 section 4.1",
    url: "https://www.rfc-editor.org/rfc/rfc9839#section-4.1",
    examples: &[Example::clean("Größe 😀".as_bytes()),],
    search: Search::FirstBytes {
        first_bytes: || &FIRST_BYTES,
        confirm: Confirm::Characters,
    },
    characters: Characters {
        reports: |code_point, _, _| !Subset::UNICODE_SCALARS.contains(code_point),
        message: |code_point, _| format!("{} is not a Unicode scalar value (RFC 9839)", Number(code_point)),
        ..Characters::NONE
    },
    ..Definition::EMPTY
};

static FIRST_BYTES: LazyLock<[bool; 256]> = LazyLock::new(|| outside(Subset::UNICODE_SCALARS));
