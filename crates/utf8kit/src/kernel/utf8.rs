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
//! The results of a stretch of vectors are ORed and looked at once. Runs of ASCII are only looked at for octets of 80
//! or more.

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

/// Vectors whose errors are looked at together.
const STRETCH: usize = 4;

/// In a stretch where octets of 80 or more stand at so many places of its vectors at most, pairs of vectors are asked
/// whether they are ASCII. In others that would cost more than it saves.
const SPARSE: u32 = 8;

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
        // SAFETY: `src` has more than a vector's octets.
        let (mut carry, errors) = unsafe {
            let current = simd.load(start);
            let [back1, back2, back3] = simd.after_zeros(current);
            (
                simd.utf8_carry(current, back1),
                simd.utf8_errors(current, back1, back2, back3),
            )
        };
        if simd.any(errors) {
            return 0;
        }
        // SAFETY: a vector's octets are behind `at`, from here on at all times.
        let mut at = unsafe { start.add(S::LEN) };
        let left = |at: *const u8| end as usize - at as usize;

        let mut errors = simd.splat(0);
        while left(at) >= STRETCH * S::LEN {
            // SAFETY: a stretch is left, and a vector's octets before it.
            unsafe {
                let v = load_stretch(simd, at);
                let not_ascii = simd.bits_from(v[0] | v[1] | v[2] | v[3], 0x80);
                if not_ascii.count_ones() > SPARSE {
                    for (i, v) in v.into_iter().enumerate() {
                        errors = errors | simd.utf8_errors_at(&mut carry, v, at.add(i * S::LEN));
                    }
                } else {
                    for (pair, v) in [[v[0], v[1]], [v[2], v[3]]].into_iter().enumerate() {
                        let at = at.add(2 * pair * S::LEN);
                        if simd.any_not_ascii(v[0] | v[1]) {
                            errors = errors | simd.utf8_errors_at(&mut carry, v[0], at);
                            errors = errors | simd.utf8_errors_at(&mut carry, v[1], at.add(S::LEN));
                        } else {
                            errors = errors | simd.utf8_cut(simd.load(at.sub(S::LEN)));
                            carry = simd.splat(0);
                        }
                    }
                }
                if simd.any(errors) {
                    break;
                }
                at = at.add(STRETCH * S::LEN);
                if not_ascii == 0 {
                    while left(at) >= STRETCH * S::LEN {
                        let v = load_stretch(simd, at);
                        if simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]) {
                            break;
                        }
                        at = at.add(STRETCH * S::LEN);
                    }
                }
            }
        }
        // From here on there is an error in the stretch at `tail`, or less than a stretch.
        let tail = at;
        // SAFETY: a vector is left, and a vector's octets before it; `src` has three octets more than a vector.
        unsafe {
            if left(at) < STRETCH * S::LEN {
                // Vector by vector; the last overlaps what is done.
                while left(at) >= S::LEN {
                    errors = errors | simd.utf8_errors_at(&mut carry, simd.load(at), at);
                    at = at.add(S::LEN);
                }
                if left(at) > 0 {
                    errors = errors | errors_in(simd, end.sub(S::LEN));
                }
            }
            if simd.any(errors) {
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
