//! Where patterns may begin in a text.

/// Bytes of a stretch: places that are tested together.
pub(crate) const BLOCK: usize = 256;

/// The stretches of a text in which a pattern may begin.
#[derive(Debug)]
pub(crate) struct Stretches {
    /// Where the first begins.
    pub(crate) start: usize,
    /// For each of them.
    pub(crate) has_any: Vec<bool>,
}

impl Stretches {
    /// Returns whether a pattern may begin in the stretch of a place, and where the stretch ends.
    pub(crate) fn around(&self, at: usize) -> (bool, usize) {
        let number = (at - self.start) / BLOCK;
        (self.has_any[number], self.start + (number + 1) * BLOCK)
    }
}
