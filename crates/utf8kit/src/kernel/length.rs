//! How long a text is, in other units than those it stands in. Defined on any units; what they say is exact for well-formed
//! text.
//!
//! Each length is so many times the number of units, and a sum of small counts over single ones: see [`Measure`]. What is
//! missing in a last vector is zero, and a zero is one unit in every form.

use crate::code_unit::{CodeUnit, units_of};
use crate::vector::{Count, Kernel, Measure, Sum, enter_outlined};

/// A length in plain code.
pub(crate) fn portable<M: Measure>(bytes: &[u8]) -> usize {
    let units = units_of::<M::Unit>(bytes);
    // So few that a byte holds what is counted for them, of which many are in a vector.
    let few = units.chunks((u8::MAX / M::MOST).into());
    let counts = few.map(|few| few.iter().map(|unit| M::count(unit.number())).sum::<u8>());
    M::length(units.len(), counts.map(usize::from).sum())
}

/// A length in vectors.
pub(crate) struct Length<'s, M: Measure> {
    src: &'s [M::Unit],
}

impl<'s, M: Measure> Length<'s, M> {
    #[inline(always)]
    pub(crate) fn new(src: &'s [u8]) -> Self {
        Length {
            src: units_of::<M::Unit>(src),
        }
    }
}

impl<S: Count<M>, M: Measure> Kernel<S> for Length<'_, M> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        // Few vectors are counted with few registers, which nobody has to save.
        if size_of_val(self.src) <= 4 * S::LEN {
            length_after(simd, self.src, 0, 0, S::Counts::none(simd))
        } else {
            enter_outlined(simd, LongLength::<M> { src: self.src })
        }
    }
}

struct LongLength<'s, M: Measure> {
    src: &'s [M::Unit],
}

impl<S: Count<M>, M: Measure> Kernel<S> for LongLength<'_, M> {
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
