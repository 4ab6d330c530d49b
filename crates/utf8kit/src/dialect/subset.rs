//! Adopted subsets (ISO/IEC 10646-1 clause 12, R.7).

use core::ops::RangeInclusive;

/// The code points that a receiver adopts, as ranges.
///
/// R.7: a receiver treats a malformed sequence as it treats a character outside its adopted subset. So what
/// is outside is reported as ill-formed text is, with [`ErrorKind::OutsideSubset`](crate::ErrorKind::OutsideSubset),
/// and one [`Policy`](crate::Policy) answers both.
///
/// ```
/// use utf8kit::dialect::Subset;
///
/// // Collections 1 and 2: BASIC LATIN and LATIN-1 SUPPLEMENT.
/// let latin = Subset::new(&[0x20..=0x7E, 0xA0..=0xFF]);
/// assert!(latin.contains(0xE9));
/// assert!(!latin.contains(0x80));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subset<'r> {
    ranges: &'r [RangeInclusive<u32>],
}

impl<'r> Subset<'r> {
    /// The code points in any of `ranges`, which may come in any order and overlap.
    pub const fn new(ranges: &'r [RangeInclusive<u32>]) -> Self {
        Subset { ranges }
    }

    /// Is `code_point` in the subset?
    pub fn contains(&self, code_point: u32) -> bool {
        self.ranges.iter().any(|range| range.contains(&code_point))
    }
}
