//! UTF-32 to UTF-16 in the machine's order.
//!
//! Where all of a stretch is below 10000 it is packed. Else each number has place for two units, and those that are not
//! there are left out.

use super::progress::{Ends, Progress, begin};
use super::utf32_to_utf8::{NOT_THREE_BYTES, in_order, load_pair};
use crate::vector::{Kernel, Simd};
use core::mem::MaybeUninit;

/// From UTF-32 in bytes to UTF-16 in bytes as far as there is room: the *units* read and written.
pub(crate) struct Utf32ToUtf16<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Pairs of vectors below 10000 after which whole stretches are asked again.
const fn quiet_pairs<S: Simd>() -> u32 {
    if S::TEST_EACH { 8 } else { 2 }
}

/// The same for four vectors at most, all of them or nothing.
pub(crate) struct Utf32ToUtf16Short<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Are so many pairs of vectors left, and room for so many bytes?
#[inline(always)]
fn have<S: Simd>(ends: &Ends, progress: &Progress, pairs: usize, room: usize) -> bool {
    ends.have(progress, pairs * 2 * S::LEN, room)
}

/// The units of two vectors, if they are below 10000 and no surrogates.
#[inline(always)]
fn pack<S: Simd, const BIG: bool>(simd: S, [a, b]: [S::Bytes; 2]) -> Option<S::Bytes> {
    if simd.any_wide(a | b, in_order::<BIG>(NOT_THREE_BYTES)) {
        return None;
    }
    let units = simd.pack_wide::<BIG>(a, b);
    (!simd.any_surrogates_among(units, units)).then_some(units)
}

/// The numbers of two vectors, if they are scalar values.
#[inline(always)]
fn scalars<S: Simd, const BIG: bool>(simd: S, [a, b]: [S::Bytes; 2]) -> Option<[S::Bytes; 2]> {
    let (a, b) = (simd.native_wide::<BIG>(a), simd.native_wide::<BIG>(b));
    simd.are_scalars(a, b).then_some([a, b])
}

/// Packs what is left, four vectors at most, if it is below 10000, without surrogates, and there is room: is it?
///
/// # Safety
///
/// No more than four vectors are left.
#[inline(always)]
unsafe fn put_last<S: Simd, const BIG: bool>(simd: S, progress: &mut Progress, ends: Ends) -> bool {
    let (left, room) = (ends.left(progress), ends.room(progress));
    if room < left / 2 {
        return false;
    }
    // SAFETY: of the vectors just what is left is read; there is room for half as much.
    unsafe {
        let [before_b, before_c, before_d] = [1, 2, 3].map(|vectors| left.min(vectors * S::LEN));
        let a = simd.load_short(progress.from, before_b);
        let b = simd.load_short(progress.from.add(before_b), before_c - before_b);
        let c = simd.load_short(progress.from.add(before_c), before_d - before_c);
        let d = simd.load_short(progress.from.add(before_d), left - before_d);
        if simd.any_wide(a | b | c | d, in_order::<BIG>(NOT_THREE_BYTES)) {
            return false;
        }
        let (a, b) = (simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d));
        if simd.any_surrogates_among(a, b) {
            return false;
        }
        if room >= 2 * S::LEN {
            simd.store(progress.to, a);
            simd.store(progress.to.add(S::LEN), b);
        } else {
            let first = (left / 2).min(S::LEN);
            simd.store_short(progress.to, a, first);
            simd.store_short(progress.to.add(first), b, left / 2 - first);
        }
        progress.advance(left, left / 2);
    }
    true
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf32ToUtf16<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let pair = 2 * S::LEN;
        let (start, ends) = begin(self.src, 4, self.dst, 2);
        let len = ends.left(&start);
        let mut progress = start;
        if S::HAS_MASKS && len <= 2 * pair {
            // SAFETY: that is four vectors.
            let is_done = unsafe { put_last::<S, BIG>(simd, &mut progress, ends) };
            if is_done {
                return (len / 4, len / 4);
            }
        }
        if len < pair {
            // SAFETY: all of `src` is read, less than two vectors; `put_split_within` is told the room.
            return unsafe {
                let first = len.min(S::LEN);
                let vectors = [
                    simd.load_short(start.from, first),
                    simd.load_short(start.from.add(first), len - first),
                ];
                let put = scalars::<S, BIG>(simd, vectors).and_then(|numbers| {
                    simd.put_split_within(start.to, ends.room(&start) / 2, numbers, 0, len / 4)
                });
                put.map_or((0, 0), |count| (len / 4, count))
            };
        }
        'all: loop {
            loop {
                if !have::<S>(&ends, &progress, 2, pair) {
                    break 'all;
                }
                // SAFETY: `have` finds two pairs, and room for two vectors.
                unsafe {
                    let [a, b] = load_pair(simd, progress.from);
                    let [c, d] = load_pair(simd, progress.from.add(pair));
                    if simd.any_wide(a | b | c | d, in_order::<BIG>(NOT_THREE_BYTES)) {
                        break;
                    }
                    let (a, b) = (simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d));
                    if simd.any_surrogates_among(a, b) {
                        break 'all;
                    }
                    simd.store(progress.to, a);
                    simd.store(progress.to.add(S::LEN), b);
                    progress.advance(2 * pair, pair);
                }
            }
            let mut quiet = 0;
            while quiet < quiet_pairs::<S>() {
                if !have::<S>(&ends, &progress, 1, pair) {
                    break 'all;
                }
                // SAFETY: `have` finds a pair, and room for two units for each number.
                unsafe {
                    let vectors = load_pair(simd, progress.from);
                    if S::TEST_EACH
                        && let Some(units) = pack::<S, BIG>(simd, vectors)
                    {
                        simd.store(progress.to, units);
                        progress.advance(pair, S::LEN);
                        quiet += 1;
                        continue;
                    }
                    let Some([a, b]) = scalars::<S, BIG>(simd, vectors) else {
                        break 'all;
                    };
                    let count = simd.put_split(progress.to, a, b);
                    progress.advance(pair, 2 * count);
                    quiet = if 2 * count == S::LEN { quiet + 1 } else { 0 };
                }
            }
        }
        if S::HAS_MASKS && len > 2 * pair && ends.left(&progress) <= 2 * pair {
            // SAFETY: that is four vectors.
            unsafe { put_last::<S, BIG>(simd, &mut progress, ends) };
        }
        // Pair by pair, of which the last one overlaps what is done.
        while ends.left(&progress) > 0 {
            let new = ends.left(&progress).min(pair);
            let skip = (pair - new) / 4;
            let room = ends.room(&progress) / 2;
            // SAFETY: the text has a pair. What is packed once more are numbers that were before, each in one unit; there
            // is room for the others. `put_split_within` is told the room.
            unsafe {
                let vectors = load_pair(simd, progress.from.sub(pair - new));
                if room >= new / 4
                    && let Some(units) = pack::<S, BIG>(simd, vectors)
                {
                    simd.store(progress.to.sub(2 * skip), units);
                    progress.advance(new, new / 2);
                    continue;
                }
                let put = scalars::<S, BIG>(simd, vectors)
                    .and_then(|numbers| simd.put_split_within(progress.to, room, numbers, skip, S::LEN / 2));
                let Some(count) = put else {
                    break;
                };
                progress.advance(new, 2 * count);
            }
        }
        let (read, written) = progress.since(&start);
        (read / 4, written / 2)
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf32ToUtf16Short<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let src = &self.src[..self.src.len().min(4 * S::LEN)];
        let (mut progress, ends) = begin(src, 4, self.dst, 2);
        let len = ends.left(&progress);
        // SAFETY: these are four vectors at most.
        let is_done = unsafe { put_last::<S, BIG>(simd, &mut progress, ends) };
        if is_done { (len / 4, len / 4) } else { (0, 0) }
    }
}
