//! Computes the length of text in code units of another encoding. The result is defined for any input and exact for
//! well-formed text.
//!
//! # Algorithm
//!
//! Each length is a multiple of the number of code units, plus the sum of a small count for each code unit: see
//! [`Measure`]. The counts of many vectors are added up in registers. The last vector is filled with zeros. A zero
//! counts as one code unit in every encoding, and these are subtracted at the end.

use super::bounds::Bounds;
use crate::code_unit::CodeUnit;
use crate::simd::arch::{Count, Kernel, Measure, Sum, enter_outlined};

/// Returns a length, computed by plain code.
pub(crate) fn portable<M: Measure>(units: &[M::Unit]) -> usize {
    // So few that their counts fit in a byte, which lets the compiler use many lanes.
    let few = units.chunks((u8::MAX / M::MOST).into());
    let counts = few.map(|few| few.iter().map(|unit| M::count(unit.number())).sum::<u8>());
    M::length(units.len(), counts.map(usize::from).sum())
}

/// Computes a length with vectors.
pub(crate) struct Length<'s, M: Measure> {
    pub(crate) src: &'s [M::Unit],
}

impl<S: Count<M>, M: Measure> Kernel<S> for Length<'_, M> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        // A few vectors are counted with few registers, so nothing needs to be saved.
        if size_of_val(self.src) <= 4 * S::LEN {
            // SAFETY: nothing is counted.
            unsafe { length_after(simd, self.src, 0, 0, S::Counts::none(simd)) }
        } else {
            // SAFETY: there are more than four vectors.
            enter_outlined(simd, unsafe { LongLength::<M>::new(self.src) })
        }
    }
}

struct LongLength<'s, M: Measure> {
    src: &'s [M::Unit],
}

impl<'s, M: Measure> LongLength<'s, M> {
    /// # Safety
    ///
    /// `src` is not empty.
    #[inline(always)]
    unsafe fn new(src: &'s [M::Unit]) -> Self {
        debug_assert!(!src.is_empty());
        LongLength { src }
    }
}

/// Returns the number of vectors that a sum can count.
pub(super) const fn vectors<S: Count<M>, M: Measure>() -> usize {
    S::Counts::MOST / M::MOST as usize
}

/// Returns the number of iterations after which neither sum overflows, with what is left at the end: at most the pairs of two
/// iterations for one sum, and the last vector.
const fn most<S: Count<M>, M: Measure>() -> usize {
    vectors::<S, M>() / S::Counts::PAIRS - 3
}

/// Returns the number of iterations after which one sum can count what both have counted, and what is left at the end.
const fn few<S: Count<M>, M: Measure>() -> usize {
    let few = most::<S, M>() / 2 - 2;
    // At most two pairs more for each sum, and then four vectors.
    assert!(2 * (few * S::Counts::PAIRS + 2) + 4 <= vectors::<S, M>());
    few
}

impl<S: Count<M>, M: Measure> Kernel<S> for LongLength<'_, M> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let step = 2 * S::Counts::PAIRS * S::LEN;
        let (most, few) = const { (most::<S, M>(), few::<S, M>()) };
        let (from, len) = (self.src.as_ptr().cast::<u8>(), size_of_val(self.src));
        let text = Bounds::of(self.src);
        let none = S::Counts::none(simd);
        let (mut done, mut total) = (0, 0);
        let mut sums = [none; 2];
        // SAFETY: `done` stays within `len`, and only vectors that are left are loaded.
        let last_iterations = unsafe {
            let last_iterations = loop {
                // Something is always left at the end, at most a vector. Whether it is empty would be an
                // unpredictable branch.
                let iterations = (len - done - 1) / step;
                for _ in 0..iterations.min(most) {
                    text.debug_assert_within(from.add(done), 0, step + 1);
                    sums = count_pairs(simd, sums, from.add(done), S::Counts::PAIRS);
                    done += step;
                }
                if iterations <= most {
                    break iterations;
                }
                total += sums[0].total(simd) + sums[1].total(simd);
                sums = [none; 2];
            };
            if step > 4 * S::LEN && len - done > 4 * S::LEN {
                text.debug_assert_within(from.add(done), 0, 4 * S::LEN + 1);
                sums = count_pairs(simd, sums, from.add(done), 2);
                done += 4 * S::LEN;
            }
            last_iterations
        };
        let [mut counts, other] = sums;
        // A total takes as long as several vectors. Where both sums are small, there is one for both.
        if last_iterations <= few {
            counts = counts.and(simd, other);
        } else {
            total += other.total(simd);
        }
        // SAFETY: `done` is within `len`.
        unsafe { length_after(simd, self.src, done, total, counts) }
    }
}

/// Counts `pairs` pairs of vectors. The two vectors of a pair have separate sums, so that an addition does not wait
/// for the one before.
///
/// # Safety
///
/// Twice `pairs` vectors can be read at `at`.
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

/// Returns the length, where `counts` and `total` are the counts of the first `done` bytes.
///
/// # Safety
///
/// `done` is at most the number of bytes of `src`.
#[inline(always)]
unsafe fn length_after<S: Count<M>, M: Measure>(
    simd: S,
    src: &[M::Unit],
    mut done: usize,
    total: usize,
    mut counts: S::Counts,
) -> usize {
    let (from, len) = (src.as_ptr().cast::<u8>(), size_of_val(src));
    debug_assert!(done <= len);
    // SAFETY: vectors are loaded only where they are left. The last vector is within the `len` bytes: it has what is
    // left and, if the text has at least a vector, bytes before it.
    let last = unsafe {
        while len - done > S::LEN {
            counts = counts.and(simd, simd.count(simd.load(from.add(done))));
            done += S::LEN;
        }
        // There is no test for a full vector, which would be an unpredictable branch.
        simd.load_last(from, len, len - done)
    };
    let total = total + counts.and(simd, simd.count(last)).total(simd);
    let missing = (S::LEN - (len - done)) / size_of::<M::Unit>();
    M::length(src.len() + missing, total) - missing
}
