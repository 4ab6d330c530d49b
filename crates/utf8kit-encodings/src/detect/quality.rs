//! How well a text reads in an encoding.

use super::certainty::Certainty;
use super::model::BIT;

/// How well a text reads in an encoding.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Quality {
    /// Letters and characters that speak for it.
    pub(super) letters: i32,
    /// How many different ones.
    pub(super) distinct: i32,
    /// Those that no text in the language has.
    pub(super) strange: i32,
    /// Other characters that no text in the language has.
    pub(super) odd: i32,
    /// What a letter costs beyond the mean of the language.
    pub(super) excess: i32,
}

/// A rival that is as many bits behind is out of the question.
const FAR_BEHIND: u32 = 30;

/// One that is as many bits behind is unlikely.
const BEHIND: u32 = 12;

impl Quality {
    /// Returns how sure it is that a text is in an encoding of which the next is `behind` bits behind.
    pub(super) fn certainty(self, behind: u32) -> Certainty {
        let strange = self.strange + self.odd;
        let is_like_its_language = self.excess <= 3 * BIT / 2 && strange * 12 <= self.letters;
        let is_enough = self.letters >= 8 && self.distinct >= 4;
        let is_readable = self.excess <= 2 * BIT && strange * 8 <= self.letters;
        match behind {
            FAR_BEHIND.. if is_like_its_language && is_enough && self.odd == 0 => Certainty::VeryLikely,
            BEHIND.. if is_readable => Certainty::Likely,
            _ => Certainty::Possible,
        }
    }
}
