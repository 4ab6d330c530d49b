//! UTF-32 as a source, and UTF-16 to UTF-32 and back: the steps, and their code for 128-bit lanes. A vector holds a quarter as
//! many 32-bit code units as bytes.
//!
//! Every unit is computed for its position, and shuffles leave out those that do not exist.

use super::surrogates::Utf16;
use super::tables::UNITS;
use super::*;

/// Steps of the kernels that read UTF-32, or that convert between UTF-16 and UTF-32 in the machine's order.
///
/// The methods named `within` write at most `room` units, or return `None` and write nothing if the text needs more.
pub(crate) trait Utf32: Utf16 {
    /// Returns 32-bit units in the machine's order. `BIG` is the byte order of the units in `v`.
    fn native_wide<const BIG: bool>(self, v: Self::Bytes) -> Self::Bytes;

    /// Reverses the bytes of each unit.
    #[inline(always)]
    fn swap_wide(self, v: Self::Bytes) -> Self::Bytes {
        self.native_wide::<{ !cfg!(target_endian = "big") }>(v)
    }

    /// Returns `true` if any of the 32-bit units has any of these bits.
    #[inline(always)]
    fn any_wide(self, v: Self::Bytes, bits: u32) -> bool {
        self.any(v & self.splat_u32(bits))
    }

    /// Accumulates for [`Self::is_scalar_max`] the maximum of 32-bit numbers in an order that has the surrogates above all
    /// others. The initial value is zeros.
    fn max_scalar(self, max: Self::Bytes, numbers: Self::Bytes) -> Self::Bytes;

    /// Returns `true` if [`Self::max_scalar`] found scalar values only.
    fn is_scalar_max(self, max: Self::Bytes) -> bool;

    /// Returns `true` if all 32-bit units of two vectors are scalar values.
    #[inline(always)]
    fn are_scalars(self, a: Self::Bytes, b: Self::Bytes) -> bool {
        let max = self.max_scalar(self.splat(0), a);
        self.is_scalar_max(self.max_scalar(max, b))
    }

    /// Writes a 32-bit unit for each 16-bit unit that is not a high surrogate, and returns their number. `prev1` has the
    /// unit before each, a high surrogate before every low one.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) bytes can be written at `to`.
    unsafe fn put_joined(self, to: *mut u8, units: Self::Bytes, prev1: Self::Bytes) -> usize;

    /// Does what [`Self::put_joined`] does for the 16-bit units `skip..stop`.
    ///
    /// # Safety
    ///
    /// `room` 32-bit units can be written at `to`. `skip` and `stop` are at most the 16-bit units of a vector.
    unsafe fn put_joined_within(
        self,
        to: *mut u8,
        room: usize,
        units: Self::Bytes,
        prev1: Self::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Writes the scalar values in two vectors as UTF-16, and returns the number of 16-bit units.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) bytes can be written at `to`.
    unsafe fn put_split<const SWAP: bool>(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

    /// Does what [`Self::put_split`] does for the scalar values `skip..stop` of both vectors together.
    ///
    /// # Safety
    ///
    /// `room` 16-bit units can be written at `to`. `skip` and `stop` are at most the 32-bit units of both vectors.
    unsafe fn put_split_within<const SWAP: bool>(
        self,
        to: *mut u8,
        room: usize,
        numbers: [Self::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Does what [`Self::put_split_within`] does for the first `stop` scalar values of one vector.
    ///
    /// # Safety
    ///
    /// `room` 16-bit units can be written at `to`. `stop` is at most the 32-bit units of a vector.
    #[inline(always)]
    unsafe fn put_split_one<const SWAP: bool>(
        self,
        to: *mut u8,
        room: usize,
        numbers: Self::Bytes,
        stop: usize,
    ) -> Option<usize> {
        // SAFETY: the caller promises the room, and fewer units than two vectors have.
        unsafe { self.put_split_within::<SWAP>(to, room, [numbers, self.splat(0)], 0, stop) }
    }
}

/// Code units of UTF-16, and the characters that they end.
struct Joined<V> {
    /// The lower halves of the characters' numbers.
    words: V,
    /// The upper halves.
    upper: V,
    /// A bit for each unit that ends a character.
    kept: u32,
}

/// Returns the characters that code units end. `prev1` has the unit before each.
#[inline(always)]
fn join<S: Lanes>(simd: S, units: S::Bytes, prev1: S::Bytes) -> Joined<S::Bytes> {
    let top = units & simd.splat_u16(0xFC00);
    let high = simd.equal_u16(top, simd.splat_u16(0xD800)) & simd.splat_u16(0x80);
    let low = simd.equal_u16(top, simd.splat_u16(0xDC00));
    let twice = simd.high_bits(simd.pack_u16(high, high));
    let high = twice & 0xFF | twice >> 8 & if S::LEN > 16 { 0xFF00 } else { 0 };
    let joined = simd.shl_u16::<10>(prev1) | units & simd.splat_u16(0x03FF);
    // (0xD800 >> 6) - (0x1_0000 >> 16) = 0x35F.
    let upper = simd.sub_u16(simd.shr_u16::<6>(prev1), simd.splat_u16(0x35F));
    Joined {
        words: simd.select(low, joined, units),
        upper: upper & low,
        kept: !high & first(S::LEN / 2),
    }
}

/// Writes the characters of the units whose bit is set in `kept`, and returns their number.
///
/// # Safety
///
/// Half as many 32-bit units as a vector has bytes can be written at `to`.
#[inline(always)]
unsafe fn put_joined<S: Lanes>(simd: S, to: *mut u8, joined: &Joined<S::Bytes>, kept: u32) -> usize {
    const BIG: bool = cfg!(target_endian = "big");
    let (words, upper) = (joined.words, joined.upper);
    // SAFETY: the caller promises room for 8 units for each lane, and at most as many precede the last lane.
    unsafe {
        simd.store_swizzled_u32::<0, BIG, true>(to, words, upper, positions(&UNITS, kept, 0));
        if S::LEN > 16 {
            let to = to.add(4 * ones_in(kept, 0));
            simd.store_swizzled_u32::<1, BIG, true>(to, words, upper, positions(&UNITS, kept, 1));
        }
    }
    kept.count_ones() as usize
}

/// Two vectors of UTF-32 with two 16-bit units in the place of each.
struct Split<V> {
    units: [V; 2],
    /// A bit for each 16-bit unit that exists.
    kept: u32,
}

/// Returns the 16-bit units of the scalar values in two vectors, with their bytes reversed if `SWAP`.
#[inline(always)]
fn split<S: Lanes, const SWAP: bool>(simd: S, a: S::Bytes, b: S::Bytes) -> Split<S::Bytes> {
    let (a, a_two) = halves(simd, a);
    let (b, b_two) = halves(simd, b);
    Split {
        units: if SWAP {
            [simd.swap_u16(a), simd.swap_u16(b)]
        } else {
            [a, b]
        },
        kept: 0x5555_5555 & first(S::LEN) | simd.high_bits(simd.in_order(simd.pack_u32(a_two, b_two))),
    }
}

/// Returns two 16-bit units for each number, the high surrogate in the lower half, and `0x8080` where there are two.
#[inline(always)]
fn halves<S: Lanes>(simd: S, numbers: S::Bytes) -> (S::Bytes, S::Bytes) {
    let two = simd.greater_u32(numbers, simd.splat_u32(0xFFFF));
    // 0xD800 + (number - 0x1_0000 >> 10). Nothing is borrowed from the upper half.
    let high = simd.sub_u16(simd.shr_u32::<10>(numbers), simd.splat_u32(0x1_0040 - 0xD800));
    let low = simd.shl_u32::<16>(numbers) & simd.splat_u32(0x03FF_0000) | simd.splat_u32(0xDC00_0000);
    (
        simd.select(two, high | low, numbers),
        two & simd.splat_u32(0x8080),
    )
}

/// Writes the 16-bit units whose bit is set in `kept`, and returns their number.
///
/// # Safety
///
/// Twice [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) bytes can be written at `to`.
#[inline(always)]
unsafe fn put_split<S: Lanes>(simd: S, to: *mut u8, split: &Split<S::Bytes>, kept: u32) -> usize {
    let [a, b] = swizzle_in_order(simd, split.units, &UNITS, kept);
    let to = |eighth: usize| to.wrapping_add(2 * ones_before(kept, 8 * eighth));
    // SAFETY: the caller promises room for 16 bytes for each lane, and at most as many precede each.
    unsafe {
        simd.store_lane::<0>(to(0), a);
        if S::LEN == 16 {
            simd.store_lane::<0>(to(1), b);
        } else {
            simd.store_lane::<1>(to(1), a);
            simd.store_lane::<0>(to(2), b);
            simd.store_lane::<1>(to(3), b);
        }
    }
    kept.count_ones() as usize
}

impl<S: Lanes> Utf32 for S {
    #[inline(always)]
    fn native_wide<const BIG: bool>(self, v: S::Bytes) -> S::Bytes {
        if BIG != cfg!(target_endian = "big") {
            self.swap_u32(v)
        } else {
            v
        }
    }

    /// Shorter chains of instructions than [`Utf32::max_scalar`] twice: converting emoji to UTF-8 is 5 % faster with AVX2.
    #[inline(always)]
    fn are_scalars(self, a: S::Bytes, b: S::Bytes) -> bool {
        let max = self.splat_u32(0x10_FFFF);
        let (first, count) = (self.splat_u32(0xD800), self.splat_u32(0x800));
        // The comparisons are signed: what is negative is less than 0x800, too.
        let too_large = self.greater_u32(a, max) | self.greater_u32(b, max);
        let surrogates = self.greater_u32(count, a ^ first) | self.greater_u32(count, b ^ first);
        !self.any(too_large | surrogates)
    }

    #[inline(always)]
    fn max_scalar(self, max: S::Bytes, numbers: S::Bytes) -> S::Bytes {
        // Surrogates become 0..=0x7FF, and then the greatest numbers.
        let numbers = self.sub_u32(numbers ^ self.splat_u32(0xD800), self.splat_u32(0x800));
        self.max_u32(max, numbers)
    }

    #[inline(always)]
    fn is_scalar_max(self, max: S::Bytes) -> bool {
        let limit = self.splat_u32(0x10_FFFF - 0x800);
        !self.any(self.max_u32(max, limit) ^ limit)
    }

    #[inline(always)]
    unsafe fn put_joined(self, to: *mut u8, units: S::Bytes, prev1: S::Bytes) -> usize {
        let joined = join(self, units, prev1);
        // SAFETY: the caller promises the room.
        unsafe { put_joined(self, to, &joined, joined.kept) }
    }

    #[inline(always)]
    unsafe fn put_joined_within(
        self,
        to: *mut u8,
        room: usize,
        units: S::Bytes,
        prev1: S::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        debug_assert!(skip <= S::LEN / 2 && stop <= S::LEN / 2);
        let joined = join(self, units, prev1);
        let kept = joined.kept & first(stop) & !first(skip);
        let count = kept.count_ones() as usize;
        if count > room {
            return None;
        }
        if room >= S::LEN / 2 {
            // SAFETY: there is room for all units of a vector.
            return Some(unsafe { put_joined(self, to, &joined, kept) });
        }
        let mut bytes = [0; 64];
        // SAFETY: the buffer holds 16 units, and there is room for `count`.
        unsafe {
            put_joined(self, bytes.as_mut_ptr(), &joined, kept);
            copy_short(bytes.as_ptr(), to, 4 * count);
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_split<const SWAP: bool>(self, to: *mut u8, a: S::Bytes, b: S::Bytes) -> usize {
        let split = split::<_, SWAP>(self, a, b);
        // SAFETY: the caller promises the room.
        unsafe { put_split(self, to, &split, split.kept) }
    }

    #[inline(always)]
    unsafe fn put_split_within<const SWAP: bool>(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [S::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        debug_assert!(skip <= S::LEN / 2 && stop <= S::LEN / 2);
        let split = split::<_, SWAP>(self, a, b);
        let kept = split.kept & first(2 * stop) & !first(2 * skip);
        let count = kept.count_ones() as usize;
        if count > room {
            return None;
        }
        if room >= S::LEN {
            // SAFETY: there is room for two units for each number.
            return Some(unsafe { put_split(self, to, &split, kept) });
        }
        let mut bytes = [0; 64];
        // SAFETY: the buffer holds 32 units, and there is room for `count`.
        unsafe {
            put_split(self, bytes.as_mut_ptr(), &split, kept);
            copy_short(bytes.as_ptr(), to, 2 * count);
        }
        Some(count)
    }
}
