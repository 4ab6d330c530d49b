//! The kernels of numbers: those of UTF-32.

use super::{convert_rest, validate_rest};
use crate::encoding::*;
use crate::engine::prefix::{ConvertPrefix, ValidPrefix};
use crate::simd::dispatch::Kernels;
use core::mem::MaybeUninit;

// SAFETY: every number is well-formed.
unsafe impl ValidPrefix for Numbers {
    validate_rest!();

    #[inline]
    fn valid_prefix(_: Kernels, src: &[u32]) -> usize {
        src.len()
    }
}

/// Implements [`ConvertPrefix`] from encodings to numbers by the kernels to UTF-32.
macro_rules! to_numbers {
    ($([$($generics:tt)*] $source:ty;)*) => {$(
        // SAFETY: the kernel has the same contract; UTF-32 is numbers.
        unsafe impl<$($generics)*> ConvertPrefix<Numbers> for $source {
            convert_rest!(Numbers);

            #[inline]
            fn convert_prefix(
                kernels: Kernels,
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<u32>],
            ) -> (usize, usize) {
                <$source as ConvertPrefix<Utf32>>::convert_prefix(kernels, src, dst)
            }
        }
    )*};
}

/// Implements [`ConvertPrefix`] from numbers to encodings by the kernels from UTF-32.
macro_rules! from_numbers {
    ($([$($generics:tt)*] $target:ty;)*) => {$(
        // SAFETY: the kernel has the same contract; UTF-32 is numbers.
        unsafe impl<$($generics)*> ConvertPrefix<$target> for Numbers {
            convert_rest!($target);

            #[inline]
            fn convert_prefix(
                kernels: Kernels,
                src: &[u32],
                dst: &mut [MaybeUninit<u8>],
            ) -> (usize, usize) {
                <Utf32 as ConvertPrefix<$target>>::convert_prefix(kernels, src, dst)
            }
        }
    )*};
}

to_numbers! { [] Utf8; [] Ascii; [const BIG: bool] Utf32Bytes<BIG>; }
#[cfg(feature = "utf16")]
to_numbers! { [const BIG: bool] Utf16Bytes<BIG>; }
to_numbers! { [] Latin1; }
#[cfg(feature = "dialects")]
to_numbers! { [R: relative::Relative] relative::Related<R>; }

from_numbers! { [] Utf8; [] Ascii; [const BIG: bool] Utf32Bytes<BIG>; }
#[cfg(feature = "utf16")]
from_numbers! { [const BIG: bool] Utf16Bytes<BIG>; }
from_numbers! { [] Latin1; }
#[cfg(feature = "dialects")]
from_numbers! { [R: relative::Relative] relative::Related<R>; }
