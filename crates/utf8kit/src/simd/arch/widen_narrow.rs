//! Widening and narrowing: code units that keep their value in units of another width.

use super::Vectors;

/// Steps of the kernels that change the width of code units. `BIG` is the byte order of the wider units.
pub(crate) trait Width: Vectors {
    /// Writes a 16-bit unit for each of the bytes at `from`, which are ASCII or Latin-1.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, and twice as many bytes can be written at `to`.
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// Does what [`Self::put_ascii_units`] does for the first `len` of `bytes`, where `room` units can be written.
    ///
    /// # Safety
    ///
    /// `room` 16-bit units can be written at `to`. `len` is at most `room` and at most [`Vectors::LEN`].
    unsafe fn put_first_units<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        bytes: Self::Bytes,
        len: usize,
    );

    /// Does what [`Self::put_ascii_units`] does with 32-bit units.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, and four times as many bytes can be written at `to`.
    unsafe fn put_ascii_wide<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// Does what [`Self::put_first_units`] does with 32-bit units.
    ///
    /// # Safety
    ///
    /// `room` 32-bit units can be written at `to`. `len` is at most `room` and at most [`Vectors::LEN`].
    unsafe fn put_first_wide<const BIG: bool>(self, to: *mut u8, room: usize, bytes: Self::Bytes, len: usize);

    /// Widens the 16-bit units at `from` to 32 bits in the machine's order. None of them is a surrogate.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, and twice as many bytes can be written at `to`.
    unsafe fn put_widened<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// Returns a byte for each 16-bit unit of `a` and then of `b`, which are below `0x100`.
    fn narrow<const BIG: bool>(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Returns a byte for each 32-bit unit of the four vectors, which are below `0x80`.
    fn narrow_wide<const BIG: bool>(self, vectors: [Self::Bytes; 4]) -> Self::Bytes;

    /// Returns a 16-bit unit in the machine's order for each 32-bit unit of `a` and then of `b`, which are below `0x1_0000`.
    fn pack_wide<const BIG: bool>(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
}
