//! UTF-8 to UTF-16 and UTF-32, by planes of bytes. Which of them is put, a [`Target`] says.
//!
//! # How it works
//!
//! Nothing is gathered character by character. Every position of the text computes what the unit would be *if a
//! character ended there*, its low byte in one vector and its high byte in another:
//!
//! ```text
//! low  = current                                        if it is ASCII
//!        current's six bits, and above them back1's two lowest
//! high = 0                                              if current is ASCII
//!        back1's bits 2..5, and above them back2's four lowest if that is E0..EF
//! ```
//!
//! `back1` and so on are the text shifted by so many bytes. Three continuation bytes hold more bits than a unit, but
//! shifted out is just what was not theirs. Then the positions are kept where a character ends, which is where the *next*
//! byte does not continue it; the two planes are compressed or the units shuffled together, and written.
//!
//! A character of four bytes has two units, so two of its positions are kept: where its third byte stands (`back2` is
//! F0 or more) the high surrogate, where its fourth stands the low one.
//!
//! ```text
//! F0+a 80+b 80+c 80+d: the character is 10000 + x, the high surrogate D800 + (x >> 10), the low one DC00 + (x & 3FF)
//! third:   low  = b's four lowest bits * 4 - 40, + c's two highest      (the 10000 has gone from what is above)
//!          high = F0+a - 19, + 1 if b is 10 or more                     (F0 - 19 = D7)
//! fourth:  low  = as above
//!          high = c's bits 2..5 as above, with DC
//! ```
//!
//! In UTF-32 a character has one unit, which is due where it ends, and a third plane for it:
//!
//! ```text
//! fourth:  low  = as above
//!          high = c's bits 2..5, and above them b's four lowest
//!          top  = b's bits 4 and 5, and above them F0+a - F0
//! ```
//!
//! Such characters cost a third more, and therefore have a mode of their own: entered where a stretch of four vectors holds
//! a byte of F0 or more, left after a few stretches without. A stretch of ASCII is only widened. All of it is validated as in
//! [`super::utf8`].
//!
//! Behind the first vector, all before a [`Progress`] is well-formed, except that a character may go on there, and the units
//! of all positions before it are written.

use super::progress::{Ends, ModeEnd, Progress, begin};
use super::target::{Shifted, Target};
use super::utf8::cut_before;
use crate::vector::{Kernel, Simd, enter_outlined};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// From UTF-8 to units in bytes, as many as there is room for: the *bytes* read and *units* written.
pub(crate) struct Utf8ToUnits<'s, 'd, T> {
    src: &'s [u8],
    dst: &'d mut [MaybeUninit<u8>],
    target: PhantomData<T>,
}

impl<'s, 'd, T: Target> Utf8ToUnits<'s, 'd, T> {
    #[inline]
    pub(crate) fn new(src: &'s [u8], dst: &'d mut [MaybeUninit<u8>]) -> Self {
        Utf8ToUnits {
            src,
            dst,
            target: PhantomData,
        }
    }
}

/// The same for a text of one vector at most.
pub(crate) struct Utf8ToUnitsShort<'s, 'd, T>(Utf8ToUnits<'s, 'd, T>);

impl<'s, 'd, T: Target> Utf8ToUnitsShort<'s, 'd, T> {
    #[inline]
    pub(crate) fn new(src: &'s [u8], dst: &'d mut [MaybeUninit<u8>]) -> Self {
        Utf8ToUnitsShort(Utf8ToUnits::new(src, dst))
    }
}

impl<S: Simd, T: Target> Kernel<S> for Utf8ToUnitsShort<'_, '_, T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let Utf8ToUnits { src, dst, .. } = self.0;
        let (start, ends) = begin(src, 1, dst, T::BYTES);
        // SAFETY: a vector's bytes at most are read; `put_short` minds the room.
        unsafe { put_short::<S, T>(simd, start, src.len().min(S::LEN), room::<T>(&ends, &start)) }
    }
}

/// Are so many vectors left and a byte more, and room for a unit for each of their bytes?
#[inline(always)]
fn have<S: Simd, T: Target>(ends: &Ends, progress: &Progress, vectors: usize) -> bool {
    let bytes = vectors * S::LEN;
    ends.have(progress, bytes + 1, bytes * T::BYTES)
}

/// How many times one after the other [`have`] so many vectors is sure to be true, if as many are added each time: they make
/// no more units than bytes.
#[inline(always)]
fn sure_times<S: Simd, T: Target>(ends: &Ends, progress: &Progress, vectors: usize) -> usize {
    let before_last = ends.left(progress).saturating_sub(1);
    before_last.min(room::<T>(ends, progress)) / (vectors * S::LEN)
}

/// The units there is room for.
#[inline(always)]
fn room<T: Target>(ends: &Ends, progress: &Progress) -> usize {
    ends.room(progress) / T::BYTES
}

/// Fetches ahead where the units of so many vectors will stand, if they are UTF-32: with half as many lines to write nothing
/// is gained.
#[inline(always)]
fn prefetch<S: Simd, T: Target>(simd: S, progress: &Progress, vectors: usize) {
    if T::BYTES == 4 {
        simd.prefetch(progress.to, vectors * T::BYTES);
    }
}

/// Adds one vector at `progress`. Its errors, for [`Simd::any`] or, unless `FOUR`, [`Simd::any_below_four`].
///
/// # Safety
///
/// A vector and one byte more are left, three bytes are before, and there is room for a vector's units.
#[inline(always)]
unsafe fn add_vector<S: Simd, T: Target, const FOUR: bool>(simd: S, progress: &mut Progress) -> S::Bytes {
    // SAFETY: the caller promises the vector, the byte behind, those before, and the room.
    unsafe {
        prefetch::<S, T>(simd, progress, 1);
        let text = Shifted::load::<S, FOUR>(simd, progress.from);
        let errors = if FOUR {
            text.errors(simd)
        } else {
            simd.utf8_errors_below_four(text.current, text.back[0], text.back[1])
        };
        let count = T::put::<S, FOUR>(simd, progress.to, text);
        progress.advance(S::LEN, T::BYTES * count);
        errors
    }
}

/// Goes back to where a character begins or all are complete, before what may be ill-formed.
///
/// Whether a unit was due at the last position was decided by whether the byte at `from` continues, which nobody has judged
/// yet.
///
/// # Safety
///
/// A byte is left, a vector's are before `progress`, and the units of all positions before it are written.
#[inline(always)]
unsafe fn back_to_boundary<T: Target>(progress: &mut Progress) {
    let Progress { from, to } = progress;
    // SAFETY: a byte is left, more than four are before it; no more units are taken back than the characters gone back
    // over have written.
    unsafe {
        let continues = **from & 0xC0 == 0x80;
        match (cut_before(*from), continues) {
            (0, false) => {}
            (0, true) => {
                // The last character was taken for one that goes on.
                let mut bytes = 1;
                while *from.sub(bytes) & 0xC0 == 0x80 {
                    bytes += 1;
                }
                *from = from.sub(bytes);
                if T::HAS_PAIRS && bytes == 4 {
                    *to = to.sub(T::BYTES);
                }
            }
            (cut, continues) => {
                *from = from.sub(cut);
                // The last byte was taken for an end, or it was the third of four.
                if !continues || T::HAS_PAIRS && cut == 3 {
                    *to = to.sub(T::BYTES);
                }
            }
        }
    }
}

/// Stretches without a byte of F0 or more, after which a mode without takes over.
const QUIET: u32 = 4;

/// A mode: whole stretches, without or with bytes of F0 or more.
struct Stretches<'p, T, const FOUR: bool> {
    progress: &'p mut Progress,
    ends: Ends,
    target: PhantomData<T>,
}

impl<S: Simd, T: Target, const FOUR: bool> Kernel<S> for Stretches<'_, T, FOUR> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let ends = self.ends;
        let mut progress = *self.progress;
        let mut quiet = 0;
        let mut times = 0;
        let stop = loop {
            if times == 0 {
                times = sure_times::<S, T>(&ends, &progress, 2 * S::UTF8_PAIRS);
                if times == 0 {
                    break ModeEnd::Exhausted;
                }
            }
            times -= 1;
            // SAFETY: `sure_times` found all vectors left that are read here, and a byte more, and room for as many
            // units; since then only as many were added each time.
            unsafe {
                let (all, greatest) = all_of(simd, progress.from, 2 * S::UTF8_PAIRS);
                if simd.any_not_ascii(all) {
                    match add_pairs::<S, T, FOUR>(simd, &mut progress, S::UTF8_PAIRS, greatest, &mut quiet) {
                        None => continue,
                        Some(stop) => break stop,
                    }
                }
                if cut_before(progress.from) != 0 {
                    break ModeEnd::IllFormed;
                }
                put_ascii_pair::<S, T>(simd, &mut progress);
                if S::UTF8_PAIRS > 1 {
                    put_ascii_pair::<S, T>(simd, &mut progress);
                }
                while have::<S, T>(&ends, &progress, 2) {
                    let (all, _) = all_of(simd, progress.from, 2);
                    if simd.any_not_ascii(all) {
                        break;
                    }
                    put_ascii_pair::<S, T>(simd, &mut progress);
                }
                if *progress.from & 0xC0 == 0x80 {
                    // By this byte no unit is due at the last position.
                    progress.to = progress.to.sub(T::BYTES);
                    break ModeEnd::IllFormed;
                }
                // Where there was ASCII there may soon be more: only one pair before asking again.
                if S::UTF8_PAIRS > 1 && have::<S, T>(&ends, &progress, 2) {
                    let (_, greatest) = all_of(simd, progress.from, 2);
                    if let Some(stop) = add_pairs::<S, T, FOUR>(simd, &mut progress, 1, greatest, &mut quiet)
                    {
                        break stop;
                    }
                }
            }
            times = 0;
        };
        *self.progress = progress;
        stop
    }
}

/// Adds one pair of vectors or two, of whose bytes these are the `greatest`, or says why not.
///
/// # Safety
///
/// They and a byte more are left, and there is room for as many units.
#[inline(always)]
unsafe fn add_pairs<S: Simd, T: Target, const FOUR: bool>(
    simd: S,
    progress: &mut Progress,
    pairs: usize,
    greatest: S::Bytes,
    quiet: &mut u32,
) -> Option<ModeEnd> {
    if FOUR {
        *quiet = if simd.any_starts_four(greatest) {
            0
        } else {
            *quiet + 1
        };
        if *quiet > QUIET {
            return Some(ModeEnd::Switch);
        }
    }
    let before = *progress;
    // SAFETY: the caller promises these vectors, the byte behind, and the room.
    unsafe {
        let mut errors = add_vector::<S, T, FOUR>(simd, progress);
        errors = errors | add_vector::<S, T, FOUR>(simd, progress);
        if pairs > 1 {
            errors = errors | add_vector::<S, T, FOUR>(simd, progress);
            errors = errors | add_vector::<S, T, FOUR>(simd, progress);
        }
        let wrong = if FOUR {
            simd.any(errors)
        } else {
            simd.any_below_four(errors)
        };
        if !wrong {
            return None;
        }
        *progress = before;
        if !FOUR && starts_four(simd, before.from, 2 * pairs) {
            return Some(ModeEnd::Switch);
        }
    }
    Some(ModeEnd::IllFormed)
}

/// Widens two vectors of ASCII.
///
/// # Safety
///
/// They are left, and there is room for as many units; no character goes on at `from`.
#[inline(always)]
unsafe fn put_ascii_pair<S: Simd, T: Target>(simd: S, progress: &mut Progress) {
    // SAFETY: the caller promises both.
    unsafe {
        prefetch::<S, T>(simd, progress, 2);
        T::put_ascii(simd, progress.to, progress.from);
        T::put_ascii(
            simd,
            progress.to.add(T::BYTES * S::LEN),
            progress.from.add(S::LEN),
        );
        progress.advance(2 * S::LEN, 2 * T::BYTES * S::LEN);
    }
}

/// The bits that any of so many vectors at `at` has, and the greatest bytes.
///
/// # Safety
///
/// They can be read there.
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

/// Is a byte of so many vectors at `at`, or the one before, F0 or more?
///
/// # Safety
///
/// They can be read there.
#[inline(always)]
unsafe fn starts_four<S: Simd>(simd: S, at: *const u8, vectors: usize) -> bool {
    // SAFETY: the caller promises these bytes.
    unsafe { *at.sub(1) >= 0xF0 || simd.any_starts_four(all_of(simd, at, vectors).1) }
}

impl<S: Simd, T: Target> Kernel<S> for Utf8ToUnits<'_, '_, T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let Utf8ToUnits { src, dst, .. } = self;
        let len = src.len();
        // With masks the vectors are as fast, without a branch on the length.
        if !S::HAS_MASKS && T::convert_short_ascii(src, dst) {
            return (len, len);
        }
        let (start, ends) = begin(src, 1, dst, T::BYTES);
        // The last vector has to have three bytes before it. What is longer is apart: it needs more registers, and short text
        // need not save them.
        if len < S::LEN + 3 {
            // SAFETY: a vector's bytes at most are read; `put_short` minds the room.
            return unsafe { put_short::<S, T>(simd, start, len.min(S::LEN), room::<T>(&ends, &start)) };
        }
        let target = PhantomData::<T>;
        enter_outlined(simd, Long { start, ends, target })
    }
}

/// Converts a text of three bytes more than a vector at least.
struct Long<T> {
    start: Progress,
    ends: Ends,
    target: PhantomData<T>,
}

impl<S: Simd, T: Target> Kernel<S> for Long<T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let Long { start, ends, .. } = self;
        let mut progress = start;
        // SAFETY: `src` has three bytes more than a vector; `put_vector` minds the room.
        unsafe {
            let current = simd.load(start.from);
            let text = Shifted {
                current,
                back: simd.after_zeros(current),
                next: simd.load(start.from.add(1)),
            };
            if simd.any(text.errors(simd)) || !put_vector::<S, T>(simd, &mut progress, ends, text) {
                return (0, 0);
            }
        }
        if have::<S, T>(&ends, &progress, 2 * S::UTF8_PAIRS) {
            // SAFETY: a vector's bytes are before `from`, of which the first is one of the three.
            let before = unsafe { *progress.from.sub(3).cast::<[u8; 3]>() };
            let mut four = before.iter().any(|&byte| byte >= 0xF0);
            loop {
                let stop = if four {
                    simd.enter(Stretches::<T, true> {
                        progress: &mut progress,
                        ends,
                        target: PhantomData,
                    })
                } else {
                    simd.enter(Stretches::<T, false> {
                        progress: &mut progress,
                        ends,
                        target: PhantomData,
                    })
                };
                match stop {
                    ModeEnd::Exhausted | ModeEnd::IllFormed => break,
                    ModeEnd::Switch => four = !four,
                }
            }
        }
        // SAFETY: as `start` was.
        unsafe { finish::<S, T>(simd, &mut progress, ends) };
        let (read, written) = progress.since(&start);
        (read, written / T::BYTES)
    }
}

/// Vector by vector to the end, or to the vector with an error, or as far as there is room; ends at a boundary.
///
/// # Safety
///
/// A byte is left, and three more than a vector's before that.
#[inline(always)]
unsafe fn finish<S: Simd, T: Target>(simd: S, progress: &mut Progress, ends: Ends) {
    // SAFETY: what is read is left, or before `from`; `put_within` is told the room; a byte always is left.
    unsafe {
        while ends.left(progress) > S::LEN {
            let text = Shifted::load::<S, true>(simd, progress.from);
            if simd.any(text.errors(simd)) || !put_vector::<S, T>(simd, progress, ends, text) {
                return back_to_boundary::<T>(progress);
            }
        }
        // The last vector overlaps what is done: of its positions only the others are kept, and not the ones of a
        // character cut short by the end.
        let last = ends.from.sub(S::LEN);
        let current = simd.load(last);
        let text = Shifted {
            current,
            back: [
                simd.load(last.sub(1)),
                simd.load(last.sub(2)),
                simd.load(last.sub(3)),
            ],
            next: simd.before_zero(current),
        };
        if simd.any(text.errors(simd)) {
            return back_to_boundary::<T>(progress);
        }
        let start = progress.from as usize - last as usize;
        let stop = S::LEN - cut_before(ends.from);
        match T::put_within(simd, progress.to, room::<T>(&ends, progress), text, start, stop) {
            Some(count) => {
                *progress = Progress {
                    from: last.add(stop),
                    to: progress.to.add(T::BYTES * count),
                }
            }
            None => back_to_boundary::<T>(progress),
        }
    }
}

/// Adds the vector at `from`, which is `text` and well-formed. Was there room?
///
/// # Safety
///
/// A vector is left.
#[inline(always)]
unsafe fn put_vector<S: Simd, T: Target>(
    simd: S,
    progress: &mut Progress,
    ends: Ends,
    text: Shifted<S::Bytes>,
) -> bool {
    let room = room::<T>(&ends, progress);
    // SAFETY: the room is looked at, and the caller promises the vector.
    unsafe {
        let Some(count) = T::put_within(simd, progress.to, room, text, 0, S::LEN) else {
            return false;
        };
        progress.advance(S::LEN, T::BYTES * count);
    }
    true
}

/// Converts a text of one vector at most, or nothing: the bytes read and units written.
///
/// # Safety
///
/// `len` bytes can be read from `start`, and `room` units written.
#[inline(always)]
unsafe fn put_short<S: Simd, T: Target>(simd: S, start: Progress, len: usize, room: usize) -> (usize, usize) {
    // SAFETY: the caller promises the bytes and the room; a whole vector is more than three bytes.
    unsafe {
        let current = simd.load_short(start.from, len);
        if S::HAS_MASKS && !simd.any_not_ascii(current) {
            if len > room {
                return (0, 0);
            }
            T::put_first(simd, start.to, room, current, len);
            return (len, len);
        }
        let text = Shifted {
            current,
            back: simd.after_zeros(current),
            next: simd.before_zero(current),
        };
        // A character cut short by a zero is an error too.
        if simd.any(text.errors(simd)) {
            return (0, 0);
        }
        let stop = if len < S::LEN {
            len
        } else {
            len - cut_before(start.from.add(len))
        };
        match T::put_within(simd, start.to, room, text, 0, stop) {
            Some(count) => (stop, count),
            None => (0, 0),
        }
    }
}
