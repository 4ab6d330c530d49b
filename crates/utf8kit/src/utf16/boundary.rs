//! Character boundaries, in any code units and from any index (RFC 2781 section 2.2).

use crate::code_unit::{is_high, is_low};

/// Returns `true` if a character begins or the text ends at `index`, in code units, that is, if `index` is not between the
/// two halves of a surrogate pair.
///
/// The code units may be ill-formed: an unpaired surrogate counts as one character. 0 and `units.len()` are boundaries; no
/// index after `units.len()` is.
///
/// ```
/// use utf8kit::utf16::is_boundary;
///
/// let units = [0x61, 0xD834, 0xDD1E]; // a𝄞
/// assert_eq!([0, 1, 2, 3, 4].map(|i| is_boundary(&units, i)), [true, true, false, true, false]);
/// assert!(is_boundary(&[0xDD1E, 0xD834], 1)); // each unpaired surrogate is an error of its own
/// ```
#[must_use]
pub fn is_boundary(units: &[u16], index: usize) -> bool {
    index <= units.len() && floor_boundary(units, index) == index
}

/// Returns the last [boundary](is_boundary) at or before `index`, in code units, or `units.len()` if `index` is after it.
///
/// ```
/// assert_eq!(utf8kit::utf16::floor_boundary(&[0x61, 0xD834, 0xDD1E], 2), 1);
/// ```
#[must_use]
pub fn floor_boundary(units: &[u16], index: usize) -> usize {
    match units.get(..index) {
        None => units.len(),
        Some([.., high]) if is_high(*high) && units.get(index).copied().is_some_and(is_low) => index - 1,
        Some(_) => index,
    }
}

/// Returns the first [boundary](is_boundary) at or after `index`, in code units, or `units.len()` if `index` is after it.
///
/// ```
/// assert_eq!(utf8kit::utf16::ceil_boundary(&[0x61, 0xD834, 0xDD1E], 2), 3);
/// ```
#[must_use]
pub fn ceil_boundary(units: &[u16], index: usize) -> usize {
    let floor = floor_boundary(units, index);
    // A pair has two code units.
    if floor < index.min(units.len()) {
        floor + 2
    } else {
        floor
    }
}

/// Splits `units` before a high surrogate at its end, which more code units could complete. Returns the code units before
/// it, and that surrogate or nothing.
///
/// This is for input that arrives in pieces, as from a socket: process the first part, and put the second before the
/// next piece. The first part may contain other errors.
///
/// ```
/// let (text, rest) = utf8kit::utf16::split_incomplete(&[0x61, 0xD834]);
/// assert_eq!((text, rest), (&[0x61][..], &[0xD834][..]));
/// ```
#[must_use]
pub fn split_incomplete(units: &[u16]) -> (&[u16], &[u16]) {
    match units {
        [text @ .., last] if is_high(*last) => (text, core::slice::from_ref(last)),
        _ => (units, &[]),
    }
}
