//! Positions in a text, converted between bytes, characters and UTF-16 code units.
//!
//! The position of a byte is a count of what is before it.
//!
//! The byte at a position is found in blocks, which the kernels count. `n` characters or code units take at least `n` bytes, so the
//! first `n` bytes can be skipped at once. That leaves fewer code units to find: none or one in ASCII, half as many in Russian. The
//! next block has as many bytes as these should take, at the average so far, less a sixteenth; if it has too many code units, it is
//! cut to as many bytes as code units are left, which cannot be too many. The last few are found by words and then by bytes.

use super::boundary::is_continuation;
use super::count;
#[cfg(feature = "utf16")]
use super::utf16_len;

/// Returns the index of the character that the byte at `index` belongs to: the number of characters before it. Returns the number
/// of all characters if `index` is `bytes.len()` or more.
///
/// A character is a Unicode scalar value, as in [`str::chars`] and in Python's strings. [`char_to_byte_index`] does the reverse.
/// `bytes` should be well-formed. In other bytes, each byte that is not a continuation byte starts a character, as for [`count`].
///
/// ```
/// use utf8kit::utf8::byte_to_char_index;
///
/// let bytes = "né!".as_bytes(); // 6E C3 A9 21
/// assert_eq!([0, 1, 2, 3, 4, 5].map(|i| byte_to_char_index(bytes, i)), [0, 1, 1, 2, 3, 3]);
/// ```
#[must_use]
pub fn byte_to_char_index(bytes: &[u8], index: usize) -> usize {
    count(&bytes[..start_of_character(bytes, index)])
}

/// Returns the index of the first byte of the character with this index, or `bytes.len()` if there are no more than `index`
/// characters.
///
/// A character is a Unicode scalar value. [`byte_to_char_index`] does the reverse. `bytes` should be well-formed. In other bytes,
/// each byte that is not a continuation byte starts a character.
///
/// ```
/// use utf8kit::utf8::char_to_byte_index;
///
/// let bytes = "né!".as_bytes(); // 6E C3 A9 21
/// assert_eq!([0, 1, 2, 3, 4].map(|i| char_to_byte_index(bytes, i)), [0, 1, 3, 4, 4]);
/// ```
#[must_use]
pub fn char_to_byte_index(bytes: &[u8], index: usize) -> usize {
    find::<false>(bytes, index, count)
}

/// Returns the index of the UTF-16 code unit that starts the character that the byte at `index` belongs to: the number of code
/// units of UTF-16 that the characters before it take. Returns the number of all code units if `index` is `bytes.len()` or more.
///
/// JavaScript, Java and .NET count positions so, and the Language Server Protocol by default. [`utf16_to_byte_index`] does the
/// reverse. `bytes` should be well-formed. The code units of other bytes are those that [`utf16_len`] counts.
///
/// ```
/// use utf8kit::utf8::byte_to_utf16_index;
///
/// let line = "a😀b".as_bytes(); // 61 F0 9F 98 80 62
/// assert_eq!([0, 1, 2, 4, 5, 6, 7].map(|i| byte_to_utf16_index(line, i)), [0, 1, 1, 1, 3, 4, 4]);
/// ```
#[cfg(feature = "utf16")]
#[must_use]
pub fn byte_to_utf16_index(bytes: &[u8], index: usize) -> usize {
    utf16_len(&bytes[..start_of_character(bytes, index)])
}

/// Returns the index of the first byte of the character that the UTF-16 code unit at `index` belongs to, or `bytes.len()` if
/// the text has no more than `index` code units in UTF-16.
///
/// Both halves of a surrogate pair belong to the character that they encode. In the Language Server Protocol, a position past the
/// end of its line is the end of the line, which is what this returns for the bytes of one line. [`byte_to_utf16_index`] does the
/// reverse. `bytes` should be well-formed. The code units of other bytes are those that [`utf16_len`] counts.
///
/// ```
/// use utf8kit::utf8::{byte_to_char_index, utf16_to_byte_index};
///
/// let line = "a😀b"; // 0061 D83D DE00 0062
/// assert_eq!([0, 1, 2, 3, 4, 5].map(|i| utf16_to_byte_index(line.as_bytes(), i)), [0, 1, 1, 5, 6, 6]);
///
/// // The character of a code unit, by way of its byte.
/// assert_eq!(byte_to_char_index(line.as_bytes(), utf16_to_byte_index(line.as_bytes(), 3)), 2);
/// ```
#[cfg(feature = "utf16")]
#[must_use]
pub fn utf16_to_byte_index(bytes: &[u8], index: usize) -> usize {
    find::<true>(bytes, index, utf16_len)
}

/// Returns the index of the last byte at or before `index` that is not a continuation byte, or 0 if there is none. Returns
/// `bytes.len()` if `index` is not less.
#[inline]
fn start_of_character(bytes: &[u8], index: usize) -> usize {
    if index >= bytes.len() {
        return bytes.len();
    }
    let start = bytes[..=index].iter().rposition(|&byte| !is_continuation(byte));
    start.unwrap_or(0)
}

/// Returns the index of the first byte of the first character that does not end within `units` code units, or the length of
/// `bytes`. A character is one code unit, or two if `PAIRS` and it has four bytes. `count` counts the code units of many.
#[inline(always)]
fn find<const PAIRS: bool>(bytes: &[u8], mut units: usize, count: impl Fn(&[u8]) -> usize) -> usize {
    /// The number of code units that are faster found by words.
    const FEW: usize = 32;
    let (mut at, total) = (0, units);
    while units > FEW && at < bytes.len() {
        let rest = &bytes[at..];
        // A character whose first byte alone is in a block can have one code unit more than the block has bytes.
        let certain = rest.len().min(units - 1);
        let guess = match total - units {
            0 => certain,
            found => {
                let bytes_per_unit = 15 * at as u64 / found as u64; // in sixteenths, and a sixteenth less
                let guess = units.saturating_mul(bytes_per_unit as usize) / 16;
                rest.len().min(guess).max(certain)
            }
        };
        let mut block = guess;
        let mut left = units.checked_sub(count(&rest[..block]));
        if left.is_none() && certain < guess {
            block = certain;
            left = units.checked_sub(count(&rest[..block]));
        }
        // Only ill-formed bytes have more code units than bytes.
        let Some(left) = left else {
            break;
        };
        (at, units) = (at + block, left);
    }
    let (words, _) = bytes[at..].as_chunks();
    for &word in words {
        match units.checked_sub(count_word::<PAIRS>(u64::from_ne_bytes(word))) {
            Some(left) => (at, units) = (at + word.len(), left),
            None => break,
        }
    }
    for (i, &byte) in bytes.iter().enumerate().skip(at) {
        if !is_continuation(byte) {
            match units.checked_sub(1 + usize::from(PAIRS && byte >= 0xF0)) {
                Some(left) => units = left,
                None => return i,
            }
        }
    }
    bytes.len()
}

/// Returns the number of code units of eight bytes.
#[inline]
const fn count_word<const PAIRS: bool>(word: u64) -> usize {
    /// The lowest bit of each byte.
    const ONES: u64 = u64::MAX / 0xFF;
    let continuations = word >> 7 & !(word >> 6) & ONES;
    let pairs = word >> 7 & word >> 6 & word >> 5 & word >> 4 & ONES;
    // In each byte 0 to 2. The product has their sum in its highest byte.
    let counts = ONES - continuations + if PAIRS { pairs } else { 0 };
    (counts.wrapping_mul(ONES) >> 56) as usize
}
