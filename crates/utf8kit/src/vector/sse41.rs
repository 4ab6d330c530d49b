//! SSE4.1 with SSSE3 and POPCNT: vectors of 16 bytes.

use super::lanes::{Control, Lanes, TURNED};
use super::{Kernel, instructions, operators};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function for SSE4.1.
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

/// Only made from an [`Sse41`].
#[derive(Clone, Copy)]
pub(crate) struct Xmm(__m128i);

/// An instruction that works on registers.
macro_rules! op {
    ($call:expr) => {
        // SAFETY: an `Sse41`, or an `Xmm` made by one, is at hand, so the processor has the instruction; it touches
        // registers only.
        unsafe { $call }
    };
}

operators! {
    Xmm;
    BitAnd bitand _mm_and_si128;
    BitOr bitor _mm_or_si128;
    BitXor bitxor _mm_xor_si128;
}

impl Sse41 {
    /// If the processor has it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        super::has_all!("ssse3" "sse4.1" "popcnt").then_some(Sse41(()))
    }

    /// # Safety
    ///
    /// The processor has these instructions: [`Self::detect`] returns one.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Sse41(())
    }
}

impl Lanes for Sse41 {
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
        add(a, b) = _mm_add_epi8;
        sub(a, b) = _mm_sub_epi8;
        saturating_sub(a, b) = _mm_subs_epu8;
        greater(a, b) = _mm_cmpgt_epi8;
        equal(a, b) = _mm_cmpeq_epi8;
        sub_units(a, b) = _mm_sub_epi16;
        equal_units(a, b) = _mm_cmpeq_epi16;
        min_units(a, b) = _mm_min_epu16;
        saturating_add_units(a, b) = _mm_adds_epu16;
        max_wide(a, b) = _mm_max_epu32;
        sub_wide(a, b) = _mm_sub_epi32;
        equal_wide(a, b) = _mm_cmpeq_epi32;
        pack(a, b) = _mm_packus_epi16;
        narrow(a, b) = _mm_packus_epi16;
        interleave_first(a, b) = _mm_unpacklo_epi8;
        interleave_last(a, b) = _mm_unpackhi_epi8;
        interleave_first_units(a, b) = _mm_unpacklo_epi16;
        interleave_last_units(a, b) = _mm_unpackhi_epi16;
        greater_wide(a, b) = _mm_cmpgt_epi32;
        narrow_wide(a, b) = _mm_packus_epi32;
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Xmm {
        Xmm(op!(_mm_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn splat_wide(self, unit: u32) -> Xmm {
        Xmm(op!(_mm_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn up_wide<const BITS: i32>(self, units: Xmm) -> Xmm {
        Xmm(op!(_mm_slli_epi32::<BITS>(units.0)))
    }

    #[inline(always)]
    fn down_wide<const BITS: i32>(self, units: Xmm) -> Xmm {
        Xmm(op!(_mm_srli_epi32::<BITS>(units.0)))
    }

    #[inline(always)]
    fn swap_wide(self, units: Xmm) -> Xmm {
        self.shuffle(units, &TURNED)
    }

    #[inline(always)]
    fn splat_unit(self, unit: u16) -> Xmm {
        Xmm(op!(_mm_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Xmm {
        // SAFETY: the caller promises 16 bytes.
        Xmm(unsafe { _mm_loadu_si128(from.cast()) })
    }

    #[inline(always)]
    fn after_zeros(self, v: Xmm) -> [Xmm; 3] {
        op!([
            Xmm(_mm_slli_si128::<1>(v.0)),
            Xmm(_mm_slli_si128::<2>(v.0)),
            Xmm(_mm_slli_si128::<3>(v.0)),
        ])
    }

    #[inline(always)]
    fn before_zero(self, v: Xmm) -> Xmm {
        Xmm(op!(_mm_srli_si128::<1>(v.0)))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: Xmm) {
        // SAFETY: the caller promises 16 bytes.
        unsafe { _mm_storeu_si128(to.cast(), v.0) }
    }

    #[inline(always)]
    fn high_bits(self, v: Xmm) -> u32 {
        op!(_mm_movemask_epi8(v.0)) as u32
    }

    #[inline(always)]
    fn sum(self, v: Xmm) -> usize {
        op!({
            let parts = _mm_sad_epu8(v.0, _mm_setzero_si128());
            (_mm_cvtsi128_si64(parts) + _mm_extract_epi64::<1>(parts)) as usize
        })
    }

    #[inline(always)]
    fn any(self, v: Xmm) -> bool {
        op!(_mm_testz_si128(v.0, v.0)) == 0
    }

    #[inline(always)]
    fn select(self, which: Xmm, yes: Xmm, no: Xmm) -> Xmm {
        Xmm(op!(_mm_blendv_epi8(no.0, yes.0, which.0)))
    }

    #[inline(always)]
    fn lookup(self, table: &'static [u8; 16], nibbles: Xmm) -> Xmm {
        // SAFETY: the table has the 16 bytes that are read.
        let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        Xmm(op!(_mm_shuffle_epi8(table, nibbles.0)))
    }

    #[inline(always)]
    fn up<const BITS: i32>(self, units: Xmm) -> Xmm {
        Xmm(op!(_mm_slli_epi16::<BITS>(units.0)))
    }

    #[inline(always)]
    fn down<const BITS: i32>(self, units: Xmm) -> Xmm {
        Xmm(op!(_mm_srli_epi16::<BITS>(units.0)))
    }

    #[inline(always)]
    fn swap(self, units: Xmm) -> Xmm {
        Xmm(op!(_mm_shuffle_epi8(
            units.0,
            _mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1)
        )))
    }

    #[inline(always)]
    fn shuffle(self, v: Xmm, control: &'static Control) -> Xmm {
        // SAFETY: a control has the 16 bytes that are read.
        let control = unsafe { _mm_load_si128(control.0.as_ptr().cast()) };
        Xmm(op!(_mm_shuffle_epi8(v.0, control)))
    }
}
