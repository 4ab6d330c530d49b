//! UTF-16 as a source: the steps, and their code for 128-bit lanes. A vector holds half as many code units as bytes.
//!
//! Comparisons of 16-bit lanes find surrogates.

use super::Lanes;
use super::length::{Negated, Sum};
use crate::simd::arch::Vectors;

/// The surrogates in a vector of code units: [`Utf16::UNIT_BITS`] bits for each unit, the lowest for the first.
#[derive(Clone, Copy)]
pub(crate) struct Surrogates {
    pub(crate) high: u64,
    pub(crate) low: u64,
}

/// Steps of the kernels that read UTF-16. `BIG` is the byte order of the code units read.
pub(crate) trait Utf16: Vectors {
    /// The number of equal bits that each code unit has in [`Surrogates`].
    const UNIT_BITS: u32;

    /// Returns code units in the machine's order.
    fn native_units<const BIG: bool>(self, v: Self::Bytes) -> Self::Bytes;

    /// Reverses the bytes of each unit.
    #[inline(always)]
    fn swap_units(self, v: Self::Bytes) -> Self::Bytes {
        self.native_units::<{ !cfg!(target_endian = "big") }>(v)
    }

    /// Returns `true` if any of the 16-bit units has any of these bits.
    #[inline(always)]
    fn any_units(self, v: Self::Bytes, bits: u16) -> bool {
        self.any(v & self.splat_u16(bits))
    }

    /// Accumulates for [`Self::any_gathered`] whether any code unit so far is a surrogate. The initial value of `all` is
    /// zeros, and zero units add nothing.
    fn gather_surrogates<const BIG: bool>(self, all: Self::Bytes, v: Self::Bytes) -> Self::Bytes;

    /// Returns `true` if [`Self::gather_surrogates`] found a surrogate.
    fn any_gathered(self, all: Self::Bytes) -> bool;

    /// Returns `all`, and nonzero bytes where a high surrogate in `v` has no low one after it in `next` or a low one in
    /// `next` no high one before it. `next` is the text one unit later.
    fn gather_unpaired<const BIG: bool>(
        self,
        all: Self::Bytes,
        v: Self::Bytes,
        next: Self::Bytes,
    ) -> Self::Bytes;

    /// Whether the first code unit of a vector is a low surrogate after a unit that is no high one.
    type Before: Copy;

    /// Returns what is before a vector whose first unit is such a surrogate, or is none.
    fn before(self, unpaired: bool) -> Self::Before;

    /// Returns `v` moved by one unit towards the beginning, and a zero at the end.
    fn next_unit(self, v: Self::Bytes) -> Self::Bytes;

    /// The unpaired surrogates of a vector.
    type Unpaired: Copy;

    /// Returns the unpaired surrogates of `v`, and what is before the vector after `v`. `next` is the text one unit later.
    fn unpaired<const BIG: bool>(
        self,
        before: Self::Before,
        v: Self::Bytes,
        next: Self::Bytes,
    ) -> (Self::Unpaired, Self::Before);

    /// Returns `v` with U+FFFD in the place of each unpaired surrogate.
    fn replace<const BIG: bool>(self, v: Self::Bytes, unpaired: Self::Unpaired) -> Self::Bytes;

    /// Returns the number of unpaired surrogates among the code units from number `from` on.
    fn count_unpaired(self, unpaired: Self::Unpaired, from: usize) -> usize;

    /// A number of unpaired surrogates, as it is best added up.
    type Replaced: Sum<Self>;

    /// Returns the number of unpaired surrogates.
    fn replaced(self, unpaired: Self::Unpaired) -> Self::Replaced;

    /// Returns the bits of the high and of the low surrogates among code units in the machine's order.
    fn surrogates(self, units: Self::Bytes) -> Surrogates;

    /// Returns `true` if any code unit of the `vectors` vectors at `at` is a surrogate.
    ///
    /// # Safety
    ///
    /// `vectors * LEN` bytes can be read at `at`.
    #[inline(always)]
    unsafe fn any_surrogates<const BIG: bool>(self, at: *const u8, vectors: usize) -> bool {
        let mut all = self.splat(0);
        for i in 0..vectors {
            // SAFETY: the caller promises these vectors.
            all = self.gather_surrogates::<BIG>(all, unsafe { self.load(at.add(i * Self::LEN)) });
        }
        self.any_gathered(all)
    }

    /// Returns `true` if any code unit of two vectors in the machine's order is a surrogate.
    #[inline(always)]
    fn any_surrogates_among(self, a: Self::Bytes, b: Self::Bytes) -> bool {
        let in_a = self.gather_surrogates::<{ cfg!(target_endian = "big") }>(self.splat(0), a);
        self.any_gathered(self.gather_surrogates::<{ cfg!(target_endian = "big") }>(in_a, b))
    }
}

impl<S: Lanes> Utf16 for S {
    const UNIT_BITS: u32 = 2;
    /// Ones in the last unit, or zeros.
    type Before = S::Bytes;

    #[inline(always)]
    fn native_units<const BIG: bool>(self, v: S::Bytes) -> S::Bytes {
        if BIG != cfg!(target_endian = "big") {
            self.swap_u16(v)
        } else {
            v
        }
    }

    #[inline(always)]
    fn gather_surrogates<const BIG: bool>(self, all: S::Bytes, v: S::Bytes) -> S::Bytes {
        let (top, surrogate) = if BIG { (0x00F8, 0x00D8) } else { (0xF800, 0xD800) };
        all | self.equal_u16(v & self.splat_u16(top), self.splat_u16(surrogate))
    }

    #[inline(always)]
    fn any_gathered(self, all: S::Bytes) -> bool {
        self.any(all)
    }

    #[inline(always)]
    fn gather_unpaired<const BIG: bool>(self, all: S::Bytes, v: S::Bytes, next: S::Bytes) -> S::Bytes {
        let (top, high, low) = if BIG {
            (0x00FC, 0x00D8, 0x00DC)
        } else {
            (0xFC00, 0xD800, 0xDC00)
        };
        let top = self.splat_u16(top);
        let high = self.equal_u16(v & top, self.splat_u16(high));
        all | (high ^ self.equal_u16(next & top, self.splat_u16(low)))
    }

    #[inline(always)]
    fn before(self, unpaired: bool) -> S::Bytes {
        self.splat(if unpaired { 0xFF } else { 0 })
    }

    #[inline(always)]
    fn next_unit(self, v: S::Bytes) -> S::Bytes {
        self.shift::<-1>(self.shift::<-1>(v))
    }

    /// Ones in each such unit.
    type Unpaired = S::Bytes;

    #[inline(always)]
    fn unpaired<const BIG: bool>(
        self,
        before: S::Bytes,
        v: S::Bytes,
        next: S::Bytes,
    ) -> (S::Bytes, S::Bytes) {
        let in_order = |unit: u16| self.splat_u16(if BIG { unit.swap_bytes() } else { unit });
        let top = in_order(0xFC00);
        let is_high = self.equal_u16(v & top, in_order(0xD800));
        let low_is_next = self.equal_u16(next & top, in_order(0xDC00));
        // Each mask without the other. Of negations LLVM makes code that takes twice as long.
        let unpaired_next = self.saturating_sub(low_is_next, is_high);
        let unpaired = self.saturating_sub(is_high, low_is_next) | self.later::<2>(before, unpaired_next);
        (unpaired, unpaired_next)
    }

    #[inline(always)]
    fn replace<const BIG: bool>(self, v: S::Bytes, unpaired: S::Bytes) -> S::Bytes {
        let replacement = 0xFFFD_u16;
        let replacement = self.splat_u16(if BIG {
            replacement.swap_bytes()
        } else {
            replacement
        });
        self.select(unpaired, replacement, v)
    }

    #[inline(always)]
    fn count_unpaired(self, unpaired: S::Bytes, from: usize) -> usize {
        let bits = u64::from(self.high_bits(unpaired)) >> (Self::UNIT_BITS as usize * from);
        (bits.count_ones() / Self::UNIT_BITS) as usize
    }

    type Replaced = Negated<S::Bytes, 2>;

    #[inline(always)]
    fn replaced(self, unpaired: S::Bytes) -> Negated<S::Bytes, 2> {
        Negated(unpaired)
    }

    #[inline(always)]
    fn surrogates(self, units: S::Bytes) -> Surrogates {
        let top = units & self.splat_u16(0xFC00);
        Surrogates {
            high: self.high_bits(self.equal_u16(top, self.splat_u16(0xD800))).into(),
            low: self.high_bits(self.equal_u16(top, self.splat_u16(0xDC00))).into(),
        }
    }
}
