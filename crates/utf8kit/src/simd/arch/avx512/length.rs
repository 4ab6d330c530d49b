//! Counting: comparisons give masks, whose bits are counted, or a shuffle looks up counts, which are added up in each byte.

use super::{Avx512, Zmm};
use crate::code_unit::CodeUnit;
use crate::simd::arch::lanes::length::{
    Count, Starts, StartsOfUtf16, Sum, Utf8OfLatin1, Utf8OfUtf16, Utf8OfUtf32, Utf16OfUtf8, Utf16OfUtf32,
    as_in,
};
use crate::simd::arch::registers::Table;
use crate::simd::arch::{Repair, Vectors};
use core::arch::x86_64::*;

/// A number of bits.
#[derive(Clone, Copy)]
pub(crate) struct Bits(pub(super) u64);

impl Sum<Avx512> for Bits {
    const MOST: usize = usize::MAX;
    const PAIRS: usize = 2;

    #[inline(always)]
    fn none(_: Avx512) -> Self {
        Bits(0)
    }

    #[inline(always)]
    fn and(self, _: Avx512, other: Self) -> Self {
        Bits(self.0 + other.0)
    }

    #[inline(always)]
    fn total(self, _: Avx512) -> usize {
        self.0 as usize
    }
}

/// A count in each byte.
impl Sum<Avx512> for Zmm {
    const MOST: usize = 255;
    const PAIRS: usize = 2;

    #[inline(always)]
    fn none(simd: Avx512) -> Self {
        simd.splat(0)
    }

    #[inline(always)]
    fn and(self, _: Avx512, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn total(self, _: Avx512) -> usize {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_reduce_add_epi64(_mm512_sad_epu8(self.0, _mm512_setzero_si512())) as usize }
    }
}

/// A number of bits, less a count in each byte.
#[derive(Clone, Copy)]
pub(crate) struct Difference(Bits, Zmm);

impl Sum<Avx512> for Difference {
    const MOST: usize = Zmm::MOST;
    const PAIRS: usize = 2;

    #[inline(always)]
    fn none(simd: Avx512) -> Self {
        Difference(Bits::none(simd), Zmm::none(simd))
    }

    #[inline(always)]
    fn and(self, simd: Avx512, other: Self) -> Self {
        Difference(self.0.and(simd, other.0), self.1.and(simd, other.1))
    }

    #[inline(always)]
    fn total(self, simd: Avx512) -> usize {
        self.0.total(simd) - self.1.total(simd)
    }
}

/// Implements counting by an expression.
macro_rules! counts {
    ($($measure:ty $(where $unit:ident: $number:ty)?, $counts:ty: |$simd:ident, $v:ident| $count:expr;)*) => {$(
        impl$(<$unit: CodeUnit<Number = $number>>)? Count<$measure> for Avx512 {
            type Counts = $counts;

            #[inline(always)]
            fn count(self, Zmm($v): Zmm) -> Self::Counts {
                let $simd = self;
                $count
            }
        }
    )*};
}

macro_rules! bits {
    ($mask:expr) => {
        Bits($mask.count_ones().into())
    };
}

/// The UTF-16 units for a byte, by its six highest bits: for `0xF0` or more, `0xC0` or more, `0x80` or more, and ASCII.
static UTF16_OF_UTF8: Table = table!(|top| match top << 2 {
    0xF0.. => 2,
    0xC0.. => 1,
    0x80.. => 0,
    _ => 1,
});

/// 1 for a unit that has three bytes in UTF-8, by its six highest bits. Entry 0 is 0.
static THREE: Table = table!(|top| match top << 10 {
    0..0x800 | 0xD800..0xE000 => 0,
    _ => 1,
});

/// Returns a number in each 16-bit unit, in the byte order of the code units `A`.
#[inline(always)]
fn units_in<A: CodeUnit>(simd: Avx512, unit: u16) -> __m512i {
    simd.splat_u16(as_in::<A>(unit.into()) as u16).0
}

/// Returns a number in each 32-bit unit, likewise.
#[inline(always)]
fn wide_in<A: CodeUnit>(simd: Avx512, unit: u32) -> __m512i {
    simd.splat_u32(as_in::<A>(unit)).0
}

counts! {
    Starts, Bits: |simd, v| {
        // SAFETY: `simd` proves that the processor has the instructions.
        bits!(unsafe { _mm512_cmpgt_epi8_mask(v, simd.splat(0xBF).0) })
    };

    Utf16OfUtf8, Zmm: |simd, v| {
        // The shuffle uses only the six lowest bits of an index.
        // SAFETY: `simd` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(v), simd.table(&UTF16_OF_UTF8).0) })
    };

    Utf8OfLatin1, Bits: |simd, v| bits!(simd.bits_from(Zmm(v), 0x80));

    StartsOfUtf16<A> where A: u16, Bits: |simd, v| {
        // SAFETY: `simd` proves that the processor has the instructions.
        bits!(unsafe {
            let top = _mm512_and_si512(v, units_in::<A>(simd, 0xFC00));
            _mm512_cmpeq_epi16_mask(top, units_in::<A>(simd, 0xDC00))
        })
    };

    Utf8OfUtf16<A> where A: u16, Difference: |simd, v| {
        const LOWER: u64 = u64::MAX / 3;
        let three = simd.table(&THREE).0;
        // SAFETY: `simd` proves that the processor has the instructions.
        let (below_80, three) = unsafe {
            let below_80 = _mm512_testn_epi16_mask(v, units_in::<A>(simd, 0xFF80)).count_ones();
            // The count goes to the lower byte of each unit, and 0 to the upper one.
            let three = if A::IS_NATIVE {
                _mm512_permutexvar_epi8(_mm512_srli_epi16::<10>(v), three)
            } else {
                _mm512_maskz_permutexvar_epi8(LOWER, _mm512_srli_epi16::<2>(v), three)
            };
            (below_80, three)
        };
        // 3 - length: 1 for each unit and 1 more for ASCII, less the units of three bytes.
        Difference(Bits(u64::from(32 + below_80)), Zmm(three))
    };

    Utf8OfUtf32<A> where A: u32, Bits: |simd, v| {
        // SAFETY: `simd` proves that the processor has the instructions.
        let from = |number| bits!(unsafe { _mm512_test_epi32_mask(v, wide_in::<A>(simd, number)) }).0;
        Bits(from(!0x7F) + from(!0x7FF) + from(!0xFFFF))
    };

    Utf16OfUtf32<A> where A: u32, Bits: |simd, v| {
        // SAFETY: `simd` proves that the processor has the instructions.
        bits!(unsafe { _mm512_testn_epi32_mask(v, wide_in::<A>(simd, 0xFFFF_0000)) })
    };
}
