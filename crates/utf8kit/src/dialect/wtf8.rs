//! WTF-8: the encoding of text that should be UTF-16 but has unpaired surrogates, such as file names on Windows.
//!
//! A surrogate pair is written as one character of four bytes. So a low surrogate after a high one is ill-formed, and
//! each UTF-16 text, well-formed or not, has exactly one encoding.

use super::rules::{Rules, Surrogates};

pub(super) const RULES: Rules = Rules {
    longest: 4,
    last: 0x10_FFFF,
    surrogates: Surrogates::Unpaired,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};
