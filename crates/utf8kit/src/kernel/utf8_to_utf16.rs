//! UTF-8 to UTF-16, by planes of octets.
//!
//! # How it works
//!
//! Nothing is gathered character by character. Every position of the text computes what the unit would be *if a
//! character ended there*, its low octet in one vector and its high octet in another:
//!
//! ```text
//! low  = current                                        if it is ASCII
//!        current's six bits, and above them back1's two lowest
//! high = 0                                              if current is ASCII
//!        back1's bits 2..5, and above them back2's four lowest if that is E0..EF
//! ```
//!
//! `back1` and so on are the text shifted by so many octets. Three continuation octets hold more bits than a unit, but
//! shifted out is just what was not theirs. Then the positions are kept where a character ends, which is where the *next*
//! octet does not continue it; the two planes are compressed or the units shuffled together, and written.
//!
//! A character of four octets has two units, so two of its positions are kept: where its third octet stands (`back2` is
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
//! That costs a third more, and therefore is a mode of its own: entered where a stretch of four vectors holds an octet
//! of F0 or more, left after a few stretches without. A stretch of ASCII is only widened. All of it is validated as in
//! [`super::utf8`].

use super::utf8::cut_before;
use crate::vector::{Simd, Work};
use core::mem::MaybeUninit;

/// From UTF-8 to UTF-16 in octets, as many units as there is room for: the *octets* read and *units* written.
pub(crate) struct RunAhead<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// How far a conversion is.
///
/// All before `from` is well-formed, at least a vector's octets, except that a character may go on there. The units of
/// all positions before `from` are written before `to`.
#[derive(Clone, Copy)]
struct Progress {
    from: *const u8,
    to: *mut u8,
}

/// Where source and destination end. The destination's is a whole number of units from any `to`.
#[derive(Clone, Copy)]
struct Ends {
    from: *const u8,
    to: *mut u8,
}

impl Ends {
    /// Are so many vectors left and an octet more, and room for a unit for each of their octets?
    #[inline(always)]
    fn have<S: Simd>(&self, progress: &Progress, vectors: usize) -> bool {
        self.left(progress) > vectors * S::LEN && self.room(progress) >= vectors * S::LEN
    }

    /// The octets left.
    #[inline(always)]
    fn left(&self, progress: &Progress) -> usize {
        self.from as usize - progress.from as usize
    }

    /// The units there is room for.
    #[inline(always)]
    fn room(&self, progress: &Progress) -> usize {
        (self.to as usize - progress.to as usize) / 2
    }
}

impl Progress {
    /// Adds one vector at `from`. Its errors.
    ///
    /// # Safety
    ///
    /// A vector and one octet more are left, and room for a vector's units. Unless `FOUR`, no octet of F0 or more is in
    /// the vector or among the three octets before.
    #[inline(always)]
    unsafe fn add<S: Simd, const BIG: bool, const FOUR: bool>(&mut self, simd: S) -> S::Octets {
        // SAFETY: the caller promises the vector and the octet behind, `Progress` the ones before; and the room.
        unsafe {
            let current = simd.load(self.from);
            let back1 = simd.load(self.from.sub(1));
            let back2 = simd.load(self.from.sub(2));
            let back3 = if FOUR {
                simd.load(self.from.sub(3))
            } else {
                simd.splat(0)
            };
            let next = simd.load(self.from.add(1));
            let errors = simd.utf8_errors(current, back1, back2, back3);
            let (low, high, mask) = simd.utf16_planes::<FOUR>(current, back1, back2, back3, next);
            let count = simd.put_units::<BIG>(self.to, low, high, mask);
            self.from = self.from.add(S::LEN);
            self.to = self.to.add(2 * count);
            errors
        }
    }

    /// Goes back to where a character begins or all are complete, before what may be ill-formed.
    ///
    /// Whether a unit was due at the last position was decided by whether the octet at `from` continues, which nobody
    /// has judged yet.
    ///
    /// # Safety
    ///
    /// An octet is left.
    #[inline(always)]
    unsafe fn back_to_boundary(&mut self) {
        // SAFETY: an octet is left, `Progress` has more than four before it; no more units are taken back than the
        // characters gone back over have written.
        unsafe {
            let continues = *self.from & 0xC0 == 0x80;
            match (cut_before(self.from), continues) {
                (0, false) => {}
                (0, true) => {
                    // The last character was taken for one that goes on.
                    let mut octets = 1;
                    while *self.from.sub(octets) & 0xC0 == 0x80 {
                        octets += 1;
                    }
                    self.from = self.from.sub(octets);
                    if octets == 4 {
                        self.to = self.to.sub(2);
                    }
                }
                (cut, continues) => {
                    self.from = self.from.sub(cut);
                    // The last octet was taken for an end, or it was the third of four.
                    if !continues || cut == 3 {
                        self.to = self.to.sub(2);
                    }
                }
            }
        }
    }
}

/// Stretches without an octet of F0 or more, after which a mode without takes over.
const QUIET: u32 = 4;

/// Why a mode ends.
enum Stop {
    /// Less than a stretch is left, of text or of room.
    Short,
    /// The stretch ahead holds an error.
    IllFormed,
    /// The other mode is better.
    Switch,
}

/// A mode: whole stretches, without or with octets of F0 or more.
struct Stretches<'p, const BIG: bool, const FOUR: bool> {
    progress: &'p mut Progress,
    ends: Ends,
}

impl<S: Simd, const BIG: bool, const FOUR: bool> Work<S> for Stretches<'_, BIG, FOUR> {
    type Output = Stop;

    #[inline(always)]
    fn run(self, simd: S) -> Stop {
        let ends = self.ends;
        let mut progress = *self.progress;
        let mut quiet = 0;
        let stop = loop {
            if !ends.have::<S>(&progress, 2 * S::UTF8_PAIRS) {
                break Stop::Short;
            }
            // SAFETY: `have` finds all vectors left that are read here, and an octet more, and room for as many units.
            // Unless `FOUR`, no octet of F0 or more is in what is added; before it was none in the stretch before, or
            // this mode had not been entered.
            unsafe {
                let mut pairs = S::UTF8_PAIRS;
                let (all, mut greatest) = all_of(simd, progress.from, 2 * pairs);
                if !simd.any_not_ascii(all) {
                    if cut_before(progress.from) != 0 {
                        break Stop::IllFormed;
                    }
                    put_ascii_pair::<S, BIG>(simd, &mut progress);
                    if S::UTF8_PAIRS > 1 {
                        put_ascii_pair::<S, BIG>(simd, &mut progress);
                    }
                    while ends.have::<S>(&progress, 2) {
                        let (all, _) = all_of(simd, progress.from, 2);
                        if simd.any_not_ascii(all) {
                            break;
                        }
                        put_ascii_pair::<S, BIG>(simd, &mut progress);
                    }
                    if *progress.from & 0xC0 == 0x80 {
                        // By this octet no unit is due at the last position.
                        progress.to = progress.to.sub(2);
                        break Stop::IllFormed;
                    }
                    // Where there was ASCII there may soon be more: only one pair before asking again.
                    if pairs == 1 || !ends.have::<S>(&progress, 2) {
                        continue;
                    }
                    pairs = 1;
                    (_, greatest) = all_of(simd, progress.from, 2);
                }
                let four = simd.any_starts_four(greatest);
                if FOUR {
                    quiet = if four { 0 } else { quiet + 1 };
                    if quiet > QUIET {
                        break Stop::Switch;
                    }
                } else if four {
                    break Stop::Switch;
                }
                let before = progress;
                let mut errors = progress.add::<S, BIG, FOUR>(simd);
                errors = errors | progress.add::<S, BIG, FOUR>(simd);
                if pairs > 1 {
                    errors = errors | progress.add::<S, BIG, FOUR>(simd);
                    errors = errors | progress.add::<S, BIG, FOUR>(simd);
                }
                if simd.any(errors) {
                    progress = before;
                    break Stop::IllFormed;
                }
            }
        };
        *self.progress = progress;
        stop
    }
}

/// Widens two vectors of ASCII.
///
/// # Safety
///
/// They are left, and there is room for as many units; no character goes on at `from`.
#[inline(always)]
unsafe fn put_ascii_pair<S: Simd, const BIG: bool>(simd: S, progress: &mut Progress) {
    // SAFETY: the caller promises both.
    unsafe {
        simd.put_ascii_units::<BIG>(progress.to, progress.from);
        simd.put_ascii_units::<BIG>(progress.to.add(2 * S::LEN), progress.from.add(S::LEN));
        progress.from = progress.from.add(2 * S::LEN);
        progress.to = progress.to.add(4 * S::LEN);
    }
}

/// The bits that any of so many vectors at `at` has, and the greatest octets.
///
/// # Safety
///
/// They can be read there.
#[inline(always)]
unsafe fn all_of<S: Simd>(simd: S, at: *const u8, vectors: usize) -> (S::Octets, S::Octets) {
    let (mut all, mut greatest) = (simd.splat(0), simd.splat(0));
    for i in 0..vectors {
        // SAFETY: the caller promises these vectors.
        let v = unsafe { simd.load(at.add(i * S::LEN)) };
        all = all | v;
        greatest = simd.max(greatest, v);
    }
    (all, greatest)
}

impl<S: Simd, const BIG: bool> Work<S> for RunAhead<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let len = self.src.len();
        let start = Progress {
            from: self.src.as_ptr(),
            to: self.dst.as_mut_ptr().cast(),
        };
        // SAFETY: these are `src`'s end, and `dst`'s less half a unit.
        let ends = unsafe {
            Ends {
                from: start.from.add(len),
                to: start.to.add(self.dst.len() & !1),
            }
        };
        let mut progress = start;
        // The last vector has to have three octets before it.
        if len < S::LEN + 3 {
            // SAFETY: a vector's octets at most are read; `put_short` minds the room.
            return unsafe { put_short::<S, BIG>(simd, start, len.min(S::LEN), ends.room(&start)) };
        }
        // SAFETY: `src` has three octets more than a vector; `put_first` minds the room.
        unsafe {
            let current = simd.load(start.from);
            let [back1, back2, back3] = simd.after_zeros(current);
            let next = simd.load(start.from.add(1));
            if simd.any(simd.utf8_errors(current, back1, back2, back3)) {
                return (0, 0);
            }
            if !put_vector::<S, BIG>(simd, &mut progress, ends, [current, back1, back2, back3, next]) {
                return (0, 0);
            }
        }
        if ends.have::<S>(&progress, 2 * S::UTF8_PAIRS) {
            // SAFETY: a vector's octets are before `from`, of which the first is one of the three.
            let before = unsafe { *progress.from.sub(3).cast::<[u8; 3]>() };
            let mut four = before.iter().any(|&octet| octet >= 0xF0);
            loop {
                let stop = if four {
                    simd.enter(Stretches::<BIG, true> {
                        progress: &mut progress,
                        ends,
                    })
                } else {
                    simd.enter(Stretches::<BIG, false> {
                        progress: &mut progress,
                        ends,
                    })
                };
                match stop {
                    Stop::Short | Stop::IllFormed => break,
                    Stop::Switch => four = !four,
                }
            }
        }
        // SAFETY: as `start` was.
        unsafe {
            finish::<S, BIG>(simd, &mut progress, ends);
            (
                progress.from as usize - start.from as usize,
                (progress.to as usize - start.to as usize) / 2,
            )
        }
    }
}

/// Vector by vector to the end, or to the vector with an error, or as far as there is room; ends at a boundary.
///
/// # Safety
///
/// An octet is left, and three more than a vector's before that.
#[inline(always)]
unsafe fn finish<S: Simd, const BIG: bool>(simd: S, progress: &mut Progress, ends: Ends) {
    // SAFETY: what is read is left, or before `from`; `put_units_within` is told the room; an octet always is left.
    unsafe {
        while ends.left(progress) > S::LEN {
            let from = progress.from;
            let v = [
                simd.load(from),
                simd.load(from.sub(1)),
                simd.load(from.sub(2)),
                simd.load(from.sub(3)),
                simd.load(from.add(1)),
            ];
            if simd.any(simd.utf8_errors(v[0], v[1], v[2], v[3]))
                || !put_vector::<S, BIG>(simd, progress, ends, v)
            {
                return progress.back_to_boundary();
            }
        }
        // The last vector overlaps what is done: of its positions only the others are kept, and not the ones of a
        // character cut short by the end.
        let last = ends.from.sub(S::LEN);
        let current = simd.load(last);
        let (back1, back2, back3) = (
            simd.load(last.sub(1)),
            simd.load(last.sub(2)),
            simd.load(last.sub(3)),
        );
        if simd.any(simd.utf8_errors(current, back1, back2, back3)) {
            return progress.back_to_boundary();
        }
        let next = simd.before_zero(current);
        let (low, high, mask) = planes(simd, current, back1, back2, back3, next);
        let stop = S::LEN - cut_before(ends.from);
        let mask = simd.between(mask, progress.from as usize - last as usize, stop);
        match simd.put_units_within::<BIG>(progress.to, ends.room(progress), low, high, mask) {
            Some(count) => {
                *progress = Progress {
                    from: last.add(stop),
                    to: progress.to.add(2 * count),
                }
            }
            None => progress.back_to_boundary(),
        }
    }
}

/// Adds the vector at `from`, which is given shifted in all ways and well-formed. Was there room?
///
/// # Safety
///
/// A vector is left.
#[inline(always)]
unsafe fn put_vector<S: Simd, const BIG: bool>(
    simd: S,
    progress: &mut Progress,
    ends: Ends,
    [current, back1, back2, back3, next]: [S::Octets; 5],
) -> bool {
    let room = ends.room(progress);
    // SAFETY: the room is looked at, and the caller promises the vector.
    unsafe {
        let (low, high, mask) = planes(simd, current, back1, back2, back3, next);
        let Some(count) = simd.put_units_within::<BIG>(progress.to, room, low, high, mask) else {
            return false;
        };
        progress.from = progress.from.add(S::LEN);
        progress.to = progress.to.add(2 * count);
    }
    true
}

/// Converts a text of one vector at most, or nothing: the octets read and units written.
///
/// # Safety
///
/// `len` octets can be read from `start`, and `room` units written.
#[inline(always)]
unsafe fn put_short<S: Simd, const BIG: bool>(
    simd: S,
    start: Progress,
    len: usize,
    room: usize,
) -> (usize, usize) {
    // SAFETY: the caller promises the octets and the room; a whole vector is more than three octets.
    unsafe {
        let current = simd.load_short(start.from, len);
        let [back1, back2, back3] = simd.after_zeros(current);
        let next = simd.before_zero(current);
        // A character cut short by a zero is an error too.
        if simd.any(simd.utf8_errors(current, back1, back2, back3)) {
            return (0, 0);
        }
        let stop = if len < S::LEN {
            len
        } else {
            len - cut_before(start.from.add(len))
        };
        let (low, high, mask) = planes(simd, current, back1, back2, back3, next);
        let mask = simd.between(mask, 0, stop);
        match simd.put_units_within::<BIG>(start.to, room, low, high, mask) {
            Some(count) => (stop, count),
            None => (0, 0),
        }
    }
}

/// [`Simd::utf16_planes`] in whichever way will do.
#[inline(always)]
fn planes<S: Simd>(
    simd: S,
    current: S::Octets,
    back1: S::Octets,
    back2: S::Octets,
    back3: S::Octets,
    next: S::Octets,
) -> (S::Octets, S::Octets, S::Mask) {
    if simd.any_starts_four(simd.max(current, back3)) {
        simd.utf16_planes::<true>(current, back1, back2, back3, next)
    } else {
        simd.utf16_planes::<false>(current, back1, back2, back3, next)
    }
}
