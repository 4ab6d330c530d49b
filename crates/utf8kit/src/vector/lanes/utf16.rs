//! UTF-16 as a source: comparisons of 16-bit lanes find surrogates.

use super::Lanes;
use crate::vector::{Surrogates, Utf16};

impl<S: Lanes> Utf16 for S {
    const UNIT_BITS: u32 = 2;

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
    fn replace_unpaired<const BIG: bool>(
        self,
        prev1: S::Bytes,
        v: S::Bytes,
        next: S::Bytes,
    ) -> (S::Bytes, usize) {
        let (top, high, low, replacement) = if BIG {
            (0x00FC, 0x00D8, 0x00DC, 0xFDFF)
        } else {
            (0xFC00, 0xD800, 0xDC00, 0xFFFD)
        };
        let (top, high, low) = (self.splat_u16(top), self.splat_u16(high), self.splat_u16(low));
        let (is_high, is_low) = (self.equal_u16(v & top, high), self.equal_u16(v & top, low));
        let paired = is_high & self.equal_u16(next & top, low) | is_low & self.equal_u16(prev1 & top, high);
        let unpaired = (is_high | is_low) ^ paired;
        let count = self.high_bits(unpaired).count_ones() / Self::UNIT_BITS;
        (
            self.select(unpaired, self.splat_u16(replacement), v),
            count as usize,
        )
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
