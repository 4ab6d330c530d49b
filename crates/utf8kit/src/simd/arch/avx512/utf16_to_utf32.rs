//! UTF-32 as a source, and UTF-16 to UTF-32 and back: every unit is computed for its position, and compressions leave out
//! those that do not exist.

use super::tables::{LOWER_AND_UPPER, SWAP_WIDE};
use super::{Avx512, Zmm};
use crate::simd::arch::{Utf16 as _, Utf32, Vectors};
use core::arch::x86_64::*;

impl Avx512 {
    /// Returns the lower halves of the characters that code units of UTF-16 end, their upper halves, and a bit for each unit
    /// that ends one.
    #[inline(always)]
    fn join(self, units: Zmm, prev1: Zmm) -> (Zmm, Zmm, u32) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let top = _mm512_and_si512(units.0, self.splat_u16(0xFC00).0);
            let high = _mm512_cmpeq_epi16_mask(top, self.splat_u16(0xD800).0);
            let low = _mm512_cmpeq_epi16_mask(top, self.splat_u16(0xDC00).0);
            // a ? b : c
            let joined = _mm512_ternarylogic_epi64::<0xCA>(
                self.splat_u16(0x03FF).0,
                units.0,
                _mm512_slli_epi16::<10>(prev1.0),
            );
            let words = _mm512_mask_mov_epi16(units.0, low, joined);
            // (0xD800 >> 6) - (0x1_0000 >> 16) = 0x35F.
            let upper = _mm512_maskz_sub_epi16(low, _mm512_srli_epi16::<6>(prev1.0), self.splat_u16(0x35F).0);
            (Zmm(words), Zmm(upper), !high)
        }
    }

    /// Returns the words whose bit is set in `kept` as 32-bit units.
    #[inline(always)]
    fn joined(self, words: Zmm, upper: Zmm, kept: u32) -> [Zmm; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let words = _mm512_maskz_compress_epi16(kept, words.0);
            let upper = _mm512_maskz_compress_epi16(kept, upper.0);
            let words = _mm512_permutexvar_epi8(self.table(&LOWER_AND_UPPER[0]).0, words);
            let upper = _mm512_permutexvar_epi8(self.table(&LOWER_AND_UPPER[1]).0, upper);
            self.widen_words::<false, true>(Zmm(words), Zmm(upper))
        }
    }

    /// Returns scalar values as two 16-bit units each, with their bytes reversed if `SWAP`, and a bit for each unit that exists.
    #[inline(always)]
    fn split<const SWAP: bool>(self, numbers: Zmm) -> (Zmm, u32) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let two = _mm512_cmpgt_epu32_mask(numbers.0, self.splat_u32(0xFFFF).0);
            // The high surrogate, 0xD800 + (number - 0x1_0000 >> 10), in the lower half. The low one, 0xDC00 | number & 0x3FF,
            // in the upper half.
            let high = _mm512_add_epi32(
                _mm512_srli_epi32::<10>(numbers.0),
                self.splat_u32(0xDC00_D800 - (0x1_0000 >> 10)).0,
            );
            let low = _mm512_slli_epi32::<16>(numbers.0);
            // a ? b : c
            let pairs = _mm512_ternarylogic_epi32::<0xCA>(self.splat_u32(0x03FF_0000).0, low, high);
            let units = _mm512_mask_mov_epi32(numbers.0, two, pairs);
            // The upper unit exists if it is a low surrogate, the lower one always.
            let kept = _mm512_cmpge_epu16_mask(units, self.splat_u32(0xDC00_0000).0);
            (self.native_units::<SWAP>(Zmm(units)), kept)
        }
    }
}

impl Utf32 for Avx512 {
    #[inline(always)]
    fn native_wide<const BIG: bool>(self, v: Zmm) -> Zmm {
        if BIG {
            // SAFETY: `self` proves that the processor has the instructions.
            Zmm(unsafe { _mm512_shuffle_epi8(v.0, self.table(&SWAP_WIDE).0) })
        } else {
            v
        }
    }

    #[inline(always)]
    fn max_scalar(self, max: Zmm, numbers: Zmm) -> Zmm {
        // Surrogates become 0..=0x7FF, and then the greatest numbers.
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe {
            _mm512_max_epu32(
                max.0,
                _mm512_sub_epi32(
                    _mm512_xor_si512(numbers.0, self.splat_u32(0xD800).0),
                    self.splat_u32(0x800).0,
                ),
            )
        })
    }

    #[inline(always)]
    fn is_scalar_max(self, max: Zmm) -> bool {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_cmpgt_epu32_mask(max.0, self.splat_u32(0x10_FFFF - 0x800).0) == 0 }
    }

    #[inline(always)]
    unsafe fn put_joined(self, to: *mut u8, units: Zmm, prev1: Zmm) -> usize {
        let (words, upper, kept) = self.join(units, prev1);
        let [a, b] = self.joined(words, upper, kept);
        // SAFETY: the caller promises 128 bytes.
        unsafe {
            self.store(to, a);
            self.store(to.add(64), b);
        }
        kept.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_joined_within(
        self,
        to: *mut u8,
        room: usize,
        units: Zmm,
        prev1: Zmm,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        debug_assert!(skip <= 32 && stop <= 32);
        let (words, upper, kept) = self.join(units, prev1);
        let kept = kept & self.chosen(skip, stop, 0) as u32;
        let count = kept.count_ones() as usize;
        if count > room {
            return None;
        }
        // SAFETY: the caller promises room for `count` units.
        unsafe { self.store_first::<4, 2>(to, self.joined(words, upper, kept), count) };
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_split<const SWAP: bool>(self, to: *mut u8, a: Zmm, b: Zmm) -> usize {
        let ((a, a_kept), (b, b_kept)) = (self.split::<SWAP>(a), self.split::<SWAP>(b));
        let count = a_kept.count_ones() as usize;
        // SAFETY: the caller promises 128 bytes, and at most 64 precede the second vector.
        unsafe {
            self.store(to, Zmm(_mm512_maskz_compress_epi16(a_kept, a.0)));
            self.store(to.add(2 * count), Zmm(_mm512_maskz_compress_epi16(b_kept, b.0)));
        }
        count + b_kept.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_split_within<const SWAP: bool>(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [Zmm; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        debug_assert!(skip <= 32 && stop <= 32);
        let ((a, a_kept), (b, b_kept)) = (self.split::<SWAP>(a), self.split::<SWAP>(b));
        let a_kept = a_kept & self.chosen(2 * skip, 2 * stop, 0) as u32;
        let b_kept = b_kept & self.chosen(2 * skip, 2 * stop, 32) as u32;
        let (a_count, b_count) = (a_kept.count_ones() as usize, b_kept.count_ones() as usize);
        if a_count + b_count > room {
            return None;
        }
        // SAFETY: `self` proves that the processor has the instructions.
        let a = Zmm(unsafe { _mm512_maskz_compress_epi16(a_kept, a.0) });
        // SAFETY: `self` proves that the processor has the instructions.
        let b = Zmm(unsafe { _mm512_maskz_compress_epi16(b_kept, b.0) });
        // SAFETY: the caller promises room for both counts.
        unsafe {
            self.store_within::<2, 1>(to, room, [a], a_count);
            self.store_within::<2, 1>(to.add(2 * a_count), room - a_count, [b], b_count);
        }
        Some(a_count + b_count)
    }

    #[inline(always)]
    unsafe fn put_split_one<const SWAP: bool>(
        self,
        to: *mut u8,
        room: usize,
        numbers: Zmm,
        stop: usize,
    ) -> Option<usize> {
        debug_assert!(stop <= 16);
        let (units, kept) = self.split::<SWAP>(numbers);
        let kept = kept & self.first(2 * stop) as u32;
        let count = kept.count_ones() as usize;
        if count > room {
            return None;
        }
        // SAFETY: `self` proves that the processor has the instructions. The caller promises the room.
        unsafe {
            let units = Zmm(_mm512_maskz_compress_epi16(kept, units.0));
            self.store_within::<2, 1>(to, room, [units], count);
        }
        Some(count)
    }
}
