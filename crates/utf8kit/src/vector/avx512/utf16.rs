//! UTF-16 as a source: comparisons of 16-bit lanes find surrogates.

use super::{Avx512, Zmm};
use crate::vector::{Surrogates, Utf16, Vectors};
use core::arch::x86_64::*;

impl Utf16 for Avx512 {
    const UNIT_BITS: u32 = 1;

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
        // (a ^ b) & c, which is 0 for such a surrogate, reduced to 0 or 1.
        let is_none = |v, surrogate| {
            let v = self.ternary::<0x28>(v, self.splat_u16(surrogate), self.splat_u16(top));
            // SAFETY: `self` proves that the processor has the instructions.
            Zmm(unsafe { _mm512_min_epu16(v.0, self.splat_u16(1).0) })
        };
        // a | (b ^ c)
        self.ternary::<0xF6>(all, is_none(v, high), is_none(next, low))
    }

    #[inline(always)]
    fn replace_unpaired<const BIG: bool>(self, prev1: Zmm, v: Zmm, next: Zmm) -> (Zmm, usize) {
        let (top, high, low, replacement) = if BIG {
            (0x00FC, 0x00D8, 0x00DC, 0xFDFF)
        } else {
            (0xFC00, 0xD800, 0xDC00, 0xFFFD)
        };
        let top = self.splat_u16(top);
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let is = |v: Zmm, surrogate| _mm512_testn_epi16_mask((v ^ self.splat_u16(surrogate)).0, top.0);
            let unpaired = is(v, high) & !is(next, low) | is(v, low) & !is(prev1, high);
            let repaired = _mm512_mask_mov_epi16(v.0, unpaired, self.splat_u16(replacement).0);
            (Zmm(repaired), unpaired.count_ones() as usize)
        }
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
