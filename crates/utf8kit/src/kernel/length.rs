//! How long a text is, in other units than those it stands in: sums over single units, in plain code that compilers turn
//! into whatever the target has. Defined on any units; what they say is exact for well-formed text.

/// How many octets start a character.
pub(crate) fn count_utf8(octets: &[u8]) -> usize {
    sum(octets, |&octet| u8::from(starts(octet)))
}

/// The 16-bit units that UTF-8 becomes: two for a character of four octets.
pub(crate) fn utf16_len_of_utf8(octets: &[u8]) -> usize {
    sum(octets, |&octet| u8::from(starts(octet)) + u8::from(octet >= 0xF0))
}

/// How many units start a character.
pub(crate) fn count_utf16(units: impl Iterator<Item = u16>) -> usize {
    units.map(|unit| usize::from(unit & 0xFC00 != 0xDC00)).sum()
}

/// The octets that UTF-16 becomes: two for each half of a pair.
pub(crate) fn utf8_len_of_utf16(units: impl Iterator<Item = u16>) -> usize {
    units
        .map(|unit| 1 + usize::from(unit >= 0x80) + usize::from(unit >= 0x800 && unit & 0xF800 != 0xD800))
        .sum()
}

/// The octets that UTF-32 becomes.
pub(crate) fn utf8_len_of_utf32(units: impl Iterator<Item = u32>) -> usize {
    units
        .map(|unit| {
            1 + usize::from(unit >= 0x80) + usize::from(unit >= 0x800) + usize::from(unit >= 0x1_0000)
        })
        .sum()
}

/// The 16-bit units that UTF-32 becomes.
pub(crate) fn utf16_len_of_utf32(units: &[u32]) -> usize {
    units.iter().map(|&unit| 1 + usize::from(unit >= 0x1_0000)).sum()
}

/// The octets that Latin-1 becomes.
pub(crate) fn utf8_len_of_latin1(octets: &[u8]) -> usize {
    octets.len() + sum(octets, |octet| octet >> 7)
}

/// Does this octet of UTF-8 start a character? Every one but the tails `80..BF`.
#[inline(always)]
fn starts(octet: u8) -> bool {
    octet & 0xC0 != 0x80
}

/// Sums what each octet counts, at most 2.
#[inline(always)]
fn sum(octets: &[u8], count: impl Fn(&u8) -> u8) -> usize {
    // So many that the sum fits an octet, and a vector holds one for each of its lanes.
    octets
        .chunks(96)
        .map(|block| usize::from(block.iter().map(&count).sum::<u8>()))
        .sum()
}
