//! What the steps need of an instruction set.

use crate::vector::{Simd, Work, copy_short};
use core::ops::{BitAnd, BitOr, BitXor};

/// What such an instruction set has. Its vectors are of one lane of 16 octets, or more side by side.
///
/// Names and meaning as in [`Simd`] where they are the same.
pub(crate) trait Lanes: Copy {
    type Octets: Copy
        + BitAnd<Output = Self::Octets>
        + BitOr<Output = Self::Octets>
        + BitXor<Output = Self::Octets>;
    /// 16 or 32.
    const LEN: usize;
    const HAS_SHORT_LOADS: bool = false;

    fn enter<W: Work<Self>>(self, work: W) -> W::Output
    where
        Self: Simd;

    fn splat(self, octet: u8) -> Self::Octets;
    fn splat_unit(self, unit: u16) -> Self::Octets;

    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`.
    unsafe fn load(self, from: *const u8) -> Self::Octets;

    /// [`Simd::load_short`].
    ///
    /// # Safety
    ///
    /// `len` octets, [`Self::LEN`] at most, can be read at `from`.
    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> Self::Octets {
        let mut text = [0; 32];
        // SAFETY: the caller promises the octets; there is room for as many as a vector has.
        unsafe {
            copy_short(from, text.as_mut_ptr(), len);
            self.load(text.as_ptr())
        }
    }

    fn after_zeros(self, v: Self::Octets) -> [Self::Octets; 3];
    fn before_zero(self, v: Self::Octets) -> Self::Octets;

    /// # Safety
    ///
    /// [`Self::LEN`] octets can be written at `to`.
    unsafe fn store(self, to: *mut u8, v: Self::Octets);

    /// One bit for each octet: is it 80 or more?
    fn high_bits(self, v: Self::Octets) -> u32;
    fn any(self, v: Self::Octets) -> bool;
    /// Is one of the octets 80 or more?
    #[inline(always)]
    fn any_high_bit(self, v: Self::Octets) -> bool {
        self.high_bits(v) != 0
    }

    fn max(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn add(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn sub(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Not below 0.
    fn saturating_sub(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// All octets added up.
    fn sum(self, v: Self::Octets) -> usize;
    /// FF where `a` is greater than `b`, else 0; both are signed.
    fn greater(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// FF where they are equal, else 0.
    fn equal(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Octets of `yes` where bit 7 of `which` is set, of `no` elsewhere.
    fn select(self, which: Self::Octets, yes: Self::Octets, no: Self::Octets) -> Self::Octets;
    /// The octets of `table` that the octets of `nibbles` number, which are below 10.
    fn lookup(self, table: &'static [u8; 16], nibbles: Self::Octets) -> Self::Octets;

    /// Shifts units.
    fn up<const BITS: i32>(self, units: Self::Octets) -> Self::Octets;
    fn down<const BITS: i32>(self, units: Self::Octets) -> Self::Octets;
    fn sub_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// FFFF where they are equal, else 0.
    fn equal_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn min_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Not above FFFF.
    fn saturating_add_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Exchanges the octets of each unit.
    fn swap(self, units: Self::Octets) -> Self::Octets;

    /// The first 8 octets of each lane of `a`, each with that of `b` behind it.
    fn interleave_first(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn interleave_last(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// The first 4 units of each lane.
    fn interleave_first_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn interleave_last_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// The low octets of the units of `a` and `b`, all below 100: the first lane of `a`, the first of `b`, the second of
    /// `a` and so on.
    fn pack(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// The same, all of `a` and then `b`.
    fn narrow(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;

    fn splat_wide(self, unit: u32) -> Self::Octets;
    /// Shifts units of 32 bits.
    fn up_wide<const BITS: i32>(self, units: Self::Octets) -> Self::Octets;
    fn down_wide<const BITS: i32>(self, units: Self::Octets) -> Self::Octets;
    /// All bits of a unit of 32 bits where `a` is greater than `b`, else none; both are signed.
    fn greater_wide(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn max_wide(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn sub_wide(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn equal_wide(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Turns the octets of each unit of 32 bits round.
    fn swap_wide(self, units: Self::Octets) -> Self::Octets;
    /// [`Self::narrow`] for units of 32 bits, below 10000.
    fn narrow_wide(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// The same for four vectors, below 100.
    #[inline(always)]
    fn narrow_twice(self, [a, b, c, d]: [Self::Octets; 4]) -> Self::Octets {
        self.narrow(self.narrow_wide(a, b), self.narrow_wide(c, d))
    }

    /// Widens the octets at `from` to units.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`, twice as many written at `to`.
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

    /// Widens the octets at `from` to units of 32 bits.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`, four times as many written at `to`.
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
    /// [`Self::LEN`] octets can be read at `from`, twice as many written at `to`.
    #[inline(always)]
    unsafe fn widen_units(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises a vector to read and two to write.
        unsafe { self.put_with_upper::<{ cfg!(target_endian = "big") }>(to, self.load(from), self.splat(0)) }
    }

    /// Writes units of 32 bits: those of `words`, each with that of `upper` as its more significant half.
    ///
    /// # Safety
    ///
    /// Twice [`Self::LEN`] octets can be written at `to`.
    #[inline(always)]
    unsafe fn put_with_upper<const BIG: bool>(self, to: *mut u8, words: Self::Octets, upper: Self::Octets) {
        const { assert!(Self::LEN == 16, "as for `widen`") };
        let (first, second) = if BIG { (upper, words) } else { (words, upper) };
        // SAFETY: the caller promises two vectors.
        unsafe {
            self.store(to, self.interleave_first_units(first, second));
            self.store(to.add(16), self.interleave_last_units(first, second));
        }
    }

    /// Each lane's octets moved to where `control` numbers them.
    fn shuffle(self, v: Self::Octets, control: &'static Control) -> Self::Octets;

    /// The same with a control for each lane.
    #[inline(always)]
    fn shuffle_lanes(self, v: Self::Octets, first: &'static Control, _: &'static Control) -> Self::Octets {
        const { assert!(Self::LEN == 16, "there is one lane") };
        self.shuffle(v, first)
    }

    /// Writes a lane of `v`.
    ///
    /// # Safety
    ///
    /// 16 octets can be written at `to`.
    #[inline(always)]
    unsafe fn put_lane<const LANE: i32>(self, to: *mut u8, v: Self::Octets) {
        const { assert!(Self::LEN == 16, "there is one lane") };
        // SAFETY: the caller promises a vector.
        unsafe { self.store(to, v) }
    }

    /// Writes a lane of `words` and of `upper`, both shuffled, as [`Self::put_with_upper`] does. Unless `FOUR`, `upper` is
    /// zero.
    ///
    /// # Safety
    ///
    /// 32 octets can be written at `to`.
    #[inline(always)]
    unsafe fn put_shuffled_wide<const LANE: i32, const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        words: Self::Octets,
        upper: Self::Octets,
        control: &'static Control,
    ) {
        const { assert!(Self::LEN == 16, "there is one lane") };
        let upper = if FOUR { self.shuffle(upper, control) } else { upper };
        // SAFETY: the caller promises two vectors.
        unsafe { self.put_with_upper::<BIG>(to, self.shuffle(words, control), upper) }
    }
}

/// Numbers of octets for a shuffle; 80 makes a zero.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(crate) struct Control(pub(in crate::vector) [u8; 16]);
