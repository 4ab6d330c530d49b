//! The targets of [`super`]: UTF-16 and UTF-32 code units in either byte order.

use crate::code_unit::{InBytes, units_to_write};
use crate::simd::arch::Simd;
use crate::simd::convert_ascii;
use crate::simd::progress::{Limits, Progress};
use core::mem::MaybeUninit;

/// A vector of text, and the text shifted: by one, two and three bytes (`prev`), and one byte later (`next`).
#[derive(Clone, Copy)]
pub(crate) struct Shifted<V> {
    pub(crate) current: V,
    pub(crate) prev: [V; 3],
    pub(crate) next: V,
}

impl<V: Copy> Shifted<V> {
    /// Loads the text. Unless `FOUR`, no byte of it is 0xF0 or more, and the shift by three bytes is not needed.
    ///
    /// # Safety
    ///
    /// One vector and one byte more can be read at `at`, and the three bytes before it.
    #[inline(always)]
    pub(crate) unsafe fn load<S: Simd<Bytes = V>, const FOUR: bool>(simd: S, at: *const u8) -> Self {
        // SAFETY: the caller promises these bytes.
        unsafe {
            Shifted {
                current: simd.load(at),
                prev: [
                    simd.load(at.sub(1)),
                    simd.load(at.sub(2)),
                    if FOUR { simd.load(at.sub(3)) } else { simd.splat(0) },
                ],
                next: simd.load(at.add(1)),
            }
        }
    }

    /// Returns a vector that is not zero where the text is ill-formed.
    #[inline(always)]
    pub(crate) fn errors<S: Simd<Bytes = V>>(self, simd: S) -> V {
        simd.utf8_errors(self.current, self.prev[0], self.prev[1], self.prev[2])
    }

    /// Returns `true` if a character of four bytes may end here or be incomplete.
    #[inline(always)]
    fn has_four<S: Simd<Bytes = V>>(self, simd: S) -> bool {
        simd.any_starts_four(simd.max(self.current, self.prev[2]))
    }
}

/// Code units of an encoding in a byte order.
pub(crate) trait Target {
    /// The number of bytes of a code unit.
    const BYTES: usize;
    /// Whether a character of four bytes has two code units. One is written for its third byte, one for its fourth.
    const HAS_PAIRS: bool;

    /// Converts `src` and returns `true` if it is ASCII, so short that plain code is faster than vectors, and fits in
    /// `dst`.
    #[inline(always)]
    fn convert_short_ascii(_src: &[u8], _dst: &mut [MaybeUninit<u8>]) -> bool {
        false
    }

    /// Writes the code units for the positions of a vector and returns their number. Unless `FOUR`, no byte is 0xF0
    /// or more.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) code units of [`BYTES`](Self::BYTES) bytes can be written at `to`.
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Bytes>) -> usize;

    /// Writes the code units for the positions `start..stop` of a vector and returns their number, or `None` if there
    /// are more than `capacity`.
    ///
    /// # Safety
    ///
    /// `capacity` code units can be written at `to`. `start` and `stop` are at most
    /// [`Vectors::LEN`](crate::simd::arch::Vectors::LEN).
    unsafe fn put_within<S: Simd>(
        simd: S,
        to: *mut u8,
        capacity: usize,
        text: Shifted<S::Bytes>,
        start: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Writes a code unit for each byte of a vector of ASCII.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) bytes can be read at `from`, and as many code units can be
    /// written at `to`.
    unsafe fn put_ascii<S: Simd>(simd: S, to: *mut u8, from: *const u8);

    /// Writes a code unit for each of the first `len` bytes of a vector of ASCII.
    ///
    /// # Safety
    ///
    /// `capacity` code units can be written at `to`. `len` is at most `capacity` and at most
    /// [`Vectors::LEN`](crate::simd::arch::Vectors::LEN).
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, capacity: usize, bytes: S::Bytes, len: usize);
}

pub(crate) struct Utf16Units<const BIG: bool>;

impl<const BIG: bool> Utf16Units<BIG> {
    #[inline(always)]
    fn planes<S: Simd, const FOUR: bool>(simd: S, text: Shifted<S::Bytes>) -> (S::Bytes, S::Bytes, u64) {
        let [prev1, prev2, prev3] = text.prev;
        simd.utf16_planes::<FOUR>(text.current, prev1, prev2, prev3, text.next)
    }
}

impl<const BIG: bool> Target for Utf16Units<BIG> {
    const BYTES: usize = 2;
    const HAS_PAIRS: bool = true;

    #[inline(always)]
    fn convert_short_ascii(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
        convert_ascii::convert_short_ascii(src, units_to_write::<InBytes<2, BIG>>(dst))
    }

    #[inline(always)]
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Bytes>) -> usize {
        let (low, high, mask) = Self::planes::<S, FOUR>(simd, text);
        // SAFETY: the caller promises a vector's length of code units.
        unsafe { simd.put_units::<BIG>(to, low, high, mask) }
    }

    #[inline(always)]
    unsafe fn put_within<S: Simd>(
        simd: S,
        to: *mut u8,
        capacity: usize,
        text: Shifted<S::Bytes>,
        start: usize,
        stop: usize,
    ) -> Option<usize> {
        let (low, high, mask) = if text.has_four(simd) {
            Self::planes::<S, true>(simd, text)
        } else {
            Self::planes::<S, false>(simd, text)
        };
        // SAFETY: the caller promises `capacity` code units.
        unsafe { simd.put_units_within::<BIG>(to, capacity, low, high, simd.between(mask, start, stop)) }
    }

    #[inline(always)]
    unsafe fn put_ascii<S: Simd>(simd: S, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises a vector of bytes and as many code units.
        unsafe { simd.put_ascii_units::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, capacity: usize, bytes: S::Bytes, len: usize) {
        // SAFETY: the caller promises `capacity` code units, and that `len` is not more.
        unsafe { simd.put_first_units::<BIG>(to, capacity, bytes, len) }
    }
}

pub(crate) struct Utf32Units<const BIG: bool>;

impl<const BIG: bool> Target for Utf32Units<BIG> {
    const BYTES: usize = 4;
    const HAS_PAIRS: bool = false;

    #[inline(always)]
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Bytes>) -> usize {
        let (planes, mask) = simd.utf32_planes::<FOUR>(text.current, text.prev, text.next);
        // SAFETY: the caller promises a vector's length of code units.
        unsafe { simd.put_wide::<BIG, FOUR>(to, planes, mask) }
    }

    #[inline(always)]
    unsafe fn put_within<S: Simd>(
        simd: S,
        to: *mut u8,
        capacity: usize,
        text: Shifted<S::Bytes>,
        start: usize,
        stop: usize,
    ) -> Option<usize> {
        // SAFETY: the caller promises `capacity` code units.
        unsafe {
            if text.has_four(simd) {
                let (planes, mask) = simd.utf32_planes::<true>(text.current, text.prev, text.next);
                simd.put_wide_within::<BIG, true>(to, capacity, planes, simd.between(mask, start, stop))
            } else {
                let (planes, mask) = simd.utf32_planes::<false>(text.current, text.prev, text.next);
                simd.put_wide_within::<BIG, false>(to, capacity, planes, simd.between(mask, start, stop))
            }
        }
    }

    #[inline(always)]
    unsafe fn put_ascii<S: Simd>(simd: S, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises a vector of bytes and as many code units.
        unsafe { simd.put_ascii_wide::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, capacity: usize, bytes: S::Bytes, len: usize) {
        // SAFETY: the caller promises `capacity` code units, and that `len` is not more.
        unsafe { simd.put_first_wide::<BIG>(to, capacity, bytes, len) }
    }
}

/// Returns `true` if at least `vectors` vectors and one byte more are left of the source, and a code unit for each
/// byte of the vectors is left of the destination.
#[inline(always)]
pub(super) fn enough_for<S: Simd, T: Target>(limits: &Limits, progress: &Progress, vectors: usize) -> bool {
    let bytes = vectors * S::LEN;
    limits.allow(progress, bytes + 1, bytes * T::BYTES)
}

/// Returns the number of code units that are left of the destination.
#[inline(always)]
pub(super) fn capacity<T: Target>(limits: &Limits, progress: &Progress) -> usize {
    limits.capacity(progress) / T::BYTES
}
