//! Stores of vectors whose bytes count in part.

use super::{Avx512, Zmm};
use crate::simd::arch::Vectors;
use core::arch::x86_64::*;

impl Avx512 {
    /// Writes the bytes of each part at the positions of its mask, one part behind the other, and returns their number.
    ///
    /// # Safety
    ///
    /// `64 * N` bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn put_parts<const N: usize>(self, to: *mut u8, parts: [(Zmm, u64); N]) -> usize {
        let mut count = 0;
        for (i, &(v, used)) in parts.iter().enumerate() {
            debug_assert!(count <= 64 * i);
            // SAFETY: the caller promises 64 bytes for each part, and no more of those before are written.
            unsafe { self.store(to.add(count), self.compress(used, v)) };
            count += used.count_ones() as usize;
        }
        count
    }

    /// Does what [`Self::put_parts`] does where `room` bytes can be written.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`, and at most as many bits of all masks are set.
    #[inline(always)]
    pub(super) unsafe fn put_parts_in_room<const N: usize>(
        self,
        to: *mut u8,
        room: usize,
        mut parts: [(Zmm, u64); N],
    ) -> usize {
        for (v, used) in &mut parts {
            *v = self.compress(*used, *v);
        }
        let mut count = 0;
        for &(v, used) in &parts {
            let len = used.count_ones() as usize;
            debug_assert!(count + len <= room);
            // SAFETY: there is room for a vector for each part, or the mask selects the compressed bytes, for all of which
            // there is room.
            unsafe {
                let at = to.add(count);
                if room >= 64 * N {
                    self.store(at, v);
                } else {
                    _mm512_mask_storeu_epi8(at.cast(), self.first(len), v.0);
                }
            }
            count += len;
        }
        count
    }

    /// Does what [`Self::put_parts`] does where `room` bytes can be written, or returns `None` if there are more.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn put_parts_within<const N: usize>(
        self,
        to: *mut u8,
        room: usize,
        parts: [(Zmm, u64); N],
    ) -> Option<usize> {
        let mut count = 0;
        for &(_, used) in &parts {
            count += used.count_ones() as usize;
        }
        if count > room {
            return None;
        }
        // SAFETY: the caller promises the room, and there are no more bytes.
        Some(unsafe { self.put_parts_in_room(to, room, parts) })
    }

    /// Writes the first `count` units of `UNIT` bytes, 2 or 4, in the `vectors`.
    ///
    /// # Safety
    ///
    /// `count` units can be written at `to`, and `count` is at most the units in the vectors, and 64.
    #[inline(always)]
    pub(super) unsafe fn store_first<const UNIT: usize, const N: usize>(
        self,
        to: *mut u8,
        vectors: [Zmm; N],
        count: usize,
    ) {
        const { assert!(UNIT == 2 || UNIT == 4) };
        debug_assert!(count <= 64 / UNIT * N && count <= 64);
        let units = self.first(count);
        for (i, &v) in vectors.iter().enumerate() {
            let (at, units) = (to.wrapping_add(64 * i), units >> (64 / UNIT * i));
            // SAFETY: the masks select the first `count` units, which the caller promises.
            unsafe {
                if UNIT == 2 {
                    _mm512_mask_storeu_epi16(at.cast(), units as u32, v.0);
                } else {
                    _mm512_mask_storeu_epi32(at.cast(), units as u16, v.0);
                }
            }
        }
    }

    /// Does what [`Self::store_first`] does where `room` units can be written, and may write all units.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`, and `count` is at most `room`, the units in the vectors, and 64.
    #[inline(always)]
    pub(super) unsafe fn store_within<const UNIT: usize, const N: usize>(
        self,
        to: *mut u8,
        room: usize,
        vectors: [Zmm; N],
        count: usize,
    ) {
        debug_assert!(count <= room);
        // SAFETY: there is room for all vectors, or for the first `count` units.
        unsafe {
            if room < N * (64 / UNIT) {
                return self.store_first::<UNIT, N>(to, vectors, count);
            }
            for (i, &v) in vectors.iter().enumerate() {
                self.store(to.add(64 * i), v);
            }
        }
    }

    /// Returns the mask of the bytes number `from..to` in a vector that begins with number `begin`.
    #[inline(always)]
    pub(super) fn chosen(self, from: usize, to: usize, begin: usize) -> u64 {
        self.first(to.saturating_sub(begin).min(64)) & !self.first(from.saturating_sub(begin).min(64))
    }
}
