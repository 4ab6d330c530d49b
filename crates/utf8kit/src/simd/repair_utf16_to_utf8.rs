//! Converts UTF-16 to UTF-8 with U+FFFD for each unpaired surrogate: short text, and text with few.
//!
//! Unpaired surrogates are found and replaced in a vector as in [`super::repair_utf16`], and the vector is converted as text with
//! surrogates in [`super::utf16_to_utf8`]. Short text would take longer through a buffer: two kernels, of which the second waits for what
//! the first stores. So would text with one error in hundreds of code units, for which two kernels end and begin again.

use super::progress::{Limits, ModeEnd, Progress, begin};
use super::repair_utf8::Repaired;
use super::utf16_to_utf8::{BmpMode, SurrogateMode, Utf16Pair, back_to_boundary, is_cut};
use crate::code_unit::{CodeUnit, InBytes, is_high, is_low, units_in};
use crate::simd::arch::{Kernel, Simd, enter_outlined};
use core::mem::MaybeUninit;

/// Converts UTF-16 in bytes to UTF-8, all of it or nothing. Counts *code units* read and *bytes* written. A high surrogate at the end
/// is unpaired.
pub(crate) struct RepairToUtf8<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// The bytes of a code unit.
const UNIT: usize = 2;

impl<S: Simd, const BIG: bool> Kernel<S> for RepairToUtf8<'_, '_, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = Repaired;

    #[inline(always)]
    fn run(self, simd: S) -> Repaired {
        let starts_low = units_in::<2, BIG>(self.src)
            .first()
            .is_some_and(|unit| is_low(unit.number()));
        let (start, limits) = begin(self.src, UNIT, self.dst, 1);
        let mut progress = start;
        let mut before = simd.before(starts_low);
        let mut replaced = 0;
        while limits.left(&progress) > 0 {
            let left = limits.left(&progress);
            let new = left.min(S::LEN);
            let is_first = progress.from == start.from;
            limits
                .src
                .debug_assert_within(progress.from, if is_first { 0 } else { UNIT }, new);
            // SAFETY: `new` bytes are left. A vector that is not the last one has a code unit after it, and one that is not the first has
            // one before it. `put_any_within` writes no more than the capacity.
            unsafe {
                let (v, next) = if left > S::LEN {
                    (simd.load(progress.from), simd.load(progress.from.add(UNIT)))
                } else {
                    let v = simd.load_short(progress.from, new);
                    (v, simd.next_unit(v))
                };
                let prev1 = if is_first {
                    simd.after_zeros(v)[1]
                } else {
                    simd.load_short(progress.from.sub(UNIT), new)
                };
                let unpaired;
                (unpaired, before) = simd.unpaired::<BIG>(before, v, next);
                // A low surrogate that stays follows a high one, so `prev1` needs no replacements.
                let units = simd.native_units::<BIG>(simd.replace::<BIG>(v, unpaired));
                let prev1 = simd.native_units::<BIG>(prev1);
                let capacity = limits.capacity(&progress);
                let Some(count) = simd.put_any_within(progress.to, capacity, units, prev1, 0, new / UNIT)
                else {
                    return Repaired::default();
                };
                replaced += simd.count_unpaired(unpaired, 0);
                progress.advance(&limits, new, count);
            }
        }
        let (read, written) = progress.since(&start);
        Repaired {
            read: read / UNIT,
            written,
            replaced,
        }
    }
}

/// Converts UTF-16 in bytes to UTF-8, with U+FFFD for each unpaired surrogate, until little is left of the source or the destination, or
/// unpaired surrogates are near each other. Stops after a character or an error. Counts *code units* read and *bytes* written.
pub(crate) struct ConvertOverErrors<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// The number of bytes of the source between two pairs of vectors with errors below which the errors are near each other. Repairing a
/// chunk is faster then.
const NEAR_BYTES: usize = 128;

impl<S: Simd, const BIG: bool> Kernel<S> for ConvertOverErrors<'_, '_, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = Repaired;

    #[inline(always)]
    fn run(self, simd: S) -> Repaired {
        let (start, limits) = begin(self.src, UNIT, self.dst, 1);
        let mut progress = start;
        let mut replaced = 0;
        let mut last_error: Option<usize> = None;
        // SAFETY: `progress` is within `limits`, and `allow` finds what a repair needs. The mode for surrogates and what goes back after it
        // follow a pair of vectors in which no surrogate was replaced and that ends with none, and the mode replaces none: a high
        // surrogate before `progress` has two bytes.
        unsafe {
            'text: loop {
                let mode = BmpMode::<S, Utf16Pair<S, BIG>>::new((), &mut progress, limits);
                if !matches!(enter_outlined(simd, mode), ModeEnd::Switch) {
                    break;
                }
                loop {
                    if !limits.allow(&progress, 2 * S::LEN + UNIT, 4 * S::LEN) {
                        break 'text;
                    }
                    let (before, _) = progress.since(&start);
                    let count = enter_outlined(simd, RepairPair::<BIG>::new(&mut progress, limits));
                    if count > 0 {
                        replaced += count;
                        if last_error.is_some_and(|last| before - last < NEAR_BYTES) {
                            break 'text;
                        }
                        last_error = Some(progress.since(&start).0);
                        continue 'text;
                    }
                    debug_assert!(!is_cut::<BIG>(&progress, &limits));
                    let stop = enter_outlined(simd, SurrogateMode::<BIG>::new(&mut progress, limits));
                    back_to_boundary::<BIG>(&mut progress, &limits);
                    match stop {
                        ModeEnd::IllFormed => {}
                        ModeEnd::Switch => continue 'text,
                        ModeEnd::Exhausted => break 'text,
                    }
                }
            }
        }
        let (read, written) = progress.since(&start);
        Repaired {
            read: read / UNIT,
            written,
            replaced,
        }
    }
}

/// Converts two vectors, with U+FFFD for each unpaired surrogate, and returns the number of these. Leaves a high surrogate at the end
/// that the code unit after it completes.
struct RepairPair<'p, const BIG: bool> {
    progress: &'p mut Progress,
    limits: Limits,
}

impl<'p, const BIG: bool> RepairPair<'p, BIG> {
    /// # Safety
    ///
    /// `progress` is within `limits`, and at the beginning of a character or an error. Two vectors and a code unit are left of the source,
    /// and four vectors of the destination.
    #[inline(always)]
    unsafe fn new(progress: &'p mut Progress, limits: Limits) -> Self {
        RepairPair { progress, limits }
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for RepairPair<'_, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let RepairPair { progress, limits } = self;
        debug_assert!(limits.allow(progress, 2 * S::LEN + UNIT, 4 * S::LEN));
        let from = progress.from;
        // SAFETY: the caller of `new` promised two vectors and a code unit of the source, and four vectors of the destination, which is
        // what two vectors can need. A high surrogate that is left has two bytes.
        unsafe {
            let unit = |at: usize| from.add(at).cast::<InBytes<2, BIG>>().read().number();
            let (a, b) = (simd.load(from), simd.load(from.add(S::LEN)));
            let (a_next, b_next) = (simd.load(from.add(UNIT)), simd.load(from.add(S::LEN + UNIT)));
            let (in_a, before_b) = simd.unpaired::<BIG>(simd.before(is_low(unit(0))), a, a_next);
            let (in_b, _) = simd.unpaired::<BIG>(before_b, b, b_next);
            let [first, second] = [
                simd.native_units::<BIG>(simd.replace::<BIG>(a, in_a)),
                simd.native_units::<BIG>(simd.replace::<BIG>(b, in_b)),
            ];
            if simd.any_surrogates_among(first, second) {
                // A low surrogate that stays follows a high one, so neither needs replacements.
                let [a_prev1, b_prev1] = [
                    simd.native_units::<BIG>(simd.after_zeros(a)[1]),
                    simd.native_units::<BIG>(simd.load(from.add(S::LEN - UNIT))),
                ];
                let count = simd.put_any(progress.to, first, a_prev1);
                progress.advance(&limits, S::LEN, count);
                let count = simd.put_any(progress.to, second, b_prev1);
                progress.advance(&limits, S::LEN, count);
                if is_high(unit(2 * S::LEN - UNIT)) && is_low(unit(2 * S::LEN)) {
                    progress.go_back(&limits, UNIT, 2);
                }
            } else {
                let count = simd.put_three(progress.to, first, second).0;
                progress.advance(&limits, 2 * S::LEN, count);
            }
            simd.count_unpaired(in_a, 0) + simd.count_unpaired(in_b, 0)
        }
    }
}
