//! The kernels of the relatives of UTF-8: those of UTF-8, as far as the text is the same in both encodings. Characters over U+FFFF in
//! CESU-8 and Modified UTF-8 are converted by plain code.

use super::{convert_rest, validate_rest};
use crate::code_unit::before;
use crate::codec::Encode;
use crate::encoding::relative::{Related, Relative, pair};
use crate::encoding::{Utf8, Utf16, Utf32};
use crate::engine::prefix::{ConvertPrefix, ValidPrefix};
use crate::simd::dispatch::{Kernels, kernels};
use core::mem::MaybeUninit;

impl<R: Relative> Related<R> {
    /// The number of code units that are read twice at a time. They stay in the L1 cache.
    const BLOCK: usize = 4096;

    /// Runs `kernel`, one for UTF-8, over `src` as far as the text is the same in this encoding. `shared` returns the
    /// number of code units before the first that differs. `kernel` takes what to read and how much it has written so
    /// far, and returns how much more it read and wrote.
    #[inline]
    fn run<U>(
        src: &[U],
        shared: impl Fn(&[U]) -> usize,
        mut kernel: impl FnMut(&[U], usize) -> (usize, usize),
    ) -> (usize, usize) {
        if !Self::DIFFERS {
            return kernel(src, 0);
        }
        let (mut read, mut written) = (0, 0);
        while read < src.len() {
            let block = &src[read..src.len().min(read + Self::BLOCK)];
            let (ahead, out) = kernel(&block[..shared(block)], written);
            read += ahead;
            written += out;
            // A character that the end of the block cuts off is read with the next block. The reference engine reads
            // the rest if more is left.
            if ahead == 0 || ahead + 3 < block.len() {
                break;
            }
        }
        (read, written)
    }

    /// Returns `true` if all of `text`, which is UTF-8, is the same in this encoding.
    #[cfg(feature = "alloc")]
    pub(crate) fn shares(text: &[u8]) -> bool {
        !Self::DIFFERS || Self::shared(text) == text.len()
    }

    /// Returns the number of bytes of UTF-8 before the first [special](Self::is_special) one.
    #[inline]
    fn shared(text: &[u8]) -> usize {
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        let plain = unsafe {
            match Self::RULES.long_nul {
                true => kernels().bmp_no_nul_prefix(text),
                false => kernels().bmp_prefix(text),
            }
        };
        plain + before(&text[plain..], Self::is_special)
    }
}

/// Returns a continuation byte with the last six bits of `number`.
#[inline]
fn tail(number: u32) -> u8 {
    0x80 | (number & 0x3F) as u8
}

/// Converts a run of characters over U+FFFF with `step`, and copies other characters, which are the same. `step`
/// returns how much it read and wrote.
#[inline]
fn run_of_pairs(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    step: impl Fn(&[u8; 6], &mut [MaybeUninit<u8>; 6]) -> Option<(usize, usize)>,
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(from) = src[read..].first_chunk()
        && let Some(to) = dst[written..].first_chunk_mut()
    {
        if let Some((from, to)) = step(from, to) {
            read += from;
            written += to;
        } else if from[0] != 0
            && let Ok((_, len @ ..4)) = Utf8::decode_first(from)
        {
            *to = from.map(MaybeUninit::new);
            read += len;
            written += len;
        } else {
            break;
        }
    }
    (read, written)
}

// SAFETY: `run` passes on text that is the same in UTF-8.
unsafe impl<R: Relative> ValidPrefix for Related<R> {
    validate_rest!();

    #[inline]
    fn valid_prefix(kernels: Kernels, src: &[u8]) -> usize {
        Self::run(src, Self::shared, |text, _| {
            (Utf8::valid_prefix(kernels, text), 0)
        })
        .0
    }
}

impl<R: Relative> Related<R> {
    /// Copies UTF-8 as far as it is the same in this encoding. `step` converts runs of characters that differ.
    #[inline]
    fn copy(
        kernels: Kernels,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        step: impl Fn(&[u8; 6], &mut [MaybeUninit<u8>; 6]) -> Option<(usize, usize)>,
    ) -> (usize, usize) {
        if !Self::DIFFERS {
            return <Utf8 as ConvertPrefix<Utf8>>::convert_prefix(kernels, src, dst);
        }
        let (mut read, mut written) = (0, 0);
        loop {
            let (src, dst) = (&src[read..], &mut dst[written..]);
            // SAFETY: a `Kernels` proves that the processor has the instruction set.
            let copied = unsafe {
                match Self::RULES.long_nul {
                    true => kernels.utf8_copy_bmp_no_nul(src, dst),
                    false => kernels.utf8_copy_bmp(src, dst),
                }
            };
            let (src, dst) = (&src[copied..], &mut dst[copied..]);
            let rest = Self::run(src, Self::shared, |text, written| {
                <Utf8 as ConvertPrefix<Utf8>>::convert_prefix(kernels, text, &mut dst[written..])
            });
            let pairs = run_of_pairs(&src[rest.0..], &mut dst[rest.1..], &step);
            read += copied + rest.0 + pairs.0;
            written += copied + rest.1 + pairs.1;
            // Where runs are short, the reference engine takes over.
            if pairs.0 < 64 {
                return (read, written);
            }
        }
    }
}

// SAFETY: what is the same in UTF-8 is copied, and a pair is written as the four bytes of its character.
unsafe impl<R: Relative> ConvertPrefix<Utf8> for Related<R> {
    convert_rest!(Utf8);

    #[inline]
    fn convert_prefix(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        Self::copy(kernels, src, dst, |from, to| {
            let c = pair(from)?;
            to[0].write(0xF0 | (c >> 18) as u8);
            to[1].write(tail(c >> 12));
            to[2].write(tail(c >> 6));
            to[3].write(tail(c));
            Some((6, 4))
        })
    }
}

// SAFETY: what is the same in the encoding is copied, and a character of four bytes is written as its pair.
unsafe impl<R: Relative> ConvertPrefix<Related<R>> for Utf8 {
    convert_rest!(Related<R>);

    #[inline]
    fn convert_prefix(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        Related::<R>::copy(kernels, src, dst, |from, to| {
            let (c, 4) = Utf8::decode_first(from).ok()? else {
                return None;
            };
            let rest = c - 0x1_0000;
            to[0].write(0xED);
            to[1].write(0xA0 | (rest >> 16) as u8);
            to[2].write(tail(rest >> 10));
            to[3].write(0xED);
            to[4].write(0xB0 | (rest >> 6 & 0x0F) as u8);
            to[5].write(tail(rest));
            Some((4, 6))
        })
    }
}

macro_rules! convert_prefix {
    ($($target:ty)*) => {$(
        // SAFETY: `run` passes on text that is the same in UTF-8.
        unsafe impl<R: Relative> ConvertPrefix<$target> for Related<R> {
            convert_rest!($target);

            #[inline]
            fn convert_prefix(
                kernels: Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                Self::run(src, Self::shared, |text, written| {
                    <Utf8 as ConvertPrefix<$target>>::convert_prefix(kernels, text, &mut dst[written..])
                })
            }
        }
    )*};
}
convert_prefix!(Utf16 Utf32);

// SAFETY: `run` passes on text that is the same in the encoding as in UTF-8.
unsafe impl<R: Relative> ConvertPrefix<Related<R>> for Utf16 {
    convert_rest!(Related<R>);

    #[inline]
    fn convert_prefix(kernels: Kernels, src: &[u16], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let shared = |units: &[u16]| before(units, |unit| matches!(unit, 0 | 0xD800..=0xDFFF));
        Related::<R>::run(src, shared, |text, written| {
            <Utf16 as ConvertPrefix<Utf8>>::convert_prefix(kernels, text, &mut dst[written..])
        })
    }
}

// SAFETY: `run` passes on text that is the same in the encoding as in UTF-8.
unsafe impl<R: Relative> ConvertPrefix<Related<R>> for Utf32 {
    convert_rest!(Related<R>);

    #[inline]
    fn convert_prefix(kernels: Kernels, src: &[u32], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let shared = |units: &[u32]| before(units, |unit| !matches!(unit, 1..=0xFFFF));
        Related::<R>::run(src, shared, |text, written| {
            <Utf32 as ConvertPrefix<Utf8>>::convert_prefix(kernels, text, &mut dst[written..])
        })
    }
}
