//! Converts UTF-32 to UTF-16 in native byte order, or in the other one.
//!
//! # Algorithm
//!
//! A block below U+10000 without surrogates is packed. Otherwise each scalar value is split into two code units, and
//! the one that it does not need is dropped by compressing.

use super::progress::{Limits, Progress, begin};
use super::swap_bytes::ordered;
use super::utf32_to_utf8::{NOT_THREE_BYTES, in_order, load_pair};
use crate::simd::arch::{Kernel, Simd};
use core::mem::MaybeUninit;

/// Converts UTF-32 in bytes to UTF-16 in bytes, as much as fits. Returns the number of *code units* read and written. Those
/// written are in native byte order, or in the other one if `SWAP`.
pub(crate) struct Utf32ToUtf16<'s, 'd, const BIG: bool, const SWAP: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// The number of consecutive pairs below U+10000 after which whole blocks are tested again.
const SWITCH_AFTER: u32 = 2;

/// Does what [`Utf32ToUtf16`] does for at most one vector, all of it or nothing, without a branch that depends on its characters.
pub(crate) struct Utf32ToUtf16Short<'s, 'd, const BIG: bool, const SWAP: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Returns `true` if at least `pairs` pairs of vectors are left of the source and `capacity` bytes of the
/// destination.
#[inline(always)]
fn enough_for<S: Simd>(limits: &Limits, progress: &Progress, pairs: usize, capacity: usize) -> bool {
    limits.allow(progress, pairs * 2 * S::LEN, capacity)
}

/// Returns two vectors packed into one, if they are below U+10000 and have no surrogates.
#[inline(always)]
fn pack<S: Simd, const BIG: bool>(simd: S, [a, b]: [S::Bytes; 2]) -> Option<S::Bytes> {
    if simd.any_wide(a | b, in_order::<BIG>(NOT_THREE_BYTES)) {
        return None;
    }
    let units = simd.pack_wide::<BIG>(a, b);
    (!simd.any_surrogates_among(units, units)).then_some(units)
}

/// Returns four vectors packed into two in the order to write, if they are below U+10000 and have no surrogates.
#[inline(always)]
fn pack_four<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    [[a, b], [c, d]]: [[S::Bytes; 2]; 2],
) -> Option<[S::Bytes; 2]> {
    if simd.any_wide(a | b | c | d, in_order::<BIG>(NOT_THREE_BYTES)) {
        return None;
    }
    let (a, b) = (simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d));
    let has_surrogates = simd.any_surrogates_among(a, b);
    (!has_surrogates).then_some([ordered::<S, SWAP>(simd, a), ordered::<S, SWAP>(simd, b)])
}

/// Returns the numbers of two vectors in native byte order, if they are scalar values.
#[inline(always)]
fn scalars<S: Simd, const BIG: bool>(simd: S, [a, b]: [S::Bytes; 2]) -> Option<[S::Bytes; 2]> {
    let (a, b) = (simd.native_wide::<BIG>(a), simd.native_wide::<BIG>(b));
    simd.are_scalars(a, b).then_some([a, b])
}

/// Packs all that is left and returns `true` if it is below U+10000, has no surrogates, and fits.
///
/// # Safety
///
/// `progress` is within `limits`, and one to four vectors are left of the source.
#[inline(always)]
unsafe fn pack_last<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
) -> bool {
    let (left, capacity) = (limits.left(progress), limits.capacity(progress));
    debug_assert!(S::LEN <= left && left <= 4 * S::LEN);
    if capacity < left / 2 {
        return false;
    }
    // SAFETY: the vectors are within the bytes that are left, of which there are half as many in the destination. The last two overlap
    // the first two.
    unsafe {
        if left >= 2 * S::LEN {
            let end = progress.from.add(left - 2 * S::LEN);
            let vectors = [load_pair(simd, progress.from), load_pair(simd, end)];
            let Some([a, b]) = pack_four::<S, BIG, SWAP>(simd, vectors) else {
                return false;
            };
            simd.store(progress.to, a);
            simd.store(progress.to.add(left / 2 - S::LEN), b);
        } else {
            let vectors = [
                simd.load(progress.from),
                simd.load_short(progress.from.add(S::LEN), left - S::LEN),
            ];
            let Some(units) = pack::<S, BIG>(simd, vectors) else {
                return false;
            };
            let units = ordered::<S, SWAP>(simd, units);
            match capacity >= S::LEN {
                true => simd.store(progress.to, units),
                false => simd.store_short(progress.to, units, left / 2),
            }
        }
        progress.advance(&limits, left, left / 2);
    }
    true
}

/// Converts all that is left and returns `true` if it is well-formed and the destination has two vectors for each pair.
///
/// # Safety
///
/// `progress` is within `limits`, and one to four vectors are left of the source.
#[inline(always)]
unsafe fn split_pairs<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
) -> bool {
    let pair = 2 * S::LEN;
    debug_assert!(S::LEN <= limits.left(progress) && limits.left(progress) <= 2 * pair);
    if limits.capacity(progress) < 2 * pair {
        return false;
    }
    for _ in 0..2 {
        let left = limits.left(progress);
        let new = left.min(pair);
        let first = new.min(S::LEN);
        // SAFETY: `new` bytes are left. Each pair of vectors has room for two code units for each number. The zeros after the source are
        // one code unit each, and are left out.
        unsafe {
            let a = simd.load_short(progress.from, first);
            let b = simd.load_short(progress.from.add(first), new - first);
            let Some([a, b]) = scalars::<S, BIG>(simd, [a, b]) else {
                return false;
            };
            let count = simd.put_split::<SWAP>(progress.to, a, b) - (pair - new) / 4;
            progress.advance(&limits, new, 2 * count);
        }
        if left <= pair {
            break;
        }
    }
    true
}

/// Converts vectors as long as they are well-formed and fit, at most four.
///
/// # Safety
///
/// `progress` is within `limits`.
#[inline(always)]
unsafe fn split_last<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
) {
    for _ in 0..4 {
        let len = limits.left(progress).min(S::LEN);
        let room = limits.capacity(progress) / 2;
        // SAFETY: `len` bytes are left. `put_split_one` writes no more than the capacity.
        unsafe {
            let numbers = simd.native_wide::<BIG>(simd.load_short(progress.from, len));
            if !simd.are_scalars(numbers, numbers) {
                return;
            }
            let Some(count) = simd.put_split_one::<SWAP>(progress.to, room, numbers, len / 4) else {
                return;
            };
            progress.advance(&limits, len, 2 * count);
        }
    }
}

/// Converts all of the source or nothing. Returns the number of code units read and written.
///
/// # Safety
///
/// `start` is within `limits`, and at most two vectors are left of the source.
#[inline(always)]
unsafe fn split_short<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    start: Progress,
    limits: Limits,
) -> (usize, usize) {
    let len = limits.left(&start);
    debug_assert!(len <= 2 * S::LEN);
    let first = len.min(S::LEN);
    // SAFETY: the caller promises `len` bytes. `put_split_within` writes no more than the capacity.
    unsafe {
        let vectors = [
            simd.load_short(start.from, first),
            simd.load_short(start.from.add(first), len - first),
        ];
        let put = scalars::<S, BIG>(simd, vectors).and_then(|numbers| {
            simd.put_split_within::<SWAP>(start.to, limits.capacity(&start) / 2, numbers, 0, len / 4)
        });
        put.map_or((0, 0), |count| (len / 4, count))
    }
}

/// Converts blocks and pairs of vectors as long as both ends are far.
///
/// # Safety
///
/// `progress` is within `limits`.
#[inline(always)]
unsafe fn put_blocks<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
) {
    let pair = 2 * S::LEN;
    'all: loop {
        loop {
            if !enough_for::<S>(&limits, progress, 2, pair) {
                break 'all;
            }
            // SAFETY: `enough_for` found two pairs left of the source and two vectors of the destination.
            unsafe {
                let vectors = [
                    load_pair(simd, progress.from),
                    load_pair(simd, progress.from.add(pair)),
                ];
                let Some([a, b]) = pack_four::<S, BIG, SWAP>(simd, vectors) else {
                    break;
                };
                simd.store(progress.to, a);
                simd.store(progress.to.add(S::LEN), b);
                progress.advance(&limits, 2 * pair, pair);
            }
        }
        let mut clean_blocks = 0;
        while clean_blocks < SWITCH_AFTER {
            if !enough_for::<S>(&limits, progress, 1, pair) {
                break 'all;
            }
            // SAFETY: `enough_for` found a pair left of the source, and two code units of the destination for
            // each of its numbers.
            unsafe {
                let vectors = load_pair(simd, progress.from);
                if let Some(units) = pack::<S, BIG>(simd, vectors) {
                    simd.store(progress.to, ordered::<S, SWAP>(simd, units));
                    progress.advance(&limits, pair, S::LEN);
                    clean_blocks += 1;
                    continue;
                }
                let Some([a, b]) = scalars::<S, BIG>(simd, vectors) else {
                    break 'all;
                };
                simd.prefetch(progress.to, 1);
                let count = simd.put_split::<SWAP>(progress.to, a, b);
                progress.advance(&limits, pair, 2 * count);
                clean_blocks = if 2 * count == S::LEN { clean_blocks + 1 } else { 0 };
            }
        }
    }
}

/// Packs the last four vectors, which overlap the processed text, if less is left, it fits, and all of their numbers have one code
/// unit.
///
/// # Safety
///
/// `progress` is within `limits`, and the source has at least four vectors.
#[inline(always)]
unsafe fn pack_last_four<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
) {
    let pair = 2 * S::LEN;
    let new = limits.left(progress);
    if new <= 2 * pair && limits.capacity(progress) >= new / 2 {
        // SAFETY: the text has more than four vectors, and the last four overlap the processed text. All of their numbers
        // are packed only if each has one code unit.
        unsafe {
            let skip = 2 * pair - new;
            limits.src.debug_assert_within(progress.from, skip, new);
            let at = progress.from.sub(skip);
            let vectors = [load_pair(simd, at), load_pair(simd, at.add(pair))];
            if let Some([a, b]) = pack_four::<S, BIG, SWAP>(simd, vectors) {
                limits.dst.debug_assert_within(progress.to, skip / 2, new / 2);
                let to = progress.to.sub(skip / 2);
                simd.store(to, a);
                simd.store(to.add(S::LEN), b);
                progress.advance(&limits, new, new / 2);
            }
        }
    }
}

/// Converts pair by pair until the end, the last one overlapping the processed text.
///
/// # Safety
///
/// `progress` is within `limits`, and the source has at least a pair of vectors.
#[inline(always)]
unsafe fn put_rest<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
) {
    let pair = 2 * S::LEN;
    while limits.left(progress) > 0 {
        let new = limits.left(progress).min(pair);
        let skip = (pair - new) / 4;
        let capacity = limits.capacity(progress) / 2;
        // SAFETY: the text has at least a pair, and if less is left, the pair overlaps the processed text. The
        // `skip` numbers that are packed again are below U+10000, so each has one code unit before `to`.
        // `capacity` is at least the number of new ones. `put_split_within` writes no more than `capacity`.
        unsafe {
            limits.src.debug_assert_within(progress.from, pair - new, new);
            let vectors = load_pair(simd, progress.from.sub(pair - new));
            if capacity >= new / 4
                && let Some(units) = pack::<S, BIG>(simd, vectors)
            {
                limits.dst.debug_assert_within(progress.to, 2 * skip, new / 2);
                simd.store(progress.to.sub(2 * skip), ordered::<S, SWAP>(simd, units));
                progress.advance(&limits, new, new / 2);
                continue;
            }
            let put = scalars::<S, BIG>(simd, vectors).and_then(|numbers| {
                simd.put_split_within::<SWAP>(progress.to, capacity, numbers, skip, S::LEN / 2)
            });
            let Some(count) = put else {
                break;
            };
            progress.advance(&limits, new, 2 * count);
        }
    }
}

impl<S: Simd, const BIG: bool, const SWAP: bool> Kernel<S> for Utf32ToUtf16<'_, '_, BIG, SWAP> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let pair = 2 * S::LEN;
        let (start, limits) = begin(self.src, 4, self.dst, 2);
        let len = limits.left(&start);
        let mut progress = start;
        if S::HAS_MASKS && len <= 2 * pair {
            // SAFETY: `2 * pair` is four vectors.
            unsafe {
                if len >= S::LEN && pack_last::<S, BIG, SWAP>(simd, &mut progress, limits) {
                    return (len / 4, len / 4);
                }
                if len < S::LEN || !split_pairs::<S, BIG, SWAP>(simd, &mut progress, limits) {
                    split_last::<S, BIG, SWAP>(simd, &mut progress, limits);
                }
            }
            let (read, written) = progress.since(&start);
            return (read / 4, written / 2);
        }
        if len < pair {
            // SAFETY: `len` bytes are left of the source, less than two vectors.
            return unsafe { split_short::<S, BIG, SWAP>(simd, start, limits) };
        }
        // SAFETY: `progress` is within `limits`, and the text has at least two vectors.
        unsafe {
            put_blocks::<S, BIG, SWAP>(simd, &mut progress, limits);
            if S::HAS_MASKS {
                pack_last_four::<S, BIG, SWAP>(simd, &mut progress, limits);
            }
            put_rest::<S, BIG, SWAP>(simd, &mut progress, limits);
        }
        let (read, written) = progress.since(&start);
        (read / 4, written / 2)
    }
}

impl<S: Simd, const BIG: bool, const SWAP: bool> Kernel<S> for Utf32ToUtf16Short<'_, '_, BIG, SWAP> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let units = self.src.len().min(S::LEN) / 4;
        let room = self.dst.len() / 2;
        // SAFETY: `src` has the units. `put_split_one` writes no more than the room.
        unsafe {
            let numbers = simd.native_wide::<BIG>(simd.load_short(self.src.as_ptr(), 4 * units));
            if !simd.are_scalars(numbers, numbers) {
                return (0, 0);
            }
            let put = simd.put_split_one::<SWAP>(self.dst.as_mut_ptr().cast(), room, numbers, units);
            put.map_or((0, 0), |count| (units, count))
        }
    }
}
