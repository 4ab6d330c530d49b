//! What the characters of UTF-8 become: units of UTF-16 or UTF-32, in either order of bytes.

use super::ascii;
use crate::code_unit::{InBytes, units_to_write};
use crate::vector::Simd;
use core::mem::MaybeUninit;

/// A vector of text, and the same text one, two and three bytes further back and one further on.
#[derive(Clone, Copy)]
pub(crate) struct Shifted<V> {
    pub(crate) current: V,
    pub(crate) back: [V; 3],
    pub(crate) next: V,
}

impl<V: Copy> Shifted<V> {
    /// Unless `FOUR`, none of the bytes is F0 or more, and nobody needs to know what stands three further back.
    ///
    /// # Safety
    ///
    /// A vector and one byte more can be read at `at`, and the three bytes before.
    #[inline(always)]
    pub(crate) unsafe fn load<S: Simd<Bytes = V>, const FOUR: bool>(simd: S, at: *const u8) -> Self {
        // SAFETY: the caller promises these bytes.
        unsafe {
            Shifted {
                current: simd.load(at),
                back: [
                    simd.load(at.sub(1)),
                    simd.load(at.sub(2)),
                    if FOUR { simd.load(at.sub(3)) } else { simd.splat(0) },
                ],
                next: simd.load(at.add(1)),
            }
        }
    }

    /// [`Simd::utf8_errors`].
    #[inline(always)]
    pub(crate) fn errors<S: Simd<Bytes = V>>(self, simd: S) -> V {
        simd.utf8_errors(self.current, self.back[0], self.back[1], self.back[2])
    }

    /// Can a character of four bytes end or be cut short here?
    #[inline(always)]
    fn has_four<S: Simd<Bytes = V>>(self, simd: S) -> bool {
        simd.any_starts_four(simd.max(self.current, self.back[2]))
    }
}

/// Units of a form and in an order of bytes.
pub(crate) trait Target {
    /// The bytes of a unit.
    const BYTES: usize;
    /// Is one unit due at the third byte of a character of four, and another at the fourth?
    const HAS_PAIRS: bool;

    /// Converts `src` and returns `true` if it is ASCII, short enough that plain code is faster than vectors, and has room.
    #[inline(always)]
    fn convert_short_ascii(_src: &[u8], _dst: &mut [MaybeUninit<u8>]) -> bool {
        false
    }

    /// Writes the units due at a vector's positions; how many they were. Unless `FOUR`, no byte is F0 or more.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::vector::Vectors::LEN) units can be written at `to`.
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Bytes>) -> usize;

    /// The same for the positions from `start` on and before `stop`, where no more than `room` units can be written, or
    /// `None` if they are more.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`.
    unsafe fn put_within<S: Simd>(
        simd: S,
        to: *mut u8,
        room: usize,
        text: Shifted<S::Bytes>,
        start: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Writes a unit for each of the bytes at `from`, which are ASCII.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::vector::Vectors::LEN) bytes can be read at `from`, as many units written at `to`.
    unsafe fn put_ascii<S: Simd>(simd: S, to: *mut u8, from: *const u8);

    /// The same for the first `len` of these bytes, where `room` units can be written.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`, and are `len` at least.
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, room: usize, bytes: S::Bytes, len: usize);
}

pub(crate) struct Utf16Units<const BIG: bool>;

impl<const BIG: bool> Utf16Units<BIG> {
    #[inline(always)]
    fn planes<S: Simd, const FOUR: bool>(simd: S, text: Shifted<S::Bytes>) -> (S::Bytes, S::Bytes, u64) {
        let [back1, back2, back3] = text.back;
        simd.utf16_planes::<FOUR>(text.current, back1, back2, back3, text.next)
    }
}

impl<const BIG: bool> Target for Utf16Units<BIG> {
    const BYTES: usize = 2;
    const HAS_PAIRS: bool = true;

    #[inline(always)]
    fn convert_short_ascii(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
        ascii::convert_short(src, units_to_write::<InBytes<2, BIG>>(dst))
    }

    #[inline(always)]
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Bytes>) -> usize {
        let (low, high, mask) = Self::planes::<S, FOUR>(simd, text);
        // SAFETY: the caller promises the same.
        unsafe { simd.put_units::<BIG>(to, low, high, mask) }
    }

    #[inline(always)]
    unsafe fn put_within<S: Simd>(
        simd: S,
        to: *mut u8,
        room: usize,
        text: Shifted<S::Bytes>,
        start: usize,
        stop: usize,
    ) -> Option<usize> {
        let (low, high, mask) = if text.has_four(simd) {
            Self::planes::<S, true>(simd, text)
        } else {
            Self::planes::<S, false>(simd, text)
        };
        // SAFETY: the caller promises the same.
        unsafe { simd.put_units_within::<BIG>(to, room, low, high, simd.between(mask, start, stop)) }
    }

    #[inline(always)]
    unsafe fn put_ascii<S: Simd>(simd: S, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { simd.put_ascii_units::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, room: usize, bytes: S::Bytes, len: usize) {
        // SAFETY: the caller promises the same.
        unsafe { simd.put_first_units::<BIG>(to, room, bytes, len) }
    }
}

pub(crate) struct Utf32Units<const BIG: bool>;

impl<const BIG: bool> Target for Utf32Units<BIG> {
    const BYTES: usize = 4;
    const HAS_PAIRS: bool = false;

    #[inline(always)]
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Bytes>) -> usize {
        let (planes, mask) = simd.utf32_planes::<FOUR>(text.current, text.back, text.next);
        // SAFETY: the caller promises the same.
        unsafe { simd.put_wide::<BIG, FOUR>(to, planes, mask) }
    }

    #[inline(always)]
    unsafe fn put_within<S: Simd>(
        simd: S,
        to: *mut u8,
        room: usize,
        text: Shifted<S::Bytes>,
        start: usize,
        stop: usize,
    ) -> Option<usize> {
        // SAFETY: the caller promises the same.
        unsafe {
            if text.has_four(simd) {
                let (planes, mask) = simd.utf32_planes::<true>(text.current, text.back, text.next);
                simd.put_wide_within::<BIG, true>(to, room, planes, simd.between(mask, start, stop))
            } else {
                let (planes, mask) = simd.utf32_planes::<false>(text.current, text.back, text.next);
                simd.put_wide_within::<BIG, false>(to, room, planes, simd.between(mask, start, stop))
            }
        }
    }

    #[inline(always)]
    unsafe fn put_ascii<S: Simd>(simd: S, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { simd.put_ascii_wide::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, room: usize, bytes: S::Bytes, len: usize) {
        // SAFETY: the caller promises the same.
        unsafe { simd.put_first_wide::<BIG>(to, room, bytes, len) }
    }
}
