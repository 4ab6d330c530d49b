//! Converts UTF-16 to UTF-8 by spreading and compressing.
//!
//! # Algorithm
//!
//! Each code unit is spread into as many bytes as it can need, and the bytes that it does not need are dropped by
//! compressing. How many it can need depends on the greatest code unit of a pair of vectors:
//!
//! ```text
//! all < 0x80      the low bytes, narrowed
//! all < 0x800     0xC0 | unit >> 6, last                             spread into two bytes
//! no surrogates   0xE0 | unit >> 12, lead or middle, last            spread into three bytes
//! any             as before, but each surrogate has two bytes:
//!                 high: 0xF0 | x >> 8, 0x80 | x >> 2 & 0x3F          where x = unit - 0xD800 + 0x40 = the character >> 10
//!                 low:  0x80 | h << 4 & 0x30 | unit >> 6 & 0xF, last where h is the high surrogate before it
//!
//! last = unit if unit < 0x80, else 0x80 | unit & 0x3F
//! ```
//!
//! Clausecker and Lemire, "Transcoding Unicode Characters with AVX-512 Instructions" (2023), compress bytes in the
//! same way.
//!
//! Surrogates are paired if the low surrogates are exactly the code units after high surrogates, which is one
//! comparison of two masks.
//!
//! There is one branch on the kind of text for each pair of vectors, because a branch that depends on each word of
//! the text would be unpredictable. After a pair that is not ASCII, the next pairs are not tested for ASCII, and
//! where code units of three bytes are frequent, the next pairs are not tested for those. Text with surrogates has a
//! mode of its own ([`SurrogateMode`]), which is left after some blocks without surrogates.
//!
//! # Invariant
//!
//! All code units before a [`Progress`] are well-formed and their bytes are written, except that the last one may be
//! a high surrogate that the next code unit has to complete.

mod bmp;
mod short;
mod surrogates;
mod tail;
mod units;

pub(super) use bmp::{BmpMode, Pair, Utf16Pair, convert_ascii, convert_pairs};
pub(crate) use short::Utf16ToUtf8Short;
pub(super) use surrogates::SurrogateMode;
pub(super) use tail::last_two;
pub(super) use units::{THREE_BYTES, back_to_boundary, is_cut};

use super::progress::{Limits, ModeEnd, Progress, begin};
use super::utf16_to_latin1::put_narrow_last;
use crate::simd::arch::{Kernel, Simd, enter_outlined};
use core::mem::MaybeUninit;
use short::less_than_a_vector;
use surrogates::ConvertVector;
use tail::finish;

/// Converts UTF-16 in bytes to UTF-8, as much as fits. Returns the number of *code units* read and of *bytes*
/// written.
pub(crate) struct Utf16ToUtf8<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf16ToUtf8<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (start, limits) = begin(self.src, 2, self.dst, 1);
        let len = limits.left(&start);
        let mut progress = start;
        if !S::HAS_MASKS && len <= 2 * S::LEN && len / 2 <= self.dst.len() {
            let capacity = self.dst.len();
            // SAFETY: `len` bytes are left of the source, at most two vectors, and the destination has `capacity` bytes.
            if unsafe { put_narrow_last::<S, 0x80, BIG>(simd, start.from, start.to, capacity, len / 2) } {
                return (len / 2, len / 2);
            }
        }
        if len < S::LEN {
            // SAFETY: all of the source is left, less than a vector.
            return unsafe { less_than_a_vector::<S, BIG>(simd, start, limits) };
        }
        if len < S::UTF16_LONG * S::LEN {
            // SAFETY: `progress` is within `limits`.
            unsafe { convert_pairs::<S, Utf16Pair<S, BIG>>(simd, (), &mut progress, limits) };
        }
        if limits.allow(&progress, 4 * S::LEN, 4 * S::LEN) {
            // SAFETY: `progress` is within `limits`, and `allow` found more than a pair left of the source.
            match unsafe { run_modes::<S, BIG>(simd, progress, limits, start.from) } {
                Some(after) => progress = after,
                None => return (0, 0),
            }
        }
        // SAFETY: `progress` is within `limits`, and `src` has at least a vector.
        let (read, written) = unsafe { finish::<S, BIG>(simd, progress, limits, start.from) }.since(&start);
        (read / 2, written)
    }
}

/// Converts whole pairs by the two modes and returns the progress, or `None` if the first vector is ill-formed or
/// does not fit.
///
/// # Safety
///
/// `progress` is within `limits`. The source begins at `start` and has at least a vector, and at least a code unit is left.
#[inline(always)]
unsafe fn run_modes<S: Simd, const BIG: bool>(
    simd: S,
    mut progress: Progress,
    limits: Limits,
    start: *const u8,
) -> Option<Progress> {
    let mut surrogates = false;
    loop {
        // SAFETY: the caller promises the progress and the text. The mode for surrogates requires a code unit before
        // `from`. A code unit is left before it: at `start`, and also after another mode that stopped at a surrogate.
        let stop = unsafe {
            if surrogates {
                let first = ConvertVector::<BIG>::new(&mut progress, limits, start);
                if first.is_at_start() && !enter_outlined(simd, first) {
                    return None;
                }
                enter_outlined(simd, SurrogateMode::<BIG>::new(&mut progress, limits))
            } else {
                enter_outlined(
                    simd,
                    BmpMode::<S, Utf16Pair<S, BIG>>::new((), &mut progress, limits),
                )
            }
        };
        match stop {
            ModeEnd::Exhausted | ModeEnd::IllFormed => return Some(progress),
            ModeEnd::Switch => surrogates = !surrogates,
        }
    }
}
