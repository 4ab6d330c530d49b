//! CESU-8 (Unicode Technical Report 26): each code unit of UTF-16 is written as UTF-8 writes its number.
//!
//! Sequences of four bytes never occur. An unpaired surrogate is one ill-formed sequence of its three bytes, so that
//! the character after it is not lost.

use super::relative::{Related, Relative, Rules, Surrogates};
use crate::codec::Description;

/// CESU-8, in bytes.
pub(crate) type Cesu8 = Related<Cesu8Rules>;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Cesu8Rules;

static DESCRIPTION: Description = Description::new("CESU-8")
    .with_clause(|_| "UTR #26 section 2")
    .utf8_like()
    .with_pairs();

impl Relative for Cesu8Rules {
    const RULES: Rules = Rules {
        longest: 3,
        last: 0x10_FFFF,
        surrogates: Surrogates::Pairs,
        long_nul: false,
        annex_r: false,
        longer_forms: false,
    };

    const DESCRIPTION: &'static Description = &DESCRIPTION;
}
