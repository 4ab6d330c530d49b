//! Adopted subsets (ISO/IEC 10646-1 clause 12 and R.7).

use core::ops::RangeInclusive;

/// The subset of code points that a receiver adopts, as ranges.
///
/// A receiver treats a malformed sequence as it treats a character outside its adopted subset (R.7). So a character
/// outside is reported like ill-formed text, with [`ErrorKind::OutsideSubset`](crate::ErrorKind::OutsideSubset), and
/// one [`Policy`](crate::Policy) applies to both.
///
/// The constants are the subsets that RFC 5198 and RFC 9839 define.
///
/// ```
/// use utf8kit::Subset;
///
/// // Collections 1 and 2: BASIC LATIN and LATIN-1 SUPPLEMENT.
/// let latin = Subset::new(&[0x20..=0x7E, 0xA0..=0xFF]);
/// assert!(latin.contains(0xE9));
/// assert!(!latin.contains(0x80));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subset<'r> {
    ranges: &'r [RangeInclusive<u32>],
    /// Whether the ranges ascend and none overlaps the next one.
    is_sorted: bool,
}

impl<'r> Subset<'r> {
    /// Returns the subset of the code points in any of `ranges`. The ranges may be in any order and may overlap. Ranges in
    /// ascending order are searched faster.
    pub const fn new(ranges: &'r [RangeInclusive<u32>]) -> Self {
        let mut is_sorted = true;
        let mut i = 1;
        while i < ranges.len() {
            is_sorted = is_sorted && *ranges[i - 1].end() < *ranges[i].start();
            i += 1;
        }
        Subset { ranges, is_sorted }
    }

    /// Returns `true` if `code_point` is in the subset.
    ///
    /// ```
    /// use utf8kit::Subset;
    ///
    /// let bmp = Subset::new(&[0..=0xD7FF, 0xE000..=0xFFFF]);
    /// assert!(bmp.contains(0x20AC));
    /// assert!(!bmp.contains(0x1F600));
    /// ```
    pub fn contains(&self, code_point: u32) -> bool {
        if !self.is_sorted {
            return self.ranges.iter().any(|range| range.contains(&code_point));
        }
        let index = self.ranges.partition_point(|range| *range.end() < code_point);
        self.ranges
            .get(index)
            .is_some_and(|range| range.contains(&code_point))
    }
}

impl Subset<'static> {
    /// Net-Unicode (RFC 5198 section 2): the characters that text on a network may have without reservation.
    ///
    /// Outside are
    ///
    /// - the C1 controls U+0080..=U+009F, which "MUST NOT appear" (item 3);
    /// - the other control characters, which "SHOULD generally be avoided" (item 3), except CR, LF and FF. U+0009 is
    ///   outside, too;
    /// - surrogates, which UTF-8 lacks, and the noncharacters, because unassigned code points must not be transmitted, and
    ///   noncharacters are unassigned in every version of Unicode. Other unassigned code points are inside, because they
    ///   depend on the version.
    ///
    /// The rules that depend on more than one character are not checked: CR before LF, Normalization Form C, and no U+FEFF at
    /// the beginning.
    ///
    /// ```
    /// use utf8kit::Subset;
    ///
    /// assert!(Subset::NET_UNICODE.contains(0x0C));
    /// assert!(!Subset::NET_UNICODE.contains(0x85)); // NEL is one of the C1 controls
    /// ```
    pub const NET_UNICODE: Self = Subset::new(&[
        0xA..=0xA,
        0xC..=0xD,
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

    /// Unicode Scalars (RFC 9839 section 4.1): all code points except surrogates, which is what UTF-8 encodes.
    ///
    /// ```
    /// use utf8kit::Subset;
    ///
    /// assert!(Subset::UNICODE_SCALARS.contains(0xFFFF));
    /// assert!(!Subset::UNICODE_SCALARS.contains(0xD800));
    /// ```
    pub const UNICODE_SCALARS: Self = Subset::new(&[0..=0xD7FF, 0xE000..=0x10_FFFF]);

    /// XML Characters (RFC 9839 section 4.2): what XML 1.0 calls `Char`. Outside are surrogates, the C0 controls except TAB,
    /// LF and CR, and U+FFFE and U+FFFF. The C1 controls and the other noncharacters are inside.
    ///
    /// ```
    /// use utf8kit::Subset;
    ///
    /// assert!(Subset::XML_CHARACTERS.contains(0x85));
    /// assert!(!Subset::XML_CHARACTERS.contains(0x1B));
    /// ```
    pub const XML_CHARACTERS: Self = Subset::new(&[
        0x9..=0xA,
        0xD..=0xD,
        0x20..=0xD7FF,
        0xE000..=0xFFFD,
        0x1_0000..=0x10_FFFF,
    ]);

    /// Unicode Assignables (RFC 9839 section 4.3): all code points that are or can become characters that are useful in
    /// text. Outside are surrogates, noncharacters, and all control characters except TAB, LF and CR.
    ///
    /// ```
    /// use utf8kit::Subset;
    ///
    /// assert!(Subset::UNICODE_ASSIGNABLES.contains(0xE000)); // private use
    /// assert!(!Subset::UNICODE_ASSIGNABLES.contains(0x85));
    /// assert!(!Subset::UNICODE_ASSIGNABLES.contains(0xFDD0));
    /// ```
    pub const UNICODE_ASSIGNABLES: Self = Subset::new(&[
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

#[cfg(test)]
mod tests {
    use super::Subset;

    fn is_surrogate(number: u32) -> bool {
        (0xD800..=0xDFFF).contains(&number)
    }

    fn is_noncharacter(number: u32) -> bool {
        (0xFDD0..=0xFDEF).contains(&number) || number & 0xFFFE == 0xFFFE
    }

    fn is_control(number: u32) -> bool {
        number < 0x20 || (0x7F..=0x9F).contains(&number)
    }

    /// For every number to 0x11FFFF, against what the RFCs say in words.
    #[test]
    fn named_subsets_are_what_the_rfcs_say() {
        for number in 0..0x12_0000 {
            let scalar = number <= 0x10_FFFF && !is_surrogate(number);
            let blank = matches!(number, 0x9 | 0xA | 0xD);
            let assignable = scalar && !is_noncharacter(number) && (!is_control(number) || blank);
            let xml = scalar && (number >= 0x20 || blank) && !matches!(number, 0xFFFE | 0xFFFF);
            let net = scalar
                && !is_noncharacter(number)
                && (!is_control(number) || matches!(number, 0xA | 0xC | 0xD));
            assert_eq!(Subset::UNICODE_SCALARS.contains(number), scalar, "{number:#X}");
            assert_eq!(
                Subset::UNICODE_ASSIGNABLES.contains(number),
                assignable,
                "{number:#X}"
            );
            assert_eq!(Subset::XML_CHARACTERS.contains(number), xml, "{number:#X}");
            assert_eq!(Subset::NET_UNICODE.contains(number), net, "{number:#X}");
        }
        assert!(!Subset::UNICODE_SCALARS.contains(u32::MAX));
    }

    /// The search does not depend on the order of the ranges.
    #[test]
    fn ranges_in_any_order_are_the_same_subset() {
        let sorted = [1..=3, 7..=7, 9..=20];
        let unsorted = [9..=20, 1..=3, 7..=7, 2..=3];
        let (sorted, unsorted) = (Subset::new(&sorted), Subset::new(&unsorted));
        for number in 0..30 {
            assert_eq!(sorted.contains(number), unsorted.contains(number), "{number}");
        }
        assert!(!Subset::new(&[]).contains(0));
    }
}
