//! Numbers in 32-bit code units: scalar values, and what encodings have beyond, such as unpaired surrogates and the numbers to
//! `0x7FFF_FFFF` of ISO/IEC 10646-1.

use crate::codec::{Decode, DecodeError, Description, Encode, MAX_ENCODED};
#[cfg(feature = "utf32")]
use crate::{
    encoding::*,
    engine::{ConvertPrefix, ValidPrefix, convert_rest, validate_rest},
    simd::dispatch::Kernels,
};
#[cfg(feature = "utf32")]
use core::mem::MaybeUninit;

/// Numbers, one in each 32-bit code unit. None of them is ill-formed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Numbers;

static DESCRIPTION: Description = Description::new("UCS-4").with_clause(|_| "ISO/IEC 10646-1");

impl Decode for Numbers {
    type Unit = u32;

    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, units: &[u32], _: bool) -> Result<(u32, usize), DecodeError> {
        Ok((units[0], 1))
    }
}

impl Encode for Numbers {
    type Unit = u32;

    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u32; MAX_ENCODED]) -> Option<usize> {
        out[0] = number;
        Some(1)
    }
}

// SAFETY: every number is well-formed.
#[cfg(feature = "utf32")]
unsafe impl ValidPrefix for Numbers {
    validate_rest!();

    #[inline]
    fn valid_prefix(_: Kernels, src: &[u32]) -> usize {
        src.len()
    }
}

/// Implements [`ConvertPrefix`] from encodings to numbers by the kernels to UTF-32.
#[cfg(feature = "utf32")]
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
#[cfg(feature = "utf32")]
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

#[cfg(feature = "utf32")]
to_numbers! { [] Utf8; [] Ascii; [const BIG: bool] Utf32Bytes<BIG>; }
#[cfg(all(feature = "utf16", feature = "utf32"))]
to_numbers! { [const BIG: bool] Utf16Bytes<BIG>; }
#[cfg(all(feature = "latin1", feature = "utf32"))]
to_numbers! { [] Latin1; }
#[cfg(feature = "dialects")]
to_numbers! { [R: relative::Relative] relative::Related<R>; }

#[cfg(feature = "utf32")]
from_numbers! { [] Utf8; [] Ascii; [const BIG: bool] Utf32Bytes<BIG>; }
#[cfg(all(feature = "utf16", feature = "utf32"))]
from_numbers! { [const BIG: bool] Utf16Bytes<BIG>; }
#[cfg(all(feature = "latin1", feature = "utf32"))]
from_numbers! { [] Latin1; }
#[cfg(feature = "dialects")]
from_numbers! { [R: relative::Relative] relative::Related<R>; }
