//! UTF-32 to UTF-16 in the machine's order.
//!
//! Where all of a stretch is below 10000 it is packed. Else each number has place for two units, and those that are not
//! there are left out.

use super::utf16_to_utf8::{Ends, Progress};
use super::utf32_to_utf8::{NOT_THREE_OCTETS, in_order, load_pair};
use crate::vector::{Simd, Work};
use core::mem::MaybeUninit;

/// From UTF-32 in octets to UTF-16 in octets as far as there is room: the *units* read and written.
pub(crate) struct RunAhead<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Pairs of vectors below 10000 after which whole stretches are asked again.
const fn quiet_pairs<S: Simd>() -> u32 {
    if S::ASK_EACH { 8 } else { 2 }
}

/// Are so many pairs of vectors left, and room for so many octets?
#[inline(always)]
fn have<S: Simd>(ends: &Ends, progress: &Progress, pairs: usize, room: usize) -> bool {
    ends.left(progress) >= pairs * 2 * S::LEN && ends.room(progress) >= room
}

/// The units of two vectors, if they are below 10000 and no surrogates.
#[inline(always)]
fn pack<S: Simd, const BIG: bool>(simd: S, [a, b]: [S::Octets; 2]) -> Option<S::Octets> {
    if simd.any_wide(a | b, in_order::<BIG>(NOT_THREE_OCTETS)) {
        return None;
    }
    let units = simd.pack_wide::<BIG>(a, b);
    (!simd.any_surrogates_among(units, units)).then_some(units)
}

/// The numbers of two vectors, if they are scalar values.
#[inline(always)]
fn scalars<S: Simd, const BIG: bool>(simd: S, [a, b]: [S::Octets; 2]) -> Option<[S::Octets; 2]> {
    let (a, b) = (simd.native_wide::<BIG>(a), simd.native_wide::<BIG>(b));
    simd.are_scalars(a, b).then_some([a, b])
}

impl<S: Simd, const BIG: bool> Work<S> for RunAhead<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let pair = 2 * S::LEN;
        let len = self.src.len() & !3;
        let start = Progress {
            from: self.src.as_ptr(),
            to: self.dst.as_mut_ptr().cast(),
        };
        // SAFETY: these are `src`'s end, less a part of a unit, and `dst`'s, less half a unit.
        let ends = unsafe {
            Ends {
                from: start.from.add(len),
                to: start.to.add(self.dst.len() & !1),
            }
        };
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
        let mut progress = start;
        'all: loop {
            loop {
                if !have::<S>(&ends, &progress, 2, pair) {
                    break 'all;
                }
                // SAFETY: `have` finds two pairs, and room for two vectors.
                unsafe {
                    let [a, b] = load_pair(simd, progress.from);
                    let [c, d] = load_pair(simd, progress.from.add(pair));
                    if simd.any_wide(a | b | c | d, in_order::<BIG>(NOT_THREE_OCTETS)) {
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
                    if S::ASK_EACH
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
        (
            (progress.from as usize - start.from as usize) / 4,
            (progress.to as usize - start.to as usize) / 2,
        )
    }
}
