//! UTF-32: made of planes of bytes, and spread out as far as UTF-8 may need.

use super::tables::*;
use super::{Avx512, Simd, Zmm};
use crate::vector::Wide;
use core::arch::x86_64::*;

impl Avx512 {
    /// The planes of UTF-32 where bytes may be F0 or more, and the positions where a character ends.
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
            // Of the second of three bytes, and of the first, which is E0 or more; or of the second of four.
            let fourth = _mm512_movepi8_mask(self.subs(back3, 0x70).0);
            let middle1 =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(not_ascii, back1.0, self.matrix(BITS_2_TO_5).0);
            let second = _mm512_mask_mov_epi8(self.subs(back2, 0xE0).0, fourth, back2.0);
            let middle2 = _mm512_gf2p8affine_epi64_epi8::<0>(second, self.matrix(UP_BY_FOUR).0);
            // The first byte less F0 has four bits at most: nothing is shifted out of a 16-bit lane's lower byte.
            let high1 =
                _mm512_maskz_gf2p8affine_epi64_epi8::<0>(fourth, back2.0, self.matrix(BITS_4_AND_5).0);
            let high2 = _mm512_slli_epi16::<2>(self.subs(back3, 0xF0).0);
            let ends = _mm512_cmpge_epi8_mask(next.0, self.splat(0xC0).0);
            let (middle, high) = (Zmm(middle1) | Zmm(middle2), Zmm(high1) | Zmm(high2));
            ([Zmm(low), middle, high], ends)
        })
    }

    /// The bytes of the planes at the positions `mask`, in the order that [`Self::widen`] expects.
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
    pub(super) fn widen_planes<const BIG: bool, const FOUR: bool>(
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
            // Next to where they are needed: those of the last 16 units below those of the first 16.
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
            self.part::<BIG, FOUR>(Zmm(words), Zmm(high))
        })
    }

    /// The lower words of all 32-bit lanes and the upper ones, as units of 32 bits. `high` has what is above the upper ones
    /// in the lower words, and what is above the lower ones in the upper words; nothing unless `FOUR`.
    #[inline(always)]
    fn part<const BIG: bool, const FOUR: bool>(self, words: Zmm, high: Zmm) -> [Zmm; 2] {
        let (upper, words, high) = (self.splat_wide(0xFFFF_0000), words.0, high.0);
        op!(match (FOUR, BIG) {
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
        })
    }

    /// A unit of 32 bits for each byte.
    #[inline(always)]
    fn widen_to_wide<const BIG: bool>(self, bytes: __m128i) -> Zmm {
        let units = op!(_mm512_cvtepu8_epi32(bytes));
        Zmm(if BIG {
            op!(_mm512_slli_epi32::<24>(units))
        } else {
            units
        })
    }

    #[inline(always)]
    pub(super) fn splat_wide(self, unit: u32) -> __m512i {
        op!(_mm512_set1_epi32(unit as i32))
    }

    /// Four bytes for each unit below 200000, FF where it does not need one.
    #[inline(always)]
    pub(super) fn spread_four(self, units: Zmm) -> Zmm {
        op!({
            // The leading zeros tell the length, and bit 6 of ASCII from 20 on: 26, 25; 24 to 21; 20 to 16; 15 to 11. No
            // two kinds have the same four lowest bits.
            let zeros = _mm512_lzcnt_epi32(_mm512_or_si512(units.0, self.splat_wide(0x20)));
            let marks = _mm512_permutexvar_epi32(zeros, self.table(&MARKS_OF_FOUR).0);
            let bits = _mm512_multishift_epi64_epi8(self.table(&BITS_18_12_6_AND_0).0, units.0);
            // (a & b) | c
            Zmm(_mm512_ternarylogic_epi64::<0xEA>(
                bits,
                self.splat_wide(0x3F3F_3F07),
                marks,
            ))
        })
    }

    /// The lower halves of the characters that units of UTF-16 end, their upper ones, and a bit for each unit that ends one.
    #[inline(always)]
    fn join(self, units: Zmm, back1: Zmm) -> (Zmm, Zmm, u32) {
        op!({
            let top = _mm512_and_si512(units.0, self.splat_unit(0xFC00));
            let high = _mm512_cmpeq_epi16_mask(top, self.splat_unit(0xD800));
            let low = _mm512_cmpeq_epi16_mask(top, self.splat_unit(0xDC00));
            // a ? b : c
            let joined = _mm512_ternarylogic_epi64::<0xCA>(
                self.splat_unit(0x03FF),
                units.0,
                _mm512_slli_epi16::<10>(back1.0),
            );
            let words = _mm512_mask_mov_epi16(units.0, low, joined);
            // D800 >> 6 is 360; and 10000 is added.
            let upper = _mm512_maskz_sub_epi16(low, _mm512_srli_epi16::<6>(back1.0), self.splat_unit(0x35F));
            (Zmm(words), Zmm(upper), !high)
        })
    }

    /// As units of 32 bits, those of the words whose bit is set in `kept`.
    #[inline(always)]
    fn joined(self, words: Zmm, upper: Zmm, kept: u32) -> [Zmm; 2] {
        op!({
            let words = _mm512_maskz_compress_epi16(kept, words.0);
            let upper = _mm512_maskz_compress_epi16(kept, upper.0);
            let words = _mm512_permutexvar_epi8(self.table(&LOWER_AND_UPPER[0]).0, words);
            let upper = _mm512_permutexvar_epi8(self.table(&LOWER_AND_UPPER[1]).0, upper);
            self.part::<false, true>(Zmm(words), Zmm(upper))
        })
    }

    /// Scalar values in UTF-16, with a bit for each unit that there is.
    #[inline(always)]
    fn split(self, numbers: Zmm) -> (Zmm, u32) {
        op!({
            let two = _mm512_cmpgt_epu32_mask(numbers.0, self.splat_wide(0xFFFF));
            // High below low: D800 + (number - 10000 >> 10), and DC00 | its ten lowest bits above.
            let high = _mm512_add_epi32(
                _mm512_srli_epi32::<10>(numbers.0),
                self.splat_wide(0xDC00_D800 - (0x1_0000 >> 10)),
            );
            let low = _mm512_slli_epi32::<16>(numbers.0);
            // a ? b : c
            let pairs = _mm512_ternarylogic_epi32::<0xCA>(self.splat_wide(0x03FF_0000), low, high);
            let units = _mm512_mask_mov_epi32(numbers.0, two, pairs);
            // A unit above is there if it is a low surrogate; the one below always.
            let kept = _mm512_cmpge_epu16_mask(units, self.splat_wide(0xDC00_0000));
            (Zmm(units), kept)
        })
    }
}

impl Wide for Avx512 {
    const ASK_EACH: bool = false;

    #[inline(always)]
    fn utf32_planes<const FOUR: bool>(
        self,
        current: Zmm,
        [back1, back2, back3]: [Zmm; 3],
        next: Zmm,
    ) -> ([Zmm; 3], u64) {
        if FOUR {
            return self.wide_planes(current, [back1, back2, back3], next);
        }
        let (low, high, ends) = self.utf16_planes::<false>(current, back1, back2, back3, next);
        ([low, high, self.splat(0)], ends)
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
        // SAFETY: the caller promises room for 64 units, which are four vectors.
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
        let units = self.first(count);
        for half in 0..2 {
            let [a, b] = self.widen_planes::<BIG, FOUR>(half, planes);
            let (to, units) = (to.wrapping_add(128 * half), units >> (32 * half));
            // SAFETY: the masks choose the first `count` units, for which the caller promises room.
            unsafe {
                _mm512_mask_storeu_epi32(to.cast(), units as u16, a.0);
                _mm512_mask_storeu_epi32(to.wrapping_add(64).cast(), (units >> 16) as u16, b.0);
            }
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_ascii_wide<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        for quarter in 0..4 {
            // SAFETY: the caller promises 64 bytes to read and 256 to write.
            unsafe {
                let bytes = _mm_loadu_si128(from.add(16 * quarter).cast());
                self.store(to.add(64 * quarter), self.widen_to_wide::<BIG>(bytes));
            }
        }
    }

    #[inline(always)]
    unsafe fn put_first_wide<const BIG: bool>(self, to: *mut u8, room: usize, bytes: Zmm, len: usize) {
        let units = self.first(len);
        let quarters = op!([
            _mm512_castsi512_si128(bytes.0),
            _mm512_extracti64x2_epi64::<1>(bytes.0),
            _mm512_extracti64x2_epi64::<2>(bytes.0),
            _mm512_extracti64x2_epi64::<3>(bytes.0),
        ]);
        for (quarter, bytes) in quarters.into_iter().enumerate() {
            let wide = self.widen_to_wide::<BIG>(bytes);
            // SAFETY: there is room for 64 units; or else the mask chooses just those that the caller promises.
            unsafe {
                if room >= 64 {
                    self.store(to.add(64 * quarter), wide);
                } else {
                    let to = to.wrapping_add(64 * quarter);
                    _mm512_mask_storeu_epi32(to.cast(), (units >> (16 * quarter)) as u16, wide.0);
                }
            }
        }
    }

    #[inline(always)]
    fn native_wide<const BIG: bool>(self, v: Zmm) -> Zmm {
        if BIG {
            Zmm(op!(_mm512_shuffle_epi8(v.0, self.table(&SWAP_WIDE).0)))
        } else {
            v
        }
    }

    #[inline(always)]
    fn any_wide(self, v: Zmm, bits: u32) -> bool {
        op!(_mm512_test_epi32_mask(v.0, self.splat_wide(bits))) != 0
    }

    #[inline(always)]
    fn are_scalars(self, a: Zmm, b: Zmm) -> bool {
        // Surrogates last.
        let (first, count) = (self.splat_wide(0xD800), self.splat_wide(0x800));
        op!({
            let a = _mm512_sub_epi32(_mm512_xor_si512(a.0, first), count);
            let b = _mm512_sub_epi32(_mm512_xor_si512(b.0, first), count);
            let greatest = self.splat_wide(0x10_FFFF - 0x800);
            _mm512_cmpgt_epu32_mask(_mm512_max_epu32(a, b), greatest) == 0
        })
    }

    #[inline(always)]
    fn pack_wide<const BIG: bool>(self, a: Zmm, b: Zmm) -> Zmm {
        op!({
            let b = if BIG {
                _mm512_srli_epi32::<16>(b.0)
            } else {
                _mm512_slli_epi32::<16>(b.0)
            };
            let both = _mm512_or_si512(a.0, b);
            Zmm(_mm512_permutexvar_epi8(self.table(&HALVES[BIG as usize]).0, both))
        })
    }

    #[inline(always)]
    fn any_surrogates_among(self, a: Zmm, b: Zmm) -> bool {
        // Below 800 then.
        let first = self.splat_unit(0xD800);
        op!({
            let least = _mm512_min_epu16(_mm512_xor_si512(a.0, first), _mm512_xor_si512(b.0, first));
            _mm512_cmplt_epu16_mask(least, self.splat_unit(0x800)) != 0
        })
    }

    #[inline(always)]
    unsafe fn put_narrow_wide<const BIG: bool>(self, to: *mut u8, [a, b, c, d]: [Zmm; 4]) {
        let bytes = op!({
            let [b, c, d] = if BIG {
                [
                    _mm512_srli_epi32::<8>(b.0),
                    _mm512_srli_epi32::<16>(c.0),
                    _mm512_srli_epi32::<24>(d.0),
                ]
            } else {
                [
                    _mm512_slli_epi32::<8>(b.0),
                    _mm512_slli_epi32::<16>(c.0),
                    _mm512_slli_epi32::<24>(d.0),
                ]
            };
            let all = _mm512_or_si512(_mm512_ternarylogic_epi32::<0xFE>(a.0, b, c), d);
            Zmm(_mm512_permutexvar_epi8(
                self.table(&QUARTERS[BIG as usize]).0,
                all,
            ))
        });
        // SAFETY: the caller promises 64 bytes.
        unsafe { self.store(to, bytes) };
    }

    #[inline(always)]
    unsafe fn put_four(self, to: *mut u8, a: Zmm, b: Zmm) -> usize {
        // SAFETY: the caller promises room for 128 bytes; no more than 64 come first.
        unsafe {
            let count = self.put_used(to, self.spread_four(a));
            count + self.put_used(to.add(count), self.spread_four(b))
        }
    }

    #[inline(always)]
    unsafe fn put_four_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [Zmm; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let (a, b) = (self.spread_four(a), self.spread_four(b));
        // SAFETY: the caller promises the same.
        unsafe { self.put_used_within(to, room, [a, b], 4 * skip, 4 * stop) }
    }

    #[inline(always)]
    unsafe fn put_widened(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 64 bytes to read and 128 to write.
        unsafe {
            let words = _mm512_permutexvar_epi8(self.table(&LOWER_AND_UPPER[0]).0, self.load(from).0);
            let [a, b] = self.part::<false, false>(Zmm(words), self.splat(0));
            self.store(to, a);
            self.store(to.add(64), b);
        }
    }

    #[inline(always)]
    unsafe fn put_joined(self, to: *mut u8, units: Zmm, back1: Zmm) -> usize {
        let (words, upper, kept) = self.join(units, back1);
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
        back1: Zmm,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let (words, upper, kept) = self.join(units, back1);
        let kept = kept & self.chosen(skip, stop, 0) as u32;
        let count = kept.count_ones() as usize;
        if count > room {
            return None;
        }
        let [a, b] = self.joined(words, upper, kept);
        let units = self.first(count);
        // SAFETY: the masks choose the first `count` units, for which there is room.
        unsafe {
            _mm512_mask_storeu_epi32(to.cast(), units as u16, a.0);
            _mm512_mask_storeu_epi32(to.wrapping_add(64).cast(), (units >> 16) as u16, b.0);
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_split(self, to: *mut u8, a: Zmm, b: Zmm) -> usize {
        let ((a, a_kept), (b, b_kept)) = (self.split(a), self.split(b));
        let count = a_kept.count_ones() as usize;
        // SAFETY: the caller promises 128 bytes; no more than 64 come first.
        unsafe {
            self.store(to, Zmm(_mm512_maskz_compress_epi16(a_kept, a.0)));
            self.store(to.add(2 * count), Zmm(_mm512_maskz_compress_epi16(b_kept, b.0)));
        }
        count + b_kept.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_split_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [Zmm; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let ((a, a_kept), (b, b_kept)) = (self.split(a), self.split(b));
        let a_kept = a_kept & self.chosen(2 * skip, 2 * stop, 0) as u32;
        let b_kept = b_kept & self.chosen(2 * skip, 2 * stop, 32) as u32;
        let (a_count, b_count) = (a_kept.count_ones() as usize, b_kept.count_ones() as usize);
        if a_count + b_count > room {
            return None;
        }
        // SAFETY: the masks choose the first units, as many as there is room for.
        unsafe {
            let a = _mm512_maskz_compress_epi16(a_kept, a.0);
            _mm512_mask_storeu_epi16(to.cast(), self.first(a_count) as u32, a);
            let b = _mm512_maskz_compress_epi16(b_kept, b.0);
            _mm512_mask_storeu_epi16(to.add(2 * a_count).cast(), self.first(b_count) as u32, b);
        }
        Some(a_count + b_count)
    }
}
