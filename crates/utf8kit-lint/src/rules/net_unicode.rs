//! The rule `net-unicode`: characters that Net-Unicode excludes.

use crate::definition::{Characters, Confirm, Definition, Example, Search};
use crate::first_bytes::outside;
use std::sync::LazyLock;
use utf8kit::{Number, Subset};

pub(crate) const RULE: Definition = Definition {
    name: "net-unicode",
    description: "characters that Net-Unicode excludes (RFC 5198)",
    documentation: "\
Net-Unicode is the form of text in protocols of the Internet that RFC 5198 defines. It excludes noncharacters and all controls but
LF, FF and CR, so tabs too. LF and CR are allowed only together, which this rule does not check.

Net-Unicode should be in Normalization Form C, which the rule `not-nfc` checks.",
    clause: "RFC 5198 section 2",
    url: "https://www.rfc-editor.org/rfc/rfc5198#section-2",
    examples: &[Example::found(b"one\ttwo", "net-unicode"), Example::clean("Größe\r\n".as_bytes()),],
    search: Search::FirstBytes {
        first_bytes: || &FIRST_BYTES,
        confirm: Confirm::Characters,
    },
    characters: Characters {
        reports: |code_point, _, _| !Subset::NET_UNICODE.contains(code_point),
        message: |code_point, _| format!("{} is not in Net-Unicode (RFC 5198)", Number(code_point)),
        ..Characters::NONE
    },
    ..Definition::EMPTY
};

static FIRST_BYTES: LazyLock<[bool; 256]> = LazyLock::new(|| outside(Subset::NET_UNICODE));
