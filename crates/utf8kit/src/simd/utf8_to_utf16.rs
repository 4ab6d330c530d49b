//! Converts UTF-8 to UTF-16 and UTF-32 by planes of bytes. A [`Target`] writes the code units.
//!
//! # Algorithm
//!
//! The text is not decoded character by character. Every position of a vector computes the code unit that a character
//! would have *if it ended there*: the low byte in one vector (a plane), the high byte in another.
//!
//! ```text
//! low  = current                                             if current is ASCII
//!        bits 0..=5 of current,  and above them bits 0..=1 of prev1
//! high = 0                                                   if current is ASCII
//!        bits 2..=5 of prev1,    and above them bits 0..=3 of prev2 if that is 0xE0..=0xEF
//! ```
//!
//! `prev1`, `prev2` and `prev3` are the text shifted by one, two and three bytes. Three continuation bytes have more
//! bits than a code unit, but the excess bits, which do not belong to the character, are shifted out. Then the
//! positions are kept where a character ends: where the *next* byte is not a continuation byte. The planes are
//! compressed and interleaved, or interleaved and shuffled, and stored.
//!
//! A character of four bytes has two UTF-16 code units, so two of its positions are kept. Its third byte (`prev2` is
//! 0xF0 or more) becomes the high surrogate, its fourth byte the low surrogate.
//!
//! ```text
//! 0xF0+a 0x80+b 0x80+c 0x80+d: the character is 0x10000 + x,
//!                              the high surrogate 0xD800 + (x >> 10), the low surrogate 0xDC00 + (x & 0x3FF)
//! third:   low  = 4 * (bits 0..=3 of b) - 0x40, plus bits 4..=5 of c     (subtracts the 0x10000)
//!          high = 0xF0+a - 0x19, plus 1 if b is 0x10 or more             (0xF0 - 0x19 = 0xD7)
//! fourth:  low  = as above
//!          high = bits 2..=5 of c as above, with 0xDC
//! ```
//!
//! In UTF-32 a character has one code unit, at its last byte, and there is a third plane:
//!
//! ```text
//! fourth:  low  = as above
//!          high = bits 2..=5 of c,  and above them bits 0..=3 of b
//!          top  = bits 4..=5 of b,  and above them 0xF0+a - 0xF0
//! ```
//!
//! Characters of four bytes cost a third more, so they have a mode of their own. It is entered where a block has a
//! byte of 0xF0 or more, and left after a few blocks without one. A block of ASCII is only widened. All text is
//! validated as in [`super::validate_utf8`].
//!
//! # Invariant
//!
//! After the first vector, all text before a [`Progress`] is well-formed, except that its last character may be
//! incomplete, and the code units for all positions before it are written.

mod blocks;
mod tail;
pub(crate) mod target;

use super::progress::{Limits, ModeEnd, Progress, begin, each_vector};
use crate::simd::arch::{Kernel, Simd, enter_outlined};
use blocks::Blocks;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use tail::{finish, put_short, put_vector};
use target::{Shifted, Target, capacity, enough_for};

/// Converts UTF-8 to code units in bytes, as many as fit. Returns the number of *bytes* read and of *code units*
/// written.
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

/// Converts text of at most one vector: all of it, or nothing, as [`Utf8ToUnits`] does.
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
        let (start, limits) = begin(src, 1, dst, T::BYTES);
        // SAFETY: `src` has as many bytes as are read, at most a vector.
        unsafe { put_short::<S, T>(simd, start, limits, src.len().min(S::LEN)) }
    }
}

impl<S: Simd, T: Target> Kernel<S> for Utf8ToUnits<'_, '_, T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let Utf8ToUnits { src, dst, .. } = self;
        let len = src.len();
        // With masks, the vectors are as fast and need no branch on the length.
        if !S::HAS_MASKS && T::convert_short_ascii(src, dst) {
            return (len, len);
        }
        let (start, limits) = begin(src, 1, dst, T::BYTES);
        // The last vector must have three bytes before it. Longer text is outlined: it uses more registers, which
        // short text need not save.
        if len < S::LEN + 3 {
            // SAFETY: at most `len` bytes are read, and at most a vector.
            return unsafe { put_short::<S, T>(simd, start, limits, len.min(S::LEN)) };
        }
        // SAFETY: `start` is at the beginning of `src`, which has at least a vector and three bytes.
        let long = unsafe { Long::<T>::new(start, limits) };
        enter_outlined(simd, long)
    }
}

/// Converts text of at least one vector and three bytes.
struct Long<T> {
    start: Progress,
    limits: Limits,
    target: PhantomData<T>,
}

impl<T> Long<T> {
    /// # Safety
    ///
    /// `start` is within `limits`, at the beginning of the source. The source has at least a vector of the instruction set
    /// that runs this, and three bytes.
    #[inline(always)]
    unsafe fn new(start: Progress, limits: Limits) -> Self {
        Long {
            start,
            limits,
            target: PhantomData,
        }
    }
}

/// The number of vectors that are tested at once for ASCII. Longer text is tested by blocks.
const FEW: usize = 8;

/// Converts all of the source if it is ASCII and fits, and returns `true` then.
///
/// # Safety
///
/// `start` is within `limits`, and at least a vector is left of the source.
#[inline(always)]
unsafe fn put_few_ascii<S: Simd, T: Target>(simd: S, start: Progress, limits: Limits) -> bool {
    let len = limits.left(&start);
    debug_assert!(len >= S::LEN);
    let last = len - S::LEN;
    // SAFETY: each vector is within the source, and the last one overlaps those before. The destination has room for as many code
    // units.
    unsafe {
        let load = |at: usize| {
            limits.src.debug_assert_within(start.from.add(at), 0, S::LEN);
            simd.load(start.from.add(at))
        };
        // Of most other text, one of these two is not ASCII.
        if simd.any_not_ascii(load(0) | load(last)) || capacity::<T>(&limits, &start) < len {
            return false;
        }
        let mut all = simd.splat(0);
        each_vector(len, S::LEN, |at| all = all | load(at));
        if simd.any_not_ascii(all) {
            return false;
        }
        each_vector(len, S::LEN, |at| {
            T::put_ascii(simd, start.to.add(T::BYTES * at), start.from.add(at))
        });
    }
    true
}

impl<S: Simd, T: Target> Kernel<S> for Long<T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let Long { start, limits, .. } = self;
        let mut progress = start;
        debug_assert!(limits.left(&start) >= S::LEN + 3);
        let len = limits.left(&start);
        // So few vectors of 16 bytes are not worth code of their own.
        // SAFETY: the source has at least a vector.
        if S::LEN > 16 && len <= FEW * S::LEN && unsafe { put_few_ascii::<S, T>(simd, start, limits) } {
            return (len, len);
        }
        // SAFETY: the source has at least a vector and three bytes. `put_vector` writes no more than is left of the
        // destination.
        unsafe {
            let current = simd.load(start.from);
            let text = Shifted {
                current,
                prev: simd.after_zeros(current),
                next: simd.load(start.from.add(1)),
            };
            if simd.any(text.errors(simd)) || !put_vector::<S, T>(simd, &mut progress, limits, text) {
                return (0, 0);
            }
        }
        if enough_for::<S, T>(&limits, &progress, 2 * S::UTF8_PAIRS) {
            limits.src.debug_assert_within(progress.from, 3, 0);
            // SAFETY: one vector is before `from`, which is longer than three bytes.
            let before = unsafe { *progress.from.sub(3).cast::<[u8; 3]>() };
            let mut four = before.iter().any(|&byte| byte >= 0xF0);
            loop {
                // SAFETY: `progress` is within `limits`, and the first vector of the source is before it.
                let stop = unsafe {
                    if four {
                        simd.enter(Blocks::<T, true>::new(&mut progress, limits))
                    } else {
                        simd.enter(Blocks::<T, false>::new(&mut progress, limits))
                    }
                };
                match stop {
                    ModeEnd::Exhausted | ModeEnd::IllFormed => break,
                    ModeEnd::Switch => four = !four,
                }
            }
        }
        // SAFETY: the source has at least a vector and three bytes, of which one vector is processed.
        unsafe { finish::<S, T>(simd, &mut progress, limits) };
        let (read, written) = progress.since(&start);
        (read, written / T::BYTES)
    }
}
