//! Comparison of texts, without decoding.
//!
//! There are two orders. *Code point order* is the order of the bytes of UTF-8 and of the code units of UTF-32. *UTF-16
//! code unit order* is the order of the bytes of CESU-8, of the strings of Java, JavaScript and Windows, and of many
//! databases. They differ only in where characters over U+FFFF stand relative to U+E000..=U+FFFF: in UTF-16 the former
//! begin with a surrogate, `0xD800..=0xDBFF`, and so come first. All users of a sorted file, an index or a merge must
//! use the same order.
//!
//! Neither order is a collation: no language sorts `Z` before `a`, or `é` after `z`. Use the Unicode Collation
//! Algorithm (UTS 10) for that. Texts that look the same can be different sequences; use normalization to compare them.
//!
//! Each function is a total order over all slices, well-formed or not.
//!
//! ```
//! use core::cmp::Ordering;
//! use utf8kit::order;
//!
//! let (last_of_bmp, emoji) = ("\u{FFFD}".as_bytes(), "\u{1F600}".as_bytes());
//! assert_eq!(order::utf8_by_code_point(last_of_bmp, emoji), Ordering::Less);
//! assert_eq!(order::utf8_by_utf16_unit(last_of_bmp, emoji), Ordering::Greater);
//! ```

use core::cmp::Ordering;

/// Compares two UTF-8 texts, in bytes, in code point order, which is the order of their bytes.
///
/// ```
/// use core::cmp::Ordering;
///
/// assert_eq!(utf8kit::order::utf8_by_code_point("\u{FFFD}".as_bytes(), "😀".as_bytes()), Ordering::Less);
/// ```
#[must_use]
pub fn utf8_by_code_point(a: &[u8], b: &[u8]) -> Ordering {
    a.cmp(b)
}

/// Compares two UTF-8 texts, in bytes, in the order that they have as UTF-16 code units.
///
/// ```
/// use core::cmp::Ordering;
///
/// assert_eq!(utf8kit::order::utf8_by_utf16_unit("\u{FFFD}".as_bytes(), "😀".as_bytes()), Ordering::Greater);
/// ```
#[must_use]
pub fn utf8_by_utf16_unit(a: &[u8], b: &[u8]) -> Ordering {
    // 0xEE and 0xEF start U+E000..=U+FFFF, which come last.
    by_key(a, b, |byte, _| match byte {
        0xEE | 0xEF => byte + 0x10,
        0xF0.. => byte - 2,
        _ => byte,
    })
}

/// Compares two UTF-16 texts, in code units, in code point order.
///
/// ```
/// use core::cmp::Ordering;
///
/// let (last_of_bmp, emoji) = ([0xFFFD], [0xD83D, 0xDE00]);
/// assert_eq!(utf8kit::order::utf16_by_code_point(&last_of_bmp, &emoji), Ordering::Less);
/// assert_eq!(utf8kit::order::utf16_by_utf16_unit(&last_of_bmp, &emoji), Ordering::Greater);
/// ```
#[must_use]
pub fn utf16_by_code_point(a: &[u16], b: &[u16]) -> Ordering {
    by_key(a, b, |unit, _| match unit {
        0xD800..=0xDFFF => unit + 0x2000,
        0xE000.. => unit - 0x800,
        _ => unit,
    })
}

/// Compares two UTF-16 texts in the order of their code units.
///
/// ```
/// use core::cmp::Ordering;
///
/// assert_eq!(utf8kit::order::utf16_by_utf16_unit(&[0xFFFD], &[0xD83D, 0xDE00]), Ordering::Greater);
/// ```
#[must_use]
pub fn utf16_by_utf16_unit(a: &[u16], b: &[u16]) -> Ordering {
    a.cmp(b)
}

/// Compares two CESU-8 or Modified UTF-8 texts, in bytes, in code point order.
///
/// ```
/// use core::cmp::Ordering;
///
/// let (last_of_bmp, emoji) = (b"\xEF\xBF\xBD", b"\xED\xA0\xBD\xED\xB8\x80");
/// assert_eq!(utf8kit::order::cesu8_by_code_point(last_of_bmp, emoji), Ordering::Less);
/// assert_eq!(utf8kit::order::cesu8_by_utf16_unit(last_of_bmp, emoji), Ordering::Greater);
/// ```
#[must_use]
pub fn cesu8_by_code_point(a: &[u8], b: &[u8]) -> Ordering {
    // ED A0 and above start a surrogate, and so a character over U+FFFF, which comes last. 0xC0 starts U+0000. All
    // others keep the order of their bytes.
    by_key(a, b, |byte, next| match (byte, next) {
        (0xC0, _) => 0,
        (0xED, Some(0xA0..=0xBF | 0xC1..)) => 0x1FF,
        _ => u16::from(byte) + 1,
    })
}

/// Compares two CESU-8 or Modified UTF-8 texts, in bytes, in the order of their UTF-16 code units. This is the order of
/// their bytes, except for `C0 80` of Modified UTF-8.
///
/// ```
/// use core::cmp::Ordering;
///
/// // In Modified UTF-8, U+0000 is `C0 80`; it comes before U+0001.
/// assert_eq!(utf8kit::order::cesu8_by_utf16_unit(b"\xC0\x80", b"\x01"), Ordering::Less);
/// ```
#[must_use]
pub fn cesu8_by_utf16_unit(a: &[u8], b: &[u8]) -> Ordering {
    by_key(a, b, |byte, _| if byte == 0xC0 { 0 } else { u16::from(byte) + 1 })
}

/// Compares by the keys of the first code units that differ, and then by length. `key` takes a code unit and the one
/// after it.
fn by_key<U: Copy + Eq, K: Ord>(a: &[U], b: &[U], key: impl Fn(U, Option<U>) -> K) -> Ordering {
    match first_difference(a, b) {
        Some(i) => key(a[i], a.get(i + 1).copied()).cmp(&key(b[i], b.get(i + 1).copied())),
        None => a.len().cmp(&b.len()),
    }
}

/// Returns the index of the first code unit that differs, within the length of the shorter slice.
fn first_difference<U: Copy + Eq>(a: &[U], b: &[U]) -> Option<usize> {
    // Compilers compare a block of 32 with a few vector instructions.
    const BLOCK: usize = 32;
    let same = a
        .chunks_exact(BLOCK)
        .zip(b.chunks_exact(BLOCK))
        .take_while(|(a, b)| a == b)
        .count()
        * BLOCK;
    let rest = a[same..].iter().zip(&b[same..]).position(|(a, b)| a != b)?;
    Some(same + rest)
}
