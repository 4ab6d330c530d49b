//! Counting: the length of text in other units, as a sum over code units. The kernel is `simd/length.rs`.

use super::Simd;
use crate::code_unit::CodeUnit;
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
pub(crate) trait Count<M: Measure>: Simd {
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
pub(super) fn as_in<A: CodeUnit>(number: u32) -> u32 {
    match size_of::<A>() {
        _ if A::IS_NATIVE => number,
        2 => (number as u16).swap_bytes().into(),
        _ => number.swap_bytes(),
    }
}
