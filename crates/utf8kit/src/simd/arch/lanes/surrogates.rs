//! UTF-16 as a source: comparisons of 16-bit lanes find surrogates.

use super::Lanes;
use super::length::Negated;
use crate::simd::arch::{Surrogates, Utf16};

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
        let unpaired = self.saturating_sub(is_high, low_is_next) | self.unit_later(before, unpaired_next);
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
