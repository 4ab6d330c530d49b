//! The modes for long text: whole blocks, with or without characters of four bytes.

use crate::simd::arch::{Kernel, Simd};
use crate::simd::progress::{Limits, ModeEnd, Progress};
use crate::simd::utf8_to_utf16::target::{Shifted, Target, capacity, enough_for};
use crate::simd::validate_utf8::cut_before;
use core::marker::PhantomData;

/// The number of consecutive blocks without a byte of 0xF0 or more after which the mode for such bytes switches to
/// the other.
const SWITCH_AFTER: u32 = 4;

/// The mode for text with (`FOUR`) or without bytes of 0xF0 or more. Converts whole blocks.
pub(super) struct Blocks<'p, T, const FOUR: bool> {
    progress: &'p mut Progress,
    limits: Limits,
    target: PhantomData<T>,
}

impl<'p, T, const FOUR: bool> Blocks<'p, T, FOUR> {
    /// # Safety
    ///
    /// `progress` is within `limits`, and the invariant of the [module](super) holds. At least three bytes of the source are
    /// before it.
    #[inline(always)]
    pub(super) unsafe fn new(progress: &'p mut Progress, limits: Limits) -> Self {
        limits.src.debug_assert_within(progress.from, 3, 0);
        Blocks {
            progress,
            limits,
            target: PhantomData,
        }
    }
}

impl<S: Simd, T: Target, const FOUR: bool> Kernel<S> for Blocks<'_, T, FOUR> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let limits = self.limits;
        let mut progress = *self.progress;
        let mut clean_blocks = 0;
        let mut steps = 0;
        let stop = loop {
            if steps == 0 {
                steps = guaranteed_steps::<S, T>(&limits, &progress, 2 * S::UTF8_PAIRS);
                if steps == 0 {
                    break ModeEnd::Exhausted;
                }
            }
            steps -= 1;
            // SAFETY: `guaranteed_steps` found that the vectors that are read here are left, and a byte more, and as
            // many code units of the destination. Since then, each step has converted no more than it counted.
            unsafe {
                debug_assert!(enough_for::<S, T>(&limits, &progress, 2 * S::UTF8_PAIRS));
                let (all, greatest) = all_of(simd, progress.from, 2 * S::UTF8_PAIRS);
                if simd.any_not_ascii(all) {
                    match add_pairs::<S, T, FOUR>(
                        simd,
                        &mut progress,
                        &limits,
                        S::UTF8_PAIRS,
                        greatest,
                        &mut clean_blocks,
                    ) {
                        None => continue,
                        Some(stop) => break stop,
                    }
                }
                if cut_before(progress.from) != 0 {
                    break ModeEnd::IllFormed;
                }
                put_ascii_pair::<S, T>(simd, &mut progress, &limits);
                if S::UTF8_PAIRS > 1 {
                    put_ascii_pair::<S, T>(simd, &mut progress, &limits);
                }
                while enough_for::<S, T>(&limits, &progress, 2) {
                    let (all, _) = all_of(simd, progress.from, 2);
                    if simd.any_not_ascii(all) {
                        break;
                    }
                    put_ascii_pair::<S, T>(simd, &mut progress, &limits);
                }
                limits.src.debug_assert_within(progress.from, 0, 1);
                if *progress.from & 0xC0 == 0x80 {
                    // The continuation byte suppressed the code unit of the last position.
                    progress.go_back(&limits, 0, T::BYTES);
                    break ModeEnd::IllFormed;
                }
                // After ASCII, more ASCII may follow soon. So only one pair is converted before the next test.
                if S::UTF8_PAIRS > 1 && enough_for::<S, T>(&limits, &progress, 2) {
                    let (_, greatest) = all_of(simd, progress.from, 2);
                    if let Some(stop) =
                        add_pairs::<S, T, FOUR>(simd, &mut progress, &limits, 1, greatest, &mut clean_blocks)
                    {
                        break stop;
                    }
                }
            }
            steps = 0;
        };
        *self.progress = progress;
        stop
    }
}

/// Returns how many times in a row `vectors` vectors can be converted before [`enough_for`] has to be called again. A
/// vector converts to at most as many code units as it has bytes.
#[inline(always)]
fn guaranteed_steps<S: Simd, T: Target>(limits: &Limits, progress: &Progress, vectors: usize) -> usize {
    let before_last = limits.left(progress).saturating_sub(1);
    before_last.min(capacity::<T>(limits, progress)) / (vectors * S::LEN)
}

/// Converts one pair of vectors or two. `greatest` has the greatest bytes at each position. Returns why it converted
/// nothing, or `None`.
///
/// # Safety
///
/// `progress` is within `limits`. The pairs and one byte more are left of the source, and three bytes of it are before
/// `progress`. As many code units as the pairs have bytes are left of the destination.
#[inline(always)]
unsafe fn add_pairs<S: Simd, T: Target, const FOUR: bool>(
    simd: S,
    progress: &mut Progress,
    limits: &Limits,
    pairs: usize,
    greatest: S::Bytes,
    clean_blocks: &mut u32,
) -> Option<ModeEnd> {
    if FOUR {
        *clean_blocks = if simd.any_starts_four(greatest) {
            0
        } else {
            *clean_blocks + 1
        };
        if *clean_blocks > SWITCH_AFTER {
            return Some(ModeEnd::Switch);
        }
    }
    debug_assert!(pairs == 1 || pairs == 2);
    debug_assert!(enough_for::<S, T>(limits, progress, 2 * pairs));
    let before = *progress;
    // SAFETY: the caller promises these vectors, the bytes around them, and the code units.
    unsafe {
        let mut errors = add_vector::<S, T, FOUR>(simd, progress, limits);
        errors = errors | add_vector::<S, T, FOUR>(simd, progress, limits);
        if pairs > 1 {
            errors = errors | add_vector::<S, T, FOUR>(simd, progress, limits);
            errors = errors | add_vector::<S, T, FOUR>(simd, progress, limits);
        }
        let has_error = if FOUR {
            simd.any(errors)
        } else {
            simd.any_below_four(errors)
        };
        if !has_error {
            return None;
        }
        *progress = before;
        limits.src.debug_assert_within(before.from, 1, 2 * pairs * S::LEN);
        if !FOUR && starts_four(simd, before.from, 2 * pairs) {
            return Some(ModeEnd::Switch);
        }
    }
    Some(ModeEnd::IllFormed)
}

/// Converts one vector and returns its errors, to be tested by `any` or, unless `FOUR`, by `any_below_four`.
///
/// # Safety
///
/// `progress` is within `limits`. One vector and one byte more are left of the source, and three bytes of it are before
/// `progress`. A vector's length of code units is left of the destination.
#[inline(always)]
unsafe fn add_vector<S: Simd, T: Target, const FOUR: bool>(
    simd: S,
    progress: &mut Progress,
    limits: &Limits,
) -> S::Bytes {
    debug_assert!(enough_for::<S, T>(limits, progress, 1));
    limits.src.debug_assert_within(progress.from, 3, S::LEN + 1);
    // SAFETY: the caller promises the vector, the byte after it, the three bytes before it, and the code units.
    unsafe {
        prefetch::<S, T>(simd, progress, 1);
        let text = Shifted::load::<S, FOUR>(simd, progress.from);
        let errors = if FOUR {
            text.errors(simd)
        } else {
            simd.utf8_errors_below_four(text.current, text.prev[0], text.prev[1])
        };
        let count = T::put::<S, FOUR>(simd, progress.to, text);
        progress.advance(limits, S::LEN, T::BYTES * count);
        errors
    }
}

/// Prefetches the destination for `vectors` vectors of text, if it is UTF-32. UTF-16 has half as many cache lines to
/// write and gains nothing.
#[inline(always)]
fn prefetch<S: Simd, T: Target>(simd: S, progress: &Progress, vectors: usize) {
    if T::BYTES == 4 {
        simd.prefetch(progress.to, vectors * T::BYTES);
    }
}

/// Widens two vectors of ASCII.
///
/// # Safety
///
/// `progress` is within `limits`. Two vectors are left of the source, and a code unit for each of their bytes is left of
/// the destination.
#[inline(always)]
unsafe fn put_ascii_pair<S: Simd, T: Target>(simd: S, progress: &mut Progress, limits: &Limits) {
    debug_assert!(limits.allow(progress, 2 * S::LEN, 2 * S::LEN * T::BYTES));
    // SAFETY: the caller promises two vectors and as many code units.
    unsafe {
        prefetch::<S, T>(simd, progress, 2);
        T::put_ascii(simd, progress.to, progress.from);
        T::put_ascii(
            simd,
            progress.to.add(T::BYTES * S::LEN),
            progress.from.add(S::LEN),
        );
        progress.advance(limits, 2 * S::LEN, 2 * T::BYTES * S::LEN);
    }
}

/// Returns the OR and the maximum of `vectors` vectors at `at`.
///
/// # Safety
///
/// `vectors` vectors can be read at `at`.
#[inline(always)]
unsafe fn all_of<S: Simd>(simd: S, at: *const u8, vectors: usize) -> (S::Bytes, S::Bytes) {
    let (mut all, mut greatest) = (simd.splat(0), simd.splat(0));
    for i in 0..vectors {
        // SAFETY: the caller promises these vectors.
        let v = unsafe { simd.load(at.add(i * S::LEN)) };
        all = all | v;
        greatest = simd.max(greatest, v);
    }
    (all, greatest)
}

/// Returns `true` if a byte of `vectors` vectors at `at`, or the byte before them, is 0xF0 or more.
///
/// # Safety
///
/// `vectors` vectors can be read at `at`, and the byte before it.
#[inline(always)]
unsafe fn starts_four<S: Simd>(simd: S, at: *const u8, vectors: usize) -> bool {
    // SAFETY: the caller promises these bytes.
    unsafe { *at.sub(1) >= 0xF0 || simd.any_starts_four(all_of(simd, at, vectors).1) }
}
