//! Modified UTF-8, as Java's `DataOutput` and class files use it.
//!
//! This is the strict variant, which Java writes: U+0000 is `C0 80` and byte `0x00` never occurs; a character over
//! U+FFFF is a surrogate pair.

use super::cesu8::Cesu8Rules;
use super::relative::{Related, Relative, Rules};
use crate::codec::Description;

/// Modified UTF-8, in bytes.
pub(crate) type ModifiedUtf8 = Related<ModifiedUtf8Rules>;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ModifiedUtf8Rules;

static DESCRIPTION: Description = Description::new("Modified UTF-8")
    .with_clause(|_| "JVMS section 4.4.7")
    .utf8_like()
    .with_pairs();

impl Relative for ModifiedUtf8Rules {
    const RULES: Rules = Rules {
        long_nul: true,
        ..Cesu8Rules::RULES
    };

    const DESCRIPTION: &'static Description = &DESCRIPTION;
}
