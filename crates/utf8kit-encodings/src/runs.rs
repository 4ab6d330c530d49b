//! Runs of ASCII, and of characters that are encoded one after the other.

use crate::packed::{TextUnit, store};
use utf8kit::ascii;

/// Returns the ASCII that `text` begins with, if it is long enough that a kernel is faster, or nothing.
pub(crate) fn long_ascii(text: &[u8]) -> &[u8] {
    let is_long = text
        .first_chunk()
        .is_some_and(|chunk: &[u8; 64]| chunk.is_ascii());
    let end = || ascii::validate(text).map_or_else(|error| error.valid_up_to(), str::len);
    &text[..if is_long { end() } else { 0 }]
}

/// The number of blocks of 16 bytes of ASCII, one after another, from which on a kernel is faster.
pub(crate) const LONG_RUN: usize = 8;

/// Encodes `text`, of which UTF-8 is well-formed, with `encode`, which returns up to four bytes of a number and their length, or `None`
/// if the encoding lacks it. Stops there, where `bytes` ends or nearly ends, at an unpaired surrogate, and in a long run of ASCII if that
/// `is_ascii` in the encoding, too. Returns the number of code units read and of bytes written.
#[inline]
pub(crate) fn encode_characters<U: TextUnit>(
    text: &[U],
    bytes: &mut [u8],
    is_ascii: bool,
    mut encode: impl FnMut(u32) -> Option<([u8; 4], usize)>,
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let mut ascii = 0;
    while read < text.len() && written + 16 <= bytes.len() {
        if is_ascii
            && U::is_ascii(text[read])
            && let Some(chunk) = text[read..].first_chunk()
            && U::is_ascii(chunk[1])
        {
            let chunk = U::narrow(chunk);
            store(&mut bytes[written..], chunk);
            let len = ascii_len(&chunk);
            (read, written) = (read + len, written + len);
            ascii += 1;
            if ascii == LONG_RUN {
                break;
            }
            continue;
        }
        let Some((number, len)) = U::first(&text[read..]) else {
            break;
        };
        let Some((sequence, sequence_len)) = encode(number) else {
            break;
        };
        ascii = 0;
        store(&mut bytes[written..], sequence);
        (read, written) = (read + len, written + sequence_len);
    }
    (read, written)
}

/// Returns the length of the ASCII that `chunk` begins with, without a branch that cannot be predicted.
#[inline]
pub(crate) fn ascii_len(chunk: &[u8; 16]) -> usize {
    const HIGH: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;

    (u128::from_le_bytes(*chunk) & HIGH).trailing_zeros() as usize / 8
}
