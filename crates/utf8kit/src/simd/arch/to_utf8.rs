//! Code units to UTF-8: each unit is spread to as many bytes as its kind can need, and the unused bytes are left out. The
//! algorithm is described in `simd/utf16_to_utf8.rs`.

use super::Vectors;

/// The code units of two vectors to write: those whose bytes are not written yet.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    /// The number of units of both vectors before the first to write.
    pub(crate) skip: usize,
    /// The number of units at the beginning of the second vector that are also at the end of the first. If it is not zero,
    /// `skip` is at most the units of a vector.
    pub(crate) overlap: usize,
}

impl Chosen {
    /// Returns the number of units to leave out at the beginning of each vector, which has `len`.
    #[inline(always)]
    pub(super) fn left_out(self, len: usize) -> [usize; 2] {
        let Chosen { skip, overlap } = self;
        debug_assert!(overlap <= len && skip <= if overlap == 0 { 2 * len } else { len });
        [skip.min(len), overlap + skip.saturating_sub(len)]
    }
}

/// Steps of the kernels that write UTF-8. Code units are in the machine's order.
///
/// All methods return the number of bytes that they write. Those named `within` write at most `room` bytes, or return `None`
/// and write nothing if the text needs more.
pub(crate) trait ToUtf8: Vectors {
    /// Writes the 16-bit units of two vectors, all below `0x800`.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_two(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

    /// Writes the 16-bit units of two vectors, none of them a surrogate. Returns also `true` if a unit needs three bytes, or
    /// always if [`Simd::UTF16_THREE_BYTE_BACKOFF`](super::Simd::UTF16_THREE_BYTE_BACKOFF) is zero.
    ///
    /// # Safety
    ///
    /// Four times [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_three(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> (usize, bool);

    /// Writes any 16-bit units, two bytes for each surrogate. `prev1` has the unit before each.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_any(self, to: *mut u8, units: Self::Bytes, prev1: Self::Bytes) -> usize;

    /// Writes the 32-bit units of two vectors, below `0x20_0000`. The result for greater ones is unspecified.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_four(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

    /// Does what [`Self::put_two`] does for the first `len` units of one vector.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. `len` is at most the units of a vector.
    unsafe fn put_two_short(self, to: *mut u8, room: usize, units: Self::Bytes, len: usize) -> Option<usize>;

    /// Does what [`Self::put_two`] does for the `chosen` units.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. The bytes of the units left out before the chosen ones precede `to`, and can be
    /// written too. `skip` is at most the units of both vectors, or of one if there is an overlap, which is at most the units
    /// of a vector.
    unsafe fn put_two_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        chosen: Chosen,
    ) -> Option<usize>;

    /// Does what [`Self::put_three`] does for the `chosen` units.
    ///
    /// # Safety
    ///
    /// That of [`Self::put_two_within`].
    unsafe fn put_three_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        chosen: Chosen,
    ) -> Option<usize>;

    /// Does what [`Self::put_any`] does for the units `skip..stop`.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. The bytes of the first `skip` units precede `to`, and can be written too. `skip`
    /// is at most `stop`, and `stop` at most the number of units.
    unsafe fn put_any_within(
        self,
        to: *mut u8,
        room: usize,
        units: Self::Bytes,
        prev1: Self::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Does what [`Self::put_four`] does for the units `skip..stop` of both vectors together.
    ///
    /// # Safety
    ///
    /// That of [`Self::put_any_within`].
    unsafe fn put_four_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize>;
}
