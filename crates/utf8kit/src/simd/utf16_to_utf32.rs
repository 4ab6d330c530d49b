//! Converts UTF-16 in either byte order to UTF-32 in native byte order.
//!
//! # Algorithm
//!
//! Blocks without surrogates are widened. In other blocks each code unit is converted to the character that ends with
//! it, a low surrogate together with the code unit before it, and high surrogates are dropped by compressing. The low
//! surrogates must be exactly the code units after high surrogates.

use super::progress::{Limits, Progress, begin, each_vector};
use crate::code_unit::{CodeUnit, InBytes};
use crate::simd::arch::{Kernel, Simd};
use core::mem::MaybeUninit;

/// Converts UTF-16 in bytes to UTF-32 in bytes, as much as fits. Returns the number of *code units* read and written.
pub(crate) struct Utf16ToUtf32<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Returns the number of vectors that are tested for surrogates together, 128 bytes of the longer ones.
const fn block<S: Simd>() -> usize {
    if S::LEN < 64 { 4 } else { 2 }
}

/// Returns `true` if at least `vectors` vectors are left of the source, and of the destination as much as they can
/// need.
#[inline(always)]
fn enough_for<S: Simd>(limits: &Limits, progress: &Progress, vectors: usize) -> bool {
    limits.allow(progress, vectors * S::LEN, vectors * 2 * S::LEN)
}

/// A vector of UTF-16 whose surrogates are paired.
struct Vector<V> {
    units: V,
    /// The code unit before each.
    prev1: V,
    is_plain: bool,
}

impl<V: Copy> Vector<V> {
    /// Loads the vector at `at` and returns it and whether its last code unit is a high surrogate, or `None` if a
    /// surrogate is unpaired. The text begins at `start`. `cut` is whether a high surrogate is before `at`.
    ///
    /// # Safety
    ///
    /// One vector of the text can be read at `at`. The text begins at `start`, which is `at` or at least two bytes before it.
    #[inline(always)]
    unsafe fn load<S: Simd<Bytes = V>, const BIG: bool>(
        simd: S,
        at: *const u8,
        start: *const u8,
        cut: bool,
    ) -> Option<(Self, bool)> {
        // SAFETY: the caller promises the vector. If it is not the first one of the text, a code unit is before it.
        unsafe {
            let units = simd.load(at);
            let prev1 = if at == start {
                simd.after_zeros(units)[1]
            } else {
                simd.load(at.sub(2))
            };
            Self::new(
                simd,
                simd.native_units::<BIG>(units),
                simd.native_units::<BIG>(prev1),
                cut,
            )
        }
    }

    /// Does what [`Self::load`] does with code units in the machine's order.
    #[inline(always)]
    fn new<S: Simd<Bytes = V>>(simd: S, units: V, prev1: V, cut: bool) -> Option<(Self, bool)> {
        let bits = S::LEN as u32 / 2 * S::UNIT_BITS;
        let unit = (1 << S::UNIT_BITS) - 1;
        let surrogates = simd.surrogates(units);
        let after_high = surrogates.high << S::UNIT_BITS | if cut { unit } else { 0 };
        if after_high & (!0 >> (64 - bits)) != surrogates.low {
            return None;
        }
        let vector = Vector {
            units,
            prev1,
            is_plain: surrogates.high | surrogates.low == 0,
        };
        Some((vector, after_high >> bits != 0))
    }
}

/// The number of vectors that are tested for surrogates at once, if the text is so short.
const FEW: usize = 4;

/// Converts all of the source if it has no surrogates and fits, and returns `true` then.
///
/// # Safety
///
/// `start` is within `limits`, and at least a vector is left of the source.
#[inline(always)]
unsafe fn put_few<S: Simd, const BIG: bool>(simd: S, start: Progress, limits: Limits) -> bool {
    let len = limits.left(&start);
    debug_assert!(len >= S::LEN);
    // SAFETY: each vector is within the source, and the last one overlaps those before. The destination has room for as many code
    // units.
    unsafe {
        let load = |at: usize| {
            limits.src.debug_assert_within(start.from.add(at), 0, S::LEN);
            simd.load(start.from.add(at))
        };
        let mut some = simd.splat(0);
        each_vector(len, S::LEN, |at| {
            some = simd.gather_surrogates::<BIG>(some, load(at))
        });
        if simd.any_gathered(some) || limits.capacity(&start) < 2 * len {
            return false;
        }
        each_vector(len, S::LEN, |at| {
            simd.put_widened::<BIG>(start.to.add(2 * at), start.from.add(at))
        });
    }
    true
}

/// Converts blocks and vectors as long as both ends are far. Returns whether the code unit before `progress` is a high surrogate, whose
/// character is not written yet.
///
/// # Safety
///
/// `progress` is `start`, and within `limits`.
#[inline(always)]
unsafe fn put_blocks<S: Simd, const BIG: bool>(
    simd: S,
    progress: &mut Progress,
    start: Progress,
    limits: Limits,
) -> bool {
    let mut cut = false;
    'all: loop {
        loop {
            if !enough_for::<S>(&limits, progress, block::<S>()) {
                break 'all;
            }
            // SAFETY: `enough_for` found a block left of the source, and as much of the destination as it can
            // need.
            unsafe {
                if simd.any_surrogates::<BIG>(progress.from, block::<S>()) {
                    break;
                }
                if cut {
                    break 'all;
                }
                debug_assert!(limits.allow(progress, block::<S>() * S::LEN, block::<S>() * 2 * S::LEN));
                for _ in 0..block::<S>() {
                    simd.put_widened::<BIG>(progress.to, progress.from);
                    progress.advance(&limits, S::LEN, 2 * S::LEN);
                }
            }
        }
        // Vector by vector, until one has no surrogates.
        loop {
            if !enough_for::<S>(&limits, progress, 1) {
                break 'all;
            }
            // SAFETY: `enough_for` found a vector left of the source, and as much of the destination as it can
            // need.
            unsafe {
                debug_assert!(limits.allow(progress, S::LEN, 2 * S::LEN));
                let Some((v, is_cut)) = Vector::load::<S, BIG>(simd, progress.from, start.from, cut) else {
                    break 'all;
                };
                cut = is_cut;
                if v.is_plain {
                    simd.put_widened::<BIG>(progress.to, progress.from);
                    progress.advance(&limits, S::LEN, 2 * S::LEN);
                    break;
                }
                let count = simd.put_joined(progress.to, v.units, v.prev1);
                progress.advance(&limits, S::LEN, 4 * count);
            }
        }
    }
    cut
}

/// Converts vector by vector until the end, the last one overlapping the processed text. `cut` is what [`put_blocks`] returned. Returns
/// the same for the new `progress`.
///
/// # Safety
///
/// `progress` is within `limits`, and the source, which begins at `start`, has at least a vector.
#[inline(always)]
unsafe fn put_rest<S: Simd, const BIG: bool>(
    simd: S,
    progress: &mut Progress,
    start: Progress,
    limits: Limits,
    mut cut: bool,
) -> bool
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    while limits.left(progress) > 0 {
        let new = limits.left(progress).min(S::LEN);
        let skip = (S::LEN - new) / 2;
        let capacity = limits.capacity(progress) / 4;
        // SAFETY: the text has at least a vector, and if less is left, the vector overlaps the processed text.
        // The `skip` code units that are widened again are no surrogates, so each has one character before `to`.
        // `capacity` is at least the number of new ones. `put_joined_within` writes no more than `capacity`.
        unsafe {
            limits.src.debug_assert_within(progress.from, S::LEN - new, new);
            let at = progress.from.sub(S::LEN - new);
            if capacity >= new / 2 && !simd.any_surrogates::<BIG>(at, 1) {
                if cut {
                    break;
                }
                limits.dst.debug_assert_within(progress.to, 4 * skip, 2 * new);
                simd.put_widened::<BIG>(progress.to.sub(4 * skip), at);
                progress.advance(&limits, new, 2 * new);
                continue;
            }
            let cut_before = if skip == 0 {
                cut
            } else {
                is_high::<BIG>(at, start.from)
            };
            let Some((v, is_cut)) = Vector::load::<S, BIG>(simd, at, start.from, cut_before) else {
                break;
            };
            let Some(count) =
                simd.put_joined_within(progress.to, capacity, v.units, v.prev1, skip, S::LEN / 2)
            else {
                break;
            };
            progress.advance(&limits, new, 4 * count);
            cut = is_cut;
        }
    }
    cut
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf16ToUtf32<'_, '_, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (start, limits) = begin(self.src, 2, self.dst, 4);
        let len = limits.left(&start);
        if len < S::LEN {
            // SAFETY: `len` bytes are left of the source. `put_joined_within` writes no more than the capacity.
            return unsafe {
                let units = simd.native_units::<BIG>(simd.load_short(start.from, len));
                // A high surrogate at the end is followed by a zero, which is an error.
                let put = Vector::new(simd, units, simd.after_zeros(units)[1], false).and_then(|(v, _)| {
                    simd.put_joined_within(
                        start.to,
                        limits.capacity(&start) / 4,
                        v.units,
                        v.prev1,
                        0,
                        len / 2,
                    )
                });
                put.map_or((0, 0), |count| (len / 2, count))
            };
        }
        // SAFETY: at least a vector is left of the source.
        if len <= FEW * S::LEN && unsafe { put_few::<S, BIG>(simd, start, limits) } {
            return (len / 2, len / 2);
        }
        let mut progress = start;
        // SAFETY: nothing is processed yet.
        let cut = unsafe { put_blocks::<S, BIG>(simd, &mut progress, start, limits) };
        // SAFETY: the text has at least a vector.
        let cut = unsafe { put_rest::<S, BIG>(simd, &mut progress, start, limits, cut) };
        let (read, written) = progress.since(&start);
        (read / 2 - usize::from(cut), written / 4)
    }
}

/// Returns `true` if a high surrogate is before `at`. The text begins at `start`.
///
/// # Safety
///
/// `at` is `start`, or the two bytes before it can be read.
#[inline(always)]
unsafe fn is_high<const BIG: bool>(at: *const u8, start: *const u8) -> bool
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    // SAFETY: unless `at` is the beginning, a code unit is before it; bytes have no alignment.
    at != start && unsafe { at.sub(2).cast::<InBytes<2, BIG>>().read() }.number() & 0xFC00 == 0xD800
}
