//! Short text, straight through by masks.

use super::THREE_OCTETS;
use crate::vector::{Chosen, Simd, Work};
use core::mem::MaybeUninit;

/// [`RunAhead`](super::RunAhead) for four vectors at most, all of it or nothing, where the instruction set has masks.
pub(crate) struct RunShort<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd, const BIG: bool> Work<S> for RunShort<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        const { assert!(S::HAS_MASKS) };
        let (len, room) = (self.src.len().min(4 * S::LEN) & !1, self.dst.len());
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let first = len.min(2 * S::LEN);
        // SAFETY: so many octets can be read, and the room is told.
        unsafe {
            let Some(mut count) = put_pair::<S, BIG>(simd, from, first, to, room) else {
                return (0, 0);
            };
            if first < len {
                let from = from.add(first);
                let Some(more) = put_pair::<S, BIG>(simd, from, len - first, to.add(count), room - count)
                else {
                    return (0, 0);
                };
                count += more;
            }
            (len / 2, count)
        }
    }
}

/// Writes `len` octets of units, two vectors' at most, in UTF-8: how many octets, or `None` if that is more than `room` or
/// there are surrogates.
///
/// # Safety
///
/// They can be read at `from`, and `room` octets be written at `to`.
#[inline(always)]
unsafe fn put_pair<S: Simd, const BIG: bool>(
    simd: S,
    from: *const u8,
    len: usize,
    to: *mut u8,
    room: usize,
) -> Option<usize> {
    let first = len.min(S::LEN);
    // SAFETY: the caller promises the octets and the room.
    unsafe {
        let a = simd.native_units::<BIG>(simd.load_short(from, first));
        let b = simd.native_units::<BIG>(simd.load_short(from.add(first), len - first));
        let chosen = Chosen::First(len / 2);
        if !simd.any_units(a | b, THREE_OCTETS) {
            simd.put_two_within(to, room, [a, b], chosen)
        } else if simd.any_surrogate(a) || simd.any_surrogate(b) {
            None
        } else {
            simd.put_three_within(to, room, [a, b], chosen)
        }
    }
}
