//! The instructions that a set of 128-bit lanes needs: the trait to implement for a new one.

use super::tables::{LAST, LaneTable, SHIFTED, SWAPPED_U16, SWAPPED_U32};
use crate::simd::arch::Vectors;

/// An instruction set with vectors of one 128-bit lane or of several side by side.
///
/// Suffixes name the lanes that a method works on: bytes if there is none, 16-bit (`u16`) or 32-bit (`u32`) lanes.
/// The provided methods are composed of the others for one lane. A set overrides them where it has a better instruction, and
/// a set of several lanes overrides all that assert [`Vectors::LEN`].
pub(crate) trait Lanes: Vectors {
    /// Returns bit 7 of each byte, the first byte's as the lowest bit.
    fn high_bits(self, v: Self::Bytes) -> u32;

    /// Returns `true` if any byte is `0x80` or more.
    #[inline(always)]
    fn any_high_bit(self, v: Self::Bytes) -> bool {
        self.high_bits(v) != 0
    }

    /// Returns the sum of all bytes.
    fn sum(self, v: Self::Bytes) -> usize;

    /// Returns `a + b`, wrapping.
    fn add(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns `a - b`, wrapping.
    fn sub(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns `a - b`, wrapping.
    fn sub_u16(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns `a - b`, wrapping.
    fn sub_u32(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns `a - b`, or 0 if that is negative.
    fn saturating_sub(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns `a + b`, or `0xFFFF` if that is greater.
    fn saturating_add_u16(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns the smaller of each two, unsigned.
    fn min_u16(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns the greater of each two, unsigned.
    fn max_u32(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Returns ones where `a` is greater than `b`, both *signed*, and zeros elsewhere.
    fn greater(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns ones where `a` is greater than `b`, both *signed*, and zeros elsewhere.
    fn greater_u32(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns ones where `a` equals `b`, and zeros elsewhere.
    fn equal(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns ones where `a` equals `b`, and zeros elsewhere.
    fn equal_u16(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Returns the bytes of `yes` where `mask` is ones, and of `no` where it is zeros. Each byte of `mask` is either.
    #[inline(always)]
    fn select(self, mask: Self::Bytes, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes {
        no ^ mask & (yes ^ no)
    }

    /// Shifts to the left, towards the more significant bits.
    fn shl_u16<const BITS: i32>(self, v: Self::Bytes) -> Self::Bytes;
    /// Shifts to the left, towards the more significant bits.
    fn shl_u32<const BITS: i32>(self, v: Self::Bytes) -> Self::Bytes;
    /// Shifts to the right, towards the less significant bits, and fills with zeros.
    fn shr_u16<const BITS: i32>(self, v: Self::Bytes) -> Self::Bytes;
    /// Shifts to the right, towards the less significant bits, and fills with zeros.
    fn shr_u32<const BITS: i32>(self, v: Self::Bytes) -> Self::Bytes;

    /// Returns the first 8 bytes of each lane of `a` and `b` in alternation, and the last 8.
    fn interleave_u8(self, a: Self::Bytes, b: Self::Bytes) -> [Self::Bytes; 2];
    /// Returns the first 4 units of each lane of `a` and `b` in alternation, and the last 4.
    fn interleave_u16(self, a: Self::Bytes, b: Self::Bytes) -> [Self::Bytes; 2];
    /// Returns the low bytes of 16-bit units below `0x100`: those of a lane of `a`, then of the same lane of `b`.
    fn pack_u16(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns the low halves of 32-bit units below `0x1_0000`, likewise.
    fn pack_u32(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Brings what [`Self::pack_u16`] or [`Self::pack_u32`] returns to the order of all of `a` and then all of `b`.
    #[inline(always)]
    fn in_order(self, packed: Self::Bytes) -> Self::Bytes {
        const { assert!(Self::LEN == 16, "one lane is in order") };
        packed
    }

    /// Returns the low bytes of the 32-bit units of four vectors, below `0x100`, in order.
    #[inline(always)]
    fn narrow_u32_to_u8(self, [a, b, c, d]: [Self::Bytes; 4]) -> Self::Bytes {
        const { assert!(Self::LEN == 16, "one lane is in order") };
        self.pack_u16(self.pack_u32(a, b), self.pack_u32(c, d))
    }

    /// Returns the bytes of each lane of `v` at the positions in the same lane of `positions`, which are below 16 or
    /// `0x80`, which makes a zero.
    fn swizzle(self, v: Self::Bytes, positions: Self::Bytes) -> Self::Bytes;

    /// Returns `table` in each lane.
    #[inline(always)]
    fn load_lane(self, table: &LaneTable) -> Self::Bytes {
        const { assert!(Self::LEN == 16, "one lane") };
        // SAFETY: a table has the 16 bytes that are read.
        unsafe { self.load(table.0.as_ptr()) }
    }

    /// Returns `first` and `last` as the lanes of a vector; of a vector with one lane, `first`.
    #[inline(always)]
    fn load_lanes(self, first: &'static LaneTable, _last: &'static LaneTable) -> Self::Bytes {
        self.load_lane(first)
    }

    /// Returns `v` moved by `BY` positions, -1 to 3, with zeros for the bytes that it has not.
    #[inline(always)]
    fn shift<const BY: i32>(self, v: Self::Bytes) -> Self::Bytes {
        const { assert!(Self::LEN == 16 && -1 <= BY && BY <= 3, "one lane") };
        let positions = &SHIFTED[(BY + 1) as usize];
        self.swizzle(v, self.load_lane(positions))
    }

    /// Returns `v` moved by `BY` positions, 1 to 3, after the last bytes of `before`.
    #[inline(always)]
    fn later<const BY: i32>(self, before: Self::Bytes, v: Self::Bytes) -> Self::Bytes {
        const { assert!(Self::LEN == 16 && 1 <= BY && BY <= 3, "one lane") };
        let last = &LAST[(BY - 1) as usize];
        self.shift::<BY>(v) | self.swizzle(before, self.load_lane(last))
    }

    /// Swaps the bytes of each unit.
    #[inline(always)]
    fn swap_u16(self, v: Self::Bytes) -> Self::Bytes {
        self.swizzle(v, self.load_lane(&SWAPPED_U16))
    }

    /// Reverses the bytes of each unit.
    #[inline(always)]
    fn swap_u32(self, v: Self::Bytes) -> Self::Bytes {
        self.swizzle(v, self.load_lane(&SWAPPED_U32))
    }

    /// Writes the bytes at `from` as 16-bit units.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from` and twice as many written at `to`.
    #[inline(always)]
    unsafe fn widen_u8_to_u16<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        const { assert!(Self::LEN == 16, "interleaved lanes are not in order") };
        // SAFETY: the caller promises a vector to read and two to write.
        unsafe {
            let (v, zero) = (self.load(from), self.splat(0));
            let [first, last] = if BIG {
                self.interleave_u8(zero, v)
            } else {
                self.interleave_u8(v, zero)
            };
            self.store(to, first);
            self.store(to.add(Self::LEN), last);
        }
    }

    /// Writes the bytes at `from` as 32-bit units.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from` and four times as many written at `to`.
    #[inline(always)]
    unsafe fn widen_u8_to_u32<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        const { assert!(Self::LEN == 16, "interleaved lanes are not in order") };
        // SAFETY: the caller promises a vector to read and four to write.
        unsafe {
            let (v, zero) = (self.load(from), self.splat(0));
            let [first, last] = if BIG {
                self.interleave_u8(zero, v)
            } else {
                self.interleave_u8(v, zero)
            };
            store_halves::<_, BIG>(self, to, first, zero);
            store_halves::<_, BIG>(self, to.add(2 * Self::LEN), last, zero);
        }
    }

    /// Writes the 16-bit units at `from`, in the byte order `BIG`, as 32-bit units in the machine's order.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from` and twice as many written at `to`.
    #[inline(always)]
    unsafe fn widen_u16_to_u32<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        const NATIVE_IS_BIG: bool = cfg!(target_endian = "big");
        const { assert!(Self::LEN == 16, "interleaved lanes are not in order") };
        // SAFETY: the caller promises a vector to read and two to write.
        unsafe {
            let mut words = self.load(from);
            if BIG != NATIVE_IS_BIG {
                words = self.swap_u16(words);
            }
            store_halves::<_, NATIVE_IS_BIG>(self, to, words, self.splat(0));
        }
    }

    /// Writes the lane number `LANE` of `v`.
    ///
    /// # Safety
    ///
    /// 16 bytes can be written at `to`.
    #[inline(always)]
    unsafe fn store_lane<const LANE: i32>(self, to: *mut u8, v: Self::Bytes) {
        const { assert!(Self::LEN == 16, "one lane") };
        // SAFETY: the caller promises a vector.
        unsafe { self.store(to, v) }
    }

    /// Writes a lane of 16-bit units of `words` and of `upper`, both swizzled by `positions`, as the lower and the upper
    /// halves of 32-bit units. Unless `FOUR`, `upper` is zeros.
    ///
    /// # Safety
    ///
    /// 32 bytes can be written at `to`.
    #[inline(always)]
    unsafe fn store_swizzled_u32<const LANE: i32, const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        words: Self::Bytes,
        upper: Self::Bytes,
        positions: &'static LaneTable,
    ) {
        const { assert!(Self::LEN == 16, "one lane") };
        let positions = self.load_lane(positions);
        let upper = if FOUR {
            self.swizzle(upper, positions)
        } else {
            upper
        };
        // SAFETY: the caller promises two vectors.
        unsafe { store_halves::<_, BIG>(self, to, self.swizzle(words, positions), upper) }
    }
}

/// Writes 32-bit units: the 16-bit units of `words`, each with that of `upper` as its more significant half.
///
/// # Safety
///
/// Twice [`Vectors::LEN`] bytes can be written at `to`.
#[inline(always)]
unsafe fn store_halves<S: Lanes, const BIG: bool>(simd: S, to: *mut u8, words: S::Bytes, upper: S::Bytes) {
    let [first, last] = if BIG {
        simd.interleave_u16(upper, words)
    } else {
        simd.interleave_u16(words, upper)
    };
    // SAFETY: the caller promises two vectors.
    unsafe {
        simd.store(to, first);
        simd.store(to.add(S::LEN), last);
    }
}
