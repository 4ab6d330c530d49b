//! Which short sequences of bytes, and which characters, the tests try.

use utf8kit_test::is_thorough;

/// The bytes at which the ranges of the ABNF of RFC 3629 begin and end, and their neighbours.
pub(crate) const LIMITS: [u8; 34] = [
    0x00, 0x41, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x91, 0x9F, 0xA0, 0xA1, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xDF,
    0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFE, 0xFF,
];

/// Returns the values to try for all bytes of a sequence but the first: all in a thorough run, otherwise [`LIMITS`].
pub(crate) fn last_bytes() -> Vec<u8> {
    if is_thorough() {
        (0..=0xFF).collect()
    } else {
        LIMITS.to_vec()
    }
}

/// Calls `check` with sequences of three bytes: all values of the first, each followed by two of [`last_bytes`].
pub(crate) fn for_each_three_bytes(mut check: impl FnMut([u8; 3])) {
    let last = last_bytes();
    for first in 0..=0xFF {
        for &second in &last {
            for &third in &last {
                check([first, second, third]);
            }
        }
    }
}

/// Returns the characters to try one by one: all in a thorough run. Otherwise those up to U+FFFF, of the others one in 31,
/// and the first and the last 256 of each plane.
pub(crate) fn chars_to_try() -> impl Iterator<Item = char> {
    let all = is_thorough();
    ('\0'..=char::MAX).filter(move |&c| {
        let number = u32::from(c);
        all || number <= 0xFFFF || number.is_multiple_of(31) || matches!(number & 0xFFFF, ..0x100 | 0xFF00..)
    })
}
