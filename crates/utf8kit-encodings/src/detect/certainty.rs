//! How sure it is that a text is in an encoding.

use std::fmt;

/// How sure it is that a text is in an encoding. It is a promise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// The text is short, has few bytes that decide, or reads like none in an encoding that is known here.
    Possible,
    /// Most such texts are in this encoding.
    Likely,
    /// Of 1,000 such texts, 999 are in this encoding, or in one that has the same characters for all bytes of the text.
    VeryLikely,
    /// The bytes leave no doubt.
    Certain,
}

/// Writes `possible`, `likely`, `very likely` or `certain`.
impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Certainty::Possible => "possible",
            Certainty::Likely => "likely",
            Certainty::VeryLikely => "very likely",
            Certainty::Certain => "certain",
        })
    }
}
