//! Annex R of ISO/IEC 10646-1:1993, added by Amendment 2.
//!
//! R.4 maps numbers to bytes, R.5 maps bytes to numbers, R.7 defines what is malformed. R.4 never makes a sequence that
//! is longer than necessary. R.5 maps such sequences, and R.7 does not list them as malformed. So they are rejected
//! unless the caller selects the letter of R.5. NOTE 3 calls `0xFFFE` and `0xFFFF` undefined, although a table has
//! `0xFFFF` as its example: they are read, with a remark.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 6,
    last: 0x7FFF_FFFF,
    surrogates: Surrogates::Rejected,
    long_nul: false,
    annex_r: true,
    longer_forms: false,
};

pub(super) const RULES_BY_R5: Rules = Rules {
    longer_forms: true,
    ..RULES
};
