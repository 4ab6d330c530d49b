//! Widening and narrowing.

use super::tables::{HALVES, LOWER_AND_UPPER, NARROW, QUARTERS};
use super::{Avx512, Zmm};
use crate::simd::arch::{Utf16 as _, Vectors, Width};
use core::arch::x86_64::*;

impl Avx512 {
    /// Returns a 16-bit unit for each byte.
    #[inline(always)]
    fn widen<const BIG: bool>(self, bytes: Zmm) -> [Zmm; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let half = |bytes: __m256i| {
                let units = _mm512_cvtepu8_epi16(bytes);
                Zmm(if BIG { _mm512_slli_epi16::<8>(units) } else { units })
            };
            // Extracts the halves of a vector. Of loaded halves, LLVM would rebuild a vector loaded before byte by byte.
            let (first, last) = (
                _mm512_castsi512_si256(bytes.0),
                _mm512_extracti64x4_epi64::<1>(bytes.0),
            );
            [half(first), half(last)]
        }
    }

    /// Returns a 32-bit unit for each byte.
    #[inline(always)]
    fn widen_to_wide<const BIG: bool>(self, bytes: __m128i) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let units = _mm512_cvtepu8_epi32(bytes);
            Zmm(if BIG {
                _mm512_slli_epi32::<24>(units)
            } else {
                units
            })
        }
    }
}

impl Width for Avx512 {
    #[inline(always)]
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 64 bytes to read and 128 to write.
        unsafe {
            let [first, second] = self.widen::<BIG>(self.load(from));
            self.store(to, first);
            self.store(to.add(64), second);
        }
    }

    #[inline(always)]
    unsafe fn put_first_units<const BIG: bool>(self, to: *mut u8, room: usize, bytes: Zmm, len: usize) {
        debug_assert!(len <= Self::LEN);
        // SAFETY: the caller promises the room.
        unsafe { self.store_within::<2, 2>(to, room, self.widen::<BIG>(bytes), len) };
    }

    #[inline(always)]
    unsafe fn put_ascii_wide<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        for quarter in 0..4 {
            // SAFETY: the caller promises 64 bytes to read and 256 to write.
            unsafe {
                let bytes = _mm_loadu_si128(from.add(16 * quarter).cast());
                self.store(to.add(64 * quarter), self.widen_to_wide::<BIG>(bytes));
            }
        }
    }

    #[inline(always)]
    unsafe fn put_first_wide<const BIG: bool>(self, to: *mut u8, room: usize, bytes: Zmm, len: usize) {
        // SAFETY: `self` proves that the processor has the instructions.
        let units = unsafe {
            [
                self.widen_to_wide::<BIG>(_mm512_castsi512_si128(bytes.0)),
                self.widen_to_wide::<BIG>(_mm512_extracti32x4_epi32::<1>(bytes.0)),
                self.widen_to_wide::<BIG>(_mm512_extracti32x4_epi32::<2>(bytes.0)),
                self.widen_to_wide::<BIG>(_mm512_extracti32x4_epi32::<3>(bytes.0)),
            ]
        };
        debug_assert!(len <= Self::LEN);
        // SAFETY: the caller promises the room.
        unsafe { self.store_within::<4, 4>(to, room, units, len) };
    }

    #[inline(always)]
    unsafe fn put_widened<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 64 bytes to read and 128 to write.
        unsafe {
            let words = _mm512_permutexvar_epi8(
                self.table(&LOWER_AND_UPPER[0]).0,
                self.native_units::<BIG>(self.load(from)).0,
            );
            let [a, b] = self.widen_words::<false, false>(Zmm(words), self.splat(0));
            self.store(to, a);
            self.store(to.add(64), b);
        }
    }

    #[inline(always)]
    fn narrow<const BIG: bool>(self, a: Zmm, b: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        Zmm(unsafe { _mm512_permutex2var_epi8(a.0, self.table(&NARROW[BIG as usize]).0, b.0) })
    }

    #[inline(always)]
    fn narrow_wide<const BIG: bool>(self, [a, b, c, d]: [Zmm; 4]) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let [b, c, d] = if BIG {
                [
                    _mm512_srli_epi32::<8>(b.0),
                    _mm512_srli_epi32::<16>(c.0),
                    _mm512_srli_epi32::<24>(d.0),
                ]
            } else {
                [
                    _mm512_slli_epi32::<8>(b.0),
                    _mm512_slli_epi32::<16>(c.0),
                    _mm512_slli_epi32::<24>(d.0),
                ]
            };
            let all = _mm512_or_si512(_mm512_ternarylogic_epi32::<0xFE>(a.0, b, c), d);
            Zmm(_mm512_permutexvar_epi8(
                self.table(&QUARTERS[BIG as usize]).0,
                all,
            ))
        }
    }

    #[inline(always)]
    fn pack_wide<const BIG: bool>(self, a: Zmm, b: Zmm) -> Zmm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let b = if BIG {
                _mm512_srli_epi32::<16>(b.0)
            } else {
                _mm512_slli_epi32::<16>(b.0)
            };
            let both = _mm512_or_si512(a.0, b);
            Zmm(_mm512_permutexvar_epi8(self.table(&HALVES[BIG as usize]).0, both))
        }
    }
}
