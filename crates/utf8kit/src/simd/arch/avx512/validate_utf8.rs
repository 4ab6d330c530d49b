//! Validation of UTF-8: a shuffle looks up what the byte before requires of a byte, another which requirements the byte
//! fails, and there is an error where the two have a bit in common.

use super::tables::*;
use super::{Avx512, Zmm};
use crate::simd::arch::registers::MAX_AT_END;
use crate::simd::arch::{Validate, Vectors};
use core::arch::x86_64::*;

impl Avx512 {
    /// Returns what the byte before requires of each byte, and which requirements the byte fails: bits of [`require`].
    #[inline(always)]
    pub(super) fn required_and_failed(self, current: Zmm, prev1: Zmm) -> (Zmm, Zmm) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let required = _mm512_permutexvar_epi8(self.subs(prev1, 0xBF).0, self.table(&REQUIRED).0);
            let failed = _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(current.0), self.table(&FAILED).0);
            (Zmm(required), Zmm(failed))
        }
    }
}

impl Validate for Avx512 {
    #[inline(always)]
    fn after_zeros(self, v: Zmm) -> [Zmm; 3] {
        self.after(self.splat(0), v)
    }

    #[inline(always)]
    fn after(self, before: Zmm, v: Zmm) -> [Zmm; 3] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let before = _mm512_alignr_epi64::<7>(v.0, before.0);
            [
                Zmm(_mm512_shldi_epi64::<8>(v.0, before)),
                Zmm(_mm512_shldi_epi64::<16>(v.0, before)),
                Zmm(_mm512_shldi_epi64::<24>(v.0, before)),
            ]
        }
    }

    #[inline(always)]
    fn before_zero(self, v: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let next = _mm512_alignr_epi64::<1>(_mm512_setzero_si512(), v.0);
            Zmm(_mm512_shrdi_epi64::<8>(v.0, next))
        }
    }

    #[inline(always)]
    fn any_not_ascii(self, v: Zmm) -> bool {
        // This test runs on port 5 of Intel's processors. Moving the bytes' signs to a mask takes port 0, as most steps do.
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_test_epi32_mask(v.0, self.splat(0x80).0) != 0 }
    }

    #[inline(always)]
    fn any_starts_four(self, v: Zmm) -> bool {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_cmpge_epu8_mask(v.0, self.splat(0xF0).0) != 0 }
    }

    #[inline(always)]
    fn any_or_cut(self, errors: Zmm, v: Zmm) -> bool {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let cut = _mm512_cmpgt_epu8_mask(v.0, self.table(&MAX_AT_END).0);
            _mm512_test_epi8_mask(errors.0, errors.0) | cut != 0
        }
    }

    #[inline(always)]
    fn zeros_before(self, v: Zmm) -> usize {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_test_epi8_mask(v.0, v.0).trailing_zeros() as usize }
    }

    #[inline(always)]
    fn utf8_errors(self, current: Zmm, prev1: Zmm, prev2: Zmm, prev3: Zmm) -> Zmm {
        let (required, failed) = self.required_and_failed(current, prev1);
        // 0x40 or more from 0xE0 on, and from 0xF0: (a | b) & c.
        let third = self.ternary::<0xA8>(
            self.subs(prev2, 0xA0),
            self.subs(prev3, 0xB0),
            self.splat(require::NOTHING),
        );
        self.ternary::<0x78>(third, required, failed)
    }

    #[inline(always)]
    fn utf8_carry(self, current: Zmm, prev1: Zmm) -> Zmm {
        let (required, failed) = self.required_and_failed(current, prev1);
        // (a | b) & c
        self.ternary::<0xA8>(required, failed, self.splat(require::LATER))
    }

    #[inline(always)]
    unsafe fn utf8_errors_at(self, carry: &mut Zmm, current: Zmm, at: *const u8) -> Zmm {
        // SAFETY: the caller promises the byte before `at`, and 64 from there.
        let prev1 = unsafe { self.load(at.sub(1)) };
        let (required, failed) = self.required_and_failed(current, prev1);
        let later = self.ternary::<0xA8>(required, failed, self.splat(require::LATER));
        let before = core::mem::replace(carry, later);
        // Moves two bytes on, and one bit down, where LATER becomes NOTHING.
        // SAFETY: `self` proves that the processor has the instructions.
        let third = unsafe {
            let before = _mm512_alignr_epi64::<7>(later.0, before.0);
            _mm512_shldi_epi64::<15>(later.0, before)
        };
        // a ^ (b & c)
        self.ternary::<0x78>(Zmm(third), required, failed)
    }

    #[inline(always)]
    fn utf8_errors_below_four(self, current: Zmm, prev1: Zmm, prev2: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            use below_four::*;
            let index = self.subs(prev1, 0xBF);
            let required = _mm512_permutexvar_epi8(index.0, self.table(&REQUIRED_BELOW_FOUR).0);
            let failed = _mm512_mask_gf2p8affine_epi64_epi8::<FAILED_BY_ZERO>(
                self.splat(CONTINUE).0,
                _mm512_movepi8_mask(current.0),
                current.0,
                self.matrix(FAILED_BY_BITS).0,
            );
            // a ^ (b & c). The first operand has NOTHING from 0xE0 on.
            let errors = self.ternary::<0x78>(self.subs(prev2, 0xD0), Zmm(required), Zmm(failed));
            // 0xFF is looked up like the first entry, and has this bit in the index: a | (b & c).
            self.ternary::<0xF8>(errors, index, self.splat(0x40))
        }
    }

    #[inline(always)]
    fn any_below_four(self, errors: Zmm) -> bool {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_test_epi8_mask(errors.0, self.splat(below_four::ANY).0) != 0 }
    }
}
