//! Text with surrogates: the mode for long text, and the conversion of one vector.

#[cfg(doc)]
use super::bmp::BmpMode;
use super::units::{NOT_ASCII, in_order, is_cut, is_high};
use crate::simd::arch::{Kernel, Simd};
use crate::simd::progress::{Limits, ModeEnd, Progress};

/// Returns the number of bits for the code units of a vector in [`Surrogates`](crate::simd::arch::Surrogates).
#[inline(always)]
const fn vector_bits<S: Simd>() -> u32 {
    S::LEN as u32 / 2 * S::UNIT_BITS
}

/// Returns the bits of the first code unit if it must be a low surrogate, or else 0.
#[inline(always)]
const fn cut_bits<S: Simd>(is_cut: bool) -> u64 {
    if is_cut { (1 << S::UNIT_BITS) - 1 } else { 0 }
}

/// Returns the bits of two vectors as one mask.
#[inline(always)]
const fn concat_bits<S: Simd>(a: u64, b: u64) -> u64 {
    a | b << vector_bits::<S>()
}

/// The number of consecutive pairs without a surrogate after which the mode switches to [`BmpMode`].
const SWITCH_AFTER: u32 = 16;

/// The mode for any text. Converts pairs of vectors, and only those with surrogates in the slower way.
pub(in crate::simd) struct SurrogateMode<'p, const BIG: bool> {
    progress: &'p mut Progress,
    limits: Limits,
}

impl<'p, const BIG: bool> SurrogateMode<'p, BIG> {
    /// # Safety
    ///
    /// `progress` is within `limits`, and not at the beginning of the source.
    #[inline(always)]
    pub(in crate::simd) unsafe fn new(progress: &'p mut Progress, limits: Limits) -> Self {
        limits.src.debug_assert_within(progress.from, 2, 0);
        SurrogateMode { progress, limits }
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for SurrogateMode<'_, BIG> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let limits = self.limits;
        let mut progress = *self.progress;
        let mut clean_blocks = 0;
        // SAFETY: the caller of `new` promised a code unit before `from`.
        let mut cut = cut_bits::<S>(unsafe { is_cut::<BIG>(&progress, &limits) });
        let stop = loop {
            if !limits.allow(&progress, 2 * S::LEN, 4 * S::LEN) {
                break ModeEnd::Exhausted;
            }
            // SAFETY: `allow` found two vectors left of the source and four vectors of the destination, as much as
            // they can need. A code unit is before `from`.
            unsafe {
                let (a, b) = (simd.load(progress.from), simd.load(progress.from.add(S::LEN)));
                if !simd.any_units(a | b, in_order::<BIG>(NOT_ASCII)) {
                    if cut != 0 {
                        break ModeEnd::IllFormed;
                    }
                    simd.store(progress.to, simd.narrow::<BIG>(a, b));
                    progress.advance(&limits, 2 * S::LEN, S::LEN);
                    clean_blocks += 1;
                    if clean_blocks > SWITCH_AFTER {
                        break ModeEnd::Switch;
                    }
                } else {
                    let [a, b] = [simd.native_units::<BIG>(a), simd.native_units::<BIG>(b)];
                    let (of_a, of_b) = (simd.surrogates(a), simd.surrogates(b));
                    let high = concat_bits::<S>(of_a.high, of_b.high);
                    let low = concat_bits::<S>(of_a.low, of_b.low);
                    if high << S::UNIT_BITS | cut != low {
                        break ModeEnd::IllFormed;
                    }
                    if high | low == 0 {
                        let count = simd.put_three(progress.to, a, b).0;
                        progress.advance(&limits, 2 * S::LEN, count);
                        clean_blocks += 1;
                    } else {
                        limits.src.debug_assert_within(progress.from, 2, 2 * S::LEN);
                        let a_prev1 = simd.native_units::<BIG>(simd.load(progress.from.sub(2)));
                        let b_prev1 = simd.native_units::<BIG>(simd.load(progress.from.add(S::LEN - 2)));
                        let count = simd.put_any(progress.to, a, a_prev1);
                        progress.advance(&limits, S::LEN, count);
                        let count = simd.put_any(progress.to, b, b_prev1);
                        progress.advance(&limits, S::LEN, count);
                        cut = high >> (2 * vector_bits::<S>() - S::UNIT_BITS);
                        clean_blocks = 0;
                    }
                    if clean_blocks > SWITCH_AFTER && cut == 0 {
                        break ModeEnd::Switch;
                    }
                }
            }
        };
        *self.progress = progress;
        stop
    }
}

/// Returns the address of the vector at `from`, or of the last vector of the text if less is left, and how many of
/// its bytes are new. The new bytes are the last ones.
#[inline(always)]
fn next_vector<S: Simd>(progress: &Progress, limits: Limits) -> (*const u8, usize) {
    let new = limits.left(progress).min(S::LEN);
    (progress.from.wrapping_sub(S::LEN - new), new)
}

/// Converts the next vector, of any code units. Returns `false` and does nothing if it is ill-formed or does not fit.
pub(super) struct ConvertVector<'p, const BIG: bool> {
    progress: &'p mut Progress,
    limits: Limits,
    start: *const u8,
}

impl<'p, const BIG: bool> ConvertVector<'p, BIG> {
    /// # Safety
    ///
    /// `progress` is within `limits`. The source begins at `start` and has at least a vector of the instruction set that runs
    /// this, and at least a code unit is left. The bytes of all code units before `progress` are written.
    #[inline(always)]
    pub(super) unsafe fn new(progress: &'p mut Progress, limits: Limits, start: *const u8) -> Self {
        ConvertVector {
            progress,
            limits,
            start,
        }
    }

    /// Returns `true` if no code unit is before the progress.
    #[inline(always)]
    pub(super) fn is_at_start(&self) -> bool {
        self.progress.from == self.start
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for ConvertVector<'_, BIG> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        let progress = self.progress;
        let (at, new) = next_vector::<S>(progress, self.limits);
        debug_assert!(new > 0);
        self.limits
            .src
            .debug_assert_within(at, if at == self.start { 0 } else { 2 }, S::LEN);
        // SAFETY: the vector is within the text. If it is not the first, a code unit is before it. `put_any_within`
        // writes no more than `capacity`, and the bytes of the `skip` code units before `to`.
        unsafe {
            let units = simd.load(at);
            let (prev1, after_cut) = if at == self.start {
                (simd.after_zeros(units)[1], false)
            } else {
                (simd.load(at.sub(2)), is_high::<BIG>(at.sub(2)))
            };
            let (units, prev1) = (simd.native_units::<BIG>(units), simd.native_units::<BIG>(prev1));
            let surrogates = simd.surrogates(units);
            let after_high = (surrogates.high << S::UNIT_BITS) & (!0 >> (64 - vector_bits::<S>()));
            if after_high | cut_bits::<S>(after_cut) != surrogates.low {
                return false;
            }
            let capacity = self.limits.capacity(progress);
            let skip = (S::LEN - new) / 2;
            let Some(count) = simd.put_any_within(progress.to, capacity, units, prev1, skip, S::LEN / 2)
            else {
                return false;
            };
            progress.advance(&self.limits, new, count);
            true
        }
    }
}
