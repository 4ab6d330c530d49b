//! The errors of UTF-16 and UTF-32, each of which is one code unit: marked, or replaced by U+FFFD.

use crate::code_unit::{CodeUnit, is_high, is_low, units_in};
#[cfg(feature = "utf32")]
use crate::code_unit::{InBytes, units_to_write};
use crate::codec::Encode;
use crate::encoding::*;
use crate::engine::prefix::{ConvertPrefix, ValidPrefix};
use crate::engine::{assume_init, convert_prefix, repair_utf16};
use crate::parts;
use crate::simd::dispatch::Kernels;
use crate::simd::find_utf8_errors::Marks;
use crate::simd::repair_utf8::Repaired;
use core::mem::MaybeUninit;

const NATIVE_IS_BIG: bool = cfg!(target_endian = "big");

/// Marks each unpaired surrogate of `units`, which begin with a character or an error, as [`ValidPrefix::find_errors`] says, and
/// returns the number of code units up to which all are marked. A code unit is `LEN` elements of the source. A high surrogate at the
/// end is left, because it may be the first half of a pair.
pub(super) fn find_unpaired<U: CodeUnit<Number = u16>, const LEN: usize>(
    units: &[U],
    marks: &mut [Marks],
) -> usize {
    // At the end, a low surrogate may follow.
    let is_low_at = |at: usize| units.get(at).is_none_or(|unit| is_low(unit.number()));
    // Bit 0: whether the code unit before the word is a high surrogate.
    let mut high_before = 0;
    let read = mark::<U, LEN>(units, marks, |word, end| {
        let surrogates = bits_of(word, |unit| is_high(unit) | is_low(unit));
        if surrogates == 0 {
            high_before = 0;
            return 0;
        }
        let low = bits_of(word, is_low);
        let high = surrogates & !low;
        let last = word.len() - 1;
        let low_next = low >> 1 | u64::from(is_low_at(end)) << last;
        let errors = high & !low_next | low & !(high << 1 | high_before);
        high_before = high >> last;
        errors
    });
    read - usize::from(high_before == 1 && is_low_at(read))
}

/// Marks each code unit that is no scalar value, as [`find_unpaired`] marks unpaired surrogates.
#[cfg(feature = "utf32")]
pub(super) fn find_non_scalar<U: CodeUnit<Number = u32>, const LEN: usize>(
    units: &[U],
    marks: &mut [Marks],
) -> usize {
    mark::<U, LEN>(units, marks, |word, _| {
        bits_of(word, |unit| char::from_u32(unit).is_none())
    })
}

/// Marks the code units of which `errors` returns the bits, which is given those of a word and the offset of the next one. Returns the
/// number of code units that were read.
#[inline(always)]
fn mark<U: CodeUnit, const LEN: usize>(
    units: &[U],
    marks: &mut [Marks],
    mut errors: impl FnMut(&[U], usize) -> u64,
) -> usize {
    let mut read = 0;
    for word in marks {
        *word = Marks::default();
        let rest = parts::from(units, read);
        let mut starts = match rest {
            [] => continue,
            // With a constant length, compilers use vectors.
            _ if rest.len() >= 64 / LEN => errors(parts::to(rest, 64 / LEN), read + 64 / LEN),
            _ => errors(rest, units.len()),
        };
        for _ in 0..LEN.ilog2() {
            starts = spread(starts);
        }
        (word.starts, word.ends) = (starts, starts << (LEN - 1));
        read += rest.len().min(64 / LEN);
    }
    read
}

/// Returns a bit for each of at most 64 code units, which states whether it `is` something.
#[inline(always)]
fn bits_of<U: CodeUnit>(units: &[U], is: impl Fn(U::Number) -> bool) -> u64 {
    /// Moves the lowest bit of byte i to bit i of the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;

    // Compilers use vectors for bytes, but not for bits.
    let mut bytes = [0; 64];
    for (byte, unit) in bytes.iter_mut().zip(units) {
        *byte = u8::from(is(unit.number()));
    }
    let (eights, _) = bytes.as_chunks();
    let eights: [u64; 8] = core::array::from_fn(|i| u64::from_le_bytes(eights[i]));
    if eights.iter().fold(0, |any, eight| any | eight) == 0 {
        return 0;
    }
    let bits = |bits, eight: &u64| bits << 8 | eight.wrapping_mul(GATHER) >> 56;
    eights.iter().rev().fold(0, bits)
}

/// Moves bit i of the lower half to bit 2i.
#[inline(always)]
fn spread(bits: u64) -> u64 {
    let mut bits = bits & 0xFFFF_FFFF;
    for (shift, mask) in [
        (16, 0x0000_FFFF_0000_FFFF),
        (8, 0x00FF_00FF_00FF_00FF),
        (4, 0x0F0F_0F0F_0F0F_0F0F),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}

/// An encoding of which U+FFFD, in as many elements, can replace each error but one at the end.
pub(crate) trait RepairUnits: ValidPrefix {
    /// Returns `src` without what may be the beginning of a character at its end.
    fn whole(src: &[Self::Unit]) -> &[Self::Unit];

    /// Copies a [whole](Self::whole) `src` to the beginning of `to`, which is at least as long, with U+FFFD for each error, and returns
    /// their number.
    fn repair_units(kernels: Kernels, src: &[Self::Unit], to: &mut [MaybeUninit<Self::Unit>]) -> usize;
}

impl RepairUnits for Utf16 {
    #[inline]
    fn whole(src: &[u16]) -> &[u16] {
        match src {
            [rest @ .., last] if is_high(*last) => rest,
            all => all,
        }
    }

    #[inline]
    fn repair_units(kernels: Kernels, src: &[u16], to: &mut [MaybeUninit<u16>]) -> usize {
        debug_assert!(src.len() <= to.len());
        let len = src.len().min(to.len());
        // SAFETY: both have as many code units, and do not overlap.
        unsafe { repair_utf16::<NATIVE_IS_BIG>(kernels, src.as_ptr().cast(), to.as_mut_ptr().cast(), len) }
    }
}

impl<const BIG: bool> RepairUnits for Utf16Bytes<BIG> {
    #[inline]
    fn whole(src: &[u8]) -> &[u8] {
        let units = units_in::<2, BIG>(src);
        let ends_high = units.last().is_some_and(|unit| is_high(unit.number()));
        parts::to(src, 2 * (units.len() - usize::from(ends_high)))
    }

    #[inline]
    fn repair_units(kernels: Kernels, src: &[u8], to: &mut [MaybeUninit<u8>]) -> usize {
        debug_assert!(src.len() <= to.len());
        let len = src.len().min(to.len()) / 2;
        // SAFETY: both have as many code units, and do not overlap.
        unsafe { repair_utf16::<BIG>(kernels, src.as_ptr(), to.as_mut_ptr().cast(), len) }
    }
}

#[cfg(feature = "utf32")]
impl RepairUnits for Utf32 {
    #[inline]
    fn whole(src: &[u32]) -> &[u32] {
        src
    }

    #[inline]
    fn repair_units(_: Kernels, src: &[u32], to: &mut [MaybeUninit<u32>]) -> usize {
        repair_utf32(src, to)
    }
}

#[cfg(feature = "utf32")]
impl<const BIG: bool> RepairUnits for Utf32Bytes<BIG> {
    #[inline]
    fn whole(src: &[u8]) -> &[u8] {
        parts::to(src, src.len() & !3)
    }

    #[inline]
    fn repair_units(_: Kernels, src: &[u8], to: &mut [MaybeUninit<u8>]) -> usize {
        let to = units_to_write::<InBytes<4, BIG>>(to);
        repair_utf32(units_in::<4, BIG>(src), to)
    }
}

/// Copies code units with U+FFFD for each that is no scalar value, and returns their number.
#[cfg(feature = "utf32")]
fn repair_utf32<U: CodeUnit<Number = u32>>(src: &[U], to: &mut [MaybeUninit<U>]) -> usize {
    let mut replaced = 0_u32;
    for (place, unit) in to.iter_mut().zip(src) {
        let number = unit.number();
        let is_error = char::from_u32(number).is_none();
        replaced += u32::from(is_error);
        place.write(U::from_number(if is_error { 0xFFFD } else { number }));
    }
    replaced as usize
}

/// The greatest number of elements that are repaired at a time. They stay in the L1 cache.
const CHUNK: usize = 2048;

/// Where a chunk is repaired.
pub(crate) type Buffer<U> = [MaybeUninit<U>; CHUNK];

/// Returns the beginning of `src` with U+FFFD for each error, as many code units, and the number of errors: a chunk if there are
/// several errors near, a part of it if there is one, and nothing if the reference engine is faster.
#[inline]
pub(crate) fn repair_chunk<'b, S: RepairUnits>(
    kernels: Kernels,
    src: &[S::Unit],
    buffer: &'b mut Buffer<S::Unit>,
) -> (&'b [S::Unit], usize) {
    /// The number of elements from which on a repair is worthwhile.
    const WORTHWHILE: usize = 4;
    /// The number of elements that are repaired for one error.
    const NEAR: usize = 512;

    if src.len() < WORTHWHILE {
        return (&[], 0);
    }
    let (mut len, mut replaced) = (0, 0);
    for most in [NEAR, CHUNK] {
        let text = S::whole(parts::from(parts::to(src, src.len().min(most)), len));
        replaced += S::repair_units(kernels, text, buffer.get_mut(len..).unwrap_or_default());
        len += text.len();
        if replaced <= 1 {
            break;
        }
    }
    // SAFETY: `len` elements are copied to the buffer.
    (unsafe { assume_init(buffer, len) }, replaced)
}

/// The number of bytes up to which text is repaired and converted by one kernel, if there is one.
const SHORT: usize = 128;

/// Repairs and converts the beginning of `src` to `dst`.
pub(super) fn repair_and_convert<S: RepairUnits + ConvertPrefix<T>, T: Encode>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Repaired {
    if size_of_val(src) <= SHORT {
        let repaired = S::repair_short(kernels, S::whole(src), dst);
        if repaired.read > 0 {
            return repaired;
        }
    }
    repair_in_buffer::<S, T>(kernels, src, dst)
}

/// Repairs a chunk of `src` in a buffer, and converts the buffer to `dst`.
#[inline(never)]
fn repair_in_buffer<S: RepairUnits + ConvertPrefix<T>, T: Encode>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Repaired {
    let mut buffer = [const { MaybeUninit::uninit() }; CHUNK];
    let (text, mut replaced) = repair_chunk::<S>(kernels, src, &mut buffer);
    let (read, written) = convert_prefix::<S, T>(kernels, text, dst);
    if read < text.len() {
        // To count the errors of what is converted.
        replaced = S::repair_units(kernels, parts::to(src, read), &mut buffer);
    }
    Repaired {
        read,
        written,
        replaced,
    }
}
