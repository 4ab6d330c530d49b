//! What the characters of UTF-8 become: units of UTF-16 or UTF-32, in either order of octets.

use crate::vector::Simd;

/// A vector of text, and the same text one, two and three octets further back and one further on.
#[derive(Clone, Copy)]
pub(crate) struct Shifted<V> {
    pub(crate) current: V,
    pub(crate) back: [V; 3],
    pub(crate) next: V,
}

impl<V: Copy> Shifted<V> {
    /// Unless `FOUR`, none of the octets is F0 or more, and nobody needs to know what stands three further back.
    ///
    /// # Safety
    ///
    /// A vector and one octet more can be read at `at`, and the three octets before.
    #[inline(always)]
    pub(crate) unsafe fn load<S: Simd<Octets = V>, const FOUR: bool>(simd: S, at: *const u8) -> Self {
        // SAFETY: the caller promises these octets.
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
    pub(crate) fn errors<S: Simd<Octets = V>>(self, simd: S) -> V {
        simd.utf8_errors(self.current, self.back[0], self.back[1], self.back[2])
    }

    /// Can a character of four octets end or be cut short here?
    #[inline(always)]
    fn has_four<S: Simd<Octets = V>>(self, simd: S) -> bool {
        simd.any_starts_four(simd.max(self.current, self.back[2]))
    }
}

/// Units of a form and in an order of octets.
pub(crate) trait Target {
    /// The octets of a unit.
    const OCTETS: usize;
    /// Is one unit due at the third octet of a character of four, and another at the fourth?
    const HAS_PAIRS: bool;

    /// Writes the units due at a vector's positions; how many they were. Unless `FOUR`, no octet is F0 or more.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::vector::Vectors::LEN) units can be written at `to`.
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Octets>) -> usize;

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
        text: Shifted<S::Octets>,
        start: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Writes a unit for each of the octets at `from`, which are ASCII.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::vector::Vectors::LEN) octets can be read at `from`, as many units written at `to`.
    unsafe fn put_ascii<S: Simd>(simd: S, to: *mut u8, from: *const u8);

    /// The same for the first `len` of these octets, where `room` units can be written.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`, and are `len` at least.
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, room: usize, octets: S::Octets, len: usize);
}

pub(crate) struct Utf16Units<const BIG: bool>;

impl<const BIG: bool> Utf16Units<BIG> {
    #[inline(always)]
    fn planes<S: Simd, const FOUR: bool>(
        simd: S,
        text: Shifted<S::Octets>,
    ) -> (S::Octets, S::Octets, S::Mask) {
        let [back1, back2, back3] = text.back;
        simd.utf16_planes::<FOUR>(text.current, back1, back2, back3, text.next)
    }
}

impl<const BIG: bool> Target for Utf16Units<BIG> {
    const OCTETS: usize = 2;
    const HAS_PAIRS: bool = true;

    #[inline(always)]
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Octets>) -> usize {
        let (low, high, mask) = Self::planes::<S, FOUR>(simd, text);
        // SAFETY: the caller promises the same.
        unsafe { simd.put_units::<BIG>(to, low, high, mask) }
    }

    #[inline(always)]
    unsafe fn put_within<S: Simd>(
        simd: S,
        to: *mut u8,
        room: usize,
        text: Shifted<S::Octets>,
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
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, room: usize, octets: S::Octets, len: usize) {
        // SAFETY: the caller promises the same.
        unsafe { simd.put_first_units::<BIG>(to, room, octets, len) }
    }
}

pub(crate) struct Utf32Units<const BIG: bool>;

impl<const BIG: bool> Target for Utf32Units<BIG> {
    const OCTETS: usize = 4;
    const HAS_PAIRS: bool = false;

    #[inline(always)]
    unsafe fn put<S: Simd, const FOUR: bool>(simd: S, to: *mut u8, text: Shifted<S::Octets>) -> usize {
        let (planes, mask) = simd.utf32_planes::<FOUR>(text.current, text.back, text.next);
        // SAFETY: the caller promises the same.
        unsafe { simd.put_wide::<BIG, FOUR>(to, planes, mask) }
    }

    #[inline(always)]
    unsafe fn put_within<S: Simd>(
        simd: S,
        to: *mut u8,
        room: usize,
        text: Shifted<S::Octets>,
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
    unsafe fn put_first<S: Simd>(simd: S, to: *mut u8, room: usize, octets: S::Octets, len: usize) {
        // SAFETY: the caller promises the same.
        unsafe { simd.put_first_wide::<BIG>(to, room, octets, len) }
    }
}
