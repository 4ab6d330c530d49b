//! The order of texts by their numbers, without decoding.
//!
//! There are two orders: by code point, which is that of the bytes of UTF-8 and of the units of UTF-32; and
//! by UTF-16 code unit, which is that of the bytes of CESU-8, of Java's, JavaScript's and Windows's strings
//! and of many databases. They differ only where characters over U+FFFF meet U+E000..U+FFFF: in UTF-16 the
//! former begin with D800..DBFF and so come first. A sorted file, an index or a merge needs both sides to use
//! the same one.
//!
//! Neither is collation: no reader of any language finds `Z` before `a`, or `é` behind `z`, in its place. For
//! that there is the Unicode Collation Algorithm (UTS 10). And texts that look the same can be different
//! sequences; see normalization.
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

/// Compares UTF-8 texts, in bytes, in code point order: that of the bytes.
pub fn utf8_by_code_point(a: &[u8], b: &[u8]) -> Ordering {
    a.cmp(b)
}

/// Compares UTF-8 texts, in bytes, in the order that they would have as UTF-16 code units.
pub fn utf8_by_utf16_unit(a: &[u8], b: &[u8]) -> Ordering {
    // `EE` and `EF` begin U+E000..U+FFFF, which come last.
    by_key(a, b, |byte, _| match byte {
        0xEE | 0xEF => byte + 0x10,
        0xF0.. => byte - 2,
        _ => byte,
    })
}

/// Compares UTF-16 texts in code point order.
///
/// ```
/// use core::cmp::Ordering;
///
/// let (last_of_bmp, emoji) = ([0xFFFD], [0xD83D, 0xDE00]);
/// assert_eq!(utf8kit::order::utf16_by_code_point(&last_of_bmp, &emoji), Ordering::Less);
/// assert_eq!(utf8kit::order::utf16_by_utf16_unit(&last_of_bmp, &emoji), Ordering::Greater);
/// ```
pub fn utf16_by_code_point(a: &[u16], b: &[u16]) -> Ordering {
    by_key(a, b, |unit, _| match unit {
        0xD800..=0xDFFF => unit + 0x2000,
        0xE000.. => unit - 0x800,
        _ => unit,
    })
}

/// Compares UTF-16 texts in the order of their code units.
pub fn utf16_by_utf16_unit(a: &[u16], b: &[u16]) -> Ordering {
    a.cmp(b)
}

/// Compares CESU-8 or Modified UTF-8 texts, in bytes, in code point order.
///
/// ```
/// use core::cmp::Ordering;
///
/// let (last_of_bmp, emoji) = (b"\xEF\xBF\xBD", b"\xED\xA0\xBD\xED\xB8\x80");
/// assert_eq!(utf8kit::order::cesu8_by_code_point(last_of_bmp, emoji), Ordering::Less);
/// assert_eq!(utf8kit::order::cesu8_by_utf16_unit(last_of_bmp, emoji), Ordering::Greater);
/// ```
pub fn cesu8_by_code_point(a: &[u8], b: &[u8]) -> Ordering {
    // `ED A0` and on begin surrogates, and so what is over U+FFFF; the others keep their places. `C0` begins
    // U+0000.
    by_key(a, b, |byte, next| match (byte, next) {
        (0xC0, _) => 0,
        (0xED, Some(0xA0..=0xBF | 0xC1..)) => 0x1FF,
        _ => u16::from(byte) + 1,
    })
}

/// Compares CESU-8 or Modified UTF-8 texts, in bytes, in the order of the UTF-16 code units they stand for:
/// that of the bytes, but for Modified UTF-8's `C0 80`.
pub fn cesu8_by_utf16_unit(a: &[u8], b: &[u8]) -> Ordering {
    by_key(a, b, |byte, _| if byte == 0xC0 { 0 } else { u16::from(byte) + 1 })
}

/// Compares by the key of the first units that differ, which sees the unit behind, and then by length.
fn by_key<U: Copy + Eq, K: Ord>(a: &[U], b: &[U], key: impl Fn(U, Option<U>) -> K) -> Ordering {
    match first_difference(a, b) {
        Some(i) => key(a[i], a.get(i + 1).copied()).cmp(&key(b[i], b.get(i + 1).copied())),
        None => a.len().cmp(&b.len()),
    }
}

/// Where `a` and `b` first differ, if they do as far as both go.
fn first_difference<U: Copy + Eq>(a: &[U], b: &[U]) -> Option<usize> {
    // Blocks that compilers compare with a few vector instructions.
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
