//! Short text, up to four vectors straight through: a loop fetches the constants of all kinds of text before it begins.

use super::{THREE_BYTES, less_than_a_vector, pairs};
use crate::kernel::progress::begin;
use crate::vector::{Chosen, Kernel, Simd};
use core::mem::MaybeUninit;

/// [`Utf16ToUtf8`](super::Utf16ToUtf8) up to surrogates, where the instruction set has masks.
pub(crate) struct Utf16ToUtf8Short<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf16ToUtf8Short<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        const { assert!(S::HAS_MASKS) };
        let (start, ends) = begin(self.src, 2, self.dst, 1);
        let (len, room) = (ends.left(&start), ends.room(&start));
        let mut progress = start;
        // SAFETY: the vectors are in the text, and the room is told.
        unsafe {
            if len < S::LEN {
                return less_than_a_vector::<S, BIG>(simd, start, len, room);
            }
            let two = 2 * S::LEN;
            if len <= two {
                let overlap = (two - len) / 2;
                let at = [start.from, ends.from.sub(S::LEN)];
                let new = Chosen { skip: 0, overlap };
                return match put_pair::<S, BIG>(simd, at, new, start.to, room) {
                    Some(count) => (len / 2, count),
                    None => (0, 0),
                };
            }
            if len > 2 * two {
                pairs::<S, super::Utf16Pair<S, BIG>>(simd, &mut progress, ends);
            } else {
                let at = [start.from, start.from.add(S::LEN)];
                let all = Chosen { skip: 0, overlap: 0 };
                let Some(count) = put_pair::<S, BIG>(simd, at, all, start.to, room) else {
                    return (0, 0);
                };
                progress.advance(two, count);
            }
            let left = ends.left(&progress);
            if left <= two {
                let at = [ends.from.sub(two), ends.from.sub(S::LEN)];
                let new = Chosen {
                    skip: (two - left) / 2,
                    overlap: 0,
                };
                let room = ends.room(&progress);
                if let Some(count) = put_pair::<S, BIG>(simd, at, new, progress.to, room) {
                    progress.advance(left, count);
                }
            }
        }
        let (read, written) = progress.since(&start);
        (read / 2, written)
    }
}

/// Writes the `chosen` units of two vectors in UTF-8: how many bytes, or `None` if that is more than `room` or there are
/// surrogates.
///
/// # Safety
///
/// The vectors can be read, and `room` bytes be written at `to`.
#[inline(always)]
unsafe fn put_pair<S: Simd, const BIG: bool>(
    simd: S,
    at: [*const u8; 2],
    chosen: Chosen,
    to: *mut u8,
    room: usize,
) -> Option<usize> {
    // SAFETY: the caller promises the vectors and the room; with masks nothing is written before `to`.
    unsafe {
        let [a, b] = at.map(|at| simd.native_units::<BIG>(simd.load(at)));
        if !simd.any_units(a | b, THREE_BYTES) {
            simd.put_two_within(to, room, [a, b], chosen)
        } else if simd.any_surrogates_among(a, b) {
            None
        } else {
            simd.put_three_within(to, room, [a, b], chosen)
        }
    }
}
