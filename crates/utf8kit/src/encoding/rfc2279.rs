//! RFC 2279 section 2: UTF-8 over all of UCS-4, 1 to 6 bytes.
//!
//! Only the shortest sequence of a number is well-formed, since the encoder's table is the definition and section 6
//! describes the risks of longer ones. Surrogate pairs are to be converted to one number before encoding, so surrogates
//! are rejected. `0xFFFE` and `0xFFFF` are numbers like others. A byte that starts 5 or 6 bytes is valid here, so the
//! maximal subparts of malformed sequences are longer than in RFC 3629.

use super::relative::{Related, Relative, Rules, Surrogates};
use crate::ErrorKind;
use crate::codec::Description;

/// RFC 2279 UTF-8, in bytes.
pub(crate) type Rfc2279 = Related<Rfc2279Rules>;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Rfc2279Rules;

static DESCRIPTION: Description = Description::new("RFC 2279 UTF-8").with_clause(clause).utf8_like();

/// Returns the clause that an error of `kind` breaks.
fn clause(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NeverValid => "RFC 2279 section 1",
        _ => "RFC 2279 section 2",
    }
}

impl Relative for Rfc2279Rules {
    const RULES: Rules = Rules {
        longest: 6,
        last: 0x7FFF_FFFF,
        surrogates: Surrogates::Rejected,
        long_nul: false,
        annex_r: false,
        longer_forms: false,
    };

    const DESCRIPTION: &'static Description = &DESCRIPTION;
}
