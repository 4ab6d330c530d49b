//! Repairs UTF-8 with many errors: copies it with U+FFFD in place of each maximal subpart.
//!
//! This is the one kernel that does more than copy or convert well-formed text: it writes replacements itself. It
//! does not define what an error is. That is up to the reference engine, whose maximal subparts are those of the
//! Unicode Standard (section 3.9, "U+FFFD Substitution of Maximal Subparts"). The kernel has to find exactly the same
//! ones, and it is tested against the reference engine for that. Where it stops, the reference engine continues as
//! after any other kernel.
//!
//! # Algorithm
//!
//! The kernels for well-formed text stop at the first error. Where errors are frequent, starting them again and again
//! costs more than they save. This kernel finds all errors of a vector at once and continues.
//!
//! [`super::find_utf8_errors`] explains how.
//!
//! The text is copied vector by vector. For a vector with errors, the destination pointer goes back over those bytes
//! of the first maximal subpart that are already written. Then the instruction set writes the repaired vector: from
//! error to error, or by spreading all bytes with U+FFFD between them and compressing them.
//!
//! To validate text as [`super::validate_utf8`] does takes half the time, but shows only whether there are errors. So where
//! errors have been rare lately, the text after an error is validated that way, and the first vector that fails is
//! searched for its errors.

use super::bounds::Bounds;
use super::copy_utf8::store_block;
use super::find_utf8_errors::{Carry, find_errors};
use super::validate_utf8::{cut_before, load_block, may_continue};
use crate::simd::arch::{Kernel, Simd};
use core::mem::MaybeUninit;

/// The number of bytes that [`Repair`] read and wrote, and of the replacements among the written bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Repaired {
    pub(crate) read: usize,
    pub(crate) written: usize,
    pub(crate) replaced: usize,
}

impl From<(usize, usize)> for Repaired {
    /// Returns what read and wrote as many code units, and replaced nothing.
    #[inline]
    fn from((read, written): (usize, usize)) -> Self {
        Repaired {
            read,
            written,
            replaced: 0,
        }
    }
}

/// Repairs as much as fits in `dst`, and stops after `clean_bytes` bytes without an error.
///
/// `src` begins with a character or a maximal subpart.
pub(crate) struct Repair<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
    pub(crate) clean_bytes: usize,
}

/// The score, in vectors without an error, from which the text is validated as well-formed text. Each vector with an
/// error reduces the score by a quarter. So the text after each error is validated at once if errors are at least six
/// vectors apart on average.
const THRESHOLD: usize = 18;

impl<S: Simd> Kernel<S> for Repair<'_, '_> {
    type Output = Repaired;

    #[inline(always)]
    fn run(self, simd: S) -> Repaired {
        let (source, target) = (Bounds::of(self.src), Bounds::of(self.dst));
        let (src, dst) = (self.src.as_ptr_range(), self.dst.as_mut_ptr_range());
        let (mut from, mut to) = (src.start, dst.start.cast::<u8>());
        let src_left = |from: *const u8| src.end.addr() - from.addr();
        let dst_left = |to: *mut u8| dst.end.addr() - to.addr();
        let mut replaced = 0;
        let mut carry = Carry::default();
        let mut clean_score = THRESHOLD;
        // A repair that copies from the middle of a vector reads up to a vector after it. It writes three bytes for
        // each byte of the vector, and up to one vector more.
        while src_left(from) >= 2 * S::LEN && dst_left(to) >= 4 * S::LEN {
            source.debug_assert_within(from, 0, 2 * S::LEN);
            target.debug_assert_within(to, 0, 4 * S::LEN);
            // SAFETY: two vectors are left.
            let (current, next) = unsafe { (simd.load(from), simd.load(from.add(1))) };
            let errors = find_errors(simd, current, next, &mut carry);
            if errors.ends == 0 {
                clean_score += 1;
                // SAFETY: the condition of the loop leaves four vectors of the destination.
                unsafe {
                    simd.store(to, current);
                    to = to.add(S::LEN);
                }
            } else {
                clean_score -= clean_score / 4;
                replaced += errors.ends.count_ones() as usize;
                target.debug_assert_within(to, errors.bytes_before(), 0);
                // SAFETY: two vectors are left of the source. The condition of the loop leaves four vectors of the
                // destination: three bytes for each byte of the vector, and one vector more. The bytes of a maximal
                // subpart before this vector are already written, so `to` may go back over them.
                to = unsafe { simd.put_repaired(to.sub(errors.bytes_before()), from, errors) };
            }
            // SAFETY: two vectors are left.
            from = unsafe { from.add(S::LEN) };

            // The other test reads the three bytes before, so none of them may end an error.
            if clean_score < THRESHOLD || errors.ends >> (S::LEN - 3) != 0 {
                continue;
            }
            let start = from;
            let mut copied_vectors = 4;
            while copied_vectors == 4
                && src_left(from) > 4 * S::LEN
                && dst_left(to) >= 4 * S::LEN
                && from.addr() - start.addr() <= self.clean_bytes
            {
                source.debug_assert_within(from, S::LEN, 4 * S::LEN + 1);
                target.debug_assert_within(to, 0, 4 * S::LEN);
                // SAFETY: more than a block is left of the source and a block of the destination, and at least a
                // vector is before `from`.
                unsafe {
                    copied_vectors = copy_block(simd, from, to);
                    (from, to) = (from.add(copied_vectors * S::LEN), to.add(copied_vectors * S::LEN));
                }
            }
            let copied = from.addr() - start.addr();
            clean_score = (clean_score + copied / S::LEN).min(2 * THRESHOLD);
            // SAFETY: at least a vector is before `from`, and the text before it ends with complete characters or an
            // incomplete one.
            unsafe {
                source.debug_assert_within(from, 3, 0);
                let cut = cut_before(from);
                target.debug_assert_within(to, cut, 0);
                (from, to) = (from.sub(cut), to.sub(cut));
            }
            carry = Carry::default();
            if copied_vectors == 4 {
                // There was no error for `clean_bytes` bytes, or less than a block is left. Other kernels are better
                // for both.
                break;
            }
        }
        // The bytes before `from` of a sequence that continues there.
        let cut = carry.len();
        Repaired {
            read: from.addr() - src.start.addr() - cut,
            written: to.addr() - dst.start.addr() - cut,
            replaced,
        }
    }
}

/// Copies a block and returns the number of vectors before the first one with an error. Pairs of ASCII are not
/// validated, as in [`super::validate_utf8`].
///
/// # Safety
///
/// One block (four vectors) and one byte more can be read at `from`, and one block can be written at `to`. The three
/// bytes before `from` can be read, and they are the end of text that is well-formed except that its last character
/// may be incomplete.
#[inline(always)]
unsafe fn copy_block<S: Simd>(simd: S, from: *const u8, to: *mut u8) -> usize {
    // SAFETY: the caller promises all bytes that are read and written.
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
