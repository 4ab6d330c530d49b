//! UTF-8 copied as far as it is well-formed, and as far as some dialect writes it alike.
//!
//! The test is that of [`super::utf8`]; here a stretch that passes it is written while it is in registers.
//! Only whole stretches are copied: what is left at the end is short.

use super::utf8::{Utf8Prefix, cut_before, load_stretch};
use crate::vector::{Kernel, Simd, enter_outlined};
use core::mem::MaybeUninit;

/// `BMP`: as far as no character has four bytes. `NO_NUL`: as far as no byte is 00.
///
/// Returns the bytes copied, which are whole characters; what is written may be more.
pub(crate) struct CopyBlocks<'s, 'd, const BMP: bool, const NO_NUL: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd, const BMP: bool, const NO_NUL: bool> Kernel<S> for CopyBlocks<'_, '_, BMP, NO_NUL> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let stretch = 4 * S::LEN;
        let len = self.src.len().min(self.dst.len());
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        // The first vector by itself, since it has nothing before it; then one that overlaps it, behind which `to` is
        // aligned.
        if len < 2 * S::LEN + stretch {
            return 0;
        }
        // SAFETY: `src` and `dst` have more than a vector's bytes.
        unsafe {
            let current = simd.load(from);
            let [back1, back2, back3] = simd.after_zeros(current);
            let errors = simd.utf8_errors(current, back1, back2, back3);
            if simd.any(errors) || Self::any_special(simd, [current; 4]) {
                return 0;
            }
            to.cast::<S::Bytes>().write_unaligned(current);
        }
        let second = S::LEN - to.addr() % S::LEN;
        let second = if second < 3 { S::LEN } else { second };
        // SAFETY: `src` and `dst` have more than two vectors' bytes, and `second` is from 3 to a vector's.
        let mut carry = unsafe {
            let from = from.add(second);
            let (current, back1) = (simd.load(from), simd.load(from.sub(1)));
            let errors = simd.utf8_errors(current, back1, simd.load(from.sub(2)), simd.load(from.sub(3)));
            if simd.any(errors) || Self::any_special(simd, [current; 4]) {
                return 0;
            }
            to.add(second).cast::<S::Bytes>().write_unaligned(current);
            simd.utf8_carry(current, back1)
        };
        let mut at = second + S::LEN;
        while len - at >= stretch {
            // SAFETY: a stretch is left of `src`, and a vector's bytes are before it.
            let (v, mut errors) = unsafe {
                let v = load_stretch(simd, from.add(at));
                (v, simd.utf8_errors_at(&mut carry, v[0], from.add(at)))
            };
            let ascii = !simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]);
            if ascii {
                carry = simd.splat(0);
            } else {
                // SAFETY: as above.
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
            // SAFETY: a stretch is left of `dst`.
            unsafe { store_stretch::<S>(to.add(at), v) };
            at += stretch;
            // More ASCII needs no test: nothing is open before it.
            while ascii && len - at >= stretch {
                // SAFETY: a stretch is left of `src`.
                let v = unsafe { load_stretch(simd, from.add(at)) };
                if simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]) || (NO_NUL && any_zero(simd, v)) {
                    break;
                }
                // SAFETY: a stretch is left of `dst`.
                unsafe { store_stretch::<S>(to.add(at), v) };
                at += stretch;
            }
        }
        // SAFETY: at least a vector's bytes are before `at`, all tested.
        at - unsafe { cut_before(from.add(at)) }
    }
}

/// Copies well-formed UTF-8: blocks, and then what is left.
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
        let (src, dst) = (&src[copied..], &mut dst[copied..]);
        let src = &src[..src.len().min(dst.len())];
        let len = Utf8Prefix { src }.run(simd);
        dst[..len].write_copy_of_slice(&src[..len]);
        (copied + len, copied + len)
    }
}

/// # Safety
///
/// A stretch can be written at `to`.
#[inline(always)]
pub(super) unsafe fn store_stretch<S: Simd>(to: *mut u8, v: [S::Bytes; 4]) {
    for (i, v) in v.into_iter().enumerate() {
        // SAFETY: the caller promises four vectors.
        unsafe { to.add(i * S::LEN).cast::<S::Bytes>().write_unaligned(v) };
    }
}

impl<const BMP: bool, const NO_NUL: bool> CopyBlocks<'_, '_, BMP, NO_NUL> {
    /// Is there a byte in any of these vectors with which a character begins that is not to be copied?
    #[inline(always)]
    fn any_special<S: Simd>(simd: S, v: [S::Bytes; 4]) -> bool {
        (BMP && any_starts_four(simd, v)) || (NO_NUL && any_zero(simd, v))
    }
}

/// How many bytes come before the first stretch with one of F0 or more, or with 00 if `NO_NUL`: whole stretches.
pub(crate) struct CommonPrefix<'s, const NO_NUL: bool> {
    pub(crate) src: &'s [u8],
}

impl<S: Simd, const NO_NUL: bool> Kernel<S> for CommonPrefix<'_, NO_NUL> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let stretch = 4 * S::LEN;
        let mut at = 0;
        while self.src.len() - at >= stretch {
            // SAFETY: a stretch is left of `src`.
            let v = unsafe { load_stretch(simd, self.src.as_ptr().add(at)) };
            if any_starts_four(simd, v) || (NO_NUL && any_zero(simd, v)) {
                break;
            }
            at += stretch;
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
    // A byte changes under a maximum with 1 if it is 0.
    let one = simd.splat(1);
    let (a, b) = (simd.max(v[0], one) ^ v[0], simd.max(v[1], one) ^ v[1]);
    let (c, d) = (simd.max(v[2], one) ^ v[2], simd.max(v[3], one) ^ v[3]);
    simd.any(a | b | c | d)
}
