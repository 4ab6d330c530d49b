//! Counting: comparisons are -1 where they hold and are added up in each byte.

use super::{LaneTable, Lanes};
use crate::code_unit::CodeUnit;
use crate::simd::arch::length::{
    Count, Starts, StartsOfUtf16, Sum, Utf8OfLatin1, Utf8OfUtf16, Utf8OfUtf32, Utf16OfUtf8, Utf16OfUtf32,
    as_in,
};

/// The sum, negated, in each byte. Each of the `UNIT` bytes of a unit has the same.
#[derive(Clone, Copy)]
pub(crate) struct Negated<V, const UNIT: usize>(pub(super) V);

impl<S: Lanes, const UNIT: usize> Sum<S> for Negated<S::Bytes, UNIT> {
    const MOST: usize = 255;
    const PAIRS: usize = 4;

    #[inline(always)]
    fn none(simd: S) -> Self {
        Negated(simd.splat(0))
    }

    #[inline(always)]
    fn and(self, simd: S, other: Self) -> Self {
        Negated(simd.add(self.0, other.0))
    }

    #[inline(always)]
    fn total(self, simd: S) -> usize {
        simd.sum(simd.sub(simd.splat(0), self.0)) / UNIT
    }
}

/// Implements counting by comparisons, which are -1 where they hold.
macro_rules! counts {
    ($($measure:ty $(where $unit:ident: $number:ty)?, $bytes:literal: |$simd:ident, $v:ident| $count:expr;)*) => {$(
        impl<S: Lanes $(, $unit: CodeUnit<Number = $number>)?> Count<$measure> for S {
            type Counts = Negated<S::Bytes, $bytes>;

            #[inline(always)]
            fn count(self, $v: S::Bytes) -> Self::Counts {
                let $simd = self;
                Negated($count)
            }
        }
    )*};
}

counts! {
    Starts, 1: |simd, v| simd.greater(v, simd.splat(0xBF));

    Utf16OfUtf8, 1: |simd, v| {
        /// The negated count by the high nibble.
        static COUNTS: LaneTable = {
            let mut counts = [0; 16];
            let mut nibble = 0;
            while nibble < 16 {
                let count: u8 = match nibble {
                    0x8..0xC => 0,
                    0xF => 2,
                    _ => 1,
                };
                counts[nibble] = count.wrapping_neg();
                nibble += 1;
            }
            LaneTable(counts)
        };
        let positions = simd.shr_u16::<4>(v) & simd.splat(0x0F);
        simd.swizzle(simd.load_lane(&COUNTS), positions)
    };

    Utf8OfLatin1, 1: |simd, v| simd.greater(simd.splat(0), v);

    StartsOfUtf16<A> where A: u16, 2: |simd, v| {
        let low = v & unit_in::<S, A>(simd, 0xFC00);
        simd.equal_u16(low, unit_in::<S, A>(simd, 0xDC00))
    };

    Utf8OfUtf16<A> where A: u16, 2: |simd, v| {
        let zero = simd.splat(0);
        let below_80 = simd.equal_u16(v & unit_in::<S, A>(simd, 0xFF80), zero);
        let top = v & unit_in::<S, A>(simd, 0xF800);
        let below_800 = simd.equal_u16(top, zero);
        let surrogates = simd.equal_u16(top, unit_in::<S, A>(simd, 0xD800));
        simd.add(below_80, simd.add(below_800, surrogates))
    };

    Utf8OfUtf32<A> where A: u32, 4: |simd, v| {
        let v = if A::IS_NATIVE { v } else { simd.swap_u32(v) };
        // The comparisons are signed. Half of a number is never negative.
        let half = simd.shr_u32::<1>(v);
        let from_80 = simd.greater_u32(half, simd.splat_u32(0x80 / 2 - 1));
        let from_800 = simd.greater_u32(half, simd.splat_u32(0x800 / 2 - 1));
        let from_10000 = simd.greater_u32(half, simd.splat_u32(0x1_0000 / 2 - 1));
        simd.add(from_80, simd.add(from_800, from_10000))
    };

    Utf16OfUtf32<A> where A: u32, 4: |simd, v| {
        let v = if A::IS_NATIVE { v } else { simd.swap_u32(v) };
        simd.greater_u32(simd.splat_u32(1), simd.shr_u32::<16>(v))
    };
}

/// Returns `unit` in each 16-bit lane, in the byte order of the code units `A`.
#[inline(always)]
fn unit_in<S: Lanes, A: CodeUnit>(simd: S, unit: u16) -> S::Bytes {
    simd.splat_u16(as_in::<A>(unit.into()) as u16)
}
