//! UTF-8 full of errors to UTF-8, with U+FFFD for each maximal subpart.
//!
//! # How it works
//!
//! The kernels for well-formed text stop at the first error. Where errors are frequent, starting them again and again
//! costs more than they save, so this one goes on: it finds all errors of a vector at once.
//!
//! A sequence is a first byte and what validly continues it. Whether the byte at `i` is the second, third or fourth of
//! one follows from that byte and the three before, and is a bit for each position:
//!
//! ```text
//! second[i] = byte i may follow the first byte i-1, by the tables of the validation
//! third[i]  = byte i continues,  second[i-1],  byte i-2 is E0..FF
//! fourth[i] = byte i continues,  third[i-1],   byte i-3 is F0..FF
//! ```
//!
//! No two of them can be set at once, and what they say needs no look at what came before the sequence: a first byte
//! never continues another sequence. A sequence, whole or cut short, ends where the next byte is none of the three. It is
//! a character if it has as many bytes as its first one asks for; else it is a maximal subpart.
//!
//! ```text
//! ends[i]     = not (second | third | fourth)[i+1]
//! complete[i] = byte i is ASCII,  or second[i] and byte i-1 is under E0,
//!               or third[i] and byte i-2 is under F0,  or fourth[i]
//! bad[i]      = ends[i] and not complete[i]
//! ```
//!
//! The text is copied vector by vector. Where one has errors, the copy goes back over what of the first maximal subpart
//! is written already, and [`Simd::put_repaired`] writes the vector: from bad end to bad end, or all bytes spread out
//! with U+FFFD between them and pressed together again.
//!
//! Text without errors is tested in half the time as [`super::utf8`] does it, which only says whether there are any. So
//! where errors have been far apart of late, text is tested like that from behind an error on, and the first vector that
//! fails the test is searched again for what is wrong with it.

use super::utf8::{cut_before, load_block, may_continue};
use super::utf8_copy::store_block;
use crate::vector::{Errors, Kernel, Simd};
use core::mem::MaybeUninit;

/// How far [`Repair`] got, in bytes, and how many replacements are in what it wrote.
#[derive(Clone, Copy, Default)]
pub(crate) struct Repaired {
    pub(crate) read: usize,
    pub(crate) written: usize,
    pub(crate) replaced: usize,
}

/// As far as `dst` has room, and until a stretch of `quiet` bytes without an error.
///
/// `src` begins at a character or a maximal subpart.
pub(crate) struct Repair<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
    pub(crate) clean_bytes: usize,
}

/// Of a vector, what the sequence that goes on behind it looks like so far.
#[derive(Clone, Copy, Default)]
struct Carry {
    /// The lowest bit of `second`, `third`, `fourth` of the next vector.
    second: u64,
    third: u64,
    fourth: u64,
    /// The last byte was E0 or more.
    from_e0: u64,
    /// The last two bytes were F0 or more.
    from_f0: u64,
}

impl Carry {
    /// Does a sequence go on behind the vector?
    #[inline(always)]
    fn is_incomplete(self) -> bool {
        self.second | self.third | self.fourth != 0
    }

    /// How many bytes of it there are.
    #[inline(always)]
    fn len(self) -> usize {
        (self.second + 2 * self.third + 3 * self.fourth) as usize
    }
}

/// Text is taken for well-formed after so many vectors without an error. Each vector with one takes back a quarter of
/// them, so that errors have to be six vectors apart on average for the text behind each to be taken for that at once.
const THRESHOLD: usize = 18;

impl<S: Simd> Kernel<S> for Repair<'_, '_> {
    type Output = Repaired;

    #[inline(always)]
    fn run(self, simd: S) -> Repaired {
        let (src, dst) = (self.src.as_ptr_range(), self.dst.as_mut_ptr_range());
        let (mut from, mut to) = (src.start, dst.start.cast::<u8>());
        let src_left = |from: *const u8| src.end as usize - from as usize;
        let dst_left = |to: *mut u8| dst.end as usize - to as usize;
        let mut replaced = 0;
        let mut carry = Carry::default();
        let mut clean_score = THRESHOLD;
        // Copying from within a vector reads up to a vector behind it. A vector's errors write three bytes for each of
        // its own, and up to a vector beyond them.
        while src_left(from) >= 2 * S::LEN && dst_left(to) >= 4 * S::LEN {
            // SAFETY: two vectors are left.
            let (current, next) = unsafe { (simd.load(from), simd.load(from.add(1))) };
            let errors = find_errors(simd, current, next, &mut carry);
            if errors.ends == 0 {
                clean_score += 1;
                // SAFETY: the loop's condition gives the room.
                unsafe {
                    simd.store(to, current);
                    to = to.add(S::LEN);
                }
            } else {
                clean_score -= clean_score / 4;
                replaced += errors.ends.count_ones() as usize;
                // SAFETY: the loop's condition gives the vector behind, and the room: three bytes for each of the
                // vector's, and a vector. What stands before the vector is written already.
                to = unsafe { simd.put_repaired(to.sub(errors.bytes_before()), from, errors) };
            }
            // SAFETY: two vectors were left.
            from = unsafe { from.add(S::LEN) };

            // The other test looks at the three bytes before, of which none may be bad.
            if clean_score < THRESHOLD || errors.ends >> (S::LEN - 3) != 0 {
                continue;
            }
            let start = from;
            let mut copied_vectors = 4;
            while copied_vectors == 4
                && src_left(from) > 4 * S::LEN
                && dst_left(to) >= 4 * S::LEN
                && from as usize - start as usize <= self.clean_bytes
            {
                // SAFETY: a stretch is left of both, and more of `src`, and a vector's bytes are before `from`.
                unsafe {
                    copied_vectors = copy_block(simd, from, to);
                    (from, to) = (from.add(copied_vectors * S::LEN), to.add(copied_vectors * S::LEN));
                }
            }
            let copied = from as usize - start as usize;
            clean_score = (clean_score + copied / S::LEN).min(2 * THRESHOLD);
            // SAFETY: at least a vector's bytes are before `from`, and no character before it is wrong.
            unsafe {
                let cut = cut_before(from);
                (from, to) = (from.sub(cut), to.sub(cut));
            }
            carry = Carry::default();
            if copied_vectors == 4 {
                // Quiet for long, or less than a stretch is left, for which others are better.
                break;
            }
        }
        // The bytes before `from` of a sequence that goes on there.
        let cut = carry.len();
        Repaired {
            read: from as usize - src.start as usize - cut,
            written: to as usize - dst.start as usize - cut,
            replaced,
        }
    }
}

/// The maximal subparts that end in `current`. `next` is the text shifted by a byte.
#[inline(always)]
fn find_errors<S: Simd>(simd: S, current: S::Bytes, next: S::Bytes, carry: &mut Carry) -> Errors {
    // A bit for each position of a vector.
    let all = !0 >> (64 - S::LEN);
    let top = S::LEN - 1;
    let before = *carry;
    let from_80 = simd.bits_from(current, 0x80);
    if from_80 == 0 && !before.is_incomplete() {
        *carry = Carry::default();
        return Errors::default();
    }
    let continues = simd.bits_continuing(next);
    let from_e0 = simd.bits_from(current, 0xE0);
    let from_f0 = simd.bits_from(current, 0xF0);
    let from_e0_before = from_e0 << 1 | before.from_e0;
    let from_f0_before = (from_f0 << 2 | before.from_f0) & all;
    // Of the bytes behind `current`'s, and then of its own.
    let second_next = simd.bits_second(next, current);
    let second = (second_next << 1 | before.second) & all;
    let third_next = continues & second & from_e0_before;
    let third = (third_next << 1 | before.third) & all;
    let fourth_next = continues & third & from_f0_before;
    let fourth = (fourth_next << 1 | before.fourth) & all;

    let goes_on = second_next | third_next | fourth_next;
    let complete = !from_80 | second & !from_e0_before | third & !from_f0_before | fourth;
    let errors = !goes_on & !complete & all;
    *carry = Carry {
        second: second_next >> top,
        third: third_next >> top,
        fourth: fourth_next >> top,
        from_e0: from_e0 >> top,
        from_f0: from_f0 >> (top - 1),
    };
    Errors {
        ends: errors,
        two: errors & second,
        three: errors & third,
    }
}

/// Copies four vectors: how many come before the first with an error. Pairs of ASCII are not tested, as in
/// [`super::utf8`].
///
/// # Safety
///
/// They can be read at `from`, and a byte behind, and written at `to`. The three bytes before `from` can be read, and
/// they are a well-formed end of text or one that is cut short.
#[inline(always)]
unsafe fn copy_block<S: Simd>(simd: S, from: *const u8, to: *mut u8) -> usize {
    // SAFETY: the caller promises all of it.
    unsafe {
        let v = load_block(simd, from);
        store_block::<S>(to, v);
        let mut carry = simd.splat(0);
        let mut errors = [simd.splat(0); 4];
        if simd.any_not_ascii(v[0] | v[1]) || may_continue(from) {
            let (prev1, prev2, prev3) = (
                simd.load(from.sub(1)),
                simd.load(from.sub(2)),
                simd.load(from.sub(3)),
            );
            errors[0] = simd.utf8_errors(v[0], prev1, prev2, prev3);
            carry = simd.utf8_carry(v[0], prev1);
            errors[1] = simd.utf8_errors_at(&mut carry, v[1], from.add(S::LEN));
        }
        let third = from.add(2 * S::LEN);
        if simd.any_not_ascii(v[2] | v[3]) || may_continue(third) {
            errors[2] = simd.utf8_errors_at(&mut carry, v[2], third);
            errors[3] = simd.utf8_errors_at(&mut carry, v[3], third.add(S::LEN));
        }
        let [first, second, third, fourth] = errors;
        if !simd.any(first | second | third | fourth) {
            return 4;
        }
        usize::from(!simd.any(first))
            + usize::from(!simd.any(first | second))
            + usize::from(!simd.any(first | second | third))
    }
}
