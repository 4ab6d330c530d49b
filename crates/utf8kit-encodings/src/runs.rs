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
        if is_ascii && let Some(byte) = text[read].ascii() {
            match text[read..].first_chunk() {
                Some(chunk) if chunk[1].ascii().is_some() => {
                    let chunk = U::narrow(chunk);
                    store(&mut bytes[written..], chunk);
                    let len = ascii_len(&chunk);
                    (read, written) = (read + len, written + len);
                    ascii += 1;
                    if ascii == LONG_RUN {
                        break;
                    }
                }
                // A character by itself is often between others.
                _ => {
                    bytes[written] = byte;
                    (read, written) = (read + 1, written + 1);
                }
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

/// Copies the ASCII without any of the `others` that `text` begins with, as far as there is room. Returns its length.
#[inline]
pub(crate) fn copy_ascii_without<S: TextUnit, U: TextUnit, const N: usize>(
    text: &[S],
    out: &mut [U],
    others: [u8; N],
) -> usize {
    // Not `contains`, which searches one byte at a time.
    let is_other = |byte: u8| others.iter().fold(false, |is, &other| is | (byte == other));
    let plain = |rest: &[S]| {
        rest.first()
            .and_then(|unit| unit.ascii())
            .filter(|&byte| !is_other(byte))
    };
    let mut len = 0;
    while let Some(byte) = plain(&text[len..])
        && len < out.len()
    {
        // A character by itself is often between others.
        if plain(&text[len + 1..]).is_some()
            && let Some(chunk) = text[len..].first_chunk::<16>()
            && let Some(place) = out[len..].first_chunk_mut()
        {
            let chunk = S::narrow(chunk);
            *place = chunk.map(U::from);
            len += ascii_len_without(&chunk, others);
            continue;
        }
        out[len] = byte.into();
        len += 1;
    }
    len
}

/// Returns the length of the ASCII without any of the `others` that `chunk` begins with.
#[inline]
fn ascii_len_without<const N: usize>(chunk: &[u8; 16], others: [u8; N]) -> usize {
    const ONES: u128 = u128::from_le_bytes([1; 16]);

    let bytes = u128::from_le_bytes(*chunk);
    // The subtraction sets the highest bit of the first zero, and nothing below it: only the first mark counts.
    let marked = others.iter().fold(bytes, |marks, &other| {
        let zero = bytes ^ (ONES * u128::from(other));
        marks | (zero.wrapping_sub(ONES) & !zero)
    });
    ascii_len(&marked.to_le_bytes())
}

/// Returns the length of the ASCII that `chunk` begins with, without a branch that cannot be predicted.
#[inline]
pub(crate) fn ascii_len(chunk: &[u8; 16]) -> usize {
    const HIGH: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;

    (u128::from_le_bytes(*chunk) & HIGH).trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::copy_ascii_without;

    #[test]
    fn ascii_ends_before_the_first_of_the_others() {
        let others = *b"~\0\x0E\x1B";
        for before in [b'a', 0x01, 0x0D, 0x0F, 0x1A, 0x1C, 0x7D, 0x7F] {
            for (len, byte) in (0..40).flat_map(|len| (0..=0xFF).map(move |byte| (len, byte))) {
                // What follows is one less than another byte, as a borrow would make it.
                let mut text = vec![before; len];
                text.extend([byte, 0x1A, 0x7D, byte, b'a'].repeat(5));
                let is_plain = |byte: &u8| byte.is_ascii() && !others.contains(byte);
                let expected = text.iter().take_while(|byte| is_plain(byte)).count();
                let units: Vec<u16> = text.iter().map(|&byte| byte.into()).collect();
                for room in [0, 1, expected.saturating_sub(1), expected, 100] {
                    let mut bytes = vec![0; room];
                    let copied = copy_ascii_without(&text, &mut bytes, others);
                    assert_eq!(copied, expected.min(room), "{before:02X} {len} {byte:02X} {room}");
                    assert_eq!(bytes[..copied], text[..copied]);
                    let mut wide = vec![0; room];
                    assert_eq!(copy_ascii_without::<u8, u16, 4>(&text, &mut wide, others), copied);
                    assert_eq!(wide[..copied], units[..copied]);
                    assert_eq!(
                        copy_ascii_without::<u16, u8, 4>(&units, &mut bytes, others),
                        copied
                    );
                }
            }
        }
    }
}
