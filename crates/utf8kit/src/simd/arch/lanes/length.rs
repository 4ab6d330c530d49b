//! Counting, the length of text in other units as a sum over code units: the steps, and their code for 128-bit lanes. The
//! kernel is `simd/length.rs`.
//!
//! Comparisons are -1 where they hold, and are added up in each byte.

use super::{LaneTable, Lanes};
use crate::code_unit::CodeUnit;
use crate::simd::arch::Vectors;
use core::marker::PhantomData;

/// A length as a sum over code units.
pub(crate) trait Measure {
    type Unit: CodeUnit;
    /// The maximum of [`Self::count`].
    const MOST: u8;

    /// Returns what a unit with this number adds to the sum.
    fn count(number: <Self::Unit as CodeUnit>::Number) -> u8;

    /// Returns the length of so many `units` with the sum `counted`.
    fn length(units: usize, counted: usize) -> usize;
}

macro_rules! measures {
    ($(
        $(#[$doc:meta])*
        $name:ident$(<$unit:ident: $number:ty>)?, $source:ty:
        |$one:ident| $count:expr, at most $most:literal; |$units:ident, $counted:ident| $length:expr;
    )*) => {$(
        $(#[$doc])*
        pub(crate) struct $name$(<$unit>(PhantomData<$unit>))?;

        impl$(<$unit: CodeUnit<Number = $number>>)? Measure for $name$(<$unit>)? {
            type Unit = $source;
            const MOST: u8 = $most;

            #[inline(always)]
            fn count($one: <$source as CodeUnit>::Number) -> u8 {
                $count
            }

            #[inline(always)]
            fn length($units: usize, $counted: usize) -> usize {
                $length
            }
        }
    )*};
}

measures! {
    /// The bytes that start a character: all but the continuation bytes, `0x80..=0xBF`.
    Starts, u8:
    |byte| u8::from(byte & 0xC0 != 0x80), at most 1; |_units, counted| counted;

    /// The 16-bit units that UTF-8 converts to: two for a character of four bytes.
    Utf16OfUtf8, u8:
    |byte| u8::from(byte & 0xC0 != 0x80) + u8::from(byte >= 0xF0), at most 2; |_units, counted| counted;

    /// The bytes of UTF-8 that Latin-1 converts to.
    Utf8OfLatin1, u8:
    |byte| byte >> 7, at most 1; |units, counted| units + counted;

    /// The units of UTF-16 that start a character: all but the low surrogates.
    StartsOfUtf16<A: u16>, A:
    |unit| u8::from(unit & 0xFC00 == 0xDC00), at most 1; |units, counted| units - counted;

    /// The bytes of UTF-8 that UTF-16 converts to, two for each half of a pair. Counts what each unit has less than three.
    Utf8OfUtf16<A: u16>, A:
    |unit| u8::from(unit < 0x80) + u8::from(unit < 0x800 || unit & 0xF800 == 0xD800), at most 2;
    |units, counted| 3 * units - counted;

    /// The bytes of UTF-8 that UTF-32 converts to.
    Utf8OfUtf32<A: u32>, A:
    |unit| u8::from(unit >= 0x80) + u8::from(unit >= 0x800) + u8::from(unit >= 0x1_0000), at most 3;
    |units, counted| units + counted;

    /// The 16-bit units that UTF-32 converts to. Counts what each unit has less than two.
    Utf16OfUtf32<A: u32>, A:
    |unit| u8::from(unit < 0x1_0000), at most 1; |units, counted| 2 * units - counted;
}

/// An instruction set that counts what `M` counts.
pub(crate) trait Count<M: Measure>: Vectors {
    type Counts: Sum<Self>;

    /// Returns what `M` counts in a vector.
    fn count(self, v: Self::Bytes) -> Self::Counts;
}

/// The sum of what was counted in some vectors.
pub(crate) trait Sum<S>: Copy {
    /// The greatest sum for any one unit of a vector that it holds.
    const MOST: usize;
    /// The number of pairs of vectors that are best counted in one iteration.
    const PAIRS: usize;

    /// Returns the sum of no vectors.
    fn none(simd: S) -> Self;
    /// Returns the sum of both.
    fn and(self, simd: S, other: Self) -> Self;
    /// Returns the sum over all units of a vector.
    fn total(self, simd: S) -> usize;
}

/// Returns a number in the byte order of the code units `A`.
#[inline(always)]
pub(in crate::simd::arch) fn as_in<A: CodeUnit>(number: u32) -> u32 {
    match size_of::<A>() {
        _ if A::IS_NATIVE => number,
        2 => (number as u16).swap_bytes().into(),
        _ => number.swap_bytes(),
    }
}

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
