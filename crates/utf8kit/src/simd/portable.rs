//! The kernels for processors without vectors, in plain, safe code.
//!
//! They test ASCII in whole words, and decode other characters without determining errors. Where a character cannot
//! be decoded, they stop.

#[cfg(feature = "utf32")]
pub(crate) mod utf16_to_utf32;

use super::convert_ascii;
use super::find_utf8_errors::Marks;
use super::validate_utf8::LastBlock;
use crate::code_unit::CodeUnit;
#[cfg(feature = "utf16")]
use crate::code_unit::{InBytes, units_in, units_to_write};
use crate::codec::{DecodeError, Encode, MAX_ENCODED};
use crate::encoding::Utf8;
#[cfg(feature = "utf16")]
use crate::encoding::Utf16;
#[cfg(feature = "utf32")]
use crate::encoding::Utf32;
use crate::error::ErrorKind;
use crate::parts;
use crate::uninit;
use core::mem::MaybeUninit;

/// Returns the number of ASCII bytes at the beginning of the first 8 bytes of `src`, or 0 if `src` is shorter.
#[inline(always)]
fn ascii_bytes(src: &[u8]) -> usize {
    match src.first_chunk() {
        Some(&word) => (u64::from_le_bytes(word) & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8,
        None => 0,
    }
}

/// Returns the first character of `bytes` and its length in bytes, if it is well-formed.
#[inline(always)]
pub(crate) fn first_of_utf8(bytes: &[u8]) -> Option<(u32, usize)> {
    /// Returns the bits of a continuation byte.
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
    // Surrogates and numbers above U+10FFFF are no `char`.
    Some((char::from_u32(scalar)?.into(), len))
}

/// Returns the number of bytes in the blocks at the beginning of `src` that are ASCII.
#[inline(always)]
fn ascii_blocks(src: &[u8]) -> usize {
    let (blocks, _) = src.as_chunks::<64>();
    // Compilers use vectors for it where there are some.
    let is_ascii = |block: &&[u8; 64]| block.iter().fold(0, |all, byte| all | byte) < 0x80;
    64 * blocks.iter().take_while(is_ascii).count()
}

/// Returns the length, in bytes, of the first character of `bytes`, if it is well-formed.
#[inline(always)]
fn first_len_of_utf8(bytes: &[u8]) -> Option<usize> {
    let Some(word) = bytes.first_chunk::<4>() else {
        return first_of_utf8(bytes).map(|(_, len)| len);
    };
    // The first byte is the lowest one.
    let word = u32::from_le_bytes(*word);
    if word & 0x80 == 0 {
        Some(1)
    } else if word & 0xC0E0 == 0x80C0 {
        (word & 0x1E != 0).then_some(2)
    } else if word & 0x00C0_C0F0 == 0x0080_80E0 {
        // Four bits of the lead byte and one of the second tell overlong forms and surrogates.
        (!matches!(word & 0x200F, 0 | 0x200D)).then_some(3)
    } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
        // Three bits of the lead byte and two of the second, of which 1 and 0 are U+10000 and 4 and 0 are U+100000.
        let top = (word & 7) << 2 | word >> 12 & 3;
        (1..=16).contains(&top).then_some(4)
    } else {
        None
    }
}

/// Returns the length, in bytes, of the well-formed prefix of `src`.
pub(crate) fn utf8_prefix(src: &[u8]) -> usize {
    if convert_ascii::is_short_ascii(src) {
        return src.len();
    }
    let mut at = 0;
    loop {
        let mut words = 0;
        while let Some(word) = parts::from(src, at).first_chunk::<16>() {
            if u128::from_le_bytes(*word) & (u128::MAX / 0xFF * 0x80) != 0 {
                break;
            }
            at += word.len();
            words += 1;
            // Long ASCII is likely to go on.
            if words == 4 {
                at += ascii_blocks(parts::from(src, at));
            }
        }
        at += ascii_bytes(parts::from(src, at));
        // Other characters come in runs, separated by single ASCII characters between words.
        let run = at;
        while let Some(len) = first_len_of_utf8(parts::from(src, at)) {
            at += len;
            if len == 1 {
                break;
            }
        }
        if at == run || at == src.len() {
            return at;
        }
    }
}

/// Returns `true` if an error shows in `blocks`, which follow `last`, and makes the last of them that.
pub(crate) fn utf8_blocks(last: &mut LastBlock, blocks: &[[u8; 64]]) -> bool {
    let ([[d, e, f, ..], ..], [.., end]) = (blocks, blocks) else {
        return false;
    };
    let [a, b, c] = last.end();
    last.set(end);
    // The character that begins before the blocks, and how much of it is there.
    let (cut, before) = match [a, b, c] {
        [.., 0xC0..=0xFF] => ([c, *d, *e, *f], 1),
        [.., 0xE0..=0xFF, _] => ([b, c, *d, *e], 2),
        [0xF0..=0xFF, _, _] => ([a, b, c, *d], 3),
        _ => ([0; 4], 1),
    };
    let rest = first_of_utf8(&cut).and_then(|(_, len)| blocks.as_flattened().get(len.checked_sub(before)?..));
    let Some(rest) = rest.map(|rest| parts::from(rest, utf8_prefix(rest))) else {
        return true;
    };
    let is_cut = |error: DecodeError| error.kind == ErrorKind::UnexpectedEnd && error.len == rest.len();
    !rest.is_empty() && !Utf8::decode_first(rest).is_err_and(is_cut)
}

/// Marks maximal subparts, as [`Kernels::utf8_errors`](crate::simd::dispatch::Kernels::utf8_errors) says.
pub(crate) fn utf8_errors(src: &[u8], marks: &mut [Marks]) -> usize {
    marks.fill(Marks::default());
    let end = src.len().min(64 * marks.len());
    // A character that starts before the end of the marks ends here or before. What follows is not searched: each call
    // would search it again.
    let text = parts::to(src, src.len().min(end + 3));
    let mut at = 0;
    loop {
        at += utf8_prefix(parts::from(text, at));
        if at >= end {
            return at;
        }
        let Err(error) = Utf8::decode_first(parts::from(src, at)) else {
            return at;
        };
        let last = at + error.len - 1;
        let Some(place) = marks.get_mut(last / 64) else {
            return at;
        };
        place.ends |= 1 << (last % 64);
        if let Some(place) = marks.get_mut(at / 64) {
            place.starts |= 1 << (at % 64);
        }
        at = last + 1;
    }
}

/// Copies the well-formed prefix of `src`, as much as fits in `dst`, and returns the number of bytes read and
/// written.
pub(crate) fn utf8_copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    let src = parts::to(src, src.len().min(dst.len()));
    let len = utf8_prefix(src);
    uninit::copy(parts::to(src, len), dst);
    (len, len)
}

/// Converts character by character and returns the number of code units read and written.
///
/// `first` decodes the first character. `T` encodes it in at most four code units. `B` is their representation in
/// memory. ASCII is converted in blocks, which is tried again after every few characters.
#[inline(always)]
fn convert<A: CodeUnit, B: CodeUnit<Number = T::Unit>, T: Encode + Default>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
    first: impl Fn(&[A]) -> Option<(u32, usize)>,
) -> (usize, usize) {
    /// The number of characters between two tests for ASCII.
    const PER_TEST: usize = 32;

    let (mut read, mut written) = (0, 0);
    loop {
        let (ascii_read, ascii_written) =
            convert_ascii::convert(parts::from(src, read), parts::from_mut(dst, written));
        read += ascii_read;
        written += ascii_written;
        for _ in 0..PER_TEST {
            // Four code units are always written, because a copy of constant size is fast.
            let Some(to) = parts::from_mut(dst, written).first_chunk_mut::<4>() else {
                return (read, written);
            };
            if read >= src.len() {
                return (read, written);
            }
            let mut units = [T::Unit::default(); MAX_ENCODED];
            let Some((c, len)) = first(parts::from(src, read)) else {
                return (read, written);
            };
            let Some(count) = T::default().encode(c, &mut units) else {
                return (read, written);
            };
            let [a, b, c, d, ..] = units.map(|unit| MaybeUninit::new(B::from_number(unit)));
            *to = [a, b, c, d];
            read += len;
            written += count;
        }
    }
}

/// Converts UTF-8 to UTF-16 in the given byte order and returns the number of bytes read and of code units written.
#[cfg(feature = "utf16")]
pub(crate) fn utf8_to_utf16<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    let dst = units_to_write::<InBytes<2, BIG>>(dst);
    if convert_ascii::convert_short_ascii(src, dst) {
        return (src.len(), src.len());
    }
    convert::<_, _, Utf16>(src, dst, first_of_utf8)
}

/// Converts UTF-8 to UTF-32 in the given byte order and returns the number of bytes read and of code units written.
#[cfg(feature = "utf32")]
pub(crate) fn utf8_to_utf32<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    convert::<_, _, Utf32>(src, units_to_write::<InBytes<4, BIG>>(dst), first_of_utf8)
}

/// Converts UTF-16 in the given byte order to UTF-8 and returns the number of code units read and of bytes written.
#[cfg(feature = "utf16")]
pub(crate) fn utf16_to_utf8<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    convert::<_, _, Utf8>(units_in::<2, BIG>(src), dst, |units| {
        let first = u32::from(units.first()?.number());
        if first & 0xFC00 != 0xD800 {
            // A low surrogate is no `char`.
            return Some((char::from_u32(first)?.into(), 1));
        }
        let second = u32::from(units.get(1)?.number());
        if second & 0xFC00 != 0xDC00 {
            return None;
        }
        Some((0x1_0000 + ((first & 0x3FF) << 10 | second & 0x3FF), 2))
    })
}

/// Converts UTF-32 in the given byte order to UTF-8 and returns the number of code units read and of bytes written.
#[cfg(feature = "utf32")]
pub(crate) fn utf32_to_utf8<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    convert::<_, _, Utf8>(units_in::<4, BIG>(src), dst, |units| {
        let c = char::from_u32(units.first()?.number())?;
        Some((c.into(), 1))
    })
}
