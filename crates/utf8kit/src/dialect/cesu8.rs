//! CESU-8 (Unicode Technical Report 26): each code unit of UTF-16 is written as UTF-8 writes its number.
//!
//! Sequences of four bytes never occur. An unpaired surrogate is one ill-formed sequence of its three bytes, so that
//! the character after it is not lost.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 3,
    last: 0x10_FFFF,
    surrogates: Surrogates::Pairs,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};
