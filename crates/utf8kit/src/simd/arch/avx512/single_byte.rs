//! Single-byte encodings, by looking up bytes among 128.

use super::tables::NARROW;
use super::{Avx512, Zmm};
use crate::simd::arch::page::{Encoded, Found, Leads, Slots, Table128, UpperHalf};
use crate::simd::arch::{SingleByte, Vectors};
use core::arch::x86_64::*;

impl Avx512 {
    /// Returns the two halves of a table.
    #[inline(always)]
    fn halves(self, table: &Table128) -> [__m512i; 2] {
        let start: *const u8 = table.as_ptr().cast();
        // SAFETY: the table has both vectors.
        unsafe { [self.load(start).0, self.load(start.add(64)).0] }
    }

    /// Returns the entry of a table for the seven lower bits of each byte.
    #[inline(always)]
    fn entries(self, table: &Table128, indices: __m512i) -> __m512i {
        let [first, last] = self.halves(table);
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_permutex2var_epi8(first, indices, last) }
    }
}

impl Avx512 {
    /// Returns the bytes of code units that are not ASCII, given by their low and their high bytes, and which of them are right.
    #[inline(always)]
    fn in_slots(self, slots: &Slots, low: __m512i, high: __m512i) -> (__m512i, u64) {
        /// The three highest bits of a byte.
        const TOP: i64 = i64::from_be_bytes([0x20, 0x40, 0x80, 0, 0, 0, 0, 0]);
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let hash = _mm512_xor_si512(
                _mm512_gf2p8affine_epi64_epi8::<0>(low, self.matrix(TOP).0),
                _mm512_gf2p8affine_epi64_epi8::<0>(high, self.matrix(i64::from_be_bytes(slots.rows)).0),
            );
            let start = self.entries(&slots.starts, hash);
            // (a & b) | c
            let place = _mm512_ternarylogic_epi64::<0xEA>(low, self.splat(0x1F).0, start);
            let [first, last] = &slots.bytes;
            let bytes = _mm512_mask_mov_epi8(
                self.entries(first, place),
                _mm512_movepi8_mask(place),
                self.entries(last, place),
            );
            let has_low = _mm512_cmpeq_epi8_mask(self.entries(&slots.units.low, bytes), low);
            let are_right =
                _mm512_mask_cmpeq_epi8_mask(has_low, self.entries(&slots.units.high, bytes), high);
            (bytes, are_right)
        }
    }
}

impl SingleByte for Avx512 {
    #[inline(always)]
    fn look_up(self, page: &UpperHalf, bytes: Zmm) -> Found<Zmm> {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            // The interleaving works on 128-bit lanes, and this order compensates.
            let bytes = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), bytes.0);
            let not_ascii = _mm512_movepi8_mask(bytes);
            let [first, last] = self.halves(&page.low);
            let low = _mm512_mask2_permutex2var_epi8(first, bytes, not_ascii, last);
            let [first, last] = self.halves(&page.high);
            let high = _mm512_maskz_permutex2var_epi8(not_ascii, first, bytes, last);
            Found {
                units: [
                    Zmm(_mm512_unpacklo_epi8(low, high)),
                    Zmm(_mm512_unpackhi_epi8(low, high)),
                ],
                is_defined: _mm512_cmpeq_epi8_mask(high, self.splat(0xD8).0) == 0,
            }
        }
    }

    #[inline(always)]
    fn bytes_of(self, slots: &Slots, a: Zmm, b: Zmm) -> (Zmm, bool) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let low = _mm512_permutex2var_epi8(a.0, self.table(&NARROW[0]).0, b.0);
            let high = _mm512_permutex2var_epi8(a.0, self.table(&NARROW[1]).0, b.0);
            let (bytes, are_right) = self.in_slots(slots, low, high);
            // a | (b & c)
            let not_ascii = _mm512_ternarylogic_epi64::<0xF8>(high, low, self.splat(0x80).0);
            let ascii = _mm512_testn_epi8_mask(not_ascii, not_ascii);
            (
                Zmm(_mm512_mask_mov_epi8(bytes, ascii, low)),
                are_right | ascii == !0,
            )
        }
    }

    const LOOKS_UP_128: bool = true;

    #[inline(always)]
    fn bytes_of_utf8(
        self,
        slots: &Slots,
        current: Zmm,
        [prev1, prev2]: [Zmm; 2],
        before: Leads,
    ) -> Encoded<Zmm> {
        let Zmm(current) = current;
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let at_least = |byte| _mm512_cmpge_epu8_mask(current, self.splat(byte).0);
            let (from_80, from_c0) = (_mm512_movepi8_mask(current), at_least(0xC0));
            let (of_three, of_four) = (at_least(0xE0), at_least(0xF0));
            let second = from_c0 << 1 | before.all >> 63;
            let third = of_three << 2 | before.of_three >> 62;
            let second_of_three = of_three << 1 | before.of_three >> 63;
            // What continues a character has its six bits, the bits of the byte before, and the four of the first of three. Those are
            // zeros of any other byte.
            let low = _mm512_ternarylogic_epi64::<0xCA>(
                self.splat(0x3F).0,
                current,
                _mm512_slli_epi16::<6>(prev1.0),
            );
            let upper = _mm512_slli_epi16::<4>(_mm512_max_epu8(prev2.0, self.splat(0xE0).0));
            let high =
                _mm512_ternarylogic_epi64::<0xCA>(self.splat(0x0F).0, _mm512_srli_epi16::<2>(prev1.0), upper);
            let (bytes, are_right) = self.in_slots(slots, low, high);
            // Of three bytes, but below U+0800.
            let overlong = third & _mm512_cmplt_epu8_mask(high, self.splat(0x08).0);
            let kept = !(from_c0 | second_of_three);
            Encoded {
                bytes: Zmm(_mm512_mask_mov_epi8(bytes, !from_80, current)),
                kept,
                errors: (from_80 & !from_c0) ^ (second | third)
                    | of_four
                    | overlong
                    | kept & from_80 & !are_right,
                leads: Leads {
                    all: from_c0,
                    of_three,
                },
            }
        }
    }
}
