//! How long a text is, in other units than those it stands in. Defined on any units; what they say is exact for well-formed
//! text.
//!
//! Each length is so many times the number of units, and a sum of small counts over single ones: see [`Measure`]. What is
//! missing in a last vector is zero, and a zero is one unit in every form.

use super::code_unit::CodeUnit;
use crate::vector::{Count, Sum, Work, enter_apart};
use core::marker::PhantomData;

/// A length as a sum over units.
pub(crate) trait Measure {
    type Unit: CodeUnit;
    /// The most that is counted for a unit.
    const MOST: u8;

    /// What is counted for a unit.
    fn count(number: <Self::Unit as CodeUnit>::Number) -> u8;

    /// The length of so many units for which so much was counted.
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
    /// The bytes that start a character: all but the tails `80..BF`.
    Starts, u8:
    |byte| u8::from(byte & 0xC0 != 0x80), at most 1; |_units, counted| counted;

    /// The 16-bit units that UTF-8 becomes: two for a character of four bytes.
    Utf16OfUtf8, u8:
    |byte| u8::from(byte & 0xC0 != 0x80) + u8::from(byte >= 0xF0), at most 2; |_units, counted| counted;

    /// The bytes that Latin-1 becomes.
    Utf8OfLatin1, u8:
    |byte| byte >> 7, at most 1; |units, counted| units + counted;

    /// The units of UTF-16 that start a character: all but the low surrogates.
    StartsOfUtf16<A: u16>, A:
    |unit| u8::from(unit & 0xFC00 == 0xDC00), at most 1; |units, counted| units - counted;

    /// The bytes that UTF-16 becomes, two for each half of a pair: what units lack to three is counted.
    Utf8OfUtf16<A: u16>, A:
    |unit| u8::from(unit < 0x80) + u8::from(unit < 0x800 || unit & 0xF800 == 0xD800), at most 2;
    |units, counted| 3 * units - counted;

    /// The bytes that UTF-32 becomes.
    Utf8OfUtf32<A: u32>, A:
    |unit| u8::from(unit >= 0x80) + u8::from(unit >= 0x800) + u8::from(unit >= 0x1_0000), at most 3;
    |units, counted| units + counted;

    /// The 16-bit units that UTF-32 becomes: what units lack to two is counted.
    Utf16OfUtf32, u32:
    |unit| u8::from(unit < 0x1_0000), at most 1; |units, counted| 2 * units - counted;
}

/// A length in plain code.
#[inline(always)]
pub(crate) fn plain<M: Measure>(units: &[M::Unit]) -> usize {
    // So few that a byte holds what is counted for them, of which many are in a vector.
    let few = units.chunks((u8::MAX / M::MOST).into());
    let counts = few.map(|few| few.iter().map(|unit| M::count(unit.number())).sum::<u8>());
    M::length(units.len(), counts.map(usize::from).sum())
}

/// A length in vectors.
pub(crate) struct Length<'s, M: Measure> {
    pub(crate) src: &'s [M::Unit],
}

impl<S: Count<M>, M: Measure> Work<S> for Length<'_, M> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        // Few vectors are counted with few registers, which nobody has to save.
        if size_of_val(self.src) <= 4 * S::LEN {
            length_after(simd, self.src, 0, 0, S::Counts::none(simd))
        } else {
            enter_apart(simd, Long::<M> { src: self.src })
        }
    }
}

struct Long<'s, M: Measure> {
    src: &'s [M::Unit],
}

impl<S: Count<M>, M: Measure> Work<S> for Long<'_, M> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let turn = 2 * S::Counts::PAIRS * S::LEN;
        // So many turns add up without an overflow of either sum, and what is left then: two turns' worth for one sum at
        // most, and the last vector.
        let most = S::Counts::MOST / usize::from(M::MOST) / S::Counts::PAIRS - 3;
        let (from, len) = (self.src.as_ptr().cast::<u8>(), size_of_val(self.src));
        let none = S::Counts::none(simd);
        let (mut done, mut total) = (0, 0);
        let mut sums = [none; 2];
        // SAFETY: `done` stays within `len`, and vectors are loaded only where they are left.
        unsafe {
            loop {
                // At the end is always something left, a vector at most: nobody could guess whether there is.
                let turns = (len - done - 1) / turn;
                for _ in 0..turns.min(most) {
                    sums = count_pairs(simd, sums, from.add(done), S::Counts::PAIRS);
                    done += turn;
                }
                if turns <= most {
                    break;
                }
                total += sums[0].total(simd) + sums[1].total(simd);
                sums = [none; 2];
            }
            if turn > 4 * S::LEN && len - done > 4 * S::LEN {
                sums = count_pairs(simd, sums, from.add(done), 2);
                done += 4 * S::LEN;
            }
        }
        length_after(simd, self.src, done, total + sums[1].total(simd), sums[0])
    }
}

/// Counts some pairs of vectors, the second of each by itself, so that an addition need not wait for the one before.
///
/// # Safety
///
/// They can be read at `at`.
#[inline(always)]
unsafe fn count_pairs<S: Count<M>, M: Measure>(
    simd: S,
    [mut counts, mut other]: [S::Counts; 2],
    at: *const u8,
    pairs: usize,
) -> [S::Counts; 2] {
    for i in 0..pairs {
        // SAFETY: the caller promises these vectors.
        unsafe {
            counts = counts.and(simd, simd.count(simd.load(at.add(2 * i * S::LEN))));
            other = other.and(simd, simd.count(simd.load(at.add((2 * i + 1) * S::LEN))));
        }
    }
    [counts, other]
}

/// The length where of the first `done` bytes `counts` and `total` were counted.
#[inline(always)]
fn length_after<S: Count<M>, M: Measure>(
    simd: S,
    src: &[M::Unit],
    mut done: usize,
    total: usize,
    mut counts: S::Counts,
) -> usize {
    let (from, len) = (src.as_ptr().cast::<u8>(), size_of_val(src));
    // SAFETY: vectors are loaded only where they are left. The last one is of what is left and, if there is a vector at
    // least, of what comes before.
    let last = unsafe {
        while len - done > S::LEN {
            counts = counts.and(simd, simd.count(simd.load(from.add(done))));
            done += S::LEN;
        }
        // Without asking whether it is a whole vector, which nobody could guess.
        simd.load_last(from, len, len - done)
    };
    let total = total + counts.and(simd, simd.count(last)).total(simd);
    let missing = (S::LEN - (len - done)) / size_of::<M::Unit>();
    M::length(src.len() + missing, total) - missing
}
