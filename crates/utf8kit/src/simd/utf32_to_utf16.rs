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

/// Does what [`Utf32ToUtf16`] does for at most four vectors, all of them or nothing. More than two are left where one code unit each is
/// not enough.
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
/// `progress` is within `limits`, and at most four vectors are left of the source.
#[inline(always)]
unsafe fn pack_last<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
) -> bool {
    let (left, capacity) = (limits.left(progress), limits.capacity(progress));
    debug_assert!(left <= 4 * S::LEN);
    if capacity < left / 2 {
        return false;
    }
    // SAFETY: the four vectors have exactly the bytes that are left. The destination has half as many left; whole
    // vectors are stored only where it has two.
    unsafe {
        let [before_b, before_c, before_d] = [1, 2, 3].map(|vectors| left.min(vectors * S::LEN));
        let a = simd.load_short(progress.from, before_b);
        let b = simd.load_short(progress.from.add(before_b), before_c - before_b);
        let c = simd.load_short(progress.from.add(before_c), before_d - before_c);
        let d = simd.load_short(progress.from.add(before_d), left - before_d);
        let Some([a, b]) = pack_four::<S, BIG, SWAP>(simd, [[a, b], [c, d]]) else {
            return false;
        };
        if capacity >= 2 * S::LEN {
            simd.store(progress.to, a);
            simd.store(progress.to.add(S::LEN), b);
        } else {
            let first = (left / 2).min(S::LEN);
            simd.store_short(progress.to, a, first);
            simd.store_short(progress.to.add(first), b, left / 2 - first);
        }
        progress.advance(&limits, left, left / 2);
    }
    true
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
            let is_done = unsafe { pack_last::<S, BIG, SWAP>(simd, &mut progress, limits) };
            if is_done {
                return (len / 4, len / 4);
            }
        }
        if len < pair {
            // SAFETY: `len` bytes are left of the source, less than two vectors.
            return unsafe { split_short::<S, BIG, SWAP>(simd, start, limits) };
        }
        // SAFETY: `progress` is within `limits`, and the text has at least two vectors.
        unsafe {
            put_blocks::<S, BIG, SWAP>(simd, &mut progress, limits);
            if S::HAS_MASKS && len > 2 * pair {
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
        let src = &self.src[..self.src.len().min(4 * S::LEN)];
        let (start, limits) = begin(src, 4, self.dst, 2);
        let (len, mut progress) = (limits.left(&start), start);
        // SAFETY: `src` is cut to four vectors, and what is split has two.
        unsafe {
            if pack_last::<S, BIG, SWAP>(simd, &mut progress, limits) {
                return (len / 4, len / 4);
            }
            match len <= 2 * S::LEN {
                true => split_short::<S, BIG, SWAP>(simd, start, limits),
                false => (0, 0),
            }
        }
    }
}
