//! UTF-8: how far it is well-formed.
//!
//! # How it is tested
//!
//! Every octet is judged by itself and the three before it, all octets of a vector at once; `back1`, `back2`, `back3` are
//! the text shifted by so many octets, loaded from so many octets further back. Text is ill-formed where:
//!
//! ```text
//! back1 starts a character  and  current does not continue it           (missing continuation)
//!                           or   continues it into a range it may not   (overlong, surrogate, too large)
//!                           or   back1 is C0, C1, F5..FF                (whatever current is)
//! back1 starts none         and  current continues  !=  back2 is E0..FF or back3 is F0..FF
//! ```
//!
//! The last line is the whole of counting continuations: what stands two after E0..FF or three after F0..FF must
//! continue, and unless it directly follows the start of a character nothing else may.
//!
//! The first three lines are a lookup by `back1` of what it asks of the next octet, one by `current` of what that octet
//! fails, and an AND. With instructions that look up whole octets they are two tables (`vector/avx512/tables.rs` has them,
//! with the bits explained); with lookups in 16 octets they are three, by the nibbles of `back1` and the high
//! nibble of `current` (`vector/lanes/tables.rs`). In both, one bit means "`current` continues and `back1` starts nothing", and has to
//! equal the right side of the last line: XOR.
//!
//! The results of many vectors are ORed and looked at once.
//!
//! # What is not tested
//!
//! A pair of vectors of ASCII with nothing open before it cannot be wrong. To ask for that costs a tenth of the test, and
//! as much as the test of a pair where it is guessed wrong; text with a little markup or a few accents gains more. So it
//! is asked once for each pair, in one way only, so that there is little for the processor to guess. Nobody asks where a
//! whole chunk had no such pair, and where it had nothing else, ASCII is gone over faster.

use crate::vector::{Simd, Work, enter_apart};

/// How many octets before `at` belong to a character that goes on there: 0 to 3.
///
/// # Safety
///
/// The three octets before `at` can be read, and they are a well-formed end of text or one that is cut short.
#[inline(always)]
pub(super) unsafe fn cut_before(at: *const u8) -> usize {
    // SAFETY: the caller promises three octets.
    let [third, second, first] = unsafe { *at.sub(3).cast::<[u8; 3]>() };
    match () {
        _ if first >= 0xC0 => 1,
        _ if second >= 0xE0 => 2,
        _ if third >= 0xF0 => 3,
        _ => 0,
    }
}

/// [`crate::engine::ValidPrefix`].
pub(crate) struct ValidPrefix<'a> {
    pub(crate) src: &'a [u8],
}

/// Vectors that are loaded together.
const STRETCH: usize = 4;

/// Vectors whose errors are looked at together, at first and at most.
const CHUNK: [usize; 2] = [16, 128];

impl<S: Simd> Work<S> for ValidPrefix<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let len = self.src.len();
        let start = self.src.as_ptr();
        // The last vector has to have three octets before it.
        if len < S::LEN + 3 {
            // SAFETY: a vector's octets at most are read; at least one octet and three zeros are before `end`.
            return unsafe { short_prefix(simd, start, len.min(S::LEN)) };
        }
        if S::HAS_MASKS && len <= 2 * S::LEN {
            // SAFETY: `src` has a vector's octets, and no more than two's.
            return unsafe { two_vectors_prefix(simd, start, len) };
        }
        // Apart: it needs more registers, and short text need not save them.
        enter_apart(simd, LongPrefix { src: self.src })
    }
}

/// [`ValidPrefix`] of a text of three octets more than a vector at least.
struct LongPrefix<'a> {
    src: &'a [u8],
}

impl<S: Simd> Work<S> for LongPrefix<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let len = self.src.len();
        let start = self.src.as_ptr();
        // SAFETY: this is `src`'s end.
        let end = unsafe { start.add(len) };
        let mut judge = Judge {
            carry: simd.splat(0),
            errors: simd.splat(0),
        };
        // SAFETY: `src` has more than a vector's octets.
        unsafe {
            let current = simd.load(start);
            let [back1, back2, back3] = simd.after_zeros(current);
            judge.carry = simd.utf8_carry(current, back1);
            judge.errors = simd.utf8_errors(current, back1, back2, back3);
        }
        if simd.any(judge.errors) {
            return 0;
        }
        // SAFETY: a vector's octets are behind `at`, from here on at all times.
        let mut at = unsafe { start.add(S::LEN) };
        let left = |at: *const u8| end as usize - at as usize;

        let stretch = STRETCH * S::LEN;
        let [mut chunk, most] = CHUNK.map(|vectors| vectors * S::LEN);
        // There was no ASCII to leave out.
        let mut dense = false;
        // An octet more than what is looked at is left at all times.
        while left(at) > stretch {
            let size = chunk.min((left(at) - 1) / stretch * stretch);
            chunk = most.min(2 * chunk);
            // SAFETY: so much is left, and an octet more; a vector's octets are before it.
            unsafe {
                let mut ascii = false;
                if dense {
                    dense = judge.all(simd, at, size);
                } else {
                    let tested = judge.all_but_ascii(simd, at, size);
                    dense = tested == size;
                    ascii = tested == 0;
                }
                if simd.any(judge.errors) {
                    break;
                }
                at = at.add(size);
                while ascii && left(at) > stretch {
                    let v = load_stretch(simd, at);
                    if simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]) {
                        break;
                    }
                    at = at.add(stretch);
                }
            }
        }
        // From here on there is an error in the chunk at `tail`, or no more than a stretch.
        let tail = at;
        // SAFETY: a vector is left, and a vector's octets before it; `src` has three octets more than a vector.
        unsafe {
            if left(at) <= stretch {
                // Vector by vector; the last overlaps what is done.
                while left(at) >= S::LEN {
                    judge.vector(simd, simd.load(at), at);
                    at = at.add(S::LEN);
                }
                if left(at) > 0 {
                    judge.errors = judge.errors | errors_in(simd, end.sub(S::LEN));
                }
            }
            if simd.any(judge.errors) {
                at = tail;
                while left(at) > S::LEN && !simd.any(errors_in(simd, at)) {
                    at = at.add(S::LEN);
                }
            } else {
                at = end;
            }
            at as usize - start as usize - cut_before(at)
        }
    }
}

/// The test under way.
struct Judge<S: Simd> {
    /// [`Simd::utf8_carry`] of the last vector tested. If only ASCII came behind it, it holds nothing, or it was ASCII too.
    carry: S::Octets,
    errors: S::Octets,
}

impl<S: Simd> Judge<S> {
    /// # Safety
    ///
    /// `v` stands at `at`, and the three octets before can be read too.
    #[inline(always)]
    unsafe fn vector(&mut self, simd: S, v: S::Octets, at: *const u8) {
        // SAFETY: the caller promises the same.
        self.errors = self.errors | unsafe { simd.utf8_errors_at(&mut self.carry, v, at) };
    }

    /// Tests `size` octets, whole stretches. Is there more than ASCII in the last two vectors?
    ///
    /// # Safety
    ///
    /// They can be read at `at`, and three octets before.
    #[inline(always)]
    unsafe fn all(&mut self, simd: S, at: *const u8, size: usize) -> bool {
        let mut last = simd.splat(0);
        for place in (0..size).step_by(STRETCH * S::LEN) {
            // SAFETY: the caller promises the octets.
            unsafe {
                let at = at.add(place);
                let v = load_stretch(simd, at);
                for (i, v) in v.into_iter().enumerate() {
                    self.vector(simd, v, at.add(i * S::LEN));
                }
                last = v[2] | v[3];
            }
        }
        simd.any_not_ascii(last)
    }

    /// Tests `size` octets, whole stretches, but for pairs of vectors of ASCII: the octets that it did test.
    ///
    /// # Safety
    ///
    /// They can be read at `at`, and three octets before, and one behind.
    #[inline(always)]
    unsafe fn all_but_ascii(&mut self, simd: S, mut at: *const u8, size: usize) -> usize {
        // SAFETY: the caller promises the octets, of which these are the end.
        let stop = unsafe { at.add(size) };
        let mut tested = 0;
        // SAFETY: the caller promises the octets.
        unsafe {
            let mut open = may_go_on(at);
            while at < stop {
                for _pair in 0..STRETCH / 2 {
                    let second = at.add(S::LEN);
                    let next = second.add(S::LEN);
                    let v = [simd.load(at), simd.load(second)];
                    if simd.any_not_ascii(v[0] | v[1]) || open {
                        self.vector(simd, v[0], at);
                        self.vector(simd, v[1], second);
                        open = may_go_on(next);
                        tested += 2 * S::LEN;
                    }
                    at = next;
                }
            }
        }
        tested
    }
}

/// May a character go on at `at`? It does not if the three octets before are ASCII.
///
/// # Safety
///
/// They can be read, and one behind. (So it is a load of its own, not octets drawn from the end of a vector.)
#[inline(always)]
unsafe fn may_go_on(at: *const u8) -> bool {
    // SAFETY: the caller promises four octets.
    let around = unsafe { at.sub(3).cast::<[u8; 4]>().read() };
    u32::from_le_bytes(around) & 0x80_8080 != 0
}

/// The errors in the vector at `at`.
///
/// # Safety
///
/// It can be read, and three octets before.
#[inline(always)]
unsafe fn errors_in<S: Simd>(simd: S, at: *const u8) -> S::Octets {
    // SAFETY: the caller promises all of it.
    unsafe {
        let (back1, back2, back3) = (simd.load(at.sub(1)), simd.load(at.sub(2)), simd.load(at.sub(3)));
        simd.utf8_errors(simd.load(at), back1, back2, back3)
    }
}

/// How much of a text of one vector at most is well-formed, or 0 if not all is.
///
/// # Safety
///
/// `len` octets can be read at `start`.
#[inline(always)]
unsafe fn short_prefix<S: Simd>(simd: S, start: *const u8, len: usize) -> usize {
    // SAFETY: the caller promises the octets; a whole vector is more than three of them.
    unsafe {
        let current = simd.load_short(start, len);
        if S::HAS_MASKS && !simd.any_not_ascii(current) {
            return len;
        }
        let [back1, back2, back3] = simd.after_zeros(current);
        // A character cut short by a zero is an error too.
        if simd.any(simd.utf8_errors(current, back1, back2, back3)) {
            return 0;
        }
        if len < S::LEN {
            len
        } else {
            len - cut_before(start.add(len))
        }
    }
}

/// The same for more than one vector and at most two.
///
/// # Safety
///
/// `len` octets can be read at `start`.
#[inline(always)]
unsafe fn two_vectors_prefix<S: Simd>(simd: S, start: *const u8, len: usize) -> usize {
    // SAFETY: the caller promises the octets: what is loaded from further back ends no later.
    unsafe {
        let first = simd.load(start);
        let [back1, back2, back3] = simd.after_zeros(first);
        let errors = simd.utf8_errors(first, back1, back2, back3);
        let second = start.add(S::LEN);
        let left = len - S::LEN;
        let back = |octets: usize| (second.sub(octets), (left + octets).min(S::LEN));
        let ((from1, len1), (from2, len2), (from3, len3)) = (back(1), back(2), back(3));
        let errors = errors
            | simd.utf8_errors(
                simd.load_short(second, left),
                simd.load_short(from1, len1),
                simd.load_short(from2, len2),
                simd.load_short(from3, len3),
            );
        // A character cut short by the zeros behind the text is an error too.
        if simd.any(errors) {
            return 0;
        }
        if left < S::LEN {
            len
        } else {
            len - cut_before(start.add(len))
        }
    }
}

/// # Safety
///
/// A stretch can be read at `at`.
#[inline(always)]
pub(super) unsafe fn load_stretch<S: Simd>(simd: S, at: *const u8) -> [S::Octets; STRETCH] {
    // SAFETY: the caller promises four vectors.
    unsafe {
        [
            simd.load(at),
            simd.load(at.add(S::LEN)),
            simd.load(at.add(2 * S::LEN)),
            simd.load(at.add(3 * S::LEN)),
        ]
    }
}
