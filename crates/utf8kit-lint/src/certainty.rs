//! The encoding that comes second.

pub use utf8kit_encodings::detect::Certainty;

/// The encoding that comes second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Second {
    /// Its name.
    pub encoding: &'static str,
    /// How much less likely the letters of the text are in it, as a power of two: with 10, a thousand times. `None` if that is not
    /// known.
    pub bits: Option<u32>,
}
