//! UTF-8 to Latin-1 and back.

use super::Vectors;

/// Steps of the kernels for Latin-1. In masks the lowest bit is that of the first byte.
pub(crate) trait Latin1: Vectors {
    /// Returns a bit for each byte that is `0xC2` or `0xC3`, the lead bytes of U+0080..=U+00FF.
    fn bits_first_of_latin1(self, v: Self::Bytes) -> u64;

    /// Returns `current` with `0x40` added to each byte that follows `0xC3`.
    fn latin1_of(self, current: Self::Bytes, prev1: Self::Bytes) -> Self::Bytes;

    /// Writes the bytes of `v` whose bit is set in `kept`, and returns their number.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes and 16 more can be written at `to`.
    unsafe fn put_bytes(self, to: *mut u8, v: Self::Bytes, kept: u64) -> usize;

    /// Does what [`Self::put_bytes`] does where `room` bytes can be written.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. At most as many bits of `kept` are set, and none from [`Vectors::LEN`] on.
    unsafe fn put_bytes_within(self, to: *mut u8, room: usize, v: Self::Bytes, kept: u64);

    /// Writes the Latin-1 in `v` as UTF-8, and returns the number of bytes.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_latin1(self, to: *mut u8, v: Self::Bytes) -> usize;

    /// Does what [`Self::put_latin1`] does for the first `len` bytes of `v`, where `room` bytes can be written.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. `len` is at most [`Vectors::LEN`]. The first `len` bytes of `v` need at most
    /// `room` bytes of UTF-8, and the other bytes of `v` are zero.
    unsafe fn put_latin1_within(self, to: *mut u8, room: usize, v: Self::Bytes, len: usize) -> usize;
}
