//! Validation of UTF-8.

use super::Vectors;

/// Steps of the kernels that validate UTF-8.
///
/// `prev1`, `prev2` and `prev3` are the text shifted by one, two and three bytes: at each position the byte so far before
/// it.
pub(crate) trait Validate: Vectors {
    /// Returns `v` shifted by one, two and three bytes: what loads so many bytes earlier return if zeros precede `v`.
    fn after_zeros(self, v: Self::Bytes) -> [Self::Bytes; 3];

    /// Returns `v`, which follows `before`, shifted by one, two and three bytes. Only where there are masks
    /// ([`Vectors::HAS_MASKS`]).
    fn after(self, before: Self::Bytes, v: Self::Bytes) -> [Self::Bytes; 3];

    /// Returns what a load one byte later returns if a zero follows `v`.
    fn before_zero(self, v: Self::Bytes) -> Self::Bytes;

    /// Returns `true` if any byte is `0x80` or more.
    fn any_not_ascii(self, v: Self::Bytes) -> bool;

    /// Returns `true` if any byte is `0xF0` or more.
    fn any_starts_four(self, v: Self::Bytes) -> bool;

    /// Returns `true` if any byte of `errors` is not zero, or if a sequence is incomplete at the end of `v`.
    fn any_or_cut(self, errors: Self::Bytes, v: Self::Bytes) -> bool;

    /// Returns nonzero bytes where the text `current` is ill-formed, by the bytes there and up to three bytes before.
    fn utf8_errors(
        self,
        current: Self::Bytes,
        prev1: Self::Bytes,
        prev2: Self::Bytes,
        prev3: Self::Bytes,
    ) -> Self::Bytes;

    /// Returns what [`Self::utf8_errors_at`] of the next vector needs of this one.
    fn utf8_carry(self, current: Self::Bytes, prev1: Self::Bytes) -> Self::Bytes;

    /// Returns [`Self::utf8_errors`] of the vector `current` at `at`. `carry` is [`Self::utf8_carry`] of the vector before
    /// and becomes that of this one.
    ///
    /// # Safety
    ///
    /// `current` is [`Vectors::LEN`] bytes at `at`, which can be read, and so can the three bytes before `at`.
    unsafe fn utf8_errors_at(
        self,
        carry: &mut Self::Bytes,
        current: Self::Bytes,
        at: *const u8,
    ) -> Self::Bytes;

    /// Returns the errors for [`Self::any_below_four`] of text that must not have a byte of `0xF0` or more. Such bytes are
    /// reported at the byte after them, thus all but the last one of the text.
    fn utf8_errors_below_four(
        self,
        current: Self::Bytes,
        prev1: Self::Bytes,
        prev2: Self::Bytes,
    ) -> Self::Bytes;

    /// Returns `true` if [`Self::utf8_errors_below_four`] found an error.
    #[inline(always)]
    fn any_below_four(self, errors: Self::Bytes) -> bool {
        self.any(errors)
    }
}
