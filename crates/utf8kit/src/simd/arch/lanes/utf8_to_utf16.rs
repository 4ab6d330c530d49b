//! UTF-8 to UTF-16 and UTF-32 by planes, one vector for each byte of the code units: the steps, and their code for 128-bit
//! lanes. `simd/utf8_to_utf16.rs` describes the algorithm.
//!
//! The lanes interleave the planes to code units, and shuffles leave out those at positions without one.

use super::tables::UNITS;
use super::validate_utf8::Validate;
use super::*;

/// Steps of the kernels from UTF-8 to UTF-16 and UTF-32.
///
/// In masks the lowest bit is that of the first byte. `next` is the text one byte later, `prev1` to `prev3` one to three
/// bytes earlier. `BIG` is the byte order of the code units written. Unless `FOUR`, no byte is `0xF0` or more.
pub(crate) trait Planes: Validate {
    /// Returns the low and the high bytes of the UTF-16 code units that the characters ending at each position would have,
    /// and the mask of the positions that have a code unit.
    fn utf16_planes<const FOUR: bool>(
        self,
        current: Self::Bytes,
        prev1: Self::Bytes,
        prev2: Self::Bytes,
        prev3: Self::Bytes,
        next: Self::Bytes,
    ) -> (Self::Bytes, Self::Bytes, u64);

    /// Returns the lowest, the middle and the highest bytes of the UTF-32 code units that the characters ending at each
    /// position would have, and the mask of the positions where one ends. Unless `FOUR`, the highest bytes are zero.
    fn utf32_planes<const FOUR: bool>(
        self,
        current: Self::Bytes,
        prev: [Self::Bytes; 3],
        next: Self::Bytes,
    ) -> ([Self::Bytes; 3], u64);

    /// Returns the bits of `mask` at the positions `from..to`. Both are at most [`Vectors::LEN`](crate::simd::arch::Vectors::LEN).
    fn between(self, mask: u64, from: usize, to: usize) -> u64;

    /// Writes the 16-bit code units whose bytes are at the positions `mask` of `low` and `high`, and returns their number.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) 16-bit units can be written at `to`. No bit of `mask` from there on is set.
    unsafe fn put_units<const BIG: bool>(
        self,
        to: *mut u8,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
    ) -> usize;

    /// Does what [`Self::put_units`] does where `room` units can be written, or returns `None` if there are more.
    ///
    /// # Safety
    ///
    /// `room` 16-bit units can be written at `to`. No bit of `mask` from [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) on is set.
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
    ) -> Option<usize>;

    /// Does what [`Self::put_units`] does with 32-bit units. Unless `FOUR`, the highest bytes are zero.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) 32-bit units can be written at `to`. No bit of `mask` from there on is set.
    unsafe fn put_wide<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        planes: [Self::Bytes; 3],
        mask: u64,
    ) -> usize;

    /// Does what [`Self::put_wide`] does where `room` units can be written, or returns `None` if there are more.
    ///
    /// # Safety
    ///
    /// `room` 32-bit units can be written at `to`. No bit of `mask` from [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) on is set.
    unsafe fn put_wide_within<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        room: usize,
        planes: [Self::Bytes; 3],
        mask: u64,
    ) -> Option<usize>;
}

/// Writes the units whose bytes are at the positions `mask` of the planes.
///
/// # Safety
///
/// [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) 32-bit units can be written at `to`.
#[inline(always)]
unsafe fn put_planes<S: Lanes, const BIG: bool, const FOUR: bool>(
    simd: S,
    to: *mut u8,
    [low, middle, high]: [S::Bytes; 3],
    mask: u32,
) {
    let zero = simd.splat(0);
    let (words, upper) = if BIG {
        (simd.interleave_u8(middle, low), simd.interleave_u8(zero, high))
    } else {
        (simd.interleave_u8(low, middle), simd.interleave_u8(high, zero))
    };
    let to = |eighth: usize| to.wrapping_add(4 * ones_before(mask, 8 * eighth));
    let at = |eighth| positions(&UNITS, mask, eighth);
    // SAFETY: the caller promises room for a unit for each byte, and at most as many precede each lane.
    unsafe {
        simd.store_swizzled_u32::<0, BIG, FOUR>(to(0), words[0], upper[0], at(0));
        simd.store_swizzled_u32::<0, BIG, FOUR>(to(1), words[1], upper[1], at(1));
        if S::LEN > 16 {
            simd.store_swizzled_u32::<1, BIG, FOUR>(to(2), words[0], upper[0], at(2));
            simd.store_swizzled_u32::<1, BIG, FOUR>(to(3), words[1], upper[1], at(3));
        }
    }
}

/// Writes the 16-bit units of a lane that the 8 bits number `eighth` of `mask` select, behind those of the eighths before.
///
/// # Safety
///
/// `room` 16-bit units can be written at `to`, and at most as many bits of `mask` are set.
#[inline(always)]
unsafe fn put_eight_within<S: Lanes, const LANE: i32>(
    simd: S,
    to: *mut u8,
    room: usize,
    units: S::Bytes,
    mask: u32,
    eighth: usize,
) {
    debug_assert!(mask.count_ones() as usize <= room);
    let before = ones_before(mask, 8 * eighth);
    let (at, count) = (positions(&UNITS, mask, eighth), ones_in(mask, eighth));
    // SAFETY: the caller promises the room, and `before` is within it.
    unsafe {
        store_swizzled_within::<S, LANE>(
            simd,
            to.add(2 * before),
            2 * (room - before),
            units,
            at,
            2 * count,
        );
    }
}

impl<S: Lanes> Planes for S {
    #[inline(always)]
    fn utf16_planes<const FOUR: bool>(
        self,
        current: S::Bytes,
        prev1: S::Bytes,
        prev2: S::Bytes,
        prev3: S::Bytes,
        next: S::Bytes,
    ) -> (S::Bytes, S::Bytes, u64) {
        // Signed, 0xBF is the greatest continuation byte, and ASCII is greater.
        let ends = self.high_bits(self.greater(next, self.splat(0xBF)));
        // The byte before where this one is a continuation byte, which signed is below 0xC0.
        let prev1_of_more = self.greater(self.splat(0xC0), current) & prev1;
        let above = self.shl_u16::<6>(prev1_of_more) & self.splat(0xC0);
        let low = current & self.splat(0x7F) | above;
        let high1 = self.shr_u16::<2>(prev1_of_more) & self.splat(0x0F);
        // Without bytes of 0xF0 or more, no bit is shifted out of the lower byte of a 16-bit lane.
        let high2 = self.shl_u16::<4>(self.saturating_sub(prev2, self.splat(0xE0)));
        if !FOUR {
            return (low, high1 | high2, ends.into());
        }
        let (third, fourth) = (at_least(self, prev2, 0xF0), at_least(self, prev3, 0xF0));
        let third_low = self.add(self.shl_u16::<2>(prev1) & self.splat(0xFC), self.splat(0xC0))
            | self.shr_u16::<4>(current) & self.splat(0x03);
        let carry = at_least(self, prev1, 0x90) & self.splat(1);
        let third_high = self.add(self.add(prev2, self.splat(0xE7)), carry);
        let high = high1 | high2 & self.splat(0xF0) | fourth & self.splat(0xDC);
        (
            self.select(third, third_low, low),
            self.select(third, third_high, high),
            (ends | self.high_bits(third)).into(),
        )
    }

    #[inline(always)]
    fn utf32_planes<const FOUR: bool>(
        self,
        current: S::Bytes,
        [prev1, prev2, prev3]: [S::Bytes; 3],
        next: S::Bytes,
    ) -> ([S::Bytes; 3], u64) {
        let zero = self.splat(0);
        if !FOUR {
            let (low, middle, ends) = self.utf16_planes::<false>(current, prev1, prev2, zero, next);
            return ([low, middle, zero], ends);
        }
        let (low, middle, ends) = self.utf16_planes::<false>(current, prev1, zero, zero, next);
        // The four lowest bits of the second byte of four, or of the first of three, which is 0xE0 or more.
        let fourth = at_least(self, prev3, 0xF0);
        let second = self.select(fourth, prev2, self.saturating_sub(prev2, self.splat(0xE0)));
        let middle = middle | self.shl_u16::<4>(second) & self.splat(0xF0);
        let high = self.shr_u16::<4>(prev2) & fourth & self.splat(0x03)
            | self.shl_u16::<2>(self.saturating_sub(prev3, self.splat(0xF0)));
        ([low, middle, high], ends)
    }

    #[inline(always)]
    fn between(self, mask: u64, from: usize, to: usize) -> u64 {
        debug_assert!(from <= S::LEN && to <= S::LEN);
        mask & u64::from(first(to) & !first(from))
    }

    #[inline(always)]
    unsafe fn put_units<const BIG: bool>(
        self,
        to: *mut u8,
        low: S::Bytes,
        high: S::Bytes,
        mask: u64,
    ) -> usize {
        let mask = mask as u32;
        let (low, high) = if BIG { (high, low) } else { (low, high) };
        let [a, b] = swizzle_alternating(self, self.interleave_u8(low, high), &UNITS, mask);
        let count = mask.count_ones() as usize;
        // SAFETY: the caller promises room for a unit for each byte, and at most as many precede each lane.
        unsafe {
            self.store_lane::<0>(to, a);
            self.store_lane::<0>(to.add(2 * ones_before(mask, 8)), b);
            if S::LEN > 16 {
                self.store_lane::<1>(to.add(2 * ones_before(mask, 16)), a);
                self.store_lane::<1>(to.add(2 * (count - ones_in(mask, 3))), b);
            }
        }
        count
    }

    #[inline(always)]
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: S::Bytes,
        high: S::Bytes,
        mask: u64,
    ) -> Option<usize> {
        debug_assert!(mask & !u64::from(first(S::LEN)) == 0);
        let count = mask.count_ones() as usize;
        if count > room {
            return None;
        }
        if room >= S::LEN {
            // SAFETY: there is room for a unit for each byte.
            return Some(unsafe { self.put_units::<BIG>(to, low, high, mask) });
        }
        let mask = mask as u32;
        let (low, high) = if BIG { (high, low) } else { (low, high) };
        let [a, b] = self.interleave_u8(low, high);
        // SAFETY: there is room for `count` units, the bits of `mask`.
        unsafe {
            put_eight_within::<S, 0>(self, to, room, a, mask, 0);
            put_eight_within::<S, 0>(self, to, room, b, mask, 1);
            if S::LEN > 16 {
                put_eight_within::<S, 1>(self, to, room, a, mask, 2);
                put_eight_within::<S, 1>(self, to, room, b, mask, 3);
            }
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_wide<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        planes: [S::Bytes; 3],
        mask: u64,
    ) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { put_planes::<S, BIG, FOUR>(self, to, planes, mask as u32) };
        mask.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_wide_within<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        room: usize,
        planes: [S::Bytes; 3],
        mask: u64,
    ) -> Option<usize> {
        debug_assert!(mask & !u64::from(first(S::LEN)) == 0);
        let count = mask.count_ones() as usize;
        if count > room {
            return None;
        }
        // SAFETY: there is room for a unit for each byte, or the buffer holds them and there is room for `count`.
        unsafe {
            if room >= S::LEN {
                self.put_wide::<BIG, FOUR>(to, planes, mask);
            } else {
                let mut units = [0; 4 * 32];
                self.put_wide::<BIG, FOUR>(units.as_mut_ptr(), planes, mask);
                copy_units(units.as_ptr(), to, count);
            }
        }
        Some(count)
    }
}
