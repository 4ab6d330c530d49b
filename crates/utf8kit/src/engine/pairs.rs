//! The kernel for each encoding and for each pair of encodings.

mod any;
#[cfg(feature = "utf32")]
mod numbers;
#[cfg(feature = "dialects")]
mod relative;
#[cfg(feature = "utf16")]
mod utf16_to_bytes;
#[cfg(feature = "utf16")]
mod wide;
#[cfg(feature = "utf16")]
mod wide_errors;

#[cfg(feature = "utf16")]
pub(crate) use any::run;
pub(crate) use any::{Run, kernel_of, repair_of};
#[cfg(feature = "utf16")]
pub(crate) use wide_errors::{Buffer, RepairUnits, repair_chunk};

use super::prefix::{ConvertPrefix, ValidPrefix};
use crate::codec::Encode;
use crate::encoding::*;
use crate::error::{Found, SequenceBits};
use crate::simd::dispatch::Kernels;
use crate::simd::find_utf8_errors::Marks;
use crate::simd::repair_utf8::Repaired;
use core::mem::MaybeUninit;

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
#[cfg(feature = "utf16")]
pub(crate) use validate_rest;

/// Implements [`ConvertPrefix::convert_rest`] and [`ConvertPrefix::convert_lossy_rest`].
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
        fn convert_lossy_rest(
            kernels: $crate::simd::dispatch::Kernels,
            src: &[Self::Unit],
            dst: &mut [core::mem::MaybeUninit<<$target as $crate::codec::Encode>::Unit>],
            done: (usize, usize),
        ) -> Result<$crate::Lossy, $crate::DestinationFull> {
            $crate::engine::convert_lossy_after::<Self, $target>(kernels, src, dst, done)
        }
    };
}
#[cfg(feature = "utf16")]
pub(crate) use convert_rest;

// SAFETY: the kernels have the same contract, and a byte below `0x80` is a character.
unsafe impl ValidPrefix for Utf8 {
    validate_rest!();

    const STOPS_AT_ERRORS: bool = true;

    #[cold]
    #[inline(never)]
    fn error_at(rest: &[u8]) -> SequenceBits {
        let start = Found::start(rest);
        // The table takes 2 KB, which is much for a program without the standard library.
        let error = match cfg!(feature = "std") {
            true => super::utf8_error(start),
            false => super::error_in(rest),
        };
        debug_assert_eq!(
            Utf8::decode_first(rest),
            Err(error),
            "the reference engine decides"
        );
        SequenceBits::of(error, Found::of(start, error.len))
    }

    const MARKS_ERRORS: bool = true;

    #[inline]
    fn find_errors(kernels: Kernels, src: &[u8], marks: &mut [Marks]) -> usize {
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        unsafe { kernels.utf8_errors(src, marks) }
    }

    #[inline]
    fn valid_prefix(kernels: Kernels, src: &[u8]) -> usize {
        // For no byte or one, this is faster than a call.
        match *src {
            [] => return 0,
            [byte] => return usize::from(byte < 0x80),
            _ => {}
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
convert! {
    Utf8 => Latin1: utf8_to_latin1;
    Latin1 => Utf8: latin1_to_utf8;
}
#[cfg(feature = "utf32")]
convert! {
    Utf32 => Ascii: utf32_to_ascii;
    Ascii => Utf32: ascii_to_utf32;
}
#[cfg(feature = "utf32")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Decode;

    /// Calls `test` with every text of one to three bytes, and with every text of four to six bytes that are at the limits of ranges.
    fn each_short(mut test: impl FnMut(&[u8])) {
        const LIMITS: [u8; 20] = [
            0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xF0,
            0xF1, 0xF4, 0xF5, 0xFF,
        ];
        for number in 0..1u32 << 24 {
            let [third, second, first, _] = number.to_le_bytes();
            test(&[first, second, third]);
            if third == 0 {
                test(&[first, second]);
            }
            if third == 0 && second == 0 {
                test(&[first]);
            }
        }
        for number in 0..LIMITS.len().pow(4) {
            let limit = |at| LIMITS[number / LIMITS.len().pow(at) % LIMITS.len()];
            let text = [limit(0), limit(1), limit(2), limit(3), limit(0), limit(3)];
            (4..=6).for_each(|len| test(&text[..len]));
        }
    }

    #[test]
    fn few_bytes_are_validated_as_by_the_reference() {
        each_short(|text| {
            let mut expected = 0;
            while let Ok((_, len)) = Utf8::decode_first(&text[expected..]) {
                expected += len;
            }
            if text.len() <= 4 {
                let is_well_formed = expected == text.len();
                assert_eq!(super::super::is_few_valid(text), is_well_formed, "{text:02X?}");
            }
            assert_eq!(
                Utf8::valid_prefix(crate::simd::dispatch::kernels(), text),
                expected,
                "{text:02X?}"
            );
        });
    }

    #[test]
    fn an_error_in_registers_is_that_of_the_reference() {
        each_short(|text| {
            if let Err(error) = Utf8.decode(text, true) {
                assert_eq!(super::super::utf8_error(Found::start(text)), error, "{text:02X?}");
                let made = crate::IllFormed::of(Utf8.description(), 7, Utf8::error_at(text));
                let expected = crate::IllFormed::new(Utf8.description(), 7, text, error.len, error.kind);
                assert_eq!(made, expected);
                assert_eq!(made.context(), expected.context());
            }
        });
    }
}
