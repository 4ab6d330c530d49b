//! UTF-8 (RFC 3629), defined by the same rules as the other dialects.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 4,
    last: 0x10_FFFF,
    surrogates: Surrogates::Rejected,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};
