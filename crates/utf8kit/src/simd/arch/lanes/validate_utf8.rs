//! Validation of UTF-8: the steps, and their code for 128-bit lanes.
//!
//! The lanes look up the byte before by both its nibbles, and the byte by its high one, which gives bits of possible errors; a
//! bit that all three tables have is one. John Keiser and Daniel Lemire describe the algorithm in "Validating UTF-8 In Less
//! Than One Instruction Per Byte", 2021.

use super::tables::nibbles;
use super::{Lanes, lookup};
use crate::simd::arch::Vectors;
use crate::simd::arch::registers::MAX_AT_END;

/// Steps of the kernels that validate UTF-8.
///
/// `prev1`, `prev2` and `prev3` are the text shifted by one, two and three bytes: at each position the byte so far before
/// it.
pub(crate) trait Validate: Vectors {
    /// Returns `v` shifted by one, two and three bytes: what loads so many bytes earlier return if zeros precede `v`.
    fn after_zeros(self, v: Self::Bytes) -> [Self::Bytes; 3];

    /// Returns `v`, which follows `before`, shifted by one, two and three bytes.
    fn after(self, before: Self::Bytes, v: Self::Bytes) -> [Self::Bytes; 3];

    /// Returns what a load one byte later returns if a zero follows `v`.
    fn before_zero(self, v: Self::Bytes) -> Self::Bytes;

    /// Returns `true` if any byte is `0x80` or more.
    fn any_not_ascii(self, v: Self::Bytes) -> bool;

    /// Returns `true` if any byte is `0xF0` or more.
    fn any_starts_four(self, v: Self::Bytes) -> bool;

    /// Returns `true` if any byte of `errors` is not zero, or if a sequence is incomplete at the end of `v`.
    fn any_or_cut(self, errors: Self::Bytes, v: Self::Bytes) -> bool;

    /// Returns the number of bytes before the first one that is not zero: all, if there is none.
    fn zeros_before(self, v: Self::Bytes) -> usize;

    /// Returns nonzero bytes where the text `current` is ill-formed, by the bytes there and up to three bytes before.
    fn utf8_errors(
        self,
        current: Self::Bytes,
        prev1: Self::Bytes,
        prev2: Self::Bytes,
        prev3: Self::Bytes,
    ) -> Self::Bytes;

    /// Returns what [`Self::utf8_errors_at`] of the next vector needs of this one.
    fn utf8_carry(self, current: Self::Bytes, prev1: Self::Bytes) -> Self::Bytes;

    /// Returns [`Self::utf8_errors`] of the vector `current` at `at`. `carry` is [`Self::utf8_carry`] of the vector before
    /// and becomes that of this one.
    ///
    /// # Safety
    ///
    /// `current` is [`Vectors::LEN`] bytes at `at`, which can be read, and so can the three bytes before `at`.
    unsafe fn utf8_errors_at(
        self,
        carry: &mut Self::Bytes,
        current: Self::Bytes,
        at: *const u8,
    ) -> Self::Bytes;

    /// Returns the errors for [`Self::any_below_four`] of text that must not have a byte of `0xF0` or more. Such bytes are
    /// reported at the byte after them, thus all but the last one of the text.
    fn utf8_errors_below_four(
        self,
        current: Self::Bytes,
        prev1: Self::Bytes,
        prev2: Self::Bytes,
    ) -> Self::Bytes;

    /// Returns `true` if [`Self::utf8_errors_below_four`] found an error.
    #[inline(always)]
    fn any_below_four(self, errors: Self::Bytes) -> bool {
        self.any(errors)
    }
}

/// Returns the bits that the error tables have for each byte and the one before. Unless `FOUR`, bytes of `0xF0` or more are
/// errors.
#[inline(always)]
pub(super) fn nibble_errors<S: Lanes, const FOUR: bool>(
    simd: S,
    current: S::Bytes,
    prev1: S::Bytes,
) -> S::Bytes {
    use nibbles::*;
    let (before_high, before_low, current_high) = if FOUR {
        (&BEFORE_HIGH, &BEFORE_LOW, &CURRENT_HIGH)
    } else {
        (
            &BEFORE_HIGH_BELOW_FOUR,
            &BEFORE_LOW_BELOW_FOUR,
            &CURRENT_HIGH_BELOW_FOUR,
        )
    };
    let nibble = simd.splat(0x0F);
    lookup(simd, before_high, simd.shr_u16::<4>(prev1) & nibble)
        & lookup(simd, before_low, prev1 & nibble)
        & lookup(simd, current_high, simd.shr_u16::<4>(current) & nibble)
}

impl<S: Lanes> Validate for S {
    #[inline(always)]
    fn after_zeros(self, v: S::Bytes) -> [S::Bytes; 3] {
        [self.shift::<1>(v), self.shift::<2>(v), self.shift::<3>(v)]
    }

    #[inline(always)]
    fn after(self, before: S::Bytes, v: S::Bytes) -> [S::Bytes; 3] {
        [
            self.later::<1>(before, v),
            self.later::<2>(before, v),
            self.later::<3>(before, v),
        ]
    }

    #[inline(always)]
    fn before_zero(self, v: S::Bytes) -> S::Bytes {
        self.shift::<-1>(v)
    }

    #[inline(always)]
    fn any_not_ascii(self, v: S::Bytes) -> bool {
        self.any_high_bit(v)
    }

    #[inline(always)]
    fn any_starts_four(self, v: S::Bytes) -> bool {
        self.any_high_bit(self.saturating_sub(v, self.splat(0x70)))
    }

    #[inline(always)]
    fn any_or_cut(self, errors: S::Bytes, v: S::Bytes) -> bool {
        // SAFETY: the table is at least as long as a vector.
        let max = unsafe { self.load(MAX_AT_END.0.as_ptr().add(MAX_AT_END.0.len() - S::LEN)) };
        self.any(errors | self.saturating_sub(v, max))
    }

    #[inline(always)]
    fn zeros_before(self, v: S::Bytes) -> usize {
        // Beyond the bits of the vector, there are ones.
        (!self.high_bits(self.equal(v, self.splat(0)))).trailing_zeros() as usize
    }

    #[inline(always)]
    fn utf8_errors(self, current: S::Bytes, prev1: S::Bytes, prev2: S::Bytes, prev3: S::Bytes) -> S::Bytes {
        let splat = |byte| self.splat(byte);
        let errors = nibble_errors::<S, true>(self, current, prev1);
        let third = self.saturating_sub(prev2, splat(0x60)) | self.saturating_sub(prev3, splat(0x70));
        errors ^ third & splat(0x80)
    }

    #[inline(always)]
    fn utf8_carry(self, current: S::Bytes, _: S::Bytes) -> S::Bytes {
        // Unused: `utf8_errors_at` loads the bytes before again.
        current
    }

    #[inline(always)]
    unsafe fn utf8_errors_at(self, _: &mut S::Bytes, current: S::Bytes, at: *const u8) -> S::Bytes {
        // SAFETY: the caller promises the vector and the three bytes before it.
        unsafe {
            let prev = [self.load(at.sub(1)), self.load(at.sub(2)), self.load(at.sub(3))];
            self.utf8_errors(current, prev[0], prev[1], prev[2])
        }
    }

    #[inline(always)]
    fn utf8_errors_below_four(self, current: S::Bytes, prev1: S::Bytes, prev2: S::Bytes) -> S::Bytes {
        let errors = nibble_errors::<S, false>(self, current, prev1);
        let third = self.saturating_sub(prev2, self.splat(0x60));
        errors ^ third & self.splat(0x80)
    }
}
