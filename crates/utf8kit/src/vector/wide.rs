//! What the kernels ask of an instruction set for UTF-32.

use super::Vectors;

/// The kernels' steps to and from UTF-32. Methods of the same name but for `wide` are in [`Simd`](super::Simd).
pub(crate) trait Wide: Vectors {
    /// Are the steps for all characters so dear that, among characters of four octets in UTF-8, each vector of UTF-16 or two
    /// of UTF-32 are asked whether they have any?
    const ASK_EACH: bool;

    /// The lowest, the middle and the highest octets of the UTF-32 units that the characters ending at each position would
    /// have, and the positions where one ends: see [`crate::kernel::utf8_to_units`]. Unless `FOUR`, no octet is F0 or more,
    /// and the highest ones are zero.
    fn utf32_planes<const FOUR: bool>(
        self,
        current: Self::Octets,
        back: [Self::Octets; 3],
        next: Self::Octets,
    ) -> ([Self::Octets; 3], Self::Mask);

    /// [`Simd::put_units`](super::Simd::put_units) for units of 32 bits. Unless `FOUR`, the highest octets are zero.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] units can be written at `to`.
    unsafe fn put_wide<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        planes: [Self::Octets; 3],
        mask: Self::Mask,
    ) -> usize;

    /// [`Simd::put_units_within`](super::Simd::put_units_within) for units of 32 bits. Unless `FOUR`, the highest octets are zero.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`.
    unsafe fn put_wide_within<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        room: usize,
        planes: [Self::Octets; 3],
        mask: Self::Mask,
    ) -> Option<usize>;

    /// [`Simd::put_ascii_units`](super::Simd::put_ascii_units) for units of 32 bits.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] octets can be read at `from`, as many units written at `to`.
    unsafe fn put_ascii_wide<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// [`Simd::put_first_units`](super::Simd::put_first_units) for units of 32 bits.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`, and are `len` at least.
    unsafe fn put_first_wide<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        octets: Self::Octets,
        len: usize,
    );

    // UTF-32 as a source; vectors hold a quarter as many units as octets.

    /// Units of 32 bits in the machine's order, from such as stand in the text.
    fn native_wide<const BIG: bool>(self, v: Self::Octets) -> Self::Octets;

    /// Has one of the units of 32 bits one of these bits?
    fn any_wide(self, v: Self::Octets, bits: u32) -> bool;

    /// Are all of the units of 32 bits scalar values?
    fn are_scalars(self, a: Self::Octets, b: Self::Octets) -> bool;

    /// The units of 32 bits of two vectors, below 10000 and in the text's order, as units of 16 bits in the machine's.
    fn pack_wide<const BIG: bool>(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;

    /// Is one of the units of 16 bits a surrogate?
    fn any_surrogates_among(self, a: Self::Octets, b: Self::Octets) -> bool;

    /// Writes the units of 32 bits of four vectors, ASCII in the text's order, as an octet each.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] octets can be written at `to`.
    unsafe fn put_narrow_wide<const BIG: bool>(self, to: *mut u8, vectors: [Self::Octets; 4]);

    /// Writes the units of 32 bits of two vectors, below 200000, in UTF-8; the number of octets. (Others make something.)
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] octets can be written at `to`.
    unsafe fn put_four(self, to: *mut u8, a: Self::Octets, b: Self::Octets) -> usize;

    /// The same for the units before `stop`, as [`Simd::put_any_within`](super::Simd::put_any_within).
    ///
    /// # Safety
    ///
    /// That of [`Simd::put_any_within`](super::Simd::put_any_within).
    unsafe fn put_four_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Octets; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    // From UTF-16 to UTF-32 and back, all in the machine's order.

    /// Widens the units of 16 bits at `from`, no surrogates.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] octets can be read at `from`, twice as many written at `to`.
    unsafe fn put_widened(self, to: *mut u8, from: *const u8);

    /// Writes a unit of 32 bits for each of 16 that is no high surrogate; how many. `back1` has the units before each,
    /// among them high surrogates before all low ones.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] octets can be written at `to`.
    unsafe fn put_joined(self, to: *mut u8, units: Self::Octets, back1: Self::Octets) -> usize;

    /// The same for the units of 16 bits from `skip` on and before `stop`, where no more than `room` units of 32 bits can be
    /// written, or `None` if they are more.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`.
    unsafe fn put_joined_within(
        self,
        to: *mut u8,
        room: usize,
        units: Self::Octets,
        back1: Self::Octets,
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Writes the scalar values in two vectors in UTF-16; the number of units.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] octets can be written at `to`.
    unsafe fn put_split(self, to: *mut u8, a: Self::Octets, b: Self::Octets) -> usize;

    /// The same for those from `skip` on and before `stop`, where no more than `room` units can be written, or `None` if
    /// they are more.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`.
    unsafe fn put_split_within(
        self,
        to: *mut u8,
        room: usize,
        numbers: [Self::Octets; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize>;
}
