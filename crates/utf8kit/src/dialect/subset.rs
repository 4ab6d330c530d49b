//! Adopted subsets (ISO/IEC 10646-1 clause 12 and R.7).

use core::ops::RangeInclusive;

/// The subset of code points that a receiver adopts, as ranges.
///
/// A receiver treats a malformed sequence as it treats a character outside its adopted subset (R.7). So a character
/// outside is reported like ill-formed text, with [`ErrorKind::OutsideSubset`](crate::ErrorKind::OutsideSubset), and
/// one [`Policy`](crate::Policy) applies to both.
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
    /// Returns the subset of the code points in any of `ranges`. The ranges may be in any order and may overlap.
    pub const fn new(ranges: &'r [RangeInclusive<u32>]) -> Self {
        Subset { ranges }
    }

    /// Returns `true` if `code_point` is in the subset.
    ///
    /// ```
    /// use utf8kit::dialect::Subset;
    ///
    /// let bmp = Subset::new(&[0..=0xD7FF, 0xE000..=0xFFFF]);
    /// assert!(bmp.contains(0x20AC));
    /// assert!(!bmp.contains(0x1F600));
    /// ```
    pub fn contains(&self, code_point: u32) -> bool {
        self.ranges.iter().any(|range| range.contains(&code_point))
    }
}
