//! Single-byte encodings, by looking up bytes among 128.

use super::tables::NARROW;
use super::{Avx512, Zmm};
use crate::simd::arch::{SingleByte, Vectors};
use crate::simd::single_byte::{Found, Slots, Table128, UpperHalf};
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
        /// The three highest bits of a byte.
        const TOP: i64 = i64::from_be_bytes([0x20, 0x40, 0x80, 0, 0, 0, 0, 0]);
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let low = _mm512_permutex2var_epi8(a.0, self.table(&NARROW[0]).0, b.0);
            let high = _mm512_permutex2var_epi8(a.0, self.table(&NARROW[1]).0, b.0);
            let hash = _mm512_xor_si512(
                _mm512_gf2p8affine_epi64_epi8::<0>(low, self.matrix(TOP).0),
                _mm512_gf2p8affine_epi64_epi8::<0>(high, self.matrix(i64::from_be_bytes(slots.rows)).0),
            );
            // (a & b) | c
            let place = _mm512_ternarylogic_epi64::<0xEA>(
                low,
                self.splat(0x1F).0,
                self.entries(&slots.starts, hash),
            );
            let [first, last] = &slots.bytes;
            let byte = _mm512_mask_mov_epi8(
                self.entries(first, place),
                _mm512_movepi8_mask(place),
                self.entries(last, place),
            );
            let is_low = _mm512_cmpeq_epi8_mask(self.entries(&slots.units.low, byte), low);
            let is_its =
                _mm512_mask_cmpeq_epi8_mask(is_low, self.entries(&slots.units.high, byte), high);
            // a | (b & c)
            let not_ascii = _mm512_ternarylogic_epi64::<0xF8>(high, low, self.splat(0x80).0);
            let is_ascii = _mm512_testn_epi8_mask(not_ascii, not_ascii);
            (
                Zmm(_mm512_mask_mov_epi8(byte, is_ascii, low)),
                is_its | is_ascii == !0,
            )
        }
    }
}
