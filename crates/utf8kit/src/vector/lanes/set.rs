//! What the steps need of an instruction set.

use crate::vector::{Kernel, Simd, copy_short};
use core::ops::{BitAnd, BitOr, BitXor};

/// What such an instruction set has. Its vectors are of one lane of 16 bytes, or more side by side.
///
/// Names and meaning as in [`Simd`] where they are the same.
pub(crate) trait Lanes: Copy {
    type Bytes: Copy
        + BitAnd<Output = Self::Bytes>
        + BitOr<Output = Self::Bytes>
        + BitXor<Output = Self::Bytes>;
    /// 16 or 32.
    const LEN: usize;
    const HAS_SHORT_LOADS: bool = false;

    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output
    where
        Self: Simd;

    fn splat(self, byte: u8) -> Self::Bytes;
    fn splat_unit(self, unit: u16) -> Self::Bytes;

    /// # Safety
    ///
    /// [`Self::LEN`] bytes can be read at `from`.
    unsafe fn load(self, from: *const u8) -> Self::Bytes;

    /// [`Simd::load_short`].
    ///
    /// # Safety
    ///
    /// `len` bytes, [`Self::LEN`] at most, can be read at `from`.
    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> Self::Bytes {
        let mut text = [0; 32];
        // SAFETY: the caller promises the bytes; there is room for as many as a vector has.
        unsafe {
            copy_short(from, text.as_mut_ptr(), len);
            self.load(text.as_ptr())
        }
    }

    fn after_zeros(self, v: Self::Bytes) -> [Self::Bytes; 3];
    fn before_zero(self, v: Self::Bytes) -> Self::Bytes;

    /// # Safety
    ///
    /// [`Self::LEN`] bytes can be written at `to`.
    unsafe fn store(self, to: *mut u8, v: Self::Bytes);

    /// One bit for each byte: is it 80 or more?
    fn high_bits(self, v: Self::Bytes) -> u32;
    fn any(self, v: Self::Bytes) -> bool;
    /// Is one of the bytes 80 or more?
    #[inline(always)]
    fn any_high_bit(self, v: Self::Bytes) -> bool {
        self.high_bits(v) != 0
    }

    fn max(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn add(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn sub(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Not below 0.
    fn saturating_sub(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// All bytes added up.
    fn sum(self, v: Self::Bytes) -> usize;
    /// FF where `a` is greater than `b`, else 0; both are signed.
    fn greater(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// FF where they are equal, else 0.
    fn equal(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Bytes of `yes` where bit 7 of `which` is set, of `no` elsewhere.
    fn select(self, which: Self::Bytes, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;
    /// The bytes of `table` that the bytes of `nibbles` number, which are below 10.
    fn lookup(self, table: &'static [u8; 16], nibbles: Self::Bytes) -> Self::Bytes;

    /// Shifts units.
    fn up<const BITS: i32>(self, units: Self::Bytes) -> Self::Bytes;
    fn down<const BITS: i32>(self, units: Self::Bytes) -> Self::Bytes;
    fn sub_units(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// FFFF where they are equal, else 0.
    fn equal_units(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn min_units(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Not above FFFF.
    fn saturating_add_units(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Exchanges the bytes of each unit.
    fn swap(self, units: Self::Bytes) -> Self::Bytes;

    /// The first 8 bytes of each lane of `a`, each with that of `b` behind it.
    fn interleave_first(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn interleave_last(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The first 4 units of each lane.
    fn interleave_first_units(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn interleave_last_units(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The low bytes of the units of `a` and `b`, all below 100: the first lane of `a`, the first of `b`, the second of
    /// `a` and so on.
    fn pack(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The same, all of `a` and then `b`.
    fn narrow(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    fn splat_wide(self, unit: u32) -> Self::Bytes;
    /// Shifts units of 32 bits.
    fn up_wide<const BITS: i32>(self, units: Self::Bytes) -> Self::Bytes;
    fn down_wide<const BITS: i32>(self, units: Self::Bytes) -> Self::Bytes;
    /// All bits of a unit of 32 bits where `a` is greater than `b`, else none; both are signed.
    fn greater_wide(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn max_wide(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn sub_wide(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn equal_wide(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Turns the bytes of each unit of 32 bits round.
    fn swap_wide(self, units: Self::Bytes) -> Self::Bytes;
    /// [`Self::narrow`] for units of 32 bits, below 10000.
    fn narrow_wide(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The same for four vectors, below 100.
    #[inline(always)]
    fn narrow_twice(self, [a, b, c, d]: [Self::Bytes; 4]) -> Self::Bytes {
        self.narrow(self.narrow_wide(a, b), self.narrow_wide(c, d))
    }

    /// Widens the bytes at `from` to units.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] bytes can be read at `from`, twice as many written at `to`.
    #[inline(always)]
    unsafe fn widen<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        const {
            assert!(
                Self::LEN == 16,
                "with more than one lane, interleaved ones are out of order"
            )
        };
        // SAFETY: the caller promises a vector to read and two to write.
        unsafe {
            let (v, zero) = (self.load(from), self.splat(0));
            let (first, second) = if BIG { (zero, v) } else { (v, zero) };
            self.store(to, self.interleave_first(first, second));
            self.store(to.add(Self::LEN), self.interleave_last(first, second));
        }
    }

    /// Widens the bytes at `from` to units of 32 bits.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] bytes can be read at `from`, four times as many written at `to`.
    #[inline(always)]
    unsafe fn widen_twice<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        const { assert!(Self::LEN == 16, "as for `widen`") };
        // SAFETY: the caller promises a vector to read and four to write.
        unsafe {
            let (v, zero) = (self.load(from), self.splat(0));
            let (first, second) = if BIG { (zero, v) } else { (v, zero) };
            let words = [
                self.interleave_first(first, second),
                self.interleave_last(first, second),
            ];
            for (half, words) in words.into_iter().enumerate() {
                self.put_with_upper::<BIG>(to.add(32 * half), words, zero);
            }
        }
    }

    /// Widens the units at `from` to units of 32 bits.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] bytes can be read at `from`, twice as many written at `to`.
    #[inline(always)]
    unsafe fn widen_units(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises a vector to read and two to write.
        unsafe { self.put_with_upper::<{ cfg!(target_endian = "big") }>(to, self.load(from), self.splat(0)) }
    }

    /// Writes units of 32 bits: those of `words`, each with that of `upper` as its more significant half.
    ///
    /// # Safety
    ///
    /// Twice [`Self::LEN`] bytes can be written at `to`.
    #[inline(always)]
    unsafe fn put_with_upper<const BIG: bool>(self, to: *mut u8, words: Self::Bytes, upper: Self::Bytes) {
        const { assert!(Self::LEN == 16, "as for `widen`") };
        let (first, second) = if BIG { (upper, words) } else { (words, upper) };
        // SAFETY: the caller promises two vectors.
        unsafe {
            self.store(to, self.interleave_first_units(first, second));
            self.store(to.add(16), self.interleave_last_units(first, second));
        }
    }

    /// Each lane's bytes moved to where `control` numbers them.
    fn shuffle(self, v: Self::Bytes, control: &'static Control) -> Self::Bytes;

    /// The same with a control for each lane.
    #[inline(always)]
    fn shuffle_lanes(self, v: Self::Bytes, first: &'static Control, _: &'static Control) -> Self::Bytes {
        const { assert!(Self::LEN == 16, "there is one lane") };
        self.shuffle(v, first)
    }

    /// Writes a lane of `v`.
    ///
    /// # Safety
    ///
    /// 16 bytes can be written at `to`.
    #[inline(always)]
    unsafe fn put_lane<const LANE: i32>(self, to: *mut u8, v: Self::Bytes) {
        const { assert!(Self::LEN == 16, "there is one lane") };
        // SAFETY: the caller promises a vector.
        unsafe { self.store(to, v) }
    }

    /// Writes a lane of `words` and of `upper`, both shuffled, as [`Self::put_with_upper`] does. Unless `FOUR`, `upper` is
    /// zero.
    ///
    /// # Safety
    ///
    /// 32 bytes can be written at `to`.
    #[inline(always)]
    unsafe fn put_shuffled_wide<const LANE: i32, const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        words: Self::Bytes,
        upper: Self::Bytes,
        control: &'static Control,
    ) {
        const { assert!(Self::LEN == 16, "there is one lane") };
        let upper = if FOUR { self.shuffle(upper, control) } else { upper };
        // SAFETY: the caller promises two vectors.
        unsafe { self.put_with_upper::<BIG>(to, self.shuffle(words, control), upper) }
    }
}

/// Numbers of bytes for a shuffle; 80 makes a zero.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(crate) struct Control(pub(in crate::vector) [u8; 16]);
