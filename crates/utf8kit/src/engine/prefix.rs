//! What the engine asks of the kernels of an encoding, or of a pair of encodings.

use crate::codec::{Decode, Encode, LONGEST};
use crate::error::{ConvertError, DestinationFull, IllFormed, Lossy, SequenceBits};
use crate::simd::dispatch::Kernels;
use crate::simd::find_utf8_errors::Marks;
use crate::simd::repair_utf8::Repaired;
use core::mem::MaybeUninit;

/// An encoding whose text a kernel can validate.
///
/// # Safety
///
/// [`valid_prefix`](Self::valid_prefix) returns the length of a prefix of `src` that is well-formed in this encoding, and
/// [`validate_rest`](Self::validate_rest) returns `Ok` only if all of `src` is. [`find_errors`](Self::find_errors) marks every
/// error of the code units that it counts. Validation of UTF-8 relies on that to make a `str`.
pub(crate) unsafe trait ValidPrefix: Decode + Default {
    /// Returns the length, in code units, of a prefix of `src` that is well-formed. It ends at a character boundary.
    fn valid_prefix(kernels: Kernels, src: &[Self::Unit]) -> usize;

    /// Whether [`valid_prefix`](Self::valid_prefix) returns the length of the longest one.
    const STOPS_AT_ERRORS: bool = false;

    /// Returns the error with which the rest of a text begins at which [`valid_prefix`](Self::valid_prefix) stopped. Called only if it
    /// [stops](Self::STOPS_AT_ERRORS) at errors.
    fn error_at(_rest: &[Self::Unit]) -> SequenceBits {
        unreachable!("the kernel need not stop at an error")
    }

    /// Whether [`find_errors`](Self::find_errors) is a kernel.
    const MARKS_ERRORS: bool = false;

    /// The number of words of marks, of 64 code units, without an error from which on [`valid_prefix`](Self::valid_prefix) is faster.
    const CLEAN_WORDS: usize = 8;

    /// Returns `true` if what [`find_errors`](Self::find_errors) marks and [`ConvertPrefix::repair_prefix`] replaces is ill-formed by the
    /// rules of this value, too.
    #[inline]
    fn is_strict(&self) -> bool {
        true
    }

    /// Marks the errors at the beginning of `src`, as [`Kernels::utf8_errors`] says, in code units.
    #[inline]
    fn find_errors(_: Kernels, _: &[Self::Unit], _: &mut [Marks]) -> usize {
        0
    }

    /// Continues the validation of `src` after its first `done` code units, which [`valid_prefix`](Self::valid_prefix) has
    /// proved well-formed.
    ///
    /// Each implementation contains the function, as for [`ConvertPrefix::convert_rest`].
    fn validate_rest(kernels: Kernels, src: &[Self::Unit], done: usize) -> Result<(), IllFormed>;

    /// Returns `true` if [`validate_rest`](Self::validate_rest) finds no error, without making one.
    fn rest_is_valid(kernels: Kernels, src: &[Self::Unit], done: usize) -> bool;
}

/// An encoding from which a kernel can convert to `T`.
///
/// # Safety
///
/// Each function returns at most the length of `src` as read and at most that of `dst` as written. What is written is
/// initialized, and is the characters read, in `T`. After these code units, the function leaves those of `dst` as they were
/// or writes any initialized values. Conversions rely on that to set the length of a `Vec`, and those to UTF-8 to make a
/// `str`.
pub(crate) unsafe trait ConvertPrefix<T: Encode>: ValidPrefix {
    /// Converts a well-formed prefix of `src`, as much as fits in `dst`, and returns the number of code units read
    /// and written.
    fn convert_prefix(
        kernels: Kernels,
        src: &[Self::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> (usize, usize);

    /// Converts the rest of `src` after [`convert_prefix`](Self::convert_prefix) has read and written `done` code
    /// units.
    ///
    /// Each implementation has its own copy, so that it is compiled once, in this crate: the public functions that
    /// call it are inlined into other crates.
    fn convert_rest(
        kernels: Kernels,
        src: &[Self::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
        done: (usize, usize),
    ) -> Result<usize, ConvertError>;

    /// Converts the rest of `src` likewise, and writes the substitute of `T` for each maximal subpart and for each character that
    /// `T` cannot represent.
    fn convert_lossy_rest(
        kernels: Kernels,
        src: &[Self::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
        done: (usize, usize),
    ) -> Result<Lossy, DestinationFull>;

    /// Converts a prefix of `src` and writes the substitute of `T` for each maximal subpart: for text with many
    /// errors.
    ///
    /// `src` begins with a character or a maximal subpart, and so does what is left of it. Reads nothing where there
    /// is no kernel for it.
    #[inline]
    fn repair_prefix(_: Kernels, _: &[Self::Unit], _: &mut [MaybeUninit<T::Unit>]) -> Repaired {
        Repaired::default()
    }

    /// Converts a prefix of `src`, not always as much as fits in `dst`, and may write the substitute of `T` for errors that are far from each
    /// other. What is left of `src` begins with a character or a maximal subpart.
    #[inline]
    fn convert_over_errors(
        kernels: Kernels,
        src: &[Self::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Repaired {
        let (read, written) = Self::convert_prefix(kernels, src, dst);
        assert_within::<Self, _>(src, read, dst, written);
        (read, written).into()
    }

    /// Does what [`repair_prefix`](Self::repair_prefix) does with all of a short `src`, which ends with a character or an error, or reads
    /// nothing.
    #[inline]
    fn repair_short(_: Kernels, _: &[Self::Unit], _: &mut [MaybeUninit<T::Unit>]) -> Repaired {
        Repaired::default()
    }
}

/// Asserts, in debug builds, that a kernel stopped at a character boundary of `src`.
#[inline(always)]
pub(super) fn assert_boundary<S: Decode + Default>(src: &[S::Unit], read: usize) {
    debug_assert!(read <= src.len(), "read {read} of {} code units", src.len());
    debug_assert!(
        read == 0
            || (1..=read.min(LONGEST))
                .any(|len| matches!(S::default().decode(&src[read - len..], true), Ok((_, n)) if n == len)),
        "{read} is no character boundary"
    );
}

/// Asserts, in debug builds, that a kernel stayed within `src` and `dst` and stopped at a character boundary.
#[inline(always)]
pub(super) fn assert_within<S: Decode + Default, B>(src: &[S::Unit], read: usize, dst: &[B], written: usize) {
    assert_boundary::<S>(src, read);
    debug_assert!(
        written <= dst.len(),
        "written {written} of {} code units",
        dst.len()
    );
}
