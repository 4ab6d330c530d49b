//! UTF-32 as a source, and UTF-16 to UTF-32 and back. A vector holds a quarter as many 32-bit code units as bytes.

use super::Utf16;

/// Steps of the kernels that read UTF-32, or that convert between UTF-16 and UTF-32 in the machine's order.
///
/// The methods named `within` write at most `room` units, or return `None` and write nothing if the text needs more.
pub(crate) trait Utf32: Utf16 {
    /// Returns 32-bit units in the machine's order. `BIG` is the byte order of the units in `v`.
    fn native_wide<const BIG: bool>(self, v: Self::Bytes) -> Self::Bytes;

    /// Reverses the bytes of each unit.
    #[inline(always)]
    fn swap_wide(self, v: Self::Bytes) -> Self::Bytes {
        self.native_wide::<{ !cfg!(target_endian = "big") }>(v)
    }

    /// Returns `true` if any of the 32-bit units has any of these bits.
    #[inline(always)]
    fn any_wide(self, v: Self::Bytes, bits: u32) -> bool {
        self.any(v & self.splat_u32(bits))
    }

    /// Accumulates for [`Self::is_scalar_max`] the maximum of 32-bit numbers in an order that has the surrogates above all
    /// others. The initial value is zeros.
    fn max_scalar(self, max: Self::Bytes, numbers: Self::Bytes) -> Self::Bytes;

    /// Returns `true` if [`Self::max_scalar`] found scalar values only.
    fn is_scalar_max(self, max: Self::Bytes) -> bool;

    /// Returns `true` if all 32-bit units of two vectors are scalar values.
    #[inline(always)]
    fn are_scalars(self, a: Self::Bytes, b: Self::Bytes) -> bool {
        let max = self.max_scalar(self.splat(0), a);
        self.is_scalar_max(self.max_scalar(max, b))
    }

    /// Writes a 32-bit unit for each 16-bit unit that is not a high surrogate, and returns their number. `prev1` has the
    /// unit before each, a high surrogate before every low one.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`](super::Vectors::LEN) bytes can be written at `to`.
    unsafe fn put_joined(self, to: *mut u8, units: Self::Bytes, prev1: Self::Bytes) -> usize;

    /// Does what [`Self::put_joined`] does for the 16-bit units `skip..stop`.
    ///
    /// # Safety
    ///
    /// `room` 32-bit units can be written at `to`. `skip` and `stop` are at most the 16-bit units of a vector.
    unsafe fn put_joined_within(
        self,
        to: *mut u8,
        room: usize,
        units: Self::Bytes,
        prev1: Self::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Writes the scalar values in two vectors as UTF-16, and returns the number of 16-bit units.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`](super::Vectors::LEN) bytes can be written at `to`.
    unsafe fn put_split<const SWAP: bool>(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

    /// Does what [`Self::put_split`] does for the scalar values `skip..stop` of both vectors together.
    ///
    /// # Safety
    ///
    /// `room` 16-bit units can be written at `to`. `skip` and `stop` are at most the 32-bit units of both vectors.
    unsafe fn put_split_within<const SWAP: bool>(
        self,
        to: *mut u8,
        room: usize,
        numbers: [Self::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize>;
}
