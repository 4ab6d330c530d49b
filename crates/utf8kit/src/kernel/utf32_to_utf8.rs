//! UTF-32 to UTF-8.
//!
//! # How it works
//!
//! Where all of a stretch is below 10000 it is packed into units of 16 bits, and goes on as in [`super::utf16_to_utf8`];
//! where all is ASCII, into bytes. Else each unit is spread into four bytes, and those that it does not need are left
//! out again:
//!
//! ```text
//! F0 | unit >> 18, 80 | unit >> 12 & 3F, 80 | unit >> 6 & 3F, last     and E0 or C0 where a shorter character begins
//! last = unit if below 80, else 80 | unit & 3F
//! ```
//!
//! That is a mode of its own, which is left after some steps that did not need it.

use super::progress::{Ends, ModeEnd, Progress, begin};
use super::utf16_to_utf8::{Narrow, Pair, last_two, pairs};
use crate::vector::{Chosen, Kernel, Simd, enter_outlined};
use core::mem::MaybeUninit;

/// From UTF-32 in bytes to UTF-8 as far as there is room: the *units* read and the *bytes* written.
pub(crate) struct Utf32ToUtf8<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// `bits` of a unit as they stand in a vector whose units are still in the order of the text.
#[inline(always)]
pub(super) const fn in_order<const BIG: bool>(bits: u32) -> u32 {
    if BIG { bits.swap_bytes() } else { bits }
}

const NOT_ASCII: u32 = !0x7F;
const NOT_TWO_BYTES: u32 = !0x7FF;
pub(super) const NOT_THREE_BYTES: u32 = !0xFFFF;

/// The bytes that a unit has.
const UNIT: usize = 4;

/// The bytes of text of which two make a vector of units of 16 bits.
const fn pair<S: Simd>() -> usize {
    2 * S::LEN
}

/// The two vectors at `at`.
///
/// # Safety
///
/// They can be read there.
#[inline(always)]
pub(super) unsafe fn load_pair<S: Simd>(simd: S, at: *const u8) -> [S::Bytes; 2] {
    // SAFETY: the caller promises both.
    unsafe { [simd.load(at), simd.load(at.add(S::LEN))] }
}

/// The four vectors at `at`.
///
/// # Safety
///
/// They can be read there.
#[inline(always)]
unsafe fn load_four<S: Simd>(simd: S, at: *const u8) -> [S::Bytes; 4] {
    // SAFETY: the caller promises all.
    unsafe {
        let ([a, b], [c, d]) = (load_pair(simd, at), load_pair(simd, at.add(pair::<S>())));
        [a, b, c, d]
    }
}

/// Four vectors of UTF-32.
struct Utf32Pair<S: Simd, const BIG: bool>([S::Bytes; 4]);

impl<S: Simd, const BIG: bool> Clone for Utf32Pair<S, BIG> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const BIG: bool> Copy for Utf32Pair<S, BIG> {}

impl<S: Simd, const BIG: bool> Utf32Pair<S, BIG> {
    /// Has one of the units one of these bits?
    #[inline(always)]
    fn any(self, simd: S, bits: u32) -> bool {
        let [a, b, c, d] = self.0;
        simd.any_wide(a | b | c | d, in_order::<BIG>(bits))
    }
}

impl<S: Simd, const BIG: bool> Pair<S> for Utf32Pair<S, BIG> {
    const TEXT: usize = 4 * S::LEN;

    #[inline(always)]
    unsafe fn load(simd: S, at: *const u8) -> Self {
        // SAFETY: the caller promises the same.
        Utf32Pair(unsafe { load_four(simd, at) })
    }

    #[inline(always)]
    fn is_ascii(self, simd: S) -> bool {
        !self.any(simd, NOT_ASCII)
    }

    #[inline(always)]
    fn any_three(self, simd: S) -> bool {
        self.any(simd, NOT_TWO_BYTES)
    }

    #[inline(always)]
    fn is_narrow(self, simd: S) -> bool {
        let [a, b] = self.units(simd);
        !self.any(simd, NOT_THREE_BYTES) && !simd.any_surrogates_among(a, b)
    }

    #[inline(always)]
    unsafe fn put_ascii(self, simd: S, to: *mut u8) {
        // SAFETY: the caller promises the same.
        unsafe { simd.store(to, simd.narrow_wide::<BIG>(self.0)) }
    }

    #[inline(always)]
    fn units(self, simd: S) -> [S::Bytes; 2] {
        let [a, b, c, d] = self.0;
        [simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d)]
    }
}

/// The mode for any text, a pair at a time, of which ASCII is packed.
struct Wide<'p, const BIG: bool> {
    progress: &'p mut Progress,
    ends: Ends,
}

/// Pairs below 10000, after which the mode without takes over.
const QUIET: u32 = 4;

impl<S: Simd, const BIG: bool> Kernel<S> for Wide<'_, BIG> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let ends = self.ends;
        let mut progress = *self.progress;
        let mut quiet = 0;
        let stop = loop {
            if !ends.have(&progress, pair::<S>(), pair::<S>()) {
                break ModeEnd::Exhausted;
            }
            // SAFETY: `have` finds two vectors left, and room for all they can become.
            unsafe {
                let [a, b] = load_pair(simd, progress.from);
                if !simd.any_wide(a | b, in_order::<BIG>(NOT_ASCII)) {
                    let units = simd.pack_wide::<BIG>(a, b);
                    let bytes = simd.narrow::<{ cfg!(target_endian = "big") }>(units, units);
                    simd.store(progress.to, bytes);
                    progress.advance(pair::<S>(), S::LEN / 2);
                    quiet += 1;
                    if quiet > QUIET {
                        break ModeEnd::Switch;
                    }
                    continue;
                }
                let (a, b) = (simd.native_wide::<BIG>(a), simd.native_wide::<BIG>(b));
                if !simd.are_scalars(a, b) {
                    break ModeEnd::IllFormed;
                }
                let count = simd.put_four(progress.to, a, b);
                progress.advance(pair::<S>(), count);
                quiet = if simd.any_wide(a | b, NOT_THREE_BYTES) {
                    0
                } else {
                    quiet + 1
                };
                if quiet > QUIET {
                    break ModeEnd::Switch;
                }
            }
        };
        *self.progress = progress;
        stop
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf32ToUtf8<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (start, ends) = begin(self.src, UNIT, self.dst, 1);
        let len = ends.left(&start);
        let mut progress = start;
        if len < pair::<S>() {
            // SAFETY: all of `src` is read, of which there is less than two vectors; each is told the room.
            return unsafe {
                let first = len.min(S::LEN);
                let a = simd.load_short(start.from, first);
                let b = simd.load_short(start.from.add(first), len - first);
                let room = ends.room(&start);
                let put = if simd.any_wide(a | b, in_order::<BIG>(NOT_TWO_BYTES)) {
                    let pair = AnyPair::<S, BIG> {
                        to: start.to,
                        room,
                        vectors: [a, b],
                        skip: 0,
                        stop: len / UNIT,
                    };
                    enter_outlined(simd, pair)
                } else {
                    simd.put_two_short(start.to, room, simd.pack_wide::<BIG>(a, b), len / UNIT)
                };
                put.map_or((0, 0), |count| (len / UNIT, count))
            };
        }
        if len < S::UTF16_LONG * pair::<S>() {
            pairs::<S, Utf32Pair<S, BIG>>(simd, &mut progress, ends);
        }
        if ends.have(&progress, 2 * pair::<S>(), 0) {
            stretches::<S, BIG>(simd, &mut progress, ends);
        }
        // SAFETY: `src` has a pair.
        let (read, written) = unsafe { finish::<S, BIG>(simd, progress, ends, start.from) }.since(&start);
        (read / UNIT, written)
    }
}

/// In whole stretches as far as that goes.
#[inline(always)]
fn stretches<S: Simd, const BIG: bool>(simd: S, progress: &mut Progress, ends: Ends) {
    let mut wide = false;
    loop {
        let stop = if wide {
            enter_outlined(simd, Wide::<BIG> { progress, ends })
        } else {
            enter_outlined(simd, Narrow::<Utf32Pair<S, BIG>>::new(progress, ends))
        };
        match stop {
            ModeEnd::Exhausted | ModeEnd::IllFormed => return,
            ModeEnd::Switch => wide = !wide,
        }
    }
}

/// Some units in two pairs of vectors.
struct Pairs<S: Simd> {
    vectors: [S::Bytes; 4],
    /// Which of the units are new, and how many bytes those have.
    chosen: Chosen,
    new: usize,
}

/// The two pairs at `from`. If less is left, they are the last two of the text, or, if it is less than two, the first and
/// the last, which overlap.
///
/// # Safety
///
/// The text begins at `start` and has a pair, and something is left.
#[inline(always)]
unsafe fn next_pairs<S: Simd>(simd: S, progress: &Progress, ends: Ends, start: *const u8) -> Pairs<S> {
    let new = ends.left(progress).min(2 * pair::<S>());
    // SAFETY: `new` bytes are left, and so many and those before them are a pair at least.
    unsafe {
        let ([first, second], chosen) = last_two(progress, start, new, pair::<S>(), UNIT);
        let ([a, b], [c, d]) = (load_pair(simd, first), load_pair(simd, second));
        Pairs {
            vectors: [a, b, c, d],
            chosen,
            new,
        }
    }
}

/// Two pairs at a time to the end, or to those with an error, or as far as there is room.
///
/// What short text mostly is, units below 800, is done here; the rest apart, so that its constants cost that nothing.
///
/// # Safety
///
/// The text has a pair, and begins at `start`.
#[inline(always)]
unsafe fn finish<S: Simd, const BIG: bool>(
    simd: S,
    mut progress: Progress,
    ends: Ends,
    start: *const u8,
) -> Progress {
    // SAFETY: the pairs are in the text; `put_two_within` is told the room.
    unsafe {
        while ends.left(&progress) > 0 {
            let Pairs {
                vectors: [a, b, c, d],
                chosen,
                new,
            } = next_pairs(simd, &progress, ends, start);
            if simd.any_wide(a | b | c | d, in_order::<BIG>(NOT_TWO_BYTES)) {
                // A copy, so that only here the progress is in memory.
                let mut after = progress;
                let rest = AnyPairs::<BIG> {
                    progress: &mut after,
                    ends,
                    start,
                };
                let put = enter_outlined(simd, rest);
                progress = after;
                if put {
                    continue;
                }
                break;
            }
            let units = [simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d)];
            let room = ends.room(&progress);
            let Some(count) = simd.put_two_within(progress.to, room, units, chosen) else {
                break;
            };
            progress.advance(new, count);
        }
    }
    progress
}

/// Adds the next two pairs of any units, or one where some are not below 10000. Were they well-formed, and was there room?
///
/// The text, which begins at `start`, has a pair, and something is left of it.
struct AnyPairs<'p, const BIG: bool> {
    progress: &'p mut Progress,
    ends: Ends,
    start: *const u8,
}

impl<S: Simd, const BIG: bool> Kernel<S> for AnyPairs<'_, BIG> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        let AnyPairs {
            progress,
            ends,
            start,
        } = self;
        let room = ends.room(progress);
        // SAFETY: the pairs are in the text, the last one overlapping what is done if less is left; each is told the room.
        unsafe {
            let Pairs {
                vectors: [a, b, c, d],
                chosen,
                new,
            } = next_pairs(simd, progress, ends, start);
            if !simd.any_wide(a | b | c | d, in_order::<BIG>(NOT_THREE_BYTES)) {
                let units = [simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d)];
                if !simd.any_surrogates_among(units[0], units[1]) {
                    let count = simd.put_three_within(progress.to, room, units, chosen);
                    if let Some(count) = count {
                        progress.advance(new, count);
                    }
                    return count.is_some();
                }
            }
            let new = ends.left(progress).min(pair::<S>());
            let done = pair::<S>() - new;
            let one = AnyPair::<S, BIG> {
                to: progress.to,
                room,
                vectors: load_pair(simd, progress.from.sub(done)),
                skip: done / UNIT,
                stop: pair::<S>() / UNIT,
            };
            let count = enter_outlined(simd, one);
            if let Some(count) = count {
                progress.advance(new, count);
            }
            count.is_some()
        }
    }
}

/// Writes the units of two vectors from `skip` on and before `stop`, if they are scalar values and there is room: the
/// bytes.
///
/// The bytes of `skip` units stand before `to` and can be written too, and `room` bytes there.
struct AnyPair<S: Simd, const BIG: bool> {
    to: *mut u8,
    room: usize,
    vectors: [S::Bytes; 2],
    skip: usize,
    stop: usize,
}

impl<S: Simd, const BIG: bool> Kernel<S> for AnyPair<S, BIG> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Option<usize> {
        let [a, b] = self.vectors;
        let (a, b) = (simd.native_wide::<BIG>(a), simd.native_wide::<BIG>(b));
        if !simd.are_scalars(a, b) {
            return None;
        }
        // SAFETY: whoever made this promises the same.
        unsafe { simd.put_four_within(self.to, self.room, [a, b], self.skip, self.stop) }
    }
}
