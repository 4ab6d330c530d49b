//! WTF-8: the encoding of text that should be UTF-16 but has unpaired surrogates, such as file names on Windows.
//!
//! A surrogate pair is written as one character of four bytes. So a low surrogate after a high one is ill-formed, and
//! each UTF-16 text, well-formed or not, has exactly one encoding.

use super::relative::{Related, Relative, Rules, Surrogates};
use crate::codec::Description;

/// WTF-8, in bytes.
pub(crate) type Wtf8 = Related<Wtf8Rules>;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Wtf8Rules;

static DESCRIPTION: Description = Description::new("WTF-8")
    .with_clause(|_| "WTF-8 section 4")
    .utf8_like();

impl Relative for Wtf8Rules {
    const RULES: Rules = Rules {
        longest: 4,
        last: 0x10_FFFF,
        surrogates: Surrogates::Unpaired,
        long_nul: false,
        annex_r: false,
        longer_forms: false,
    };

    const DESCRIPTION: &'static Description = &DESCRIPTION;
}
