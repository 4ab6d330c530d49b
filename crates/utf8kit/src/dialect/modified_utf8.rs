//! Modified UTF-8, as Java's `DataOutput` and class files use it.
//!
//! This is the strict variant, which Java writes: U+0000 is `C0 80` and byte `0x00` never occurs; a character over
//! U+FFFF is a surrogate pair.

use super::cesu8;
use super::rules::Rules;

pub(super) const RULES: Rules = Rules {
    long_nul: true,
    ..cesu8::RULES
};
