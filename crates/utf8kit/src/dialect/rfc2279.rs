//! RFC 2279 section 2: UTF-8 over all of UCS-4, 1 to 6 bytes.
//!
//! Shortest forms only, since the encoder's table is the definition and section 6 names what comes of others;
//! surrogates are to be undone before encoding, so they are refused; FFFE and FFFF are numbers like others.
//! A byte that begins five or six bytes makes sense here, so the maximal subparts of what is malformed are
//! longer than in RFC 3629.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 6,
    last: 0x7FFF_FFFF,
    surrogates: Surrogates::Refused,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};
