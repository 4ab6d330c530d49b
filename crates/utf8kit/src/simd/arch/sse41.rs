//! SSE4.1 with SSSE3 and POPCNT: one lane of 16 bytes.

use super::lanes::Lanes;
use super::registers::{has_all, instructions, operators};
use super::{Kernel, Vectors};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function with the features of SSE4.1, SSSE3 and POPCNT.
macro_rules! enable_sse41 {
    ($($function:tt)*) => {
        #[target_feature(enable = "ssse3,sse4.1,popcnt")]
        $($function)*
    };
}
pub(crate) use enable_sse41;

/// Proof that the processor has SSSE3, SSE4.1 and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Sse41(());

/// A register. Only an [`Sse41`] makes one, so that it is proof, too.
#[derive(Clone, Copy)]
pub(crate) struct Xmm(__m128i);

operators! {
    Xmm;
    BitAnd bitand _mm_and_si128;
    BitOr bitor _mm_or_si128;
    BitXor bitxor _mm_xor_si128;
}

impl Sse41 {
    /// Returns the instruction set if the processor has it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        has_all!("ssse3" "sse4.1" "popcnt").then_some(Sse41(()))
    }

    /// Returns the instruction set without a test.
    ///
    /// # Safety
    ///
    /// The processor has SSSE3, SSE4.1 and POPCNT: [`Self::detect`] returns `Some`.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Sse41(())
    }
}

impl Vectors for Sse41 {
    type Bytes = Xmm;
    const LEN: usize = 16;

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        enable_sse41! {
            #[inline(never)]
            fn compiled<K: Kernel<Sse41>>(simd: Sse41, kernel: K) -> K::Output {
                kernel.run(simd)
            }
        }
        // SAFETY: an `Sse41` is proof that the processor has these instructions.
        unsafe { compiled(self, kernel) }
    }

    instructions! {
        Xmm;
        max(a, b) = _mm_max_epu8;
    }

    #[inline(always)]
    fn splat_u32(self, unit: u32) -> Xmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Xmm(unsafe { _mm_set1_epi32(unit as i32) })
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Xmm {
        // SAFETY: the caller promises 16 bytes.
        Xmm(unsafe { _mm_loadu_si128(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: Xmm) {
        // SAFETY: the caller promises 16 bytes.
        unsafe { _mm_storeu_si128(to.cast(), v.0) }
    }

    #[inline(always)]
    fn any(self, v: Xmm) -> bool {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm_testz_si128(v.0, v.0) == 0 }
    }
}

impl Lanes for Sse41 {
    instructions! {
        Xmm;
        add(a, b) = _mm_add_epi8;
        sub(a, b) = _mm_sub_epi8;
        sub_u16(a, b) = _mm_sub_epi16;
        sub_u32(a, b) = _mm_sub_epi32;
        saturating_sub(a, b) = _mm_subs_epu8;
        saturating_add_u16(a, b) = _mm_adds_epu16;
        min_u16(a, b) = _mm_min_epu16;
        max_u32(a, b) = _mm_max_epu32;
        greater(a, b) = _mm_cmpgt_epi8;
        greater_u32(a, b) = _mm_cmpgt_epi32;
        equal(a, b) = _mm_cmpeq_epi8;
        equal_u16(a, b) = _mm_cmpeq_epi16;
        pack_u16(a, b) = _mm_packus_epi16;
        pack_u32(a, b) = _mm_packus_epi32;
        swizzle(v, positions) = _mm_shuffle_epi8;
        shl_u16<BITS>(v) = _mm_slli_epi16;
        shr_u16<BITS>(v) = _mm_srli_epi16;
        shl_u32<BITS>(v) = _mm_slli_epi32;
        shr_u32<BITS>(v) = _mm_srli_epi32;
    }

    #[inline(always)]
    fn high_bits(self, v: Xmm) -> u32 {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm_movemask_epi8(v.0) as u32 }
    }

    #[inline(always)]
    fn sum(self, v: Xmm) -> usize {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let parts = _mm_sad_epu8(v.0, _mm_setzero_si128());
            (_mm_cvtsi128_si64(parts) + _mm_extract_epi64::<1>(parts)) as usize
        }
    }

    #[inline(always)]
    fn select(self, mask: Xmm, yes: Xmm, no: Xmm) -> Xmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Xmm(unsafe { _mm_blendv_epi8(no.0, yes.0, mask.0) })
    }

    #[inline(always)]
    fn interleave_u8(self, a: Xmm, b: Xmm) -> [Xmm; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { [Xmm(_mm_unpacklo_epi8(a.0, b.0)), Xmm(_mm_unpackhi_epi8(a.0, b.0))] }
    }

    #[inline(always)]
    fn interleave_u16(self, a: Xmm, b: Xmm) -> [Xmm; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            [
                Xmm(_mm_unpacklo_epi16(a.0, b.0)),
                Xmm(_mm_unpackhi_epi16(a.0, b.0)),
            ]
        }
    }
}
