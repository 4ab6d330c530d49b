//! AVX-512 with BW, CD, VL, VBMI, VBMI2 and GFNI: 64 bytes, masks in registers of their own, and shuffles and compressions
//! of any bytes.
//!
//! The steps of the kernels are written for it directly, because one of its instructions often does what other sets need a
//! table and a shuffle for. The numbers in `ternary::<..>` are truth tables; a comment gives the expression.

use super::registers::{Table, has_all, operators};
use super::{Kernel, Simd, Vectors};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function with the features of the instruction set.
macro_rules! enable_avx512 {
    ($($function:tt)*) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt")]
        $($function)*
    };
}
pub(crate) use enable_avx512;

/// Proof that the processor has AVX-512 F, BW, CD, VL, VBMI, VBMI2 and GFNI, and BMI1, BMI2 and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

/// A register. Only an [`Avx512`] makes one, so that it is proof, too.
#[derive(Clone, Copy)]
pub(crate) struct Zmm(__m512i);

#[macro_use]
mod tables;
mod length;
mod repair_utf8;
mod single_byte;
mod store;
mod surrogates;
mod to_utf8;
mod utf16_to_utf32;
mod utf8_to_latin1;
mod utf8_to_utf16;
mod validate_utf8;
mod widen_narrow;

operators! {
    Zmm;
    BitAnd bitand _mm512_and_si512;
    BitOr bitor _mm512_or_si512;
    BitXor bitxor _mm512_xor_si512;
}

impl Avx512 {
    /// Returns the instruction set if the processor has it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        let all = has_all!("avx512f" "avx512bw" "avx512cd" "avx512vl" "avx512vbmi" "avx512vbmi2" "gfni" "bmi1" "bmi2" "popcnt");
        all.then_some(Avx512(()))
    }

    /// Returns the instruction set without a test.
    ///
    /// # Safety
    ///
    /// The processor has the features that [`Avx512`] lists: [`Self::detect`] returns `Some`.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Avx512(())
    }

    /// Returns a constant vector.
    #[inline(always)]
    fn table(self, table: &'static Table) -> Zmm {
        // SAFETY: the table has the 64 bytes that are read.
        unsafe { self.load(table.0.as_ptr()) }
    }

    /// Returns `a - b`, or 0 if that is negative.
    #[inline(always)]
    fn subs(self, a: Zmm, b: u8) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_subs_epu8(a.0, self.splat(b).0) })
    }

    /// Returns, for each bit, the bit of the truth table `TABLE` whose number is the bits of `a`, `b` and `c`, `a`'s the
    /// highest.
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, a: Zmm, b: Zmm, c: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_ternarylogic_epi64::<TABLE>(a.0, b.0, c.0) })
    }

    /// Returns the matrix for `gf2p8affineqb` that [`tables::matrix`] made.
    #[inline(always)]
    fn matrix(self, matrix: i64) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_set1_epi64(matrix) })
    }

    /// Returns a mask of the first `len` positions, at most 255. From 64 on these are all.
    #[inline(always)]
    fn first(self, len: usize) -> u64 {
        debug_assert!(len <= 255);
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _bzhi_u64(!0, len as u32) }
    }

    /// Returns the bytes of `v` at the positions `mask`, followed by zeros.
    #[inline(always)]
    fn compress(self, mask: u64, v: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_maskz_compress_epi8(mask, v.0) })
    }
}

impl Vectors for Avx512 {
    type Bytes = Zmm;
    const LEN: usize = 64;
    const HAS_MASKS: bool = true;
    const HAS_SHORT_LOADS: bool = true;

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        enable_avx512! {
            #[inline(never)]
            fn compiled<K: Kernel<Avx512>>(simd: Avx512, kernel: K) -> K::Output {
                kernel.run(simd)
            }
        }
        // SAFETY: an `Avx512` is proof that the processor has these instructions.
        unsafe { compiled(self, kernel) }
    }

    #[inline(always)]
    fn splat_u32(self, unit: u32) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_set1_epi32(unit as i32) })
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Zmm {
        // SAFETY: the caller promises 64 bytes.
        Zmm(unsafe { _mm512_loadu_si512(from.cast()) })
    }

    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> Zmm {
        debug_assert!(len <= Self::LEN);
        // SAFETY: the mask chooses just the bytes that the caller promises.
        Zmm(unsafe { _mm512_maskz_loadu_epi8(self.first(len), from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: Zmm) {
        // SAFETY: the caller promises room for 64 bytes.
        unsafe { _mm512_storeu_si512(to.cast(), v.0) }
    }

    #[inline(always)]
    unsafe fn store_short(self, to: *mut u8, v: Zmm, len: usize) {
        debug_assert!(len <= Self::LEN);
        // SAFETY: the mask chooses just the bytes that the caller promises.
        unsafe { _mm512_mask_storeu_epi8(to.cast(), self.first(len), v.0) }
    }

    #[inline(always)]
    fn max(self, a: Zmm, b: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_max_epu8(a.0, b.0) })
    }

    #[inline(always)]
    fn any(self, v: Zmm) -> bool {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_test_epi8_mask(v.0, v.0) != 0 }
    }
}

impl Simd for Avx512 {
    const UTF8_PAIRS: usize = 2;
    const UTF16_ASCII_BACKOFF: u32 = 4;
    const UTF16_THREE_BYTE_BACKOFF: u32 = 8;
    const UTF16_LONG: usize = 32;

    #[inline(always)]
    fn prefetch(self, to: *mut u8, lines: usize) {
        const AHEAD: usize = 512;
        for line in 0..lines {
            let at = to.wrapping_add(AHEAD + 64 * line);
            // SAFETY: every x86-64 processor has the instruction; it may be given any address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
        }
    }
}
