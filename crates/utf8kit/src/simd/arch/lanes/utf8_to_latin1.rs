//! UTF-8 to Latin-1 and back: the steps, and their code for 128-bit lanes.
//!
//! Shuffles leave out bytes, or the lead bytes of ASCII.

use super::tables::{BYTES, PAIRS};
use super::*;
use crate::simd::arch::Vectors;

/// Steps of the kernels for Latin-1. In masks the lowest bit is that of the first byte.
pub(crate) trait Latin1: Vectors {
    /// Returns a bit for each byte that is `0xC2` or `0xC3`, the lead bytes of U+0080..=U+00FF.
    fn bits_first_of_latin1(self, v: Self::Bytes) -> u64;

    /// Returns `current` with `0x40` added to each byte that follows `0xC3`.
    fn latin1_of(self, current: Self::Bytes, prev1: Self::Bytes) -> Self::Bytes;

    /// Writes the bytes of `v` whose bit is set in `kept`, and returns their number.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes and 16 more can be written at `to`.
    unsafe fn put_bytes(self, to: *mut u8, v: Self::Bytes, kept: u64) -> usize;

    /// Does what [`Self::put_bytes`] does where `room` bytes can be written.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. At most as many bits of `kept` are set, and none from [`Vectors::LEN`] on.
    unsafe fn put_bytes_within(self, to: *mut u8, room: usize, v: Self::Bytes, kept: u64);

    /// Writes the Latin-1 in `v` as UTF-8, and returns the number of bytes.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_latin1(self, to: *mut u8, v: Self::Bytes) -> usize;

    /// Does what [`Self::put_latin1`] does for the first `len` bytes of `v`, where `room` bytes can be written.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. `len` is at most [`Vectors::LEN`]. The first `len` bytes of `v` need at most
    /// `room` bytes of UTF-8, and the other bytes of `v` are zero.
    unsafe fn put_latin1_within(self, to: *mut u8, room: usize, v: Self::Bytes, len: usize) -> usize;
}

impl<S: Lanes> Latin1 for S {
    #[inline(always)]
    fn bits_first_of_latin1(self, v: S::Bytes) -> u64 {
        let even = v & self.splat(0xFE);
        self.high_bits(self.equal(even, self.splat(0xC2))).into()
    }

    #[inline(always)]
    fn latin1_of(self, current: S::Bytes, prev1: S::Bytes) -> S::Bytes {
        let after_c3 = self.equal(prev1, self.splat(0xC3));
        self.add(current, after_c3 & self.splat(0x40))
    }

    #[inline(always)]
    unsafe fn put_bytes(self, to: *mut u8, v: S::Bytes, kept: u64) -> usize {
        let kept = kept as u32 & first(S::LEN);
        let at = |eighth: usize| positions(&BYTES[eighth % 2], kept, eighth);
        let before = |eighth: usize| ones_before(kept, 8 * eighth);
        let a = self.swizzle(v, self.load_lanes(at(0), at(2)));
        let b = self.swizzle(v, self.load_lanes(at(1), at(3)));
        // SAFETY: the caller promises a vector and 16 bytes more. At most `LEN - 8` bytes precede the last 16.
        unsafe {
            self.store_lane::<0>(to, a);
            self.store_lane::<0>(to.add(before(1)), b);
            if S::LEN > 16 {
                self.store_lane::<1>(to.add(before(2)), a);
                self.store_lane::<1>(to.add(before(3)), b);
            }
        }
        kept.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_bytes_within(self, to: *mut u8, room: usize, v: S::Bytes, kept: u64) {
        debug_assert!(kept.count_ones() as usize <= room);
        debug_assert!(kept & !u64::from(first(S::LEN)) == 0);
        // SAFETY: there is room for a vector and 16 bytes more, or they fit the buffer; the caller promises room for the kept
        // ones.
        unsafe {
            if room >= S::LEN + 16 {
                self.put_bytes(to, v, kept);
            } else {
                let mut bytes = [0; 32 + 16];
                let count = self.put_bytes(bytes.as_mut_ptr(), v, kept);
                copy_short(bytes.as_ptr(), to, count);
            }
        }
    }

    #[inline(always)]
    unsafe fn put_latin1(self, to: *mut u8, v: S::Bytes) -> usize {
        // The lead byte is 0xC2 for bytes below 0xC0 and else 0xC3, and left out for ASCII. The continuation byte is in
        // 0x80..=0xBF.
        let below_c0 = self.greater(self.splat(0xC0), v);
        let first = self.add(self.splat(0xC3), below_c0);
        let ascii = self.greater(v, self.splat(0xFF));
        let second = v & (ascii | self.splat(0xBF));
        let bits = self.high_bits(v);
        let [a, b] = swizzle_alternating(self, self.interleave_u8(first, second), &PAIRS, bits);
        // SAFETY: 8 bytes become 8 and one more for each bit set. The caller promises 16 for each 8: at most 16, 32 and 48
        // bytes precede the later lanes.
        unsafe {
            self.store_lane::<0>(to, a);
            self.store_lane::<0>(to.add(8 + ones_before(bits, 8)), b);
            if S::LEN > 16 {
                self.store_lane::<1>(to.add(16 + ones_before(bits, 16)), a);
                self.store_lane::<1>(to.add(24 + ones_before(bits, 24)), b);
            }
        }
        S::LEN + bits.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_latin1_within(self, to: *mut u8, room: usize, v: S::Bytes, len: usize) -> usize {
        debug_assert!(len <= S::LEN);
        // The bytes behind are zero, and thus one byte of UTF-8 each.
        let behind = S::LEN - len;
        // SAFETY: there is room for two vectors, or they fit the buffer; the caller promises room for the first `len` bytes.
        unsafe {
            if room >= 2 * S::LEN {
                self.put_latin1(to, v) - behind
            } else {
                let mut bytes = [0; 2 * 32];
                let count = self.put_latin1(bytes.as_mut_ptr(), v) - behind;
                debug_assert!(count <= room);
                copy_short(bytes.as_ptr(), to, count);
                count
            }
        }
    }
}
