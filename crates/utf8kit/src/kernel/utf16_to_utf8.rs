//! UTF-16 to UTF-8, by spreading and compressing.
//!
//! # How it works
//!
//! Each unit is spread into as many bytes as it can need, and those that it does not need are left out again by
//! compressing what remains. What it can need depends on the largest unit of a stretch:
//!
//! ```text
//! all below 80     the low bytes                              ("narrow")
//! all below 800    lead = C0 | unit >> 6, last                 two bytes spread
//! no surrogates    E0 | unit >> 12, lead or middle, last       three bytes spread
//! any              as before, but surrogates have two bytes each:
//!                  high: F0 | x >> 8, 80 | x >> 2 & 3F         where x = the unit - D800 + 40, the character >> 10
//!                  low:  80 | h << 4 & 30 | unit >> 6 & F, last      where h is the high one, just before
//! last = unit if below 80, else 80 | unit & 3F
//! ```
//!
//! A surrogate is in order if a high one is followed by a low one and a low one follows a high one: comparing what is
//! low with what has a high one before it says both.
//!
//! There is a branch on the kind of text for two vectors at a time: what changes from word to word must not decide a jump.
//! After two that are not ASCII nobody asks for ASCII for a while, nor for three bytes where they have been frequent; and
//! surrogates have a mode of their own, which is left after some blocks without.
//!
//! All units before a [`Progress`] are well-formed and their bytes written, except that the last may be a high surrogate that
//! the next unit has to complete.

mod short;

pub(crate) use short::Utf16ToUtf8Short;

use super::progress::{Ends, ModeEnd, Progress, begin};
use crate::vector::{Chosen, Kernel, Simd, enter_outlined};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// From UTF-16 in bytes to UTF-8 as far as there is room: the *units* read and the *bytes* written.
pub(crate) struct Utf16ToUtf8<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// `bits` of a unit as they stand in a vector whose units are still in the order of the text.
#[inline(always)]
const fn in_order<const BIG: bool>(bits: u16) -> u16 {
    if BIG { bits.swap_bytes() } else { bits }
}

const NOT_ASCII: u16 = 0xFF80;
const THREE_BYTES: u16 = 0xF800;

/// Is the unit at `at` a high surrogate?
///
/// # Safety
///
/// A unit can be read there.
#[inline(always)]
unsafe fn is_high<const BIG: bool>(at: *const u8) -> bool {
    // SAFETY: the caller promises a unit; bytes have no alignment.
    let unit = unsafe { *at.cast::<[u8; 2]>() };
    let unit = if BIG {
        u16::from_be_bytes(unit)
    } else {
        u16::from_le_bytes(unit)
    };
    unit & 0xFC00 == 0xD800
}

/// Is the unit before `progress` a high surrogate?
///
/// # Safety
///
/// There is one.
#[inline(always)]
unsafe fn is_cut<const BIG: bool>(progress: &Progress) -> bool {
    // SAFETY: the caller promises it.
    unsafe { is_high::<BIG>(progress.from.sub(2)) }
}

/// Takes back a high surrogate that nobody has completed.
///
/// # Safety
///
/// A unit is before `progress`.
#[inline(always)]
unsafe fn back_to_boundary<const BIG: bool>(progress: &mut Progress) {
    // SAFETY: the caller promises a unit; if it is a high surrogate, two bytes were written for it.
    unsafe {
        if is_cut::<BIG>(progress) {
            progress.from = progress.from.sub(2);
            progress.to = progress.to.sub(2);
        }
    }
}

/// Text that two vectors of units of 16 bits can be made of, if it is below 10000.
pub(super) trait Pair<S: Simd>: Copy {
    /// The bytes of text.
    const TEXT: usize;

    /// # Safety
    ///
    /// So many bytes can be read at `at`.
    unsafe fn load(simd: S, at: *const u8) -> Self;

    fn is_ascii(self, simd: S) -> bool;

    /// Needs a unit more than two bytes?
    fn any_three(self, simd: S) -> bool;

    /// If so: is that all one needs, and are there no surrogates?
    fn is_narrow(self, simd: S) -> bool;

    /// Writes units that are ASCII.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::vector::Vectors::LEN) bytes can be written at `to`.
    unsafe fn put_ascii(self, simd: S, to: *mut u8);

    /// The units in the machine's order.
    fn units(self, simd: S) -> [S::Bytes; 2];
}

/// The mode for text below 10000 without surrogates.
///
/// Room is asked for with some to spare: for what a vector has beyond the bytes that count.
pub(super) struct Narrow<'p, P> {
    progress: &'p mut Progress,
    ends: Ends,
    pair: PhantomData<P>,
}

impl<'p, P> Narrow<'p, P> {
    #[inline(always)]
    pub(super) fn new(progress: &'p mut Progress, ends: Ends) -> Self {
        let pair = PhantomData;
        Narrow { progress, ends, pair }
    }
}

impl<S: Simd, P: Pair<S>> Kernel<S> for Narrow<'_, P> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let Narrow { progress, ends, .. } = self;
        let (two, three) = (2 * S::LEN, 4 * S::LEN);
        let mut now = *progress;
        let stop = 'stop: loop {
            while ends.have(&now, P::TEXT, two) {
                // SAFETY: `have` finds a pair left, and room for two bytes for each unit.
                unsafe {
                    let pair = P::load(simd, now.from);
                    if !pair.is_ascii(simd) {
                        break;
                    }
                    pair.put_ascii(simd, now.to);
                    simd.prefetch(now.to, 1);
                    now.advance(P::TEXT, S::LEN);
                }
            }
            for _ in 0..S::UTF16_ASCII_BACKOFF {
                if !ends.have(&now, P::TEXT, two) {
                    break 'stop ModeEnd::Exhausted;
                }
                // SAFETY: likewise, or there is room for three.
                unsafe {
                    let pair = P::load(simd, now.from);
                    let any_three = pair.any_three(simd);
                    if any_three && !pair.is_narrow(simd) {
                        break 'stop ModeEnd::Switch;
                    }
                    if any_three && ends.room(&now) < three {
                        break 'stop ModeEnd::Exhausted;
                    }
                    let [a, b] = pair.units(simd);
                    let count = if any_three {
                        simd.prefetch(now.to, 3);
                        simd.put_three(now.to, a, b).0
                    } else {
                        simd.prefetch(now.to, 2);
                        simd.put_two(now.to, a, b)
                    };
                    now.advance(P::TEXT, count);
                    if !any_three || S::UTF16_THREE_BYTE_BACKOFF == 0 {
                        continue;
                    }
                    // One more for each pair with three bytes, one less for each without: from 2 on nobody asks.
                    let mut frequent = 1;
                    loop {
                        if !ends.have(&now, P::TEXT, three) {
                            break 'stop ModeEnd::Exhausted;
                        }
                        let pair = P::load(simd, now.from);
                        if frequent < 2 && !pair.any_three(simd) {
                            break;
                        }
                        if !pair.is_narrow(simd) {
                            break 'stop ModeEnd::Switch;
                        }
                        let [a, b] = pair.units(simd);
                        simd.prefetch(now.to, 3);
                        let (count, any_three) = simd.put_three(now.to, a, b);
                        now.advance(P::TEXT, count);
                        frequent = (frequent + 2 * u32::from(any_three) - 1).min(S::UTF16_THREE_BYTE_BACKOFF);
                    }
                }
            }
        };
        *progress = now;
        stop
    }
}

/// Two vectors of UTF-16.
struct Utf16Pair<S: Simd, const BIG: bool>([S::Bytes; 2]);

impl<S: Simd, const BIG: bool> Clone for Utf16Pair<S, BIG> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const BIG: bool> Copy for Utf16Pair<S, BIG> {}

impl<S: Simd, const BIG: bool> Pair<S> for Utf16Pair<S, BIG> {
    const TEXT: usize = 2 * S::LEN;

    #[inline(always)]
    unsafe fn load(simd: S, at: *const u8) -> Self {
        // SAFETY: the caller promises both vectors.
        Utf16Pair(unsafe { [simd.load(at), simd.load(at.add(S::LEN))] })
    }

    #[inline(always)]
    fn is_ascii(self, simd: S) -> bool {
        !simd.any_units(self.0[0] | self.0[1], in_order::<BIG>(NOT_ASCII))
    }

    #[inline(always)]
    fn any_three(self, simd: S) -> bool {
        simd.any_units(self.0[0] | self.0[1], in_order::<BIG>(THREE_BYTES))
    }

    #[inline(always)]
    fn is_narrow(self, simd: S) -> bool {
        let all = simd.gather_surrogates::<BIG>(simd.splat(0), self.0[0]);
        !simd.any_gathered(simd.gather_surrogates::<BIG>(all, self.0[1]))
    }

    #[inline(always)]
    unsafe fn put_ascii(self, simd: S, to: *mut u8) {
        // SAFETY: the caller promises the same.
        unsafe { simd.store(to, simd.narrow::<BIG>(self.0[0], self.0[1])) }
    }

    #[inline(always)]
    fn units(self, simd: S) -> [S::Bytes; 2] {
        let [a, b] = self.0;
        [simd.native_units::<BIG>(a), simd.native_units::<BIG>(b)]
    }
}

/// Whole pairs that are no text for another mode, as far as there are some and room for them.
///
/// For text that is too short for the modes: nothing is remembered, and nothing fetched ahead.
#[inline(always)]
pub(super) fn pairs<S: Simd, P: Pair<S>>(simd: S, progress: &mut Progress, ends: Ends) {
    let (two, three) = (2 * S::LEN, 4 * S::LEN);
    while ends.have(progress, P::TEXT, two) {
        // SAFETY: `have` finds a pair left, and room for two bytes for each unit, or there is room for three.
        unsafe {
            let pair = P::load(simd, progress.from);
            if !S::HAS_MASKS && pair.is_ascii(simd) {
                pair.put_ascii(simd, progress.to);
                progress.advance(P::TEXT, S::LEN);
                continue;
            }
            let any_three = pair.any_three(simd);
            if any_three && (ends.room(progress) < three || !pair.is_narrow(simd)) {
                return;
            }
            let [a, b] = pair.units(simd);
            let count = if any_three {
                simd.put_three(progress.to, a, b).0
            } else {
                simd.put_two(progress.to, a, b)
            };
            progress.advance(P::TEXT, count);
        }
    }
}

/// The bits that the units of a vector have in [`Surrogates`](crate::vector::Surrogates).
#[inline(always)]
const fn vector_bits<S: Simd>() -> u32 {
    S::LEN as u32 / 2 * S::UNIT_BITS
}

/// The bits of two vectors.
#[inline(always)]
const fn together<S: Simd>(a: u64, b: u64) -> u64 {
    a | b << vector_bits::<S>()
}

/// The bits of a unit that is low, or has to be.
#[inline(always)]
const fn cut_bits<S: Simd>(is_cut: bool) -> u64 {
    if is_cut { (1 << S::UNIT_BITS) - 1 } else { 0 }
}

/// Pairs of vectors without a surrogate, after which the mode without takes over.
const QUIET: u32 = 16;

/// The mode for any text, two vectors at a time, of which only those with surrogates take the way for these.
struct WithSurrogates<'p, const BIG: bool> {
    progress: &'p mut Progress,
    ends: Ends,
}

impl<S: Simd, const BIG: bool> Kernel<S> for WithSurrogates<'_, BIG> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let ends = self.ends;
        let mut progress = *self.progress;
        let mut quiet = 0;
        // SAFETY: a unit is before `from`.
        let mut cut = cut_bits::<S>(unsafe { is_cut::<BIG>(&progress) });
        let stop = loop {
            if !ends.have(&progress, 2 * S::LEN, 4 * S::LEN) {
                break ModeEnd::Exhausted;
            }
            // SAFETY: `have` finds two vectors left, and room for all they can become; a unit is before `from`.
            unsafe {
                let (a, b) = (simd.load(progress.from), simd.load(progress.from.add(S::LEN)));
                if !simd.any_units(a | b, in_order::<BIG>(NOT_ASCII)) {
                    if cut != 0 {
                        break ModeEnd::IllFormed;
                    }
                    simd.store(progress.to, simd.narrow::<BIG>(a, b));
                    progress.advance(2 * S::LEN, S::LEN);
                    quiet += 1;
                    if quiet > QUIET {
                        break ModeEnd::Switch;
                    }
                } else {
                    let [a, b] = [simd.native_units::<BIG>(a), simd.native_units::<BIG>(b)];
                    let (of_a, of_b) = (simd.surrogates(a), simd.surrogates(b));
                    let high = together::<S>(of_a.high, of_b.high);
                    let low = together::<S>(of_a.low, of_b.low);
                    if high << S::UNIT_BITS | cut != low {
                        break ModeEnd::IllFormed;
                    }
                    if high | low == 0 {
                        let count = simd.put_three(progress.to, a, b).0;
                        progress.advance(2 * S::LEN, count);
                        quiet += 1;
                    } else {
                        let a_back1 = simd.native_units::<BIG>(simd.load(progress.from.sub(2)));
                        let b_back1 = simd.native_units::<BIG>(simd.load(progress.from.add(S::LEN - 2)));
                        let count = simd.put_any(progress.to, a, a_back1);
                        progress.advance(S::LEN, count);
                        let count = simd.put_any(progress.to, b, b_back1);
                        progress.advance(S::LEN, count);
                        cut = high >> (2 * vector_bits::<S>() - S::UNIT_BITS);
                        quiet = 0;
                    }
                    if quiet > QUIET && cut == 0 {
                        break ModeEnd::Switch;
                    }
                }
            }
        };
        *self.progress = progress;
        stop
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf16ToUtf8<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (start, ends) = begin(self.src, 2, self.dst, 1);
        let len = ends.left(&start);
        let mut progress = start;
        if len < S::LEN {
            let room = ends.room(&start);
            // SAFETY: there are the bytes and the room.
            return unsafe { less_than_a_vector::<S, BIG>(simd, start, len, room) };
        }
        if len < S::UTF16_LONG * S::LEN {
            pairs::<S, Utf16Pair<S, BIG>>(simd, &mut progress, ends);
        }
        if ends.have(&progress, 4 * S::LEN, 4 * S::LEN) {
            match stretches::<S, BIG>(simd, progress, ends, start.from) {
                Some(after) => progress = after,
                None => return (0, 0),
            }
        }
        // SAFETY: `src` has a vector.
        let (read, written) = unsafe { finish::<S, BIG>(simd, progress, ends, start.from) }.since(&start);
        (read / 2, written)
    }
}

/// In whole pairs, of which there is one, by the modes: how far, or `None` if the first vector of the text, which begins at
/// `start`, is ill-formed.
#[inline(always)]
fn stretches<S: Simd, const BIG: bool>(
    simd: S,
    mut progress: Progress,
    ends: Ends,
    start: *const u8,
) -> Option<Progress> {
    let mut surrogates = false;
    loop {
        let stop = if surrogates {
            let first = Vector::<BIG> {
                progress: &mut progress,
                ends,
                start,
            };
            // A unit has to be before `from`.
            if first.progress.from == start && !enter_outlined(simd, first) {
                return None;
            }
            enter_outlined(
                simd,
                WithSurrogates::<BIG> {
                    progress: &mut progress,
                    ends,
                },
            )
        } else {
            enter_outlined(simd, Narrow::<Utf16Pair<S, BIG>>::new(&mut progress, ends))
        };
        match stop {
            ModeEnd::Exhausted | ModeEnd::IllFormed => return Some(progress),
            ModeEnd::Switch => surrogates = !surrogates,
        }
    }
}

/// Two vectors at a time to the end, or to those with an error, or as far as there is room; ends at a boundary.
///
/// Surrogates are left to [`Rest`].
///
/// # Safety
///
/// The text has a vector, and begins at `start`.
#[inline(always)]
unsafe fn finish<S: Simd, const BIG: bool>(
    simd: S,
    mut progress: Progress,
    ends: Ends,
    start: *const u8,
) -> Progress {
    // SAFETY: the vectors are in the text, and there is room for what is written or it is said how much there is. A unit is
    // before `from` where that is not `start`.
    unsafe {
        if progress.from != start && is_cut::<BIG>(&progress) {
            return enter_outlined(simd, Rest::<BIG>(progress, ends, start));
        }
        while ends.left(&progress) > 0 {
            let NextPair { units, chosen, new } = next_pair::<S, BIG>(simd, &progress, ends, start);
            let room = ends.room(&progress);
            let count = if simd.any_units(units[0] | units[1], THREE_BYTES) {
                if simd.any_surrogates_among(units[0], units[1]) {
                    return enter_outlined(simd, Rest::<BIG>(progress, ends, start));
                }
                simd.put_three_within(progress.to, room, units, chosen)
            } else {
                simd.put_two_within(progress.to, room, units, chosen)
            };
            let Some(count) = count else { break };
            progress.advance(new, count);
        }
        progress
    }
}

/// As far as [`finish`] goes, for any text: how far it is, where text and room end, and where the text begins.
struct Rest<const BIG: bool>(Progress, Ends, *const u8);

impl<S: Simd, const BIG: bool> Kernel<S> for Rest<BIG> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, simd: S) -> Progress {
        let Rest(mut progress, ends, start) = self;
        // SAFETY: something is left, and a unit is before `from` where that is not `start`. The vectors are in the text;
        // `put_three_within` is told the room.
        unsafe {
            while ends.left(&progress) > 0 {
                let NextPair { units, chosen, new } = next_pair::<S, BIG>(simd, &progress, ends, start);
                let cut = progress.from != start && is_cut::<BIG>(&progress);
                if cut || simd.any_surrogates_among(units[0], units[1]) {
                    let vector = Vector::<BIG> {
                        progress: &mut progress,
                        ends,
                        start,
                    };
                    if !enter_outlined(simd, vector) {
                        break;
                    }
                    continue;
                }
                let room = ends.room(&progress);
                let Some(count) = simd.put_three_within(progress.to, room, units, chosen) else {
                    break;
                };
                progress.advance(new, count);
            }
            if progress.from != start {
                back_to_boundary::<BIG>(&mut progress);
            }
            progress
        }
    }
}

/// Where two vectors of `vector` bytes stand that end with the next `new` bytes, and which of their units are new; if
/// there is less text, they are the first and the last, which overlap. A unit has `unit` bytes.
///
/// # Safety
///
/// The text begins at `start`, `new` bytes are left of it, two vectors' at most, and to their end it has a vector.
#[inline(always)]
pub(super) unsafe fn last_two(
    progress: &Progress,
    start: *const u8,
    new: usize,
    vector: usize,
    unit: usize,
) -> ([*const u8; 2], Chosen) {
    let (old, done) = (2 * vector - new, progress.from as usize - start as usize);
    let skip = old.min(done);
    // SAFETY: the caller promises a vector; are they two, the first is one before the second.
    let at = unsafe {
        let second = progress.from.add(new).sub(vector);
        [if done >= old { second.sub(vector) } else { start }, second]
    };
    let chosen = Chosen {
        skip: skip / unit,
        overlap: (old - skip) / unit,
    };
    (at, chosen)
}

/// Some units in two vectors.
struct NextPair<S: Simd> {
    units: [S::Bytes; 2],
    /// Which of them are new, and how many bytes those have.
    chosen: Chosen,
    new: usize,
}

/// The two vectors at `from`. If less is left, they are the last two of the text, or, if it is less than two, the first and
/// the last, which overlap.
///
/// # Safety
///
/// The text begins at `start` and has a vector, and something is left.
#[inline(always)]
unsafe fn next_pair<S: Simd, const BIG: bool>(
    simd: S,
    progress: &Progress,
    ends: Ends,
    start: *const u8,
) -> NextPair<S> {
    let new = ends.left(progress).min(2 * S::LEN);
    // SAFETY: `new` bytes are left, and so many and those before them are a vector at least.
    unsafe {
        let (at, chosen) = last_two(progress, start, new, S::LEN, 2);
        let units = at.map(|at| simd.native_units::<BIG>(simd.load(at)));
        NextPair { units, chosen, new }
    }
}

/// The vector at `from`, or the last one if less than a vector is left, and how many of its bytes, the last ones, are
/// new.
#[inline(always)]
fn next_vector<S: Simd>(progress: &Progress, ends: Ends) -> (*const u8, usize) {
    let new = ends.left(progress).min(S::LEN);
    (progress.from.wrapping_sub(S::LEN - new), new)
}

/// Adds the next vector, of any units. Was it well-formed, and was there room?
///
/// The text, which begins at `start`, has a vector, and something is left of it.
struct Vector<'p, const BIG: bool> {
    progress: &'p mut Progress,
    ends: Ends,
    start: *const u8,
}

impl<S: Simd, const BIG: bool> Kernel<S> for Vector<'_, BIG> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        let progress = self.progress;
        let (at, new) = next_vector::<S>(progress, self.ends);
        // SAFETY: the vector is in the text, and a unit before it where it is not the first; `put_any_within` is told the
        // room.
        unsafe {
            let units = simd.load(at);
            let (back1, after_cut) = if at == self.start {
                (simd.after_zeros(units)[1], false)
            } else {
                (simd.load(at.sub(2)), is_high::<BIG>(at.sub(2)))
            };
            let (units, back1) = (simd.native_units::<BIG>(units), simd.native_units::<BIG>(back1));
            let surrogates = simd.surrogates(units);
            let after_high = (surrogates.high << S::UNIT_BITS) & (!0 >> (64 - vector_bits::<S>()));
            if after_high | cut_bits::<S>(after_cut) != surrogates.low {
                return false;
            }
            let room = self.ends.room(progress);
            let skip = (S::LEN - new) / 2;
            let Some(count) = simd.put_any_within(progress.to, room, units, back1, skip, S::LEN / 2) else {
                return false;
            };
            progress.advance(new, count);
            true
        }
    }
}

/// Converts a text of less than a vector, or nothing: the units read and bytes written.
///
/// # Safety
///
/// `len` bytes can be read from `start`, and `room` written.
#[inline(always)]
unsafe fn less_than_a_vector<S: Simd, const BIG: bool>(
    simd: S,
    start: Progress,
    len: usize,
    room: usize,
) -> (usize, usize) {
    // SAFETY: the caller promises the bytes and the room.
    unsafe {
        let units = simd.native_units::<BIG>(simd.load_short(start.from, len));
        if simd.any_units(units, THREE_BYTES) {
            return enter_outlined(simd, LessThanVector::<BIG> { start, len, room });
        }
        match simd.put_two_short(start.to, room, units, len / 2) {
            Some(count) => (len / 2, count),
            None => (0, 0),
        }
    }
}

/// The same for any units.
///
/// `len` bytes can be read from `start`, and `room` written.
struct LessThanVector<const BIG: bool> {
    start: Progress,
    len: usize,
    room: usize,
}

impl<S: Simd, const BIG: bool> Kernel<S> for LessThanVector<BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let LessThanVector { start, len, room } = self;
        // SAFETY: there are the bytes and the room.
        unsafe {
            let units = simd.load_short(start.from, len);
            let back1 = simd.native_units::<BIG>(simd.after_zeros(units)[1]);
            let units = simd.native_units::<BIG>(units);
            let surrogates = simd.surrogates(units);
            // A high one before the end has a zero behind it.
            if surrogates.high << S::UNIT_BITS != surrogates.low {
                return (0, 0);
            }
            match simd.put_any_within(start.to, room, units, back1, 0, len / 2) {
                Some(count) => (len / 2, count),
                None => (0, 0),
            }
        }
    }
}
