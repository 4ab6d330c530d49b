//! The maximum length of what a stream writes.

use crate::{Encoding, Policy};

/// The properties of an encoding on which the bounds depend.
struct Lengths {
    /// The length of a code unit in bytes. An ill-formed sequence that is shorter ends the text.
    unit: usize,
    /// The maximum length in UTF-8 and in UTF-16 of what a code unit decodes to, on average over a character.
    decoded: (usize, usize),
    /// The maximum number of bytes that a byte of UTF-8, and that a code unit of UTF-16, becomes on average over a
    /// character.
    encoded: (usize, usize),
    /// Whether it can represent every character.
    complete: bool,
}

fn lengths(encoding: Encoding) -> Lengths {
    let (unit, decoded, encoded, complete) = match encoding {
        Encoding::Utf8 => (1, (1, 1), (1, 3), true),
        #[cfg(feature = "utf16")]
        Encoding::Utf16(_) => (2, (3, 1), (2, 2), true),
        #[cfg(feature = "utf32")]
        Encoding::Utf32(_) => (4, (4, 2), (4, 4), true),
        Encoding::Latin1 => (1, (2, 1), (1, 1), false),
        Encoding::Ascii => (1, (1, 1), (1, 1), false),
        // The most is written for U+0000 in Modified UTF-8, and for a pair in CESU-8.
        #[cfg(feature = "dialects")]
        _ => (1, (1, 1), (2, 3), true),
    };
    Lengths {
        unit,
        decoded,
        encoded,
        complete,
    }
}

/// Returns the maximum length of the text that `bytes` bytes in `encoding` decode to. `len` returns the length of a
/// character in UTF-8 or UTF-16.
pub(super) fn decoded(
    encoding: Encoding,
    policy: &Policy<'_>,
    bytes: usize,
    len: fn(char) -> usize,
) -> Option<usize> {
    let lengths = lengths(encoding);
    let is_utf8 = len('\u{80}') == 2;
    let character = if is_utf8 {
        lengths.decoded.0
    } else {
        lengths.decoded.1
    };
    // `\xHH` for each byte is longer than a doubled backslash.
    let replacement = policy.max_replacement_len(lengths.unit, len)?;
    bytes
        .div_ceil(lengths.unit)
        .checked_mul(character.max(replacement))
}

/// Returns the maximum number of bytes that `len` bytes of UTF-8 encode to.
pub(super) fn encoded_utf8(encoding: Encoding, policy: &Policy<'_>, len: usize) -> Option<usize> {
    let lengths = lengths(encoding);
    let mut per_byte = lengths.encoded.0;
    if !lengths.complete {
        // `\xHH` for each byte is longer than `\uhhhh` for two.
        per_byte = per_byte.max(policy.max_replacement_len(1, |_| 1)?);
    }
    len.checked_mul(per_byte)
}

/// Returns the maximum number of bytes that `units` code units of UTF-16 encode to.
#[cfg(feature = "utf16")]
pub(super) fn encoded_utf16(encoding: Encoding, policy: &Policy<'_>, units: usize) -> Option<usize> {
    let lengths = lengths(encoding);
    // A policy is given the two bytes of a surrogate, and the bytes of UTF-8 of a character, three for a code unit.
    let bytes = if lengths.complete { 2 } else { 3 };
    let replacement = policy.max_replacement_len(bytes, |c| encoded_len(encoding, c))?;
    units.checked_mul(lengths.encoded.1.max(replacement))
}

/// Returns the number of bytes that `c` encodes to at most.
fn encoded_len(encoding: Encoding, c: char) -> usize {
    match encoding {
        Encoding::Utf8 => c.len_utf8(),
        #[cfg(feature = "utf16")]
        Encoding::Utf16(_) => 2 * c.len_utf16(),
        #[cfg(feature = "utf32")]
        Encoding::Utf32(_) => 4,
        Encoding::Latin1 => 1,
        Encoding::Ascii => 1,
        #[cfg(feature = "dialects")]
        _ => match c {
            '\0' => 2,
            '\u{10000}'.. => 6,
            _ => c.len_utf8(),
        },
    }
}

/// Returns the maximum number of bytes that `text`, a replacement, encodes to.
pub(super) fn pending(encoding: Encoding, text: &str) -> usize {
    text.chars().map(|c| encoded_len(encoding, c)).sum()
}
