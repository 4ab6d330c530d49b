//! Code units below `0x800` to UTF-8: each unit is spread to two bytes, and shuffles leave out the unused lead bytes.

use super::tables::PAIRS;
use super::*;
use crate::simd::arch::copy::copy_overlapping;

/// Returns `0x80` for units of `0x80` or more, and else the unit. Bit 7 thus is set where more than one byte is needed.
#[inline(always)]
pub(super) fn from_80<S: Lanes>(simd: S, units: S::Bytes) -> S::Bytes {
    simd.min_u16(units, simd.splat_u16(0x80))
}

/// Returns the last bytes in the lower bytes of the units. `from_80` is the byte itself where it is below `0x80`.
#[inline(always)]
pub(super) fn last<S: Lanes>(simd: S, units: S::Bytes, from_80: S::Bytes) -> S::Bytes {
    units & simd.splat_u16(0x3F) | from_80
}

/// The units of two vectors, `a` and `b`, all below `0x800`, spread for [`PAIRS`].
pub(super) struct Pairs<S: Lanes> {
    /// The lanes of both in alternation, as an interleaving returns them.
    bytes: [S::Bytes; 2],
    /// A bit for each unit: 8 for the first lane of `a`, the first of `b`, the second of `a`, the second of `b`.
    bits: u32,
}

impl<S: Lanes> Pairs<S> {
    /// Spreads the units of `a` and `b`.
    #[inline(always)]
    pub(super) fn new(simd: S, a: S::Bytes, b: S::Bytes) -> Self {
        let from_80 = simd.pack_u16(from_80(simd, a), from_80(simd, b));
        let low_bits = |units| units & simd.splat_u16(0x3F);
        // Units below 0x80 do not use the lead byte.
        let first = simd.pack_u16(simd.shr_u16::<6>(a), simd.shr_u16::<6>(b)) | simd.splat(0xC0);
        let last = simd.pack_u16(low_bits(a), low_bits(b)) | from_80;
        Pairs {
            bytes: simd.interleave_u8(first, last),
            bits: simd.high_bits(from_80),
        }
    }

    /// Returns the number of bytes of all units.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        S::LEN + self.bits.count_ones() as usize
    }

    /// Returns the number of bytes of the first `units` units.
    #[inline(always)]
    pub(super) fn len_of_first(&self, units: usize) -> usize {
        let bits = self.bits;
        let in_order = if S::LEN > 16 {
            bits & 0xFF00_00FF | bits >> 8 & 0xFF00 | bits << 8 & 0xFF_0000
        } else {
            bits
        };
        units + ones_before(in_order, units)
    }

    /// Returns both vectors with the used bytes of each lane at its beginning.
    #[inline(always)]
    fn compressed(&self, simd: S) -> [S::Bytes; 2] {
        swizzle_alternating(simd, self.bytes, &PAIRS, self.bits)
    }

    /// Writes all of `a` and then of `b`, and returns the number of bytes.
    ///
    /// # Safety
    ///
    /// 16 bytes can be written at `to` for each lane of both vectors.
    #[inline(always)]
    pub(super) unsafe fn put(&self, simd: S, to: *mut u8) -> usize {
        let bits = self.bits;
        let [a, b] = self.compressed(simd);
        // SAFETY: the caller promises 16 bytes for each lane.
        unsafe {
            simd.store_lane::<0>(to, a);
            let mut count = 8 + ones_in(bits, 0);
            if S::LEN > 16 {
                simd.store_lane::<1>(to.add(count), a);
                count += 8 + ones_in(bits, 2);
            }
            simd.store_lane::<0>(to.add(count), b);
            count += 8 + ones_in(bits, 1);
            if S::LEN > 16 {
                simd.store_lane::<1>(to.add(count), b);
                count += 8 + ones_in(bits, 3);
            }
            count
        }
    }

    /// Does what [`Self::put`] does without writing behind the bytes.
    ///
    /// # Safety
    ///
    /// [`Self::len`] bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn put_exactly(&self, simd: S, to: *mut u8) -> usize {
        let [a, b] = self.compressed(simd);
        let len = |eighth| 8 + ones_in(self.bits, eighth);
        let mut at = to;
        // SAFETY: the caller promises the bytes of all lanes, of each at least 8. So a lane that another one follows begins at
        // least 16 bytes before the end.
        unsafe {
            simd.store_lane::<0>(at, a);
            at = at.add(len(0));
            if S::LEN > 16 {
                simd.store_lane::<1>(at, a);
                at = at.add(len(2));
                simd.store_lane::<0>(at, b);
                at = at.add(len(1));
                store_lane_exactly::<S, 1>(simd, at, b, len(3));
            } else {
                store_lane_exactly::<S, 0>(simd, at, b, len(1));
            }
        }
        self.len()
    }
}

/// Writes the bytes of the units `skip..stop`, below `0x800`, and returns their number, or `None` if it is more than `room`.
///
/// # Safety
///
/// `room` bytes can be written at `to`. The bytes of the first `skip` units precede `to`, and can be written too. `skip` is at
/// most `stop`, and `stop` at most the units of a vector.
#[inline(always)]
pub(super) unsafe fn put_pairs_within<S: Lanes>(
    simd: S,
    to: *mut u8,
    room: usize,
    units: S::Bytes,
    skip: usize,
    stop: usize,
) -> Option<usize> {
    debug_assert!(skip <= stop && stop <= S::LEN / 2);
    let from_80 = from_80(simd, units);
    let twice = simd.high_bits(simd.pack_u16(from_80, from_80));
    let bits = twice & 0xFF | twice >> 8 & if S::LEN > 16 { 0xFF00 } else { 0 };
    let first = simd.shr_u16::<6>(units) | simd.splat_u16(0xC0);
    let pairs = simd.shl_u16::<8>(last(simd, units, from_80)) | first;
    let skipped = skip + ones_before(bits, skip);
    let count = stop + ones_before(bits, stop) - skipped;
    if count > room {
        return None;
    }
    let (to, room) = (to.wrapping_sub(skipped), room + skipped);
    let (first, last) = (8 + ones_in(bits, 0), 8 + ones_in(bits, 1));
    // SAFETY: each store is limited to `room`, which includes the `skipped` bytes before.
    unsafe {
        store_swizzled_within::<S, 0>(simd, to, room, pairs, positions(&PAIRS, bits, 0), first);
        if S::LEN > 16 {
            let first = first.min(room);
            let (to, room) = (to.add(first), room - first);
            store_swizzled_within::<S, 1>(simd, to, room, pairs, positions(&PAIRS, bits, 1), last);
        }
    }
    Some(count)
}

/// Writes the first `len` bytes of a lane.
///
/// # Safety
///
/// `len` is in `8..=16`, and `len` bytes can be written at `to`.
#[inline(always)]
unsafe fn store_lane_exactly<S: Lanes, const LANE: i32>(simd: S, to: *mut u8, v: S::Bytes, len: usize) {
    let mut bytes = [0; 16];
    // SAFETY: the buffer holds a lane, and the caller promises `len` bytes, at least 8.
    unsafe {
        simd.store_lane::<LANE>(bytes.as_mut_ptr(), v);
        copy_overlapping::<8>(bytes.as_ptr(), to, len);
    }
}
