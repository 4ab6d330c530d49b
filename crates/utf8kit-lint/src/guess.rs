//! A guess at the legacy encoding of a text.

use crate::certainty::{Certainty, Second};
use crate::encoding::Legacy;
use utf8kit_encodings::detect::Language;

/// A guessed encoding.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Guess {
    pub(crate) encoding: Legacy,
    pub(crate) certainty: Certainty,
    /// The language that the text reads best in, if it reads best in this encoding.
    pub(crate) language: Option<Language>,
    /// Whether the text declares it.
    pub(crate) is_declared: bool,
    /// Whether it is reported however few bytes show it: they have no other meaning.
    pub(crate) is_told: bool,
    /// The number of files beside the text that decide, if they do.
    pub(crate) neighbors: usize,
    /// The encoding that comes second, if one does that reads like text.
    pub(crate) second: Option<Second>,
}
