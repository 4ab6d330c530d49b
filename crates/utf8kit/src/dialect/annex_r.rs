//! Annex R of ISO/IEC 10646-1:1993, which Amendment 2 added.
//!
//! R.4 maps numbers to bytes, R.5 bytes to numbers, R.7 says what is malformed. R.4 never makes a form that
//! is longer than it need be; R.5 maps such forms and R.7 does not list them. So they are refused unless a
//! caller asks for R.5's letter. NOTE 3 calls FFFE and FFFF undefined although a table has FFFF as its
//! example: they are read, with a remark.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 6,
    last: 0x7FFF_FFFF,
    surrogates: Surrogates::Refused,
    long_nul: false,
    annex_r: true,
    longer_forms: false,
};

pub(super) const RULES_BY_R5: Rules = Rules {
    longer_forms: true,
    ..RULES
};
