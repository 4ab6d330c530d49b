//! What the kernels ask of an instruction set for UTF-32.

use super::Vectors;

/// The kernels' steps to and from UTF-32. Methods of the same name but for `wide` are in [`Simd`](super::Simd).
pub(crate) trait Wide: Vectors {
    /// Are the steps for all characters so dear that, among characters of four bytes in UTF-8, each vector of UTF-16 or two
    /// of UTF-32 are asked whether they have any?
    const ASK_EACH: bool;

    /// The lowest, the middle and the highest bytes of the UTF-32 units that the characters ending at each position would
    /// have, and the positions where one ends: see [`crate::kernel::utf8_to_units`]. Unless `FOUR`, no byte is F0 or more,
    /// and the highest ones are zero.
    fn utf32_planes<const FOUR: bool>(
        self,
        current: Self::Bytes,
        back: [Self::Bytes; 3],
        next: Self::Bytes,
    ) -> ([Self::Bytes; 3], Self::Mask);

    /// [`Simd::put_units`](super::Simd::put_units) for units of 32 bits. Unless `FOUR`, the highest bytes are zero.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] units can be written at `to`.
    unsafe fn put_wide<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        planes: [Self::Bytes; 3],
        mask: Self::Mask,
    ) -> usize;

    /// [`Simd::put_units_within`](super::Simd::put_units_within) for units of 32 bits. Unless `FOUR`, the highest bytes are zero.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`.
    unsafe fn put_wide_within<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        room: usize,
        planes: [Self::Bytes; 3],
        mask: Self::Mask,
    ) -> Option<usize>;

    /// [`Simd::put_ascii_units`](super::Simd::put_ascii_units) for units of 32 bits.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, as many units written at `to`.
    unsafe fn put_ascii_wide<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// [`Simd::put_first_units`](super::Simd::put_first_units) for units of 32 bits.
    ///
    /// # Safety
    ///
    /// `room` units can be written at `to`, and are `len` at least.
    unsafe fn put_first_wide<const BIG: bool>(self, to: *mut u8, room: usize, bytes: Self::Bytes, len: usize);

    // UTF-32 as a source; vectors hold a quarter as many units as bytes.

    /// Units of 32 bits in the machine's order, from such as stand in the text.
    fn native_wide<const BIG: bool>(self, v: Self::Bytes) -> Self::Bytes;

    /// Has one of the units of 32 bits one of these bits?
    fn any_wide(self, v: Self::Bytes, bits: u32) -> bool;

    /// Are all of the units of 32 bits scalar values?
    fn are_scalars(self, a: Self::Bytes, b: Self::Bytes) -> bool;

    /// The units of 32 bits of two vectors, below 10000 and in the text's order, as units of 16 bits in the machine's.
    fn pack_wide<const BIG: bool>(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Is one of the units of 16 bits a surrogate?
    fn any_surrogates_among(self, a: Self::Bytes, b: Self::Bytes) -> bool;

    /// Writes the units of 32 bits of four vectors, ASCII in the text's order, as a byte each.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_narrow_wide<const BIG: bool>(self, to: *mut u8, vectors: [Self::Bytes; 4]);

    /// Writes the units of 32 bits of two vectors, below 200000, in UTF-8; the number of bytes. (Others make something.)
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_four(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

    /// The same for the units before `stop`, as [`Simd::put_any_within`](super::Simd::put_any_within).
    ///
    /// # Safety
    ///
    /// That of [`Simd::put_any_within`](super::Simd::put_any_within).
    unsafe fn put_four_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    // From UTF-16 to UTF-32 and back, all in the machine's order.

    /// Widens the units of 16 bits at `from`, no surrogates.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, twice as many written at `to`.
    unsafe fn put_widened(self, to: *mut u8, from: *const u8);

    /// Writes a unit of 32 bits for each of 16 that is no high surrogate; how many. `back1` has the units before each,
    /// among them high surrogates before all low ones.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_joined(self, to: *mut u8, units: Self::Bytes, back1: Self::Bytes) -> usize;

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
        units: Self::Bytes,
        back1: Self::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Writes the scalar values in two vectors in UTF-16; the number of units.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_split(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

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
        numbers: [Self::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize>;
}
