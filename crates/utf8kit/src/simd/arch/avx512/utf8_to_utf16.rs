//! UTF-8 to UTF-16 and UTF-32 by planes. The planes are compressed, then interleaved to code units.

use super::tables::*;
use super::{Avx512, Zmm};
use crate::simd::arch::{Planes, Vectors};
use core::arch::x86_64::*;

impl Avx512 {
    /// Returns the 16-bit units with these bytes: the first half of them, and the last.
    #[inline(always)]
    fn interleave<const BIG: bool>(self, low: Zmm, high: Zmm) -> [Zmm; 2] {
        // SAFETY: the static is a vector and aligned. The read is volatile because a compiler that knows the order merges it
        // with the interleaving into permutations of two vectors, which take 50 % longer on Intel's processors.
        let order = unsafe { (&raw const HALVES_IN_TURNS).cast::<__m512i>().read_volatile() };
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let low = _mm512_permutexvar_epi64(order, low.0);
            let high = _mm512_permutexvar_epi64(order, high.0);
            let (first, second) = if BIG { (high, low) } else { (low, high) };
            [
                Zmm(_mm512_unpacklo_epi8(first, second)),
                Zmm(_mm512_unpackhi_epi8(first, second)),
            ]
        }
    }

    /// Returns the planes of UTF-32 where bytes may be `0xF0` or more, and the positions where a character ends.
    #[inline(always)]
    fn wide_planes(self, current: Zmm, [prev1, prev2, prev3]: [Zmm; 3], next: Zmm) -> ([Zmm; 3], u64) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let not_ascii = _mm512_movepi8_mask(current.0);
            let above =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(not_ascii, prev1.0, self.matrix(UP_BY_SIX).0);
            // (a & b) | c
            let low = _mm512_ternarylogic_epi64::<0xEA>(current.0, self.splat(0x7F).0, above);
            // The middle byte has bits of the second of three bytes and of the first, which is 0xE0 or more, or of the second
            // of four.
            let fourth = _mm512_movepi8_mask(self.subs(prev3, 0x70).0);
            let middle1 =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(not_ascii, prev1.0, self.matrix(BITS_2_TO_5).0);
            let second = _mm512_mask_mov_epi8(self.subs(prev2, 0xE0).0, fourth, prev2.0);
            let middle2 = _mm512_gf2p8affine_epi64_epi8::<0>(second, self.matrix(UP_BY_FOUR).0);
            // The first byte less 0xF0 has at most four bits: none is shifted out of the lower byte of a 16-bit lane.
            let high1 =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(fourth, prev2.0, self.matrix(BITS_4_AND_5).0);
            let high2 = _mm512_slli_epi16::<2>(self.subs(prev3, 0xF0).0);
            let ends = _mm512_cmpge_epi8_mask(next.0, self.splat(0xC0).0);
            let (middle, high) = (Zmm(middle1) | Zmm(middle2), Zmm(high1) | Zmm(high2));
            ([Zmm(low), middle, high], ends)
        }
    }

    /// Returns the bytes of the planes at the positions `mask`, in the order that [`Self::widen_planes`] expects.
    #[inline(always)]
    fn arrange<const FOUR: bool>(self, [low, middle, high]: [Zmm; 3], mask: u64) -> [Zmm; 3] {
        let order = self.table(&WORDS).0;
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            [
                Zmm(_mm512_permutexvar_epi8(order, self.compress(mask, low).0)),
                Zmm(_mm512_permutexvar_epi8(order, self.compress(mask, middle).0)),
                if FOUR { self.compress(mask, high) } else { high },
            ]
        }
    }

    /// Returns the first 32 units of arranged planes for `half` 0, or the last 32 for 1.
    #[inline(always)]
    fn widen_planes<const BIG: bool, const FOUR: bool>(
        self,
        half: usize,
        [low, middle, high]: [Zmm; 3],
    ) -> [Zmm; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            // The lower words of all 32-bit lanes belong to the first 16 units, the upper words to the last 16.
            let (first, second) = if BIG { (middle, low) } else { (low, middle) };
            let words = if half == 0 {
                _mm512_unpacklo_epi8(first.0, second.0)
            } else {
                _mm512_unpackhi_epi8(first.0, second.0)
            };
            // The highest bytes go next to their words: those of the last 16 units below those of the first 16.
            let high = if FOUR {
                let bytes = if BIG {
                    0xAAAA_AAAA_AAAA_AAAA
                } else {
                    0x5555_5555_5555_5555
                };
                _mm512_maskz_permutexvar_epi8(bytes, self.table(&HIGHEST[half]).0, high.0)
            } else {
                high.0
            };
            self.widen_words::<BIG, FOUR>(Zmm(words), Zmm(high))
        }
    }

    /// Returns the lower words of all 32-bit lanes, then the upper ones, as 32-bit units. `high` has the upper halves: next
    /// to the upper words, those of the lower ones, and the other way round. Unless `FOUR`, it is ignored.
    #[inline(always)]
    pub(super) fn widen_words<const BIG: bool, const FOUR: bool>(self, words: Zmm, high: Zmm) -> [Zmm; 2] {
        let (upper, words, high) = (self.splat_u32(0xFFFF_0000).0, words.0, high.0);
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            match (FOUR, BIG) {
                (false, false) => [
                    Zmm(_mm512_andnot_si512(upper, words)),
                    Zmm(_mm512_srli_epi32::<16>(words)),
                ],
                (false, true) => [
                    Zmm(_mm512_slli_epi32::<16>(words)),
                    Zmm(_mm512_and_si512(upper, words)),
                ],
                // a ? b : c
                (true, false) => [
                    Zmm(_mm512_ternarylogic_epi64::<0xCA>(upper, high, words)),
                    Zmm(_mm512_shrdi_epi32::<16>(words, high)),
                ],
                (true, true) => [
                    Zmm(_mm512_shldi_epi32::<16>(words, high)),
                    Zmm(_mm512_ternarylogic_epi64::<0xCA>(upper, words, high)),
                ],
            }
        }
    }
}

impl Planes for Avx512 {
    #[inline(always)]
    fn utf16_planes<const FOUR: bool>(
        self,
        current: Zmm,
        prev1: Zmm,
        prev2: Zmm,
        prev3: Zmm,
        next: Zmm,
    ) -> (Zmm, Zmm, u64) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            // 4 * x - 0x40: bit 6 is inverted, and bit 7 gets the carry. The instruction adds 0xC0.
            const HIGH_LOW: i64 = matrix(&[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (7, 4)]);
            // 0xDC where bit 7 is set.
            const DC: i64 = matrix(&[(7, 7), (6, 7), (4, 7), (3, 7), (2, 7)]);

            let not_ascii = _mm512_movepi8_mask(current.0);
            let low_bits = self.splat(0x7F).0;
            let mut above =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(not_ascii, prev1.0, self.matrix(UP_BY_SIX).0);
            if !FOUR {
                let high1 = _mm512_gf2p8affine_epi64_epi8::<0>(prev1.0, self.matrix(BITS_2_TO_5).0);
                // Lead bytes of two leave bits too, but then no character of well-formed text ends here, or an ASCII one does.
                let high2 =
                    _mm512_gf2p8affine_epi64_epi8::<0>(self.subs(prev2, 0xD0).0, self.matrix(UP_BY_FOUR).0);
                // An addition, because OR has no form with a mask for bytes.
                let high = _mm512_maskz_add_epi8(not_ascii, high1, high2);
                // (a & b) | c
                let low = _mm512_ternarylogic_epi64::<0xEA>(current.0, low_bits, above);
                let ends = _mm512_cmpge_epi8_mask(next.0, self.splat(0xC0).0);
                return (Zmm(low), Zmm(high), ends);
            }
            let high1 =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(not_ascii, prev1.0, self.matrix(BITS_2_TO_5).0);
            let high2 = self.subs(prev2, 0xE0).0;
            let high2 = _mm512_gf2p8affine_epi64_epi8::<0>(high2, self.matrix(UP_BY_FOUR).0);
            // Where this is the third byte of four, setting bit 6 of the next byte makes that no continuation byte.
            let next = self.ternary::<0xF8>(next, self.subs(prev2, 0xB0), self.splat(0x40));
            let ends = _mm512_cmpge_epi8_mask(next.0, self.splat(0xC0).0);
            let third = _mm512_cmpge_epu8_mask(prev2.0, self.splat(0xF0).0);
            let bits = _mm512_mask_gf2p8affine_epi64_epi8::<0>(
                current.0,
                third,
                current.0,
                self.matrix(BITS_4_AND_5).0,
            );
            above =
                _mm512_mask_gf2p8affine_epi64_epi8::<0xC0>(above, third, prev1.0, self.matrix(HIGH_LOW).0);
            let dc = _mm512_gf2p8affine_epi64_epi8::<0>(self.subs(prev3, 0x70).0, self.matrix(DC).0);
            // a | b | c
            let high = _mm512_ternarylogic_epi64::<0xFE>(high1, high2, dc);
            let carry = _mm512_min_epu8(self.subs(prev1, 0x8F).0, self.splat(1).0);
            let high = _mm512_mask_add_epi8(high, third, _mm512_sub_epi8(prev2.0, self.splat(0x19).0), carry);
            let low = _mm512_ternarylogic_epi64::<0xEA>(bits, low_bits, above);
            (Zmm(low), Zmm(high), ends)
        }
    }

    #[inline(always)]
    fn utf32_planes<const FOUR: bool>(
        self,
        current: Zmm,
        [prev1, prev2, prev3]: [Zmm; 3],
        next: Zmm,
    ) -> ([Zmm; 3], u64) {
        if FOUR {
            return self.wide_planes(current, [prev1, prev2, prev3], next);
        }
        let (low, high, ends) = self.utf16_planes::<false>(current, prev1, prev2, prev3, next);
        ([low, high, self.splat(0)], ends)
    }

    #[inline(always)]
    fn between(self, mask: u64, from: usize, to: usize) -> u64 {
        debug_assert!(from <= Self::LEN && to <= Self::LEN);
        mask & self.first(to) & !self.first(from)
    }

    #[inline(always)]
    unsafe fn put_units<const BIG: bool>(self, to: *mut u8, low: Zmm, high: Zmm, mask: u64) -> usize {
        let (low, high) = (self.compress(mask, low), self.compress(mask, high));
        // SAFETY: the caller promises 64 units, 128 bytes.
        unsafe {
            let [first, second] = self.interleave::<BIG>(low, high);
            self.store(to, first);
            self.store(to.add(64), second);
        }
        mask.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: Zmm,
        high: Zmm,
        mask: u64,
    ) -> Option<usize> {
        let count = mask.count_ones() as usize;
        if count > room {
            return None;
        }
        let units = self.interleave::<BIG>(self.compress(mask, low), self.compress(mask, high));
        // SAFETY: the caller promises the room, and `count` fits.
        unsafe { self.store_within::<2, 2>(to, room, units, count) };
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_wide<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        planes: [Zmm; 3],
        mask: u64,
    ) -> usize {
        let count = mask.count_ones() as usize;
        let planes = self.arrange::<FOUR>(planes, mask);
        // SAFETY: the caller promises 64 units, four vectors.
        unsafe {
            let [a, b] = self.widen_planes::<BIG, FOUR>(0, planes);
            self.store(to, a);
            self.store(to.add(64), b);
            if count > 32 {
                let [a, b] = self.widen_planes::<BIG, FOUR>(1, planes);
                self.store(to.add(128), a);
                self.store(to.add(192), b);
            }
        }
        count
    }

    #[inline(always)]
    unsafe fn put_wide_within<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        room: usize,
        planes: [Zmm; 3],
        mask: u64,
    ) -> Option<usize> {
        let count = mask.count_ones() as usize;
        if count > room {
            return None;
        }
        if room >= 64 {
            // SAFETY: there is room for 64 units.
            return Some(unsafe { self.put_wide::<BIG, FOUR>(to, planes, mask) });
        }
        let planes = self.arrange::<FOUR>(planes, mask);
        let [a, b] = self.widen_planes::<BIG, FOUR>(0, planes);
        let [c, d] = self.widen_planes::<BIG, FOUR>(1, planes);
        // SAFETY: the caller promises the room, and `count` fits.
        unsafe { self.store_first::<4, 4>(to, [a, b, c, d], count) };
        Some(count)
    }
}
