//! Converts short text of up to four vectors without a loop: a loop would load the constants for all kinds of text
//! before it begins.

use super::bmp::{Utf16Pair, convert_ascii, convert_pairs};
use super::tail::AnyTail;
use super::units::THREE_BYTES;
use crate::simd::arch::{Chosen, Kernel, Simd, enter_outlined};
use crate::simd::progress::{Limits, Progress, begin};
use core::mem::MaybeUninit;

/// Does what [`Utf16ToUtf8`](super::Utf16ToUtf8) does, where the instruction set has masks.
pub(crate) struct Utf16ToUtf8Short<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf16ToUtf8Short<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        const { assert!(S::HAS_MASKS) };
        let (start, limits) = begin(self.src, 2, self.dst, 1);
        let (len, capacity) = (limits.left(&start), limits.capacity(&start));
        let mut progress = start;
        // SAFETY: the vectors are within the text, and no more than `capacity` bytes are written.
        unsafe {
            if len < S::LEN {
                return less_than_a_vector::<S, BIG>(simd, start, limits);
            }
            let two = 2 * S::LEN;
            limits.src.debug_assert_within(limits.from, S::LEN, 0);
            if len <= two {
                let overlap = (two - len) / 2;
                let at = [start.from, limits.from.sub(S::LEN)];
                let new = Chosen { skip: 0, overlap };
                return match put_pair::<S, BIG>(simd, at, new, start.to, capacity) {
                    Some(count) => (len / 2, count),
                    None => any_tail::<S, BIG>(simd, start, start, limits),
                };
            }
            if len > 2 * two {
                if len > 3 * two {
                    convert_ascii::<S, Utf16Pair<S, BIG>>(simd, (), &mut progress, limits);
                }
                convert_pairs::<S, Utf16Pair<S, BIG>>(simd, (), &mut progress, limits);
            } else {
                limits.src.debug_assert_within(start.from, 0, two);
                let at = [start.from, start.from.add(S::LEN)];
                let all = Chosen { skip: 0, overlap: 0 };
                let Some(count) = put_pair::<S, BIG>(simd, at, all, start.to, capacity) else {
                    return any_tail::<S, BIG>(simd, start, start, limits);
                };
                progress.advance(&limits, two, count);
            }
            let left = limits.left(&progress);
            if left > two {
                return any_tail::<S, BIG>(simd, progress, start, limits);
            }
            if left > 0 {
                limits.src.debug_assert_within(limits.from, two, 0);
                let at = [limits.from.sub(two), limits.from.sub(S::LEN)];
                let new = Chosen {
                    skip: (two - left) / 2,
                    overlap: 0,
                };
                let capacity = limits.capacity(&progress);
                match put_pair::<S, BIG>(simd, at, new, progress.to, capacity) {
                    Some(count) => progress.advance(&limits, left, count),
                    None => return any_tail::<S, BIG>(simd, progress, start, limits),
                }
            }
        }
        let (read, written) = progress.since(&start);
        (read / 2, written)
    }
}

/// Converts what is left, of any code units. Returns the number of code units read and of bytes written, since the `start`.
///
/// # Safety
///
/// `progress` is within `limits`. The source begins at `start` and has at least a vector. The bytes of all code units before
/// `progress` are written.
#[inline(always)]
unsafe fn any_tail<S: Simd, const BIG: bool>(
    simd: S,
    progress: Progress,
    start: Progress,
    limits: Limits,
) -> (usize, usize) {
    // SAFETY: the caller promises it.
    let tail = unsafe { AnyTail::<BIG>::new(progress, limits, start.from) };
    let (read, written) = enter_outlined(simd, tail).since(&start);
    (read / 2, written)
}

/// Writes the `chosen` code units of two vectors in UTF-8 and returns the number of bytes. Returns `None` if that is
/// more than `capacity`, or if there are surrogates.
///
/// # Safety
///
/// The instruction set has masks ([`Vectors::HAS_MASKS`](crate::simd::arch::Vectors::HAS_MASKS)). One vector can be read at each
/// address in `at`, and `capacity` bytes can be written at `to`. `chosen` is within the two vectors.
#[inline(always)]
unsafe fn put_pair<S: Simd, const BIG: bool>(
    simd: S,
    at: [*const u8; 2],
    chosen: Chosen,
    to: *mut u8,
    capacity: usize,
) -> Option<usize> {
    // SAFETY: the caller promises the vectors and `capacity` bytes. With masks, nothing is written before `to`.
    unsafe {
        let [a, b] = at.map(|at| simd.native_units::<BIG>(simd.load(at)));
        if !simd.any_units(a | b, THREE_BYTES) {
            simd.put_two_within(to, capacity, [a, b], chosen)
        } else if simd.any_surrogates_among(a, b) {
            None
        } else {
            simd.put_three_within(to, capacity, [a, b], chosen)
        }
    }
}

/// Converts text of less than a vector, all of it or nothing. Returns the number of code units read and of bytes
/// written.
///
/// # Safety
///
/// `start` is within `limits`, and less than a vector is left of the source.
#[inline(always)]
pub(super) unsafe fn less_than_a_vector<S: Simd, const BIG: bool>(
    simd: S,
    start: Progress,
    limits: Limits,
) -> (usize, usize) {
    let (len, capacity) = (limits.left(&start), limits.capacity(&start));
    debug_assert!(len < S::LEN);
    // SAFETY: `len` bytes are left of the source and `capacity` bytes of the destination.
    unsafe {
        let units = simd.native_units::<BIG>(simd.load_short(start.from, len));
        if simd.any_units(units, THREE_BYTES) {
            return enter_outlined(simd, LessThanVector::<BIG>::new(start, len, capacity));
        }
        match simd.put_two_short(start.to, capacity, units, len / 2) {
            Some(count) => (len / 2, count),
            None => (0, 0),
        }
    }
}

/// Does what [`less_than_a_vector`] does, for any code units.
struct LessThanVector<const BIG: bool> {
    start: Progress,
    len: usize,
    capacity: usize,
}

impl<const BIG: bool> LessThanVector<BIG> {
    /// # Safety
    ///
    /// `len` bytes, less than a vector of the instruction set that runs this, can be read at `start.from`, and `capacity`
    /// bytes can be written at `start.to`.
    #[inline(always)]
    unsafe fn new(start: Progress, len: usize, capacity: usize) -> Self {
        LessThanVector { start, len, capacity }
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for LessThanVector<BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let LessThanVector { start, len, capacity } = self;
        debug_assert!(len < S::LEN);
        // SAFETY: the caller of `new` promised `len` bytes of the source and `capacity` bytes of the destination.
        unsafe {
            let units = simd.load_short(start.from, len);
            let prev1 = simd.native_units::<BIG>(simd.after_zeros(units)[1]);
            let units = simd.native_units::<BIG>(units);
            let surrogates = simd.surrogates(units);
            // A high surrogate at the end is followed by a zero, which is an error.
            if surrogates.high << S::UNIT_BITS != surrogates.low {
                return (0, 0);
            }
            match simd.put_any_within(start.to, capacity, units, prev1, 0, len / 2) {
                Some(count) => (len / 2, count),
                None => (0, 0),
            }
        }
    }
}
