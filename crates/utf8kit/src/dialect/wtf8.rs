//! WTF-8: what becomes of text that should be UTF-16 and has surrogates without partners, such as file names
//! on Windows.
//!
//! A pair is written as one character of four bytes; so a low surrogate behind a high one is ill-formed, and
//! each UTF-16 text, well-formed or not, has exactly one form.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 4,
    last: 0x10_FFFF,
    surrogates: Surrogates::Lone,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};
