//! What runs ahead on processors without vectors: plain, safe code that looks at whole words of ASCII, and takes other
//! characters apart without asking what is wrong with them.

use crate::reference::{Decode, Encode, LONGEST};
use core::mem::MaybeUninit;

/// How many bytes at the beginning of `src` are ASCII, if more than seven are left; else none.
#[inline(always)]
fn ascii_bytes(src: &[u8]) -> usize {
    match src.first_chunk() {
        Some(&word) => (u64::from_le_bytes(word) & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8,
        None => 0,
    }
}

/// The character at the beginning of `bytes`, and its length, if it is well-formed.
#[inline(always)]
pub(crate) fn first_of_utf8(bytes: &[u8]) -> Option<(char, usize)> {
    /// What a byte adds that continues a character.
    #[inline(always)]
    fn tail(byte: u8) -> Option<u32> {
        (byte & 0xC0 == 0x80).then_some(u32::from(byte & 0x3F))
    }
    let (scalar, len) = match *bytes {
        [a @ 0..0x80, ..] => (a.into(), 1),
        [a @ 0xC2..0xE0, b, ..] => (u32::from(a & 0x1F) << 6 | tail(b)?, 2),
        [a @ 0xE0..0xF0, b, c, ..] => {
            let scalar = u32::from(a & 0x0F) << 12 | tail(b)? << 6 | tail(c)?;
            (scalar, if scalar < 0x800 { return None } else { 3 })
        }
        [a @ 0xF0..0xF5, b, c, d, ..] => {
            let scalar = u32::from(a & 0x07) << 18 | tail(b)? << 12 | tail(c)? << 6 | tail(d)?;
            (scalar, if scalar < 0x1_0000 { return None } else { 4 })
        }
        _ => return None,
    };
    // Surrogates, and numbers over 10FFFF, are no `char`.
    Some((char::from_u32(scalar)?, len))
}

/// How many bytes at the beginning of `src` are well-formed UTF-8.
pub(crate) fn utf8_prefix(src: &[u8]) -> usize {
    let mut at = 0;
    loop {
        while let Some(words) = src[at..].first_chunk::<16>() {
            if u128::from_le_bytes(*words) & (u128::MAX / 0xFF * 0x80) != 0 {
                break;
            }
            at += words.len();
        }
        at += ascii_bytes(&src[at..]);
        // Other characters come in runs, with a single one of ASCII between words.
        let run = at;
        while let Some((c, len)) = first_of_utf8(&src[at..]) {
            at += len;
            if c.is_ascii() {
                break;
            }
        }
        if at == run {
            return at;
        }
    }
}

/// Converts character by character, each as `first` takes it off, to a form that needs four units at most: the units
/// (read, written). `ascii` goes ahead over runs of it.
#[inline(always)]
pub(crate) fn convert<S: Decode, T: Encode>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    first: impl Fn(&[S::Unit]) -> Option<(char, usize)>,
    ascii: impl Fn(&[S::Unit], &mut [MaybeUninit<T::Unit>]) -> (usize, usize),
) -> (usize, usize) {
    /// Characters between two looks for a run of ASCII.
    const TOGETHER: usize = 32;

    let (mut read, mut written) = (0, 0);
    loop {
        let (ascii_read, ascii_written) = ascii(&src[read..], &mut dst[written..]);
        read += ascii_read;
        written += ascii_written;
        for _ in 0..TOGETHER {
            // Four units are written whatever the character needs: copying a number known beforehand is quick.
            let Some(room) = dst[written..].first_chunk_mut::<4>() else {
                return (read, written);
            };
            if read >= src.len() {
                return (read, written);
            }
            let mut units = [T::Unit::default(); LONGEST];
            let Some((c, len)) = first(&src[read..]) else {
                return (read, written);
            };
            let Some(count) = T::encode(c, &mut units) else {
                return (read, written);
            };
            let [a, b, c, d, ..] = units.map(MaybeUninit::new);
            *room = [a, b, c, d];
            read += len;
            written += count;
        }
    }
}
