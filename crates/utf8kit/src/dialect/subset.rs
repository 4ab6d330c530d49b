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

impl Subset<'static> {
    /// Net-Unicode (RFC 5198 section 2).
    pub const NET_UNICODE: Subset<'static> =
        Subset::new(&[0xA..=0xA, 0xC..=0xD, 0x20..=0x7E, 0xA0..=0xD7FF, 0xE000..=0x10_FFFF]);

    /// Unicode scalar values (RFC 9839 section 4.1).
    pub const UNICODE_SCALARS: Subset<'static> = Subset::new(&[0..=0xD7FF, 0xE000..=0x10_FFFF]);

    /// The characters of XML (RFC 9839 section 4.2).
    pub const XML_CHARACTERS: Subset<'static> = Subset::new(&[
        0x9..=0xA,
        0xD..=0xD,
        0x20..=0xD7FF,
        0xE000..=0xFFFD,
        0x1_0000..=0x10_FFFF,
    ]);

    /// Unicode assignables (RFC 9839 section 4.3).
    pub const UNICODE_ASSIGNABLES: Subset<'static> = Subset::new(&[
        0x9..=0xA,
        0xD..=0xD,
        0x20..=0x7E,
        0xA0..=0xD7FF,
        0xE000..=0xFDCF,
        0xFDF0..=0xFFFD,
        0x1_0000..=0x1_FFFD,
        0x2_0000..=0x2_FFFD,
        0x3_0000..=0x3_FFFD,
        0x4_0000..=0x4_FFFD,
        0x5_0000..=0x5_FFFD,
        0x6_0000..=0x6_FFFD,
        0x7_0000..=0x7_FFFD,
        0x8_0000..=0x8_FFFD,
        0x9_0000..=0x9_FFFD,
        0xA_0000..=0xA_FFFD,
        0xB_0000..=0xB_FFFD,
        0xC_0000..=0xC_FFFD,
        0xD_0000..=0xD_FFFD,
        0xE_0000..=0xE_FFFD,
        0xF_0000..=0xF_FFFD,
        0x10_0000..=0x10_FFFD,
    ]);
}
