//! UTF-8 (RFC 3629), stated as the other dialects are.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 4,
    last: 0x10_FFFF,
    surrogates: Surrogates::Refused,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};
