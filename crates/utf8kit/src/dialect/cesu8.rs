//! CESU-8 (Unicode Technical Report 26): each code unit of UTF-16 as UTF-8 would write its number.
//!
//! Four bytes never occur. A surrogate without its partner is one ill-formed sequence of its three bytes,
//! so that what follows it is not lost.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 3,
    last: 0x10_FFFF,
    surrogates: Surrogates::Pairs,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};
