//! Annex R of ISO/IEC 10646-1:1993, added by Amendment 2.
//!
//! R.4 maps numbers to bytes, R.5 maps bytes to numbers, R.7 defines what is malformed. R.4 never makes a sequence that
//! is longer than necessary. R.5 maps such sequences, and R.7 does not list them as malformed. So they are rejected
//! unless the caller selects the letter of R.5. NOTE 3 calls `0xFFFE` and `0xFFFF` undefined, although a table has
//! `0xFFFF` as its example: they are read, with a remark.

use super::relative::{Related, Relative, Rules, Surrogates};
use crate::ErrorKind;
use crate::codec::Description;

/// Annex R, in bytes.
pub(crate) type AnnexR = Related<AnnexRRules>;

/// Annex R by the letter of R.5, in bytes.
pub(crate) type AnnexR5 = Related<AnnexR5Rules>;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AnnexRRules;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AnnexR5Rules;

static DESCRIPTION: Description = Description::new("Annex R UTF-8").with_clause(clause).utf8_like();

static DESCRIPTION_OF_R5: Description = Description::new("Annex R UTF-8 by R.5")
    .with_clause(clause)
    .utf8_like();

/// Returns the clause that an error of `kind` breaks.
fn clause(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Undefined | ErrorKind::Overlong => "ISO/IEC 10646-1 R.4",
        _ => "ISO/IEC 10646-1 R.7",
    }
}

impl Relative for AnnexRRules {
    const RULES: Rules = Rules {
        longest: 6,
        last: 0x7FFF_FFFF,
        surrogates: Surrogates::Rejected,
        long_nul: false,
        annex_r: true,
        longer_forms: false,
    };

    const DESCRIPTION: &'static Description = &DESCRIPTION;
}

impl Relative for AnnexR5Rules {
    const RULES: Rules = Rules {
        longer_forms: true,
        ..AnnexRRules::RULES
    };

    const DESCRIPTION: &'static Description = &DESCRIPTION_OF_R5;
}
