//! What the kernels ask of an instruction set.
//!
//! An instruction set is a type of no size that implements [`Simd`]. To have a value of it is proof that the processor
//! has the instructions, so that everything that works on registers only is safe to call. Each method is
//! `#[inline(always)]`: it takes the instructions from the function it ends up in, and [`Simd::enter`] is the only
//! function that enables them. (Closures would lose them; the kernels have none around vector code.)

#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Avx512;

use core::ops::{BitAnd, BitOr, BitXor};

/// A piece of vector code, to be run by [`Simd::enter`].
pub(crate) trait Work<S: Simd> {
    type Output;

    /// Implementations are `#[inline(always)]`.
    fn run(self, simd: S) -> Self::Output;
}

/// An instruction set that the processor has.
///
/// Vectors hold octets; their positions count upwards in memory. Operations are on each octet by itself if nothing
/// else is said.
pub(crate) trait Simd: Copy {
    /// A vector.
    type Octets: Copy
        + BitAnd<Output = Self::Octets>
        + BitOr<Output = Self::Octets>
        + BitXor<Output = Self::Octets>;
    /// A choice among the positions of a vector.
    type Mask: Copy;
    /// The octets of a vector, at least 16.
    const LEN: usize;

    /// Runs `work` in a function of its own, compiled for this instruction set and never inlined: its constants get
    /// the registers to themselves.
    fn enter<W: Work<Self>>(self, work: W) -> W::Output;

    fn splat(self, octet: u8) -> Self::Octets;

    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`.
    unsafe fn load(self, from: *const u8) -> Self::Octets;

    /// `BACK` (1 to 3) zeros, then what stands at `from`: what [`Self::load`] would find `BACK` octets further back, if
    /// zeros stood there.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`.
    unsafe fn load_after_zeros<const BACK: usize>(self, from: *const u8) -> Self::Octets;

    /// The octets at `from` without the first, then a zero.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`.
    unsafe fn load_next_then_zero(self, from: *const u8) -> Self::Octets;

    fn max(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;

    /// Is one of the octets not zero?
    fn any(self, v: Self::Octets) -> bool;

    /// Is one of the octets 80 or more?
    fn any_not_ascii(self, v: Self::Octets) -> bool;

    /// Is one of the octets F0 or more?
    fn any_starts_four(self, v: Self::Octets) -> bool;

    // The steps of the kernels.

    /// What of one vector the error test of the next one needs: see [`Self::utf8_errors`].
    fn utf8_carry(self, current: Self::Octets, back1: Self::Octets) -> Self::Octets;

    /// Not zero where the text `current`, which stands also shifted by one octet, is ill-formed by what stands there and
    /// up to three octets before. `carry` is [`Self::utf8_carry`] of the vector before this one and becomes this one's.
    ///
    /// # Safety
    ///
    /// `current` stands at `at`, and the three octets before can be read too.
    unsafe fn utf8_errors_at(
        self,
        carry: &mut Self::Octets,
        current: Self::Octets,
        at: *const u8,
    ) -> Self::Octets;

    /// Not zero where the text `current`, which stands also shifted by one, two and three octets, is ill-formed by what
    /// stands there and before.
    fn utf8_errors(
        self,
        current: Self::Octets,
        back1: Self::Octets,
        back2: Self::Octets,
        back3: Self::Octets,
    ) -> Self::Octets;

    /// The low octets and the high octets of the UTF-16 units that the characters ending at each position would have,
    /// and the positions where a unit is due: see [`crate::kernel::utf8_to_utf16`]. `next` is the text shifted the other
    /// way. Unless `FOUR`, no octet is F0 or more.
    fn utf16_planes<const FOUR: bool>(
        self,
        current: Self::Octets,
        back1: Self::Octets,
        back2: Self::Octets,
        back3: Self::Octets,
        next: Self::Octets,
    ) -> (Self::Octets, Self::Octets, Self::Mask);

    /// Only the positions from `from` and before `to` of `mask`; both are at most [`Self::LEN`].
    fn between(self, mask: Self::Mask, from: usize, to: usize) -> Self::Mask;

    /// Writes the units whose octets stand at the positions `mask` of `low` and `high`; how many they were.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] units can be written at `to`.
    unsafe fn put_units<const BIG: bool>(
        self,
        to: *mut u8,
        low: Self::Octets,
        high: Self::Octets,
        mask: Self::Mask,
    ) -> usize;

    /// The same where no more than `room` units can be written, or `None` if they are more.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`.
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: Self::Octets,
        high: Self::Octets,
        mask: Self::Mask,
    ) -> Option<usize>;

    /// Writes a unit for each of the octets at `from`, which are ASCII.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`, as many units written at `to`.
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8);
}
