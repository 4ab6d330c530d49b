//! UTF-32: made of planes of octets, and spread out as far as UTF-8 may need.

use super::tables::*;
use super::{Avx512, Simd, Zmm};
use core::arch::x86_64::*;

impl Avx512 {
    /// The planes of UTF-32 where octets may be F0 or more, and the positions where a character ends.
    #[inline(always)]
    pub(super) fn wide_planes(
        self,
        current: Zmm,
        [back1, back2, back3]: [Zmm; 3],
        next: Zmm,
    ) -> ([Zmm; 3], u64) {
        op!({
            let not_ascii = _mm512_movepi8_mask(current.0);
            let above =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(not_ascii, back1.0, self.matrix(UP_BY_SIX).0);
            // (a & b) | c
            let low = _mm512_ternarylogic_epi64::<0xEA>(current.0, self.splat(0x7F).0, above);
            // Of the second of three octets, and of the first, which is E0 or more; or of the second of four.
            let fourth = _mm512_movepi8_mask(self.subs(back3, 0x70).0);
            let middle1 =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(not_ascii, back1.0, self.matrix(BITS_2_TO_5).0);
            let second = _mm512_mask_mov_epi8(self.subs(back2, 0xE0).0, fourth, back2.0);
            let middle2 = _mm512_gf2p8affine_epi64_epi8::<0>(second, self.matrix(UP_BY_FOUR).0);
            // The first octet less F0 has three bits: nothing is shifted out of a 16-bit lane's lower octet.
            let high1 =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(fourth, back2.0, self.matrix(BITS_4_AND_5).0);
            let high2 = _mm512_slli_epi16::<2>(self.subs(back3, 0xF0).0);
            let ends = _mm512_cmpge_epi8_mask(next.0, self.splat(0xC0).0);
            let (middle, high) = (Zmm(middle1) | Zmm(middle2), Zmm(high1) | Zmm(high2));
            ([Zmm(low), middle, high], ends)
        })
    }

    /// The octets of the planes at the positions `mask`, in the order that [`Self::widen`] expects.
    #[inline(always)]
    pub(super) fn arrange<const FOUR: bool>(self, [low, middle, high]: [Zmm; 3], mask: u64) -> [Zmm; 3] {
        let order = self.table(&WORDS).0;
        op!([
            Zmm(_mm512_permutexvar_epi8(order, self.compress(mask, low).0)),
            Zmm(_mm512_permutexvar_epi8(order, self.compress(mask, middle).0)),
            if FOUR { self.compress(mask, high) } else { high },
        ])
    }

    /// The first 32 units of planes that are arranged, or the last 32.
    #[inline(always)]
    pub(super) fn widen<const BIG: bool, const FOUR: bool>(
        self,
        half: usize,
        [low, middle, high]: [Zmm; 3],
    ) -> [Zmm; 2] {
        op!({
            // The lower words of all 32-bit lanes are those of the first 16 units, the upper words of the last 16.
            let (first, second) = if BIG { (middle, low) } else { (low, middle) };
            let words = if half == 0 {
                _mm512_unpacklo_epi8(first.0, second.0)
            } else {
                _mm512_unpackhi_epi8(first.0, second.0)
            };
            let upper = _mm512_set1_epi32(!0xFFFF);
            if !FOUR {
                return match BIG {
                    false => [
                        Zmm(_mm512_andnot_si512(upper, words)),
                        Zmm(_mm512_srli_epi32::<16>(words)),
                    ],
                    true => [
                        Zmm(_mm512_slli_epi32::<16>(words)),
                        Zmm(_mm512_and_si512(upper, words)),
                    ],
                };
            }
            // Next to where they are needed: those of the last 16 units below those of the first 16.
            let octets = if BIG {
                0xAAAA_AAAA_AAAA_AAAA
            } else {
                0x5555_5555_5555_5555
            };
            let high = _mm512_maskz_permutexvar_epi8(octets, self.table(&HIGHEST[half]).0, high.0);
            // a ? b : c
            match BIG {
                false => [
                    Zmm(_mm512_ternarylogic_epi64::<0xCA>(upper, high, words)),
                    Zmm(_mm512_shrdi_epi32::<16>(words, high)),
                ],
                true => [
                    Zmm(_mm512_shldi_epi32::<16>(words, high)),
                    Zmm(_mm512_ternarylogic_epi64::<0xCA>(upper, words, high)),
                ],
            }
        })
    }

    #[inline(always)]
    pub(super) fn splat_wide(self, unit: u32) -> __m512i {
        op!(_mm512_set1_epi32(unit as i32))
    }

    /// Four octets for each unit below 200000, FF where it does not need one.
    #[inline(always)]
    pub(super) fn spread_four(self, units: Zmm) -> Zmm {
        op!({
            // The leading zeros tell the length, and bit 6 of ASCII from 20 on: 26, 25; 24 to 21; 20 to 16; 15 to 11. No
            // two kinds have the same four lowest bits.
            let zeros = _mm512_lzcnt_epi32(_mm512_or_si512(units.0, self.splat_wide(0x20)));
            let marks = _mm512_loadu_si512(MARKS_OF_FOUR.as_ptr().cast());
            let marks = _mm512_permutexvar_epi32(zeros, marks);
            let bits = _mm512_multishift_epi64_epi8(self.table(&BITS_18_12_6_AND_0).0, units.0);
            // (a & b) | c
            Zmm(_mm512_ternarylogic_epi64::<0xEA>(
                bits,
                self.splat_wide(0x3F3F_3F07),
                marks,
            ))
        })
    }
}
