//! Which values of the last bytes of short sequences the tests try.

use utf8kit_test::is_thorough;

/// The bytes at which the ranges of the ABNF of RFC 3629 begin and end, and their neighbours.
pub(crate) const LIMITS: [u8; 34] = [
    0x00, 0x41, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x91, 0x9F, 0xA0, 0xA1, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xDF,
    0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFE, 0xFF,
];

/// Returns the values to try for the third and the fourth byte of a sequence, after all values of the first and the second:
/// all in a thorough run, otherwise [`LIMITS`].
pub(crate) fn last_bytes() -> Vec<u8> {
    if is_thorough() {
        (0..=0xFF).collect()
    } else {
        LIMITS.to_vec()
    }
}

/// Calls `check` with all sequences of two bytes, each followed by each of [`last_bytes`].
pub(crate) fn for_each_three_bytes(mut check: impl FnMut([u8; 3])) {
    let last = last_bytes();
    for both in 0..=0xFFFF {
        let [first, second] = u16::to_be_bytes(both);
        for &third in &last {
            check([first, second, third]);
        }
    }
}
