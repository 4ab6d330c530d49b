//! UTF-8 to UTF-16 and UTF-32 by planes: one vector for each byte of the code units. The algorithm is described in
//! `simd/utf8_to_utf16.rs`.

use super::Validate;

/// Steps of the kernels from UTF-8 to UTF-16 and UTF-32.
///
/// In masks the lowest bit is that of the first byte. `next` is the text one byte later, `prev1` to `prev3` one to three
/// bytes earlier. `BIG` is the byte order of the code units written. Unless `FOUR`, no byte is `0xF0` or more.
pub(crate) trait Planes: Validate {
    /// Returns the low and the high bytes of the UTF-16 code units that the characters ending at each position would have,
    /// and the mask of the positions that have a code unit.
    fn utf16_planes<const FOUR: bool>(
        self,
        current: Self::Bytes,
        prev1: Self::Bytes,
        prev2: Self::Bytes,
        prev3: Self::Bytes,
        next: Self::Bytes,
    ) -> (Self::Bytes, Self::Bytes, u64);

    /// Returns the lowest, the middle and the highest bytes of the UTF-32 code units that the characters ending at each
    /// position would have, and the mask of the positions where one ends. Unless `FOUR`, the highest bytes are zero.
    fn utf32_planes<const FOUR: bool>(
        self,
        current: Self::Bytes,
        prev: [Self::Bytes; 3],
        next: Self::Bytes,
    ) -> ([Self::Bytes; 3], u64);

    /// Returns the bits of `mask` at the positions `from..to`. Both are at most [`Vectors::LEN`](super::Vectors::LEN).
    fn between(self, mask: u64, from: usize, to: usize) -> u64;

    /// Writes the 16-bit code units whose bytes are at the positions `mask` of `low` and `high`, and returns their number.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](super::Vectors::LEN) 16-bit units can be written at `to`. No bit of `mask` from there on is set.
    unsafe fn put_units<const BIG: bool>(
        self,
        to: *mut u8,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
    ) -> usize;

    /// Does what [`Self::put_units`] does where `room` units can be written, or returns `None` if there are more.
    ///
    /// # Safety
    ///
    /// `room` 16-bit units can be written at `to`. No bit of `mask` from [`Vectors::LEN`](super::Vectors::LEN) on is set.
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
    ) -> Option<usize>;

    /// Does what [`Self::put_units`] does with 32-bit units. Unless `FOUR`, the highest bytes are zero.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](super::Vectors::LEN) 32-bit units can be written at `to`. No bit of `mask` from there on is set.
    unsafe fn put_wide<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        planes: [Self::Bytes; 3],
        mask: u64,
    ) -> usize;

    /// Does what [`Self::put_wide`] does where `room` units can be written, or returns `None` if there are more.
    ///
    /// # Safety
    ///
    /// `room` 32-bit units can be written at `to`. No bit of `mask` from [`Vectors::LEN`](super::Vectors::LEN) on is set.
    unsafe fn put_wide_within<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        room: usize,
        planes: [Self::Bytes; 3],
        mask: u64,
    ) -> Option<usize>;
}
