//! Units of UTF-16 made of bytes.

use super::tables::HALVES_IN_TURNS;
use super::{Avx512, Zmm};
use core::arch::x86_64::*;

impl Avx512 {
    /// The units with these bytes, the first half of them and the last.
    #[inline(always)]
    pub(super) fn interleave<const BIG: bool>(self, low: Zmm, high: Zmm) -> [Zmm; 2] {
        // SAFETY: a vector that is there and aligned; volatile because if the compiler knew the order, it would merge it
        // with what follows into permutes of two vectors, which take a half longer on Intel's processors.
        let order = unsafe { (&raw const HALVES_IN_TURNS).cast::<__m512i>().read_volatile() };
        op!({
            let low = _mm512_permutexvar_epi64(order, low.0);
            let high = _mm512_permutexvar_epi64(order, high.0);
            let (first, second) = if BIG { (high, low) } else { (low, high) };
            [
                Zmm(_mm512_unpacklo_epi8(first, second)),
                Zmm(_mm512_unpackhi_epi8(first, second)),
            ]
        })
    }

    /// A unit for each byte.
    #[inline(always)]
    pub(super) fn widen<const BIG: bool>(self, bytes: Zmm) -> [Zmm; 2] {
        let half = |bytes: __m256i| {
            let units = op!(_mm512_cvtepu8_epi16(bytes));
            Zmm(if BIG {
                op!(_mm512_slli_epi16::<8>(units))
            } else {
                units
            })
        };
        // Of a vector that is loaded, not of halves: from a vector loaded before, LLVM puts those together by bytes.
        let (first, last) = op!((
            _mm512_castsi512_si256(bytes.0),
            _mm512_extracti64x4_epi64::<1>(bytes.0)
        ));
        [half(first), half(last)]
    }
}
