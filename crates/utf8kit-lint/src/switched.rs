//! A text in an encoding in which escapes, shifts or controls say what bytes mean.

use crate::certainty::Certainty;

/// A text in such an encoding.
#[derive(PartialEq, Debug)]
pub(crate) struct Switched {
    pub(crate) encoding: &'static str,
    /// Where its first escape sequence, shift or control is.
    pub(crate) at: usize,
    /// The text, decoded.
    pub(crate) text: String,
    pub(crate) certainty: Certainty,
}

impl Switched {
    /// Returns a text that is very likely in an encoding.
    #[cfg(feature = "legacy")]
    pub(crate) fn new(encoding: &'static str, at: usize, text: String) -> Switched {
        Switched {
            encoding,
            at,
            text,
            certainty: Certainty::VeryLikely,
        }
    }
}
