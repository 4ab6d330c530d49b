//! Repair of UTF-8, 16 bytes at a time: each is widened to a 32-bit lane, U+FFFD is merged in, and a compression leaves out
//! the unused bytes of the lanes.

use super::{Avx512, Zmm};
use crate::simd::arch::lanes::repair_utf8::put_repaired_one_by_one;
use crate::simd::arch::{Errors, Repair, Vectors};
use core::arch::x86_64::*;

impl Repair for Avx512 {
    #[inline(always)]
    fn bits_from(self, v: Zmm, floor: u8) -> u64 {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            match floor {
                0x80 => _mm512_movepi8_mask(v.0),
                _ => _mm512_cmpge_epu8_mask(v.0, self.splat(floor).0),
            }
        }
    }

    #[inline(always)]
    fn bits_continuing(self, v: Zmm) -> u64 {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_cmplt_epi8_mask(v.0, self.splat(0xC0).0) }
    }

    #[inline(always)]
    fn bits_second(self, current: Zmm, prev1: Zmm) -> u64 {
        let (required, failed) = self.required_and_failed(current, prev1);
        // A lead byte that no byte may follow requires what every byte fails, except for 0xFF.
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let first = _mm512_cmplt_epu8_mask(
                _mm512_sub_epi8(prev1.0, self.splat(0xC0).0),
                self.splat(0xFF - 0xC0).0,
            );
            _mm512_mask_testn_epi8_mask(first, required.0, failed.0)
        }
    }

    #[inline(always)]
    unsafe fn put_repaired(self, mut to: *mut u8, from: *const u8, errors: Errors) -> *mut u8 {
        if errors.ends.count_ones() <= 3 {
            // SAFETY: the caller promises the same.
            return unsafe { put_repaired_one_by_one(self, to, from, errors) };
        }
        let kept = !(errors.ends | errors.inner());
        let start = to;
        for sixteen in 0..4 {
            debug_assert!(to.addr() - start.addr() <= 48 * sixteen);
            let ends = (errors.ends >> (16 * sixteen)) as u16;
            let kept = (kept >> (16 * sixteen)) as u16;
            // A nibble for each lane: the mask of its bytes to write.
            // SAFETY: `self` proves that the processor has the instructions.
            let lanes = |bits: u16| unsafe { _pdep_u64(bits.into(), 0x1111_1111_1111_1111) };
            let mask = lanes(kept) | (0b111 * lanes(ends));
            // SAFETY: the caller promises the bytes. Each iteration writes a vector and advances by at most 48 bytes for 16 of
            // the text, and the caller promises three bytes for each of 64 and a vector more.
            unsafe {
                let bytes = _mm512_cvtepu8_epi32(_mm_loadu_si128(from.add(16 * sixteen).cast()));
                let lanes = _mm512_mask_mov_epi32(bytes, ends, self.splat_u32(0xBD_BFEF).0);
                self.store(to, self.compress(mask, Zmm(lanes)));
                to = to.add(mask.count_ones() as usize);
            }
        }
        to
    }
}
