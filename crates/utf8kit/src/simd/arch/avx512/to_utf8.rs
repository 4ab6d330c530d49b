//! Code units to UTF-8: each unit is spread to two, three or four bytes, and a compression leaves out the unused ones.

use super::tables::*;
use super::{Avx512, Zmm};
use crate::simd::arch::{Chosen, ToUtf8, Vectors};
use core::arch::x86_64::*;

impl Avx512 {
    /// Returns, in the upper byte of each unit, its last byte in UTF-8. The lower byte is `0xFF` for ASCII, and unspecified
    /// for others.
    #[inline(always)]
    fn lasts(self, units: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            // The smaller of 0xFF80 | unit & 0x3F and 0xFF00 + unit, which is smaller for ASCII and saturates beyond.
            let last =
                _mm512_ternarylogic_epi64::<0xEA>(units.0, self.splat_u16(0x3F).0, self.splat_u16(0xFF80).0);
            Zmm(_mm512_min_epu16(
                last,
                _mm512_adds_epu16(units.0, self.splat_u16(0xFF00).0),
            ))
        }
    }

    /// Returns what is ORed to the bits of each unit's first two of three bytes.
    #[inline(always)]
    fn marks(self, units: Zmm) -> __m512i {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let class = _mm512_or_si512(
                _mm512_min_epu16(units.0, self.splat_u16(0x800).0),
                self.splat_u16(0x1000).0,
            );
            let index = _mm512_multishift_epi64_epi8(self.table(&BITS_10_AND_7).0, class);
            _mm512_permutexvar_epi8(index, self.table(&MARKS).0)
        }
    }

    /// Returns four bytes for each unit of any kind: those of the first 16 units, and of the last 16. Unused bytes are
    /// `0xFF`.
    #[inline(always)]
    fn spread_any(self, units: Zmm, prev1: Zmm) -> (Zmm, Zmm) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let top = _mm512_and_si512(units.0, self.splat_u16(0xFC00).0);
            let high = _mm512_cmpeq_epi16_mask(top, self.splat_u16(0xD800).0);
            let low = _mm512_cmpeq_epi16_mask(top, self.splat_u16(0xDC00).0);
            // Moves bits to where the first two of three bytes are fetched from. High surrogates: (unit - 0xD800 + 0x40) << 4,
            // and 0x8400 is (0x40 - 0xD800) << 4 in 16 bits. Low surrogates: the two lowest bits of the high one above the unit's own.
            let bits = _mm512_mask_add_epi16(
                units.0,
                high,
                _mm512_slli_epi16::<4>(units.0),
                self.splat_u16(0x8400).0,
            );
            let joined = _mm512_ternarylogic_epi64::<0xCA>(
                self.splat_u16(0xF3FF).0,
                units.0,
                _mm512_slli_epi16::<10>(prev1.0),
            );
            let bits = _mm512_mask_mov_epi16(bits, low, joined);
            let marks = self.marks(units);
            let marks = _mm512_mask_mov_epi16(marks, high, self.splat_u16(0x80F0).0);
            let marks = _mm512_mask_mov_epi16(marks, low, self.splat_u16(0x80FF).0);
            let firsts = _mm512_ternarylogic_epi64::<0xEA>(
                _mm512_multishift_epi64_epi8(self.table(&BITS_12_AND_6).0, bits),
                self.splat_u16(0x3F0F).0,
                marks,
            );
            let lasts = _mm512_mask_mov_epi16(self.lasts(units).0, high, self.splat_u16(0xFFFF).0);
            // The interleaving works on 128-bit lanes, and this order compensates.
            let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
            let firsts = _mm512_permutexvar_epi64(order, firsts);
            let lasts = _mm512_permutexvar_epi64(order, lasts);
            (
                Zmm(_mm512_unpacklo_epi16(firsts, lasts)),
                Zmm(_mm512_unpackhi_epi16(firsts, lasts)),
            )
        }
    }

    /// Returns the vectors with the positions that are not `0xFF`.
    #[inline(always)]
    fn used(self, (a, b): (Zmm, Zmm)) -> [(Zmm, u64); 2] {
        let unused = self.splat(0xFF).0;
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            [
                (a, _mm512_cmpneq_epi8_mask(a.0, unused)),
                (b, _mm512_cmpneq_epi8_mask(b.0, unused)),
            ]
        }
    }

    /// Returns the `parts` less the bytes outside of `start..stop` of both vectors together.
    #[inline(always)]
    fn parts_between(self, [a, b]: [(Zmm, u64); 2], start: usize, stop: usize) -> [(Zmm, u64); 2] {
        [
            (a.0, a.1 & self.chosen(start, stop, 0)),
            (b.0, b.1 & self.chosen(start, stop, 64)),
        ]
    }

    /// Returns two bytes for each unit below `0x800`, and the positions of the used ones.
    #[inline(always)]
    fn spread_two(self, units: Zmm) -> (Zmm, u64) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let bits = _mm512_multishift_epi64_epi8(self.table(&BITS_6_AND_0).0, units.0);
            // The first byte is used where unit >> 6 is 2 or more, the second always.
            let used = _mm512_cmpge_epu8_mask(bits, self.splat_u16(0x0002).0);
            // 0xC0 in the first byte. In the second, the unit itself for ASCII and else 0x80.
            let marks = _mm512_shldi_epi16::<8>(
                _mm512_min_epu16(units.0, self.splat_u16(0x80).0),
                self.splat_u16(0xC000).0,
            );
            let bytes = _mm512_ternarylogic_epi64::<0xCA>(self.splat_u16(0x3F1F).0, bits, marks);
            (Zmm(bytes), used)
        }
    }

    /// Returns the first two of three bytes of units that are not surrogates, and the last. The first is less than `0xE0`
    /// where it is unused, the second less than `0x80`.
    #[inline(always)]
    fn three_of(self, units: Zmm) -> (__m512i, __m512i) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            // 0x80 from 0x80 on, and else the unit. 0x4000 from 0x800 on, and else 0x3800 + the unit.
            let low = _mm512_min_epu16(units.0, self.splat_u16(0x80).0);
            let high = _mm512_add_epi16(
                _mm512_min_epu16(units.0, self.splat_u16(0x800).0),
                self.splat_u16(0x3800).0,
            );
            // (a & b) | c
            let last = _mm512_ternarylogic_epi64::<0xEA>(units.0, self.splat_u16(0x3F).0, low);
            // The first byte: 0x40 from 0x800 on, and else 0x38..=0x3F. The second: 0x80 from 0x80 on, and else less.
            let marks = _mm512_shldi_epi16::<8>(low, high);
            let bits = _mm512_multishift_epi64_epi8(self.table(&BITS_12_AND_6).0, units.0);
            let firsts = _mm512_ternarylogic_epi64::<0xEA>(bits, self.splat_u16(0x3F0F).0, marks);
            // Inverts bits that neither has: in the first byte those of 0xA0, fewer for 0x38..=0x3F; in the second 0x40 below
            // 0x800.
            let firsts = _mm512_ternarylogic_epi64::<0x52>(firsts, high, self.splat_u16(0x40A0).0);
            (firsts, last)
        }
    }

    /// Returns three bytes for each unit of `a` and then of `b`, none of them a surrogate, and the positions of the used
    /// ones.
    #[inline(always)]
    fn spread_three(self, a: Zmm, b: Zmm) -> [(Zmm, u64); 3] {
        let ((a, a_last), (b, b_last)) = (self.three_of(a), self.three_of(b));
        let (first, second, third) = (
            self.table(&SPREAD[0]).0,
            self.table(&SPREAD[1]).0,
            self.table(&SPREAD[2]).0,
        );
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let begin = _mm512_permutex2var_epi8(a, first, a_last);
            let middle = _mm512_mask_mov_epi8(
                _mm512_permutex2var_epi8(a, second, a_last),
                !0 << 32,
                _mm512_permutex2var_epi8(b, second, b_last),
            );
            let end = _mm512_permutex2var_epi8(b, third, b_last);
            [
                (Zmm(begin), _mm512_cmpge_epu8_mask(begin, self.table(&LEAST[0]).0)),
                (
                    Zmm(middle),
                    _mm512_cmpge_epu8_mask(middle, self.table(&LEAST[1]).0),
                ),
                (Zmm(end), _mm512_cmpge_epu8_mask(end, self.table(&LEAST[2]).0)),
            ]
        }
    }

    /// Returns four bytes for each 32-bit unit below `0x20_0000`. Unused bytes are `0xFF`.
    #[inline(always)]
    fn spread_four(self, units: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            // The number of leading zeros gives the length: 26 and 25 for ASCII (25 from 0x40 on), 24 to 21, 20 to 16, and 15
            // to 11. No two kinds have the same four lowest bits.
            let zeros = _mm512_lzcnt_epi32(_mm512_or_si512(units.0, self.splat_u32(0x20).0));
            let marks = _mm512_permutexvar_epi32(zeros, self.table(&MARKS_OF_FOUR).0);
            let bits = _mm512_multishift_epi64_epi8(self.table(&BITS_18_12_6_AND_0).0, units.0);
            // (a & b) | c
            Zmm(_mm512_ternarylogic_epi64::<0xEA>(
                bits,
                self.splat_u32(0x3F3F_3F07).0,
                marks,
            ))
        }
    }
}

/// Returns `true` if the first of three bytes is among those that [`Avx512::spread_three`] marks as used.
#[inline(always)]
fn begins_three([first, second, third]: [u64; 3]) -> bool {
    const FIRSTS: u64 = 0x9249_2492_4924_9249;
    first & FIRSTS | second & FIRSTS << 2 | third & FIRSTS << 1 != 0
}

impl ToUtf8 for Avx512 {
    #[inline(always)]
    unsafe fn put_two(self, to: *mut u8, a: Zmm, b: Zmm) -> usize {
        // SAFETY: the caller promises 128 bytes.
        unsafe { self.put_parts(to, [self.spread_two(a), self.spread_two(b)]) }
    }

    #[inline(always)]
    unsafe fn put_three(self, to: *mut u8, a: Zmm, b: Zmm) -> (usize, bool) {
        let parts = self.spread_three(a, b);
        // SAFETY: the caller promises more than 192 bytes.
        let count = unsafe { self.put_parts(to, parts) };
        (count, begins_three([parts[0].1, parts[1].1, parts[2].1]))
    }

    #[inline(always)]
    unsafe fn put_any(self, to: *mut u8, units: Zmm, prev1: Zmm) -> usize {
        // SAFETY: the caller promises 128 bytes.
        unsafe { self.put_parts(to, self.used(self.spread_any(units, prev1))) }
    }

    #[inline(always)]
    unsafe fn put_four(self, to: *mut u8, a: Zmm, b: Zmm) -> usize {
        // SAFETY: the caller promises 128 bytes.
        unsafe { self.put_parts(to, self.used((self.spread_four(a), self.spread_four(b)))) }
    }

    #[inline(always)]
    unsafe fn put_two_short(self, to: *mut u8, room: usize, units: Zmm, len: usize) -> Option<usize> {
        debug_assert!(len <= 32);
        let (bytes, used) = self.spread_two(units);
        // SAFETY: the caller promises the room.
        unsafe { self.put_parts_within(to, room, [(bytes, used & self.first(2 * len))]) }
    }

    #[inline(always)]
    unsafe fn put_two_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [Zmm; 2],
        chosen: Chosen,
    ) -> Option<usize> {
        let ((a, a_used), (b, b_used)) = (self.spread_two(a), self.spread_two(b));
        let [a_skip, b_skip] = chosen.left_out(32);
        let parts = [
            (a, a_used & !self.first(2 * a_skip)),
            (b, b_used & !self.first(2 * b_skip)),
        ];
        // SAFETY: the caller promises the room.
        unsafe { self.put_parts_within(to, room, parts) }
    }

    #[inline(always)]
    unsafe fn put_three_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [Zmm; 2],
        chosen: Chosen,
    ) -> Option<usize> {
        let [first, second, third] = self.spread_three(a, b);
        // The bytes of `a` end in the middle of the second vector.
        let (end, [a_skip, b_skip]) = (3 * 32, chosen.left_out(32));
        let of_a = |begin| self.chosen(3 * a_skip, end, begin);
        let of_b = |begin| self.chosen(end + 3 * b_skip, 2 * end, begin);
        let parts = [
            (first.0, first.1 & of_a(0)),
            (second.0, second.1 & (of_a(64) | of_b(64))),
            (third.0, third.1 & of_b(128)),
        ];
        // SAFETY: the caller promises the room.
        unsafe { self.put_parts_within(to, room, parts) }
    }

    #[inline(always)]
    unsafe fn put_any_within(
        self,
        to: *mut u8,
        room: usize,
        units: Zmm,
        prev1: Zmm,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        debug_assert!(skip <= stop && stop <= 32);
        let parts = self.used(self.spread_any(units, prev1));
        // SAFETY: the caller promises the room.
        unsafe { self.put_parts_within(to, room, self.parts_between(parts, 4 * skip, 4 * stop)) }
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
        debug_assert!(skip <= stop && stop <= 32);
        let parts = self.used((self.spread_four(a), self.spread_four(b)));
        // SAFETY: the caller promises the room.
        unsafe { self.put_parts_within(to, room, self.parts_between(parts, 4 * skip, 4 * stop)) }
    }
}
