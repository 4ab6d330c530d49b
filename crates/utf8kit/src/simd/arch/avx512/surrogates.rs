//! UTF-16 as a source: comparisons of 16-bit lanes find surrogates.

use super::length::Bits;
use super::{Avx512, Zmm};
use crate::simd::arch::{Surrogates, Utf16, Vectors};
use core::arch::x86_64::*;

impl Avx512 {
    /// Returns a bit for each code unit that has the six upper bits of `surrogate`.
    #[inline(always)]
    fn units_like<const BIG: bool>(self, v: Zmm, surrogate: u16) -> u32 {
        let in_order = |unit: u16| self.splat_u16(if BIG { unit.swap_bytes() } else { unit });
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_cmpeq_epi16_mask((v & in_order(0xFC00)).0, in_order(surrogate).0) }
    }
}

impl Utf16 for Avx512 {
    const UNIT_BITS: u32 = 1;
    /// Whether the first unit of the vector is an unpaired low surrogate.
    type Before = u32;

    #[inline(always)]
    fn native_units<const BIG: bool>(self, v: Zmm) -> Zmm {
        if BIG {
            // A shift of the unit concatenated with itself runs on another port than a shuffle.
            // SAFETY: `self` proves that the processor has the instructions.
            Zmm(unsafe { _mm512_shldi_epi16::<8>(v.0, v.0) })
        } else {
            v
        }
    }

    #[inline(always)]
    fn gather_surrogates<const BIG: bool>(self, all: Zmm, v: Zmm) -> Zmm {
        let (no_surrogate, rest) = if BIG { (0xFF27, 0xFF07) } else { (0x27FF, 0x07FF) };
        // (a ^ b) | c, which is 0xFFFF for surrogates.
        let v = self.ternary::<0xBE>(v, self.splat_u16(no_surrogate), self.splat_u16(rest));
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_max_epu16(all.0, v.0) })
    }

    #[inline(always)]
    fn any_gathered(self, all: Zmm) -> bool {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_cmpeq_epi16_mask(all.0, self.splat_u16(0xFFFF).0) != 0 }
    }

    #[inline(always)]
    fn gather_unpaired<const BIG: bool>(self, all: Zmm, v: Zmm, next: Zmm) -> Zmm {
        let (top, high, low) = if BIG {
            (0x00FC, 0x00D8, 0x00DC)
        } else {
            (0xFC00, 0xD800, 0xDC00)
        };
        // (a ^ b) & c, which is 0 for such a surrogate, and then 1. Of a minimum with 1, LLVM would make a mask and a vector
        // again.
        let is = |v, surrogate| {
            let v = self.ternary::<0x28>(v, self.splat_u16(surrogate), self.splat_u16(top));
            // SAFETY: `self` proves that the processor has the instructions.
            Zmm(unsafe { _mm512_subs_epu16(self.splat_u16(1).0, v.0) })
        };
        // a | (b ^ c)
        self.ternary::<0xF6>(all, is(v, high), is(next, low))
    }

    #[inline(always)]
    fn before(self, unpaired: bool) -> u32 {
        unpaired.into()
    }

    #[inline(always)]
    fn next_unit(self, v: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let next = _mm512_alignr_epi64::<1>(self.splat(0).0, v.0);
            Zmm(_mm512_shrdi_epi64::<16>(v.0, next))
        }
    }

    /// A bit for each such unit.
    type Unpaired = u32;

    #[inline(always)]
    fn unpaired<const BIG: bool>(self, before: u32, v: Zmm, next: Zmm) -> (u32, u32) {
        let is_high = self.units_like::<BIG>(v, 0xD800);
        let low_is_next = self.units_like::<BIG>(next, 0xDC00);
        let unpaired_next = low_is_next & !is_high;
        (
            is_high & !low_is_next | unpaired_next << 1 | before,
            unpaired_next >> 31,
        )
    }

    #[inline(always)]
    fn replace<const BIG: bool>(self, v: Zmm, unpaired: u32) -> Zmm {
        let replacement = self.splat_u16(if BIG { 0xFDFF } else { 0xFFFD });
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_mask_mov_epi16(v.0, unpaired, replacement.0) })
    }

    #[inline(always)]
    fn count_unpaired(self, unpaired: u32, from: usize) -> usize {
        (u64::from(unpaired) >> from).count_ones() as usize
    }

    type Replaced = Bits;

    #[inline(always)]
    fn replaced(self, unpaired: u32) -> Bits {
        Bits(unpaired.count_ones().into())
    }

    #[inline(always)]
    fn any_surrogates_among(self, a: Zmm, b: Zmm) -> bool {
        // Two XORs keep `a` and `b`, which two ternary operations overwrite. Surrogates become 0..=0x7FF.
        let first = self.splat_u16(0xD800).0;
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let min = _mm512_min_epu16(_mm512_xor_si512(a.0, first), _mm512_xor_si512(b.0, first));
            _mm512_cmplt_epu16_mask(min, self.splat_u16(0x800).0) != 0
        }
    }

    #[inline(always)]
    fn surrogates(self, units: Zmm) -> Surrogates {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let top = units & self.splat_u16(0xFC00);
            Surrogates {
                high: _mm512_cmpeq_epi16_mask(top.0, self.splat_u16(0xD800).0).into(),
                low: _mm512_cmpeq_epi16_mask(top.0, self.splat_u16(0xDC00).0).into(),
            }
        }
    }
}
