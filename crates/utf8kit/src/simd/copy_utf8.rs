//! Copies UTF-8 while it validates it: all well-formed text, or only text that a relative of UTF-8 encodes in the same
//! bytes.
//!
//! The validation is that of [`super::validate_utf8`]. Here each block is stored while it is in registers, after it has passed
//! the test. [`CopyBlocks`] copies whole blocks and leaves less than a block at the end; [`CopyValid`] also copies
//! this tail.

use super::bounds::Bounds;
use super::validate_utf8::{Utf8Prefix, cut_before, load_block};
use crate::parts;
use crate::simd::arch::{Kernel, Simd, enter_outlined};
use crate::uninit;
use core::mem::MaybeUninit;

/// Copies blocks of well-formed text. With `BMP` it stops at a character of four bytes, with `NO_NUL` at a byte 0x00.
///
/// Returns the number of bytes copied, which are whole characters. It may write more bytes, within `dst`.
pub(crate) struct CopyBlocks<'s, 'd, const BMP: bool, const NO_NUL: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd, const BMP: bool, const NO_NUL: bool> Kernel<S> for CopyBlocks<'_, '_, BMP, NO_NUL> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let block = 4 * S::LEN;
        let len = self.src.len().min(self.dst.len());
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        // The first vector has no bytes before it, so it is processed separately. The second vector overlaps it, so
        // that the blocks are aligned in the destination.
        if len < 2 * S::LEN + block {
            return 0;
        }
        // SAFETY: `src` and `dst` have more than one vector.
        unsafe {
            let current = simd.load(from);
            let [prev1, prev2, prev3] = simd.after_zeros(current);
            let errors = simd.utf8_errors(current, prev1, prev2, prev3);
            if simd.any(errors) || Self::any_special(simd, [current; 4]) {
                return 0;
            }
            to.cast::<S::Bytes>().write_unaligned(current);
        }
        let second = S::LEN - to.addr() % S::LEN;
        let second = if second < 3 { S::LEN } else { second };
        let (source, target) = (Bounds::of(self.src), Bounds::of(self.dst));
        debug_assert!(second >= 3 && second + S::LEN <= len);
        // SAFETY: `second` is at least 3 and at most a vector's length, and `src` and `dst` have more than two
        // vectors.
        let mut carry = unsafe {
            let from = from.add(second);
            let (current, prev1) = (simd.load(from), simd.load(from.sub(1)));
            let errors = simd.utf8_errors(current, prev1, simd.load(from.sub(2)), simd.load(from.sub(3)));
            if simd.any(errors) || Self::any_special(simd, [current; 4]) {
                return 0;
            }
            to.add(second).cast::<S::Bytes>().write_unaligned(current);
            simd.utf8_carry(current, prev1)
        };
        let mut at = second + S::LEN;
        while len - at >= block {
            source.debug_assert_within(from.wrapping_add(at), 3, block);
            // SAFETY: a block is left of `src`, and more than three bytes are before it.
            let (v, mut errors) = unsafe {
                let v = load_block(simd, from.add(at));
                (v, simd.utf8_errors_at(&mut carry, v[0], from.add(at)))
            };
            let ascii = !simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]);
            if ascii {
                carry = simd.splat(0);
            } else {
                // SAFETY: the vectors are in the same block, after its first vector.
                let [e1, e2, e3] = unsafe {
                    let from = from.add(at);
                    [
                        simd.utf8_errors_at(&mut carry, v[1], from.add(S::LEN)),
                        simd.utf8_errors_at(&mut carry, v[2], from.add(2 * S::LEN)),
                        simd.utf8_errors_at(&mut carry, v[3], from.add(3 * S::LEN)),
                    ]
                };
                errors = errors | e1 | e2 | e3;
            }
            if simd.any(errors) || Self::any_special(simd, v) {
                break;
            }
            target.debug_assert_within(to.wrapping_add(at), 0, block);
            // SAFETY: a block is left of `dst`, which is at least as long as the part of `src` that is read.
            unsafe { store_block::<S>(to.add(at), v) };
            at += block;
            // More ASCII needs no validation, because the character before it is complete.
            while ascii && len - at >= block {
                source.debug_assert_within(from.wrapping_add(at), 0, block);
                target.debug_assert_within(to.wrapping_add(at), 0, block);
                // SAFETY: a block is left of `src`.
                let v = unsafe { load_block(simd, from.add(at)) };
                if simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]) || (NO_NUL && any_zero(simd, v)) {
                    break;
                }
                // SAFETY: a block is left of `dst`, too.
                unsafe { store_block::<S>(to.add(at), v) };
                at += block;
            }
        }
        source.debug_assert_within(from.wrapping_add(at), 3, 0);
        // SAFETY: at least a vector is before `at`, and all text before `at` has passed the test.
        at - unsafe { cut_before(from.add(at)) }
    }
}

/// Copies a well-formed prefix: whole blocks, then the tail.
pub(crate) struct CopyValid<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd> Kernel<S> for CopyValid<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let CopyValid { src, dst } = self;
        let blocks = CopyBlocks::<false, false> { src, dst: &mut *dst };
        let copied = enter_outlined(simd, blocks);
        let (src, dst) = (parts::from(src, copied), parts::from_mut(dst, copied));
        // Blocks end before an error in the next one, or where less than a block and two vectors are left: more is not searched.
        let most = 6 * S::LEN;
        let src = parts::to(src, src.len().min(dst.len()).min(most));
        let len = Utf8Prefix { src }.run(simd);
        uninit::copy(parts::to(src, len), dst);
        (copied + len, copied + len)
    }
}

/// Stores a block.
///
/// # Safety
///
/// One block (four vectors) can be written at `to`.
#[inline(always)]
pub(super) unsafe fn store_block<S: Simd>(to: *mut u8, v: [S::Bytes; 4]) {
    for (i, v) in v.into_iter().enumerate() {
        // SAFETY: the caller promises four vectors.
        unsafe { to.add(i * S::LEN).cast::<S::Bytes>().write_unaligned(v) };
    }
}

impl<const BMP: bool, const NO_NUL: bool> CopyBlocks<'_, '_, BMP, NO_NUL> {
    /// Returns `true` if these vectors have a byte at which the copy has to stop.
    #[inline(always)]
    fn any_special<S: Simd>(simd: S, v: [S::Bytes; 4]) -> bool {
        (BMP && any_starts_four(simd, v)) || (NO_NUL && any_zero(simd, v))
    }
}

/// Returns the length of the blocks before the first block that has a byte of 0xF0 or more or, with `NO_NUL`, a byte
/// 0x00.
pub(crate) struct CommonPrefix<'s, const NO_NUL: bool> {
    pub(crate) src: &'s [u8],
}

impl<S: Simd, const NO_NUL: bool> Kernel<S> for CommonPrefix<'_, NO_NUL> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let block = 4 * S::LEN;
        let mut at = 0;
        while self.src.len() - at >= block {
            // SAFETY: a block is left of `src`.
            let v = unsafe { load_block(simd, self.src.as_ptr().add(at)) };
            if any_starts_four(simd, v) || (NO_NUL && any_zero(simd, v)) {
                break;
            }
            at += block;
        }
        at
    }
}

#[inline(always)]
fn any_starts_four<S: Simd>(simd: S, v: [S::Bytes; 4]) -> bool {
    simd.any_starts_four(simd.max(simd.max(v[0], v[1]), simd.max(v[2], v[3])))
}

#[inline(always)]
fn any_zero<S: Simd>(simd: S, v: [S::Bytes; 4]) -> bool {
    // The maximum of a byte and 1 differs from the byte only if it is 0.
    let one = simd.splat(1);
    let (a, b) = (simd.max(v[0], one) ^ v[0], simd.max(v[1], one) ^ v[1]);
    let (c, d) = (simd.max(v[2], one) ^ v[2], simd.max(v[3], one) ^ v[3]);
    simd.any(a | b | c | d)
}
