//! How long a text is, in other units than those it stands in: sums over single units, in plain code that compilers turn
//! into whatever the target has. Defined on any units; what they say is exact for well-formed text.

/// Sums a small count for each unit, `$most` at most, in lanes as wide as the unit.
macro_rules! sum {
    ($name:ident, $lane:ty, $most:literal) => {
        #[inline(always)]
        fn $name<U: Copy>(units: &[U], count: impl Fn(U) -> $lane + Copy) -> usize {
            /// In rows of `N` units, and what is left.
            #[inline(always)]
            fn rows<const N: usize, U: Copy>(
                units: &[U],
                count: impl Fn(U) -> $lane + Copy,
            ) -> (usize, &[U]) {
                let (rows, rest) = units.as_chunks::<N>();
                let mut sum = 0;
                // So few that no lane overflows, nor their total 32 bits.
                for rows in rows.chunks(((<$lane>::MAX / $most) as usize).min(1 << 14)) {
                    let mut lanes = [0; N];
                    for row in rows {
                        for (lane, &unit) in lanes.iter_mut().zip(row) {
                            *lane += count(unit);
                        }
                    }
                    sum += total(&lanes);
                }
                (sum, rest)
            }
            /// Of narrow lanes, sixteen sums of a width that does not overflow make fewer steps than one.
            #[inline(always)]
            fn total(lanes: &[$lane]) -> usize {
                if size_of::<$lane>() > 1 {
                    return lanes.iter().map(|&lane| lane as usize).sum();
                }
                let mut wide = [0; 16];
                let (rows, rest) = lanes.as_chunks::<16>();
                for row in rows {
                    for (wide, &lane) in wide.iter_mut().zip(row) {
                        *wide += u32::from(lane);
                    }
                }
                let rest = rest.iter().map(|&lane| u32::from(lane)).sum::<u32>();
                (wide.iter().sum::<u32>() + rest) as usize
            }
            let (many, rest) = rows::<{ 256 / size_of::<$lane>() }, U>(units, count);
            let (some, rest) = rows::<{ 32 / size_of::<$lane>() }, U>(rest, count);
            many + some + rest.iter().map(|&unit| count(unit) as usize).sum::<usize>()
        }
    };
}
sum!(sum8, u8, 2);
sum!(sum16, u16, 3);
sum!(sum32, u32, 4);

/// How many octets start a character.
#[inline(always)]
pub(crate) fn count_utf8(octets: &[u8]) -> usize {
    sum8(octets, |octet| u8::from(starts(octet)))
}

/// The 16-bit units that UTF-8 becomes: two for a character of four octets.
#[inline(always)]
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
pub(crate) fn count_utf16<U: Copy>(units: &[U], unit: impl Fn(U) -> u16 + Copy) -> usize {
    sum16(units, |u| u16::from(unit(u) & 0xFC00 != 0xDC00))
}

/// The octets that UTF-16 becomes: two for each half of a pair.
#[inline(always)]
pub(crate) fn utf8_len_of_utf16<U: Copy>(units: &[U], unit: impl Fn(U) -> u16 + Copy) -> usize {
    sum16(units, |u| {
        let unit = unit(u);
        1 + u16::from(unit >= 0x80) + u16::from(unit >= 0x800 && unit & 0xF800 != 0xD800)
    })
}

/// The octets that UTF-32 becomes.
#[inline(always)]
pub(crate) fn utf8_len_of_utf32<U: Copy>(units: &[U], unit: impl Fn(U) -> u32 + Copy) -> usize {
    sum32(units, |u| {
        let unit = unit(u);
        1 + u32::from(unit >= 0x80) + u32::from(unit >= 0x800) + u32::from(unit >= 0x1_0000)
    })
}

/// The 16-bit units that UTF-32 becomes.
#[inline(always)]
pub(crate) fn utf16_len_of_utf32(units: &[u32]) -> usize {
    sum32(units, |unit| 1 + u32::from(unit >= 0x1_0000))
}

/// The octets that Latin-1 becomes.
#[inline(always)]
pub(crate) fn utf8_len_of_latin1(octets: &[u8]) -> usize {
    octets.len() + sum8(octets, |octet| octet >> 7)
}
