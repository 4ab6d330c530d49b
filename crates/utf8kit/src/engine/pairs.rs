//! The kernel for each encoding and for each pair of encodings.

#[cfg(feature = "utf16")]
mod utf16_to_bytes;
#[cfg(any(feature = "utf16", feature = "utf32"))]
mod wide;

use crate::codec::{Decode, Encode, LONGEST};
use crate::encoding::*;
use crate::simd::dispatch::Kernels;
use crate::simd::find_utf8_errors::Marks;
use crate::simd::repair_utf8::Repaired;
use crate::{ConvertError, DestinationFull, IllFormed, Lossy};
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

    /// Converts all of `src`, and writes the substitute of `T` for each maximal subpart and for each character that `T`
    /// cannot represent.
    ///
    /// Each implementation has its own copy, as of [`convert_rest`](Self::convert_rest).
    fn convert_lossy(
        kernels: Kernels,
        src: &[Self::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
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

/// Writes [`ValidPrefix::validate_rest`] and [`ValidPrefix::rest_is_valid`].
macro_rules! validate_rest {
    () => {
        #[inline(never)]
        fn validate_rest(
            kernels: $crate::simd::dispatch::Kernels,
            src: &[Self::Unit],
            done: usize,
        ) -> Result<(), $crate::IllFormed> {
            $crate::engine::validate_after::<Self>(kernels, src, done)
        }

        #[inline(never)]
        fn rest_is_valid(kernels: $crate::simd::dispatch::Kernels, src: &[Self::Unit], done: usize) -> bool {
            $crate::engine::is_valid_after::<Self>(kernels, src, done)
        }
    };
}
#[cfg(any(feature = "utf16", feature = "utf32"))]
pub(crate) use validate_rest;

/// Implements [`ConvertPrefix::convert_rest`] and [`ConvertPrefix::convert_lossy`].
macro_rules! convert_rest {
    ($target:ty) => {
        #[inline(never)]
        fn convert_rest(
            kernels: $crate::simd::dispatch::Kernels,
            src: &[Self::Unit],
            dst: &mut [core::mem::MaybeUninit<<$target as $crate::codec::Encode>::Unit>],
            done: (usize, usize),
        ) -> Result<usize, $crate::ConvertError> {
            $crate::engine::convert_after::<Self, $target>(kernels, src, dst, done)
        }

        #[inline(never)]
        fn convert_lossy(
            kernels: $crate::simd::dispatch::Kernels,
            src: &[Self::Unit],
            dst: &mut [core::mem::MaybeUninit<<$target as $crate::codec::Encode>::Unit>],
        ) -> Result<$crate::Lossy, $crate::DestinationFull> {
            $crate::engine::convert_lossy_with::<Self, $target>(kernels, src, dst)
        }
    };
}
#[cfg(any(feature = "utf16", feature = "utf32", feature = "dialects"))]
pub(crate) use convert_rest;

// SAFETY: the kernels have the same contract, and a byte below `0x80` is a character.
unsafe impl ValidPrefix for Utf8 {
    validate_rest!();

    #[inline]
    fn find_errors(kernels: Kernels, src: &[u8], marks: &mut [Marks]) -> usize {
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        unsafe { kernels.utf8_errors(src, marks) }
    }

    #[inline]
    fn valid_prefix(kernels: Kernels, src: &[u8]) -> usize {
        // For no byte or one, this is faster than a call.
        if let [] | [0..0x80] = src {
            return src.len();
        }
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        unsafe { kernels.utf8_prefix(src) }
    }
}

// SAFETY: the kernel has the same contract.
unsafe impl ValidPrefix for Ascii {
    validate_rest!();

    #[inline]
    fn valid_prefix(kernels: Kernels, src: &[u8]) -> usize {
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        unsafe { kernels.ascii_prefix(src) }
    }
}

// SAFETY: every byte is a character.
#[cfg(feature = "latin1")]
unsafe impl ValidPrefix for Latin1 {
    validate_rest!();

    #[inline]
    fn valid_prefix(_: Kernels, src: &[u8]) -> usize {
        src.len()
    }
}

/// Implements [`ConvertPrefix`] by one method of [`Kernels`] for each pair.
macro_rules! convert {
    ($($source:ty => $target:ty: $kernel:ident;)*) => {$(
        // SAFETY: the kernel has the same contract.
        unsafe impl ConvertPrefix<$target> for $source {
            convert_rest!($target);

            #[inline]
            fn convert_prefix(
                kernels: Kernels,
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                // SAFETY: a `Kernels` proves that the processor has the instruction set.
                unsafe { kernels.$kernel(src, dst) }
            }
        }
    )*};
}

convert! {
    Utf8 => Ascii: ascii_copy;
    Ascii => Utf8: ascii_copy;
}
#[cfg(feature = "latin1")]
convert! {
    Utf8 => Latin1: utf8_to_latin1;
    Latin1 => Utf8: latin1_to_utf8;
}
#[cfg(feature = "utf32")]
convert! {
    Utf32 => Ascii: utf32_to_ascii;
    Ascii => Utf32: ascii_to_utf32;
}
#[cfg(all(feature = "utf32", feature = "latin1"))]
convert! {
    Utf32 => Latin1: utf32_to_latin1;
    Latin1 => Utf32: latin1_to_utf32;
}

// SAFETY: the kernels have the same contract.
unsafe impl ConvertPrefix<Utf8> for Utf8 {
    convert_rest!(Utf8);

    #[inline]
    fn convert_prefix(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        unsafe { kernels.utf8_copy(src, dst) }
    }

    #[inline]
    fn repair_prefix(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Repaired {
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        unsafe { kernels.utf8_repair(src, dst, usize::MAX) }
    }
}
