//! RFC 2279 section 2: UTF-8 over all of UCS-4, 1 to 6 bytes.
//!
//! Only the shortest sequence of a number is well-formed, since the encoder's table is the definition and section 6
//! describes the risks of longer ones. Surrogate pairs are to be converted to one number before encoding, so surrogates
//! are rejected. `0xFFFE` and `0xFFFF` are numbers like others. A byte that starts 5 or 6 bytes is valid here, so the
//! maximal subparts of malformed sequences are longer than in RFC 3629.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 6,
    last: 0x7FFF_FFFF,
    surrogates: Surrogates::Rejected,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};
