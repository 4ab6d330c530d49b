//! UTF-8 copied as far as it is well-formed, and as far as some dialect writes it alike.
//!
//! The test is that of [`super::utf8`]; here a stretch that passes it is written while it is in registers.
//! Only whole stretches are copied: what is left at the end is short.

use super::utf8::{cut_before, load_stretch};
use crate::vector::{Simd, Work};
use core::mem::MaybeUninit;

/// `BMP`: as far as no character has four octets. `NO_NUL`: as far as no octet is 00.
///
/// Returns the octets copied, which are whole characters; what is written may be more.
pub(crate) struct CopyValid<'s, 'd, const BMP: bool, const NO_NUL: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd, const BMP: bool, const NO_NUL: bool> Work<S> for CopyValid<'_, '_, BMP, NO_NUL> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let stretch = 4 * S::LEN;
        let len = self.src.len().min(self.dst.len());
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        // The first vector by itself: it has nothing before it.
        if len < S::LEN + stretch {
            return 0;
        }
        // SAFETY: `src` and `dst` have more than a vector's octets.
        let mut carry = unsafe {
            let current = simd.load(from);
            let [back1, back2, back3] = simd.after_zeros(current);
            let errors = simd.utf8_errors(current, back1, back2, back3);
            if simd.any(errors) || Self::is_special(simd, current, zeros(simd, current)) {
                return 0;
            }
            to.cast::<S::Octets>().write_unaligned(current);
            simd.utf8_carry(current, back1)
        };
        let mut at = S::LEN;
        while len - at >= stretch {
            // SAFETY: a stretch is left of `src`, and a vector's octets are before it.
            let (v, errors) = unsafe {
                let from = from.add(at);
                let v = load_stretch(simd, from);
                let mut errors = simd.utf8_errors_at(&mut carry, v[0], from);
                if simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]) {
                    errors = errors
                        | simd.utf8_errors_at(&mut carry, v[1], from.add(S::LEN))
                        | simd.utf8_errors_at(&mut carry, v[2], from.add(2 * S::LEN))
                        | simd.utf8_errors_at(&mut carry, v[3], from.add(3 * S::LEN));
                } else {
                    carry = simd.splat(0);
                }
                (v, errors)
            };
            let highest = simd.max(simd.max(v[0], v[1]), simd.max(v[2], v[3]));
            let zeros = match NO_NUL {
                true => zeros(simd, v[0]) | zeros(simd, v[1]) | zeros(simd, v[2]) | zeros(simd, v[3]),
                false => simd.splat(0),
            };
            if simd.any(errors) || Self::is_special(simd, highest, zeros) {
                break;
            }
            for (i, v) in v.into_iter().enumerate() {
                // SAFETY: a stretch is left of `dst`.
                unsafe { to.add(at + i * S::LEN).cast::<S::Octets>().write_unaligned(v) };
            }
            at += stretch;
        }
        // SAFETY: at least a vector's octets are before `at`, all tested.
        at - unsafe { cut_before(from.add(at)) }
    }
}

impl<const BMP: bool, const NO_NUL: bool> CopyValid<'_, '_, BMP, NO_NUL> {
    #[inline(always)]
    fn is_special<S: Simd>(simd: S, highest: S::Octets, zeros: S::Octets) -> bool {
        (BMP && simd.any_starts_four(highest)) || (NO_NUL && simd.any(zeros))
    }
}

/// How many octets come before the first stretch with one of F0 or more, or with 00 if `NO_NUL`: whole stretches.
pub(crate) struct Plain<'s, const NO_NUL: bool> {
    pub(crate) src: &'s [u8],
}

impl<S: Simd, const NO_NUL: bool> Work<S> for Plain<'_, NO_NUL> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let stretch = 4 * S::LEN;
        let mut at = 0;
        while self.src.len() - at >= stretch {
            // SAFETY: a stretch is left of `src`.
            let v = unsafe { load_stretch(simd, self.src.as_ptr().add(at)) };
            if simd.any_starts_four(simd.max(simd.max(v[0], v[1]), simd.max(v[2], v[3]))) {
                break;
            }
            if NO_NUL
                && simd.any(zeros(simd, v[0]) | zeros(simd, v[1]) | zeros(simd, v[2]) | zeros(simd, v[3]))
            {
                break;
            }
            at += stretch;
        }
        at
    }
}

/// Not zero where an octet is.
#[inline(always)]
fn zeros<S: Simd>(simd: S, v: S::Octets) -> S::Octets {
    simd.max(v, simd.splat(1)) ^ v
}
