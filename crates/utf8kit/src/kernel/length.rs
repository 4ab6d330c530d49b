//! How long a text is, in other units than those it stands in: sums over single units, in plain code that compilers turn
//! into whatever the target has. Defined on any units; what they say is exact for well-formed text.

/// Sums a small count for each unit: in lanes as wide as the unit, over so many units at a time that none overflows.
macro_rules! sum {
    ($name:ident, $lane:ty, $most:literal in $block:literal) => {
        #[inline(always)]
        fn $name<U: Copy>(units: &[U], count: impl Fn(U) -> $lane) -> usize {
            const { assert!($most * $block <= <$lane>::MAX as u64) };
            let blocks = units.chunks($block);
            blocks
                .map(|block| block.iter().map(|&unit| count(unit)).sum::<$lane>() as usize)
                .sum()
        }
    };
}
// Eight-bit lanes: short blocks that are whole vectors, since what is left of one goes octet by octet.
sum!(sum8, u8, 2 in 96);
sum!(sum16, u16, 3 in 16_384);
sum!(sum32, u32, 4 in 16_384);

/// How many octets start a character.
pub(crate) fn count_utf8(octets: &[u8]) -> usize {
    sum8(octets, |octet| u8::from(starts(octet)))
}

/// The 16-bit units that UTF-8 becomes: two for a character of four octets.
pub(crate) fn utf16_len_of_utf8(octets: &[u8]) -> usize {
    sum8(octets, |octet| u8::from(starts(octet)) + u8::from(octet >= 0xF0))
}

/// Does this octet of UTF-8 start a character? Every one but the tails `80..BF`.
#[inline(always)]
fn starts(octet: u8) -> bool {
    octet & 0xC0 != 0x80
}

/// How many of the units, each as `unit` reads it, start a character.
#[inline(always)]
pub(crate) fn count_utf16<U: Copy>(units: &[U], unit: impl Fn(U) -> u16) -> usize {
    sum16(units, |u| u16::from(unit(u) & 0xFC00 != 0xDC00))
}

/// The octets that UTF-16 becomes: two for each half of a pair.
#[inline(always)]
pub(crate) fn utf8_len_of_utf16<U: Copy>(units: &[U], unit: impl Fn(U) -> u16) -> usize {
    sum16(units, |u| {
        let unit = unit(u);
        1 + u16::from(unit >= 0x80) + u16::from(unit >= 0x800 && unit & 0xF800 != 0xD800)
    })
}

/// The octets that UTF-32 becomes.
#[inline(always)]
pub(crate) fn utf8_len_of_utf32<U: Copy>(units: &[U], unit: impl Fn(U) -> u32) -> usize {
    sum32(units, |u| {
        let unit = unit(u);
        1 + u32::from(unit >= 0x80) + u32::from(unit >= 0x800) + u32::from(unit >= 0x1_0000)
    })
}

/// The 16-bit units that UTF-32 becomes.
pub(crate) fn utf16_len_of_utf32(units: &[u32]) -> usize {
    sum32(units, |unit| 1 + u32::from(unit >= 0x1_0000))
}

/// The octets that Latin-1 becomes.
pub(crate) fn utf8_len_of_latin1(octets: &[u8]) -> usize {
    octets.len() + sum8(octets, |octet| octet >> 7)
}
