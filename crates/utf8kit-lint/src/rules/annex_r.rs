//! The rule `annex-r`: what Annex R of ISO/IEC 10646-1 reads, but has an objection to.

use crate::definition::{Definition, Example};
use crate::escape;
use crate::rules::Level;
use crate::words::Words;
use utf8kit::{Encoding, ErrorKind, Number};

pub(crate) const RULE: Definition = Definition {
    name: "annex-r",
    is_default: true,
    level: Level::Note,
    description: "what Annex R reads but objects to (with --as Annex-R); for information",
    documentation: "\
`utf8 check --as Annex-R` reads U+FFFE and U+FFFF, because Table 3 of Annex R maps one of them. NOTE 3 calls their mapping undefined: no
character of ISO/IEC 10646 is there. Kind `undefined` is about them. The third position of NOTE 3, the surrogates, is not read: the
rule `ill-formed` reports it.

`--as Annex-R.5` also reads sequences that are longer than necessary, such as `C1 81` for U+0041. R.5 maps them and R.7 does not call them
malformed, but R.4 never makes them. Kind `overlong` is about them. A check of the bytes for `A` does not see such an `A`, so do not use
this encoding for what comes from outside.

The rule reports both for information: findings of this rule alone do not fail a check. Text in another encoding has none.",
    clause: ANNEX_R_4,
    url: "https://www.iso.org/standard/76835.html",
    examples: &[Example::clean("Größe".as_bytes())],
    ..Definition::EMPTY
};

const ANNEX_R_4: &str = "ISO/IEC 10646-1 R.4";

/// Returns the remark of Annex R on the number that `sequence` is in `encoding`, and its clause, if there is one.
pub(crate) fn remark(encoding: Encoding, sequence: &[u8]) -> Option<(Words, &'static str)> {
    if !matches!(encoding, Encoding::AnnexR | Encoding::AnnexR5) {
        return None;
    }
    let point = encoding.code_points(sequence).next()?.ok()?;
    let kind = point.remark?;
    let number = Number(point.number);
    let (message, clause) = match kind {
        ErrorKind::Overlong => {
            let mut out = [0; 6];
            let shortest = encoding.encode_number(point.number, &mut out).ok()?;
            let message = format!(
                "`{}` is {number} in a longer sequence than necessary: the shortest is `{}`",
                escape::hex(sequence),
                escape::hex(shortest)
            );
            (message, "ISO/IEC 10646-1 R.5")
        }
        _ => {
            let message =
                format!("{number} is a position without a character, whose mapping is undefined (NOTE 3)");
            (message, ANNEX_R_4)
        }
    };
    Some(((kind.name().into(), message), clause))
}
