//! Modified UTF-8, as Java's `DataOutput` and class files have it.
//!
//! The strict form, which is what Java writes: U+0000 is `C0 80` and 00 never occurs; a character over U+FFFF
//! is a pair.

use super::cesu8;
use super::rules::Rules;

pub(super) const RULES: Rules = Rules {
    long_nul: true,
    ..cesu8::RULES
};
