//! Units of UTF-16 spread out as far as UTF-8 may need. Bytes that one does not need are FF.

use super::tables::*;
use super::{Avx512, Zmm};
use core::arch::x86_64::*;

impl Avx512 {
    #[inline(always)]
    pub(super) fn splat_unit(self, unit: u16) -> __m512i {
        op!(_mm512_set1_epi16(unit as i16))
    }

    /// In each unit's upper byte its last byte in UTF-8, in the lower one FF for ASCII, else something.
    #[inline(always)]
    pub(super) fn lasts(self, units: Zmm) -> Zmm {
        // FF80 | unit & 3F, or FF00 + unit if that is less: for ASCII it is, beyond it saturates.
        let last = op!(_mm512_ternarylogic_epi64::<0xEA>(
            units.0,
            self.splat_unit(0x3F),
            self.splat_unit(0xFF80)
        ));
        Zmm(op!(_mm512_min_epu16(
            last,
            _mm512_adds_epu16(units.0, self.splat_unit(0xFF00))
        )))
    }

    /// What is ORed to the bits of each unit's first two of three bytes.
    #[inline(always)]
    pub(super) fn marks(self, units: Zmm) -> __m512i {
        op!({
            let class = _mm512_or_si512(
                _mm512_min_epu16(units.0, self.splat_unit(0x800)),
                self.splat_unit(0x1000),
            );
            let index = _mm512_multishift_epi64_epi8(self.table(&BITS_10_AND_7).0, class);
            _mm512_permutexvar_epi8(index, self.table(&MARKS).0)
        })
    }

    /// Four bytes for each unit of any kind, FF where it does not need one: the first 16 units', the last 16 units'.
    #[inline(always)]
    pub(super) fn spread_any(self, units: Zmm, back1: Zmm) -> (Zmm, Zmm) {
        op!({
            let top = _mm512_and_si512(units.0, self.splat_unit(0xFC00));
            let high = _mm512_cmpeq_epi16_mask(top, self.splat_unit(0xD800));
            let low = _mm512_cmpeq_epi16_mask(top, self.splat_unit(0xDC00));
            // Bits moved to where the first two of three bytes are fetched from. High: x << 4, where 8400 is -D800 + 40
            // so moved. Low: the high one's two bits above its own.
            let bits = _mm512_mask_add_epi16(
                units.0,
                high,
                _mm512_slli_epi16::<4>(units.0),
                self.splat_unit(0x8400),
            );
            let joined = _mm512_ternarylogic_epi64::<0xCA>(
                self.splat_unit(0xF3FF),
                units.0,
                _mm512_slli_epi16::<10>(back1.0),
            );
            let bits = _mm512_mask_mov_epi16(bits, low, joined);
            let marks = self.marks(units);
            let marks = _mm512_mask_mov_epi16(marks, high, self.splat_unit(0x80F0));
            let marks = _mm512_mask_mov_epi16(marks, low, self.splat_unit(0x80FF));
            let firsts = _mm512_ternarylogic_epi64::<0xEA>(
                _mm512_multishift_epi64_epi8(self.table(&BITS_12_AND_6).0, bits),
                self.splat_unit(0x3F0F),
                marks,
            );
            let lasts = _mm512_mask_mov_epi16(self.lasts(units).0, high, self.splat_unit(0xFFFF));
            // The unpacking works on 128 bits each; this order makes up for it.
            let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
            let firsts = _mm512_permutexvar_epi64(order, firsts);
            let lasts = _mm512_permutexvar_epi64(order, lasts);
            (
                Zmm(_mm512_unpacklo_epi16(firsts, lasts)),
                Zmm(_mm512_unpackhi_epi16(firsts, lasts)),
            )
        })
    }

    /// The positions that are not FF.
    #[inline(always)]
    pub(super) fn used(self, v: Zmm) -> u64 {
        op!(_mm512_cmpneq_epi8_mask(v.0, _mm512_set1_epi8(-1)))
    }

    /// Writes the bytes that are not FF; how many.
    ///
    /// # Safety
    ///
    /// 64 bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn put_used(self, to: *mut u8, v: Zmm) -> usize {
        // SAFETY: the caller promises the same.
        unsafe { self.put_compressed(to, (v, self.used(v))) }
    }

    /// Writes the bytes of `v` at the positions `used`; how many.
    ///
    /// # Safety
    ///
    /// 64 bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn put_compressed(self, to: *mut u8, (v, used): (Zmm, u64)) -> usize {
        // SAFETY: the caller promises 64 bytes.
        unsafe { _mm512_storeu_si512(to.cast(), self.compress(used, v).0) };
        used.count_ones() as usize
    }

    /// The bytes from number `from` on and before number `to` in a vector that begins with number `begin`.
    #[inline(always)]
    pub(super) fn chosen(self, from: usize, to: usize, begin: usize) -> u64 {
        self.first(to.saturating_sub(begin).min(64)) & !self.first(from.saturating_sub(begin).min(64))
    }

    /// Writes the first `count` bytes of `v`, and perhaps the others.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`, `count` at least.
    #[inline(always)]
    pub(super) unsafe fn store_first(self, to: *mut u8, room: usize, v: Zmm, count: usize) {
        // SAFETY: the room is enough for all, or the mask chooses `count` bytes.
        unsafe {
            if room >= 64 {
                _mm512_storeu_si512(to.cast(), v.0);
            } else {
                _mm512_mask_storeu_epi8(to.cast(), self.first(count), v.0);
            }
        }
    }

    /// Writes the bytes that are not FF, from number `start` on and before number `stop` of two vectors together, or `None`
    /// if they are more than `room`.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn put_used_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [Zmm; 2],
        start: usize,
        stop: usize,
    ) -> Option<usize> {
        let a_used = self.used(a) & self.chosen(start, stop, 0);
        let b_used = self.used(b) & self.chosen(start, stop, 64);
        let (a_count, b_count) = (a_used.count_ones() as usize, b_used.count_ones() as usize);
        if a_count + b_count > room {
            return None;
        }
        // SAFETY: there is room for all of these bytes.
        unsafe {
            self.store_first(to, room, self.compress(a_used, a), a_count);
            self.store_first(to.add(a_count), room - a_count, self.compress(b_used, b), b_count);
        }
        Some(a_count + b_count)
    }

    /// Two bytes for each unit below 800, and the positions of those it needs.
    #[inline(always)]
    pub(super) fn spread_two(self, units: Zmm) -> (Zmm, u64) {
        let bits = op!(_mm512_multishift_epi64_epi8(self.table(&BITS_6_AND_0).0, units.0));
        // The first byte is needed where unit >> 6 is 2 or more; the second always.
        let used = op!(_mm512_cmpge_epu8_mask(bits, self.splat_unit(0x0002)));
        // C0 below; above it, in the last byte, bit 7 of the unit, and not the bits that are the first byte's.
        let marks = op!(_mm512_shldi_epi16::<8>(
            _mm512_min_epu16(units.0, self.splat_unit(0x80)),
            self.splat_unit(0xC000)
        ));
        let bytes = op!(_mm512_ternarylogic_epi64::<0xCA>(
            self.splat_unit(0x3F1F),
            bits,
            marks
        ));
        (Zmm(bytes), used)
    }

    /// Two bytes for each of the first half of these, and of the last, and the positions of those that UTF-8 needs.
    #[inline(always)]
    pub(super) fn spread_latin1(self, v: Zmm) -> ((Zmm, u64), (Zmm, u64)) {
        // C2 or C3, by bit 6.
        const FIRST: i64 = matrix(&[(0, 6)]);
        // Bit 6 where bit 7 is set.
        const NOT_ASCII: i64 = matrix(&[(6, 7)]);
        op!({
            let bits = _mm512_movepi8_mask(v.0);
            let v = _mm512_permutexvar_epi8(self.table(&HALVES_TOGETHER).0, v.0);
            let first = _mm512_gf2p8affine_epi64_epi8::<0xC2>(v, self.matrix(FIRST).0);
            let not_ascii = _mm512_gf2p8affine_epi64_epi8::<0>(v, self.matrix(NOT_ASCII).0);
            let second = _mm512_andnot_si512(not_ascii, v);
            let lower = self.splat_unit(0x00FF);
            // a ? b : c
            let a = _mm512_ternarylogic_epi64::<0xCA>(lower, first, _mm512_slli_epi16::<8>(second));
            let b = _mm512_ternarylogic_epi64::<0xCA>(lower, _mm512_srli_epi16::<8>(first), second);
            // The first of two is needed where there are two.
            let used = |bits: u64| _pdep_u64(bits, 0x5555_5555_5555_5555) | 0xAAAA_AAAA_AAAA_AAAA;
            ((Zmm(a), used(bits)), (Zmm(b), used(bits >> 32)))
        })
    }

    /// Writes units below 800; how many bytes.
    ///
    /// # Safety
    ///
    /// 64 bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn put_two_of(self, to: *mut u8, units: Zmm) -> usize {
        // SAFETY: the caller promises the same.
        unsafe { self.put_compressed(to, self.spread_two(units)) }
    }

    /// The first two of three bytes of units that are no surrogates, and the last. The first is less than E0 where it is not
    /// needed, the second less than 80.
    #[inline(always)]
    fn three_of(self, units: Zmm) -> (__m512i, __m512i) {
        op!({
            // 80 from 80 on, else the unit; 4000 from 800 on, else 3800 and the unit.
            let low = _mm512_min_epu16(units.0, self.splat_unit(0x80));
            let high = _mm512_add_epi16(
                _mm512_min_epu16(units.0, self.splat_unit(0x800)),
                self.splat_unit(0x3800),
            );
            // (a & b) | c
            let last = _mm512_ternarylogic_epi64::<0xEA>(units.0, self.splat_unit(0x3F), low);
            // The first: 40 from 800 on, else 38..3F. The second: 80 from 80 on, else less.
            let marks = _mm512_shldi_epi16::<8>(low, high);
            let bits = _mm512_multishift_epi64_epi8(self.table(&BITS_12_AND_6).0, units.0);
            let firsts = _mm512_ternarylogic_epi64::<0xEA>(bits, self.splat_unit(0x3F0F), marks);
            // Of these bits, those that neither has: in the first byte A0, and less for 38..3F; in the second 40 below 800.
            let firsts = _mm512_ternarylogic_epi64::<0x52>(firsts, high, self.splat_unit(0x40A0));
            (firsts, last)
        })
    }

    /// Three bytes for each unit of `a` and then of `b`, no surrogates, and the positions of those it needs.
    #[inline(always)]
    pub(super) fn spread_three(self, a: Zmm, b: Zmm) -> [(Zmm, u64); 3] {
        let ((a, a_last), (b, b_last)) = (self.three_of(a), self.three_of(b));
        let (first, second, third) = (
            self.table(&SPREAD[0]).0,
            self.table(&SPREAD[1]).0,
            self.table(&SPREAD[2]).0,
        );
        op!({
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
        })
    }
}

/// Is the first of three bytes among those that [`Avx512::spread_three`] finds needed?
#[inline(always)]
pub(super) fn begins_three([first, second, third]: [u64; 3]) -> bool {
    const FIRSTS: u64 = 0x9249_2492_4924_9249;
    first & FIRSTS | second & FIRSTS << 2 | third & FIRSTS << 1 != 0
}
