//! The tail: two vectors at a time, of which the last two overlap the processed text.

use super::surrogates::{ConvertVector, SurrogateMode};
use super::units::{THREE_BYTES, back_to_boundary, is_cut};
use crate::simd::arch::{Chosen, Kernel, Simd, enter_outlined};
use crate::simd::progress::{Limits, Progress};

/// Converts two vectors at a time until the end, an error or a full destination, and stops at a character boundary.
///
/// Text with surrogates is left to [`AnyTail`].
///
/// # Safety
///
/// `progress` is within `limits`. The source begins at `start` and has at least a vector. The bytes of all code units before
/// `progress` are written.
#[inline(always)]
pub(super) unsafe fn finish<S: Simd, const BIG: bool>(
    simd: S,
    mut progress: Progress,
    limits: Limits,
    start: *const u8,
) -> Progress {
    // SAFETY: the vectors are within the text, and the `within` methods write no more than `capacity`. If `from` is
    // not `start`, a code unit is before `from`.
    unsafe {
        if progress.from != start && is_cut::<BIG>(&progress, &limits) {
            return enter_outlined(simd, AnyTail::<BIG>::new(progress, limits, start));
        }
        while limits.left(&progress) > 0 {
            let NextPair { units, chosen, new } = next_pair::<S, BIG>(simd, &progress, limits, start);
            let capacity = limits.capacity(&progress);
            let count = if simd.any_units(units[0] | units[1], THREE_BYTES) {
                if simd.any_surrogates_among(units[0], units[1]) {
                    return enter_outlined(simd, AnyTail::<BIG>::new(progress, limits, start));
                }
                simd.put_three_within(progress.to, capacity, units, chosen)
            } else {
                simd.put_two_within(progress.to, capacity, units, chosen)
            };
            let Some(count) = count else { break };
            progress.advance(&limits, new, count);
        }
        progress
    }
}

/// Does what [`finish`] does, for any text. The fields are the progress, the limits, and the beginning of the text.
pub(super) struct AnyTail<const BIG: bool>(Progress, Limits, *const u8);

impl<const BIG: bool> AnyTail<BIG> {
    /// # Safety
    ///
    /// That of [`finish`].
    #[inline(always)]
    pub(super) unsafe fn new(progress: Progress, limits: Limits, start: *const u8) -> Self {
        AnyTail(progress, limits, start)
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for AnyTail<BIG> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, simd: S) -> Progress {
        let AnyTail(mut progress, limits, start) = self;
        // SAFETY: the vectors are within the text, and the `within` methods write no more than `capacity`. If `from`
        // is not `start`, a code unit is before `from`.
        unsafe {
            // With masks, this is the way of all short text with surrogates, and there are some here.
            if S::HAS_MASKS && limits.left(&progress) > 2 * S::LEN {
                let first = ConvertVector::<BIG>::new(&mut progress, limits, start);
                if !first.is_at_start() || first.run(simd) {
                    SurrogateMode::<BIG>::new(&mut progress, limits).run(simd);
                }
            }
            while limits.left(&progress) > 0 {
                let NextPair { units, chosen, new } = next_pair::<S, BIG>(simd, &progress, limits, start);
                let cut = progress.from != start && is_cut::<BIG>(&progress, &limits);
                if cut || simd.any_surrogates_among(units[0], units[1]) {
                    let vector = ConvertVector::<BIG>::new(&mut progress, limits, start);
                    let is_done = match S::HAS_MASKS {
                        true => vector.run(simd),
                        false => enter_outlined(simd, vector),
                    };
                    if !is_done {
                        break;
                    }
                    continue;
                }
                let capacity = limits.capacity(&progress);
                let Some(count) = simd.put_three_within(progress.to, capacity, units, chosen) else {
                    break;
                };
                progress.advance(&limits, new, count);
            }
            if progress.from != start {
                back_to_boundary::<BIG>(&mut progress, &limits);
            }
            progress
        }
    }
}

/// Returns the addresses of two vectors of `vector` bytes that end with the next `new` bytes, and which of their code
/// units of `unit` bytes are new. If the text is too short for two vectors, they are its first and its last vector,
/// which overlap.
///
/// # Safety
///
/// `progress` is within `limits`. The source begins at `start`. `new` bytes are left of it, at most two vectors, and it has
/// at least a vector before the end of these.
#[inline(always)]
pub(in crate::simd) unsafe fn last_two(
    progress: &Progress,
    limits: &Limits,
    start: *const u8,
    new: usize,
    vector: usize,
    unit: usize,
) -> ([*const u8; 2], Chosen) {
    let (old, done) = (2 * vector - new, progress.from.addr() - start.addr());
    let skip = old.min(done);
    debug_assert!(new <= limits.left(progress) && new <= 2 * vector && new + done >= vector);
    // SAFETY: the text has a vector before the end of the `new` bytes. If it has two, the first one is a vector
    // before the second.
    let at = unsafe {
        let second = progress.from.add(new).sub(vector);
        [if done >= old { second.sub(vector) } else { start }, second]
    };
    limits.src.debug_assert_within(at[0], 0, vector);
    limits.src.debug_assert_within(at[1], 0, vector);
    let chosen = Chosen {
        skip: skip / unit,
        overlap: (old - skip) / unit,
    };
    (at, chosen)
}

/// Code units in two vectors.
struct NextPair<S: Simd> {
    units: [S::Bytes; 2],
    /// The code units that are new, and the number of their bytes.
    chosen: Chosen,
    new: usize,
}

/// Loads the two vectors at `from`. If less is left, loads the last two vectors of the text. If the text is shorter
/// than two vectors, loads its first and its last vector, which overlap.
///
/// # Safety
///
/// `progress` is within `limits`. The source begins at `start` and has at least a vector, and at least a code unit is left.
#[inline(always)]
unsafe fn next_pair<S: Simd, const BIG: bool>(
    simd: S,
    progress: &Progress,
    limits: Limits,
    start: *const u8,
) -> NextPair<S> {
    let new = limits.left(progress).min(2 * S::LEN);
    // SAFETY: `new` bytes are left, and the text has at least a vector up to their end.
    unsafe {
        let (at, chosen) = last_two(progress, &limits, start, new, S::LEN, 2);
        let units = at.map(|at| simd.native_units::<BIG>(simd.load(at)));
        NextPair { units, chosen, new }
    }
}
