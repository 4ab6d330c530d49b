//! UTF-8 to Latin-1 and back, by compression.

use super::tables::{HALVES_TOGETHER, matrix};
use super::{Avx512, Zmm};
use crate::simd::arch::{Latin1, Vectors};
use core::arch::x86_64::*;

impl Avx512 {
    /// Returns two bytes for each of the first 32 bytes, and for each of the last, with the positions of the used ones.
    #[inline(always)]
    pub(super) fn spread_latin1(self, v: Zmm) -> [(Zmm, u64); 2] {
        // 0xC2, with bit 6 added: 0xC3.
        const FIRST: i64 = matrix(&[(0, 6)]);
        // Bit 6 where bit 7 is set.
        const NOT_ASCII: i64 = matrix(&[(6, 7)]);
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let bits = _mm512_movepi8_mask(v.0);
            let v = _mm512_permutexvar_epi8(self.table(&HALVES_TOGETHER).0, v.0);
            let first = _mm512_gf2p8affine_epi64_epi8::<0xC2>(v, self.matrix(FIRST).0);
            let not_ascii = _mm512_gf2p8affine_epi64_epi8::<0>(v, self.matrix(NOT_ASCII).0);
            let second = _mm512_andnot_si512(not_ascii, v);
            let lower = self.splat_u16(0x00FF).0;
            // a ? b : c
            let a = _mm512_ternarylogic_epi64::<0xCA>(lower, first, _mm512_slli_epi16::<8>(second));
            let b = _mm512_ternarylogic_epi64::<0xCA>(lower, _mm512_srli_epi16::<8>(first), second);
            // The lead byte is used where there are two bytes.
            let used = |bits: u64| _pdep_u64(bits, 0x5555_5555_5555_5555) | 0xAAAA_AAAA_AAAA_AAAA;
            [(Zmm(a), used(bits)), (Zmm(b), used(bits >> 32))]
        }
    }
}

impl Latin1 for Avx512 {
    #[inline(always)]
    fn bits_first_of_latin1(self, v: Zmm) -> u64 {
        let even = v & self.splat(0xFE);
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_cmpeq_epi8_mask(even.0, self.splat(0xC2).0) }
    }

    #[inline(always)]
    fn latin1_of(self, current: Zmm, prev1: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let after_c3 = _mm512_cmpeq_epi8_mask(prev1.0, self.splat(0xC3).0);
            Zmm(_mm512_mask_add_epi8(
                current.0,
                after_c3,
                current.0,
                self.splat(0x40).0,
            ))
        }
    }

    #[inline(always)]
    unsafe fn put_bytes(self, to: *mut u8, v: Zmm, kept: u64) -> usize {
        // SAFETY: the caller promises 64 bytes.
        unsafe { self.put_parts(to, [(v, kept)]) }
    }

    #[inline(always)]
    unsafe fn put_bytes_within(self, to: *mut u8, room: usize, v: Zmm, kept: u64) {
        // SAFETY: the caller promises the room, which is enough.
        unsafe { self.put_parts_in_room(to, room, [(v, kept)]) };
    }

    #[inline(always)]
    unsafe fn put_latin1(self, to: *mut u8, v: Zmm) -> usize {
        // SAFETY: the caller promises 128 bytes.
        unsafe { self.put_parts(to, self.spread_latin1(v)) }
    }

    #[inline(always)]
    unsafe fn put_latin1_within(self, to: *mut u8, room: usize, v: Zmm, len: usize) -> usize {
        debug_assert!(len <= Self::LEN);
        let [(a, a_used), (b, b_used)] = self.spread_latin1(v);
        if len <= 32 {
            // SAFETY: the caller promises the room, which is enough.
            return unsafe { self.put_parts_in_room(to, room, [(a, a_used & self.first(2 * len))]) };
        }
        let parts = [
            (a, a_used & self.chosen(0, 2 * len, 0)),
            (b, b_used & self.chosen(0, 2 * len, 64)),
        ];
        // SAFETY: the caller promises the room, which is enough.
        unsafe { self.put_parts_in_room(to, room, parts) }
    }
}
