//! Counting: comparisons give masks, whose bits are counted, or a shuffle looks up counts, which are added up in each byte.

use super::{Avx512, Zmm};
use crate::code_unit::CodeUnit;
use crate::vector::Vectors;
use crate::vector::count::{
    Count, Starts, StartsOfUtf16, Sum, Utf8OfLatin1, Utf8OfUtf16, Utf8OfUtf32, Utf16OfUtf8, Utf16OfUtf32,
    as_in,
};
use crate::vector::registers::Table;
use core::arch::x86_64::*;

/// A number of bits.
#[derive(Clone, Copy)]
pub(crate) struct Bits(u64);

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
        Zmm(op!(_mm512_add_epi8(self.0, other.0)))
    }

    #[inline(always)]
    fn total(self, _: Avx512) -> usize {
        op!(_mm512_reduce_add_epi64(_mm512_sad_epu8(
            self.0,
            _mm512_setzero_si512()
        ))) as usize
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
    ($($measure:ty $(where $unit:ident: $number:ty)?, $counts:ty: |$v:ident| $count:expr;)*) => {$(
        impl$(<$unit: CodeUnit<Number = $number>>)? Count<$measure> for Avx512 {
            type Counts = $counts;

            #[inline(always)]
            fn count(self, Zmm($v): Zmm) -> Self::Counts {
                op!($count)
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

counts! {
    Starts, Bits: |v| bits!(_mm512_cmpgt_epi8_mask(v, _mm512_set1_epi8(0xBF_u8 as i8)));

    Utf16OfUtf8, Zmm: |v| {
        // The shuffle uses only the six lowest bits of an index.
        let top = _mm512_srli_epi16::<2>(v);
        Zmm(_mm512_permutexvar_epi8(top, _mm512_loadu_si512(UTF16_OF_UTF8.0.as_ptr().cast())))
    };

    Utf8OfLatin1, Bits: |v| bits!(_mm512_movepi8_mask(v));

    StartsOfUtf16<A> where A: u16, Bits: |v| {
        let top = _mm512_set1_epi16(as_in::<A>(0xFC00) as i16);
        let low = _mm512_set1_epi16(as_in::<A>(0xDC00) as i16);
        bits!(_mm512_cmpeq_epi16_mask(_mm512_and_si512(v, top), low))
    };

    Utf8OfUtf16<A> where A: u16, Difference: |v| {
        const LOWER: u64 = u64::MAX / 3;
        let from_80 = _mm512_set1_epi16(as_in::<A>(0xFF80) as i16);
        let below_80 = _mm512_testn_epi16_mask(v, from_80).count_ones();
        let three = _mm512_loadu_si512(THREE.0.as_ptr().cast());
        // The count goes to the lower byte of each unit, and 0 to the upper one.
        let three = if A::IS_NATIVE {
            _mm512_permutexvar_epi8(_mm512_srli_epi16::<10>(v), three)
        } else {
            _mm512_maskz_permutexvar_epi8(LOWER, _mm512_srli_epi16::<2>(v), three)
        };
        // 3 - length: 1 for each unit and 1 more for ASCII, less the units of three bytes.
        Difference(Bits(u64::from(32 + below_80)), Zmm(three))
    };

    Utf8OfUtf32<A> where A: u32, Bits: |v| {
        let from = |bits| bits!(_mm512_test_epi32_mask(v, _mm512_set1_epi32(as_in::<A>(bits) as i32))).0;
        Bits(from(!0x7F) + from(!0x7FF) + from(!0xFFFF))
    };

    Utf16OfUtf32<A> where A: u32, Bits: |v| {
        bits!(_mm512_testn_epi32_mask(v, _mm512_set1_epi32(as_in::<A>(0xFFFF_0000) as i32)))
    };
}
